"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from playground.concepts.minimax.data import solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import matrix
from playground.concepts.minimax.names import running
from playground.concepts.minimax.state import path
from playground.texts.terms import Terms

_H = 1e-5
_NASH = (1e-3, 3e-3, 1e-2, 3e-2, 1e-1)


def _field(game: Game, x: Any, y: Any) -> Any:
    """V at arrays of places, (2, ...)."""
    z = torch.complex(*(torch.tensor(np.asarray(part, dtype=float)) for part in (x, y)))
    V = game.V(z.ravel()).numpy()
    return np.stack([V.real, V.imag]).reshape(2, *z.shape)


def _jacobian(game: Game, x: Any, y: Any) -> Any:
    """J at arrays of places by central differences, (..., 2, 2)."""
    columns = [
        (_field(game, x + a * _H, y + b * _H) - _field(game, x - a * _H, y - b * _H)) / (2 * _H)
        for a, b in ((1, 0), (0, 1))
    ]
    return np.moveaxis(np.stack(columns, 1), (0, 1), (-2, -1))


@lru_cache(maxsize=64)
def _stretch(game: Game) -> float:
    """L: the largest singular value of J on the grid of the home window."""
    side = np.linspace(-game.half, game.half, 121)
    x, y = np.meshgrid(side, side)
    J = _jacobian(game, x, y)
    J = J[np.isfinite(J).all((-2, -1))]
    return max(float(np.linalg.norm(J, 2, axis=(-2, -1)).max(initial=0.0)), 1e-9)


def look(terms: Terms) -> Any:
    """1/L, or the step size."""
    game = game_of(terms.params)
    return {"focus_gamma": terms.params.eta if terms.params.gamma == "eta" else 1 / _stretch(game)}


def bounds(terms: Terms) -> Any:
    """-1/(8L) and -1/(2L)."""
    L = _stretch(game_of(terms.params))
    return {"plus_bound": -1 / (8 * L), "minty_bound": -1 / (2 * L)}


def _row(terms: Terms) -> int | None:
    """The row of the method in focus."""
    names = running(terms.params)
    return names.index(terms.params.method) if terms.params.method in names else None


def spectral_radius(terms: Terms) -> Any:
    """The largest modulus of the eigenvalues of the matrix of one iteration."""
    found, game = solution(game_of(terms.params), terms.data), game_of(terms.params)
    assert found is not None
    J = torch.tensor(_jacobian(game, found.z.real, found.z.imag))
    gamma = terms.params.eta if terms.params.gamma == "eta" else 1 / _stretch(game)
    m = matrix(terms.params.method, J, terms.params.eta, gamma).numpy()
    return {"focus_theory": float(np.abs(np.linalg.eigvals(m)).max())}


def mean_factor(terms: Terms) -> Any:
    """The product of the factors of single iterations, to the power of one over their number."""
    row, found = _row(terms), solution(game_of(terms.params), terms.data)
    assert found is not None
    if row is None or terms.state.ended[row] >= 0:
        return {"focus_rate": None}
    rows = torch.view_as_complex(path(terms.state))[:, row].tolist()
    rows = rows[-max(terms.state.iteration - terms.state.since + 1, 1) :]
    while len(rows) > 1 and abs(rows[-1] - found.z) == abs(rows[-2] - found.z):
        rows.pop()
    far = [abs(z - found.z) for z in rows[-101:]]
    far = far[: next((i for i, one in enumerate(far) if one < 1e-11), len(far))]
    if len(far) < 3:
        return {"focus_rate": None}
    logs = [math.log(after / before) for before, after in pairwise(far)]
    return {"focus_rate": math.exp(sum(logs) / len(logs))}


def closed(terms: Terms) -> Any:
    """After the period the path is where it was, between two iterates."""
    row, period = _row(terms), terms.numbers["focus_period"]
    if row is None:
        return False
    rows = torch.view_as_complex(path(terms.state))[:, row].numpy()
    at = len(rows) - 1 - period
    low = math.floor(at)
    if low < 1 or low + 2 >= len(rows):
        return NotImplemented
    # A cubic through four iterates.
    t = at - low
    weights = (
        -t * (t - 1) * (t - 2) / 6,
        (t + 1) * (t - 1) * (t - 2) / 2,
        -(t + 1) * t * (t - 2) / 2,
        (t + 1) * t * (t - 1) / 6,
    )
    before = sum(weight * rows[low - 1 + i] for i, weight in enumerate(weights))
    size = np.abs(rows[low:] - rows[low:].mean()).max()
    return abs(before - rows[-1]) < 0.05 * size


def far_or_growing(terms: Terms) -> Any:
    """The path is far out, or left all bounds, or every iteration of a linear game makes it grow."""
    row, game = _row(terms), game_of(terms.params)
    if row is None:
        return False
    z = complex(*terms.state.z[row, 0].tolist())
    if terms.state.ended[row] >= 0 or abs(z) > 100 * game.half:
        return True
    return game.linear and spectral_radius(terms)["focus_theory"] > 1


def zero(terms: Terms) -> Any:
    """The zero of V by Newton's method with differences, from a little beside it."""
    game, found = game_of(terms.params), solution(game_of(terms.params), terms.data)
    assert found is not None
    at = np.array([found.z.real + 1e-3, found.z.imag - 2e-3])
    for _ in range(30):
        J = _jacobian(game, at[0], at[1])
        if np.linalg.cond(J) > 1e6:
            return NotImplemented
        at = at - np.linalg.solve(J, _field(game, at[0], at[1]))
    return {"solution_x": float(at[0]), "solution_y": float(at[1])}


def curvatures(terms: Terms) -> Any:
    """The slopes of V at the solution, by central differences."""
    found = solution(game_of(terms.params), terms.data)
    assert found is not None
    J = _jacobian(game_of(terms.params), found.z.real, found.z.imag)
    return {"xx": float(J[0, 0]), "yy": float(-J[1, 1])}


def gains_alone(terms: Terms) -> Any:
    """One player gains by a small move of its own."""
    game, found = game_of(terms.params), solution(game_of(terms.params), terms.data)
    if game.payoff is None or found is None:
        return False
    x, y = found.z.real, found.z.imag
    steps = torch.tensor([side * step for step in _NASH for side in (-1, 1)], dtype=torch.float64)
    here = float(game.payoff(torch.full_like(steps, x), torch.full_like(steps, y))[0])
    lower = game.payoff(x + steps, torch.full_like(steps, y)).min() < here
    higher = game.payoff(torch.full_like(steps, x), y + steps).max() > here
    return bool(lower) or bool(higher)


@lru_cache(maxsize=64)
def _least(game: Game, solution: complex) -> float:
    """The smallest quotient in the home window: a search by halving steps from the best places of a grid."""

    def quotient(x: Any, y: Any) -> Any:
        V = _field(game, x, y)
        size = (V * V).sum(0)
        with np.errstate(invalid="ignore", divide="ignore"):
            found = (V[0] * (x - solution.real) + V[1] * (y - solution.imag)) / size
        return np.where(np.isfinite(found) & (size > 1e-12), found, np.inf)

    side = np.linspace(-game.half, game.half, 301)
    x, y = (part.ravel() for part in np.meshgrid(side, side))
    value = quotient(x, y)
    best = np.argsort(value)[:40]
    x, y, value, step = x[best], y[best], value[best], side[1] - side[0]
    turns = np.exp(2j * np.pi * np.arange(16) / 16)
    while step > 1e-9 * game.half:
        tried_x = np.clip(x[:, None] + step * turns.real, -game.half, game.half)
        tried_y = np.clip(y[:, None] + step * turns.imag, -game.half, game.half)
        tried = quotient(tried_x, tried_y)
        row, place = np.arange(len(x)), tried.argmin(1)
        better = tried[row, place] < value
        x, y = np.where(better, tried_x[row, place], x), np.where(better, tried_y[row, place], y)
        value = np.where(better, tried[row, place], value)
        step = step if better.any() else step / 2
    return float(value.min())


def smallest_angle(terms: Terms) -> Any:
    """The smallest quotient by a search of another kind."""
    game, found = game_of(terms.params), solution(game_of(terms.params), terms.data)
    if found is None:
        return {"rho": None}
    return {"rho": _least(game, found.z)} if game.scalar else NotImplemented
