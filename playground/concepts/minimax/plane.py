"""The plane of every view: the field, level sets, stationary points, and the paths of the methods."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax.board import EMPTY, HINT, Board, Window, pairs
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.state import path
from playground.concepts.minimax.stationary import stationary
from playground.engine.kit.contours import contours
from playground.engine.kit.trail import near
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Image, Layer, Lines, Points, Ring
from playground.figures.values import Range

ARROWS = 19
DRAWN = 6000
"""Iterates that all paths show together, the newest."""
MOST_HALOS = 3
MOST_NAMED = 6
"""Paths that have their names at their ends; of more the plot of distances has them."""
_FADED = 0.8
_CELLS = 128
_MUTED = 2.8
"""Levels of the relief, in its own heights: what is drawn on it stands out."""
_INSIDE = 0.03
"""Share of the view between its edge and the name of a path that has left it."""
_GRID = 72
_LEVELS = 13
_AT = {"x": "x", "y": "y"}
_MOUSE = (
    Mouse(on="click", kind="set_start", take=_AT, label="start here"),
    Mouse(on="drag", target="start", kind="set_start", take=_AT, label="drag the start"),
    Mouse(on="alt+click", kind="choose_solution", take=_AT, label="measure to the nearest stationary point"),
)
_NO_PIECES = torch.zeros((0, 4), dtype=torch.float64)
_NO_HEIGHTS = torch.zeros((0, 0), dtype=torch.float32)
_GAP = torch.full((1, 2), torch.nan, dtype=torch.float64)
_HOLLOW = torch.ones(1, dtype=torch.bool)


def paths(here: Board) -> Drawn:
    """The view of paths: the plane, with the lattice of starts if there is one, and the distance."""
    return Drawn(Figure(plots=(plane(here, (*ground(here), *clouds(here))), distance(here)), hint=HINT))


def clouds(here: Board) -> tuple[Layer, ...]:
    """Where each method has led the starts of the lattice."""
    return tuple(
        Points(
            name=f"cloud {name}",
            role=ROLES[name],
            xy=here.state.z[row, 1:],
            size=0.55,
            key=f"{LABELS[name]}, all starts",
            outcome=True,
        )
        for row, name in enumerate(here.names if here.params.lattice else ())
    )


def plane(
    here: Board,
    below: tuple[Layer, ...],
    above: tuple[Layer, ...] = (),
    *,
    title: str = "Who goes where",
    unit: str = "{game_words}{tail_words}",
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
        badge="sampled" if here.params.mode == "noise" else "exact",
        title=title,
        unit=unit,
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range=home),
        y=Axis(range=home),
        layers=(*below, *_paths(here, named=main), *above, *_marks(here)),
        mouse=_MOUSE,
    )


# ---- under the paths


def ground(here: Board) -> tuple[Layer, ...]:
    """The payoff as a relief with its level sets, and the arrows of −V."""
    places, arrows = _field(here.game, here.window)
    lines = _level_lines(here.game, here.window) if here.params.levels else _NO_PIECES
    heights = _relief(here.game, here.window) if here.params.levels else _NO_HEIGHTS
    extent = torch.tensor(here.window, dtype=torch.float64)
    return (
        Image(
            name="payoff",
            z=heights,
            extent=extent,
            color_map="diverging",
            levels=(-_MUTED, _MUTED),
            frame=False,
            smooth=True,
            relief=True,
            symbol="Φ",
            key="payoff",
        ),
        Lines(name="levels", role="grid", xy=lines, key="level sets"),
        Arrows(name="field", role="field", tails=places, vectors=arrows, field=True, symbol="V", key="−V"),
    )


@lru_cache(maxsize=16)
def _relief(game: Game, window: Window) -> Tensor:
    """The payoff on square cells, first row on top, as heights from -1 to 1; empty where there is no payoff.

    Its middle value is 0, and the far ends are flattened, so that a steep border hides nothing of the rest.
    """
    if game.payoff is None:
        return _NO_HEIGHTS
    x0, x1, y0, y1 = window
    shares = (torch.arange(_CELLS, dtype=torch.float64) + 0.5) / _CELLS
    across, up = torch.meshgrid(x0 + (x1 - x0) * shares, y1 - (y1 - y0) * shares, indexing="xy")
    values = game.payoff(across, up)
    known = values[torch.isfinite(values)]
    if not known.numel():
        return _NO_HEIGHTS
    far = values - known.median()
    spread = float(far[torch.isfinite(far)].abs().median()) or 1.0
    # A float is fine enough for a picture, and half of what a frame carries.
    heights: Tensor = far / (2 * spread + far.abs())
    return heights.to(torch.float32).contiguous()


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


def _paths(here: Board, named: bool) -> tuple[Layer, ...]:
    """The newest iterates of each method, fading to the oldest, where it is, and its name there."""
    if not here.names:
        return ()
    kept = path(here.state)[-tail(here) :]
    rows, few = near(kept, here.window), len(here.names) <= MOST_HALOS
    named = named and len(here.names) <= MOST_NAMED
    begun = here.state.iteration > 0
    lines = tuple(
        Lines(
            name=f"path {name}",
            role=ROLES[name],
            xy=torch.cat([rows[:, row], _left(kept[:, row], here.window)]) if begun else EMPTY,
            dash="solid",
            halo=few,
            fade=_FADED,
            values=(torch.arange(len(kept) + 2) / max(1, len(kept) - 1)).clamp(max=1.0) if begun else EMPTY,
            text=LABELS[name] if named else "",
            plate=True,
            outcome=True,
        )
        for row, name in enumerate(here.names)
    )
    ends = tuple(
        Points(
            name=f"at {name}",
            role=ROLES[name],
            xy=here.state.z[row, :1],
            hover=LABELS[name],
            outcome=True,
            symbol="z_{k+1}" if name == here.params.method else "",
        )
        for row, name in enumerate(here.names)
    )
    return (*lines, *ends)


def tail(here: Board) -> int:
    """How many of the newest iterates each path shows: strokes are what a picture's time goes into."""
    return DRAWN // max(4, len(here.names))


def _left(rows: Tensor, window: Window) -> Tensor:
    """For the name of a path (n, 2) that has left the view: a gap, and where it did, a little inside; else empty."""
    x0, x1, y0, y1 = window
    low, high = torch.tensor([x0, y0], dtype=torch.float64), torch.tensor([x1, y1], dtype=torch.float64)
    inside = ((rows > low) & (rows < high)).all(1)
    if bool(inside[-1]) or not bool(inside.any()):
        return EMPTY
    last = int(inside.nonzero()[-1])
    # Where the way to the next place crosses the border.
    step, edge = rows[last + 1] - rows[last], _INSIDE * (high - low)
    reach = torch.where(step > 0, (high - rows[last]) / step, (low - rows[last]) / step)
    share = reach[step != 0].min().clamp(0, 1)
    place = torch.minimum(torch.maximum(rows[last] + share * step, low + edge), high - edge)
    return torch.cat([_GAP, place[None]])


def _marks(here: Board) -> tuple[Layer, ...]:
    """Stationary points, rings where they are no local Nash points; the solution, and the start."""
    points, hollow = _stationary(here.game)
    chosen = pairs([here.solution.z]) if here.solution is not None else EMPTY
    return (
        Points(
            name="solutions",
            role="hero",
            xy=points,
            hollow=hollow,
            size=0.75,
            hover="{x}, {y}",
            symbol="z*",
            key="V = 0, hollow: not Nash",
        ),
        Ring(name="chosen", role="second", xy=chosen, key="solution"),
        Points(
            name="start",
            role="now",
            xy=here.data.start[None],
            hollow=_HOLLOW,
            size=1.1,
            hover="start {x}, {y}",
            key="start",
        ),
    )


@lru_cache(maxsize=16)
def _stationary(game: Game) -> tuple[Tensor, Tensor]:
    """All stationary points (n, 2), and which are no local Nash points (n,)."""
    points = stationary(game)
    return pairs([point.z for point in points]), torch.tensor(
        [one.nash is not True for one in points], dtype=torch.bool
    )
