"""The shares of the method in focus: what it plays now, its averages, and an equilibrium beside them."""

from __future__ import annotations

import torch

from playground.concepts.mixed_strategies.equilibrium import MatrixGame
from playground.concepts.mixed_strategies.matrices import Played
from playground.concepts.mixed_strategies.names import ROLES
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Bars, Points
from playground.figures.values import Range

_NONE = torch.zeros(0, dtype=torch.float64)


def shares(game: MatrixGame, names: tuple[str, ...], run: Played, focus: int, main: bool) -> Plot:
    """A bar for each move of x, and then of y."""
    words = [f"{who} {move}" for who, moves in (("x:", game.moves_x), ("y:", game.moves_y)) for move in moves]
    heights = average = _NONE
    if names:
        heights = torch.cat([run.p[-1, focus], run.q[-1, focus]])
        average = torch.cat([run.mean_p[-1, focus], run.mean_q[-1, focus]])
    role = ROLES[names[focus]] if names else "muted"
    rows = torch.arange(len(words) - 1, -1, -1, dtype=torch.float64)

    def beside(values: torch.Tensor) -> torch.Tensor:
        return torch.stack([values, rows[: len(values)]], 1)

    return Plot(
        name="shares",
        badge="exact",
        title="Shares",
        unit="{focus}",
        main=main,
        x=Axis(range=Range(0.0, 1.0)),
        layers=(
            Bars(name="shares", role=role, heights=heights, words=words, across="horizontal", key="now", outcome=True),
            Points(
                name="average",
                role="theory",
                xy=beside(average),
                hollow=torch.ones(len(average), dtype=torch.bool),
                key="average so far",
                outcome=True,
            ),
            Points(name="optimal", xy=beside(torch.cat([game.p, game.q])), size=0.7, key="equilibrium"),
        ),
    )
