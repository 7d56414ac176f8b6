"""What is measured, what the mouse may do, and the other names of the panel."""

from __future__ import annotations

from playground.engine.declarations.concept import Door, Field, GestureDecl, Metric, hidden
from playground.engine.kit.points.declared import PointGestures

MOST = 200  # points

DOORS = (
    Door(
        "marginal_likelihood",
        title="Marginal likelihood",
        chapter="Learning theory",
        line="The evidence weighs fit against complexity and finds both knobs",
        preset="evidence",
        words=("evidence", "Occam's razor", "type II maximum likelihood", "hyperparameters", "model selection"),
        plot="map",
    ),
    Door(
        "bayesian_optimisation",
        title="Bayesian optimisation",
        chapter="Optimisation",
        line="Find the highest place with few questions, against the machine",
        preset="search",
        words=("expected improvement", "UCB", "Thompson sampling", "bandit", "acquisition function", "black box"),
    ),
    Door(
        "wide_networks",
        title="Infinitely wide networks",
        chapter="Learning theory",
        line="Random nets become Gaussian processes as their layers widen",
        preset="widths",
        words=("Neal", "NNGP", "infinite width", "arc-cosine kernel", "central limit theorem"),
    ),
    Door(
        "conditioning",
        title="Gaussian conditioning",
        chapter="Learning theory",
        line="Turn a line across a Gaussian: marginal and slice are Gaussian",
        preset="slice",
        words=("multivariate normal", "marginal", "conditional", "covariance", "ellipse"),
    ),
)

METRICS = (
    Metric("evidence", "log evidence", "log p(y) of the points, in nats.", decimals=3),
    Metric("rmse", "error", "Root mean square of mean less true function, between −3 and 3.", decimals=3),
    Metric("std_ratio", "deviation at the data", "Largest deviation at a point, in units of σ.", decimals=3),
    Metric("ridge_gap", "mean less kernel ridge", "The largest difference of the mean from kernel ridge.", decimals=10),
    Metric("map_gap", "mean less ridge on weights", "From ridge on slope and intercept.", decimals=10),
    Metric("outside", "points outside the band", "Share of the true function outside ±2 deviations.", decimals=3),
    Metric("length_now", "length scale", "Where the climb stands.", decimals=3),
    Metric("noise_now", "noise", "Where the climb stands.", decimals=3),
    Metric("top_gap", "below the best of the map", "Best evidence of the map less that of the climb.", decimals=3),
    Metric("slope", "slope", "Of the evidence over the natural logs of both knobs.", decimals=5),
    Metric("regret", "machine below the top", "Top of the function less the best that the machine found.", decimals=3),
    Metric("own_regret", "you below the top", "Top of the function less the best that you found.", decimals=3),
    Metric("asked", "machine's questions", "How often it asked.", decimals=None),
    Metric("own_asked", "your questions", "How often you asked.", decimals=None),
    Metric("samples", "samples", "Drawn of the Gaussian in the plane.", decimals=None),
    Metric("map_error", "moments × √n", "Largest error of mean and covariance of (u·x, v·x), times √n.", decimals=3),
    Metric("slice_error", "slice × √n", "Largest error of mean and variance in the slice, times √n.", decimals=3),
    Metric("nets", "nets", "Random nets of each width so far.", decimals=None),
    Metric("excess", "excess kurtosis", "Of the outputs; 0 for a Gaussian.", decimals=3),
    Metric("excess_times", "excess × m", "Times the width; 15 by theory.", decimals=2),
    Metric(
        "kernel_error",
        "kernel off by",
        "Mean of nets of 256 units from the recursion.",
        decimals=4,
    ),
    Metric("error_slope", "fall of the distance", "Slope of the log distance of one net over log width.", decimals=3),
    hidden("excess_theory", "by theory", "15/m.", 4),
    hidden("count", "points", "How many points there are."),
    hidden("fit_term", "fit", "−½ y' K⁻¹ y.", 3),
    hidden("complexity", "complexity", "−½ log det K.", 3),
    hidden("constant", "constant", "−½ n log 2π.", 3),
    hidden("best_length", "best length scale", "Of the map.", 3),
    hidden("best_noise", "best noise", "Of the map.", 3),
    hidden("best_evidence", "best evidence", "Of the map, in nats.", 3),
)

_points = PointGestures(reach=1e3, when={"mode": ("posterior", "evidence")})
_ACROSS = Field("x", "real", low=-1e3, high=1e3, meaning="position across")
GESTURES = (
    _points.add("A new point."),
    _points.move("Move a point."),
    _points.delete("Take a point away."),
    _points.clear(),
    GestureDecl(
        "set_knobs",
        (
            Field("x", "real", low=-5.0, high=5.0, meaning="log10 of the length scale"),
            Field("y", "real", low=-5.0, high=5.0, meaning="log10 of the noise"),
        ),
        "Climb from another place of the map.",
        target=(),
        when={"mode": ("evidence",)},
    ),
    GestureDecl(
        "set_line",
        (
            Field("x", "real", low=-1e3, high=1e3, meaning="foot of the line, across"),
            Field("y", "real", low=-1e3, high=1e3, meaning="foot of the line, up"),
        ),
        "The line through here, across the way from the middle.",
        target=(),
        when={"mode": ("slice",)},
    ),
    GestureDecl(
        "ask",
        (_ACROSS,),
        "You ask here, and the machine asks once.",
        when={"mode": ("search",)},
    ),
    GestureDecl(
        "draw_function",
        (Field("path", "vector", low=-1e3, high=1e3, meaning="x and y of the stroke in turn"),),
        "Draws the function that is looked for.",
        target=(),
        when={"mode": ("search",)},
    ),
)
