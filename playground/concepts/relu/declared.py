"""What the ReLU panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.kit.points.declared import TWO_CLASSES, PointGestures

METRICS = (
    Metric(
        "activation_regions",
        "activation regions",
        "Cells of the window with one activation pattern each; none if there are over 5,000.",
        decimals=None,
        note="in the window",
    ),
    Metric(
        "linear_regions",
        "linear regions",
        "Cells joined where the output's affine map goes on across their border; none if there are over 5,000.",
        decimals=None,
        note="in the window",
    ),
    Metric(
        "regions_plane",
        "on the whole plane",
        "Activation regions of the whole plane or line; none for nets with over 16 units, until their job has run.",
        decimals=None,
    ),
    Metric(
        "bound_lower",
        "some such net has",
        "Montúfar's lower bound on the most linear regions of nets of this shape; this net may have less.",
        decimals=None,
        note="or more",
    ),
    Metric(
        "bound_upper",
        "no such net exceeds",
        "Serra's upper bound on the number of linear regions of any net of this shape.",
        decimals=None,
    ),
    Metric(
        "dead_units", "dead units", "Hidden units that are off in the whole window.", decimals=None, note="of {units}"
    ),
    Metric(
        "loss",
        "loss",
        "Mean log(1 + exp(−y f)) for classes, mean squared error for a function; none without points.",
        decimals=4,
    ),
    Metric("accuracy", "accuracy", "Share of the points on their right side; none for a function."),
    hidden("loss_low", "smallest loss", "The loss of the best of the nets that learn together.", 4),
    hidden("loss_high", "largest loss", "The loss of the worst of the nets that learn together.", 4),
    hidden("slope_mean", "mean slope", "|gradient| of the output, averaged over the window.", 3),
    hidden("slope_max", "largest slope", "The largest |gradient| of any region in the window.", 3),
    hidden("bound_first", "first layer", "Regions of as many lines as the first layer has units, in general position."),
    hidden("one_layer_most", "regions of one layer", "The most regions of the one-layer net with as many weights."),
    hidden("rival_regions", "regions beside it", "Activation regions of the net with one wide layer."),
    hidden("rival_loss", "loss beside it", "The loss of the net with one wide layer.", 4),
    hidden("rival_accuracy", "accuracy beside it", "The accuracy of the net with one wide layer."),
    hidden("weights", "weights", "Weights and biases of the net."),
    hidden("units", "hidden units", "Hidden units of the net."),
    hidden("depth_gain", "gain of a second layer", "Mean regions of nets 16-16 over those of nets 16.", 2),
    hidden("permute_gap", "change by permuting", "Largest change of the output under 100 orders of the units.", 15),
    hidden("closure_gap", "deep against product", "Largest difference of linear nets from their product.", 15),
    hidden("rank_excess", "rank off the width", "How far the rank of the product is from the narrowest width."),
    hidden("folds_exact", "exact folds", "Depths from 1 to 8 with exactly 2^depth pieces."),
    hidden("hinge_gap", "hinge form", "Largest relative difference of broken lines from their hinge forms.", 15),
    hidden("ridge_error", "sum of ridges", "Error of a sum of ridges on new points, over the variance.", 4),
)

_POINTS = PointGestures(reach=1e3, label=TWO_CLASSES)
_UNIT = Field("id", "integer", low=0, high=63, meaning="unit of the first layer")
_X, _Y = _POINTS.place
_VALUE = Field("value", "real", low=-1e3, high=1e3, meaning="the new value")
_WEIGHT = Field("id", "integer", low=0, high=1e6, meaning="place of the weight in the flat vector")

GESTURES = (
    _POINTS.add("Add a point, or a node of a broken line."),
    _POINTS.draw(
        "draw_points", "Draw points of one class along a stroke, none nearer than 0.25 to another of its class."
    ),
    _POINTS.move("Move a point or a node."),
    _POINTS.delete("Delete a point or a node."),
    _POINTS.relabel("flip_label", "Give a point the other label."),
    GestureDecl("move_line", (_UNIT, _X, _Y), "Move the line of a first-layer unit to a place.", target=("id",)),
    GestureDecl("turn_line", (_UNIT, _X, _Y), "Turn the line of a first-layer unit towards a place.", target=("id",)),
    GestureDecl("pick", (_X, _Y), "Read the region at a place.", target=()),
    GestureDecl(
        "move_end",
        (Field("id", "integer", low=0, high=1, meaning="which end"), _X, _Y),
        "Move an end of the profile's line.",
        target=("id",),
    ),
    GestureDecl("choose", (_WEIGHT,), "Take a weight or a bias."),
    GestureDecl("set_chosen", (_VALUE,), "Give the taken weight a value."),
    GestureDecl("set_weight", (_WEIGHT, _VALUE), "Give any weight a value.", target=("id",)),
    GestureDecl("permute", (), "Put the hidden units in a random order; the output stays.", button="Permute the units"),
    _POINTS.clear(),
)

JOBS = (
    JobDecl(
        "all_regions",
        "Count all regions",
        "Counts and draws up to 250,000 regions of a large net.",
        reads=("color", "shown"),
        reads_state=True,
    ),
    JobDecl(
        "plane",
        "Count the whole plane",
        "Counts the regions of the whole plane, in two squares of very different size that must agree.",
        reads=("shown",),
        reads_data=False,
        reads_state=True,
    ),
    JobDecl(
        "sweep",
        "Count by depth and width",
        "Counts the regions of random nets with 1 to 5 layers of 4, 8 and 16 units, five of each.",
        reads=("rule", "spread"),
        reads_data=False,
        when={"mode": ("counts",)},
    ),
    JobDecl(
        "along",
        "Count along the line",
        "Counts the regions along the line in 40 random nets of each size and depth.",
        reads=("rule", "spread"),
        reads_data=False,
        reads_state=True,
        when={"mode": ("profile",), "data": ("moons", "circles", "spirals", "xor", "empty")},
    ),
    JobDecl(
        "theorems",
        "Test the theorems",
        "Permutes units, multiplies linear layers, folds, and writes broken lines as hinges.",
        reads_data=False,
    ),
)
