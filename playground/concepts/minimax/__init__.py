"""Minimax games: where do the algorithms go, and how fast?"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from playground.concepts.minimax.declared import GESTURES, JOBS, METRICS
from playground.concepts.minimax.names import LABELS, ROLES, GameName, Method
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
    title="Minimax games",
    chapter="Minimax",
    line="One player minimises, the other maximises: where do the algorithms go?",
    badge=Badge(
        kind="exact",
        what="every iterate, rate, eigenvalue, stationary point and cycle",
        against="closed forms, the theory of linear games and high-order integration of the flow",
    ),
    sources=(
        "G. Korpelevich, The extragradient method for finding saddle points (1976)",
        "L. Mescheder, A. Geiger and S. Nowozin, Which training methods for GANs do actually converge? (2018)",
        "A. Mokhtari, A. Ozdaglar and S. Pattathil, A unified analysis of extra-gradient and optimistic methods (2020)",
        "Y.-P. Hsieh, P. Mertikopoulos and V. Cevher, The limits of min-max optimization algorithms (2021)",
        "J. Diakonikolas, C. Daskalakis and M. Jordan, Efficient methods for structured nonconvex-nonconcave min-max "
        "optimization (2021)",
        "Y.-G. Hsieh, F. Iutzeler, J. Malick and P. Mertikopoulos, Explore aggressively, update conservatively: "
        "stochastic extragradient methods with variable stepsize scaling (2020)",
        "T. Pethick et al., Escaping limit cycles: global convergence for constrained nonconvex-nonconcave minimax "
        "problems (2022)",
        "T. Pethick et al., Solving stochastic weak Minty variational inequalities without increasing batch size "
        "(2023)",
    ),
    heavy=True,
    pace=20.0,
    words=("saddle", "GAN", "extragradient", "optimistic gradient", "Nash", "zero-sum", "limit cycle", "variational"),
)


_FURTHER: dict[str, tuple[bool, ...]] = {"further": (True,)}


def _run(default: bool, name: str, meaning: str) -> bool:
    return flag(default, label=LABELS[name], effect=RESTART, meaning=meaning, group="methods", role=ROLES[name])


def _run_further(name: str, meaning: str) -> bool:
    return flag(
        False, label=LABELS[name], effect=RESTART, meaning=meaning, when=_FURTHER, group="methods", role=ROLES[name]
    )


def _of(
    game: str, default: float, span: tuple[float, float], label: str, meaning: str = "", decimals: int = 2
) -> float:
    """A number of one game."""
    low, high = span
    return real(
        default,
        low=low,
        high=high,
        label=label,
        effect=LIVE,
        decimals=decimals,
        meaning=meaning,
        when={"game": (game,)},
    )


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "game",
        "formula",
        "a",
        "b",
        "c",
        "eps",
        "on",
        "offset",
        "pull",
        "mean",
        "spread",
        "eta",
        "gda",
        "alt_gda",
        "eg",
        "ogda",
        "noise",
        "law",
        "lattice",
    )
    mode: Literal["paths", "surface", "step", "points", "basin", "rates", "minty", "noise"] = choice(
        "paths",
        label="view",
        effect=VIEW,
        labels={
            "paths": "Paths",
            "surface": "Payoff in 3D",
            "step": "One step in slow motion",
            "points": "Stationary points and cycles",
            "basin": "Map of starts",
            "rates": "Map of step sizes",
            "minty": "Angle to the solution",
            "noise": "Noise and step laws",
        },
    )
    game: GameName = choice(
        "bilinear",
        label="game",
        effect=RESTART,
        labels={
            "bilinear": "x y",
            "saddle": "x² − y²",
            "quadratic": "Any quadratic",
            "monkey": "Monkey saddle",
            "weird": "Weird saddle",
            "almost": "Almost bilinear",
            "forsaken": "Forsaken",
            "polar": "Polar",
            "gan": "Tiny GAN",
            "typed": "Your own formula",
        },
        meaning="x minimises and y maximises the payoff.",
    )
    formula: str = text(
        "x*y + 0.3*sin(2*x) - 0.1*y^2",
        label="payoff of x and y",
        effect=RESTART,
        longest=LONGEST,
        meaning="Such as x*y - 0.1*y^2; x minimises, y maximises. Derivatives are taken by autograd.",
        when={"game": ("typed",)},
    )
    window: float = real(
        2.5,
        low=0.1,
        high=50.0,
        log=True,
        label="half the window",
        effect=RESTART,
        when={"game": ("typed",)},
        meaning="Stationary points are searched in this window.",
    )
    a: float = _of("quadratic", 0.2, (-3.0, 3.0), "curvature a along x")
    b: float = _of("quadratic", 1.0, (-3.0, 3.0), "coupling b")
    c: float = _of("quadratic", 0.2, (-3.0, 3.0), "curvature c along y")
    eps: float = _of("almost", 0.1, (0.0, 2.0), "strength ε", "How strongly x y is bent by φ.")
    on: Literal["maximiser", "minimiser"] = choice(
        "maximiser",
        label="φ acts on",
        effect=LIVE,
        labels={"maximiser": "Maximiser", "minimiser": "Minimiser"},
        meaning="On the maximiser the cycle attracts; on the minimiser it repels, and the origin attracts.",
        when={"game": ("almost",)},
    )
    offset: float = _of(
        "forsaken", 0.45, (0.0, 1.0), "constant", "The stationary point attracts below 0.4724 and repels above.", 3
    )
    pull: float = _of("polar", 1.0, (0.0, 3.0), "pull", "How strongly the circle r = 1 attracts and r = 3/4 repels.")
    mean: float = _of("gan", 1.0, (-2.0, 2.0), "mean of the data", "What the generator should learn.")
    spread: float = _of(
        "gan",
        0.5,
        (0.0, 2.0),
        "spread of the data",
        "Standard deviation of data and made samples; with mean 0 and spread 0 it is the Dirac-GAN.",
    )
    eta: float = real(
        0.2,
        low=0.001,
        high=3.0,
        log=True,
        label="step size η",
        effect=LIVE,
        decimals=3,
        meaning="How far each player moves along its gradient.",
    )
    gda: bool = _run(True, "gda", "Gradient descent and ascent at the same time (GDA).")
    alt_gda: bool = _run(True, "alt_gda", "x moves first, and y answers to the new x.")
    eg: bool = _run(True, "eg", "Look ahead with one gradient, move with the gradient there.")
    ogda: bool = _run(True, "ogda", "Twice the new gradient less the last one (OGDA).")
    further: bool = flag(False, label="further methods", effect=RESTART, meaning="Six more may run.", group="methods")
    ppm: bool = _run_further("ppm", "The gradient is taken where the step ends; solved by Newton's method.")
    rfbs: bool = _run_further("rfbs", "The gradient at 2 z − z_before: reflected forward-backward splitting.")
    eg_plus: bool = _run_further("eg_plus", "Look ahead by γ, move by γ/2.")
    adaptive_eg_plus: bool = _run_further("adaptive_eg_plus", "Look ahead by γ, move by a length that fits the angle.")
    curvature_eg_plus: bool = _run_further(
        "curvature_eg_plus", "As AdaptiveEG+, with γ as large as the curvature here allows."
    )
    corrected_eg_plus: bool = _run_further(
        "corrected_eg_plus", "EG+ with the bias of a noisy look taken away, moving by γ/√k."
    )
    adam: bool = _run_further("adam", "Adam on both players, β₁ = 0.9, β₂ = 0.999.")
    gamma: Literal["lipschitz", "eta"] = choice(
        "lipschitz",
        label="γ of EG+",
        effect=LIVE,
        labels={"lipschitz": "1 / L", "eta": "η"},
        meaning="L is the largest stretch of V in the home window.",
        when=_FURTHER,
    )
    noise: float = real(
        0.0,
        low=0.0,
        high=2.0,
        label="gradient noise",
        effect=LIVE,
        meaning="Standard deviation of the noise in each gradient; all methods see the same noise.",
    )
    law: Literal["constant", "root", "double"] = choice(
        "constant",
        label="step law",
        effect=LIVE,
        labels={"constant": "η", "root": "η / √k", "double": "Look η, move η / √k"},
        meaning="How steps change with the iteration k; the last is for extragradient, others move by η / √k.",
    )
    iterations: int = integer(
        1,
        low=1,
        high=200,
        log=True,
        label="iterations a step",
        effect=LIVE,
        meaning="How many iterations one step of the clock is.",
    )
    lattice: int = integer(
        0,
        low=0,
        high=100,
        label="lattice of starts",
        effect=RESTART,
        meaning="Starts on a grid of this many rows and columns besides your own; 100 is 10,000 starts.",
    )
    method: Method = choice(
        "eg",
        label="method in focus",
        effect=VIEW,
        labels=LABELS,
        roles=ROLES,
        meaning="Shown in slow motion, in the map of starts and in the notes.",
    )
    levels: bool = flag(
        True, label="payoff as a relief", effect=VIEW, when={"mode": ("paths", "step", "points", "noise")}
    )
    resolution: int = integer(48, low=16, high=160, label="cells of the map", effect=VIEW, when={"mode": ("basin",)})
    horizon: int = integer(
        1000, low=50, high=10_000, log=True, label="iterations of the map", effect=VIEW, when={"mode": ("basin",)}
    )
    start: tuple[float, ...] = vector(
        (1.5, 0.75),
        low=-50.0,
        high=50.0,
        fewest=2,
        most=2,
        label="start",
        effect=DATA,
        meaning="Click or drag in the plane to set it.",
    )

    @field_validator("formula")
    @classmethod
    def _readable(cls, text: str) -> str:
        """A formula that cannot be read is refused where it is given."""
        parse(text)
        return text
