"""ReLU linear regions: a net as flat pieces, counted exactly, while it learns."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.relu.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Opens
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

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

MOST_POINTS = 2000  # of a table of the user's own

CARD = Card(
    title="ReLU linear regions",
    chapter="Connectionism",
    line="A ReLU net is flat pieces: count them, fold them, watch them move as it learns",
    badge=Badge(
        kind="exact",
        what="cells, their affine maps and their numbers, by subdividing the window, not by sampling it",
        against="rational arithmetic, Zaslavsky's theorem and the bounds of Montúfar and Serra",
    ),
    sources=(
        "T. Zaslavsky, Facing up to arrangements (1975)",
        "R. Pascanu, G. Montúfar and Y. Bengio, On the number of response regions of deep networks (2013)",
        "G. Montúfar et al., On the number of linear regions of deep neural networks (2014)",
        "M. Telgarsky, Benefits of depth in neural networks (2016)",
        "T. Serra, C. Tjandraatmadja and S. Ramalingam, Bounding and counting linear regions (2018)",
        "B. Hanin and D. Rolnick, Complexity of linear regions in deep networks (2019)",
        "A. I. Humayun et al., SplineCam: exact visualization of deep network geometry (2023)",
        "A. Jacot, F. Gabriel and C. Hongler, Neural tangent kernel (2018)",
    ),
    heavy=True,
    pace=20.0,
    words=(
        "piecewise linear",
        "activation pattern",
        "hyperplane arrangement",
        "depth",
        "sawtooth",
        "hinge",
        "spline",
        "dead unit",
        "Telgarsky",
        "Montúfar",
        "multilayer perceptron",
    ),
    opens=(
        Opens("weights", "a net of one or two inputs, up to six hidden layers of up to 64 units, and one output"),
        Opens("table", "x and y for a function, or two coordinates and a column with two labels", MOST_POINTS),
    ),
    weights="the net on screen, as torch.nn.Sequential of linear layers and ReLU has it",
)

PLANE = ("moons", "circles", "spirals", "xor", "empty")
LINE = ("sine", "steps", "nodes")
LEARNT = (*PLANE, "sine", "steps")
RANDOM = ("random", "spoiled")


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "data", "color", "widths", "net", "rate", "updates")

    mode: Literal["regions", "net", "profile", "counts"] = choice(
        "regions",
        label="view",
        effect=VIEW,
        labels={"regions": "Regions", "net": "Net", "profile": "Profile", "counts": "Counts"},
        meaning="The pieces, the net with its weights, the output along a line, or counts against depth.",
    )
    color: Literal["output", "slope", "kink", "linear", "random"] = choice(
        "output",
        label="colour",
        effect=VIEW,
        labels={
            "output": "Output",
            "slope": "Slope",
            "kink": "Last kink",
            "linear": "Linear regions",
            "random": "Activation regions",
        },
        meaning="The output, its steepness, the deepest layer with an active unit, or a colour for each region.",
        when={"data": PLANE},
    )
    widths: tuple[float, ...] = vector(
        (16.0, 16.0),
        low=1.0,
        high=64.0,
        fewest=1,
        most=6,
        decimals=0,
        label="hidden units",
        effect=RESTART,
        meaning="Units of each hidden layer, from one to six layers; a net from a file brings its own.",
        when={"data": LEARNT},
    )
    net: Literal["random", "fold", "sawtooth", "spoiled"] = choice(
        "random",
        label="weights",
        effect=RESTART,
        labels={"random": "Random", "fold": "Fold", "sawtooth": "Sawtooth", "spoiled": "Dead and double"},
        meaning="Random, two constructions that fold the window, or random with dead, double and opposite units.",
        when={"data": LEARNT},
    )
    rule: Literal["he", "lecun", "glorot", "orthogonal", "ntk"] = choice(
        "he",
        label="initialisation",
        effect=RESTART,
        labels={"he": "He", "lecun": "LeCun", "glorot": "Glorot", "orthogonal": "Orthogonal", "ntk": "NTK"},
        meaning="Variance 2/n, 1/n or 2/(n+m), orthogonal times √2, or 2/n with the rates of the NTK parametrization.",
        when={"data": LEARNT, "net": RANDOM},
    )
    spread: float = real(
        0.5,
        low=0.0,
        high=2.0,
        label="spread of the biases",
        effect=RESTART,
        meaning="At 0 all lines of the first layer go through the origin.",
        when={"data": LEARNT, "net": RANDOM},
    )
    rate: float = real(0.01, low=1e-4, high=1.0, log=True, label="learning rate", effect=LIVE, decimals=4)
    optimiser: Literal["adam", "momentum", "sgd"] = choice(
        "adam", label="optimiser", effect=LIVE, labels={"adam": "Adam", "momentum": "Momentum", "sgd": "Plain"}
    )
    updates: int = integer(
        4, low=1, high=100, label="updates a step", effect=LIVE, meaning="How often the weights move in one step."
    )
    batch: int = integer(
        256,
        low=1,
        high=512,
        log=True,
        label="batch",
        effect=LIVE,
        meaning="Points an update; all where there are less.",
    )
    data: Literal["moons", "circles", "spirals", "xor", "empty", "sine", "steps", "nodes"] = choice(
        "moons",
        label="data",
        effect=DATA,
        labels={
            "moons": "Moons",
            "circles": "Circles",
            "spirals": "Spirals",
            "xor": "XOR",
            "empty": "Your own points",
            "sine": "Sine (one input)",
            "steps": "Steps (one input)",
            "nodes": "Broken line (one input)",
        },
        meaning="What is learnt: two classes in the plane, a function of one input, or a line through nodes you drag.",
    )
    points: int = integer(
        120, low=2, high=400, label="points", effect=DATA, when={"data": (*PLANE[:4], "sine", "steps")}
    )
    noise: float = real(
        0.1, low=0.0, high=0.5, label="noise", effect=DATA, when={"data": (*PLANE[:4], "sine", "steps")}
    )
    left: float = real(0.0, low=-5.0, high=5.0, label="slope on the left", effect=RESTART, when={"data": ("nodes",)})
    right: float = real(-2.0, low=-5.0, high=5.0, label="slope on the right", effect=RESTART, when={"data": ("nodes",)})
    nets: int = integer(
        1,
        low=1,
        high=32,
        label="nets at once",
        effect=RESTART,
        meaning="Nets from different random starts that learn together, in one batch.",
        when={"data": LEARNT},
    )
    beside: Literal["nothing", "wide"] = choice(
        "nothing",
        label="beside it",
        effect=RESTART,
        labels={"nothing": "Nothing", "wide": "One wide layer"},
        meaning="A random net with one hidden layer and as many weights learns the same, in lockstep.",
        when={"data": LEARNT, "mode": ("regions",)},
    )
    shown: int = integer(1, low=1, high=32, label="net shown", effect=LIVE, when={"data": LEARNT})
