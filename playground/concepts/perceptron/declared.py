"""What the perceptron declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.kit.points.declared import TWO_CLASSES, PointGestures

_SHOWN = (
    Metric("updates", "mistakes", "How often the weights were changed.", decimals=None, note="{bound_note}"),
    Metric(
        "errors",
        "points misclassified",
        "Mistakes of the present line under the chosen rule.",
        decimals=None,
        note="of {points}",
    ),
    Metric(
        "margin",
        "smallest margin",
        "min y (w·x + b) / |(w, b)|, without b where there is no bias; negative if a point is on the wrong side, none "
        "while the weights are 0.",
        decimals=4,
    ),
    Metric(
        "max_margin",
        "largest margin possible",
        "The largest smallest margin of any weights, exact, measured like the smallest margin; none if the data are "
        "not separable.",
        decimals=4,
    ),
    Metric(
        "separable",
        "separable",
        "Whether some line separates the points, by an exact test; none without points.",
        decimals=None,
    ),
    Metric("epochs", "passes", "Finished passes over the data.", decimals=None),
    Metric(
        "period",
        "period in passes",
        "After how many passes the weights repeat exactly; none as long as no repetition was found.",
        decimals=None,
    ),
    Metric(
        "cover_count",
        "separable labelings",
        "Exact number of separable labelings of the counted points.",
        decimals=None,
        note="of {cover_all}",
    ),
    Metric(
        "cover_formula",
        "Cover's number",
        "The theorem's number for as many points in general position.",
        decimals=None,
    ),
    Metric(
        "cover_fraction", "separable share", "Exact share of separable labelings of the counted points.", decimals=4
    ),
    Metric(
        "cover_gap",
        "samples, largest error",
        "Largest difference of a sampled share from Cover's, in 10 dimensions.",
        decimals=3,
    ),
)


_FURTHER = (
    hidden("converged", "converged", "Whether a whole pass went by without a mistake."),
    hidden("seen", "points seen", "How many points were visited."),
    hidden("R", "longest point R", "max |(x, 1)|, or max |x| without a bias.", 3),
    hidden(
        "bound",
        "bound on the mistakes",
        "(R/γ)² with the largest margin γ for a start at 0; after an act of the user, the same argument from the "
        "weights at that moment; none if the data are not separable.",
        1,
    ),
    hidden("bound_note", "bound", "The bound as a note beside the mistakes; empty where there is none."),
    hidden(
        "bound_without_one",
        "bound without the 1",
        "The bound with points and margin measured without the 1 of the bias, which is false; for the offset pair.",
        1,
    ),
    hidden("start_updates", "mistakes before", "The mistakes before the last act of the user."),
    hidden("pass_mistakes", "mistakes in the last pass", "Mistakes in the last finished pass."),
    hidden(
        "distance",
        "smallest distance",
        "Distance of the nearest point to the line, min y (w·x + b) / |w|; negative if a point is on the wrong side.",
        2,
    ),
    hidden("clearance", "clearance", "The smallest distance where it is positive; none otherwise.", 2),
    hidden("margin_gap", "gap of the largest margin", "The true largest margin is at most this much larger.", 15),
    hidden(
        "proved",
        "verdict proved",
        "Whether the verdict on separability is proved, by an error bound or in rational numbers.",
    ),
    hidden(
        "version_share",
        "version space",
        "Share of all directions of the weights that classify every point rightly; none for over three weights.",
        4,
    ),
    hidden("alignment", "w*·w", "The weights along the best direction, in units of the rate.", 2),
    hidden("alignment_low", "t γ", "What Novikoff's argument promises for w*·w after t mistakes.", 2),
    hidden("length", "|w|", "The length of the weights, in units of the rate.", 2),
    hidden("length_high", "R √t", "What Novikoff's argument allows for |w| after t mistakes.", 2),
    hidden("points", "points", "How many points there are."),
    hidden("signed_rate", "η y", "Learning rate times label of the last mistake.", 2),
    hidden("b", "b", "The bias.", 2),
    hidden("row", "point", "Row of the point that the last step ended at."),
)
_FLAGS = (
    hidden("updated", "a mistake", "Whether the last step changed the weights."),
    hidden("passed_by", "no mistake", "Whether the last step ended at a point that was right."),
    hidden("blue_mistake", "a blue mistake", "Whether the last step's mistake was on a blue point."),
    hidden("orange_mistake", "an orange mistake", "Whether the last step's mistake was on an orange point."),
    hidden("written_out", "update in numbers", "Whether the last update is short enough to be written out."),
    hidden("wide", "many weights", "Whether the weights are too many to be written out."),
    hidden("with_bias", "with bias", "Whether the last entry of the weights is the bias."),
    hidden("plain_start", "start at 0", "Whether the bound counts from a start at 0."),
    hidden("moved_start", "start elsewhere", "Whether the bound counts from other weights."),
    hidden("cycling", "cycling", "Whether the weights repeat exactly."),
    hidden("inseparable", "not separable", "Whether no line separates the points."),
    hidden("verdict", "verdict", "Whether a line separates the points, in words."),
    hidden("x_name", "across", "What the horizontal axis of the plane is."),
    hidden("y_name", "up", "What the vertical axis of the plane is."),
    hidden("weights", "weights", "How many weights there are, the bias included."),
    hidden("arrow_shown", "arrow", "Whether the plane has a weight arrow: there are at most two features."),
    hidden("arrow_name", "w", "The name of the weight arrow."),
    hidden("blue_name", "blue", "What the blue class is."),
    hidden("orange_name", "orange", "What the orange class is."),
    hidden("classes", "classes", "Which class has which label, with the names of the classes where they have some."),
    hidden("line_name", "line in use", "The name of the line in use, where it is not the newest."),
    hidden("line_far", "line outside", "Whether the line is too far from the points to be shown."),
    hidden("line_distance", "distance of the line", "Distance of the line from the middle of the points.", 2),
    hidden("unbounded", "no bound", "Whether there are points and no bound, since they are not separable."),
    hidden("acted", "acted", "Whether points, rate or weights were changed by hand: the argument starts anew."),
    hidden("novikoff", "Novikoff", "Where the two promised curves meet, in words."),
    hidden("period_name", "period", "The period of the cycle in words."),
    hidden("best_shown", "best direction", "Whether the direction of the largest margin meets the shown weights."),
    *(hidden(f"other_{d}", f"not {d}", f"Whether the weights in use are not {d}.") for d in (5, 10, 15)),
    hidden("slice_name", "slice", "Which slice of the weight space is shown, in that view."),
)
_BY_JOBS = (
    hidden("cover_n", "points counted", "How many of the points the exact count takes in."),
    hidden("cover_all", "labelings", "How many labelings the counted points have, 2^n."),
    hidden("cover_words", "the count", "The exact count in words."),
    hidden("gates_exact", "gates realised", "How many of AND, OR, NOT some unit with weights ±1 computes exactly."),
    hidden("xor_solutions", "units for XOR", "How many units with weights ±1 compute XOR."),
    hidden("bound_ratio", "share of the bound", "Largest mistakes / bound over 200 random separable sets.", 3),
    hidden(
        "span_residual",
        "outside the span",
        "Largest relative part of the weights outside the span of the points, over 200 random sets.",
        15,
    ),
    hidden(
        "version_violations",
        "violations",
        "How often, in 200 random sequences, the version space grew with a point, or was empty for separable points, "
        "or the reverse.",
    ),
    hidden("norm_violations", "violations", "How often the norm inequalities failed for 10,000 random vectors."),
)
METRICS = (*_SHOWN, *_FURTHER, *_FLAGS, *_BY_JOBS)

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
    ArrayDecl("weight_image", "8 8", "minus the weights, the votes for orange, as a picture (one row if not 64)"),
)
_PROMISE = (
    ArrayDecl("promise_t", "any", "mistakes since the start of the argument, and those before it"),
    ArrayDecl("promise_low", "as promise_t, or none", "t γ, from the start of the argument; none if not separable"),
    ArrayDecl("promise_high", "as promise_t", "R √t, from the start of the argument"),
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
    *(ArrayDecl(f"cover_d{d}", "40", f"share of separable labelings for {d} weights, by Cover") for d in (5, 10, 15)),
    *(ArrayDecl(f"count_d{d}", "40", f"log10 of their number for {d} weights") for d in (5, 10, 15)),
    *(ArrayDecl(f"half_{d}", "2", "where that share is one half, at n = 2 d") for d in ("d5", "d10", "d15")),
    ArrayDecl("here_name", "2", "where the curve for the number of weights in use is named"),
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
ARRAYS = (*_TRAINING, *_PROMISE, *_WEIGHTS, *_COVER)

_POINTS = PointGestures(label=TWO_CLASSES)

GESTURES = (
    _POINTS.add("Add a point; the run goes on with it."),
    _POINTS.move("Move a point."),
    _POINTS.delete("Delete a point."),
    _POINTS.relabel("flip_label", "Give a point the other label."),
    GestureDecl("aim", _POINTS.place, "Turn the line by dragging the head of the weight arrow to a place."),
    GestureDecl(
        "set_weights",
        (Field("w1", "real", meaning="first weight"), Field("w2", "real", meaning="second weight")),
        "Set the two weights; the bias stays.",
    ),
    GestureDecl("relabel", (), "Give every point a label by a fair coin.", button="Relabel at random"),
    _POINTS.clear(),
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
    JobDecl(
        "gates", "Try all logic units", "Tries every McCulloch-Pitts unit on AND, OR, NOT and XOR.", reads_data=False
    ),
    JobDecl(
        "bounds", "Test the bound", "Trains on 200 random separable sets and compares with the bound.", reads_data=False
    ),
    JobDecl(
        "shrinking",
        "Test the version space",
        "Adds points one by one in 200 random sequences and measures the version space.",
        reads_data=False,
    ),
    JobDecl("norms", "Test the norm inequalities", "Compares the norms of 10,000 random vectors.", reads_data=False),
)

CLAIMS = (
    Claim(
        "gates",
        "A unit with weights ±1 computes AND, OR and NOT exactly (3 of 3).",
        preset="and_gate",
        metric="gates_exact",
        op="==",
        threshold=3,
        steps=0,
        job="gates",
    ),
    Claim(
        "xor",
        "No unit computes XOR: 0 of all weights and thresholds.",
        preset="xor",
        metric="xor_solutions",
        op="==",
        threshold=0,
        steps=0,
        job="gates",
    ),
    Claim(
        "bound",
        "In 200 of 200 random separable sets the mistakes stay below (R/γ)².",
        preset="small_margin",
        metric="bound_ratio",
        op="<=",
        threshold=1.0,
        steps=0,
        job="bounds",
    ),
    Claim(
        "span",
        "The weights lie in the span of the points (residual below 10⁻¹⁰).",
        preset="small_margin",
        metric="span_residual",
        op="<",
        threshold=1e-10,
        steps=0,
        job="bounds",
    ),
    Claim(
        "this_run",
        "This run makes no more mistakes than the bound (R/γ)².",
        preset="small_margin",
        metric="updates",
        op="<=",
        threshold="bound",
        steps=5000,
    ),
    Claim(
        "version_space",
        "The version space never grows with a point, and is empty exactly if no line separates.",
        preset="weight_space",
        metric="version_violations",
        op="==",
        threshold=0,
        steps=0,
        job="shrinking",
    ),
    Claim(
        "cover",
        "Sampled shares of separable labelings in 10 dimensions are within 0.15 of Cover's.",
        preset="cover",
        metric="cover_gap",
        op="<",
        threshold=0.15,
        steps=0,
        job="capacity",
    ),
    Claim(
        "norms",
        "|x|₂/√d ≤ max|x| ≤ |x|₂ ≤ |x|₁ ≤ √d |x|₂, and the Cauchy-Schwarz inequality: 0 violations in 10,000 vectors.",
        preset="small_margin",
        metric="norm_violations",
        op="==",
        threshold=0,
        steps=0,
        job="norms",
    ),
    Claim(
        "repeats",
        "XOR has no separating line, and the weights repeat exactly.",
        preset="xor",
        metric="cycling",
        op="==",
        threshold=True,
        steps=400,
    ),
)
