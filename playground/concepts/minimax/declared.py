"""The metrics, gestures and jobs of the panel. No torch."""

from __future__ import annotations

from playground.concepts.minimax.names import LABELS, MATRIX_GAMES, METHODS
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

# ---- numbers


def _each(name: str, label: str, meaning: str, decimals: int | None = 4, note: str = "", shown: bool = True) -> Metric:
    """A number of each method."""
    return Metric(name, label, meaning, decimals=decimals, note=note, over="method", shown=shown)


_EACH = (
    _each("status", "state", "Running, converged, cycling, diverging or diverged, each by a test.", None),
    _each(
        "rate",
        "rate",
        "Geometric mean of the factor of the distance in one iteration, over the last 100.",
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
    hidden("solution_x", "x*", "The solution across.", 4),
    hidden("solution_y", "y*", "The solution up.", 4),
    hidden("nash", "local Nash", "Whether the solution is a local Nash point; none where there is no payoff."),
    hidden("not_nash", "no local Nash point", "Whether the solution fails the test of a local Nash point."),
    hidden("has_solution", "solution known", "Whether a stationary point was found."),
    hidden("no_solution", "no solution", "Whether the window has no stationary point."),
    hidden("game_words", "payoff", "The payoff in words."),
    hidden("focus", "method in focus", "The method in focus, in words."),
    hidden("focus_gamma", "γ", "How far the method in focus looked ahead.", 4),
    hidden("focus_rate", "rate of the focus", "Measured rate of the method in focus.", 4),
    hidden("focus_theory", "rate in theory of the focus", "Spectral radius of the method in focus.", 4),
    hidden("focus_limit", "limit of the focus", "Largest stable step of the method in focus.", 4),
    hidden("focus_period", "period of the focus", "Period of the cycle of the method in focus.", 2),
    hidden("focus_radius", "radius of the focus", "Mean radius of the cycle of the method in focus.", 4),
    hidden("focus_turn", "flow time of a period", "Period times step size of the method in focus.", 3),
    hidden("focus_cycles", "the focus cycles", "Whether the method in focus is on a cycle."),
    hidden("focus_diverges", "the focus diverges", "Whether the method in focus diverges."),
    hidden("focus_law", "rate known", "Whether the game is linear and the method in focus has a rate."),
    hidden("rate_gap", "largest gap of a rate", "Largest |measured − theory| of the rates of a linear game.", 6),
    hidden("linear_game", "linear game", "Whether V is linear, so that theory holds everywhere."),
    hidden("bent_game", "nonlinear game", "Whether V is not linear."),
    hidden("plane_game", "two numbers", "Whether the players move numbers."),
    hidden("matrix_game", "matrix game", "Whether the players mix over a few moves."),
    hidden("box_game", "players in a box", "Whether the players are populations in a box."),
    hidden("no_payoff", "no payoff", "Whether V has no payoff behind it."),
    hidden("by_autograd", "derivatives by autograd", "Whether the payoff was typed."),
    hidden("L", "L", "Largest stretch of V in the home window, on a grid.", 4),
    hidden("rho", "ρ", "Smallest <V, z − z*> / |V|² in the home window.", 4),
    hidden("minty_bound", "−1/(2L)", "What ρ must be above for a fixed step to have a guarantee.", 4),
    hidden("outside_theory", "outside the theory", "Whether ρ is below −1/(2L)."),
    hidden("unsolved", "unsolved steps", "Proximal steps that Newton's method did not solve to tolerance."),
    hidden("some_diverged", "some diverged", "Whether a method left all bounds."),
    hidden("diverged_words", "diverged", "The methods that left all bounds, in words."),
    hidden("unsolved_some", "some steps unsolved", "Whether a proximal step was not solved to tolerance."),
    hidden("eigen_real", "real part", "Largest real part of the eigenvalues of −J at the solution.", 4),
    hidden("xx", "second derivative in x", "Of the payoff at the solution.", 4),
    hidden("yy", "second derivative in y", "Of the payoff at the solution.", 4),
    hidden("offset_here", "constant", "The constant of the forsaken game.", 4),
    hidden("entropic_value", "entropic value", "Payoff of the entropic pair at this temperature.", 4),
    hidden("entropic_x2", "E x² in theory", "Second moment of x in the entropic pair.", 4),
    hidden("measured_x2", "E x²", "Second moment of x, of the histogram in the picture.", 4),
    hidden("has_look", "looks ahead", "Whether the method in focus evaluates V at a second point."),
    hidden("has_memory", "remembers", "Whether the step of the method in focus has a term from before."),
    *(hidden(f"focus_{name}", LABELS[name], f"Whether the method in focus is {LABELS[name]}.") for name in METHODS),
)
_BY_JOBS = (
    hidden("orbits_found", "closed orbits", "How many closed orbits of the flow meet the half line."),
    hidden("orbit_period", "period of the outer orbit", "Of the outermost closed orbit, in time.", 5),
    hidden("orbit_radius", "mean radius of the outer orbit", "Mean distance in time from the solution.", 5),
    hidden("orbit_attracts", "outer orbit attracts", "Whether the outermost closed orbit attracts."),
    hidden("orbits_repelling", "repelling orbits", "How many of the closed orbits repel."),
    hidden("share_solution", "share to the solution", "Share of the starts that end at the solution.", 3),
    hidden("share_other", "share to other points", "Share of the starts that end at another stationary point.", 3),
    hidden("share_bounded", "share that stays bounded", "Share of the starts that end at no point and stay.", 3),
    hidden("share_diverged", "share that diverges", "Share of the starts that leave all bounds.", 3),
    hidden("map_method", "method of the map", "Which method the map was made with."),
    hidden("slope_eg", "order of EG", "Log-slope of the gap of an EG step to the proximal step over the step size.", 3),
    hidden("slope_ogda", "order of OGDA", "Log-slope of the gap of an OGDA step to the proximal step.", 3),
    hidden("measured_gap", "largest gap", "Largest difference of measured and theoretical rates in the map.", 5),
)
METRICS = (*_EACH, *_PLAIN, *_FURTHER, *_BY_JOBS)


# ---- gestures and jobs

_FAR = 1e3
_IN_PLANE = {
    "game": ("bilinear", "saddle", "quadratic", "monkey", "weird", "almost", "forsaken", "polar", "gan", "typed")
}
_IN_MATRIX = {"game": MATRIX_GAMES}

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
