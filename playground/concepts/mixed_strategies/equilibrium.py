"""The matrix games, and an equilibrium of each: x minimises p'Aq, y maximises it.

Shapley and Snow (1950): every extreme pair of optimal strategies belongs to a square part B of the payoffs, where p and
q give all of its columns and rows the value. So trying all square parts finds one, exactly up to rounding.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params
from playground.concepts.mixed_strategies.names import MOVES
from playground.concepts.mixed_strategies.payoffs import Rows, read

MATRICES: dict[str, Rows] = {
    "pennies": ((1.0, -1.0), (-1.0, 1.0)),
    "rps": ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0)),
}
_EXACT = 1e-9


class MatrixGame(NamedTuple):
    """A game of two players with a few moves.

    Attributes:
        A: what y gets from x, (moves of x, moves of y).
        moves_x, moves_y: the names of the moves.
        p, q: optimal strategies, (moves,); there may be others.
        value: what y gets from x if both play them.
    """

    A: Tensor
    moves_x: tuple[str, ...]
    moves_y: tuple[str, ...]
    p: Tensor
    q: Tensor
    value: float


def game_of(params: Params) -> MatrixGame:
    """The matrix game that the parameters choose."""
    return _game(params.game, MATRICES.get(params.game) or read(params.payoffs))


@lru_cache(maxsize=32)
def _game(name: str, rows: Rows) -> MatrixGame:
    A = torch.tensor(rows, dtype=torch.float64)
    across, up = (MOVES.get(name, tuple(str(k + 1) for k in range(count))) for count in A.shape)
    p, q = equilibrium(A)
    return MatrixGame(A, across, up, p, q, float(p @ A @ q))


def equilibrium(A: Tensor) -> tuple[Tensor, Tensor]:
    """Optimal strategies of both players, those with the fewest moves first."""
    m, n = A.shape
    best: tuple[float, Tensor, Tensor] | None = None
    for size in range(1, min(m, n) + 1):
        rows, columns = (torch.tensor(list(combinations(range(count), size))) for count in (m, n))
        i = rows.repeat_interleave(len(columns), 0)
        j = columns.repeat(len(rows), 1)
        B = A[i[:, :, None], j[:, None, :]]
        p, q = torch.zeros((len(B), m), dtype=A.dtype), torch.zeros((len(B), n), dtype=A.dtype)
        p.scatter_(1, i, _even(B.mT))
        q.scatter_(1, j, _even(B))
        gain = torch.where((p >= -_EXACT).all(1) & (q >= -_EXACT).all(1), exploitability(A, p, q), torch.inf)
        place = int(gain.argmin())
        if best is None or float(gain[place]) < best[0]:
            best = float(gain[place]), p[place].clamp_min(0), q[place].clamp_min(0)
        if best[0] <= _EXACT * float(A.abs().max() + 1):
            break
    assert best is not None
    _, p, q = best
    return p / p.sum(), q / q.sum()


def _even(B: Tensor) -> Tensor:
    """The q with the sum 1 that gives all rows of each B the same payoff, (n, k); -1 where there is none, or many."""
    n, k, _ = B.shape
    whole = torch.zeros((n, k + 1, k + 1), dtype=B.dtype)
    whole[:, :k, :k], whole[:, :k, k], whole[:, k, :k] = B, -1.0, 1.0
    wanted = torch.zeros((n, k + 1, 1), dtype=B.dtype)
    wanted[:, k] = 1.0
    known = torch.linalg.svdvals(whole)[:, -1] > 1e-10
    whole = torch.where(known[:, None, None], whole, torch.eye(k + 1, dtype=B.dtype))
    found = torch.linalg.solve(whole, wanted)[:, :k, 0]
    return torch.where(known[:, None], found, -1.0)


def exploitability(A: Tensor, p: Tensor, q: Tensor) -> Tensor:
    """What both players could gain by their best answers: max (p'A) - min (A q), for rows of strategies."""
    return (p @ A).amax(-1) - (q @ A.T).amin(-1)
