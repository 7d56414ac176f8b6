"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric(
        "arrives",
        "log₁₀ of the signal that arrives",
        "Root mean square after the last layer over that of the input.",
        over="shown",
    ),
    Metric(
        "returns",
        "log₁₀ of the gradient that returns",
        "Root mean square of the gradient at the input over that at the end.",
        over="shown",
    ),
    Metric("loss", "loss", "Mean cross-entropy of the last batches.", unit="nat", decimals=3, over="shown"),
    Metric("reach", "log₁₀ of the gradient", "First layer over last, as it is now.", over="shown"),
    Metric("usable", "rates that learn", "Of nine, to a loss below 0.2.", decimals=None, over="shown"),
    Metric("updates", "updates", "Updates so far.", decimals=None),
    Metric("moved_batch", "batch norm moves the example", "Distance between its two answers.", decimals=3),
    Metric("moved_layer", "layer norm moves it", "The same of layer norm.", decimals=3),
    Metric("length_v", "length of v", "Of the weights before they are normalised.", decimals=4),
    hidden("angle_gap", "dv·v", "Inner product of gradient and weights, over the product of their lengths.", 9),
    hidden("grows", "grows", "Whether v has become longer at every step."),
    hidden("growth", "growth", "The least growth of v's length in a step.", 9),
    hidden("sigma_gap", "gap", "Largest difference between batch norm and weights over their Σ-norm.", 9),
    hidden("scale_gap", "gap", "Largest difference of batch norm's answers with ten times the weights.", 9),
    hidden("square_plain", "‖h‖² ratio", "Squared length after the last layer over that of the input.", 18),
    hidden("theory_gap", "gap", "log₁₀ of the signal that arrives less what the recursion says.", 3),
    hidden("first_over_last", "first over last", "Gradient at the first layer over that at the last, of plain.", 15),
    hidden("residual_first", "first over last", "The same of residual layers.", 5),
    hidden("cosine_end", "cosine", "Of two inputs after the last layer.", 4),
    hidden("dead", "zeros", "Share of the values of the chosen layer that are 0.", 3),
    hidden("chance_loss", "a guess", "Loss of a net that gives every class the same share.", 3),
    hidden("loss_now", "loss", "Of the method shown.", 3),
)

_CHOSEN = (
    Field("x", "real", -1e4, 1e4, meaning="place in the river"),
    Field("back", "integer", 0, 1, meaning="1: on the way back"),
)
GESTURES = (
    GestureDecl("choose_layer", _CHOSEN, "Chooses a layer.", when={"mode": ("river",)}),
    GestureDecl(
        "move_point",
        (
            Field("id", "integer", 0, 1e4, meaning="row of the point; 0 is the example"),
            Field("xy", "vector", -1e3, 1e3, length=2, meaning="where it goes"),
        ),
        "Moves a point of both batches.",
        target=("id",),
        when={"mode": ("batches",)},
    ),
    GestureDecl(
        "turn",
        (Field("xy", "vector", -1e3, 1e3, length=2, meaning="where v points"),),
        "Begins anew from another v.",
        when={"mode": ("unit",)},
    ),
)
