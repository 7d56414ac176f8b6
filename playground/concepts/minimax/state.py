"""The state of a run: where the methods are, and how they came there."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.methods import memory
from playground.concepts.minimax.names import running
from playground.engine.kit.trail import whole


class State(NamedTuple):
    """Methods in the plane, in lockstep, from one start and from those of the lattice.

    Attributes:
        z: points, (methods, starts, 2); start 0 is the user's own.
        first, second: what the methods remember, of the same shape.
        alive: false where a method left all bounds: it stays at its last finite point, (methods, starts).
        gamma, taken: the last own step sizes of each method from start 0, (methods,); 0 where it has none.
        trail: iterates from start 0, the oldest first, (n, methods, 2); `recent` goes on with the newest.
        recent: (k, methods, 2), k < 128.
        iteration: since the start.
        since: the iteration at which game or step size last changed.
        under: game and step size in words, to see that they changed.
        ended: the iteration at which a method left all bounds, (methods,); -1: it did not.
        cycle: period and mean radius of the cycle that start 0 is on, (methods, 2); 0 where none was found.
        residual: |V| at the points of start 0, (methods,).
        converged: whether V is 0 there, (methods,).
        unsolved: how many proximal steps were not solved to tolerance.
        swarm: how far the starts of the lattice are, a row a step: the iteration, and of each method the distance
            below which a tenth, a half and nine tenths of them are, (n, 1 + 3 methods); `swarm_recent` goes on.
        swarm_recent: (k, 1 + 3 methods), k < 128.
    """

    z: Tensor
    first: Tensor
    second: Tensor
    alive: Tensor
    gamma: Tensor
    taken: Tensor
    trail: Tensor
    recent: Tensor
    iteration: int
    since: int
    under: str
    ended: Tensor
    cycle: Tensor
    residual: Tensor
    converged: Tensor
    unsolved: int
    swarm: Tensor
    swarm_recent: Tensor


def begin(params: Params, data: Data) -> State:
    """All methods at the start."""
    game, names = game_of(params), running(params)
    starts = _starts(params, data, game)
    z = starts.expand(len(names), *starts.shape).contiguous()
    kept = [memory(name, game, torch.view_as_complex(starts)) for name in names]
    shape = (len(names),)
    return State(
        z=z,
        first=_stacked([first for first, _ in kept], z),
        second=_stacked([second for _, second in kept], z),
        alive=torch.ones(z.shape[:2], dtype=torch.bool),
        gamma=torch.zeros(shape, dtype=torch.float64),
        taken=torch.zeros(shape, dtype=torch.float64),
        trail=z[:, 0][None].contiguous(),
        recent=torch.zeros((0, len(names), 2), dtype=torch.float64),
        iteration=0,
        since=0,
        under="",
        ended=torch.full(shape, -1, dtype=torch.int64),
        cycle=torch.zeros((len(names), 2), dtype=torch.float64),
        residual=torch.full(
            shape, finite(math.hypot(*_parts(game.flow(complex(*data.start.tolist()))))), dtype=torch.float64
        ),
        converged=torch.zeros(shape, dtype=torch.bool),
        unsolved=0,
        swarm=no_swarm(len(names)),
        swarm_recent=no_swarm(len(names)),
    )


def no_swarm(methods: int) -> Tensor:
    """No record of the lattice, (0, 1 + 3 methods)."""
    return torch.zeros((0, 1 + 3 * methods), dtype=torch.float64)


def finite(value: float) -> float:
    """The number, or a very large one where the game is not defined: a state is finite."""
    return value if value < 1e300 else 1e300


def _parts(z: complex) -> tuple[float, float]:
    return z.real, z.imag


def _stacked(parts: list[Tensor], like: Tensor) -> Tensor:
    if not parts:
        return torch.zeros_like(like)
    return torch.nan_to_num(torch.view_as_real(torch.stack(parts)), nan=0.0, posinf=0.0, neginf=0.0).contiguous()


def _starts(params: Params, data: Data, game: Game) -> Tensor:
    """The user's start and then the lattice, (starts, 2)."""
    own = data.start[None]
    if not params.lattice:
        return own
    side = (torch.arange(params.lattice, dtype=torch.float64) + 0.5) / params.lattice * 2 - 1
    x, y = torch.meshgrid(side * game.half, side * game.half, indexing="xy")
    return torch.cat([own, torch.stack([x.ravel(), y.ravel()], 1)])


def path(state: State) -> Tensor:
    """All kept iterates of start 0, (n, methods, 2)."""
    return whole(state.trail, state.recent)
