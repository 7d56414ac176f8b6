"""The metrics, gestures and jobs of the panel. No torch."""

from __future__ import annotations

from playground.concepts.mixed_strategies.names import MATRIX_GAMES
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric


def _each(name: str, label: str, meaning: str, decimals: int = 4, shown: bool = True) -> Metric:
    """A number of each method."""
    return Metric(name, label, meaning, decimals=decimals, over="method", shown=shown)


METRICS = (
    Metric("iteration", "iterations", "Iterations since the start.", decimals=None),
    _each("divergence", "divergence", "KL(p*|p) + KL(q*|q) with the equilibrium of a matrix game.", 4),
    _each("exploitability", "exploitability", "What both players gain by best answers.", 4),
    _each("average_exploitability", "exploitability of the average", "What both players gain against the averages."),
    _each("trapped", "share in the trap", "Share of pairs with |x y − 1/2| below 0.1.", 3),
    _each("value", "payoff", "The mean payoff of the mixed strategies.", 4, shown=False),
)

_FAR = 1e3

GESTURES = (
    GestureDecl(
        "set_strategy",
        (
            Field("player", "choice", choices=("x", "y", "both"), meaning="whose"),
            Field("x", "real", low=-_FAR, high=_FAR, meaning="in the triangle across, or the first share of x"),
            Field("y", "real", low=-_FAR, high=_FAR, meaning="in the triangle up, or the first share of y"),
        ),
        "Start from this strategy.",
        target=("player",),
        when={"game": MATRIX_GAMES},
    ),
)

JOBS = (
    JobDecl(
        "equilibria",
        "mixed equilibria",
        "The entropic equilibrium at many temperatures: the law of x stays wide, that of y shrinks to 0.",
        reads=("game",),
        reads_data=False,
        when={"game": ("box",)},
    ),
)
