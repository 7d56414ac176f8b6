"""Mixed strategies: who learns to mix, and what do the averages know that nobody plays?"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from playground.concepts.mixed_strategies.declared import GESTURES, JOBS, METRICS
from playground.concepts.mixed_strategies.names import LABELS, MATRIX_GAMES, ROLES, GameName, Method
from playground.concepts.mixed_strategies.payoffs import LONGEST, read
from playground.engine.declarations.concept import Badge, Card
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
    text,
    vector,
)

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Mixed strategies",
    chapter="Minimax",
    line="Learning to mix: the last strategies run away, the averages do not",
    badge=Badge(
        kind="exact",
        what="every strategy, divergence and exploitability, and the entropic equilibria",
        against="equilibria in closed form, best answers, and worked cases by independent code",
    ),
    sources=(
        "J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928)",
        "Y. Freund and R. Schapire, Adaptive game playing using multiplicative weights (1999)",
        "A. Nemirovski, Prox-method with rate of convergence O(1/t), SIAM J. Optim. 15 (2004)",
        "Y.-P. Hsieh, C. Liu and V. Cevher, Finding mixed Nash equilibria of generative adversarial networks (2019)",
        "P. Kamalaruban et al., Robust reinforcement learning via adversarial training with Langevin dynamics (2020)",
    ),
    heavy=True,
    pace=20.0,
    words=(
        "matrix game",
        "zero-sum",
        "Nash equilibrium",
        "game theory",
        "mirror descent",
        "mirror-prox",
        "multiplicative weights",
        "Hedge",
        "replicator",
        "exploitability",
        "matching pennies",
        "rock paper scissors",
        "Langevin",
        "entropic equilibrium",
    ),
)

_IN_MATRIX: dict[str, tuple[str, ...]] = {"game": MATRIX_GAMES}
_IN_BOX: dict[str, tuple[str, ...]] = {"game": ("box",)}


def _run(name: str, meaning: str, when: dict[str, tuple[str, ...]]) -> bool:
    role = ROLES[name]
    return flag(True, label=LABELS[name], effect=RESTART, meaning=meaning, when=when, group="methods", role=role)


def _shares(default: tuple[float, float, float], player: str, meaning: str) -> tuple[float, ...]:
    label = f"first strategy of {player}"
    return vector(
        default, low=0.001, high=1.0, fewest=2, most=8, label=label, effect=DATA, meaning=meaning, when=_IN_MATRIX
    )


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "game",
        "payoffs",
        "eta",
        "mirror_descent",
        "mirror_prox",
        "gda",
        "eg",
        "langevin",
        "temperature",
        "schedule",
        "method",
    )
    game: GameName = choice(
        "pennies",
        label="game",
        effect=RESTART,
        labels={
            "pennies": "Matching pennies",
            "rps": "Rock, paper, scissors",
            "matrix": "Your own payoffs",
            "box": "Populations in a box",
        },
        meaning="x minimises and y maximises the payoff.",
    )
    payoffs: str = text(
        "2 -1 0; -1 1 1",
        label="payoffs",
        effect=RESTART,
        longest=LONGEST,
        meaning="What y gets from x: a row for each move of x, parted by semicolons; 2 to 8 moves each.",
        when={"game": ("matrix",)},
    )
    eta: float = real(
        0.2,
        low=0.001,
        high=3.0,
        log=True,
        label="step size η",
        effect=LIVE,
        decimals=3,
        meaning="How strongly each player follows the payoffs.",
    )
    mirror_descent: bool = _run(
        "mirror_descent", "Multiply by exp(−η payoff) or exp(η payoff), both at once.", _IN_MATRIX
    )
    mirror_prox: bool = _run("mirror_prox", "Look ahead, then step from the old point.", _IN_MATRIX)
    schedule: Literal["constant", "falling"] = choice(
        "constant", label="step sizes", effect=RESTART, labels={"constant": "η", "falling": "η / √t"}, when=_IN_MATRIX
    )
    gda: bool = _run("gda", "Gradient descent and ascent at the same time (GDA).", _IN_BOX)
    eg: bool = _run("eg", "Look ahead with one gradient, move with the gradient there.", _IN_BOX)
    langevin: bool = _run("langevin", "Gradient steps with noise, kept in the box.", _IN_BOX)
    players: Literal["all", "pairs"] = choice(
        "all",
        label="Langevin players meet",
        effect=RESTART,
        labels={"all": "All others", "pairs": "One other"},
        meaning="Each player answers the whole other population (mixed strategies), or the one that it is paired with.",
        when=_IN_BOX,
    )
    temperature: float = real(
        0.5,
        low=0.001,
        high=4.0,
        log=True,
        label="temperature τ",
        effect=LIVE,
        decimals=3,
        meaning="The noise of the Langevin players.",
        when=_IN_BOX,
    )
    particles: int = integer(400, low=2, high=5000, log=True, label="players", effect=RESTART, when=_IN_BOX)
    iterations: int = integer(
        1,
        low=1,
        high=200,
        log=True,
        label="iterations a step",
        effect=LIVE,
        meaning="How many iterations one step of the clock is.",
    )
    method: Method = choice(
        "mirror_descent",
        label="method in focus",
        effect=VIEW,
        labels=LABELS,
        roles=ROLES,
        meaning="Its shares or laws are shown, and its formula stands in the notes.",
    )
    p: tuple[float, ...] = _shares(
        (0.6, 0.4, 0.1),
        "x",
        "Shares, brought to the sum 1; fewer moves take the first ones, further moves the last one.",
    )
    q: tuple[float, ...] = _shares((0.3, 0.7, 0.1), "y", "Shares, brought to the sum 1; a click sets both.")

    @field_validator("payoffs")
    @classmethod
    def _readable(cls, text: str) -> str:
        """Payoffs that are no table are refused where they are given."""
        read(text)
        return text
