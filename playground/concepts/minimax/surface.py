"""The view of the payoff as a surface with the paths on it, and the conditions of a local Nash point."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax.board import HINT, Board
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.plane import tail
from playground.concepts.minimax.state import path
from playground.concepts.minimax.stationary import Point
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Surface, Table
from playground.figures.values import Column, Rows

_SAMPLES = 49
_CUT = 0.04
"""Share of the payoffs that is cut off above, and below: what is steep at the border would flatten the rest."""
_TAIL = 400
_GAP = torch.full((1, 2), torch.nan, dtype=torch.float64)
_START = Mouse(on="click", kind="set_start", take={"x": "x", "y": "y"}, label="start here")


def surface(here: Board) -> Drawn:
    """The payoff over the home window, whether the solution is a local Nash point, and the distance."""
    drawn = here.game.payoff is not None
    heights, levels = _heights(here.game) if drawn else (torch.zeros((2, 2)), (0.0, 1.0))
    half = here.game.half
    paths, slots, words = _paths(here)
    main = Plot(
        name="surface",
        badge="exact",
        title="Payoff",
        unit="{game_words}; drag to turn",
        main=True,
        axes=False,
        layers=(
            Surface(
                name="payoff",
                z=heights,
                extent=torch.tensor([-half, half, -half, half], dtype=torch.float64),
                color_map="diverging",
                levels=levels,
                paths=paths,
                slots=slots,
                words=words,
                points=here.data.start[None],
                fade=0.7,
                x_label="x minimises",
                y_label="y maximises",
                z_label="Φ",
                symbol="Φ",
            ),
        ),
        mouse=(_START,),
        empty=drawn,
        empty_text="This game has no payoff",
    )
    return Drawn(Figure(plots=(main, _conditions(here.solution), distance(here)), hint=HINT))


@lru_cache(maxsize=16)
def _heights(game: Game) -> tuple[Tensor, tuple[float, float]]:
    """The payoff on a grid over the home window, first row on top, and between which heights it is drawn."""
    assert game.payoff is not None
    side = torch.linspace(-game.half, game.half, _SAMPLES, dtype=torch.float64)
    x, y = torch.meshgrid(side, side.flip(0), indexing="xy")
    values: Tensor = game.payoff(x, y)
    known = values[torch.isfinite(values)]
    if not known.numel():
        return torch.zeros((2, 2)), (0.0, 1.0)
    low, high = known.quantile(torch.tensor([_CUT, 1 - _CUT], dtype=torch.float64)).tolist()
    high = high if high > low else low + 1.0
    return torch.nan_to_num(values, nan=low, posinf=high, neginf=low).to(torch.float32).contiguous(), (low, high)


def _paths(here: Board) -> tuple[Tensor, Tensor, list[str]]:
    """The newest iterates of the methods that have a slot, parted by NaN, with their slots and names."""
    rows, begun = path(here.state)[-min(_TAIL, tail(here)) :], here.state.iteration > 0
    drawn = [(row, name) for row, name in enumerate(here.names) if begun]
    pieces = [torch.cat([rows[:, row], _GAP]) for row, _ in drawn]
    # Methods beyond the palette share the last slot; their names tell them apart.
    slots = [int(role[4:]) - 1 if (role := ROLES[name]).startswith("slot") else 7 for _, name in drawn]
    paths = torch.cat(pieces) if pieces else torch.zeros((0, 2), dtype=torch.float64)
    return paths, torch.tensor(slots, dtype=torch.int32), [LABELS[name] for _, name in drawn]


def _conditions(found: Point | None) -> Plot:
    """What a local Nash point needs, each with what it is here."""
    rows: list[tuple[str, float | str, str]] = []
    if found is not None:
        attracts = min(value.real for value in found.eigenvalues)
        rows = [
            ("Φxx at least 0", found.xx, _said(found.xx >= -1e-9)),
            ("Φyy at most 0", found.yy, _said(found.yy <= 1e-9)),
            ("nobody gains by a small move", "", _said(found.nash)),
            ("the flow comes closer", attracts, _said(attracts > 1e-9)),
        ]
    return Plot(
        name="conditions",
        badge="exact",
        title="The solution",
        unit="{solution}",
        axes=False,
        x=Axis(ticks=False),
        y=Axis(ticks=False),
        layers=(Table(name="conditions", rows=Rows.of(["condition", Column("here", decimals=4), "holds"], rows)),),
    )


def _said(holds: bool | None) -> str:
    return "–" if holds is None else "yes" if holds else "no"
