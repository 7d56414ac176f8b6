"""Matrix games: both players mix over a few moves, x minimises p'Aq, y maximises it.

Entropic mirror descent multiplies by exp(-+ eta payoff) and normalises, both players at once; mirror-prox looks ahead
so and then steps from the old point. Strategies are kept as logarithms, so that a share of 1e-300 is a number.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params
from playground.engine.kit.trail import appended

MATRICES = {"pennies": ((1.0, -1.0), (-1.0, 1.0)), "rps": ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))}
LOWEST = -1e6


class Matrix(NamedTuple):
    """Methods of a matrix game in lockstep.

    Attributes:
        log_p, log_q: logarithms of the strategies, (methods, moves).
        sum_p, sum_q: sums of the strategies so far, weighted by the step size, (methods, moves).
        weight: the sum of the weights.
        trail: strategies p and q side by side, the oldest first, (n, methods, 2 moves); `recent` goes on.
        recent: (k, methods, 2 moves).
        gaps: log10 of the iteration, and for each method log10 of the exploitability of the average, (k, 1 + methods).
        iteration: since the start.
    """

    log_p: Tensor
    log_q: Tensor
    sum_p: Tensor
    sum_q: Tensor
    weight: float
    trail: Tensor
    recent: Tensor
    gaps: Tensor
    iteration: int


def matrix_of(game: str) -> Tensor:
    """The payoffs A."""
    return torch.tensor(MATRICES[game], dtype=torch.float64)


def begin(params: Params, p: Tensor, q: Tensor, names: tuple[str, ...]) -> Matrix:
    """All methods at the first strategies (of which matching pennies takes two)."""
    moves = len(MATRICES[params.game])
    log_p, log_q = (
        (share[:moves] / share[:moves].sum()).log().expand(len(names), moves).contiguous() for share in (p, q)
    )
    both = torch.cat([log_p.exp(), log_q.exp()], 1)
    none = torch.zeros_like(log_p)
    gaps = torch.zeros((0, 1 + len(names)), dtype=torch.float64)
    return Matrix(log_p, log_q, none, none, 0.0, both[None], both[None][:0], gaps, 0)


def moved(log_p: Tensor, log_q: Tensor, at_p: Tensor, at_q: Tensor, A: Tensor, eta: float) -> tuple[Tensor, Tensor]:
    """From one pair of strategies along the payoffs at another: multiply by exp(-+ eta payoff) and normalise."""
    new_p = torch.log_softmax(log_p - eta * at_q.exp() @ A.T, -1)
    new_q = torch.log_softmax(log_q + eta * at_p.exp() @ A, -1)
    return new_p.clamp_min(LOWEST), new_q.clamp_min(LOWEST)


def iterated(params: Params, names: tuple[str, ...], state: Matrix) -> Matrix:
    """One iteration of all methods."""
    A = matrix_of(params.game)
    iteration = state.iteration + 1
    eta = params.eta / math.sqrt(iteration) if params.schedule == "falling" else params.eta
    log_p, log_q = state.log_p, state.log_q
    new_p, new_q = moved(log_p, log_q, log_p, log_q, A, eta)
    if "mirror_prox" in names:
        row = names.index("mirror_prox")
        again = slice(row, row + 1)
        prox = moved(log_p[again], log_q[again], new_p[again], new_q[again], A, eta)
        new_p, new_q = (
            torch.cat([new[:row], part, new[row + 1 :]]) for new, part in zip((new_p, new_q), prox, strict=True)
        )
    p, q = new_p.exp(), new_q.exp()
    sum_p, sum_q, weight = state.sum_p + eta * p, state.sum_q + eta * q, state.weight + eta
    trail, recent = appended(state.trail, state.recent, torch.cat([p, q], 1)[None])
    gaps = state.gaps
    if iteration == 1 or math.floor(40 * math.log10(iteration)) > math.floor(40 * math.log10(iteration - 1)):
        gap = exploitability(A, sum_p / weight, sum_q / weight).clamp_min(1e-16).log10()
        record = torch.cat([torch.tensor([math.log10(iteration)], dtype=torch.float64), gap])
        gaps = torch.cat([gaps, record[None]])
    return Matrix(new_p, new_q, sum_p, sum_q, weight, trail, recent, gaps, iteration)


def exploitability(A: Tensor, p: Tensor, q: Tensor) -> Tensor:
    """What both players could gain by their best answers: max (p'A) - min (A q), for rows of strategies."""
    return (p @ A).amax(-1) - (q @ A.T).amin(-1)


def divergence(log_p: Tensor, log_q: Tensor) -> Tensor:
    """KL(p*|p) + KL(q*|q) with the uniform equilibrium of both games, for rows of strategies."""
    moves = log_p.shape[-1]
    return -(log_p.sum(-1) + log_q.sum(-1)) / moves - 2 * math.log(moves)
