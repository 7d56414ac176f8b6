"""A run: the strategies of a matrix game, or populations in a box; pure functions of the contract."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params, box, matrices
from playground.concepts.mixed_strategies.equilibrium import exploitability, game_of
from playground.concepts.mixed_strategies.names import MATRIX_GAMES, PerMethod, running
from playground.concepts.mixed_strategies.populations import equilibria, populations
from playground.concepts.mixed_strategies.strategies import PLACED, shares_at, strategies
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import Status, View
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn

_LEAST = 1e-3


class Data(NamedTuple):
    """The first strategies in matrix games, (3,), each with the sum 1."""

    p: Tensor
    q: Tensor


class State(NamedTuple):
    """One of the two arenas; the other is None."""

    matrix: matrices.Matrix | None
    box: box.Box | None


class Info(NamedTuple):
    """What is recorded of a step; the parts are metrics over the methods, of the same names."""

    status: Status
    iteration: int
    divergence: PerMethod
    exploitability: PerMethod
    average_exploitability: PerMethod
    trapped: PerMethod
    value: PerMethod


def make_data(params: Params, ctx: Ctx) -> Data:
    """The first strategies of the parameters."""
    p, q = (torch.tensor(shares, dtype=torch.float64) for shares in (params.p, params.q))
    return Data(p / p.sum(), q / q.sum())


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from its start."""
    if params.game in MATRIX_GAMES:
        return State(matrices.begin(params, data.p, data.q, running(params)), None)
    return State(None, box.begin(params, running(params), ctx))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The chosen number of iterations of all methods."""
    names = running(params)
    for _ in range(params.iterations):
        give_way()
        if state.matrix is not None:
            state = state._replace(matrix=matrices.iterated(params, names, state.matrix))
        elif state.box is not None:
            state = state._replace(box=box.iterated(params, names, state.box, ctx))
    return state, info_of(params, state)


def info_of(params: Params, state: State) -> Info:
    """The numbers of a state."""
    names = running(params)

    def each(values: Tensor) -> PerMethod:
        return PerMethod(**dict(zip(names, values.tolist(), strict=True)))

    none = PerMethod()
    if state.box is not None:
        worth, caught = box.worth(state.box.z), box.trapped(state.box.z)
        gain, value = each(worth.exploitability), each(worth.value)
        return Info("running", state.box.iteration, none, gain, none, each(caught), value)
    assert state.matrix is not None
    now, game = state.matrix, game_of(params)
    A = game.A
    p, q = now.log_p.exp(), now.log_q.exp()
    gain, far = each(exploitability(A, p, q)), each(matrices.divergence(game, now.log_p, now.log_q).clamp_min(0.0))
    mean = none
    if now.iteration:
        mean = each(exploitability(A, now.sum_p / now.weight, now.sum_q / now.weight))
    return Info("running", now.iteration, far, gain, mean, none, each(((p @ A) * q).sum(-1)))


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the game, and the numbers that are read."""
    if state.matrix is not None:
        drawn = strategies(params, state.matrix)
    else:
        assert state.box is not None
        drawn = populations(params, state.box, findings["equilibria"])
    first = recorded(info_of(params, state)) if info is None else {}
    known = first if info is None else recorded(info)
    focus = {f"focus_{name}": known.get(f"{name}.{params.method}") for name in ("divergence",)}
    focus["focus_gain"] = known.get(f"exploitability.{params.method}")
    return Drawn(drawn.figure, {**first, **focus, **drawn.numbers})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """A run from the strategy at a place.

    Raises:
        BadInput: this game has no such start.
    """
    if params.game not in MATRIX_GAMES:
        raise BadInput(f"game is {params.game}, allowed are matrix games for set_strategy", "game")
    moves = tuple(game_of(params).A.shape)
    if moves not in PLACED:
        raise BadInput(f"payoffs are for {moves[0]} and {moves[1]} moves, which have no places to click", "payoffs")
    player, x, y = (gesture.values[name] for name in ("player", "x", "y"))
    if moves == (2, 2):
        data = data._replace(p=_from_first(x)) if player in ("x", "both") else data
        data = data._replace(q=_from_first(y)) if player in ("y", "both") else data
    else:
        # "both" is the player whose triangle the place is in.
        of_x = player == "x" or (player == "both" and y > x)
        shares = shares_at(x, y, 0 if of_x else 1).to(torch.float64).clamp(_LEAST, 1.0)
        shares = shares / shares.sum()
        data = data._replace(p=shares) if of_x else data._replace(q=shares)
    return data, begin(params, data, ctx)


def _from_first(share: float) -> Tensor:
    """Shares of which the first two are in this proportion; the third stays for the game with three moves."""
    first = min(max(share, _LEAST), 1 - _LEAST)
    return torch.tensor([0.9 * first, 0.9 * (1 - first), 0.1], dtype=torch.float64)


CONCEPT = Model(
    make_data=make_data, init=begin, step=step, observe=observe, apply=apply, jobs={"equilibria": equilibria}
)
