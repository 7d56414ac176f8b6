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
_NOTHING = torch.zeros((1, 1)), torch.zeros((0, 4)), torch.zeros((0, 4))


def angles(here: Board) -> Drawn:
    """<V, z − z*> / |V|² on what is visible, with the line at −1/(2L), and the distance."""
    found = here.solution
    image, lines, plus = _angles(here.game, found.z, here.window) if found is not None else _NOTHING
    extent, bar = torch.tensor(here.window, dtype=torch.float64), "<V, z − z*> / |V|²"
    below = (
        Image(name="angle", z=image, extent=extent, color_map="diverging", levels=(-1.6, 1.6), smooth=True, bar=bar),
        Lines(name="plus", role="second", xy=plus, dash="solid", key="−1/(8L)"),
        Lines(name="bound", role="theory", xy=lines, dash="solid", key="−1/(2L)"),
        Text(name="rho", text="ρ = {rho}, −1/(2L) = {minty_bound}, −1/(8L) = {plus_bound}", anchor="bottom left"),
    )
    worst = pairs([minty(here.game, found.z).at]) if found is not None else EMPTY
    above = (Ring(name="worst", role="theory", xy=worst, text="smallest ρ"),)
    plots = (plane(here, below, above, title="Angle to the solution", unit=""), distance(here))
    return Drawn(Figure(plots=plots, hint=HINT))


@lru_cache(maxsize=8)
def _angles(game: Game, z: complex, window: Window) -> tuple[Tensor, Tensor, Tensor]:
    """The quotient, cut at ± 1, first row on top, and the pieces x0 y0 x1 y1 of the lines at −1/(2L) and −1/(8L)."""
    x0, x1, y0, y1 = window
    x = x0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (x1 - x0) / _CELLS
    y = y0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (y1 - y0) / _CELLS
    values = angle(game, torch.complex(*torch.meshgrid(x, y, indexing="xy")), z)
    bounds, picture = minty(game, z), values.clamp(-1, 1).flip(0).to(torch.float32).contiguous()
    return picture, contours(values, x, y, [bounds.bound]), contours(values, x, y, [bounds.plus])
