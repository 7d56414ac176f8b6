"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

_WIDTHS = {"mode": ("sweep", "gradient")}

METRICS = (
    Metric("N", "features N", "At the cursor.", decimals=None, note="for {points} points"),
    Metric("test_error", "test error", "Mean square distance to the true function at 300 unseen points.", decimals=3),
    Metric("train_error", "training error", "Mean square residual on the training labels.", decimals=3),
    Metric("norm", "size of the weights", "|θ| of the fit at the cursor.", decimals=2),
    Metric(
        "steepest",
        "steepest slope",
        "The largest slope of the fit along the sphere, at the training points.",
        decimals=2,
    ),
    Metric(
        "accuracy", "training accuracy", "Share of its own 1,000 labels that each net says.", decimals=3, over="net"
    ),
    Metric(
        "unseen", "test accuracy", "Share of the true labels of 797 unseen digits that it says.", decimals=3, over="net"
    ),
    Metric(
        "epochs",
        "epochs to learn all",
        "The first epoch that ends with 999 of its 1,000 labels right.",
        decimals=None,
        over="net",
    ),
    # Read by notes, lessons and claims.
    hidden("points", "points", "How many training points there are."),
    hidden("epoch", "epochs", "How often each net has seen all 1,000 digits."),
    hidden("classical", "best narrow fit", "The least median test error at fewer features than points.", 3),
    hidden("classical_at", "its N / n", "Features for each point there.", 2),
    hidden("peak", "at the peak", "The median test error at as many features as points.", 2),
    hidden("wide", "widest fit", "The median test error at 20 features for each point.", 3),
    hidden("peak_ratio", "peak over both sides", "The peak over the larger of the two.", 1),
    hidden("wide_ratio", "widest over best narrow", "Below 1: the second descent goes deeper than the first.", 3),
    hidden("theory_ratio", "the same, by theory", "By the asymptotic curve.", 3),
    hidden("theory_gap", "off the theory", "The median relative gap to the curve where N is not within 30 % of n.", 3),
    hidden("steep_peak", "slope at N = n", "The median of the steepest slopes there.", 1),
    hidden("steep_past", "slope at 1.1 n", "The median of the steepest slopes just past the peak.", 2),
    hidden("steep_middle", "slope at 2.5 n", "The median of the steepest slopes there.", 2),
    hidden("steep_wide", "slope at 20 n", "The median of the steepest slopes there.", 2),
    hidden("steep_order", "falls at each", "Whether the slopes fall from N = n over 1.1 n and 2.5 n to 20 n."),
    hidden("needed", "no fit is flatter", "The steepest pair of training labels: what every exact fit must climb.", 2),
    hidden("draws", "draws", "How many draws of points and features were measured."),
    hidden("interpolates", "exact", "Whether the fit at the cursor goes through every label."),
    hidden("all_learnt", "all learnt", "Whether all four nets came to 999 of their 1,000 labels."),
    hidden("times_longer", "times as long", "Epochs for random labels over those for true ones.", 1),
    hidden("shuffled_gap", "lost by shuffling", "Test accuracy on plain pixels less that on shuffled ones.", 3),
)

GESTURES = (
    GestureDecl(
        "look",
        (Field("decades", "real", -3.0, 2.0, meaning="log10 of the features for each point, N / n"),),
        "Moves the cursor to another width.",
        target=("decades",),
        when=_WIDTHS,
    ),
    GestureDecl(
        "pull",
        (
            Field("id", "integer", 0, 199, meaning="the training point, from 0"),
            Field("y", "real", -20.0, 20.0, meaning="its label"),
        ),
        "Gives a training point another label.",
        target=("id",),
        when=_WIDTHS,
    ),
    GestureDecl(
        "relabel",
        (
            Field("digit", "integer", 0, 999, meaning="the training digit, from 0"),
            Field("label", "integer", 0, 9, meaning="what the net with random labels is to say"),
        ),
        "Gives a training digit another label in the net with random labels.",
        target=("digit",),
        when={"mode": ("labels",)},
    ),
    GestureDecl(
        "plain",
        (),
        "Takes your labels back.",
        button="Take my labels back",
        when={"mode": ("sweep", "gradient", "labels")},
    ),
)

JOBS = (
    JobDecl(
        "sweep",
        "Sweep of widths",
        "Fits at 40 widths for 20 draws of points, noise and features; the first draw is the one that is shown.",
        reads=("n", "d", "noise", "ridge", "solution", "start", "target", "features"),
        when=_WIDTHS,
    ),
)
