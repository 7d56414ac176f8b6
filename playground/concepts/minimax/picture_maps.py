"""Rates over the step size, and the angle between V and the way to the solution."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, curve, limit
from playground.concepts.minimax.picture_plane import Range, pairs, visible
from playground.concepts.minimax.picture_points import circle
from playground.concepts.minimax.stationary import angle, minty
from playground.engine.frame import Scalar, View
from playground.engine.kit.contours import contours

Shown = dict[str, Tensor | Scalar]
STEPS = 161
LOWEST, HIGHEST = -2.0, 0.5
HIGHEST_RATE = 2.0
_CELLS = 120
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)


def step_sizes() -> Tensor:
    """The step sizes of the curves, 0.01 to 3.2."""
    return torch.logspace(LOWEST, HIGHEST, STEPS, dtype=torch.float64)


def rate_curves(params: Params, data: Data) -> Shown:
    """The spectral radius of every method at the solution over the step size, and where it passes 1."""
    game = game_of(params)
    found = solution(game, data)
    now = math.log10(params.eta)
    shown: Shown = {
        "rate_x": step_sizes().log10(),
        "eta_now": torch.tensor([[now, 0.0], [now, HIGHEST_RATE]], dtype=torch.float64),
        "unit_circle": circle(),
    }
    for place, name in enumerate(STATIONARY):
        rates, mark = _curve(game, name, found.z) if found is not None else (torch.zeros(0), _EMPTY)
        shown |= {f"rate_{name}": rates, f"limit_at_{name}": mark, f"name_at_{name}": _named(rates, place)}
    return shown


def _named(rates: Tensor, place: int) -> Tensor:
    """Where a curve's name stands: where it rises through a height of its own, or near its right end."""
    if not len(rates):
        return _EMPTY
    height = 1.12 + 0.12 * place
    above = (rates >= height).nonzero().ravel()
    known = (~rates.isnan()).nonzero().ravel()
    i = int(above[0]) if len(above) else int(known[-1 - len(known) // 12])
    return torch.stack([step_sizes().log10()[i], rates[i]])[None]


@lru_cache(maxsize=64)
def _curve(game: Game, name: str, z: complex) -> tuple[Tensor, Tensor]:
    J = game.matrix(z)
    rates = curve(name, J, step_sizes())
    rates = torch.where(rates <= HIGHEST_RATE, rates, torch.nan)
    end = limit(name, J)
    inside = 10**LOWEST <= end <= 10**HIGHEST
    return rates, torch.tensor([[math.log10(end), 1.0]], dtype=torch.float64) if inside else _EMPTY


def angle_picture(params: Params, data: Data, view: View) -> Shown:
    """<V, z - z*> / |V|^2 on what is visible, with the line at -1/(2L)."""
    game = game_of(params)
    found = solution(game, data)
    extent = torch.tensor(visible(view, game), dtype=torch.float64)
    if found is None:
        none = torch.zeros((1, 1), dtype=torch.float64)
        return {
            "angle_image": none, "angle_extent": extent, "angle_zero": torch.zeros((0, 4)), "angle_worst": _EMPTY
        }  # fmt: skip
    image, lines = _angles(game, found.z, visible(view, game))
    worst = pairs(torch.tensor([minty(game, found.z).at], dtype=torch.complex128))
    return {"angle_image": image, "angle_extent": extent, "angle_zero": lines, "angle_worst": worst}


@lru_cache(maxsize=8)
def _angles(game: Game, z: complex, shown: Range) -> tuple[Tensor, Tensor]:
    x0, x1, y0, y1 = shown
    x = x0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (x1 - x0) / _CELLS
    y = y0 + (torch.arange(_CELLS, dtype=torch.float64) + 0.5) * (y1 - y0) / _CELLS
    values = angle(game, torch.complex(*torch.meshgrid(x, y, indexing="xy")), z)
    return values.clamp(-1, 1).flip(0).contiguous(), contours(values, x, y, [minty(game, z).bound])
