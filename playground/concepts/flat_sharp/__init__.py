"""Flat and sharp: how curved the loss is where training ends, and what that does and does not say."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.flat_sharp.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    integer,
    real,
    vector,
)

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="Flat and sharp",
    chapter="Learning theory",
    line="How curved the loss is where training ends, and what that says",
    badge=Badge(
        kind="exact",
        what="every gradient, product with the Hessian, step and bound; the largest eigenvalues to a few digits",
        against="automatic differentiation, closed forms of the scalar net, and 80-digit arithmetic",
    ),
    sources=(
        "B. Pearlmutter, Fast exact multiplication by the Hessian (1994)",
        "S. Hochreiter and J. Schmidhuber, Flat minima (1997)",
        "D. McAllester, PAC-Bayesian model averaging (1999)",
        "N. Keskar et al., On large-batch training for deep learning (2017)",
        "P. Chaudhari et al., Entropy-SGD: biasing gradient descent into wide valleys (2017)",
        "L. Dinh et al., Sharp minima can generalize for deep nets (2017)",
        "G. Dziugaite and D. Roy, Computing nonvacuous generalization bounds for deep networks (2017)",
        "P. Izmailov et al., Averaging weights leads to wider optima and better generalization (2018)",
        "J. Cohen et al., Gradient descent on neural networks typically occurs at the edge of stability (2021)",
        "P. Foret et al., Sharpness-aware minimization (2021)",
    ),
    heavy=True,
    pace=10.0,
    words=(
        "sharpness",
        "Hessian",
        "Lanczos",
        "SAM",
        "large batch",
        "small batch",
        "weight averaging",
        "entropy-SGD",
        "PAC-Bayes",
        "catapult",
        "generalisation bound",
    ),
)

DOORS = (
    Door(
        "edge_of_stability",
        title="Edge of stability",
        chapter="Optimisation",
        line="Training makes the loss sharper until 2/η, and stays there",
        preset="edge",
        words=("progressive sharpening", "sharpness", "2/η"),
    ),
    Door(
        "sharpness_aware",
        title="Sharpness-aware minimisation",
        chapter="Optimisation",
        line="Up the slope first, then down by the gradient found there",
        preset="sam",
        words=("SAM", "ascent", "robust"),
    ),
    Door(
        "pac_bayes",
        title="PAC-Bayes bound",
        chapter="Learning theory",
        line="Error and complexity over the width of the posterior",
        preset="bound",
        words=("McAllester", "Gibbs classifier", "Kullback-Leibler", "Donsker-Varadhan"),
    ),
)

_RULES = {"sgd": "Plain steps", "sam": "SAM", "entropy": "Entropy-SGD", "average": "Averaged"}
Rule = Literal["sgd", "sam", "entropy", "average"]
_EDGE, _SCALAR, _MINIMA, _BOUND = ({"mode": (name,)} for name in ("edge", "scalar", "minima", "bound"))


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "rate",
        "momentum",
        "loss",
        "method",
        "rho",
        "left",
        "left_batch",
        "right",
        "right_batch",
        "classifier",
        "exponent",
        "prior",
        "constant",
    )

    mode: Literal["edge", "scalar", "minima", "bound"] = choice(
        "edge",
        label="view",
        effect=DATA,
        labels={
            "edge": "Edge of stability",
            "scalar": "Two weights",
            "minima": "Two minima",
            "bound": "PAC-Bayes bound",
        },
        meaning="A net on digits, a net of two weights, two ways of training, or a bound on the error.",
    )
    rate: float = real(
        0.4,
        low=0.001,
        high=4.0,
        log=True,
        label="step size η",
        effect=LIVE,
        decimals=3,
        meaning="On a quadratic gradient descent flies apart where a curvature is above 2/η.",
        when={"mode": ("edge", "scalar", "minima")},
    )
    momentum: float = real(
        0.0,
        low=0.0,
        high=0.95,
        label="momentum β",
        effect=LIVE,
        meaning="With heavy ball the limit is 2(1 + β)/η.",
        when=_EDGE,
    )
    loss: Literal["squared", "entropy"] = choice(
        "squared",
        label="loss",
        effect=RESTART,
        labels={"squared": "Squared", "entropy": "Cross-entropy"},
        meaning="Of outputs against 0 and 1, or of their softmax.",
        when=_EDGE,
    )
    samples: int = integer(128, low=16, high=512, log=True, label="digits", effect=DATA, when=_EDGE)
    iterations: int = integer(
        20,
        low=1,
        high=40,
        label="iterations a step",
        effect=LIVE,
        meaning="How many steps of training one step of the clock is; of large batches fewer.",
        when={"mode": ("edge", "minima")},
    )
    rays: int = integer(
        12,
        low=4,
        high=40,
        label="steps of Lanczos",
        effect=LIVE,
        meaning="Products with the Hessian at each look; the last eigenvectors are where the next look begins.",
        when=_EDGE,
    )
    start: tuple[float, ...] = vector(
        (3.0, 0.2),
        low=-5.0,
        high=5.0,
        fewest=2,
        most=2,
        label="start (u, v)",
        effect=DATA,
        meaning="Click or drag in the plane to set it.",
        when=_SCALAR,
    )
    target: float = real(1.0, low=0.1, high=3.0, label="wanted product s", effect=RESTART, when=_SCALAR)
    method: Literal["gd", "sam"] = choice(
        "gd",
        label="method",
        effect=LIVE,
        labels={"gd": "Gradient descent", "sam": "SAM"},
        meaning="SAM steps by the gradient at the end of an ascent of length ρ.",
        when=_SCALAR,
    )
    rho: float = real(
        0.1,
        low=0.0,
        high=1.0,
        label="reach ρ of SAM",
        effect=LIVE,
        decimals=3,
        when={"mode": ("scalar", "minima")},
    )
    left: Rule = choice("sgd", label="first net", effect=RESTART, labels=_RULES, when=_MINIMA)
    left_batch: int = integer(500, low=1, high=500, log=True, label="its batch", effect=RESTART, when=_MINIMA)
    right: Rule = choice("sgd", label="second net", effect=RESTART, labels=_RULES, when=_MINIMA)
    right_batch: int = integer(8, low=1, high=500, log=True, label="its batch", effect=RESTART, when=_MINIMA)
    classifier: Literal["linear", "net"] = choice(
        "linear",
        label="classifier",
        effect=DATA,
        labels={"linear": "40 features, linear", "net": "A net of 4,417 weights"},
        meaning="Whose weights are drawn from the posterior.",
        when=_BOUND,
    )
    count: int = integer(2000, low=100, high=2000, log=True, label="points n", effect=DATA, when=_BOUND)
    exponent: float = real(
        0.0,
        low=-2.0,
        high=1.0,
        label="width of the posterior, log₁₀ σ",
        effect=LIVE,
        meaning="Each weight is drawn with this standard deviation round its mean; or click in the picture.",
        when=_BOUND,
    )
    prior: float = real(
        3.0,
        low=0.01,
        high=30.0,
        log=True,
        label="width of the prior",
        effect=VIEW,
        meaning="Round 0 for the linear classifier, round its first weights for the net.",
        when=_BOUND,
    )
    delta: float = real(
        0.05, low=0.001, high=0.5, log=True, label="may fail with chance δ", effect=VIEW, decimals=3, when=_BOUND
    )
    constant: Literal["standard", "slide", "seeger"] = choice(
        "standard",
        label="form of the bound",
        effect=VIEW,
        labels={"standard": "McAllester", "slide": "Twice as loose", "seeger": "Seeger"},
        meaning="√(C/2n), √(2C/n), or the inverse of the binary KL divergence; C is KL + log(2√n/δ).",
        when=_BOUND,
    )
