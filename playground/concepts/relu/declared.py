"""What the ReLU panel declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric

_SHOWN = (
    Metric(
        "activation_regions",
        "activation regions",
        "Cells of the window with one activation pattern each.",
        decimals=None,
        note="in the window",
    ),
    Metric(
        "linear_regions",
        "linear regions",
        "Cells joined where the output's affine map goes on across their border.",
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
        "dead_units",
        "dead units",
        "Hidden units that are off in the whole window.",
        decimals=None,
        note="of {units}",
    ),
    Metric(
        "loss", "loss", "Mean log(1 + exp(−y f)) for classes, mean squared error for a function; none without points.",
        decimals=4,
    ),
    Metric("accuracy", "accuracy", "Share of the points on their right side; none for a function."),
)  # fmt: skip


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number for plots, notes and files that does not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_FURTHER = (
    _hidden("loss_low", "smallest loss", "The loss of the best of the nets that learn together.", 4),
    _hidden("loss_high", "largest loss", "The loss of the worst of the nets that learn together.", 4),
    _hidden("slope_mean", "mean slope", "|gradient| of the output, averaged over the window.", 3),
    _hidden("slope_max", "largest slope", "The largest |gradient| of any region in the window.", 3),
    _hidden("bound_trivial", "2^units", "The number of all activation patterns."),
    _hidden(
        "bound_first", "first layer", "Regions of as many lines as the first layer has units, in general position."
    ),
    _hidden("one_layer_units", "units in one layer", "Units of the one-layer net with as many weights."),
    _hidden("one_layer_most", "regions of one layer", "The most regions of the one-layer net with as many weights."),
    _hidden("weights", "weights", "Weights and biases of the net."),
    _hidden("units", "hidden units", "Hidden units of the net."),
    _hidden("layers", "hidden layers", "Hidden layers of the net."),
    _hidden("inputs", "inputs", "Inputs of the net."),
    _hidden("points", "points", "How many points there are."),
    _hidden("bound_width", "width", "The width for which the bounds against depth are drawn."),
    _hidden("chosen_value", "weight", "The weight that the dial turns.", 3),
    _hidden("chosen_name", "weight", "Which weight the dial turns."),
    _hidden("pick_pattern", "pattern", "Activations at the picked place, layer by layer."),
    _hidden("pick_map", "map", "The affine map of the picked region."),
    _hidden("pick_offset", "offset", "The offset of the picked region's map.", 3),
    _hidden("pick_share", "share", "The picked region's share of the window, in percent.", 2),
    _hidden("pick_value", "output", "The output at the picked place.", 3),
    _hidden("profile_pieces", "regions", "Activation regions that the line meets."),
    _hidden("profile_linear", "linear pieces", "Linear pieces of the output along the line."),
    _hidden("shape", "shape", "Inputs, units of each layer, output."),
    _hidden("file_name", "file", "The name of the file that the net came from."),
    _hidden("hinge_text", "hinge form", "The broken line as a x + b + sum of hinges."),
    _hidden("cell_words", "regions", "A line for each region: pattern, map, share of the window."),
)
_FLAGS = (
    _hidden("plane_input", "two inputs", "Whether the net has two inputs."),
    _hidden("line_input", "one input", "Whether the net has one input."),
    _hidden("learning", "learning", "Whether there are points to learn."),
    _hidden("classes", "classes", "Whether the points are of two classes."),
    _hidden("one_layer", "one layer", "Whether the net has one hidden layer."),
    _hidden("merged", "merged", "Whether there are fewer linear than activation regions."),
    _hidden("has_dead", "dead", "Whether some unit is off in the whole window."),
    _hidden("broken_line", "broken line", "Whether the net is the hinge form of the user's nodes."),
    _hidden("too_many", "too many", "Whether there are more regions than are drawn; the counts are then too small."),
    _hidden("picked", "picked", "Whether the picked place lies in a region."),
    _hidden("many_nets", "several nets", "Whether several nets learn together."),
)
_BY_JOBS = (
    _hidden("counted", "counted", "Regions counted so far."),
    _hidden("depth_gain", "gain of a second layer", "Mean regions of nets 16-16 over those of nets 16.", 2),
    _hidden("layer_share", "share of the formula", "Mean regions of nets 16 over the arrangement formula.", 2),
    _hidden("permute_gap", "change by permuting", "Largest change of the output under 100 orders of the units.", 15),
    _hidden("closure_gap", "deep against product", "Largest difference of linear nets from their product.", 15),
    _hidden("rank_excess", "rank above the width", "Rank of the product minus the narrowest width, at most."),
    _hidden("folds_exact", "exact folds", "Depths from 1 to 8 with exactly 2^depth pieces."),
    _hidden("hinge_gap", "hinge form", "Largest relative difference of broken lines from their hinge forms.", 15),
    _hidden("ridge_error", "sum of ridges", "Error of a sum of ridges on new points, over the variance.", 4),
)
METRICS = (*_SHOWN, *_FURTHER, *_FLAGS, *_BY_JOBS)

ARRAYS = (
    ArrayDecl("points_xy", "points 2", "the points in the plane; for one input x and the value to learn"),
    ArrayDecl("labels", "points", "0 for blue (y = +1), 1 for orange (y = −1)"),
    ArrayDecl("ids", "points", "stable numbers of the points"),
    ArrayDecl("plane_x", "2", "range of the window across"),
    ArrayDecl("plane_y", "2", "range of the window up"),
    ArrayDecl("cells_xy", "corners 2", "the regions as polygons, parted by rows of NaN"),
    ArrayDecl("cell_values", "regions", "what colours each region"),
    ArrayDecl("boundary_xy", "segments 4", "where the output is exactly 0"),
    ArrayDecl("window_xy", "5 2", "the border of the window in which regions are counted"),
    ArrayDecl("bar_here", "5", "log10 of this net's counts; NaN for the bounds"),
    ArrayDecl("bar_bounds", "5", "log10 of the bounds; NaN for this net's counts"),
    ArrayDecl("bar_counts", "5", "those numbers, up to 2e9"),
    ArrayDecl("bar_range", "2", "range of the bars"),
    ArrayDecl("handle_xy", "lines 2", "where the lines of the first layer are taken"),
    ArrayDecl("handle_ids", "lines", "the units that these lines belong to"),
    ArrayDecl("pick_xy", "2", "the picked place"),
    ArrayDecl("pick_outline", "corners 2", "the border of the picked region"),
    ArrayDecl("pick_gradient", "2", "the gradient in the picked region"),
    ArrayDecl("graph_xy", "corners 2", "the output of a net of one input over the window"),
    ArrayDecl("graph_y", "2", "range of the output"),
    ArrayDecl("bends_xy", "kinks 2", "where the output bends"),
    ArrayDecl("silent_xy", "any 2", "where a unit switches and the output does not bend"),
    ArrayDecl("slopes_xy", "corners 2", "the slope over the window, as stairs"),
    ArrayDecl("hinge_c", "nodes", "the change of slope at each node"),
    ArrayDecl("nodes_xy", "nodes 2", "the units in the diagram"),
    ArrayDecl("wires_up", "weights 4", "the large positive weights as lines of the diagram"),
    ArrayDecl("wires_down", "weights 4", "the large negative ones"),
    ArrayDecl("wires_weak", "weights 4", "those below a quarter of the largest of their layer"),
    ArrayDecl("dots_xy", "dots 2", "where weights and biases are taken"),
    ArrayDecl("dots_ids", "dots", "their places in the flat vector of weights"),
    ArrayDecl("chosen_xy", "2", "the chosen weight in the diagram"),
    ArrayDecl("diagram_x", "2", "range of the diagram across"),
    ArrayDecl("diagram_y", "2", "range of the diagram up"),
    ArrayDecl("dial_xy", "1 2", "the chosen weight on its track"),
    ArrayDecl("dial_track", "2 2", "the track"),
    ArrayDecl("dial_x", "2", "range of the track"),
    ArrayDecl("dial_y", "2", "range of the dial up"),
    ArrayDecl("units_image", "rows columns", "what each unit gives over the window, over its largest value"),
    ArrayDecl("profile_xy", "corners 2", "the output along the line, from 0 to 1"),
    ArrayDecl("profile_breaks", "borders 2", "where the line enters another region"),
    ArrayDecl("profile_x", "2", "range along the line"),
    ArrayDecl("ends_xy", "2 2", "the ends of the line"),
    ArrayDecl("crossings_xy", "borders 2", "where the line enters another region, in the plane"),
    ArrayDecl("bound_depth", "5", "hidden layers, 1 to 5"),
    ArrayDecl("bound_low", "5", "log10 of Montúfar's lower bound for this width"),
    ArrayDecl("bound_high", "5", "log10 of Serra's upper bound for this width"),
    ArrayDecl("sweep_depth", "5", "hidden layers of the random nets"),
    *(ArrayDecl(f"sweep_{w}", "5", f"log10 of the mean regions of nets of width {w}") for w in (4, 8, 16)),
    ArrayDecl("along_units", "5", "hidden units of the random nets"),
    *(
        ArrayDecl(f"along_{d}{end}", "5", f"{words} regions along the line, in {d} layers")
        for d in (1, 2, 3)
        for end, words in (("", "mean"), ("_low", "mean minus two standard errors of"), ("_high", "mean plus two of"))
    ),
)

_ID = Field("id", "integer", low=0, high=1e9, meaning="number of the point")
_UNIT = Field("id", "integer", low=0, high=63, meaning="unit of the first layer")
_X = Field("x", "real", low=-1e3, high=1e3, meaning="position across")
_Y = Field("y", "real", low=-1e3, high=1e3, meaning="position up")
_VALUE = Field("value", "real", low=-1e3, high=1e3, meaning="the new value")
_WEIGHT = Field("id", "integer", low=0, high=1e6, meaning="place of the weight in the flat vector")

GESTURES = (
    GestureDecl(
        "add_point",
        (_X, _Y, Field("label", "choice", choices=("blue", "orange"), meaning="its class")),
        "Add a point, or a node of a broken line.",
    ),
    GestureDecl("move_point", (_ID, _X, _Y), "Move a point or a node.", target=("id",)),
    GestureDecl("delete_point", (_ID,), "Delete a point or a node.", target=("id",)),
    GestureDecl("flip_label", (_ID,), "Give a point the other label."),
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
    GestureDecl("clear", (), "Remove all points.", button="Remove all points"),
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

CLAIMS = (
    Claim(
        "symmetry",
        "Permuting hidden units changes no output: below 1e-6 in 100 random orders.",
        preset="moons",
        metric="permute_gap",
        op="<",
        threshold=1e-6,
        steps=0,
        job="theorems",
    ),
    Claim(
        "linear_closure",
        "A deep net without ReLU is one matrix: below 1e-5 in 100 nets.",
        preset="moons",
        metric="closure_gap",
        op="<",
        threshold=1e-5,
        steps=0,
        job="theorems",
    ),
    Claim(
        "linear_rank",
        "Its rank never exceeds the narrowest layer.",
        preset="moons",
        metric="rank_excess",
        op="<=",
        threshold=0,
        steps=0,
        job="theorems",
    ),
    Claim(
        "one_layer",
        "One layer of 8 units has at most 1 + 8 + 28 = 37 regions.",
        preset="one_layer",
        metric="activation_regions",
        op="<=",
        threshold="bound_first",
        steps=200,
    ),
    Claim(
        "general_position",
        "With all crossings counted it has exactly 37.",
        preset="one_layer",
        metric="regions_plane",
        op="==",
        threshold="bound_first",
        steps=0,
    ),
    Claim(
        "depth",
        "Two layers of 16 have over twice as many regions as one layer of 16.",
        preset="by_depth",
        metric="depth_gain",
        op=">=",
        threshold=2.0,
        steps=0,
        job="sweep",
    ),
    Claim(
        "folding",
        "Two units a layer give exactly 2^L pieces for L = 1 to 8.",
        preset="sawtooth",
        metric="folds_exact",
        op="==",
        threshold=8,
        steps=0,
        job="theorems",
    ),
    Claim(
        "sawtooth",
        "Six layers of two units have 64 pieces.",
        preset="sawtooth",
        metric="linear_regions",
        op="==",
        threshold=64,
        steps=0,
    ),
    Claim(
        "fold",
        "The fold has as many linear regions as Montúfar's bound says that some net has.",
        preset="fold",
        metric="linear_regions",
        op=">=",
        threshold="bound_lower",
        steps=0,
    ),
    Claim(
        "hinges",
        "A broken line is a x + b + sum of hinges, to 1e-12.",
        preset="broken_line",
        metric="hinge_gap",
        op="<",
        threshold=1e-12,
        steps=0,
        job="theorems",
    ),
    Claim(
        "ridges",
        "A sum of ridges fits a function of two inputs: error below 5 % of the variance on new points.",
        preset="broken_line",
        metric="ridge_error",
        op="<",
        threshold=0.05,
        steps=0,
        job="theorems",
    ),
    Claim(
        "upper",
        "A trained net stays below Serra's bound.",
        preset="moons",
        metric="linear_regions",
        op="<=",
        threshold="bound_upper",
        steps=100,
    ),
)
