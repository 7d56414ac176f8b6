"""What the MLP playground declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
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
    hidden(
        "worst_ratio",
        "times the loss",
        "The worst loss in the ball over the loss at the points; none at a loss of 0.",
        1,
    ),
    hidden("worst_gap", "worst loss of a line", "Largest distance of the worst losses from their formula.", 15),
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
    hidden("loss_low", "best loss", "The smallest training loss of all nets.", 4),
    hidden("loss_high", "worst loss", "The largest training loss of all nets.", 4),
    hidden("log_updates", "log updates", "Logarithm to base 10 of the updates.", 3),
    hidden("growth", "growth of |w|", "Correlation of |w| with log t since update 10; none before.", 4),
    hidden("tanh_gap", "tanh and sigmoid", "Largest |tanh z − (2 σ(2z) − 1)| over the curve.", 15),
    hidden("jacobian_gap", "softmax slope", "Largest distance of diag(p) − p p' from central differences.", 12),
    hidden("singular_1", "σ₁", "The largest singular value of the one matrix that a net of linear units is.", 4),
    hidden("singular_2", "σ₂", "The second one.", 4),
    hidden("singular_3", "σ₃", "The third one.", 4),
    hidden("singular_4", "σ₄", "The fourth one.", 4),
    hidden("stage_ratio", "stages", "Epochs until σ₂ passed 0.15 over those until σ₁ did; none before.", 3),
    hidden("rank", "rank", "Of that matrix: how many singular values are above a billionth of the largest."),
    hidden("narrowest", "narrowest layer", "Units of the narrowest layer, inputs and outputs among them."),
    hidden("closure_gap", "net and matrix", "Largest difference of the outputs of net and matrix over the window.", 17),
    hidden("weights", "weights", "Weights, biases and gains."),
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
        "permute",
        (),
        "Put the units of each hidden layer in a random order; the output stays.",
        button="Permute the units",
    ),
    GestureDecl(
        "fit_output",
        (),
        "Set the output layer to its least-squares fit, the layers below stay.",
        button="Fit the output layer",
    ),
    _POINTS.clear(),
)

JOBS = (
    JobDecl(
        "permutations",
        "Try 100 orders of the units",
        "The output of the net under 100 random orders of its hidden units.",
        reads=("norm", "activation", "features"),
        reads_state=True,
    ),
)
