"""The plane of every view: the field, level sets, stationary points, and the paths of the methods."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax.board import EMPTY, HINT, Board, Window, pairs
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.names import ROLES
from playground.concepts.minimax.state import path
from playground.concepts.minimax.stationary import stationary
from playground.engine.kit.contours import contours
from playground.engine.kit.trail import near
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Layer, Lines, Points, Ring
from playground.figures.values import Range

ARROWS = 19
DRAWN = 6000
"""Iterates that all paths show together, their beginning and their end."""
MOST_HALOS = 3
_GRID = 72
_LEVELS = 13
_AT = {"x": "x", "y": "y"}
_MOUSE = (
    Mouse(on="click", kind="set_start", take=_AT, label="start here"),
    Mouse(on="drag", target="start", kind="set_start", take=_AT, label="drag the start"),
    Mouse(on="alt+click", kind="choose_solution", take=_AT, label="measure to the nearest stationary point"),
)
_NO_PIECES = torch.zeros((0, 4), dtype=torch.float64)
_HOLLOW = torch.ones(1, dtype=torch.bool)


def paths(here: Board) -> Drawn:
    """The view of paths: the plane, with the lattice of starts if there is one, and the distance."""
    clouds = tuple(
        Points(name=f"cloud {name}", role=ROLES[name], xy=here.state.z[row, 1:], size=0.7, outcome=True)
        for row, name in enumerate(here.names if here.params.lattice else ())
    )
    return Drawn(Figure(plots=(plane(here, (*ground(here), *clouds)), distance(here)), hint=HINT))


def plane(
    here: Board,
    below: tuple[Layer, ...],
    above: tuple[Layer, ...] = (),
    *,
    title: str = "Who goes where",
    unit: str = "{game_words}",
    main: bool = True,
) -> Plot:
    """The plane with the paths.

    Args:
        here: the run.
        below: what lies under the paths.
        above: what lies over them, under the marks.
        title: of the plot.
        unit: beside it.
        main: whether it takes the large place.
    """
    home = Range(-here.game.half, here.game.half)
    return Plot(
        name="plane",
        title=title,
        unit=unit,
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range=home),
        y=Axis(range=home),
        layers=(*below, *_paths(here), *above, *_marks(here)),
        mouse=_MOUSE,
    )


# ---- under the paths


def ground(here: Board) -> tuple[Layer, ...]:
    """Level sets of the payoff, and the arrows of −V."""
    places, arrows = _field(here.game, here.window)
    lines = _level_lines(here.game, here.window) if here.params.levels else _NO_PIECES
    return (
        Lines(name="levels", role="grid", xy=lines),
        Arrows(name="field", role="field", tails=places, vectors=arrows, field=True, symbol="V"),
    )


@lru_cache(maxsize=16)
def _field(game: Game, window: Window) -> tuple[Tensor, Tensor]:
    """Middles of square cells, 19 across, and −V there."""
    x0, x1, y0, y1 = window
    cell = (x1 - x0) / ARROWS
    rows = max(1, round((y1 - y0) / cell))
    x = x0 + (torch.arange(ARROWS, dtype=torch.float64) + 0.5) * cell
    y = y0 + (torch.arange(rows, dtype=torch.float64) + 0.5) * (y1 - y0) / rows
    z = torch.complex(*(part.ravel() for part in torch.meshgrid(x, y, indexing="xy")))
    return pairs(z), pairs(-game.V(z))


@lru_cache(maxsize=16)
def _level_lines(game: Game, window: Window) -> Tensor:
    """Level sets at equal shares of the values on screen, as x0 y0 x1 y1, (pieces, 4)."""
    if game.payoff is None:
        return _NO_PIECES
    x0, x1, y0, y1 = window
    x = torch.linspace(x0, x1, _GRID, dtype=torch.float64)
    y = torch.linspace(y0, y1, _GRID, dtype=torch.float64)
    across, up = torch.meshgrid(x, y, indexing="xy")
    values = game.payoff(across, up)
    known = values[torch.isfinite(values)]
    if not known.numel():
        return _NO_PIECES
    shares = (torch.arange(_LEVELS, dtype=torch.float64) + 0.5) / _LEVELS
    levels = sorted(set(known.quantile(shares).tolist()))
    return contours(values, x, y, levels)


# ---- paths and marks


def _paths(here: Board) -> tuple[Layer, ...]:
    """The iterates of each method from the start, and where it is."""
    # Strokes are what a picture's time goes into.
    rows = near(_ends(path(here.state), DRAWN // max(4, len(here.names))), here.window)
    named, few = tuple(enumerate(here.names)), len(here.names) <= MOST_HALOS
    lines = tuple(
        Lines(name=f"path {name}", role=ROLES[name], xy=rows[:, row], dash="solid", halo=few, outcome=True)
        for row, name in named
    )
    ends = tuple(
        Points(name=f"at {name}", role=ROLES[name], xy=here.state.z[row, :1], outcome=True) for row, name in named
    )
    return (*lines, *ends)


def _ends(rows: Tensor, most: int) -> Tensor:
    """The first and the last half of so many rows, parted by NaN; all if they are no more."""
    if len(rows) <= most:
        return rows
    return torch.cat([rows[: most // 2], torch.full_like(rows[:1], torch.nan), rows[-(most // 2) :]])


def _marks(here: Board) -> tuple[Layer, ...]:
    """Stationary points, rings where they are no local Nash points; the solution, and the start."""
    points, hollow = _stationary(here.game)
    chosen = pairs([here.solution.z]) if here.solution is not None else EMPTY
    return (
        Points(name="solutions", role="hero", xy=points, hollow=hollow, size=0.75, hover="{x}, {y}", symbol="z*"),
        Ring(name="chosen", role="second", xy=chosen),
        Points(name="start", role="now", xy=here.data.start[None], hollow=_HOLLOW, size=1.1, hover="start {x}, {y}"),
    )


@lru_cache(maxsize=16)
def _stationary(game: Game) -> tuple[Tensor, Tensor]:
    """All stationary points (n, 2), and which are no local Nash points (n,)."""
    points = stationary(game)
    return pairs([point.z for point in points]), torch.tensor(
        [one.nash is not True for one in points], dtype=torch.bool
    )
