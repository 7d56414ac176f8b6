"""What the panel declares beside its parameters: metrics, gestures and doors. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Door, Field, GestureDecl, Metric, hidden

METRICS = (
    Metric("reconstruction", "reconstruction", "Cross-entropy of a picture's pixels, mean, in nats."),
    Metric("kl", "KL", "From the posterior of the code to N(0, I), mean, in nats."),
    Metric("elbo", "ELBO", "Minus reconstruction less KL: a bound of log p, mean, in nats."),
    Metric("active", "active units", "Units whose KL is above 0.01.", decimals=None, note="of {units}"),
    Metric("updates_made", "updates", "Updates of Adam so far.", decimals=None),
    Metric("pathwise", "pathwise mean", "Mean of the gradients through the samples.", decimals=4),
    Metric("score", "score mean", "Mean of f(z) times the score.", decimals=4),
    Metric("exact", "exact gradient", "a + bμ.", decimals=4),
    Metric("ratio", "variance ratio", "Variance of the score estimator over that of the pathwise one.", decimals=1),
    hidden("pathwise_variance", "variance of one pathwise sample", "b²σ².", 4),
    hidden("score_variance", "variance of one score sample", "From the moments of a normal law.", 4),
    hidden("ratio_exact", "variance ratio of the law", "Of the score estimator over the pathwise one.", 1),
    hidden("first_kl", "KL of the first drawing", "Sum over its units, in nats.", 3),
    hidden("units", "units", "Units of the code."),
    hidden("shown_across", "unit across", "Its number."),
    hidden("shown_up", "unit upwards", "Its number."),
    hidden("z_x", "z across", "Place of the dragged point.", 2),
    hidden("z_y", "z upwards", "Place of the dragged point.", 2),
    hidden("samples", "samples", "Samples drawn so far."),
)

_NET = {"mode": ("plane", "bound")}
_STROKE = Field("path", "vector", low=-1e4, high=1e4, meaning="x, y, x, y, ... in pixels from the bottom left")
GESTURES = (
    GestureDecl(
        "drag_z",
        (
            Field("x", "real", low=-100, high=100, meaning="unit across"),
            Field("y", "real", low=-100, high=100, meaning="unit upwards"),
            Field("across", "integer", low=1, high=16, meaning="number of the unit across"),
            Field("up", "integer", low=1, high=16, meaning="number of the unit upwards"),
        ),
        "Move the point whose picture is decoded.",
        when={"mode": ("plane",)},
    ),
    GestureDecl(
        "choose",
        (
            Field("row", "integer", low=0, high=100_000, meaning="of the digit, from 0"),
            Field("end", "choice", choices=("first", "second"), meaning="of the walk"),
        ),
        "Choose an end of the walk.",
        target=("end",),
        when={"mode": ("plane",)},
    ),
    GestureDecl("draw", (_STROKE,), "Draw on the paper.", when={"mode": ("plane",)}),
    GestureDecl("erase", (_STROKE,), "Rub out.", when={"mode": ("plane",)}),
    GestureDecl("blank", (), "Begin with an empty paper.", button="Empty paper", when={"mode": ("plane",)}),
    GestureDecl("others", (), "Walk between two other drawings.", button="Two other drawings", when=_NET),
)

DOORS = (
    Door(
        "posterior_collapse",
        title="Posterior collapse",
        chapter="Generative models",
        line="The code is ignored, and the bound is better for it",
        preset="collapse",
        words=("beta-VAE", "active units", "KL vanishing"),
    ),
    Door(
        "reparameterisation",
        title="Reparameterisation trick",
        chapter="Generative models",
        line="The gradient through a sample, beside the score",
        preset="trick",
        words=("pathwise", "score function", "REINFORCE", "likelihood ratio", "variance"),
    ),
)
