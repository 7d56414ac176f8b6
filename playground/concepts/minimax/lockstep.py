"""Iterations of all methods in the state: by Python numbers where there is one start, batched where there are many."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.minimax import Params, cycles
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.methods import FAR, Setting, many, one
from playground.concepts.minimax.names import running
from playground.concepts.minimax.state import State, finite, path
from playground.concepts.minimax.stationary import lipschitz
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.trail import appended
from playground.engine.run.context import Ctx

CLOSE = 1e-12
"""|V| below which a method has converged."""
SHARES = torch.tensor([0.1, 0.5, 0.9], dtype=torch.float64)
"""Of the lattice: this share of the starts is nearer."""
SEARCH = 32
"""Iterations between two searches for cycles."""


def conditions(params: Params, game: Game) -> str:
    """What the iteration depends on, in words."""
    return f"{game.key} {params.eta!r} {params.gamma} {params.noise!r} {params.law}"


def steady(params: Params) -> bool:
    """Whether every iteration is the same map: no noise, and steps that stay."""
    return params.noise == 0 and params.law == "constant"


def setting_at(params: Params, game: Game, time: int) -> Setting:
    """What methods are told at an iteration, the first is 1."""
    eta = params.eta if params.law == "constant" else params.eta / math.sqrt(time)
    return Setting(eta, look_ahead(params, game), time, look=params.eta if params.law == "double" else eta)


def look_ahead(params: Params, game: Game) -> float:
    """Gamma of EG+ and AdaptiveEG+."""
    return params.eta if params.gamma == "eta" else 1.0 / lipschitz(game)


def advance(params: Params, data: Data, state: State, count: int, ctx: Ctx) -> State:
    """`count` iterations of all methods."""
    game, names = game_of(params), running(params)
    under = conditions(params, game)
    if under != state.under:
        state = state._replace(
            under=under,
            since=state.iteration,
            cycle=torch.zeros_like(state.cycle),
            converged=torch.zeros_like(state.converged),
        )
    noise = _noise(params, state, count, ctx)
    settings = [setting_at(params, game, state.iteration + k + 1) for k in range(count)]
    single = game.scalar and state.z.shape[1] == 1
    after = (_single if single else _batched)(game, names, state, settings, noise)
    return _measured(params, game, data, after, state.iteration)


def last_iteration(params: Params, state: State, count: int, ctx: Ctx) -> tuple[State, Setting]:
    """Where the last of `count` iterations begins, and what the methods are told in it; its noise for start 0 alone."""
    game, names = game_of(params), running(params)
    noise = _noise(params, state, count, ctx)
    settings = [setting_at(params, game, state.iteration + k + 1) for k in range(count)]
    single = game.scalar and state.z.shape[1] == 1
    if count > 1:
        before = (_single if single else _batched)(game, names, state, settings[:-1], noise)
        state = before._replace(converged=state.converged)
    return state, settings[-1]._replace(noise=None if noise is None else noise[-1, :, 0].tolist())


def _noise(params: Params, state: State, count: int, ctx: Ctx) -> Tensor | None:
    """Two samples for each iteration and start, complex, (count, 2, starts); the same for all methods."""
    if params.noise == 0:
        return None
    drawn = ctx.randn(count, 2, state.z.shape[1], 2)
    for samples in drawn:
        samples *= params.noise
        give_way()
    return torch.view_as_complex(drawn)


# ---- one start


def _single(game: Game, names: Sequence[str], state: State, settings: list[Setting], noise: Tensor | None) -> State:
    z, first, second = (torch.view_as_complex(part)[:, 0].tolist() for part in (state.z, state.first, state.second))
    alive, ended = state.alive[:, 0].tolist(), state.ended.tolist()
    gamma, taken, unsolved = state.gamma.tolist(), state.taken.tolist(), state.unsolved
    rests = [done or not lives for done, lives in zip(state.converged.tolist(), alive, strict=True)]
    samples = noise[:, :, 0].tolist() if noise is not None else None
    rows: list[complex] = []
    for k, setting in enumerate(settings):
        give_way()
        time, now = setting.time, setting._replace(noise=None if samples is None else samples[k])
        for i, name in enumerate(names):
            if rests[i]:
                continue
            move = one(game, name, z[i], first[i], second[i], now)
            if not _inside(move.z) or not _inside(move.first) or not _inside(move.second):
                rests[i], alive[i], ended[i] = True, False, time
                continue
            z[i], first[i], second[i] = move.z, move.first, move.second
            if move.gamma is not None:
                gamma[i], taken[i] = finite(move.gamma), finite(abs(move.taken))
            unsolved += move.solved is False
        rows.extend(z)
    trail, recent = _appended(state, torch.tensor(rows, dtype=torch.complex128).reshape(len(settings), len(names)))
    column = torch.tensor(alive, dtype=torch.bool)[:, None]
    return state._replace(
        z=_column(z),
        first=_column(first),
        second=_column(second),
        alive=column,
        ended=torch.tensor(ended, dtype=torch.int64),
        gamma=torch.tensor(gamma, dtype=torch.float64),
        taken=torch.tensor(taken, dtype=torch.float64),
        trail=trail,
        recent=recent,
        iteration=state.iteration + len(settings),
        unsolved=unsolved,
    )


def _inside(z: complex) -> bool:
    return -FAR < z.real < FAR and -FAR < z.imag < FAR


def _column(values: list[complex]) -> Tensor:
    return torch.view_as_real(torch.tensor(values, dtype=torch.complex128)[:, None])


def _appended(state: State, rows: Tensor) -> tuple[Tensor, Tensor]:
    return appended(state.trail, state.recent, torch.view_as_real(rows))


# ---- many starts


def _batched(game: Game, names: Sequence[str], state: State, settings: list[Setting], noise: Tensor | None) -> State:
    z, first, second = (torch.view_as_complex(part) for part in (state.z, state.first, state.second))
    alive, ended, gamma, taken = state.alive, state.ended, state.gamma.clone(), state.taken.clone()
    unsolved, rows = state.unsolved, []
    for k, setting in enumerate(settings if names else ()):
        give_way()
        time, now = setting.time, setting._replace(noise=None if noise is None else noise[k])
        moves = many(game, names, z, first, second, now)
        new = [torch.stack([getattr(move, part) for move in moves]) for part in ("z", "first", "second")]
        good = alive & _inside_all(new[0]) & _inside_all(new[1]) & _inside_all(new[2])
        z, first, second = (torch.where(good, *pair) for pair in zip(new, (z, first, second), strict=True))
        ended = torch.where(alive[:, 0] & ~good[:, 0], time, ended)
        alive = good
        for i, move in enumerate(moves):
            if move.gamma is not None:
                gamma[i], taken[i] = _first(move.gamma), abs(_first(move.taken))
            unsolved += move.solved is not None and bool(alive[i, 0]) and not bool(move.solved[0])
        rows.append(z[:, 0])
    trail, recent = _appended(state, torch.stack(rows)) if rows else (state.trail, state.recent)
    return state._replace(
        z=torch.view_as_real(z).contiguous(),
        first=torch.view_as_real(first).contiguous(),
        second=torch.view_as_real(second).contiguous(),
        alive=alive,
        ended=ended,
        gamma=gamma,
        taken=taken,
        trail=trail,
        recent=recent,
        iteration=state.iteration + len(settings),
        unsolved=unsolved,
    )


def _inside_all(z: Tensor) -> Tensor:
    # A comparison with NaN is false.
    return (z.real.abs() < FAR) & (z.imag.abs() < FAR)


def _first(value: float | Tensor) -> float:
    return finite(float(value[0]) if isinstance(value, Tensor) else value)


# ---- what follows from the points


def _measured(params: Params, game: Game, data: Data, state: State, before: int) -> State:
    """Residuals, convergence, and now and then a search for cycles."""
    points = torch.view_as_complex(state.z)[:, 0].tolist()
    sizes = [_size(V) for V in game.flows(points)]
    residual = torch.tensor(sizes, dtype=torch.float64)
    converged = (residual <= CLOSE) & state.alive[:, 0] & (params.noise == 0)
    found = solution(game, data)
    state = state._replace(residual=residual, converged=converged)
    if found is not None and state.z.shape[1] > 1:
        state = _followed(state, found.z)
    if not steady(params) or state.iteration // SEARCH == before // SEARCH:
        return state
    return state._replace(cycle=_cycles(state, found.z)) if found is not None else state


def _followed(state: State, centre: complex) -> State:
    """The state with one more record of how far the lattice is."""
    far = (torch.view_as_complex(state.z)[:, 1:] - centre).abs()
    row = torch.cat([torch.tensor([float(state.iteration)], dtype=torch.float64), far.quantile(SHARES, 1).T.ravel()])
    swarm, recent = appended(state.swarm, state.swarm_recent, row[None])
    return state._replace(swarm=swarm, swarm_recent=recent)


def _size(V: complex) -> float:
    """|V|; very large where V is not defined or past all numbers, which is no solution."""
    return finite(math.hypot(V.real, V.imag))


def _cycles(state: State, centre: complex) -> Tensor:
    """Period and radius of each method's cycle, from the iterates under the present conditions."""
    rows = path(state)[-max(1, state.iteration - state.since) :]
    complex_rows = torch.view_as_complex(rows.contiguous()).numpy()
    found = torch.zeros_like(state.cycle)
    for i in range(rows.shape[1]):
        if bool(state.alive[i, 0]) and not bool(state.converged[i]):
            cycle = cycles.find(complex_rows[:, i], centre)
            if cycle is not None:
                found[i] = torch.tensor([cycle.period, cycle.radius], dtype=torch.float64)
    return found
