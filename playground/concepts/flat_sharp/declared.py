"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric("sharpness", "sharpness λ", "The largest eigenvalue of the loss's Hessian; of two nets that of the second."),
    Metric("limit", "limit 2/η", "The sharpness above which a step on a quadratic lands further off; 2(1 + β)/η."),
    Metric("loss", "loss", "On the data that are trained on; of two nets that of the second.", decimals=5),
    Metric("bound_here", "bound", "On the error of new points, at the chosen width.", decimals=3),
    Metric("best_bound", "best bound", "The smallest over all widths.", decimals=3),
    Metric("gibbs_test", "error on new points", "Of a classifier drawn from the posterior.", decimals=3),
    hidden("iteration", "iteration", "Steps of training, or draws, so far."),
    hidden("second", "λ₂", "The second largest eigenvalue.", 3),
    hidden("third", "λ₃", "The third largest eigenvalue.", 3),
    hidden("fourth", "λ₄", "The fourth largest eigenvalue.", 3),
    hidden("share_of_limit", "share of the limit", "The mean sharpness of the last looks over the limit.", 3),
    hidden("swing", "swing", "How far the last iteration moved along the top eigenvector.", 6),
    hidden("swings", "turns", "Share of the last iterations that moved the other way than the one before.", 2),
    hidden("left_loss", "loss of the first", "On the training digits.", 5),
    hidden("left_sharpness", "λ of the first", "The largest eigenvalue of its Hessian.", 3),
    hidden("sharper", "times as sharp", "λ of the first net over λ of the second.", 3),
    hidden("left_accuracy", "right of the first", "Share of new digits that it gets right.", 3),
    hidden("accuracy", "right of the second", "Share of new digits that it gets right.", 3),
    hidden("accuracy_gap", "difference", "Accuracy of the first less that of the second.", 3),
    hidden("middle_loss", "loss between", "Loss of the mean of both weight vectors.", 5),
    hidden("middle_gain", "gained between", "The smaller loss of both nets less that of their mean.", 5),
    hidden("average_gain", "gained", "Loss of the second net less that of the first.", 5),
    hidden("flattest", "flattest", "Sharpness of the flattest minimum, 2 s.", 3),
    hidden("u", "u", "The first weight.", 4),
    hidden("v", "v", "The second weight.", 4),
    hidden("product", "u v", "What the net multiplies its input with.", 4),
    hidden("emp", "error on the sample", "Expected over the posterior, at the chosen width.", 4),
    hidden("best_width", "best width", "The σ of the smallest bound.", 3),
    hidden("kl", "KL", "Of the posterior from the prior, in nats.", 2),
    hidden("vacuous", "says nothing", "Whether the smallest bound is 1 or more."),
    hidden("held", "bound holds", "Whether the error on new points is below the bound at every width."),
)

_AT = (Field("x", "real", low=-5.0, high=5.0, meaning="u"), Field("y", "real", low=-5.0, high=5.0, meaning="v"))
_SCALAR = {"mode": ("scalar",)}

GESTURES = (
    GestureDecl("stand", _AT, "Stand at these two weights; the run goes on from there.", when=_SCALAR),
    GestureDecl(
        "rescale",
        (),
        "Double u and halve v: the same function, another sharpness.",
        button="Double u, halve v",
        when=_SCALAR,
    ),
    GestureDecl(
        "rescale_back",
        (),
        "Halve u and double v: the same function, another sharpness.",
        button="Halve u, double v",
        when=_SCALAR,
    ),
)
