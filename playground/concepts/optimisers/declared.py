"""Metrics, arrays, gestures, jobs and claims of the optimiser race. No torch."""

from __future__ import annotations

from playground.concepts.optimisers.names import LABELS, PLANE, SCHEDULES
from playground.engine.declarations.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric, hidden

OVER_METHODS = ("gap", "gradient", "steps_to", "first_step", "rate_share", "rare")
OVER_SCHEDULES = ("rms", "rms_theory", "average_rms", "average_theory")


_SHOWN = (
    Metric(
        "iteration", "iteration", "Steps of each method, samples of each run, or iterations of the net.", decimals=None,
    ),
    Metric("gap", "f − f*", "How far the value is above the lowest known one.", decimals=6, over="method"),
    Metric("gradient", "length of the gradient", "Where the method stands.", decimals=6, over="method"),
    Metric("steps_to", "steps to 1e−8", "Steps until f − f* first was 1e−8 or less.", decimals=None, over="method"),
    Metric(
        "first_step", "first step", "Longest coordinate of the first step, over the step size.", over="method",
        decimals=4,
    ),
    Metric(
        "rate_share", "rate now over first", "The smaller of the coordinates' step sizes, over that of the first step.",
        over="method", decimals=3,
    ),
    Metric("rare", "rarest direction", "Share of its first error that is left.", decimals=4, over="method"),
    Metric(
        "rms", "error", "Root mean square over all runs.", decimals=4, note="in theory {rms_theory.*}", over="schedule",
    ),
    Metric(
        "average_rms", "error of the average", "The same of the mean of all iterates.", decimals=4,
        note="in theory {average_theory.*}", over="schedule",
    ),
    Metric("loss", "loss", "Mean over digits and outputs of (out − y)².", decimals=5),
    Metric(
        "sharpness", "sharpness", "Largest eigenvalue of the loss's Hessian.", decimals=3, note="limit 2/η = {limit}",
    ),
)  # fmt: skip
_NUMBERS = (
    hidden("x", "x", "First coordinate of the method in focus.", 4),
    hidden("y", "y", "Second coordinate of the method in focus.", 4),
    hidden("value", "f", "Value at the method in focus.", 6),
    hidden("slope_x", "slope in x", "First entry of the gradient at the method in focus.", 4),
    hidden("slope_y", "slope in y", "Second entry of the gradient at the method in focus.", 4),
    hidden("curvature_low", "smallest curvature", "Smallest eigenvalue of the Hessian at the method in focus.", 4),
    hidden("curvature_high", "largest curvature", "Largest eigenvalue of the Hessian at the method in focus.", 4),
    hidden("jensen", "Jensen gap", "Smallest height of the chord from the start to the method in focus over f.", 6),
    hidden("sine", "sine of the angle", "Between gradient and radius where the constraint binds.", 6),
    hidden("multiplier", "multiplier λ", "With g + λ θ = 0 on the circle, where g is the gradient.", 4),
    hidden("L", "L", "Largest curvature, in the home window where it has no bound.", 4),
    hidden("mu", "μ", "The constant of the PL inequality: |g|² is at least 2 μ (f − f*).", 4),
    hidden("limit", "2/L", "Step size beyond which gradient descent flies apart; 2/η for the net.", 4),
    hidden("inverse_L", "1/L", "The step size of the guarantees.", 4),
    hidden("log_limit", "log 2", "Where the limit stands on the sweep's axis.", 4),
    hidden("kappa_here", "κ", "Condition number of the ravine.", 1),
    hidden("points_found", "stationary points", "How many are known in the home window.", None),
    hidden(
        "critical_step", "first small gradient", "First step of gradient descent with a gradient of at most ε.", None,
    ),
    hidden("critical_bound", "bound", "2 L (f₀ − f*) / ε²: by then a gradient was small, with η = 1/L.", 1),
    hidden(
        "decrease_slack", "slack of the decrease",
        "Largest f′ − f + |g|²/(2L), over f₀ − f*; at most 0 with η = 1/L.", 8,
    ),
    hidden(
        "pl_slack", "slack of the PL rate", "Largest gap above (1 − μ/L)^t, over f₀ − f*; at most 0 with η = 1/L.", 8,
    ),
    hidden("flow_gap", "distance to the flow", "From gradient descent to the gradient flow at the same time.", 6),
    hidden("flow_ratio", "with half the step", "That distance with half the step, over this one.", 4),
    hidden("order", "order of Newton", "p of |g′| ~ |g|^p over the last steps, where g is the gradient.", 3),
    hidden("heavy_ball_gain", "gain of heavy ball", "Steps of gradient descent over its own.", 2),
    hidden("nesterov_gain", "gain of Nesterov", "Steps of gradient descent over its own.", 2),
    hidden("momentum_here", "β", "The momentum.", 3),
    hidden("rate_here", "η", "The step size.", 4),
    hidden("alpha_here", "α", "The step size of adaptive methods.", 4),
    hidden("noise_here", "noise", "Standard deviation of each entry of a gradient.", 4),
    hidden("m_x", "m, x", "First moment after the update.", 4),
    hidden("m_y", "m, y", "First moment after the update.", 4),
    hidden("v_x", "v, x", "Second moment after the update.", 4),
    hidden("v_y", "v, y", "Second moment after the update.", 4),
    hidden("move_x", "move in x", "The update.", 4),
    hidden("move_y", "move in y", "The update.", 4),
    hidden("scale_x", "rate in x", "The update over what it follows.", 4),
    hidden("scale_y", "rate in y", "The update over what it follows.", 4),
    hidden("gradient_condition", "condition of the gradient", "Largest over smallest singular value.", 0),
    hidden("update_condition", "condition of Muon's update", "Largest over smallest singular value.", 4),
    hidden("best", "1/√N", "Error of the mean of all samples, the best possible.", 4),
    hidden("share_of_limit", "sharpness over limit", "Mean of the last 20 looks at λ, over 2/η.", 3),
    hidden("weight_count", "weights", "Weights and biases of the net.", None),
    hidden("surface_words", "f", "The function in words."),
    hidden("lost_words", "lost", "The methods that left all bounds, in words."),
)  # fmt: skip
_FLAGS = (
    ("some_lost", "Whether a method left all bounds."),
    ("too_long", "Whether gradient descent's step is beyond 2/L."),
    ("has_law", "Whether the rates of the ravine hold from the start."),
    ("is_pl", "Whether the surface obeys the PL inequality without being convex."),
    ("constrained", "Whether the methods are kept in a disc."),
    ("takes_moments", "Whether the method in focus is adaptive."),
    ("takes_momentum", "Whether the method in focus keeps its displacement."),
    ("takes_hessian", "Whether the method in focus uses the Hessian."),
    ("at_edge", "Whether the sharpness is within a tenth of 2/η."),
)
_SAID = (
    hidden("focus", "method in focus", "In words."),
    *(hidden(name, name.replace("_", " "), f"Whether the problem is {words}.") for name, words in (
        ("on_surface", "a surface"), ("in_matrix", "the matrix"), ("in_estimate", "the mean"), ("in_net", "the net"),
    )),
)  # fmt: skip
_THEORY = (
    Metric("rms_theory", "error in theory", "Exact, by recursion.", decimals=4, over="schedule", shown=False),
    Metric("average_theory", "average in theory", "Exact, by recursion.", decimals=4, over="schedule", shown=False),
)
_BY_JOBS = (
    hidden("arrived", "share that arrives", "Share of the starts that end at a stationary point.", 3),
    hidden("growth_gd", "growth of gradient descent", "Slope of log steps against log κ.", 3),
    hidden("growth_heavy_ball", "growth of heavy ball", "Slope of log steps against log κ.", 3),
    hidden("growth_nesterov", "growth of Nesterov", "Slope of log steps against log κ.", 3),
)
_TOLD = tuple(hidden(name, name.replace("_", " "), meaning) for name, meaning in _FLAGS)
METRICS = (*_SHOWN, *_THEORY, *_NUMBERS, *_TOLD, *_SAID, *_BY_JOBS)
HIDDEN_NUMBERS = tuple(metric.name for metric in (*_NUMBERS, *_TOLD))

_METHOD_ARRAYS = tuple(
    ArrayDecl(f"{part}_{name}", shape, f"{words} of {LABELS[name]}.")
    for name in PLANE
    for part, shape, words in (("path", "steps 2", "The path"), ("at", "1 2", "The place"))
)
_LAW_ARRAYS = tuple(
    ArrayDecl(f"law_{name}", "2 2", f"Step and log10 of f − f* at both ends of the line of {words}.")
    for name, words in (
        ("gd", "gradient descent in theory"), ("heavy_ball", "heavy ball in theory"),
        ("nesterov", "Nesterov in theory"), ("pl", "the PL rate"), ("bound", "the best of all first-order methods"),
    )
)  # fmt: skip
_SCHEDULE_ARRAYS = tuple(
    ArrayDecl(f"{part}_{name}", shape, f"{words} with step sizes {SCHEDULES[name][0]}.")
    for name in SCHEDULES
    for part, shape, words in (
        ("rms", "n 2", "log10 of samples and error"),
        ("mean", "n 2", "log10 of samples and error of the average"),
        ("exact", "n", "log10 of the exact error"),
        ("exact_mean", "n", "log10 of the exact error of the average"),
    )
)
ARRAYS = (
    ArrayDecl("plane_x", "2", "The home window in x."),
    ArrayDecl("plane_y", "2", "The home window in y."),
    ArrayDecl("level_lines", "pieces 4", "Level sets."),
    ArrayDecl("start", "1 2", "Where all begin."),
    ArrayDecl("minima", "n 2", "Known minima."),
    ArrayDecl("saddles", "n 2", "Known saddles."),
    ArrayDecl("maxima", "n 2", "Known maxima."),
    ArrayDecl("flow_path", "n 2", "The gradient flow up to the time η t."),
    ArrayDecl("disc", "n 2", "The border of the disc of the constraint."),
    *_METHOD_ARRAYS,
    *_LAW_ARRAYS,
    ArrayDecl("update_x", "2", "The window of one update in x."),
    ArrayDecl("update_y", "2", "The window of one update in y."),
    ArrayDecl("update_levels", "pieces 4", "Level sets in that window."),
    ArrayDecl("update_from", "2", "Where the update begins."),
    ArrayDecl("update_carried", "2", "β times the last displacement."),
    ArrayDecl("update_pulled_from", "2", "Where that ends."),
    ArrayDecl("update_pulled", "2", "−η times the gradient; of adaptive methods a step of length α along it."),
    ArrayDecl("update_move", "2", "The update."),
    ArrayDecl("update_to", "1 2", "Where it ends."),
    ArrayDecl("update_scale", "2", "Step size of each coordinate: the update over what it follows."),
    ArrayDecl("update_moments", "6", "Gradient, first moment and root of the second, of x and then of y."),
    ArrayDecl("inputs", "size", "1, 2, ..., the rarest input last."),
    ArrayDecl("left_heavy_ball", "size", "Share of the first error left along each input, heavy ball."),
    ArrayDecl("left_muon", "size", "Share of the first error left along each input, Muon."),
    ArrayDecl("singular_gradient", "size", "log10 of the gradient's singular values over the largest."),
    ArrayDecl("singular_heavy_ball", "size", "log10 of those of heavy ball's update."),
    ArrayDecl("singular_muon", "size", "log10 of those of Muon's update."),
    ArrayDecl("weights_off", "size 2*size", "|W − W*| of heavy ball and of Muon, side by side."),
    *_SCHEDULE_ARRAYS,
    ArrayDecl("exact_x", "n", "log10 of the samples of the exact errors."),
    ArrayDecl("best_line", "2 2", "log10 of samples and 1/√N at both ends."),
    ArrayDecl("spread_edges", "bins+1", "Borders of the histogram of one schedule's runs."),
    ArrayDecl("spread", "bins", "Its density."),
    ArrayDecl("normal_x", "bins", "Middles of the bins."),
    ArrayDecl("normal", "bins", "The exact density."),
    ArrayDecl("basin", "cells cells", "Which stationary point each start reaches, from 1; 0: none."),
    ArrayDecl("basin_extent", "4", "x0, x1, y0, y1 of the map."),
    ArrayDecl("swept_x", "n", "log10 of the step size, times L for methods that are not adaptive."),
    *(ArrayDecl(f"swept_{name}", "n", f"log10 of what is left of f − f*, {LABELS[name]}.") for name in PLANE[:8]),
    ArrayDecl("kappa_x", "n", "log10 of the condition number."),
    *(ArrayDecl(f"needed_{name}", "n", f"log10 of the steps to 1e−8, {LABELS[name]}.") for name in PLANE[:3]),
)

_PATH = Field("path", "vector", -100.0, 100.0, meaning="points x, y, x, y, ... of the stroke")
_DRAWN = {"problem": ("drawn",)}
_PLACE = (Field("x", "real", -1000.0, 1000.0, meaning="where"), Field("y", "real", -1000.0, 1000.0, meaning="where"))
GESTURES = (
    GestureDecl("set_start", _PLACE, "All methods start here, and go as far as they had come."),
    GestureDecl("dig", (_PATH,), "Digs pits along the stroke.", when=_DRAWN),
    GestureDecl("heap", (_PATH,), "Heaps bumps up along the stroke.", when=_DRAWN),
    GestureDecl("flatten", (), "Takes all bumps and pits away.", button="Flatten the ground", when=_DRAWN),
)

JOBS = (
    JobDecl(
        "starts", "Map of starts", "Where the method in focus ends from every place.",
        reads=("problem", "kappa", "tilt", "formula", "rate", "alpha", "momentum", "tuning", "beta_1", "beta_2",
               "decay", "damping", "falling", "radius", "method", "resolution", "horizon"),
        when={"mode": ("starts",)},
    ),
    JobDecl(
        "sweep", "Sweep of step sizes", "What is left of f − f* for every step size.",
        reads=("problem", "kappa", "tilt", "formula", "momentum", "beta_1", "beta_2", "decay", "falling", "radius",
               "horizon", *PLANE[:8]),
        when={"mode": ("rates",)},
    ),
    JobDecl(
        "conditions", "Steps against condition", "How many steps each condition number costs.", reads=(),
        reads_data=False, when={"mode": ("conditions",)},
    ),
)  # fmt: skip

CLAIMS = (
    Claim("flow", "Half the step, half the distance to the gradient flow", "flow", "flow_ratio", "<=", 0.6, 20),
    Claim("flow_low", "and not less than four tenths of it", "flow", "flow_ratio", ">=", 0.4, 20),
    Claim(
        "small_gradient", "With η = 1/L a gradient is below ε after at most 2 L (f₀ − f*) / ε² steps",
        "guarantee", "critical_step", "<=", "critical_bound", 300,
    ),
    Claim(
        "decrease", "With η = 1/L each step gains at least |g|²/(2L)", "guarantee", "decrease_slack", "<=", 1e-12, 300,
    ),
    Claim("jensen", "On a convex surface the chord lies above", "guarantee", "jensen", ">=", -1e-12, 40),
    Claim("below", "At 1.95/L gradient descent arrives", "limit", "gap.gd", "<=", 1e-8, 600),
    Claim("beyond", "At 2.05/L it flies apart", "beyond", "gap.gd", ">=", 1e3, 200),
    Claim(
        "pl", "Without convexity, under the PL inequality, the gap falls as (1 − μ/L)^t", "pl", "pl_slack",
        "<=", 1e-12, 60,
    ),
    Claim(
        "ravine", "In a ravine with κ = 100 gradient descent takes more than 400 steps", "tuned",
        "steps_to.gd", ">=", 400, 700,
    ),
    Claim("heavy_ball", "Heavy ball takes less than a fifth of them", "tuned", "heavy_ball_gain", ">=", 5.0, 700),
    Claim("nesterov", "Nesterov takes less than a fifth of them", "tuned", "nesterov_gain", ">=", 5.0, 700),
    Claim("growth", "Steps of gradient descent grow as κ", "conditions", "growth_gd", ">=", 0.95, 0, "conditions"),
    Claim(
        "growth_root", "Steps of heavy ball grow as its root, with a logarithm", "conditions",
        "growth_heavy_ball", "<=", 0.6, 0, "conditions",
    ),
    Claim("adam_first", "Adam's first step is α", "first_step", "first_step.adam", ">=", 0.9999, 1),
    Claim("adam_first_high", "and no more", "first_step", "first_step.adam", "<=", 1.0, 1),
    Claim(
        "adam_raw", "Without correction it is (1 − β₁)/√(1 − β₂) = 3.16 α", "first_step",
        "first_step.adam_raw", ">=", 3.16, 1,
    ),
    Claim("adagrad", "AdaGrad's step sizes only shrink", "adaptive", "rate_share.adagrad", "<=", 0.9, 60),
    Claim("rmsprop", "RMSProp's grow again where the gradient falls", "adaptive", "rate_share.rmsprop", ">=", 1.0, 200),
    Claim("newton_one", "Newton is down a quadratic in one step", "newton", "gap.newton", "<=", 1e-12, 1),
    Claim("newton_order", "Near a root its error squares at each step", "newton_saddle", "order", ">=", 1.8, 12),
    Claim("newton_saddle", "It goes to saddles as readily", "newton_saddle", "curvature_low", "<", 0.0, 12),
    Claim("muon_gradient", "A gradient with a condition above 10,000", "muon", "gradient_condition", ">=", 1e4, 30),
    Claim("muon_update", "becomes an update with a condition of 1", "muon", "update_condition", "<=", 1.05, 30),
    Claim("muon_rare", "Muon learns the rarest direction", "muon", "rare.muon", "<=", 0.01, 300),
    Claim("sgd_rare", "of which heavy ball leaves more than 30 %", "muon", "rare.heavy_ball", ">=", 0.3, 300),
    Claim("constant", "With constant steps the error stalls at 0.23", "schedules", "rms.constant", ">=", 0.21, 500),
    Claim("root", "With 1/√t it is 0.085 after 5,000 samples", "schedules", "rms.root", "<=", 0.089, 500),
    Claim("inverse", "With 1/t it is 1/√N = 0.014", "schedules", "rms.inverse", "<=", 0.0152, 500),
    Claim("average", "Averaged, 1/√t comes within a tenth of that", "schedules", "average_rms.root", "<=", 0.0156, 500),
    Claim("edge", "Sharpness rises to 2/η", "edge", "share_of_limit", ">=", 0.9, 100),
    Claim("edge_high", "and stays there", "edge", "share_of_limit", "<=", 1.1, 100),
    Claim(
        "lagrange", "Where a constraint binds, the gradient is along its normal", "constraint", "sine", "<=", 1e-3, 200,
    ),
)  # fmt: skip
