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
)

METRICS = (
    Metric("evidence", "log evidence", "log p(y) of the points, in nats.", decimals=3),
    Metric("rmse", "error", "Root mean square of mean less true function, between −3 and 3.", decimals=3),
    Metric("std_ratio", "deviation at the data", "The largest deviation at a point, in units of the noise σ.", decimals=3),
    Metric("ridge_gap", "mean less kernel ridge", "The largest difference of the mean from kernel ridge.", decimals=10),
    Metric("map_gap", "mean less ridge on weights", "Of the linear kernel: from ridge on slope and intercept.", decimals=10),
    Metric("outside", "points outside the band", "Share of the true function outside ±2 deviations.", decimals=3),
    Metric("length_now", "length scale", "Where the climb stands.", decimals=3),
    Metric("noise_now", "noise", "Where the climb stands.", decimals=3),
    Metric("top_gap", "below the best of the map", "Best evidence of the map less that of the climb.", decimals=3),
    Metric("slope", "slope", "Length of the gradient of the evidence over the natural logs of both knobs.", decimals=5),
    Metric("regret", "machine below the top", "Top of the function less the best that the machine found.", decimals=3),
    Metric("own_regret", "you below the top", "Top of the function less the best that you found.", decimals=3),
    Metric("asked", "machine's questions", "How often it asked.", decimals=None),
    Metric("own_asked", "your questions", "How often you asked.", decimals=None),
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
