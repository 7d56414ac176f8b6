"""Changes from outside in mid-run: another rate, other weights, other points."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.problem import Problem, pose, rate_scale, start_from
from playground.concepts.perceptron.state import State, measured, true_weights


def with_rate(state: State, rate: float) -> State:
    """The same weights under another learning rate; the bound counts from here."""
    state = _in_units(state, state.problem, rate)._replace(rate=rate)
    return _restarted(state._replace(start=start_from(state.problem, true_weights(state), state.updates, rate)))


def with_weights(state: State, w: Tensor, pin: Tensor | None) -> State:
    """Other weights (true units); average, pocket and dual weights begin anew, and the bound counts from here."""
    W = w * state.per
    state = state._replace(
        W=W,
        start=start_from(state.problem, w, state.updates, state.rate),
        counts=torch.zeros_like(state.counts),
        total=torch.zeros_like(W),
        summed=state.seen,
        averaged_from=state.seen,
        trail=(),
        pin=pin,
    )
    state = measured(_restarted(state))
    return state._replace(pocket=W, pocket_errors=state.errors)


def with_data(params: Params, state: State, data: Data, *, gone: int | None = None, new: bool = False) -> State:
    """The same weights on changed points; the bound counts from here.

    Args:
        params: the parameters.
        state: the state before.
        data: the points after.
        gone: the row that was deleted.
        new: whether a row was appended; it is still visited in this pass.
    """
    problem = pose(data, params.rule, params.bias)
    n, before = len(data.y), len(state.counts)
    counts, order, position = state.counts, state.order, state.position
    if gone is not None:
        counts = torch.cat([counts[:gone], counts[gone + 1 :]])
        place = gone if order is None else int((order == gone).nonzero()[0, 0])
        position -= place < position
        order = None if order is None else _without(order, place)
    elif new:
        counts = torch.cat([counts, torch.zeros(1, dtype=torch.int64)])
        order = None if order is None else torch.cat([order, torch.tensor([before])])
    elif n != before:
        counts = torch.zeros(n, dtype=torch.int64)
        order, position = (None if order is None else torch.arange(n)), 0
    state = _in_units(state, problem, state.rate)._replace(
        problem=problem, counts=counts, order=order, position=position
    )
    state = state._replace(start=start_from(problem, true_weights(state), state.updates, state.rate))
    state = measured(_restarted(state))
    wrong_in_pocket = int((problem.A @ state.pocket < problem.bar).sum())
    return state._replace(pocket_errors=wrong_in_pocket)


def _without(order: Tensor, place: int) -> Tensor:
    left = torch.cat([order[:place], order[place + 1 :]])
    return left - (left > order[place]).to(torch.int64)


def _in_units(state: State, problem: Problem, rate: float) -> State:
    """The state with units small enough for these points and this rate; they never grow again."""
    per = max(state.per, problem.scale * rate_scale(rate))
    if per == state.per:
        return state
    factor = per / state.per
    return state._replace(
        per=per, W=state.W * factor, total=state.total * factor, pocket=state.pocket * factor, anchor=None
    )


def _restarted(state: State) -> State:
    """The conditions changed: neither convergence nor repetition may be concluded from passes before."""
    return state._replace(clean=state.position == 0, converged=False, anchor=None, reach=1, lag=0, period=None)
