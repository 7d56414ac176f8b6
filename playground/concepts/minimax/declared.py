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
    _hidden("some_diverged", "some diverged", "Whether a method left all bounds."),
    _hidden("diverged_words", "diverged", "The methods that left all bounds, in words."),
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
    *_per(PLANE, "here", "1 2", "iteration and log10 of the distance now"),
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
    ArrayDecl("growth_line", "3", "the imaginary axis as a line w1, w2, b"),
    ArrayDecl("jacobian_values", "2 2", "eigenvalues of −J at the solution"),
    ArrayDecl("jacobian_here", "points 2", "eigenvalues of −J at the present point of the method in focus"),
    *_per(PLANE, "eigen", "2 or 4 2", "eigenvalues of its iteration at the present point; none for Adam"),
    ArrayDecl("orbit_attracting", "points 2", "closed orbits of the flow that attract"),
    ArrayDecl("orbit_repelling", "points 2", "closed orbits of the flow that repel"),
)
_MAPS = (
    ArrayDecl("basin", "rows columns", "where starts end: 0 the solution, 1 other points, 2 bounded, 4 diverged"),
    ArrayDecl("basin_extent", "4", "x0, x1, y0, y1 of the map"),
    ArrayDecl("rate_x", "steps", "log10 of the step size"),
    *_per(PLANE[:7], "rate", "steps", "spectral radius at the solution for each step size"),
    *_per(PLANE[:7], "limit_at", "1 2", "largest stable step: log10 of it, and the rate 1"),
    *_per(PLANE[:7], "name_at", "1 2", "where its name stands on the curve"),
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
    ArrayDecl("corner_x", "1 2", "where the name of x's triangle stands"),
    ArrayDecl("corner_y", "1 2", "where the name of y's triangle stands"),
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

_FAR = 1e3
_IN_PLANE = {
    "game": ("bilinear", "saddle", "quadratic", "monkey", "weird", "almost", "forsaken", "polar", "gan", "typed")
}
_IN_MATRIX = {"game": ("pennies", "rps")}

GESTURES = (
    GestureDecl(
        "set_start",
        (
            Field("x", "real", low=-_FAR, high=_FAR, meaning="where x starts"),
            Field("y", "real", low=-_FAR, high=_FAR, meaning="where y starts"),
        ),
        "Start all methods here; the paths are drawn anew, up to 400 iterations long.",
        when=_IN_PLANE,
    ),
    GestureDecl(
        "choose_solution",
        (
            Field("x", "real", low=-_FAR, high=_FAR, meaning="near the stationary point, across"),
            Field("y", "real", low=-_FAR, high=_FAR, meaning="near the stationary point, up"),
        ),
        "Measure distances to the stationary point that is nearest to here.",
        when=_IN_PLANE,
    ),
    GestureDecl(
        "set_strategy",
        (
            Field("player", "choice", choices=("x", "y", "both"), meaning="whose"),
            Field("x", "real", low=-_FAR, high=_FAR, meaning="in the triangle across, or the first share of x"),
            Field("y", "real", low=-_FAR, high=_FAR, meaning="in the triangle up, or the first share of y"),
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
    name: str,
    text: str,
    run: tuple[str, int] | tuple[str, int, str],
    metric: str,
    op: str,
    threshold: float | bool | str,
) -> Claim:
    """A claim about a preset after so many steps, and after a job if one is named."""
    preset, steps, *job = run
    return Claim(name, text, preset, metric, op, threshold, steps, job[0] if job else "")  # type: ignore[arg-type]


_RACE, _SIX = ("bilinear", 200), ("bilinear_all", 200)
_ORDERS, _ALMOST = ("orders", 0, "proximal"), ("almost_cycle", 320)
_FORSAKEN, _ORBITS = ("forsaken_all", 240), ("forsaken_points", 0, "orbits")
_POLAR, _WEAK = ("polar", 300), ("polar_weak", 300)
_RPS, _MIXED, _DIRAC = ("rps", 1000), ("mixed", 120), ("dirac_gan", 300)


def _between(
    name: str, text: str, run: tuple[str, int] | tuple[str, int, str], metric: str, low: float, high: float
) -> tuple[Claim, Claim]:
    return (
        _claim(f"{name}, at least", f"{text} at least {low:g}.", run, metric, ">=", low),
        _claim(f"{name}, at most", f"{text} at most {high:g}.", run, metric, "<=", high),
    )


CLAIMS = (
    _claim("M1 saddle", "The saddle of x² − y² is a local Nash point.", ("saddle", 0), "nash", "==", True),
    _claim("M1 monkey", "The monkey saddle is no local Nash point.", ("monkey", 0), "nash", "==", False),
    _claim("M2 GDA", "On x y GDA is over 10 times as far out after 200 iterations.", _RACE, "growth.gda", ">", 10.0),
    *_between("M2 alternating", "On x y the alternating distance changes by", _RACE, "growth.alt_gda", 0.5, 2.0),
    _claim("M2 EG", "On x y extragradient comes below 1/20 of the distance.", _RACE, "growth.eg", "<", 0.05),
    _claim("M2 OGDA", "On x y the optimistic method comes below 1/20.", _RACE, "growth.ogda", "<", 0.05),
    _claim("M2 PPM", "On x y the proximal point comes below 1/20.", _SIX, "growth.ppm", "<", 0.05),
    _claim("M2 RFBS", "On x y the reflected method comes below 1/20.", _SIX, "growth.rfbs", "<", 0.05),
    *_between("M3 EG", "The gap of an EG step to the proximal step is of order", _ORDERS, "slope_eg", 2.7, 3.2),
    *_between("M3 OGDA", "The gap of an OGDA step to it is of order", _ORDERS, "slope_ogda", 2.7, 3.2),
    _claim("M4", "In a linear game measured rates are the spectral radii.", ("quadratic", 250), "rate_gap", "<=", 1e-3),
    *_between("M5 EG", "On almost bilinear EG goes round at a radius of", _ALMOST, "radius.eg", 1.0, 1.1),
    *_between("M5 OGDA", "On almost bilinear OGDA goes round at a radius of", _ALMOST, "radius.ogda", 1.0, 1.1),
    *_between("M5 PPM", "On almost bilinear PPM goes round at a radius of", _ALMOST, "radius.ppm", 1.0, 1.1),
    *_between("M5 GDA", "On almost bilinear GDA goes round at a radius of", _ALMOST, "radius.gda", 1.24, 1.29),
    _claim(
        "M5 CurvatureEG+",
        "CurvatureEG+ goes to the origin, a stationary point that is no local Nash point.",
        _ALMOST,
        "distance.curvature_eg_plus",
        "<=",
        1e-8,
    ),
    *(
        _claim(
            f"M6 {LABELS[name]}",
            f"On forsaken {LABELS[name]} stays over 0.8 away.",
            _FORSAKEN,
            f"nearest.{name}",
            ">",
            0.8,
        )
        for name in PLANE
        if name != "curvature_eg_plus"
    ),
    _claim(
        "M6 CurvatureEG+",
        "On forsaken CurvatureEG+ reaches the solution.",
        _FORSAKEN,
        "distance.curvature_eg_plus",
        "<",
        1e-8,
    ),
    _claim("M7", "On forsaken ρ is below −1/(2L): outside the theory.", ("angle", 0), "rho", "<", "minty_bound"),
    _claim("M8 CurvatureEG+", "On polar CurvatureEG+ reaches 0.", _POLAR, "distance.curvature_eg_plus", "<=", 1e-10),
    *(
        _claim(
            f"M8 {LABELS[name]}", f"On polar {LABELS[name]} stays over 0.9 away.", _POLAR, f"nearest.{name}", ">", 0.9
        )
        for name in ("gda", "ppm", "eg", "ogda", "eg_plus")
    ),
    *(
        _claim(
            f"M8 weak {LABELS[name]}",
            f"With a third of the pull {LABELS[name]} reaches 0.",
            _WEAK,
            f"distance.{name}",
            "<=",
            1e-10,
        )
        for name in ("ppm", "eg", "ogda")
    ),
    _claim(
        "M10 average",
        "After 10,000 iterations of mirror descent the average is exploitable by less than 0.05.",
        _RPS,
        "gap_average.mirror_descent",
        "<",
        0.05,
    ),
    _claim(
        "M10 last",
        "The last strategies of mirror descent stay exploitable by over 0.4.",
        _RPS,
        "residual.mirror_descent",
        ">",
        0.4,
    ),
    _claim("M11 GDA", "GDA leaves over 95 % of the pairs in the trap.", _MIXED, "trapped.gda", ">", 0.95),
    _claim("M11 EG", "Extragradient leaves over 60 % there.", _MIXED, "trapped.eg", ">", 0.6),
    _claim("M11 Langevin", "Of Langevin players less than 15 % are there.", _MIXED, "trapped.langevin", "<", 0.15),
    _claim("M12 together", "The Dirac-GAN spirals out if both move at once.", _DIRAC, "growth.gda", ">", 1.5),
    _claim("M12 in turn", "If they move in turn it stays bounded.", _DIRAC, "growth.alt_gda", "<=", 1.5),
    _claim("closed orbits", "The flow of forsaken has two closed orbits.", _ORBITS, "orbits_found", "==", 2),
    _claim("shield", "One of them repels.", _ORBITS, "orbits_repelling", "==", 1),
)
