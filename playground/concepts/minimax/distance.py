"""The distance to the solution over the iterations, measured and as the spectral radius says."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax import lockstep
from playground.concepts.minimax.board import EMPTY, Board
from playground.concepts.minimax.linear import STATIONARY
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.state import path
from playground.concepts.minimax.stepping import rate_at
from playground.engine.kit.trail import whole
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Curve, Lines, Points, Ring, Text

TIMES = 3200
"""Iterates that all lines show together."""
_NEAR = 0.02
_LOWEST, _HIGHEST = -13.0, 8.0


class _Track(NamedTuple):
    """How far a method was: iterations since the start across, log10 of the distance up.

    Attributes:
        far: the path, (times, 2).
        law: two points of a line: what the spectral radius says.
        now: the present; empty if it is out.
        out: where the method left all bounds; empty if it did not.
    """

    far: Tensor = EMPTY
    law: Tensor = EMPTY
    now: Tensor = EMPTY
    out: Tensor = EMPTY


def distance(here: Board) -> Plot:
    """How far the own start is, or all starts of the lattice where there is one."""
    return _swarm(here) if here.params.lattice else _paths(here)


def _swarm(here: Board) -> Plot:
    """The middle distance of all starts, with the band that holds four fifths of them."""
    rows = whole(here.state.swarm, here.state.swarm_recent)
    time, far = rows[:, 0], rows[:, 1:].clamp_min(1e-17).log10().reshape(-1, len(here.names), 3)
    count, named = here.state.z.shape[1] - 1, tuple(enumerate(here.names))
    bands = [
        Curve(
            name=f"band {name}",
            role=ROLES[name],
            x=time,
            y=far[:, row, 1],
            low=far[:, row, 0],
            high=far[:, row, 2],
            outcome=True,
        )
        for row, name in named
    ]
    # Over all bands, so that none hides the middle of another.
    middles = [
        Lines(
            name=name,
            role=ROLES[name],
            xy=torch.stack([time, far[:, row, 1]], 1),
            dash="solid",
            text=LABELS[name],
            outcome=True,
        )
        for row, name in named
    ]
    return Plot(
        name="distance",
        badge="sampled",
        title=f"Distance of {count:,} starts",
        unit="median; band: 10 to 90 %",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=(*bands, *middles),
        empty=here.solution is not None,
        empty_text="No stationary point in the window",
    )


def _paths(here: Board) -> Plot:
    """Solid lines are measured, dashed ones theory."""
    params, tracks = here.params, _tracks(here)
    # A name stands at the end of its line, and the theory of a linear game goes on beyond now.
    named = STATIONARY if here.game.linear and lockstep.steady(params) else ()

    def line(name: str, xy: Tensor, law: bool) -> Lines:
        text = LABELS[name] if law == (name in named) else ""
        layer = f"law {name}" if law else name
        dash: Literal["dashed", "solid"] = "dashed" if law else "solid"
        key = "theory" if law else "measured"
        return Lines(name=layer, role=ROLES[name], xy=xy, dash=dash, halo=False, text=text, key=key, outcome=True)

    laws = [line(name, one.law, law=True) for name, one in tracks.items()]
    measured = [line(name, one.far, law=False) for name, one in tracks.items()]
    now = [Points(name=f"here {name}", role=ROLES[name], xy=one.now, outcome=True) for name, one in tracks.items()]
    out = [
        Ring(name=f"off {name}", role=ROLES[name], xy=one.out, key="left all bounds") for name, one in tracks.items()
    ]
    lost = Text(name="lost", text="{diverged_words}", anchor="bottom left", show=bool((here.state.ended >= 0).any()))
    return Plot(
        name="distance",
        badge="exact",
        title="Distance to the solution",
        unit="|z − z*|",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=(*laws, *measured, *now, *out, lost),
        empty=here.solution is not None,
        empty_text="No stationary point in the window",
    )


def _tracks(here: Board) -> dict[str, _Track]:
    if here.solution is None:
        return dict.fromkeys(here.names, _Track())
    z, state = here.solution.z, here.state
    rows = torch.view_as_complex(path(state))
    first = state.iteration - len(rows) + 1
    every = -(-len(rows) // (TIMES // max(4, len(here.names))))
    # Counted from the newest, so that the end of the line is now.
    kept = torch.arange(len(rows) - 1, -1, -every).flip(0)
    time = (first + kept).to(torch.float64)
    far = (rows - z).abs().clamp_min(1e-17).log10()
    begin = max(state.since, first) if here.game.linear else state.iteration
    drawn, begun, last, tracks = far[kept], far[begin - first].tolist(), far[-1].tolist(), {}
    for i, (name, ended) in enumerate(zip(here.names, state.ended.tolist(), strict=True)):
        count = int((kept < max(1, ended - first)).sum()) if ended >= first else len(kept)
        line = torch.stack([time, drawn[:, i]], 1)[:count]
        law = _law(here, name, begin, begun[i], last[i])
        if ended < 0:
            tracks[name] = _Track(line, law, now=_point(state.iteration, last[i]))
        else:
            tracks[name] = _Track(line, law, out=_point(ended - 1, last[i]))
    return tracks


def _point(time: int, far: float) -> Tensor:
    return torch.tensor([[float(time), far]], dtype=torch.float64)


def _law(here: Board, name: str, begin: int, at: float, now: float) -> Tensor:
    """What the spectral radius says of the distance, two points of a line.

    In a linear game from the last change of the conditions on; in others from the present point, once it is near.

    Args:
        here: the run.
        name: the method.
        begin: the iteration at which the line begins.
        at: log10 of the distance then.
        now: log10 of the distance now.
    """
    params, game = here.params, here.game
    if name not in STATIONARY or not lockstep.steady(params) or here.solution is None:
        return EMPTY
    rate = rate_at(game, name, here.solution.z, params.eta, lockstep.look_ahead(params, game))
    near = 10.0**now < _NEAR * game.half and rate < 1
    if rate <= 0 or not (game.linear or near):
        return EMPTY
    slope = math.log10(rate)
    # No further than the numbers that a run can reach.
    edge = _HIGHEST if slope > 0 else _LOWEST
    reach = (edge - at) / slope if slope else math.inf
    end = min(max(100.0, 1.4 * here.state.iteration), begin + max(reach, 1.0))
    return torch.tensor([[begin, at], [end, at + (end - begin) * slope]], dtype=torch.float64)
