"""The perceptron: mistake-driven learning, its bound, and what one line can separate."""

from __future__ import annotations

from typing import Literal

from playground.engine.concept import ArrayDecl, Badge, Card, Claim, Field, GestureDecl, JobDecl, Metric
from playground.engine.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real, vector

Species = Literal["setosa", "versicolor", "virginica"]
Feature = Literal["sepal length", "sepal width", "petal length", "petal width"]

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
    words=("linear classifier", "margin", "Novikoff", "Cover", "version space", "XOR", "separable", "Rosenblatt"),
)

MADE = ("blobs", "moons", "circles", "random")


class Params(ConceptParams):
    """What may be turned."""

    mode: Literal["training", "weights", "cover"] = choice(
        "training",
        label="view",
        effect=VIEW,
        labels={"training": "Training", "weights": "Weight space", "cover": "Cover"},
        meaning="The plane of the data, the space of the weights, or the count of separable labelings.",
    )
    data: Literal[
        "blobs", "moons", "circles", "random", "and", "or", "xor", "duplicate", "offset pair", "iris", "digits", "empty"
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
            "offset pair": "Offset pair",
            "iris": "Iris",
            "digits": "Digits",
            "empty": "Your own points",
        },
        meaning="What is to be separated; points can be added, moved and deleted in the plane.",
    )
    points: int = integer(36, low=2, high=400, label="points", effect=DATA, when={"data": MADE})
    gap: float = real(
        0.2,
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
        labels={"sgn": "sgn(s) ≠ y", "margin": "y s ≤ 0"},
        meaning="They differ only at score s = 0 with label +1: sgn(0) = +1 calls it right, the margin rule wrong.",
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


METRICS = (
    Metric("updates", "mistakes", "How often the weights were changed.", decimals=None, note="≤ {bound}"),
    Metric("errors", "points misclassified", "Mistakes of the present line under the chosen rule.", decimals=None,
           note="of {points}"),
    Metric("margin", "smallest margin", "min y (w·x + b) / |(w, b)|, without b where there is no bias; negative: some "
           "point is on the wrong side. None while the weights are 0."),
    Metric("max_margin", "largest margin possible", "The largest smallest margin of any weights, exact, in the same "
           "units as the smallest margin; none if the data are not separable.", decimals=4),
    Metric("separable", "separable", "Whether some line separates the points, by an exact test.", decimals=None),
    Metric("converged", "converged", "Whether a whole pass went by without a mistake.", decimals=None),
    Metric("period", "period of the cycle", "After how many passes the weights repeat exactly; none while no repetition "
           "was found.", unit="passes", decimals=None),
    Metric("epochs", "passes", "Finished passes over the data.", decimals=None),
    Metric("seen", "points seen", "How many points were visited.", decimals=None),
    Metric("R", "longest point R", "max |(x, 1)|, or max |x| without a bias.", decimals=3),
    Metric("bound", "bound on the mistakes", "(R/γ)² with the largest margin γ, for a start at 0; after a drag of the "
           "data or the arrow, the same argument from the weights at that moment. None if not separable.", decimals=1),
    Metric("pass_mistakes", "mistakes in the last pass", "Mistakes in the last finished pass.", decimals=None),
    Metric("distance", "smallest distance", "Distance of the nearest point to the line, min y (w·x + b) / |w|; negative "
           "if some point is on the wrong side.", shown=False),
    Metric("margin_gap", "gap of the largest margin", "The true largest margin is at most this much larger.",
           decimals=15, shown=False),
    Metric("proved", "verdict proved", "Whether the verdict on separability is proved with error bounds or in rational "
           "numbers.", decimals=None, shown=False),
    Metric("version_share", "version space", "Share of all directions of the weights that classify every point rightly.",
           decimals=4, shown=False),
    Metric("alignment", "w*·w", "The weights along the best direction, in units of the rate.", shown=False),
    Metric("alignment_low", "t γ", "What Novikoff's argument promises for w*·w after t mistakes.", shown=False),
    Metric("length", "|w|", "The length of the weights, in units of the rate.", shown=False),
    Metric("length_high", "R √t", "What Novikoff's argument allows for |w| after t mistakes.", shown=False),
    Metric("points", "points", "How many points there are.", decimals=None, shown=False),
    Metric("signed_rate", "η y", "Learning rate times label of the last mistake.", shown=False),
    Metric("b", "b", "The bias.", shown=False),
    Metric("row", "point", "Row of the point that the last step ended at.", decimals=None, shown=False),
    Metric("updated", "a mistake", "Whether the last step changed the weights.", decimals=None, shown=False),
    Metric("visited", "a point", "Whether the last step ended at a point.", decimals=None, shown=False),
    Metric("written_out", "update in numbers", "Whether the last update is short enough to be written out.",
           decimals=None, shown=False),
    Metric("wide", "many weights", "Whether the weights are too many to be written out.", decimals=None, shown=False),
    Metric("with_bias", "with bias", "Whether the last entry of the weights is the bias.", decimals=None, shown=False),
    Metric("plain_start", "start at 0", "Whether the bound counts from a start at 0.", decimals=None, shown=False),
    Metric("moved_start", "start elsewhere", "Whether the bound counts from other weights.", decimals=None, shown=False),
    Metric("cycling", "cycling", "Whether the weights repeat exactly.", decimals=None, shown=False),
    Metric("inseparable", "not separable", "Whether no line separates the points.", decimals=None, shown=False),
    Metric("verdict", "verdict", "Separable or not, in words.", decimals=None, shown=False),
    Metric("x_name", "across", "What the horizontal axis of the plane is.", decimals=None, shown=False),
    Metric("y_name", "up", "What the vertical axis of the plane is.", decimals=None, shown=False),
    Metric("blue_name", "blue", "What the blue class is.", decimals=None, shown=False),
    Metric("orange_name", "orange", "What the orange class is.", decimals=None, shown=False),
    Metric("slice_name", "slice", "Which slice of the weight space is shown.", decimals=None, shown=False),
    Metric("cover_n", "points counted", "How many of the points the exact count takes in.", decimals=None, shown=False),
    Metric("cover_count", "separable labelings", "Exact number of separable labelings of the counted points.",
           decimals=None, shown=False),
    Metric("cover_formula", "Cover's number", "2 Σ binom(n−1, i) for the counted points.", decimals=None, shown=False),
    Metric("cover_fraction", "separable share", "Share of separable labelings of the points on screen.", decimals=4,
           shown=False),
    Metric("cover_gap", "largest gap to Cover", "Largest difference of the sampled share from Cover's, in 10 dimensions.",
           decimals=3, shown=False),
    Metric("gates_exact", "gates realised", "How many of AND, OR and NOT some unit with weights ±1 computes exactly.",
           decimals=None, shown=False),
    Metric("xor_solutions", "units that compute XOR", "How many units with weights ±1 compute XOR.", decimals=None,
           shown=False),
    Metric("bound_ratio", "largest share of the bound", "Largest mistakes / bound over 200 random separable sets.",
           decimals=3, shown=False),
    Metric("span_residual", "residual outside the span", "Largest part of the weights outside the span of the points, "
           "relative, over 200 random sets.", decimals=15, shown=False),
    Metric("version_violations", "violations", "How often, in 200 random sequences, the version space grew with a point "
           "or was empty for separable points, or the reverse.", decimals=None, shown=False),
    Metric("norm_violations", "violations", "How often the norm inequalities failed for 10,000 random vectors.",
           decimals=None, shown=False),
)  # fmt: skip

_TRAINING = (
    ArrayDecl("plane_points", "points 2", "positions in the plane, in the units of the features"),
    ArrayDecl("labels", "points", "0 for blue (y = +1), 1 for orange (y = -1)"),
    ArrayDecl("ids", "points", "stable numbers of the points"),
    ArrayDecl("boundary", "3", "w1, w2, b of the line in use, in the coordinates of the plane"),
    ArrayDecl("newest", "3", "the newest line, where the average or the pocket is in use; else zeros"),
    ArrayDecl("before", "3", "the line before the last mistake; zeros if the last step made none"),
    ArrayDecl("arrow_tail", "2", "where the weight arrow stands on the line"),
    ArrayDecl("arrow", "2", "the weight arrow: direction of w, length saturating with |w|"),
    ArrayDecl("visited_point", "2", "the point that the last step ended at"),
    ArrayDecl("plane_x", "2", "range of the plane across"),
    ArrayDecl("plane_y", "2", "range of the plane up"),
    ArrayDecl("w_before", "weights", "weights before the last mistake, bias last"),
    ArrayDecl("w_after", "weights", "weights after the last mistake, bias last"),
    ArrayDecl("x_visited", "weights", "the point of the last mistake, with 1 appended where there is a bias"),
    ArrayDecl("sum_before", "2", "w before the update, in the plane of the vector sum"),
    ArrayDecl("sum_step", "2", "rate y x in the plane of the vector sum"),
    ArrayDecl("sum_after", "2", "w after the update, in the plane of the vector sum"),
    ArrayDecl("sum_x", "2", "range of the vector sum across"),
    ArrayDecl("sum_y", "2", "range of the vector sum up"),
    ArrayDecl("weight_image", "8 8", "the weights as a picture (one row where they are not 64)"),
)
_WEIGHTS = (
    ArrayDecl("blue_lines", "blue points 3", "each blue point x as the line x·w + b = 0 in the plane of (w1, w2)"),
    ArrayDecl("orange_lines", "orange points 3", "each orange point as such a line"),
    ArrayDecl("version_space", "corners 2", "the part of the plane of weights that classifies every point rightly"),
    ArrayDecl("w_plane", "2", "the weights (w1, w2)"),
    ArrayDecl("best_plane", "2", "the direction of the largest margin, as long as the weights"),
    ArrayDecl("last_step", "2", "the last change of (w1, w2)"),
    ArrayDecl("last_tail", "2", "(w1, w2) before the last change"),
    ArrayDecl("weights_x", "2", "range of w1"),
    ArrayDecl("weights_y", "2", "range of w2"),
)
_COVER = (
    ArrayDecl("cover_x", "40", "numbers of points, 1 to 40"),
    *(ArrayDecl(f"cover_d{d}", "40", f"share of separable labelings for {d} weights, by Cover") for d in (2, 5, 10)),
    *(ArrayDecl(f"count_d{d}", "40", f"log10 of their number for {d} weights") for d in (2, 5, 10)),
    ArrayDecl("cover_here", "40", "share by Cover for the number of weights in use"),
    ArrayDecl("count_here", "40", "log10 of the number for the number of weights in use"),
    ArrayDecl("count_all", "40", "log10 of 2^n, the number of all labelings"),
    ArrayDecl("exact_x", "up to 12", "numbers of points counted: the first 1, 2, ... points on screen"),
    ArrayDecl("exact_share", "up to 12", "exact share of separable labelings of those points"),
    ArrayDecl("exact_count", "up to 12", "log10 of their exact number"),
    ArrayDecl("sampled_x", "any", "numbers of points beyond 12 whose labelings were sampled"),
    ArrayDecl("sampled_share", "any", "sampled share of separable labelings"),
    ArrayDecl("sampled_low", "any", "the share minus two standard errors"),
    ArrayDecl("sampled_high", "any", "the share plus two standard errors"),
    ArrayDecl("capacity_x", "any", "numbers of Gaussian points in 10 dimensions"),
    ArrayDecl("capacity_share", "any", "sampled share of separable labelings of those"),
    ArrayDecl("capacity_low", "any", "the share minus two standard errors"),
    ArrayDecl("capacity_high", "any", "the share plus two standard errors"),
)
ARRAYS = (*_TRAINING, *_WEIGHTS, *_COVER)

_ID = Field("id", "integer", low=0, high=1e9, meaning="number of the point")
_X = Field("x", "real", meaning="position across")
_Y = Field("y", "real", meaning="position up")

GESTURES = (
    GestureDecl(
        "add_point",
        (_X, _Y, Field("label", "choice", choices=("blue", "orange"), meaning="its class")),
        "Add a point; the run goes on with it.",
    ),
    GestureDecl("move_point", (_ID, _X, _Y), "Move a point.", target=("id",)),
    GestureDecl("delete_point", (_ID,), "Delete a point.", target=("id",)),
    GestureDecl("flip_label", (_ID,), "Give a point the other label."),
    GestureDecl("aim", (_X, _Y), "Turn the line by dragging the head of the weight arrow to a place."),
    GestureDecl(
        "set_weights",
        (Field("w1", "real", meaning="first weight"), Field("w2", "real", meaning="second weight")),
        "Set the two weights; the bias stays.",
    ),
    GestureDecl("relabel", (), "Give every point a label by a fair coin.", button="Relabel at random"),
    GestureDecl("clear", (), "Remove all points.", button="Remove all points"),
)

JOBS = (
    JobDecl(
        "cover",
        "Count separable labelings",
        "Tests every labeling of the first points on screen, up to 12, and samples labelings of more.",
        reads=("bias",),
        when={"mode": ("cover",)},
    ),
    JobDecl(
        "capacity",
        "Sample in 10 dimensions",
        "Tests random labelings of Gaussian points in 10 dimensions for separability.",
        reads_data=False,
        when={"mode": ("cover",)},
    ),
    JobDecl("gates", "Try all logic units", "Tries every McCulloch-Pitts unit on AND, OR, NOT and XOR.", reads_data=False),
    JobDecl("bounds", "Test the bound", "Trains on 200 random separable sets and compares with the bound.",
            reads_data=False),
    JobDecl("shrinking", "Test the version space", "Adds points one by one in 200 random sequences and measures the "
            "version space.", reads_data=False),
    JobDecl("norms", "Test the norm inequalities", "Compares the norms of 10,000 random vectors.", reads_data=False),
)  # fmt: skip

CLAIMS = (
    Claim("gates", "A unit with weights ±1 computes AND, OR and NOT exactly (3 of 3).", "and_gate", "gates_exact", "==", 3,
          steps=0, job="gates"),
    Claim("xor", "No unit computes XOR: 0 of all weights and thresholds.", "xor", "xor_solutions", "==", 0, steps=0,
          job="gates"),
    Claim("bound", "In 200 of 200 random separable sets the mistakes stay below (R/γ)².", "small_margin", "bound_ratio",
          "<=", 1.0, steps=0, job="bounds"),
    Claim("span", "The weights lie in the span of the points (residual below 1e-10).", "small_margin", "span_residual",
          "<", 1e-10, steps=0, job="bounds"),
    Claim("run", "This run makes no more mistakes than the bound.", "small_margin", "updates", "<=", "bound", steps=2000),
    Claim("version_space", "The version space never grows with a point, and is empty exactly if no line separates.",
          "weight_space", "version_violations", "==", 0, steps=0, job="shrinking"),
    Claim("cover", "Sampled shares of separable labelings in 10 dimensions are within 0.15 of Cover's.", "cover",
          "cover_gap", "<", 0.15, steps=0, job="capacity"),
    Claim("norms", "|x|₂/√d ≤ |x|∞ ≤ |x|₂ ≤ |x|₁ ≤ √d |x|₂ and |x·y| ≤ |x|₂ |y|₂ for 10,000 vectors, 0 violations.",
          "small_margin", "norm_violations", "==", 0, steps=0, job="norms"),
    Claim("repeats", "XOR is not separable, and the weights repeat exactly after one pass.", "xor", "period", "==", 1,
          steps=200),
)  # fmt: skip
