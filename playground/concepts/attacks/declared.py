"""What the panel declares beside its parameters: metrics, gestures and the job. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.kit.points.declared import TWO_CLASSES, PointGestures

METRICS = (
    Metric("updates", "updates", "Weight changes of the nets of the view so far.", decimals=None),
    Metric(
        "standard_clean",
        "standard net",
        "Share that it gets right: of 400 digits it never learns from, or of the points.",
        decimals=3,
        note="attacked {standard_attacked}",
    ),
    Metric(
        "standard_attacked", "standard, attacked", "The same under PGD of the size of the robust training.", decimals=3
    ),
    Metric(
        "robust_clean",
        "robust net",
        "The same share of the net that learns from the worst points.",
        decimals=3,
        note="attacked {robust_attacked}",
    ),
    Metric("robust_attacked", "robust, attacked", "The same under PGD of the size of the robust training.", decimals=3),
    # Of the digit or point attacked.
    hidden("standard_flips", "standard net is fooled", "Whether its class is another after the attack."),
    hidden("robust_flips", "robust net is fooled", "Whether its class is another after the attack."),
    hidden("noise_flips", "noise fools the standard net", "Whether its class is another after random noise."),
    hidden("change_size", "size of the change", "In the chosen norm.", 4),
    hidden("robust_size", "size of the change, robust net", "In the chosen norm.", 4),
    hidden("loss_before", "loss before", "Of the standard net, in nats.", 4),
    hidden("loss_after", "loss after", "Of the standard net, in nats.", 4),
    hidden("climbs", "the loss climbs", "Share of the steps at which the loss of the standard net does not fall.", 3),
    # In the plane.
    hidden("distance", "distance to the boundary", "Of the standard net, in the chosen norm; exact for a line.", 5),
    hidden("robust_distance", "distance, robust net", "The same of the robust net.", 5),
    hidden("flips_beyond", "flips beyond", "Whether 1.001 times the smallest change makes the class another."),
    hidden("flips_before", "flips before", "Whether 0.999 times the smallest change does."),
    hidden("other_ways", "other directions", "The shortest of 360 other directions over the smallest change.", 5),
    hidden("deepfool_size", "DeepFool's change", "In the chosen norm, for the point.", 5),
    hidden("deepfool_steps", "DeepFool's steps", "For the point."),
    # Of the held out digits, by the job.
    hidden("clean_accuracy", "clean accuracy", "Of the standard net.", 3),
    hidden("fgsm_accuracy", "accuracy under FGSM", "Of the standard net at ε.", 3),
    hidden("pgd_accuracy", "accuracy under PGD", "Of the standard net at ε, 20 steps.", 3),
    hidden("noise_accuracy", "accuracy under noise", "Of the standard net: the same size, at random.", 3),
    hidden("robust_clean_accuracy", "clean accuracy, robust", "Of the robust net.", 3),
    hidden("robust_pgd_accuracy", "accuracy under PGD, robust", "Of the robust net at ε, 20 steps.", 3),
    hidden("clean_gap", "price of robustness", "Clean accuracy of the standard net less that of the robust net.", 3),
    hidden("deepfool_mean", "DeepFool, mean length", "Over 100 digits that the standard net reads.", 3),
    hidden("deepfool_median", "DeepFool, steps", "The median over the same digits.", 1),
    hidden("fgsm_half", "FGSM, length at one half", "Length at which FGSM turns half of the same digits.", 3),
    hidden("transfer_twin", "transfer", "Share of a twin's digits that changes made for the standard net turn.", 3),
    hidden("transfer_robust", "transfer to the robust net", "The same of the robust net's digits.", 3),
    # Certified.
    hidden("lipschitz_radius", "radius by the bound", "|f| over the product of spectral norms.", 4),
    hidden("smoothed_radius", "radius by noise", "σ Φ⁻¹ of the lower confidence bound.", 4),
    hidden("smoothed_high", "radius by noise, at most", "σ Φ⁻¹ of the upper confidence bound.", 4),
    hidden("votes", "votes", "Samples of the noise that get the commonest class."),
    hidden("share_low", "share, at least", "Lower end of the Clopper-Pearson interval at 99.9 %.", 5),
    hidden("share_high", "share, at most", "Its upper end.", 5),
    hidden("radius_most", "largest radius", "σ Φ⁻¹ where all samples agree.", 4),
    hidden("certificate_holds", "certified below the distance", "Whether no disc reaches the boundary."),
    # Bounds.
    hidden("sampled", "steepest of 200 places", "Largest dual norm of the gradient at random places.", 4),
    hidden("exact", "exact on the grid", "Largest dual norm of the gradient over the grid of the window.", 4),
    hidden("product", "product bound", "Product of the norms of the layers.", 4),
    hidden("absolute", "absolute product", "Norm of the product of the sizes of the weights.", 4),
    hidden("ratio", "product over exact", "How far the product overshoots.", 3),
    hidden("robust_exact", "exact on the grid, robust", "Of the robust net.", 4),
    hidden("robust_product", "product bound, robust", "Of the robust net.", 4),
    hidden("in_order", "in order", "Whether sampled ≤ exact ≤ both bounds."),
)

_PATH = Field("path", "vector", low=-1e4, high=1e4, meaning="x, y, x, y, ... from the bottom left, the side is 1")
_DIGIT = Field("digit", "integer", low=0, high=9, meaning="the digit")
_PICTURE = {"mode": ("picture",)}
_PLANE = {"mode": ("plane", "certified", "bounds")}
_POINTS = PointGestures(reach=1e3, most=1_000_000, label=TWO_CLASSES, when=_PLANE)
_XY = tuple(Field(one, "real", low=-1e3, high=1e3, meaning=words) for one, words in (("x", "across"), ("y", "up")))

GESTURES = (
    GestureDecl("draw", (_PATH,), "Draw on the paper.", when=_PICTURE),
    GestureDecl("erase", (_PATH,), "Rub out.", when=_PICTURE),
    GestureDecl("example", (_DIGIT,), "Put a digit of this kind on the paper.", when=_PICTURE),
    GestureDecl("aim", (_DIGIT,), "Attack towards this digit, or again towards any other.", when=_PICTURE),
    GestureDecl("blank", (), "Take a new sheet of paper.", button="Clear the paper", when=_PICTURE),
    GestureDecl("put", _XY, "Put the attacked point at a place.", when=_PLANE),
    _POINTS.add("Add a point; the nets go on with it."),
    _POINTS.draw("draw_points", "Draw points of one class along a stroke."),
    _POINTS.delete("Delete a point."),
    _POINTS.clear(),
)

JOBS = (
    JobDecl(
        "sweep",
        "Attack the held out digits",
        "Accuracy against the size of the change, transfer from net to net, and DeepFool.",
        reads=("norm", "eps", "eps2", "eps1"),
        reads_state=True,
        when={"mode": ("accuracy",)},
    ),
)
