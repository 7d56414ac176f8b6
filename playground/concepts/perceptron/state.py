"""The state of a perceptron run and the moves that change it: visit, learn, end a pass."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.problem import Problem, Start, pose, rate_scale, start_from
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

TRAIL = 8  # lines that are remembered


class State(NamedTuple):
    """A perceptron in mid-run. Weights are kept in units of 1 / per, in which the usual sums are exact.

    Attributes:
        problem: the points as the algorithm sees them.
        start: where the mistake bound counts from.
        W: the weights times `per`, bias last, shape (D,).
        per: a power of ten.
        rate: the learning rate of the last step.
        products: A W, shape (n,): positive where a point is on its right side.
        wrong: which points are mistakes, shape (n,).
        errors: how many.
        margin: min y (w.x) / |w| over the augmented points; None while w = 0.
        length: |w|.
        along: w*.w.
        order: rows in the order of visits; None for 0, 1, 2, ...
        position: how many points of this pass were visited.
        clean: neither a mistake nor a change of the data so far in this pass.
        in_pass: mistakes so far in this pass.
        last_pass: mistakes in the last finished pass; None before the first.
        epochs: finished passes.
        seen: points visited.
        updates: mistakes made.
        counts: mistakes on each point since the weights were last set by hand, shape (n,), int64 (the dual weights).
        total: sum of W over the visits up to `summed`, since `averaged_from`, shape (D,).
        summed: see `total`.
        averaged_from: the visit at which averaging began.
        pocket: the weights with the fewest mistakes so far, shape (D,).
        pocket_errors: their mistakes.
        anchor: weights at the end of an earlier pass, for Brent's test of repetition; None until a pass ends.
        reach: after how many passes the anchor moves on, a power of two.
        lag: passes since the anchor.
        period: after how many passes the weights repeat exactly; None as long as that is not known.
        converged: a whole pass went by without a mistake.
        trail: the weights before each of the last mistakes since they were last set by hand, the newest last, each of
            shape (D,) and right up to a positive factor.
        pin: the place at whose foot on the line the weight arrow stands, shape (2,); None for the middle of the plane.
    """

    problem: Problem
    start: Start
    W: Tensor
    per: float
    rate: float
    products: Tensor
    wrong: Tensor
    errors: int
    margin: float | None
    length: float
    along: float
    order: Tensor | None
    position: int
    clean: bool
    in_pass: int
    last_pass: int | None
    epochs: int
    seen: int
    updates: int
    counts: Tensor
    total: Tensor
    summed: int
    averaged_from: int
    pocket: Tensor
    pocket_errors: int
    anchor: Tensor | None
    reach: int
    lag: int
    period: int | None
    converged: bool
    trail: tuple[Tensor, ...]
    pin: Tensor | None


def begin(params: Params, data: Data, ctx: Ctx, w: Tensor | None = None) -> State:
    """A run from the weights `w` (true units, bias last), or from 0.

    Raises:
        BadInput: the given order names a row twice or a row that is no whole number.
    """
    problem = pose(data, params.rule, params.bias)
    n, width = problem.A.shape
    w = torch.zeros(width, dtype=torch.float64) if w is None else w
    per = problem.scale * rate_scale(params.rate)
    state = State(
        problem=problem,
        start=start_from(problem, w, 0, params.rate),
        W=w * per,
        per=per,
        rate=params.rate,
        products=problem.bar,
        wrong=problem.bar > 0,
        errors=0,
        margin=None,
        length=0.0,
        along=0.0,
        order=_order(params, n, ctx.seed, 0),
        position=0,
        clean=True,
        in_pass=0,
        last_pass=None,
        epochs=0,
        seen=0,
        updates=0,
        counts=torch.zeros(n, dtype=torch.int64),
        total=torch.zeros(width, dtype=torch.float64),
        summed=0,
        averaged_from=0,
        pocket=w * per,
        pocket_errors=0,
        anchor=w * per,
        reach=1,
        lag=0,
        period=None,
        converged=False,
        trail=(),
        pin=None,
    )
    read = measured(state)
    return read._replace(pocket_errors=read.errors)


def measured(state: State) -> State:
    """The state with everything that follows from its weights computed again."""
    problem = state.problem
    products = problem.A @ state.W
    wrong = products < problem.bar
    length = math.hypot(*state.W.tolist())
    lowest = float(products.min()) if length > 0.0 and len(products) else None
    return state._replace(
        products=products,
        wrong=wrong,
        errors=int(torch.count_nonzero(wrong)),
        margin=None if lowest is None else lowest / (length * problem.scale),
        length=length / state.per,
        along=float(problem.best @ state.W) / state.per,
    )


def true_weights(state: State) -> Tensor:
    """The weights in true units, bias last, shape (D,)."""
    return state.W / state.per if state.per != 1.0 else state.W


def in_use(params: Params, state: State) -> Tensor:
    """The weights that classify, in the units of W: the newest, their average over the visits, or the pocket."""
    visits = state.seen - state.averaged_from
    weights = deciding(params, state)
    return weights / visits if params.variant == "averaged" and visits > 0 else weights


def deciding(params: Params, state: State) -> Tensor:
    """What decides the class: the weights in use up to a positive factor, whole numbers where W is.

    An average is divided by nothing here, since a score of exactly 0 may round to the wrong side of it.
    """
    if params.variant == "pocket":
        return state.pocket
    if params.variant == "averaged" and state.seen > state.averaged_from:
        return torch.add(state.total, state.W, alpha=float(state.seen - state.summed))
    return state.W


# ---- one visit after another


def next_mistake(state: State) -> int:
    """How many right points come before the next mistake of this pass; -1 if there is none."""
    if state.errors == 0:
        return -1
    wrong = state.wrong if state.order is None else state.wrong[state.order]
    left = (wrong[state.position :] if state.position else wrong).tolist()
    return left.index(True) if True in left else -1


def row_at(state: State, position: int) -> int:
    """The row that is visited at a position of the pass."""
    return position if state.order is None else int(state.order[position])


def pass_by(state: State, count: int) -> State:
    """Visit `count` points that are right."""
    return state._replace(position=state.position + count, seen=state.seen + count) if count else state


def learn(state: State, row: int, ahead: int = 0) -> State:
    """Pass by `ahead` points that are right, then visit one that is a mistake: w <- w + rate y x."""
    problem, seen = state.problem, state.seen + ahead
    W = torch.add(state.W, problem.A[row], alpha=rate_in_units(state))
    products = torch.mv(problem.A, W)
    wrong = products < problem.bar
    errors = int(torch.count_nonzero(wrong))
    length = math.hypot(*W.tolist())
    survived = seen - state.summed
    better = errors < state.pocket_errors
    return state._replace(
        W=W,
        products=products,
        wrong=wrong,
        errors=errors,
        margin=float(products.min()) / (length * problem.scale) if length > 0.0 else None,
        length=length / state.per,
        along=float(torch.dot(problem.best, W)) / state.per,
        position=state.position + ahead + 1,
        clean=False,
        in_pass=state.in_pass + 1,
        seen=seen + 1,
        updates=state.updates + 1,
        counts=_one_more(state.counts, row),
        total=torch.add(state.total, state.W, alpha=float(survived)) if survived else state.total,
        summed=seen,
        trail=(*state.trail[1 - TRAIL :], state.W),
        pocket=W if better else state.pocket,
        pocket_errors=errors if better else state.pocket_errors,
    )


def _one_more(counts: Tensor, row: int) -> Tensor:
    """A copy with one entry raised; through numpy it takes half of the time."""
    copy = counts.numpy().copy()
    copy[row] += 1
    return torch.from_numpy(copy)


def end_pass(params: Params, state: State, ctx: Ctx) -> State:
    """Close a pass: was it clean, and were the weights the same at the end of an earlier one?"""
    epochs = state.epochs + 1
    state = state._replace(
        position=0,
        epochs=epochs,
        clean=True,
        in_pass=0,
        last_pass=state.in_pass,
        converged=state.clean,
        order=_order(params, len(state.counts), ctx.seed, epochs) if params.order == "shuffled" else state.order,
    )
    repeats = params.order != "shuffled" and not state.converged and state.period is None
    return _compared(state) if repeats else state


def _compared(state: State) -> State:
    """One comparison of Brent's cycle test: the weights at the end of this pass against an earlier pass's.

    The pass is a function of the weights alone, so equal weights mean that all that follows repeats.
    """
    lag = state.lag + 1
    if state.anchor is not None and torch.equal(state.W, state.anchor):
        return state._replace(lag=lag, period=lag)
    if state.anchor is None or lag == state.reach:
        reach = 2 * state.reach if state.anchor is not None else 1
        return state._replace(anchor=state.W, reach=reach, lag=0)
    return state._replace(lag=lag)


def rate_in_units(state: State) -> float:
    """The learning rate in the units of W and A."""
    factor = rate_scale(state.rate)
    whole = state.rate * factor if factor == 1.0 else float(round(state.rate * factor))
    return whole * (state.per / (factor * state.problem.scale))


def _order(params: Params, n: int, seed: int, epoch: int) -> Tensor | None:
    match params.order:
        case "cyclic":
            return None
        case "shuffled":
            return Ctx(torch.device("cpu"), torch.float64, seed, "order", epoch).randperm(n)
        case "given":
            return _given(params.sequence, n)


def _given(sequence: tuple[float, ...], n: int) -> Tensor:
    if not sequence:
        return torch.arange(n - 1, -1, -1)
    rows: dict[int, None] = {}
    for entry in sequence:
        row = int(entry)
        if row != entry or row in rows:
            raise BadInput(f"sequence has the entry {entry:g}, allowed are different whole numbers", "sequence")
        rows[row] = None
    named = [row for row in rows if row < n]
    return torch.tensor(named + [row for row in range(n) if row not in rows], dtype=torch.int64)
