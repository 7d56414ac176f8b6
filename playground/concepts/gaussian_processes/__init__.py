"""Gaussian processes: laws over functions, their evidence, and what to ask next."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.gaussian_processes.declared import DOORS, GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Gaussian processes",
    chapter="Learning theory",
    line="Click a point: of all functions those that pass near it remain",
    badge=Badge(
        kind="exact",
        what="posterior, evidence and acquisition, in float64; draws are samples",
        against="closed forms, kernel ridge, scikit-learn, and sums over all conditionals",
    ),
    sources=(
        "C. Rasmussen and C. Williams, Gaussian processes for machine learning (2006)",
        "R. Neal, Priors for infinite networks (1996)",
        "Y. Cho and L. Saul, Kernel methods for deep learning (2009)",
        "J. Lee et al., Deep neural networks as Gaussian processes (2018)",
        "J. Močkus, On Bayesian methods for seeking the extremum (1974)",
        "N. Srinivas et al., Gaussian process optimization in the bandit setting (2010)",
        "P. Hennig, Animating samples from Gaussian distributions (2013)",
    ),
    pace=20.0,
    words=(
        "GP",
        "kriging",
        "kernel",
        "covariance function",
        "prior",
        "posterior",
        "uncertainty",
        "error bars",
        "RBF",
        "Matérn",
        "periodic kernel",
        "length scale",
        "marginal likelihood",
        "evidence",
        "Occam's razor",
        "Bayesian optimisation",
        "acquisition",
        "expected improvement",
        "Thompson sampling",
        "UCB",
        "kernel ridge",
        "MAP",
    ),
)

JOBS = ()
_OPEN = {"mode": ("posterior",)}
_JOINED = {"join": ("sum", "product"), "mode": ("posterior", "evidence", "search")}
_GAME = {"mode": ("search",)}
_DATA = {"mode": ("posterior", "evidence")}
_GAUSSIAN = {"mode": ("slice",)}
_NETS = {"mode": ("widths",)}
_KERNEL = {"mode": ("posterior", "evidence", "search")}
_LABELS = {
    "rbf": "RBF",
    "matern12": "Matérn 1/2",
    "matern32": "Matérn 3/2",
    "matern52": "Matérn 5/2",
    "periodic": "Periodic",
    "linear": "Linear",
    "arccosine": "Arc-cosine",
}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "data",
        "kernel",
        "length",
        "noise",
        "amplitude",
        "period",
        "join",
        "second",
        "length2",
        "rule",
        "correlation",
        "width",
        "depth",
        "beta",
        "reveal",
    )
    mode: Literal["posterior", "evidence", "search", "slice", "widths"] = choice(
        "posterior",
        label="view",
        effect=RESTART,
        labels={
            "posterior": "Functions",
            "evidence": "Evidence",
            "search": "Find the top",
            "slice": "Slice",
            "widths": "Wide nets",
        },
        meaning="Functions and data; evidence over two knobs; a search; a Gaussian cut by a line; random nets.",
    )
    data: Literal["wave", "draw", "season", "line", "none"] = choice(
        "wave",
        label="data",
        effect=DATA,
        labels={
            "wave": "A sine",
            "draw": "A drawn function",
            "season": "Trend and season",
            "line": "A line",
            "none": "None",
        },
        meaning="Noisy values of a function; add, move and delete points by hand.",
        when=_DATA,
    )
    points: int = integer(7, low=0, high=200, label="points", effect=DATA, when=_DATA)
    spread: float = real(
        0.1,
        low=0.0,
        high=1.0,
        label="noise of the data",
        effect=DATA,
        meaning="Standard deviation of the true noise.",
        when=_DATA,
    )
    kernel: Literal["rbf", "matern12", "matern32", "matern52", "periodic", "linear", "arccosine"] = choice(
        "rbf",
        label="kernel",
        effect=LIVE,
        labels=_LABELS,
        meaning="How alike the function is at two places.",
        when=_KERNEL,
    )
    length: float = real(
        0.8,
        low=0.05,
        high=20.0,
        log=True,
        label="length scale ℓ",
        effect=LIVE,
        meaning="How far one looks before the function is another; where the map of the evidence begins.",
        when=_KERNEL,
    )
    period: float = real(
        2.0, low=0.2, high=10.0, log=True, label="period", effect=LIVE, when={"kernel": ("periodic",), **_KERNEL}
    )
    amplitude: float = real(1.0, low=0.05, high=5.0, log=True, label="amplitude s", effect=LIVE, when=_KERNEL)
    noise: float = real(
        0.1,
        low=0.002,
        high=2.0,
        log=True,
        decimals=3,
        label="noise σ",
        effect=LIVE,
        meaning="Standard deviation of the noise that the model believes in.",
        when=_KERNEL,
    )
    join: Literal["alone", "sum", "product"] = choice(
        "alone",
        label="with a second kernel",
        effect=LIVE,
        labels={"alone": "None", "sum": "Sum", "product": "Product"},
        meaning="A sum says this or that; a product, this and that.",
        when=_KERNEL,
    )
    second: Literal["rbf", "matern12", "matern32", "matern52", "periodic", "linear", "arccosine"] = choice(
        "periodic", label="second kernel", effect=LIVE, labels=_LABELS, when=_JOINED
    )
    length2: float = real(1.0, low=0.05, high=20.0, log=True, label="second length scale", effect=LIVE, when=_JOINED)
    period2: float = real(
        2.0, low=0.2, high=10.0, log=True, label="second period", effect=LIVE, when={"second": ("periodic",), **_JOINED}
    )
    truth: bool = flag(True, label="true function", effect=VIEW, meaning="Drawn dashed.", when=_DATA)
    draws: bool = flag(
        True, label="draws", effect=VIEW, meaning="Five functions that wander as the run plays.", when=_OPEN
    )
    rule: Literal["improvement", "bound", "thompson", "random"] = choice(
        "improvement",
        label="the machine asks by",
        effect=LIVE,
        labels={
            "improvement": "Expected improvement",
            "bound": "Upper bound",
            "thompson": "Thompson's draw",
            "random": "Chance",
        },
        when=_GAME,
    )
    beta: float = real(
        2.0,
        low=0.0,
        high=6.0,
        label="β of the bound",
        effect=LIVE,
        meaning="The bound is the mean plus β deviations; at 0 it is greedy.",
        when={"rule": ("bound",), **_GAME},
    )
    reveal: bool = flag(False, label="show the function", effect=VIEW, meaning="What both look for.", when=_GAME)
    correlation: float = real(
        0.6, low=-0.99, high=0.99, label="correlation", effect=RESTART, meaning="Of x₁ and x₂.", when=_GAUSSIAN
    )
    first_std: float = real(0.7, low=0.1, high=1.5, label="deviation of x₁", effect=RESTART, when=_GAUSSIAN)
    second_std: float = real(0.5, low=0.1, high=1.5, label="deviation of x₂", effect=RESTART, when=_GAUSSIAN)
    width: Literal["2", "8", "32", "128"] = choice(
        "8",
        label="hidden units",
        effect=VIEW,
        labels={"2": "2", "8": "8", "32": "32", "128": "128"},
        meaning="Whose outputs are drawn.",
        when=_NETS,
    )
    depth: int = integer(
        2,
        low=1,
        high=4,
        label="hidden layers",
        effect=RESTART,
        meaning="Of the nets whose kernels are compared.",
        when=_NETS,
    )
