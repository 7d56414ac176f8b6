"""The metrics, gestures and jobs of the panel. No torch."""

from __future__ import annotations

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
    _each("distance", "distance", "|z − z*|.", 6, shown=False),
    _each("residual", "residual", "|V|.", 6, shown=False),
    _each("value", "payoff", "The payoff at the point.", 4, shown=False),
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
    _each("middle", "median distance", "Median of |z − z*| over all starts of the lattice.", 4, shown=False),
    _each("nearest", "smallest distance lately", "Smallest |z − z*| of the last 500 iterations.", 6, shown=False),
)
_PLAIN = (
    Metric("iteration", "iterations", "Iterations since the start.", decimals=None),
    Metric("points_found", "stationary points", "How many points with V = 0 were found in the window.", decimals=None),
    Metric("solution", "the solution is", "What the point is that distances are measured to.", decimals=None),
)
_HIDDEN = (
    hidden("nash", "local Nash", "Whether the solution is a local Nash point; none where there is no payoff."),
    hidden("rate_gap", "largest gap of a rate", "Largest |measured − theory| of the rates of a linear game.", 6),
    hidden("rho", "ρ", "Smallest <V, z − z*> / |V|² in the home window.", 4),
    hidden("minty_bound", "−1/(2L)", "What ρ must be above for AdaptiveEG+ to have a guarantee.", 4),
    hidden("orbits_found", "closed orbits", "How many closed orbits of the flow meet the half line."),
    hidden("orbits_repelling", "repelling orbits", "How many of the closed orbits repel."),
    hidden("plus_bound", "−1/(8L)", "What ρ must be above for EG+ to have a guarantee.", 4),
    hidden("kappa_eg", "condition, EG", "Log-slope of −ln r over κ of EG at its best step, on two bowls.", 3),
    hidden("kappa_gda", "condition, GDA", "The same of GDA on games that become x y.", 3),
    hidden("floor_eg", "noise, EG", "Log-slope of the median distance of EG over the variance of the noise.", 3),
    hidden("floor_corrected", "noise, corrected EG+", "The same of corrected EG+.", 3),
    hidden("slope_eg", "order of EG", "Log-slope of the gap of an EG step to the proximal step over the step size.", 3),
    hidden("slope_ogda", "order of OGDA", "Log-slope of the gap of an OGDA step to the proximal step.", 3),
)
METRICS = (*_EACH, *_PLAIN, *_HIDDEN)


# ---- gestures and jobs

_FAR = 1e3
_GAME = ("game", "a", "b", "c", "eps", "on", "offset", "pull", "mean", "spread", "formula", "window")


def _place(across: str, up: str) -> tuple[Field, Field]:
    return (
        Field("x", "real", low=-_FAR, high=_FAR, meaning=across),
        Field("y", "real", low=-_FAR, high=_FAR, meaning=up),
    )


GESTURES = (
    GestureDecl(
        "set_start",
        _place("where x starts", "where y starts"),
        "Start all methods here; the paths are drawn anew, up to 400 iterations long.",
    ),
    GestureDecl(
        "choose_solution",
        _place("near the stationary point, across", "near the stationary point, up"),
        "Measure distances to the stationary point that is nearest to here.",
    ),
)


def _job(name: str, label: str, meaning: str, mode: str, more: tuple[str, ...] = ()) -> JobDecl:
    """A job of a view; it depends on the game, and on what else is named."""
    return JobDecl(name, label, meaning, reads=(*_GAME, *more, "mode"), reads_data=False, when={"mode": (mode,)})


JOBS = (
    _job(
        "orbits",
        "closed orbits of the flow",
        "Finds where the return map of the flow has fixed points, attracting or repelling, to about 10 digits.",
        "points",
    ),
    _job(
        "basin",
        "map of starts",
        "Runs the method in focus from every cell of the window and says where it ends.",
        "basin",
        ("eta", "gamma", "method", "resolution", "horizon"),
    ),
    _job(
        "rates",
        "measured rates",
        "Runs every method near the solution with many step sizes, and measures its rate.",
        "rates",
    ),
    _job(
        "conditioning",
        "rates over the condition number",
        "Runs GDA, EG and OGDA at their best steps on games of many condition numbers.",
        "rates",
    ),
    _job(
        "floors",
        "distance over the noise",
        "Runs EG with the chosen step law, and corrected EG+, from 200 starts under more and more noise.",
        "noise",
        ("eta", "gamma", "law"),
    ),
    _job(
        "proximal",
        "gap to the proximal step",
        "How far one step of EG and of OGDA is from the proximal step, over the step size.",
        "rates",
    ),
)
