"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.mixed_strategies import box
from playground.concepts.mixed_strategies.equilibrium import MATRICES
from playground.concepts.mixed_strategies.names import running
from playground.concepts.mixed_strategies.payoffs import read
from playground.texts.terms import Sides, Terms

_PIVOTS = 200


def _payoffs(terms: Terms) -> list[list[float]]:
    rows = MATRICES.get(terms.params.game) or read(terms.params.payoffs)
    return [list(row) for row in rows]


def _simplex(terms: Terms) -> tuple[Any, Any, float]:
    """Optimal strategies and the value by the simplex method (Dantzig), with Bland's rule."""
    A = np.array(_payoffs(terms)).T
    m, n = A.shape
    shift = 1.0 - A.min()
    # With B > 0: maximise the sum of u with u B <= 1, u >= 0; then p = u / sum u, and the value of B is 1 / sum u.
    table = np.zeros((m + 1, n + m + 1))
    table[:m, :n], table[:m, n : n + m], table[:m, -1] = A + shift, np.eye(m), 1.0
    table[m, :n] = -1.0
    basis = list(range(n, n + m))
    for _ in range(_PIVOTS):
        enters = np.flatnonzero(table[m, :-1] < -1e-12)
        if not len(enters):
            break
        column = int(enters[0])
        rows = [i for i in range(m) if table[i, column] > 1e-12]
        row = min(rows, key=lambda i: (table[i, -1] / table[i, column], basis[i]))
        table[row] /= table[row, column]
        for i in range(m + 1):
            if i != row:
                table[i] -= table[i, column] * table[row]
        basis[row] = column
    u = np.zeros(n + m)
    u[basis] = table[:m, -1]
    total = float(table[m, -1])
    return u[:n] / total, table[m, n : n + m] / total, 1.0 / total - shift


def value(terms: Terms) -> Any:
    """The value of the game by linear programming."""
    return {"game_value": _simplex(terms)[2]}


def _played(terms: Terms) -> tuple[list[float], list[float]] | None:
    """What the method in focus plays."""
    names, state = running(terms.params), terms.state.matrix
    if terms.params.method not in names:
        return None
    row = names.index(terms.params.method)
    return [math.exp(one) for one in state.log_p[row].tolist()], [math.exp(one) for one in state.log_q[row].tolist()]


def gain(terms: Terms) -> Any:
    """Both sums by definition, over all answers."""
    A, played = _payoffs(terms), _played(terms)
    if played is None:
        return {"focus_gain": None}
    p, q = played
    answers_y = [sum(p[i] * A[i][j] for i in range(len(p))) for j in range(len(q))]
    answers_x = [sum(A[i][j] * q[j] for j in range(len(q))) for i in range(len(p))]
    return {"focus_gain": max(answers_y) - min(answers_x)}


def divergence(terms: Terms) -> Any:
    """Both sums, with the equilibrium of the simplex method; where there may be several, it may be another one."""
    played = _played(terms)
    if played is None:
        return {"focus_divergence": None}
    p, q, _ = _simplex(terms)
    if terms.params.game == "matrix" and not _only(terms, p, q):
        return NotImplemented
    total = 0.0
    for optimal, shares in ((p, played[0]), (q, played[1])):
        for best, share in zip(optimal.tolist(), shares, strict=True):
            if best > 1e-12:
                if share == 0.0:
                    return NotImplemented
                total += best * math.log(best / share)
    return {"focus_divergence": total}


def _only(terms: Terms, p: Any, q: Any) -> bool:
    """Whether the equilibrium is strict outside of what it plays, and plays as many moves of x as of y."""
    A = np.array(_payoffs(terms))
    v = float(p @ A @ q)
    strict_y = (p @ A < v - 1e-9) | (q > 1e-9)
    strict_x = (A @ q > v + 1e-9) | (p > 1e-9)
    part = A[p > 1e-9][:, q > 1e-9]
    square = part.shape[0] == part.shape[1]
    bordered = np.block([[part, -np.ones((len(part), 1))], [np.ones((1, part.shape[1])), np.zeros((1, 1))]])
    return bool(strict_x.all() and strict_y.all() and square and np.linalg.cond(bordered) < 1e8)


def entropic(terms: Terms) -> Any:
    """Both densities on a grid, and what they should be, with expectations over all pairs of points."""
    tau = terms.params.temperature
    points, p, q = (part.numpy() for part in box.densities(tau))
    width = points[1] - points[0]
    payoff = np.outer(points, points) - np.outer(points, points) ** 2
    sides = []
    for density, other, sign, values in ((p, q, -1.0, payoff), (q, p, 1.0, payoff.T)):
        power = sign * (values @ other) * width / tau
        wanted = np.exp(power - power.max())
        sides.append((density, wanted / wanted.sum() / width))
    left, right = (np.concatenate(part) for part in zip(*sides, strict=True))
    return Sides(left, right, within=1e-7)
