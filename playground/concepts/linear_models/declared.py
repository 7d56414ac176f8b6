"""What is measured, what the mouse may do, and the other names of the panel."""

from __future__ import annotations

from playground.engine.declarations.concept import Door, Field, GestureDecl, Metric, hidden
from playground.engine.kit.points.declared import PointGestures

MOST_ROWS = 600
MOST_COLUMNS = 32
MOST_CLASSES = 8

DOORS = (
    Door(
        "logistic_regression",
        title="Logistic regression",
        chapter="Connectionism",
        line="A plane becomes a probability; separable data make its weights grow for ever",
        preset="log_t",
        words=("classification", "sigmoid", "cross-entropy", "implicit bias", "max margin", "odds"),
    ),
    Door(
        "softmax_regression",
        title="Softmax regression",
        chapter="Connectionism",
        line="One plane a class, and the exponentials share one probability",
        preset="iris",
        words=("multinomial logistic", "multiclass", "cross-entropy"),
    ),
    Door(
        "ridge_regression",
        title="Ridge regression",
        chapter="Learning theory",
        line="A penalty on the weights, their path, and the error on points left out",
        preset="ridge",
        words=("shrinkage", "Tikhonov", "regularisation", "weight decay", "leave-one-out", "PRESS"),
    ),
    Door(
        "robust_regression",
        title="Robust regression",
        chapter="Learning theory",
        line="A few bad points pull the line, unless their loss grows straight",
        preset="huber",
        words=("Huber", "outliers", "least absolute deviations", "median", "M-estimator"),
    ),
)

METRICS = (
    Metric("loss", "mean loss", "Of the weights that descend, with the penalty.", decimals=5),
    Metric("best", "least mean loss", "Of the exact fit; none where there is no minimiser.", decimals=5),
    Metric("distance", "distance to the exact fit", "|θ − θ*| / |θ*| of the weights that descend.", decimals=7),
    Metric("gradient", "gradient", "Its length at the weights that descend.", decimals=6),
    Metric("mse", "training error", "Mean squared residual of the exact fit.", decimals=4),
    Metric("loo", "leave-one-out error", "Mean squared error at points left out in turn.", decimals=4),
    Metric("test", "error held out", "Mean squared error at the hollow points.", decimals=4),
    Metric("free", "degrees of freedom", "Sum of s²/(s² + α), with the intercept.", decimals=2),
    Metric("slope", "slope", "Of the exact fit at degree 1, in the scaled units.", decimals=3),
    Metric("condition", "condition L/μ", "Largest over least curvature of the loss.", decimals=1),
    Metric("norm", "|w|", "Length of the weights that descend, without b.", decimals=3),
    Metric("log_corr", "correlation of |w| with log t", "Over the last tenth to all of the updates.", decimals=4),
    Metric(
        "angle", "angle to the widest margin", "Between w and the direction of the widest gap.", unit="°", decimals=2
    ),
    Metric("accuracy", "right", "Share of points whose likeliest class is their own.", decimals=3),
    hidden("under_bound", "under the bound", "Whether the loss is within what L and μ promise."),
    Metric("updates", "updates", "Since the start or the last edit.", decimals=None),
    hidden("log_gap", "log10 of the loss above its least", "Of the weights that descend against the exact fit.", 3),
    hidden("slack", "descent lemma", "Least of h − h′ − (η − η²L/2)|g|² over the updates so far.", 12),
    hidden("separable", "separable", "Whether a line parts the two classes."),
    hidden("interpolates", "interpolates", "Whether the training error is zero to rounding."),
)

_points = PointGestures(
    reach=5.0,
    when={"mode": ("fit", "bowl", "classes")},
    label=Field("label", "choice", choices=tuple("12345678"), meaning="its class, counted from 1"),
)
GESTURES = (
    _points.add("A new point."),
    _points.move("Move a point."),
    _points.delete("Take a point away."),
    GestureDecl("next_label", (_points.id,), "Give a point the next class.", when={"mode": ("classes",)}),
    GestureDecl(
        "set_start",
        (
            Field("x", "real", low=-1e3, high=1e3, meaning="slope"),
            Field("y", "real", low=-1e3, high=1e3, meaning="intercept"),
        ),
        "Descend from another slope and intercept.",
        target=(),
        when={"mode": ("bowl",)},
    ),
)
