"""What the perceptron declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
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
        "The largest smallest margin of any weights, exact, measured like the smallest margin; 0 if points must lie on "
        "the line, none if the data are not separable.",
        decimals=4,
    ),
    Metric(
        "separable",
        "separable",
        "Whether some weights make no mistake under the chosen rule, by an exact test; none without points.",
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
        "cover_formula", "Cover's number", "The theorem's number for as many points in general position.", decimals=None
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
    hidden(
        "bound",
        "bound on the mistakes",
        "(R/γ)² with the largest margin γ for a start at 0; after an act of the user, the same argument from the "
        "weights at that moment; none if the largest margin is 0 or the data are not separable.",
        1,
    ),
    hidden("points", "points", "How many points there are."),
    hidden("pass_mistakes", "mistakes in the last pass", "Mistakes in the last finished pass."),
    hidden("alignment", "w*·w", "The weights along the best direction, in units of the rate.", 2),
    hidden("length", "|w|", "The length of the weights, in units of the rate.", 2),
    hidden("cycling", "cycling", "Whether the weights repeat exactly."),
    hidden("R", "longest point R", "max |(x, 1)|, or max |x| without a bias.", 3),
    hidden(
        "distance",
        "smallest distance",
        "Distance of the nearest point to the line, min y (w·x + b) / |w|; negative if a point is on the wrong side.",
        2,
    ),
    hidden("alignment_low", "t γ", "What Novikoff's argument promises for w*·w after t mistakes.", 2),
    hidden("length_high", "R √t", "What Novikoff's argument allows for |w| after t mistakes.", 2),
    hidden(
        "version_share",
        "version space",
        "Share of all directions of the weights that classify every point rightly; none for over three weights.",
        4,
    ),
    hidden("gate_units", "units for the gate", "How many units with weights ±1 compute the gate in view."),
    hidden("unit_right", "inputs right", "For how many inputs the unit in view gives what the gate gives."),
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
METRICS = (*_SHOWN, *_FURTHER)

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
