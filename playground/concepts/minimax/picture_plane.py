"""The plane: field, level sets, stationary points, paths and clouds; and the distance over the iterations."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY
from playground.concepts.minimax.names import running
from playground.concepts.minimax.state import Plane, path
from playground.concepts.minimax.stationary import stationary
from playground.concepts.minimax.stepping import rate_at
from playground.engine.frame import Scalar, View
from playground.engine.kit.contours import contours
from playground.engine.kit.trail import near

Shown = dict[str, Tensor | Scalar]
Range = tuple[float, float, float, float]

ARROWS = 19
DRAWN, TIMES = 6000, 3200
"""Iterates that all paths show together, their beginning and their end; the same for all distances."""
_GRID = 72
_LEVELS = 13
_NEAR = 0.02
_LOWEST, _HIGHEST = -13.0, 8.0
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)


def plane_picture(params: Params, data: Data, plane: Plane, view: View) -> Shown:
    """All arrays of the plane and of the distance plot."""
    game = game_of(params)
    shown = _background(params, game, visible(view, game))
    shown |= _marks(game, data)
    shown |= _paths(params, plane, visible(view, game))
    return shown | _distances(params, data, plane, game)


def visible(view: View, game: Game) -> Range:
    """What the plane shows."""
    return view.window("plane", (-game.half, game.half, -game.half, game.half))


def pairs(z: Tensor) -> Tensor:
    """Complex points as (n, 2)."""
    return torch.view_as_real(z.resolve_conj()).reshape(-1, 2).contiguous()


def _background(params: Params, game: Game, shown: Range) -> Shown:
    at, arrows = _field(game, shown)
    home = torch.tensor([-game.half, game.half], dtype=torch.float64)
    lines = _level_lines(game, shown) if params.levels else torch.zeros((0, 4), dtype=torch.float64)
    return {"plane_x": home, "plane_y": home, "field_at": at, "field": arrows, "level_lines": lines}


@lru_cache(maxsize=16)
def _field(game: Game, shown: Range) -> tuple[Tensor, Tensor]:
    """Arrows at the middles of square cells, 19 across."""
    x0, x1, y0, y1 = shown
    cell = (x1 - x0) / ARROWS
    rows = max(1, round((y1 - y0) / cell))
    x = x0 + (torch.arange(ARROWS, dtype=torch.float64) + 0.5) * cell
    y = y0 + (torch.arange(rows, dtype=torch.float64) + 0.5) * (y1 - y0) / rows
    z = torch.complex(*(part.ravel() for part in torch.meshgrid(x, y, indexing="xy")))
    return pairs(z), pairs(-game.V(z))


@lru_cache(maxsize=16)
def _level_lines(game: Game, shown: Range) -> Tensor:
    """Level sets at equal shares of the values on screen."""
    if game.payoff is None:
        return torch.zeros((0, 4), dtype=torch.float64)
    x0, x1, y0, y1 = shown
    x = torch.linspace(x0, x1, _GRID, dtype=torch.float64)
    y = torch.linspace(y0, y1, _GRID, dtype=torch.float64)
    across, up = torch.meshgrid(x, y, indexing="xy")
    values = game.payoff(across, up)
    known = values[torch.isfinite(values)]
    if not known.numel():
        return torch.zeros((0, 4), dtype=torch.float64)
    shares = (torch.arange(_LEVELS, dtype=torch.float64) + 0.5) / _LEVELS
    levels = sorted(set(known.quantile(shares).tolist()))
    return contours(values, x, y, levels)


def _marks(game: Game, data: Data) -> Shown:
    points, found = stationary(game), solution(game, data)
    z = torch.tensor([point.z for point in points], dtype=torch.complex128)
    return {
        "start": data.start[None],
        "start_hollow": torch.ones(1, dtype=torch.bool),
        "solutions": pairs(z),
        "solutions_hollow": torch.tensor([point.nash is not True for point in points], dtype=torch.bool),
        "chosen": pairs(torch.tensor([found.z], dtype=torch.complex128)) if found is not None else _EMPTY,
    }


def _paths(params: Params, plane: Plane, seen: Range) -> Shown:
    names, rows = running(params), near(_ends(path(plane), _share(DRAWN, plane)), seen)
    shown: Shown = {}
    for row, name in enumerate(names):
        shown[f"path_{name}"] = rows[:, row].contiguous()
        shown[f"at_{name}"] = plane.z[row, :1]
        shown[f"cloud_{name}"] = plane.z[row, 1:]
    return shown


def _share(points: int, plane: Plane) -> int:
    """What each method may draw: strokes are what a picture's time goes into."""
    return points // max(4, plane.z.shape[0])


def _ends(rows: Tensor, most: int) -> Tensor:
    """The first and the last half of so many rows, parted by NaN; all if they are no more."""
    if len(rows) <= most:
        return rows
    return torch.cat([rows[: most // 2], torch.full_like(rows[:1], torch.nan), rows[-(most // 2) :]])


def _distances(params: Params, data: Data, plane: Plane, game: Game) -> Shown:
    names, found = running(params), solution(game, data)
    rows = torch.view_as_complex(path(plane))
    first = plane.iteration - len(rows) + 1
    every = -(-len(rows) // _share(TIMES, plane))
    # Counted from the newest, so that the end of the line is now.
    kept = torch.arange(len(rows) - 1, -1, -every).flip(0)
    time = (first + kept).to(torch.float64)
    shown: Shown = {}
    for i, name in enumerate(names):
        shown |= {f"{part}_{name}": _EMPTY for part in ("far", "law", "here", "off")}
        if found is None:
            continue
        far = (rows[:, i] - found.z).abs().clamp_min(1e-17).log10()
        ended = int(plane.ended[i])
        count = int((kept < max(1, ended - first)).sum()) if ended >= first else len(kept)
        shown[f"far_{name}"] = torch.stack([time, far[kept]], 1)[:count]
        shown[f"law_{name}"] = _law(params, plane, game, found.z, name, far, first)
        shown[f"here_{name}"] = torch.tensor([[float(plane.iteration), float(far[-1])]], dtype=torch.float64)
        if ended >= 0:
            shown[f"here_{name}"] = _EMPTY
            shown[f"off_{name}"] = torch.tensor([[float(ended - 1), float(far[-1])]], dtype=torch.float64)
    return shown


def _law(params: Params, plane: Plane, game: Game, z: complex, name: str, far: Tensor, first: int) -> Tensor:
    """What the spectral radius says of the distance.

    In a linear game from the last change of the conditions on; in others from the present point, once it is near.
    """
    if name not in STATIONARY or params.noise > 0:
        return _EMPTY
    rate = rate_at(game, name, z, params.eta, lockstep.look_ahead(params, game))
    begin = max(plane.since, first) if game.linear else plane.iteration
    near = 10.0 ** float(far[-1]) < _NEAR * game.half and rate < 1
    if rate <= 0 or not (game.linear or near):
        return _EMPTY
    at, slope = float(far[begin - first]), math.log10(rate)
    # No further than the numbers that a run can reach.
    edge = _HIGHEST if slope > 0 else _LOWEST
    reach = (edge - at) / slope if slope else math.inf
    end = min(max(100.0, 1.4 * plane.iteration), begin + max(reach, 1.0))
    return torch.tensor([[begin, at], [end, at + (end - begin) * slope]], dtype=torch.float64)
