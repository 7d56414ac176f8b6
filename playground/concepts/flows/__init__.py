"""Normalising flow: a Gaussian is bent into the data by layers that can be undone, and every density is exact."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.flows.names import FLOWS, MAPS
from playground.engine.declarations.concept import Badge, Card, Door, Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import DATA_LABELS, LINE, OPENS
from playground.engine.kit.points.declared import PointGestures

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Normalising flow",
    chapter="Generative models",
    line="A Gaussian bent into the data, with every density exact",
    badge=Badge(
        kind="exact",
        what="densities, inverses and log-determinants, to rounding; likelihoods are means over points held out",
        against="worked cases by independent code, and gradients by automatic differentiation",
    ),
    sources=(
        "L. Dinh, D. Krueger and Y. Bengio, NICE: non-linear independent components estimation (2014)",
        "D. Rezende and S. Mohamed, Variational inference with normalizing flows (2015)",
        "L. Dinh, J. Sohl-Dickstein and S. Bengio, Density estimation using Real NVP (2017)",
        "R. Cornish et al., Relaxing bijectivity constraints with continuously indexed normalising flows (2020)",
        "G. Papamakarios et al., Normalizing flows for probabilistic modeling and inference, JMLR 22 (2021)",
    ),
    dtype="float32",
    heavy=True,
    pace=20.0,
    opens=OPENS,
    words=(
        "RealNVP",
        "NICE",
        "coupling layer",
        "change of variables",
        "Jacobian",
        "log-determinant",
        "invertible",
        "exact likelihood",
        "density estimation",
        "generative model",
        "bijection",
    ),
)
DOORS = (
    Door(
        "change_of_variables",
        title="Change of variables",
        chapter="Generative models",
        line="A density stretched is a density thinned: p(x) = φ(z) / |dx/dz|",
        preset="log_normal",
        words=("log-normal", "Jacobian", "push-forward", "transformation of densities"),
    ),
)

_PLANE = {"mode": ("plane",)}
_LINE = {"mode": ("line",)}
MOST_LAYERS = 12


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar = ("mode", "data", "flow", "layers", "shown", "points", "rate", "map", "a", "b", "z")

    mode: Literal["plane", "line"] = choice(
        "plane",
        label="view",
        effect=RESTART,
        labels={"plane": "Bending a plane", "line": "Stretching a line"},
    )
    data: Literal["two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank"] = choice(
        "moons",
        label="data",
        effect=DATA,
        labels={name: words for name, words in DATA_LABELS.items() if name not in LINE},
        meaning="The law is known, so that the best likelihood is known, too.",
        when=_PLANE,
    )
    width: float = real(
        0.18,
        low=0.03,
        high=0.6,
        label="width of a Gaussian",
        effect=DATA,
        meaning="Standard deviation of a component of the Gaussian data sets.",
        when={**_PLANE, "data": ("two", "eight", "grid", "unequal")},
    )
    examples: int = integer(
        4000,
        low=20,
        high=20000,
        log=True,
        label="training points",
        effect=DATA,
        meaning="How many points the flow is given.",
        when=_PLANE,
    )
    flow: Literal["coupling", "one_side", "additive", "affine"] = choice(
        "coupling",
        label="layers of",
        effect=RESTART,
        labels=FLOWS,
        meaning="What a layer does with the coordinate that moves.",
        when=_PLANE,
    )
    layers: int = integer(8, low=1, high=MOST_LAYERS, label="layers", effect=RESTART, when=_PLANE)
    hidden: int = integer(
        32,
        low=4,
        high=64,
        log=True,
        label="hidden units",
        effect=RESTART,
        meaning="Of each of the two hidden layers of a net.",
        when={**_PLANE, "flow": ("coupling", "one_side", "additive")},
    )
    base: Literal["one", "two"] = choice(
        "one",
        label="base",
        effect=RESTART,
        labels={"one": "One Gaussian", "two": "Two Gaussians"},
        meaning="The law that is bent.",
        when=_PLANE,
    )
    rate: float = real(
        0.005,
        low=1e-4,
        high=1.0,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="Of Adam.",
        when=_PLANE,
    )
    batch: int = integer(128, low=16, high=512, log=True, label="points an update", effect=LIVE, when=_PLANE)
    updates: int = integer(3, low=1, high=5, label="updates a step", effect=LIVE, when=_PLANE)
    shown: int = integer(
        MOST_LAYERS,
        low=0,
        high=MOST_LAYERS,
        label="layers passed",
        effect=VIEW,
        meaning="The picture stands after so many layers: 0 is the base; from the last on the data.",
        when=_PLANE,
    )
    points: Literal["data", "samples", "none"] = choice(
        "data",
        label="points",
        effect=VIEW,
        labels={"data": "Data held out", "samples": "Samples of the flow", "none": "None"},
        when=_PLANE,
    )
    map: Literal["affine", "exp", "sinh", "cubic", "sigmoid", "square", "chain"] = choice(
        "exp", label="map", effect=LIVE, labels=MAPS, meaning="What z becomes; u = a z + b.", when=_LINE
    )
    a: float = real(0.6, low=0.1, high=2.0, label="a", effect=LIVE, when=_LINE)
    b: float = real(0.0, low=-2.0, high=2.0, label="b", effect=LIVE, when=_LINE)
    z: float = real(1.0, low=-3.0, high=3.0, label="z", effect=VIEW, meaning="The place that is followed.", when=_LINE)
    both: bool = flag(
        True,
        label="both branches",
        effect=LIVE,
        meaning="Every z that becomes x adds its share; off: one of them alone.",
        when={**_LINE, "map": ("square",)},
    )


METRICS = (
    Metric("nll", "−log p, held out", "Mean over 600 points that the flow never saw, in nats.", decimals=3),
    Metric("nll_train", "−log p, training", "The same over points that it learns from.", decimals=3),
    Metric("nll_law", "of the law itself", "The best there is: of the true law, at the same points.", decimals=3),
    Metric("nll_gaussian", "of the best Gaussian", "What a flow of lines can reach.", decimals=3),
    Metric("nll_normal", "of N(0, I)", "What the flow begins with: log 2π + 1.", decimals=3),
    Metric(
        "stray",
        "samples astray",
        "Share of 40,000 samples where the law is 12 nats below the least likely point.",
        decimals=4,
    ),
    Metric("updates", "updates", "Of the weights since the start.", decimals=None),
    Metric("round_trip", "round trip", "The largest |f(f⁻¹(x)) − x| over 100 of the held-out points.", decimals=7),
    Metric("mass", "integral of p", "Over the square from −5 to 5, on a grid.", decimals=4),
    Metric("log_p", "log p at the point", "Of the point that is followed.", decimals=3),
    Metric("log_det", "log-determinant there", "Of f⁻¹: minus the sum of s over the layers.", decimals=3),
    Metric("density", "p(x)", "Of the place that is followed on the line.", decimals=4),
    Metric("slope", "dx/dz", "How much the map stretches there.", decimals=4),
    Metric("drawn", "draws", "Of z so far.", decimals=None),
    Metric(
        "distance", "distance to the law", "The largest gap of both distribution functions (Kolmogorov).", decimals=3
    ),
    hidden("gap", "held out − training", "How much less likely the points held out are.", 3),
    hidden("level", "layers passed", "Of those that there are."),
    hidden("place", "x", "Where z goes.", 3),
)

_points = PointGestures(words="component", reach=100.0, when=_PLANE)
GESTURES = (
    GestureDecl(
        "choose",
        (
            *_points.place,
            Field("level", "integer", low=0, high=MOST_LAYERS, meaning="behind how many layers the place is"),
        ),
        "Follow the point at a place through the layers.",
        target=("level",),
        when=_PLANE,
    ),
    _points.draw("draw", "Add data along a stroke."),
)

JOBS = (
    JobDecl(
        "audit",
        "integral and samples astray",
        "Sums the density over a grid of 250,000 cells, and looks where 40,000 samples lie.",
        reads=("mode", "flow", "layers", "hidden", "base"),
        reads_state=True,
        when=_PLANE,
    ),
)
