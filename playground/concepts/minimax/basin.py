"""The view of where starts end: the method in focus from every cell of the home window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.board import EMPTY, Board
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.games import game_of
from playground.concepts.minimax.methods import FAR, RULES, Setting, many, memory
from playground.concepts.minimax.names import LABELS
from playground.concepts.minimax.plane import plane
from playground.concepts.minimax.state import State
from playground.concepts.minimax.stationary import stationary
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure
from playground.figures.layers import Image, Text

SOLUTION, OTHER, BOUNDED, DIVERGED = 0.0, 1.0, 2.0, 4.0
_SHARES = {"share_solution": SOLUTION, "share_other": OTHER, "share_bounded": BOUNDED, "share_diverged": DIVERGED}
_WORDS = "solution {share_solution:3}, bounded {share_bounded:3}, diverged {share_diverged:3}"
_ARRIVED = 1e-2


def basin(here: Board, found: Mapping[str, Any]) -> Drawn:
    """The map as far as the job has it, under the paths, and the distance."""
    half = here.game.half
    extent = torch.tensor([-half, half, -half, half], dtype=torch.float64)
    below = (
        Image(name="basin", z=found.get("ends", EMPTY), extent=extent, levels=(0.0, 6.0)),
        Text(name="ends", text=_WORDS, anchor="bottom left"),
    )
    unit = "{map_method}; pale: solution, darker: bounded, darkest: diverged"
    plots = (plane(here, below, title="Where starts end", unit=unit), distance(here))
    numbers = {name: found.get(name) for name in ("map_method", *_SHARES)}
    return Drawn(Figure(plots=plots, hint="Choose the method in focus on the right"), numbers)


def map_of_starts(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The method in focus from the middle of every cell of the home window."""
    game = game_of(params)
    side, half = params.resolution, game.half
    method = params.method if params.method in RULES else "eg"
    at = (torch.arange(side, dtype=torch.float64) + 0.5) / side * 2 - 1
    starts = torch.complex(*torch.meshgrid(at * half, at.flip(0) * half, indexing="xy")).ravel()
    z = starts[None]
    first, second = (part[None] for part in memory(method, game, starts))
    alive = torch.ones_like(z, dtype=torch.bool)
    solutions = torch.tensor([point.z for point in stationary(game)], dtype=torch.complex128)
    setting = Setting(params.eta, lockstep.look_ahead(params, game))

    def partial(time: int) -> Partial:
        ends = _ends(z[0], alive[0], solutions, half)
        found: dict[str, Any] = {name: float((ends == kind).double().mean()) for name, kind in _SHARES.items()}
        found |= {"ends": ends.reshape(side, side), "map_method": LABELS[method]}
        return Partial(found, time / params.horizon, f"{time:,} of {params.horizon:,} iterations")

    latest = partial(0)
    yield latest
    for k in range(params.horizon):
        move = many(game, (method,), z, first, second, setting._replace(time=k + 1))[0]
        parts = [part[None] for part in (move.z, move.first, move.second)]
        good = alive
        for part in parts:
            good = good & (part.real.abs() < FAR) & (part.imag.abs() < FAR)
        z, first, second = (torch.where(good, *pair) for pair in zip(parts, (z, first, second), strict=True))
        alive = good
        if (k + 1) % 25 == 0 or k + 1 == params.horizon:
            latest = partial(k + 1)
        yield latest


def _ends(z: Tensor, alive: Tensor, solutions: Tensor, half: float) -> Tensor:
    """How each path ended: at the first stationary point, at another, bounded elsewhere, or out of all bounds."""
    ends = torch.full(z.shape, BOUNDED, dtype=torch.float64)
    if len(solutions):
        gap = (z[:, None] - solutions[None]).abs()
        near, nearest = gap.min(1)
        ends = torch.where(near < _ARRIVED * half, torch.where(nearest == 0, SOLUTION, OTHER), ends)
    return torch.where(alive & (z.abs() < 100 * half), ends, DIVERGED)
