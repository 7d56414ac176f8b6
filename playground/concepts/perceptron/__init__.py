"""The perceptron: mistake-driven learning, its bound, and what one line can separate."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.perceptron.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
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
    vector,
)

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

Species = Literal["setosa", "versicolor", "virginica"]
Feature = Literal["sepal length", "sepal width", "petal length", "petal width"]

MOST_POINTS = 5000  # of a table of the user's own

CARD = Card(
    title="Perceptron and margins",
    chapter="Connectionism",
    line="Learn only from mistakes, and know how many there can be",
    badge=Badge(
        kind="exact",
        what="weights, mistakes, largest margin and the verdict on separability",
        against="rational arithmetic, Novikoff's bound and Cover's count",
    ),
    sources=(
        "F. Rosenblatt, The perceptron, Psychological Review 65 (1958)",
        "A. Novikoff, On convergence proofs on perceptrons (1962)",
        "T. Cover, Geometrical and statistical properties of systems of linear inequalities (1965)",
        "H. D. Block and S. A. Levin, On the boundedness of an iterative procedure (1970)",
        "S. Gallant, Perceptron-based learning algorithms (1990)",
        "Y. Freund and R. Schapire, Large margin classification using the perceptron algorithm (1999)",
        "P. Wolfe, Finding the nearest point in a polytope (1976)",
    ),
    pace=4.0,
    words=(
        "linear classifier",
        "margin",
        "Novikoff",
        "Cover",
        "version space",
        "XOR",
        "separable",
        "Rosenblatt",
        "McCulloch-Pitts",
        "logic gate",
        "threshold unit",
    ),
    opens=(Opens("table", "columns of numbers are features, one column with two labels is the class", MOST_POINTS),),
)

DOORS = (
    Door(
        "cover_theorem",
        title="Cover's counting theorem",
        chapter="Learning theory",
        line="How many labelings a line can make: half of them at n = 2 d",
        preset="cover",
        words=("function counting", "capacity", "dichotomies", "separable labelings", "half spaces"),
    ),
    Door(
        "vc_dimension",
        title="VC dimension",
        chapter="Learning theory",
        line="A line can give three points any labels, and four never",
        preset="shattering",
        words=("shattering", "Vapnik", "Chervonenkis", "growth function", "half spaces", "XOR"),
        plot="count",
    ),
)

MADE = ("blobs", "moons", "circles", "random")


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "gate",
        "first_weight",
        "second_weight",
        "theta",
        "data",
        "gap",
        "noise",
        "rate",
        "variant",
    )

    mode: Literal["training", "weights", "cover", "gates"] = choice(
        "training",
        label="view",
        effect=VIEW,
        labels={"training": "Training", "weights": "Weight space", "cover": "Cover", "gates": "Gates"},
        meaning="The plane of the data, the space of the weights, the count of separable labelings, or one logic unit.",
    )
    data: Literal[
        "blobs",
        "moons",
        "circles",
        "random",
        "and",
        "or",
        "xor",
        "duplicate",
        "on the line",
        "offset pair",
        "iris",
        "digits",
        "empty",
    ] = choice(
        "blobs",
        label="data",
        effect=DATA,
        labels={
            "blobs": "Separable blobs",
            "moons": "Moons",
            "circles": "Circles",
            "random": "Random labels",
            "and": "AND",
            "or": "OR",
            "xor": "XOR",
            "duplicate": "Contradiction",
            "on the line": "Points on the line",
            "offset pair": "Offset pair",
            "iris": "Iris",
            "digits": "Digits",
            "empty": "Your own points",
        },
        meaning="What is to be separated; points can be added, moved and deleted in the plane.",
    )
    points: int = integer(42, low=2, high=400, label="points", effect=DATA, when={"data": MADE})
    gap: float = real(
        0.1,
        low=0.0,
        high=1.5,
        label="margin of the blobs",
        effect=DATA,
        meaning="No point is closer than this to a line through the origin.",
        when={"data": ("blobs",)},
    )
    noise: float = real(
        0.0,
        low=0.0,
        high=0.5,
        label="label noise",
        effect=DATA,
        meaning="The probability that a label is flipped.",
        when={"data": ("blobs", "moons", "circles")},
    )
    blue_species: Species = choice("setosa", label="blue species", effect=DATA, when={"data": ("iris",)})
    orange_species: Species = choice("versicolor", label="orange species", effect=DATA, when={"data": ("iris",)})
    feature_x: Feature = choice("petal length", label="feature across", effect=DATA, when={"data": ("iris",)})
    feature_y: Feature = choice("petal width", label="feature up", effect=DATA, when={"data": ("iris",)})
    blue_digit: int = integer(3, low=0, high=9, label="blue digit", effect=DATA, when={"data": ("digits",)})
    orange_digit: int = integer(5, low=0, high=9, label="orange digit", effect=DATA, when={"data": ("digits",)})
    gate: Literal["and", "or", "not", "xor"] = choice(
        "and",
        label="gate",
        effect=VIEW,
        labels={"and": "AND", "or": "OR", "not": "NOT", "xor": "XOR"},
        when={"mode": ("gates",)},
    )
    first_weight: Literal["1", "-1"] = choice(
        "1",
        label="weight σ₁",
        effect=VIEW,
        labels={"1": "+1", "-1": "−1"},
        meaning="Whether the first input excites or inhibits.",
        when={"mode": ("gates",)},
    )
    second_weight: Literal["1", "-1"] = choice(
        "1",
        label="weight σ₂",
        effect=VIEW,
        labels={"1": "+1", "-1": "−1"},
        meaning="Whether the second input excites or inhibits.",
        when={"mode": ("gates",), "gate": ("and", "or", "xor")},
    )
    theta: float = real(
        0.5,
        low=-2.5,
        high=2.5,
        label="threshold θ",
        effect=VIEW,
        meaning="The unit gives 1 where σ·x is at least this.",
        when={"mode": ("gates",)},
    )
    rate: float = real(
        1.0,
        low=0.01,
        high=10.0,
        log=True,
        label="learning rate",
        effect=LIVE,
        meaning="How much of the point is added; from a zero start it only rescales the weights.",
    )
    rule: Literal["sgn", "margin"] = choice(
        "sgn",
        label="what is a mistake",
        effect=RESTART,
        labels={"sgn": "Wrong sign", "margin": "Wrong or zero"},
        meaning="Whether the score w·x + b of a point has the wrong sign, where 0 counts as +1; or is wrong or 0.",
    )
    order: Literal["cyclic", "shuffled", "given"] = choice(
        "cyclic",
        label="order of the points",
        effect=RESTART,
        labels={"cyclic": "Cyclic", "shuffled": "Shuffled", "given": "Given"},
        meaning="In turn, in a new random order for each pass, or in the order given below.",
    )
    sequence: tuple[float, ...] = vector(
        (),
        low=0.0,
        high=4999.0,
        fewest=0,
        most=5000,
        label="given order",
        effect=RESTART,
        decimals=0,
        meaning="Row numbers from 0; rows that are not named follow in turn. Empty: the last row first.",
        when={"order": ("given",)},
    )
    bias: bool = flag(
        True, label="bias", effect=RESTART, meaning="Whether b is learned; without it the line goes through 0."
    )
    variant: Literal["classic", "averaged", "pocket"] = choice(
        "classic",
        label="variant",
        effect=LIVE,
        labels={"classic": "Classic", "averaged": "Averaged", "pocket": "Pocket"},
        meaning="Use the newest weights, their average over all points seen, or the best ones so far.",
    )
    step_is: Literal["sample", "update", "pass"] = choice(
        "update",
        label="one step is",
        effect=LIVE,
        labels={"sample": "One point", "update": "One mistake", "pass": "One pass"},
    )
