"""Backprop graph: values forward, deltas back, one node a step. No torch."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from playground.concepts.backprop import typed
from playground.concepts.backprop.declared import GESTURES, GRAPHS, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    integer,
    real,
    text,
    vector,
)

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Backprop graph",
    chapter="Optimisation",
    line="The chain rule, one node at a time: values forward, deltas back, sums where paths meet",
    badge=Badge(
        kind="exact",
        what="values, local derivatives and deltas of every node; the histograms are sampled",
        against="automatic differentiation, central differences and quadrature",
    ),
    sources=(
        "S. Linnainmaa, Taylor expansion of the accumulated rounding error (1976)",
        "D. Rumelhart, G. Hinton and R. Williams, Learning representations by back-propagating errors (1986)",
        "A. Griewank and A. Walther, Evaluating Derivatives (2008)",
        "R. Williams, Simple statistical gradient-following algorithms (1992)",
        "D. Kingma and M. Welling, Auto-encoding variational Bayes (2013)",
        "S. Mohamed et al., Monte Carlo gradient estimation in machine learning (2020)",
    ),
    pace=2.0,
    words=(
        "backpropagation",
        "chain rule",
        "reverse mode",
        "automatic differentiation",
        "autograd",
        "Jacobian",
        "gradient check",
        "computational graph",
        "REINFORCE",
        "log-derivative trick",
        "reparameterization",
        "cheap gradient principle",
    ),
)

NETS = ("units", "layers")


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "expression",
        "values",
        "widths",
        "activation",
        "loss",
        "passes",
        "beside",
        "function",
        "mu",
        "sigma",
        "by",
        "baseline",
    )

    mode: Literal["expression", "units", "layers", "estimators"] = choice(
        "expression",
        label="graph of",
        effect=RESTART,
        labels={
            "expression": "An expression",
            "units": "A net, unit by unit",
            "layers": "A net, layer by layer",
            "estimators": "A random node",
        },
        meaning="What is differentiated; of a random node two estimators of its gradient are compared.",
    )
    expression: str = text(
        "(x y + x)^2 + sin(x)",
        label="expression",
        effect=RESTART,
        longest=typed.LONGEST,
        meaning="Any formula of one to six variables; what stands there twice is one node.",
        when={"mode": ("expression",)},
    )
    values: tuple[float, ...] = vector(
        (2.0, -3.0),
        low=-1000.0,
        high=1000.0,
        fewest=1,
        most=typed.MOST_VARIABLES,
        label="values of the variables",
        effect=DATA,
        meaning="In the order in which the variables first stand in the expression; 1 where there are too few.",
        when={"mode": ("expression",)},
    )
    widths: tuple[float, ...] = vector(
        (2.0, 3.0, 1.0),
        low=1.0,
        high=6.0,
        fewest=2,
        most=5,
        decimals=0,
        label="layers",
        effect=RESTART,
        meaning="Inputs, hidden units of each layer, outputs.",
        when={"mode": NETS},
    )
    activation: Literal["tanh", "sigmoid", "relu", "leaky_relu", "softplus", "linear"] = choice(
        "tanh",
        label="activation",
        effect=RESTART,
        labels={
            "tanh": "tanh",
            "sigmoid": "Sigmoid",
            "relu": "ReLU",
            "leaky_relu": "Leaky ReLU",
            "softplus": "Softplus",
            "linear": "Linear",
        },
        when={"mode": NETS},
    )
    loss: Literal["half_mse", "mse", "bce_with_logits", "softmax_cross_entropy"] = choice(
        "half_mse",
        label="loss",
        effect=RESTART,
        labels={
            "half_mse": "Half the squared error",
            "mse": "Mean squared error",
            "bce_with_logits": "Binary cross-entropy",
            "softmax_cross_entropy": "Softmax and cross-entropy",
        },
        when={"mode": ("layers",)},
    )
    spread: float = real(
        1.0,
        low=0.0,
        high=5.0,
        label="spread of the weights",
        effect=RESTART,
        meaning="The standard deviation of the weights times the root of the inputs of a unit; biases have 0.3 of it.",
        when={"mode": NETS},
    )
    sample: tuple[float, ...] = vector(
        (1.0, -0.5),
        low=-1000.0,
        high=1000.0,
        fewest=1,
        most=6,
        label="input",
        effect=DATA,
        meaning="The input of the net; 1 where there are too few numbers.",
        when={"mode": NETS},
    )
    target: tuple[float, ...] = vector(
        (1.0,),
        low=-1000.0,
        high=1000.0,
        fewest=1,
        most=6,
        label="target",
        effect=DATA,
        meaning="What the outputs should be; 0 where there are too few numbers.",
        when={"mode": NETS},
    )
    passes: int = integer(
        1,
        low=1,
        high=100,
        log=True,
        label="passes",
        effect=RESTART,
        meaning="How often both passes are made; between two the variables, of a net the weights, step downhill.",
        when={"mode": GRAPHS},
    )
    rate: float = real(
        0.02,
        low=1e-4,
        high=10.0,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="How far the step between two passes goes: the rate times the delta.",
        when={"mode": GRAPHS},
    )
    beside: Literal["check", "differences", "cost"] = choice(
        "check",
        label="beside it",
        effect=VIEW,
        labels={"check": "Node and check", "differences": "Step of the check", "cost": "Cost"},
        meaning="The chosen node and the gradient check, the check at every step width, or what backward costs.",
        when={"mode": GRAPHS},
    )
    h: float = real(
        1e-5,
        low=1e-14,
        high=1.0,
        log=True,
        label="step of the check",
        effect=VIEW,
        decimals=3,
        meaning="How far central differences move each input to both sides.",
        when={"mode": GRAPHS},
    )
    function: str = text(
        "z^2",
        label="function of z",
        effect=RESTART,
        longest=typed.LONGEST,
        meaning="What is averaged over z from N(μ, σ²); any formula of z.",
        when={"mode": ("estimators",)},
    )
    mu: float = real(2.0, low=-5.0, high=5.0, label="μ", effect=RESTART, when={"mode": ("estimators",)})
    sigma: float = real(1.0, low=0.05, high=5.0, log=True, label="σ", effect=RESTART, when={"mode": ("estimators",)})
    by: Literal["mu", "sigma"] = choice(
        "mu",
        label="gradient by",
        effect=RESTART,
        labels={"mu": "μ", "sigma": "σ"},
        meaning="Which parameter of the distribution the gradient is for.",
        when={"mode": ("estimators",)},
    )
    baseline: float = real(
        0.0,
        low=-50.0,
        high=50.0,
        label="baseline",
        effect=RESTART,
        meaning="A constant taken off the function before the score multiplies it; it changes the variance alone.",
        when={"mode": ("estimators",)},
    )
    average: int = integer(
        1,
        low=1,
        high=64,
        log=True,
        label="samples an estimate",
        effect=RESTART,
        meaning="How many samples each estimate in the histograms is the mean of.",
        when={"mode": ("estimators",)},
    )

    @field_validator("expression")
    @classmethod
    def _readable(cls, text: str) -> str:
        typed.read(text)
        return text

    @field_validator("function")
    @classmethod
    def _of_z(cls, text: str) -> str:
        typed.function(text)
        return text
