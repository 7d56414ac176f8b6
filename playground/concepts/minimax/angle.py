"""The view of the angle between V and the way to the solution, which methods with a fixed step depend on."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax.board import EMPTY, HINT, Board, Window, pairs
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.plane import plane
from playground.concepts.minimax.stationary import angle, minty
from playground.engine.kit.contours import contours
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure
from playground.figures.layers import Image, Lines, Ring, Text

_CELLS = 120
_NOTHING = torch.zeros((1, 1)), torch.zeros((0, 4))


def angles(here: Board) -> Drawn:
    """<V, z − z*> / |V|² on what is visible, with the line at −1/(2L), and the distance."""
    found = here.solution
    image, lines = _angles(here.game, found.z, here.window) if found is not None else _NOTHING
    extent, bar = torch.tensor(here.window, dtype=torch.float64), "<V, z − z*> / |V|²"
    below = (
        Image(name="angle", z=image, extent=extent, color_map="diverging", levels=(-1.0, 1.0), bar=bar),
        Lines(name="bound", role="theory", xy=lines, dash="solid"),
        Text(name="rho", text="smallest ρ = {rho}; line at −1/(2L) = {minty_bound}", anchor="bottom left"),
    )
    worst = pairs([minty(here.game, found.z).at]) if found is not None else EMPTY
    above = (Ring(name="worst", role="theory", xy=worst, text="smallest ρ"),)
    plots = (plane(here, below, above, title="Angle to the solution", unit=""), distance(here))
    return Drawn(Figure(plots=plots, hint=HINT))


@lru_cache(maxsize=8)
def _angles(game: Game, z: complex, window: Window) -> tuple[Tensor, Tensor]:
    """The quotient, cut at ± 1, first row on top, and the pieces x0 y0 x1 y1 of the line at −1/(2L)."""
    x0, x1, y0, y1 = window
    x = x0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (x1 - x0) / _CELLS
    y = y0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (y1 - y0) / _CELLS
    values = angle(game, torch.complex(*torch.meshgrid(x, y, indexing="xy")), z)
    return values.clamp(-1, 1).flip(0).contiguous(), contours(values, x, y, [minty(game, z).bound])
