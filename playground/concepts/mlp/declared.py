"""What the MLP playground declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric
from playground.engine.kit.points.declared import PointGestures

METRICS = (
    Metric("loss", "loss", "Mean loss of the points that the net learns from; none without points.", decimals=4),
    Metric("held_loss", "loss, held out", "Mean loss of the points that are held out; none without them.", decimals=4),
    Metric("accuracy", "accuracy", "Share of the learnt points that are decided rightly; none for values.", decimals=3),
    Metric(
        "held_accuracy", "accuracy, held out", "The same share of the held out points; none without them.", decimals=3
    ),
    Metric("epochs", "epochs", "Passes over the points.", decimals=None, note="{updates} updates"),
    Metric(
        "gradient_norm",
        "length of the gradient",
        "Of the mean loss of the learnt points with the penalty, by all weights of the net on screen.",
        decimals=6,
    ),
    Metric("weight_norm", "length of the weights", "|w|, without biases.", decimals=3),
    Metric(
        "worst_loss",
        "worst loss in the ball",
        "Mean of the largest loss that gradient ascent finds within the radius of each learnt point.",
        decimals=4,
    ),
    Metric(
        "violations",
        "worst below the point",
        "Learnt points whose worst loss in the ball is below their own: there can be none.",
        decimals=None,
    ),
    Metric(
        "sup_error",
        "largest error",
        "Largest distance of the output from the curve over the window, of one input: from the sine, or from the drawn "
        "points joined by lines.",
        decimals=4,
    ),
    Metric(
        "permutation_gap",
        "largest change by a permutation",
        "Largest change of any output over 100 random orders of the hidden units; none until the job has run.",
        decimals=15,
    ),
    *(
        Metric(name, label, meaning, decimals=decimals, shown=False)
        for name, label, meaning, decimals in (
            ("updates", "updates", "Changes of the weights.", None),
            ("loss_low", "best loss", "The smallest training loss of all nets.", 4),
            ("loss_high", "worst loss", "The largest training loss of all nets.", 4),
            ("log_updates", "log updates", "Logarithm to base 10 of the updates.", 3),
            ("growth", "growth of |w|", "Correlation of |w| with log t since update 10; none before.", 4),
            ("tanh_gap", "tanh and sigmoid", "Largest |tanh z − (2 σ(2z) − 1)| over the curve.", 15),
            ("jacobian_gap", "softmax slope", "Largest distance of diag(p) − p p' from central differences.", 12),
            ("slope_gap", "slope", "Largest distance of the activation's slope from central differences.", 9),
            ("points", "points", "How many points there are.", None),
            ("learnt_points", "learnt points", "How many points the net learns from.", None),
            ("weights", "weights", "Weights, biases and gains.", None),
            ("shape", "shape", "Inputs, units of each layer, outputs.", None),
            ("nets_shown", "net", "Which net is on screen, and of how many.", None),
            ("worst_ratio", "worst over ordinary", "Worst loss in the ball over the loss.", 2),
            ("unit_name", "unit", "The unit whose weights are laid out.", None),
            ("marked_name", "marked unit", "The hidden unit whose place on its curve is marked.", None),
            ("unit_words", "its inputs", "What each of its weights comes from, and the bias.", None),
            ("unit_bias", "bias", "The bias of that unit; under batch norm its shift.", 3),
            ("tile_words", "tiles", "What each tile is, a line each.", None),
            ("feature_words", "features", "What the features are called, a line each.", None),
            ("output_name", "output", "What the output is.", None),
            ("score", "score", "Accuracy or loss in words.", None),
            ("x_name", "across", "What the first input is called.", None),
            ("y_name", "up", "What the second input is called.", None),
            ("class_words", "classes", "What the classes are called, a line each.", None),
            ("more_units", "more units", "Units that have no room in the diagram; none if all have.", None),
            ("file_name", "file", "Where the points came from; empty if they were made.", None),
            ("eta", "learning rate", "The learning rate in force.", 4),
            ("with_classes", "classes", "Whether classes are learnt.", None),
            ("two_classes", "two classes", "Whether there are two classes.", None),
            ("one_output", "one output", "Whether the net has one output.", None),
            ("many_classes", "many classes", "Whether there are more than two classes.", None),
            ("with_values", "values", "Whether values are learnt.", None),
            ("squared_values", "squared error", "Whether values are learnt by the squared error.", None),
            ("line_input", "one input", "Whether there is one input.", None),
            ("hidden_there", "hidden units", "Whether there is a hidden layer.", None),
            ("no_hidden", "no hidden units", "Whether there is none.", None),
            ("many_nets", "many nets", "Whether several nets learn at once.", None),
            ("held_there", "held out", "Whether points are held out.", None),
            ("dropping", "dropout", "Whether units are dropped.", None),
            ("decaying", "decay", "Whether weights decay.", None),
            ("normalised", "normalised", "Whether hidden layers are normalised.", None),
            ("robust", "worst case", "Whether the worst points are learnt.", None),
            ("symmetric", "equal units", "Whether all units of a layer started alike.", None),
            ("ball", "ball", "Whether the balls are shown.", None),
            ("radius_there", "radius", "The radius of the balls.", 2),
        )
    ),
)

ARRAYS = tuple(
    ArrayDecl(*one)
    for one in (
        ("points_xy", "points 2", "Places of the points; of one input with their values."),
        ("labels", "points", "Class numbers from 0; 0 for values."),
        ("ids", "points", "Stable numbers of the points."),
        ("hollow", "points", "Whether a point is held out."),
        ("values", "points", "Values to learn; 0 for classes."),
        ("plane_x", "2", "Visible range across."),
        ("plane_y", "2", "Visible range up."),
        (
            "surface",
            "rows columns",
            "What the net gives over the plane: a logit or value with the sign turned, squeezed "
            "to the range from −1 to 1, or the class with its certainty.",
        ),
        ("surface_extent", "4", "Where that picture lies: x0, x1, y0, y1."),
        ("boundary_xy", "pieces 4", "Where the decision changes, as pieces x0, y0, x1, y1."),
        ("graph_xy", "places 2", "The output over one input."),
        ("curve_xy", "places 2", "The curve that is to be learnt, where it is known."),
        ("others_xy", "places 2", "The outputs of the other nets over one input, parted by NaN."),
        ("feature_tiles", "features side side", "What each feature gives over the window, scaled, the sign turned."),
        ("features_xy", "features 2", "Where each stands in the diagram."),
        ("tiles", "units side side", "What each unit and output gives over the window, the sign turned."),
        ("tiles_xy", "units 2", "Where each stands in the diagram."),
        ("tile_room", "2", "The room of a tile."),
        ("tile_ids", "units", "Number of the unit, hidden ones first, then outputs."),
        ("tile_mark", "units", "Which one is laid out."),
        ("wires_up", "weights 4", "Positive weights as lines of the diagram."),
        ("wires_down", "weights 4", "Negative weights as lines of the diagram."),
        ("width_up", "weights", "Their sizes as shares of the layer's largest."),
        ("width_down", "weights", "Their sizes as shares of the layer's largest."),
        ("no_pairs", "0 2", "The points of values have no edges."),
        ("biases", "units", "The bias of each."),
        ("diagram_x", "2", "Range of the diagram across."),
        ("diagram_y", "2", "Range of the diagram up."),
        ("unit_weights", "weights", "Weights into the unit that is laid out, its bias last."),
        ("unit_xy", "weights 2", "Handles at the ends of their bars."),
        ("unit_ids", "weights", "Their places in the flat weights."),
        ("unit_range", "2", "Range of the bars."),
        ("fan_xy", "places 2", "Loss curves of all nets, log10 against epochs, parted by NaN."),
        ("fan_here", "places 2", "The loss curve of the net on screen."),
        ("fan_ends", "nets 2", "Where each curve ends."),
        ("fan_ids", "nets", "Numbers of the nets."),
        ("fan_x", "2", "Range of the epochs."),
        ("confusion", "classes classes", "Share of each true class (row) that is decided for a class (column)."),
        ("confusion_xy", "cells 2", "The middle of each cell."),
        ("confusion_flat", "cells", "The counts, row by row."),
        ("simplex_xy", "points 2", "Probabilities as places in the triangle of the first three classes, or on a line."),
        ("simplex_frame", "corners 2", "The triangle, or the line."),
        (
            "worst_arrows",
            "points 2",
            "To the worst point, where it turns the decision; of values the largest.",
        ),
        ("worst_tails", "points 2", "The points that these belong to."),
        ("worst_rings", "places 2", "The balls round these points."),
        ("worst_x", "radii", "Radii from 0."),
        ("worst_y", "radii", "Mean worst loss at each radius."),
        ("worst_here", "2", "The radius in force and its worst loss."),
        ("activation_x", "places", "Pre-activations."),
        ("activation_y", "places", "The activation of each."),
        ("activation_slope", "places", "Its derivative."),
        ("activation_marks", "points 2", "Where the chosen unit stands on its curve for every point."),
        ("activation_range", "2", "Range of the values."),
    )
)

_UNIT = Field("id", "integer", low=0, high=2000, meaning="the unit's number, hidden ones first, then outputs")
_WEIGHT = Field("id", "integer", low=0, high=1_000_000, meaning="place of the weight")
_POINTS = PointGestures(
    reach=1e3, most=1_000_000, label=Field("label", "integer", low=1, high=6, meaning="its class, from 1")
)

GESTURES = (
    _POINTS.add("Add a point."),
    _POINTS.draw("draw_points", "Draw points of one class along a stroke, or a piece of a curve."),
    _POINTS.move("Move a point."),
    _POINTS.delete("Delete a point."),
    _POINTS.relabel("next_label", "Give a point the next class."),
    GestureDecl("choose", (_UNIT,), "Lay out the weights of a unit."),
    GestureDecl("silence", (_UNIT,), "Silence a hidden unit, or let it speak again."),
    GestureDecl(
        "set_weight",
        (_WEIGHT, Field("value", "real", low=-1e3, high=1e3, meaning="its value")),
        "Give a weight or a bias a value.",
        target=("id",),
    ),
    GestureDecl("choose_net", (Field("id", "integer", low=0, high=49, meaning="its number from 0"),), "Show a net."),
    GestureDecl(
        "permute", (), "Put the units of each hidden layer in a random order; the output stays.",
        button="Permute the units",
    ),
    GestureDecl(
        "fit_output", (), "Set the output layer to its least-squares fit, the layers below stay.",
        button="Fit the output layer",
    ),
    _POINTS.clear(),
)  # fmt: skip

JOBS = (
    JobDecl(
        "permutations",
        "Try 100 orders of the units",
        "The output of the net under 100 random orders of its hidden units.",
        reads=("norm", "activation", "features"),
        reads_state=True,
    ),
)

CLAIMS = (
    Claim("F2 gradient", "Logistic regression of classes that overlap ends where the gradient is 0.", "logistic",
          "gradient_norm", "<", 1e-4, 60),
    Claim("F2 growth", "On separable classes |w| grows like log t without end.", "separable", "growth", ">", 0.99, 60),
    Claim("F3 permutation", "Any order of the hidden units gives the same output.", "circles", "permutation_gap", "<",
          1e-6, 40, "permutations"),
    Claim("F6 sigmoids", "64 sigmoids add up to a sine, with no error above 0.02.", "steps", "sup_error", "<", 0.02, 0),
    Claim("I9 tanh", "tanh z = 2 σ(2z) − 1.", "activation", "tanh_gap", "<", 1e-6, 1),
    Claim("I9 softmax", "The Jacobian of the softmax is diag(p) − p p'.", "activation", "jacobian_gap", "<", 1e-6, 1),
    Claim("A7 worst", "The worst loss in a ball is never below the loss at its centre.", "worst", "violations", "==",
          0, 40),
    Claim("circles", "Six tanh units learn the ring.", "circles", "held_accuracy", ">=", 0.98, 300),
)  # fmt: skip
