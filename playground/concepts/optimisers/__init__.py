"""Optimiser race: from one start, who is down first, and why?"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from playground.concepts.optimisers.declared import GESTURES, JOBS, METRICS
from playground.concepts.optimisers.names import LABELS, NORMS, ROLES, SCHEDULES, SURFACES, Ground, Method
from playground.engine.declarations.concept import Badge, Card
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
    text,
    vector,
)
from playground.engine.kit.formula import LONGEST, parse

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Optimiser race",
    chapter="Optimisation",
    line="The same ravine, ten ways down: who arrives first, and why?",
    badge=Badge(
        kind="exact",
        what="every iterate, moment, rate and bound",
        against="closed forms on quadratics, torch's own optimisers and finite differences",
    ),
    sources=(
        "B. Polyak, Some methods of speeding up the convergence of iteration methods (1964)",
        "Y. Nesterov, A method of solving a convex programming problem with convergence rate O(1/k²) (1983)",
        "H. Robbins and S. Monro, A stochastic approximation method (1951)",
        "B. Polyak and A. Juditsky, Acceleration of stochastic approximation by averaging (1992)",
        "J. Duchi, E. Hazan and Y. Singer, Adaptive subgradient methods (2011)",
        "D. Kingma and J. Ba, Adam: a method for stochastic optimization (2015)",
        "H. Karimi, J. Nutini and M. Schmidt, Linear convergence of gradient methods under the PL condition (2016)",
        "I. Loshchilov and F. Hutter, Decoupled weight decay regularization (2019)",
        "K. Jordan et al., Muon: an optimizer for hidden layers in neural networks (2024)",
    ),
    heavy=True,
    pace=20.0,
    words=("gradient descent", "momentum", "SGD", "learning rate", "condition number", "Hessian", "saddle", "Lagrange"),
)

_ON = {"problem": SURFACES}


def _run(default: bool, name: str, meaning: str) -> bool:
    role = ROLES[name]
    return flag(default, label=LABELS[name], effect=RESTART, meaning=meaning, when=_ON, group="methods", role=role)


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "problem",
        "kappa",
        "formula",
        "rate",
        "momentum",
        "gd",
        "method",
        "norm",
        "size",
        "power",
        "runs",
        "schedule",
    )

    mode: Literal["race", "solid", "update", "section", "norms", "starts", "rates", "conditions", "cloud"] = choice(
        "race",
        label="view",
        effect=VIEW,
        labels={
            "race": "Race",
            "solid": "The loss in 3D",
            "update": "One update, taken apart",
            "section": "Along the slope",
            "norms": "Steepest under a norm",
            "starts": "Map of starts",
            "rates": "Sweep of step sizes",
            "conditions": "Steps against condition",
            "cloud": "Many runs under noise",
        },
        when=_ON,
    )
    problem: Literal[Ground, "matrix", "estimate"] = choice(
        "quadratic",
        label="problem",
        effect=DATA,
        labels={
            "quadratic": "Ravine (quadratic)",
            "rosenbrock": "Rosenbrock",
            "himmelblau": "Himmelblau",
            "saddle": "Saddle",
            "pl": "x² + 3 sin² x + y²",
            "plateau": "Plateau",
            "drawn": "Drawn by you",
            "typed": "Your own formula",
            "matrix": "A matrix, for Muon",
            "estimate": "A mean, from samples",
        },
        meaning="What is minimised.",
    )
    kappa: float = real(
        30.0,
        low=1.0,
        high=1000.0,
        log=True,
        label="condition κ",
        effect=RESTART,
        decimals=1,
        meaning="Steepest curvature over flattest; the steepest is L = 1.",
        when={"problem": ("quadratic",)},
    )
    tilt: float = real(
        25.0,
        low=-90.0,
        high=90.0,
        label="tilt",
        unit="°",
        effect=RESTART,
        decimals=0,
        meaning="How far the ravine is turned; adaptive methods feel it, all others do not.",
        when={"problem": ("quadratic",)},
    )
    formula: str = text(
        "x^2/4 + y^2 + sin(3*x)/2",
        label="function of x and y",
        effect=RESTART,
        longest=LONGEST,
        meaning="Such as x^2 + 3*sin(y)^2; its derivatives are formulas too.",
        when={"problem": ("typed",)},
    )
    rate: float = real(
        0.9,
        low=0.0001,
        high=10.0,
        log=True,
        label="step size η",
        effect=LIVE,
        decimals=4,
        meaning="Of gradient descent, heavy ball, Nesterov and the average; on the ravine the limit of the first is 2.",
        when={"problem": (*SURFACES, "matrix")},
    )
    alpha: float = real(
        0.1,
        low=0.0001,
        high=10.0,
        log=True,
        label="step size α",
        effect=LIVE,
        decimals=4,
        meaning="Of AdaGrad, RMSProp and the Adams; for the matrix, of Muon.",
        when={"problem": (*SURFACES, "matrix")},
    )
    momentum: float = real(
        0.8,
        low=0.0,
        high=0.999,
        label="momentum β",
        effect=LIVE,
        decimals=3,
        meaning="Share of the last displacement that heavy ball, Nesterov and Muon keep.",
        when={"problem": (*SURFACES, "matrix")},
    )
    tuning: Literal["hand", "best"] = choice(
        "hand",
        label="η and β",
        effect=LIVE,
        labels={"hand": "As set here", "best": "Best for this ravine"},
        meaning="Best: each of the first three methods takes the values that are optimal for κ.",
        when={"problem": ("quadratic",)},
    )
    beta_1: float = real(0.9, low=0.0, high=0.999, label="β₁ of Adam", effect=LIVE, decimals=3, when=_ON)
    beta_2: float = real(0.999, low=0.0, high=0.9999, label="β₂ of Adam, RMSProp", effect=LIVE, decimals=4, when=_ON)
    decay: float = real(0.01, low=0.0, high=1.0, label="weight decay of AdamW", effect=LIVE, decimals=3, when=_ON)
    damping: float = real(
        0.0,
        low=0.0,
        high=100.0,
        label="damping of Newton",
        effect=LIVE,
        meaning="Added to the Hessian's diagonal.",
        when=_ON,
    )
    falling: float = real(
        0.0,
        low=0.0,
        high=1.5,
        label="step size falls as t^−p, p",
        effect=LIVE,
        meaning="Robbins and Monro want more than 1/2, at most 1.",
        when=_ON,
    )
    noise: float = real(
        0.0,
        low=0.0,
        high=5.0,
        label="noise of one sample",
        effect=LIVE,
        meaning="Standard deviation of each entry of a gradient from one sample; all methods see the same noise.",
        when=_ON,
    )
    batch: int = integer(
        1,
        low=1,
        high=1024,
        log=True,
        label="batch size",
        effect=LIVE,
        meaning="The noise falls with the root of the batch size.",
        when=_ON,
    )
    radius: float = real(
        0.0,
        low=0.0,
        high=10.0,
        label="keep inside radius",
        effect=RESTART,
        meaning="After each step the point is projected onto this disc round the origin; 0: no constraint.",
        when=_ON,
    )
    gd: bool = _run(True, "gd", "−η times the gradient.")
    heavy_ball: bool = _run(True, "heavy_ball", "And β times the last displacement.")
    nesterov: bool = _run(True, "nesterov", "The same, with the gradient at the point ahead.")
    adagrad: bool = _run(False, "adagrad", "Each coordinate's rate falls with the sum of its squared gradients.")
    rmsprop: bool = _run(False, "rmsprop", "With a running mean in the place of the sum.")
    adam: bool = _run(True, "adam", "Running means of gradient and square, both corrected for their start at 0.")
    adam_raw: bool = _run(False, "adam_raw", "Adam without the correction.")
    adamw: bool = _run(False, "adamw", "Adam with decay outside the adaptive step.")
    newton: bool = _run(False, "newton", "To the stationary point of the quadratic that touches.")
    average: bool = _run(False, "average", "The mean of the iterates of gradient descent.")
    flow: bool = flag(
        False,
        label="gradient flow",
        effect=VIEW,
        when=_ON,
        meaning="The curve θ′ = −g up to the time η t; g is the gradient.",
    )
    method: Method = choice(
        "gd",
        label="method in focus",
        effect=VIEW,
        labels=LABELS,
        roles=ROLES,
        meaning="Taken apart, in the map of starts and in the notes.",
    )
    schedule: Literal["constant", "root", "three_quarters", "inverse"] = choice(
        "root",
        label="schedule in focus",
        effect=VIEW,
        labels={name: words for name, (words, _, _) in SCHEDULES.items()},
        when={"problem": ("estimate",)},
    )
    tolerance: float = real(
        1e-3,
        low=1e-8,
        high=1.0,
        log=True,
        label="small gradient τ",
        effect=VIEW,
        decimals=8,
        meaning="A gradient of this length or less counts as small in the bound on their number.",
        when=_ON,
    )
    norm: Literal["1", "1.5", "2", "4", "inf"] = choice(
        "inf",
        label="norm p",
        effect=VIEW,
        labels=NORMS,
        meaning="The displacements among which the steepest one is sought: those whose p-norm is at most 1.",
        when={"mode": ("norms",)},
    )
    resolution: int = integer(200, low=16, high=240, label="cells of the map", effect=VIEW, when={"mode": ("starts",)})
    horizon: int = integer(
        200,
        low=10,
        high=5000,
        log=True,
        label="steps of map, sweep and runs",
        effect=VIEW,
        when={"mode": ("starts", "rates", "cloud")},
    )
    size: int = integer(32, low=4, high=64, label="rows and columns", effect=DATA, when={"problem": ("matrix",)})
    power: float = real(
        2.0,
        low=0.0,
        high=4.0,
        label="inputs fall as k^−q, q",
        effect=RESTART,
        meaning="The k-th input has the variance k^−q: late ones are rare.",
        when={"problem": ("matrix",)},
    )
    steps: int = integer(
        300, low=10, high=5000, log=True, label="steps until η is 0", effect=RESTART, when={"problem": ("matrix",)}
    )
    runs: int = integer(
        1000, low=10, high=10_000, log=True, label="runs at once", effect=RESTART, when={"problem": ("estimate",)}
    )
    iterations: int = integer(
        10,
        low=1,
        high=100,
        log=True,
        label="iterations a step",
        effect=LIVE,
        meaning="How many iterations one step of the clock is.",
        when={"problem": ("estimate",)},
    )
    levels: bool = flag(True, label="level sets", effect=VIEW, when=_ON)
    start: tuple[float, ...] = vector(
        (-2.4, 1.6),
        low=-50.0,
        high=50.0,
        fewest=2,
        most=2,
        label="start",
        effect=DATA,
        meaning="Click or drag in the plane to set it.",
        when=_ON,
    )

    @field_validator("formula")
    @classmethod
    def _readable(cls, text: str) -> str:
        """A formula that cannot be read is refused where it is given."""
        parse(text)
        return text
