"""The view of noise: what is left of the distance under more and more of it, by method and step law."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import torch

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.board import HINT, Board
from playground.concepts.minimax.condition import slope
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import game_of
from playground.concepts.minimax.methods import many, memory
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.plane import clouds, ground, plane
from playground.concepts.minimax.state import State
from playground.concepts.minimax.stationary import stationary
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve

_METHODS = ("eg", "corrected_eg_plus")
_LEVELS, _STARTS, _RUN = 7, 200, 1500
_NONE = torch.zeros(0, dtype=torch.float64)


def noisy(here: Board, found: Mapping[str, Any]) -> Drawn:
    """The plane with all starts, the distance, and what the job has found of it over the noise."""
    plots = (plane(here, (*ground(here), *clouds(here))), distance(here), _floors(found))
    numbers = {"floor_eg": found.get("slope eg"), "floor_corrected": found.get("slope corrected_eg_plus")}
    return Drawn(Figure(plots=plots, hint=HINT), numbers)


def _floors(found: Mapping[str, Any]) -> Plot:
    """The median of many starts with the band that holds four fifths of them, sampled."""
    return Plot(
        name="floors",
        badge="sampled",
        title="Distance over the noise",
        unit=f"after {_RUN:,} iterations; median of {_STARTS}, band: 10 to 90 %",
        x=Axis(label="standard deviation of the noise", log=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(
                name=name,
                role=ROLES[name],
                x=found.get("noise", _NONE),
                y=found.get(f"middle {name}", _NONE),
                low=found.get(f"low {name}", _NONE),
                high=found.get(f"high {name}", _NONE),
                text=LABELS[name],
                markers=True,
                outcome=True,
            )
            for name in _METHODS
        ),
    )


def noise_floors(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Both methods from starts all over the home window, at noise from 0.01 to 1, each start with its own noise."""
    game = game_of(params)
    point = next(iter(stationary(game)), None)
    if point is None:
        yield Partial({}, 1.0)
        return
    levels = torch.logspace(-2.0, 0.0, _LEVELS, dtype=torch.float64)
    count = _LEVELS * _STARTS
    starts = torch.view_as_complex((2 * ctx.rand(count, 2) - 1) * 0.5 * game.half)
    z = starts.expand(len(_METHODS), count).clone()
    kept = [memory(name, game, starts) for name in _METHODS]
    first, second = (torch.stack([one[part] for one in kept]) for part in (0, 1))
    each = levels.repeat_interleave(_STARTS)
    for k in range(_RUN):
        samples = torch.view_as_complex(ctx.randn(2, count, 2)) * each
        moves = many(game, _METHODS, z, first, second, lockstep.setting_at(params, game, k + 1)._replace(noise=samples))
        z, first, second = (torch.stack([getattr(move, part) for move in moves]) for part in ("z", "first", "second"))
        if k % 25 == 0:
            yield Partial({}, k / _RUN, f"{k:,} of {_RUN:,} iterations")
    far = torch.nan_to_num((z - point.z).abs(), nan=math.inf).reshape(len(_METHODS), _LEVELS, _STARTS)
    shares = far.quantile(lockstep.SHARES, 2).clamp(1e-17, 1e8).log10()
    found: dict[str, Any] = {"noise": levels.log10()}
    for row, name in enumerate(_METHODS):
        low, middle, high = (part.contiguous() for part in shares[:, row])
        found |= {f"low {name}": low, f"middle {name}": middle, f"high {name}": high}
        found[f"slope {name}"] = slope(2 * levels.log10(), middle)
    yield Partial(found, 1.0)
