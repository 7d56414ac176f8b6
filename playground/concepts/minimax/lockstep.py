"""Iterations of all methods in the plane: by Python numbers where there is one start, batched where there are many."""

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
from playground.concepts.minimax.state import Plane, finite, path
from playground.concepts.minimax.stationary import lipschitz
from playground.engine.kit.trail import appended
from playground.engine.run.context import Ctx

CLOSE = 1e-12
"""|V| below which a method has converged."""
SEARCH = 32
"""Iterations between two searches for cycles."""


def conditions(params: Params, game: Game) -> str:
    """What the iteration depends on, in words."""
    return f"{game.key} {params.eta!r} {params.gamma} {params.noise!r}"


def look_ahead(params: Params, game: Game) -> float:
    """Gamma of EG+ and AdaptiveEG+."""
    return params.eta if params.gamma == "eta" else 1.0 / lipschitz(game)


def advance(params: Params, data: Data, plane: Plane, count: int, ctx: Ctx) -> Plane:
    """`count` iterations of all methods."""
    game, names = game_of(params), running(params)
    under = conditions(params, game)
    if under != plane.under:
        plane = plane._replace(
            under=under,
            since=plane.iteration,
            cycle=torch.zeros_like(plane.cycle),
            converged=torch.zeros_like(plane.converged),
        )
    noise = _noise(params, plane, count, ctx)
    setting = Setting(params.eta, look_ahead(params, game))
    single = game.scalar and plane.z.shape[1] == 1
    after = (_single if single else _batched)(game, names, plane, setting, noise, count)
    return _measured(game, data, after, plane.iteration, params.noise > 0)


def _noise(params: Params, plane: Plane, count: int, ctx: Ctx) -> Tensor | None:
    """Two samples for each iteration and start, complex, (count, 2, starts); the same for all methods."""
    if params.noise == 0:
        return None
    return torch.view_as_complex(params.noise * ctx.randn(count, 2, plane.z.shape[1], 2))


# ---- one start


def _single(
    game: Game, names: Sequence[str], plane: Plane, setting: Setting, noise: Tensor | None, count: int
) -> Plane:
    z, first, second = (torch.view_as_complex(part)[:, 0].tolist() for part in (plane.z, plane.first, plane.second))
    alive, ended = plane.alive[:, 0].tolist(), plane.ended.tolist()
    gamma, taken, unsolved = plane.gamma.tolist(), plane.taken.tolist(), plane.unsolved
    rests = [done or not lives for done, lives in zip(plane.converged.tolist(), alive, strict=True)]
    samples = noise[:, :, 0].tolist() if noise is not None else None
    rows: list[complex] = []
    for k in range(count):
        time = plane.iteration + k + 1
        now = setting._replace(time=time, noise=None if samples is None else samples[k])
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
    trail, recent = _appended(plane, torch.tensor(rows, dtype=torch.complex128).reshape(count, len(names)))
    column = torch.tensor(alive, dtype=torch.bool)[:, None]
    return plane._replace(
        z=_column(z),
        first=_column(first),
        second=_column(second),
        alive=column,
        ended=torch.tensor(ended, dtype=torch.int64),
        gamma=torch.tensor(gamma, dtype=torch.float64),
        taken=torch.tensor(taken, dtype=torch.float64),
        trail=trail,
        recent=recent,
        iteration=plane.iteration + count,
        unsolved=unsolved,
    )


def _inside(z: complex) -> bool:
    return -FAR < z.real < FAR and -FAR < z.imag < FAR


def _column(values: list[complex]) -> Tensor:
    return torch.view_as_real(torch.tensor(values, dtype=torch.complex128)[:, None])


def _appended(plane: Plane, rows: Tensor) -> tuple[Tensor, Tensor]:
    return appended(plane.trail, plane.recent, torch.view_as_real(rows))


# ---- many starts


def _batched(
    game: Game, names: Sequence[str], plane: Plane, setting: Setting, noise: Tensor | None, count: int
) -> Plane:
    z, first, second = (torch.view_as_complex(part) for part in (plane.z, plane.first, plane.second))
    alive, ended, gamma, taken = plane.alive, plane.ended, plane.gamma.clone(), plane.taken.clone()
    unsolved, rows = plane.unsolved, []
    for k in range(count if names else 0):
        time = plane.iteration + k + 1
        now = setting._replace(time=time, noise=None if noise is None else noise[k])
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
    trail, recent = _appended(plane, torch.stack(rows)) if rows else (plane.trail, plane.recent)
    return plane._replace(
        z=torch.view_as_real(z).contiguous(),
        first=torch.view_as_real(first).contiguous(),
        second=torch.view_as_real(second).contiguous(),
        alive=alive,
        ended=ended,
        gamma=gamma,
        taken=taken,
        trail=trail,
        recent=recent,
        iteration=plane.iteration + count,
        unsolved=unsolved,
    )


def _inside_all(z: Tensor) -> Tensor:
    # A comparison with NaN is false.
    return (z.real.abs() < FAR) & (z.imag.abs() < FAR)


def _first(value: float | Tensor) -> float:
    return finite(float(value[0]) if isinstance(value, Tensor) else value)


# ---- what follows from the points


def _measured(game: Game, data: Data, plane: Plane, before: int, noisy: bool) -> Plane:
    """Residuals, convergence, and now and then a search for cycles."""
    points = torch.view_as_complex(plane.z)[:, 0].tolist()
    sizes = [_size(V) for V in game.flows(points)]
    residual = torch.tensor(sizes, dtype=torch.float64)
    converged = (residual <= CLOSE) & plane.alive[:, 0] & (not noisy)
    plane = plane._replace(residual=residual, converged=converged)
    if noisy or plane.iteration // SEARCH == before // SEARCH:
        return plane
    found = solution(game, data)
    return plane._replace(cycle=_cycles(plane, found.z)) if found is not None else plane


def _size(V: complex) -> float:
    """|V|; very large where V is not defined or past all numbers, which is no solution."""
    return finite(math.hypot(V.real, V.imag))


def _cycles(plane: Plane, centre: complex) -> Tensor:
    """Period and radius of each method's cycle, from the iterates under the present conditions."""
    rows = path(plane)[-max(1, plane.iteration - plane.since) :]
    complex_rows = torch.view_as_complex(rows.contiguous()).numpy()
    found = torch.zeros_like(plane.cycle)
    for i in range(rows.shape[1]):
        if bool(plane.alive[i, 0]) and not bool(plane.converged[i]):
            cycle = cycles.find(complex_rows[:, i], centre)
            if cycle is not None:
                found[i] = torch.tensor([cycle.period, cycle.radius], dtype=torch.float64)
    return found
