"""What the panel declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.concepts.minimax.names import LABELS, MATRIX, METHODS, PLANE
from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric

# ---- numbers


def _each(name: str, label: str, meaning: str, decimals: int | None = 4, note: str = "", shown: bool = True) -> Metric:
    """A number of each method."""
    return Metric(name, label, meaning, decimals=decimals, note=note, over="method", shown=shown)


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number for plots, notes and files that does not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_EACH = (
    _each("status", "state", "Running, converged, cycling, diverging or diverged, each by a test.", None),
    _each(
        "rate",
        "rate per iteration",
        "Geometric mean of the factor of the distance over the last 100 iterations.",
        note="theory {theory.*}",
    ),
    _each("period", "period of the cycle", "In iterations; none as long as no cycle was found.", 2),
    _each("radius", "mean radius of the cycle", "Mean distance from the solution over one period.", 4),
    _each(
        "distance", "distance", "|z − z*|; in matrix games KL(p*|p) + KL(q*|q) with the equilibrium.", 6, shown=False
    ),
    _each("residual", "residual", "|V|; of strategies what both players gain by best answers.", 6, shown=False),
    _each("value", "payoff", "The payoff at the point, or the mean payoff of mixed strategies.", 4, shown=False),
    _each("theory", "rate in theory", "Spectral radius of the method's iteration at the solution.", 4, shown=False),
    _each(
        "limit",
        "largest stable step",
        "The end of the first interval of step sizes at which nothing grows near the solution.",
        4,
        shown=False,
    ),
    _each(
        "growth", "distance to that at the start", "|z − z*| as a multiple of its value at the start.", 4, shown=False
    ),
    _each("nearest", "smallest distance lately", "Smallest |z − z*| of the last 500 iterations.", 6, shown=False),
    _each("gap_average", "exploitability of the average", "What both players gain against the averages.", 4),
    _each("trapped", "share in the trap", "Share of pairs with |x y − 1/2| below 0.1.", 3),
)
_PLAIN = (
    Metric("iteration", "iterations", "Iterations since the start.", decimals=None),
    Metric("points_found", "stationary points", "How many points with V = 0 were found in the window.", decimals=None),
    Metric("solution", "the solution is", "What the point is that distances are measured to.", decimals=None),
)
_FURTHER = (
    _hidden("solution_x", "x*", "The solution across.", 4),
    _hidden("solution_y", "y*", "The solution up.", 4),
    _hidden("nash", "local Nash", "Whether the solution is a local Nash point; none where there is no payoff."),
    _hidden("not_nash", "no local Nash point", "Whether the solution fails the test of a local Nash point."),
    _hidden("has_solution", "solution known", "Whether a stationary point was found."),
    _hidden("no_solution", "no solution", "Whether the window has no stationary point."),
    _hidden("game_words", "payoff", "The payoff in words."),
    _hidden("focus", "method in focus", "The method in focus, in words."),
    _hidden("focus_gamma", "γ", "How far the method in focus looked ahead.", 4),
    _hidden("focus_rate", "rate of the focus", "Measured rate of the method in focus.", 4),
    _hidden("focus_theory", "rate in theory of the focus", "Spectral radius of the method in focus.", 4),
    _hidden("focus_limit", "limit of the focus", "Largest stable step of the method in focus.", 4),
    _hidden("focus_period", "period of the focus", "Period of the cycle of the method in focus.", 2),
    _hidden("focus_radius", "radius of the focus", "Mean radius of the cycle of the method in focus.", 4),
    _hidden("focus_turn", "flow time of a period", "Period times step size of the method in focus.", 3),
    _hidden("focus_cycles", "the focus cycles", "Whether the method in focus is on a cycle."),
    _hidden("focus_diverges", "the focus diverges", "Whether the method in focus diverges."),
    _hidden("focus_law", "rate known", "Whether the game is linear and the method in focus has a rate."),
    _hidden("rate_gap", "largest gap of a rate", "Largest |measured − theory| of the rates of a linear game.", 6),
    _hidden("linear_game", "linear game", "Whether V is linear, so that theory holds everywhere."),
    _hidden("bent_game", "nonlinear game", "Whether V is not linear."),
    _hidden("plane_game", "two numbers", "Whether the players move numbers."),
    _hidden("matrix_game", "matrix game", "Whether the players mix over a few moves."),
    _hidden("box_game", "players in a box", "Whether the players are populations in a box."),
    _hidden("no_payoff", "no payoff", "Whether V has no payoff behind it."),
    _hidden("by_autograd", "derivatives by autograd", "Whether the payoff was typed."),
    _hidden("L", "L", "Largest stretch of V in the home window, on a grid.", 4),
    _hidden("rho", "ρ", "Smallest <V, z − z*> / |V|² in the home window.", 4),
    _hidden("minty_bound", "−1/(2L)", "What ρ must be above for a fixed step to have a guarantee.", 4),
    _hidden("outside_theory", "outside the theory", "Whether ρ is below −1/(2L)."),
    _hidden("unsolved", "unsolved steps", "Proximal steps that Newton's method did not solve to tolerance."),
    _hidden("unsolved_some", "some steps unsolved", "Whether a proximal step was not solved to tolerance."),
    _hidden("eigen_real", "real part", "Largest real part of the eigenvalues of −J at the solution.", 4),
    _hidden("xx", "second derivative in x", "Of the payoff at the solution.", 4),
    _hidden("yy", "second derivative in y", "Of the payoff at the solution.", 4),
    _hidden("offset_here", "constant", "The constant of the forsaken game.", 4),
    _hidden("entropic_value", "entropic value", "Payoff of the entropic pair at this temperature.", 4),
    _hidden("entropic_x2", "E x² in theory", "Second moment of x in the entropic pair.", 4),
    _hidden("measured_x2", "E x²", "Second moment of x, of the histogram in the picture.", 4),
    _hidden("has_look", "looks ahead", "Whether the method in focus evaluates V at a second point."),
    _hidden("has_memory", "remembers", "Whether the step of the method in focus has a term from before."),
    *(_hidden(f"focus_{name}", LABELS[name], f"Whether the method in focus is {LABELS[name]}.") for name in METHODS),
)
_BY_JOBS = (
    _hidden("orbits_found", "closed orbits", "How many closed orbits of the flow meet the half line."),
    _hidden("orbit_period", "period of the outer orbit", "Of the outermost closed orbit, in time.", 5),
    _hidden("orbit_radius", "mean radius of the outer orbit", "Mean distance in time from the solution.", 5),
    _hidden("orbit_attracts", "outer orbit attracts", "Whether the outermost closed orbit attracts."),
    _hidden("orbits_repelling", "repelling orbits", "How many of the closed orbits repel."),
    _hidden("share_solution", "share to the solution", "Share of the starts that end at the solution.", 3),
    _hidden("share_other", "share to other points", "Share of the starts that end at another stationary point.", 3),
    _hidden("share_bounded", "share that stays bounded", "Share of the starts that end at no point and stay.", 3),
    _hidden("share_diverged", "share that diverges", "Share of the starts that leave all bounds.", 3),
    _hidden("map_method", "method of the map", "Which method the map was made with."),
    _hidden(
        "slope_eg", "order of EG", "Log-slope of the gap of an EG step to the proximal step over the step size.", 3
    ),
    _hidden("slope_ogda", "order of OGDA", "Log-slope of the gap of an OGDA step to the proximal step.", 3),
    _hidden("measured_gap", "largest gap", "Largest difference of measured and theoretical rates in the map.", 5),
)
METRICS = (*_EACH, *_PLAIN, *_FURTHER, *_BY_JOBS)


# ---- arrays


def _per(names: tuple[str, ...], prefix: str, shape: str, meaning: str) -> tuple[ArrayDecl, ...]:
    return tuple(ArrayDecl(f"{prefix}_{name}", shape, f"{LABELS[name]}: {meaning}") for name in names)


KINDS = {
    "attracting": "attracts",
    "attracting_line": "a line of them attracts",
    "centre": "centre",
    "degenerate": "degenerate",
    "repelling": "repels",
    "repelling_line": "a line of them repels",
    "saddle": "saddle of the flow",
}
"""Stationary points by what the flow does there, and the words for it."""

_PLANE = (
    ArrayDecl("plane_x", "2", "range of the plane across"),
    ArrayDecl("plane_y", "2", "range of the plane up"),
    ArrayDecl("field_at", "points 2", "where the arrows of the field stand"),
    ArrayDecl("field", "points 2", "−V there"),
    ArrayDecl("level_lines", "pieces 4", "level sets of the payoff as x0 y0 x1 y1"),
    ArrayDecl("start", "1 2", "the start"),
    ArrayDecl("start_hollow", "1", "always: the start is drawn as a ring"),
    ArrayDecl("solutions", "points 2", "stationary points that were found"),
    ArrayDecl("solutions_hollow", "points", "those that are no local Nash points"),
    ArrayDecl("chosen", "points 2", "the solution that distances are measured to, if there is one"),
    *_per(PLANE, "path", "iterates 2", "iterates from the start, at most 4,128, the oldest first"),
    *_per(PLANE, "at", "1 2", "the present point; empty if it does not run"),
    *_per(PLANE, "cloud", "starts 2", "present points of the lattice"),
    ArrayDecl("time", "iterates", "iterations since the start"),
    *_per(PLANE, "far", "iterates", "log10 of the distance to the solution"),
    *_per(PLANE, "law", "2 2", "log10 of the distance as the spectral radius says, from the last change on"),
    *_per(PLANE, "off", "1 2", "where the method left all bounds: iteration and log10 of the distance"),
)
_STEP = (
    ArrayDecl("step_x", "2", "range of the plot of one step across"),
    ArrayDecl("step_y", "2", "range up"),
    ArrayDecl("step_from", "1 2", "the point before"),
    ArrayDecl("step_to", "1 2", "the point after"),
    ArrayDecl("step_look_at", "1 2", "the point at which V is taken a second time"),
    ArrayDecl("step_look", "1 2", "the arrow to it (extrapolate)"),
    ArrayDecl("step_value", "1 2", "−η V at the second point, or at the first where there is one only (evaluate)"),
    ArrayDecl("step_value_at", "1 2", "where that arrow stands"),
    ArrayDecl("step_move", "1 2", "the whole move (return)"),
    ArrayDecl("step_memory", "1 2", "the term from before: of the optimistic step, or z − z before"),
    ArrayDecl("step_memory_at", "1 2", "where that arrow stands"),
)
_POINTS = (
    *(
        ArrayDecl(f"kind_{kind}", "points 2", f"stationary points of the flow: {words}")
        for kind, words in KINDS.items()
    ),
    ArrayDecl("unit_circle", "points 2", "the unit circle"),
    ArrayDecl("growth_line", "2 2", "the imaginary axis"),
    ArrayDecl("jacobian_values", "2 2", "eigenvalues of −J at the solution"),
    ArrayDecl("jacobian_here", "points 2", "eigenvalues of −J at the present point of the method in focus"),
    *_per(PLANE, "eigen", "2 or 4 2", "eigenvalues of its iteration at the present point; none for Adam"),
    ArrayDecl("orbit_attracting", "points 2", "closed orbits of the flow that attract"),
    ArrayDecl("orbit_repelling", "points 2", "closed orbits of the flow that repel"),
)
_MAPS = (
    ArrayDecl("basin", "rows columns", "where starts end: 0 the solution, 1 other points, 2 bounded, 3 diverged"),
    ArrayDecl("basin_extent", "4", "x0, x1, y0, y1 of the map"),
    ArrayDecl("rate_x", "steps", "log10 of the step size"),
    *_per(PLANE[:7], "rate", "steps", "spectral radius at the solution for each step size"),
    *_per(PLANE[:7], "limit_at", "1 2", "largest stable step: log10 of it, and the rate 1"),
    *_per(PLANE[:7], "measured", "steps 2", "log10 of the step size and the measured rate"),
    ArrayDecl("eta_now", "2 2", "the present step size as an upright line"),
    ArrayDecl("gap_x", "steps", "log10 of the step size"),
    ArrayDecl("gap_eg", "steps", "log10 of the distance of an EG step to the proximal step"),
    ArrayDecl("gap_ogda", "steps", "log10 of the distance of an OGDA step to the proximal step"),
    ArrayDecl("angle_image", "rows columns", "<V, z − z*> / |V|², cut at ± 1"),
    ArrayDecl("angle_extent", "4", "x0, x1, y0, y1 of the picture"),
    ArrayDecl("angle_zero", "pieces 4", "where the quotient is −1/(2L), as x0 y0 x1 y1"),
    ArrayDecl("angle_worst", "1 2", "where it is smallest"),
)
_MATRIX = (
    ArrayDecl("triangle", "points 2", "the border of the strategies"),
    ArrayDecl("corner_at", "corners 2", "the corners of the triangle, or the ends of the axes"),
    *_per(MATRIX, "p_path", "iterates 2", "strategies of x (rock, paper, scissors), or both shares of heads"),
    *_per(MATRIX, "q_path", "iterates 2", "strategies of y in the triangle"),
    *_per(MATRIX, "p_at", "1 2", "the present strategy of x, or both shares of heads"),
    *_per(MATRIX, "q_at", "1 2", "the present strategy of y"),
    *_per(MATRIX, "p_mean", "1 2", "the average so far of x, or both"),
    *_per(MATRIX, "q_mean", "1 2", "the average so far of y"),
    *_per(MATRIX, "mix", "iterates", "log10 of the divergence from the equilibrium"),
    *_per(MATRIX, "gap", "records", "log10 of the exploitability of the average"),
    ArrayDecl("mix_time", "iterates", "iterations since the start"),
    ArrayDecl("gap_time", "records", "log10 of the iteration"),
    ArrayDecl("gap_law", "2 2", "the slope −1/2 through the last record"),
    ArrayDecl("equilibrium", "1 2", "the equilibrium"),
    ArrayDecl("shares", "moves twice", "shares of the method in focus, x first"),
)
_BOX = (
    ArrayDecl("box_gda", "pairs 2", "pairs of GDA"),
    ArrayDecl("box_eg", "pairs 2", "pairs of extragradient"),
    ArrayDecl("box_langevin", "pairs 2", "pairs of Langevin players"),
    ArrayDecl("trap", "points 2", "the hyperbola x y = 1/2"),
    ArrayDecl("bin_edges", "34", "borders of the bins"),
    ArrayDecl("law_of_x", "33", "density of x of the method in focus, averaged over the second half of the run"),
    ArrayDecl("law_of_y", "33", "density of y"),
    ArrayDecl("theory_at", "401", "points of the box"),
    ArrayDecl("theory_of_x", "401", "density of x in the entropic pair"),
    ArrayDecl("theory_of_y", "401", "density of y in the entropic pair"),
    ArrayDecl("tau_x", "temperatures", "log10 of the temperature"),
    ArrayDecl("tau_x2", "temperatures", "E x² of the entropic pair"),
    ArrayDecl("tau_y2", "temperatures", "E y² of the entropic pair"),
    ArrayDecl("tau_gap", "temperatures", "what both players gain against the entropic pair"),
)
ARRAYS = (*_PLANE, *_STEP, *_POINTS, *_MAPS, *_MATRIX, *_BOX)


# ---- gestures and jobs

_SPAN = {"low": -1e3, "high": 1e3}
_IN_PLANE = {
    "game": ("bilinear", "saddle", "quadratic", "monkey", "weird", "almost", "forsaken", "polar", "gan", "typed")
}
_IN_MATRIX = {"game": ("pennies", "rps")}

GESTURES = (
    GestureDecl(
        "set_start",
        (
            Field("x", "real", **_SPAN, meaning="where x starts"),
            Field("y", "real", **_SPAN, meaning="where y starts"),
        ),
        "Start all methods here; the paths are drawn anew, up to 400 iterations long.",
        when=_IN_PLANE,
    ),
    GestureDecl(
        "choose_solution",
        (
            Field("x", "real", **_SPAN, meaning="near the stationary point, across"),
            Field("y", "real", **_SPAN, meaning="near the stationary point, up"),
        ),
        "Measure distances to the stationary point that is nearest to here.",
        when=_IN_PLANE,
    ),
    GestureDecl(
        "set_strategy",
        (
            Field("player", "choice", choices=("x", "y", "both"), meaning="whose"),
            Field("x", "real", **_SPAN, meaning="in the triangle across, or the first share of x"),
            Field("y", "real", **_SPAN, meaning="in the triangle up, or the first share of y"),
        ),
        "Start from this strategy.",
        target=("player",),
        when=_IN_MATRIX,
    ),
)

JOBS = (
    JobDecl(
        "orbits",
        "closed orbits of the flow",
        "Finds where the return map of the flow has fixed points, attracting or repelling, to about 10 digits.",
        reads=("game", "a", "b", "c", "eps", "on", "offset", "pull", "mean", "spread", "formula", "window", "mode"),
        reads_data=False,
        when={"mode": ("points",)},
    ),
    JobDecl(
        "basin",
        "map of starts",
        "Runs the method in focus from every cell of the window and says where it ends.",
        reads=(
            "game", "a", "b", "c", "eps", "on", "offset", "pull", "mean", "spread", "formula", "window", "eta",
            "gamma", "method", "resolution", "horizon", "mode",
        ),
        reads_data=False,
        when={"mode": ("basin",)},
    ),
    JobDecl(
        "rates",
        "measured rates",
        "Runs every method near the solution with many step sizes, and measures its rate.",
        reads=("game", "a", "b", "c", "eps", "on", "offset", "pull", "mean", "spread", "formula", "window", "mode"),
        reads_data=False,
        when={"mode": ("rates",)},
    ),
    JobDecl(
        "proximal",
        "gap to the proximal step",
        "How far one step of EG and of OGDA is from the proximal step, over the step size.",
        reads=("game", "a", "b", "c", "eps", "on", "offset", "pull", "mean", "spread", "formula", "window", "mode"),
        reads_data=False,
        when={"mode": ("rates",)},
    ),
    JobDecl(
        "equilibria",
        "mixed equilibria",
        "The entropic equilibrium at many temperatures: the law of x stays wide, that of y shrinks to 0.",
        reads=("game",),
        reads_data=False,
        when={"game": ("box",)},
    ),
)  # fmt: skip

# ---- claims


def _claim(
    name: str, text: str, preset: str, metric: str, op: str, threshold: float | bool | str, steps: int, job: str = ""
) -> Claim:
    return Claim(name, text, preset, metric, op, threshold, steps, job)  # type: ignore[arg-type]


CLAIMS = (
    _claim("M1 saddle", "The saddle of x² − y² is a local Nash point.", "saddle", "nash", "==", True, 0),
    _claim("M1 monkey", "The monkey saddle is no local Nash point.", "monkey", "nash", "==", False, 0),
    _claim("M2 GDA", "On x y GDA is over 10 times as far out after 200 iterations.", "bilinear", "growth.gda", ">", 10.0, 200),
    _claim("M2 alternating low", "Alternating stays above half of its distance.", "bilinear", "growth.alt_gda", ">=", 0.5, 200),
    _claim("M2 alternating high", "Alternating stays below twice its distance.", "bilinear", "growth.alt_gda", "<=", 2.0, 200),
    _claim("M2 EG", "Extragradient comes below 1/20.", "bilinear", "growth.eg", "<", 0.05, 200),
    _claim("M2 OGDA", "The optimistic method comes below 1/20.", "bilinear", "growth.ogda", "<", 0.05, 200),
    _claim("M2 PPM", "The proximal point comes below 1/20.", "bilinear_all", "growth.ppm", "<", 0.05, 200),
    _claim("M2 RFBS", "The reflected method comes below 1/20.", "bilinear_all", "growth.rfbs", "<", 0.05, 200),
    _claim("M3 EG low", "A step of EG is a proximal step to third order.", "orders", "slope_eg", ">=", 2.7, 0, "proximal"),
    _claim("M3 EG high", "And not to fourth order.", "orders", "slope_eg", "<=", 3.2, 0, "proximal"),
    _claim("M3 OGDA low", "A step of OGDA is a proximal step to third order.", "orders", "slope_ogda", ">=", 2.7, 0, "proximal"),
    _claim("M3 OGDA high", "And not to fourth order.", "orders", "slope_ogda", "<=", 3.2, 0, "proximal"),
    _claim("M4", "Linear games: measured rates are the spectral radii.", "quadratic", "rate_gap", "<=", 1e-3, 250),
    _claim("M5 EG low", "EG ends on a cycle of radius over 1.0.", "almost_cycle", "radius.eg", ">=", 1.0, 320),
    _claim("M5 EG high", "And below 1.1.", "almost_cycle", "radius.eg", "<=", 1.1, 320),
    _claim("M5 OGDA low", "OGDA ends on a cycle of radius over 1.0.", "almost_cycle", "radius.ogda", ">=", 1.0, 320),
    _claim("M5 OGDA high", "And below 1.1.", "almost_cycle", "radius.ogda", "<=", 1.1, 320),
    _claim("M5 PPM low", "The proximal point ends on a cycle of radius over 1.0.", "almost_cycle", "radius.ppm", ">=", 1.0, 320),
    _claim("M5 PPM high", "And below 1.1.", "almost_cycle", "radius.ppm", "<=", 1.1, 320),
    _claim("M5 GDA low", "GDA ends on a wider cycle, over 1.24.", "almost_cycle", "radius.gda", ">=", 1.24, 320),
    _claim("M5 GDA high", "And below 1.29.", "almost_cycle", "radius.gda", "<=", 1.29, 320),
    _claim(
        "M5 CurvatureEG+",
        "CurvatureEG+ goes to the origin, a stationary point that is no local Nash point.",
        "almost_cycle", "distance.curvature_eg_plus", "<=", 1e-8, 320,
    ),
    *(
        _claim(
            f"M6 {LABELS[name]}",
            f"On forsaken {LABELS[name]} stays over 0.8 away.",
            "forsaken_all", f"nearest.{name}", ">", 0.8, 240,
        )
        for name in PLANE
        if name != "curvature_eg_plus"
    ),
    _claim(
        "M6 CurvatureEG+", "CurvatureEG+ reaches the forsaken solution.",
        "forsaken_all", "distance.curvature_eg_plus", "<", 1e-8, 240,
    ),
    _claim("M7", "On forsaken ρ is below −1/(2L): outside the theory.", "angle", "rho", "<", "minty_bound", 0),
    _claim("M8 CurvatureEG+", "On polar CurvatureEG+ reaches 0.", "polar", "distance.curvature_eg_plus", "<=", 1e-10, 300),
    *(
        _claim(
            f"M8 {LABELS[name]}", f"On polar {LABELS[name]} stays over 0.9 away.", "polar", f"nearest.{name}", ">", 0.9, 300
        )
        for name in ("gda", "ppm", "eg", "ogda", "eg_plus")
    ),
    *(
        _claim(
            f"M8 weak {LABELS[name]}", f"With a third of the pull {LABELS[name]} reaches 0.",
            "polar_weak", f"distance.{name}", "<=", 1e-10, 300,
        )
        for name in ("ppm", "eg", "ogda")
    ),
    _claim(
        "M10 average", "After 10,000 iterations the average is exploitable by less than 0.05.",
        "rps", "gap_average.mirror_descent", "<", 0.05, 1000,
    ),
    _claim(
        "M10 last", "The last strategies stay exploitable by over 0.4.",
        "rps", "residual.mirror_descent", ">", 0.4, 1000,
    ),
    _claim("M11 GDA", "GDA leaves over 95 % of the pairs in the trap.", "mixed", "trapped.gda", ">", 0.95, 100),
    _claim("M11 EG", "Extragradient leaves over 60 % there.", "mixed", "trapped.eg", ">", 0.6, 100),
    _claim("M11 Langevin", "Langevin players are there by less than 15 %.", "mixed", "trapped.langevin", "<", 0.15, 100),
    _claim("M12 together", "The Dirac-GAN spirals out if both move at once.", "dirac_gan", "growth.gda", ">", 1.5, 300),
    _claim("M12 in turn", "In turn it stays bounded.", "dirac_gan", "growth.alt_gda", "<=", 1.5, 300),
    _claim("cycle of the flow", "Forsaken's flow has two closed orbits.", "forsaken_points", "orbits_found", "==", 2, 0, "orbits"),
    _claim("shield", "One of them repels.", "forsaken_points", "orbits_repelling", "==", 1, 0, "orbits"),
)  # fmt: skip
