"""How strategies of a matrix game are learnt.

Entropic mirror descent multiplies by exp(-+ eta payoff) and normalises, both players at once; mirror-prox looks ahead
so and then steps from the old point. Strategies are kept as logarithms, so that a share of 1e-300 is a number.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params
from playground.concepts.mixed_strategies.equilibrium import MatrixGame, exploitability, game_of
from playground.engine.kit.trail import appended, whole

LOWEST = -1e6


class Matrix(NamedTuple):
    """Methods of a matrix game in lockstep.

    Attributes:
        log_p, log_q: logarithms of the strategies, (methods, moves).
        sum_p, sum_q: sums of the strategies so far, weighted by the step size, (methods, moves).
        weight: the sum of the weights.
        trail: p and q and then their averages side by side, the oldest first, (n, methods, 2 moves of both); `recent`
            goes on.
        recent: (k, methods, 2 moves of both).
        gaps: log10 of the iteration, and then for each method log10 of the exploitability of the average and of the
            last strategies, (k, 1 + 2 methods).
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


class Played(NamedTuple):
    """What was played, the oldest first, (n, methods, moves) each.

    Attributes:
        p, q: the strategies.
        mean_p, mean_q: their averages until then.
    """

    p: Tensor
    q: Tensor
    mean_p: Tensor
    mean_q: Tensor


def played(state: Matrix) -> Played:
    """The kept part of a run."""
    m, n = state.log_p.shape[-1], state.log_q.shape[-1]
    return Played(*torch.split(whole(state.trail, state.recent), [m, n, m, n], -1))


def begin(params: Params, p: Tensor, q: Tensor, names: tuple[str, ...]) -> Matrix:
    """All methods at the first strategies."""
    A = game_of(params).A
    log_p, log_q = (
        fitted(share, moves).log().expand(len(names), moves).contiguous()
        for share, moves in zip((p, q), A.shape, strict=True)
    )
    both = torch.cat([log_p.exp(), log_q.exp()], 1)
    gaps = torch.zeros((0, 1 + 2 * len(names)), dtype=torch.float64)
    trail = torch.cat([both, both], 1)[None]
    return Matrix(log_p, log_q, torch.zeros_like(log_p), torch.zeros_like(log_q), 0.0, trail, trail[:0], gaps, 0)


def fitted(shares: Tensor, moves: int) -> Tensor:
    """Shares for so many moves, with the sum 1: the first ones, or the last one again for those that have none."""
    most = shares[:moves]
    found = torch.cat([most, most[-1:].expand(moves - len(most))])
    return found / found.sum()


def moved(log_p: Tensor, log_q: Tensor, at_p: Tensor, at_q: Tensor, A: Tensor, eta: float) -> tuple[Tensor, Tensor]:
    """From one pair of strategies along the payoffs at another: multiply by exp(-+ eta payoff) and normalise."""
    new_p = torch.log_softmax(log_p - eta * at_q.exp() @ A.T, -1)
    new_q = torch.log_softmax(log_q + eta * at_p.exp() @ A, -1)
    return new_p.clamp_min(LOWEST), new_q.clamp_min(LOWEST)


def iterated(params: Params, names: tuple[str, ...], state: Matrix) -> Matrix:
    """One iteration of all methods."""
    A = game_of(params).A
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
    mean_p, mean_q = sum_p / weight, sum_q / weight
    trail, recent = appended(state.trail, state.recent, torch.cat([p, q, mean_p, mean_q], 1)[None])
    gaps = state.gaps
    if iteration == 1 or math.floor(40 * math.log10(iteration)) > math.floor(40 * math.log10(iteration - 1)):
        each = torch.cat([exploitability(A, mean_p, mean_q), exploitability(A, p, q)]).clamp_min(1e-16).log10()
        gaps = torch.cat([gaps, torch.cat([torch.tensor([math.log10(iteration)], dtype=torch.float64), each])[None]])
    return Matrix(new_p, new_q, sum_p, sum_q, weight, trail, recent, gaps, iteration)


def divergence(game: MatrixGame, log_p: Tensor, log_q: Tensor) -> Tensor:
    """KL(p*|p) + KL(q*|q) with the equilibrium, for rows of strategies."""
    return _from(game.p, log_p) + _from(game.q, log_q)


def _from(optimal: Tensor, logs: Tensor) -> Tensor:
    played = optimal > 0
    return (optimal[played] * (optimal[played].log() - logs[..., played])).sum(-1)
