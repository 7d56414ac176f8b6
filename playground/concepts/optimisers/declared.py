"""What the optimiser race declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.concepts.optimisers.names import SWEPT
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

_BY_METHOD = (
    ("gap", "f − f*", "How far the value is above the lowest known one.", 6),
    ("gradient", "length of the gradient", "Where the method stands.", 6),
    ("steps_to", "steps to 1e−8", "Steps until f − f* first was 1e−8 or less.", None),
    ("first_step", "first step", "Longest coordinate of the first step, over the step size.", 4),
    (
        "rate_share",
        "rate now over first",
        "The smaller of the coordinates' step sizes, over that of the first step.",
        3,
    ),
    ("rare", "rarest direction", "Share of its first error that is left.", 4),
)
_BY_SCHEDULE = (
    ("rms", "error", "Root mean square over all runs.", "in theory {rms_theory.*}"),
    ("average_rms", "error of the average", "The same of the mean of all iterates.", "in theory {average_theory.*}"),
    ("rms_theory", "error in theory", "Exact, by recursion.", ""),
    ("average_theory", "average in theory", "Exact, by recursion.", ""),
)
METRICS = (
    hidden("iteration", "iteration", "Steps of each method, or samples of each run."),
    Metric(
        "samples_seen",
        "samples so far",
        "What each run has seen.",
        decimals=None,
        note="{per_step} a step of the clock",
    ),
    hidden("per_step", "iterations a step", "How many iterations one step of the clock is."),
    *(Metric(name, label, meaning, "", decimals, over="method") for name, label, meaning, decimals in _BY_METHOD),
    *(
        Metric(name, label, meaning, "", 4, note, "schedule", shown=bool(note))
        for name, label, meaning, note in _BY_SCHEDULE
    ),
    hidden("limit", "2/L", "Step size beyond which gradient descent flies apart.", 4),
    hidden("curvature_low", "smallest curvature", "Smallest eigenvalue of the Hessian at the method in focus.", 4),
    hidden("curvature_high", "largest curvature", "Largest eigenvalue of the Hessian at the method in focus.", 4),
    hidden("jensen", "Jensen gap", "Smallest height of the chord from the start to the method in focus over f.", 6),
    hidden("chord_gap", "height of the chord", "Least height of the chord of the next step over f, as a share.", 6),
    hidden("middle_gap", "height of the middle", "Height of the chord's middle over f, as a share.", 6),
    hidden("least_gain", "least gain", "Smallest gain of a step of gradient descent, over what is promised.", 4),
    hidden("most_gain", "most gain", "Largest gain of a step of gradient descent, over what is promised.", 4),
    hidden("pl_ratio", "height over the PL law", "Largest f − f* after the first step, over q^t (f₀ − f*).", 4),
    hidden("upper_slack", "slack of the upper bowl", "Largest height of f over the bowl of L, as a share.", 9),
    hidden("lower_slack", "slack of the lower bowl", "Largest height of the bowl of μ over f, as a share.", 9),
    hidden("safe_gain", "gain of the step 1/L", "By what f falls, as a share of the heights in the picture.", 4),
    hidden("step_gain", "gain of the step", "By what f falls, as a share of the heights in the picture.", 4),
    Metric("dual_length", "dual norm of g", "How far the steepest step of norm 1 goes down.", decimals=4),
    hidden("search_ratio", "way by search", "Largest −g·d over 2,881 places of the ball, over the dual norm.", 6),
    hidden("norm_violations", "places that break the order", "Of 10,000 random ones in 7 dimensions."),
    hidden("sine", "sine of the angle", "Between gradient and radius where the constraint binds.", 6),
    hidden("critical_step", "first small gradient", "First step of gradient descent with a gradient of at most τ."),
    hidden("critical_bound", "bound", "(f₀ − f*) / (η (1 − L η/2) τ²): by then a gradient was small.", 1),
    hidden("gain", "gain of a step", "η (1 − L η/2): squared lengths of the gradient by which f falls at least.", 4),
    hidden("pl_factor", "factor under the PL inequality", "1 − 2 μ η (1 − L η/2), of f − f* at each step.", 4),
    hidden("decrease_slack", "slack of the gain", "Largest f′ − f + η (1 − L η/2) |g|², over f₀ − f*; at most 0.", 8),
    hidden("pl_slack", "slack of the PL rate", "Largest f − f* above its law, over f₀ − f*; at most 0.", 8),
    hidden(
        "flow_ratio",
        "with half the step",
        "Distance to the flow at the same time with half the step, over that with this one.",
        4,
    ),
    hidden("order", "order of Newton", "The power of the last gradient's length with which the next one's falls.", 3),
    hidden("heavy_ball_gain", "gain of heavy ball", "Steps of gradient descent over its own.", 2),
    hidden("nesterov_gain", "gain of Nesterov", "Steps of gradient descent over its own.", 2),
    hidden("gradient_condition", "condition of the gradient", "Largest over smallest singular value.", 0),
    hidden("update_condition", "condition of Muon's update", "Largest over smallest singular value.", 4),
    hidden("noise_slope", "growth of the cloud", "Slope of log variance against log step size over batch size.", 3),
    hidden("at_minimum", "share at a minimum", "Of the runs, at their ends.", 3),
    hidden("growth_gd", "growth of gradient descent", "Slope of log steps against log κ.", 3),
    hidden("growth_heavy_ball", "growth of heavy ball", "Slope of log steps against log κ.", 3),
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

_SURFACE = ("problem", "kappa", "tilt", "formula", "radius")
_CONSTANTS = ("momentum", "beta_1", "beta_2", "decay", "falling", "horizon")
_ALONE = ("rate", "alpha", "tuning", "damping", "method", "resolution")
JOBS = (
    JobDecl(
        "starts",
        "Map of starts",
        "Where the method in focus ends from every place.",
        reads=(*_SURFACE, *_CONSTANTS, *_ALONE),
        when={"mode": ("starts",)},
    ),
    JobDecl(
        "sweep",
        "Sweep of step sizes",
        "What is left of f − f* for every step size.",
        reads=(*_SURFACE, *_CONSTANTS, *SWEPT),
        when={"mode": ("rates",)},
    ),
    JobDecl(
        "cloud",
        "Many runs",
        "Where 200 runs of gradient descent end under noise of their own.",
        reads=(*_SURFACE, "rate", "tuning", "falling", "noise", "batch", "horizon"),
        when={"mode": ("cloud",)},
    ),
    JobDecl(
        "conditions",
        "Steps against condition",
        "How many steps each condition number costs.",
        reads_data=False,
        when={"mode": ("conditions",)},
    ),
)
