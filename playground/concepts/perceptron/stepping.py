"""One step of the run: a point, a mistake or a pass, and what is told about it."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.changes import with_rate
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.problem import Problem
from playground.concepts.perceptron.state import State, deciding, end_pass, learn, next_mistake, pass_by, row_at
from playground.engine.frame import Status
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx


class Info(NamedTuple):
    """What the audience should see about the last step; the numbers are metrics of the same names.

    Attributes:
        status: done without points, converged after a clean pass, cycling once the weights repeat, else running.
        row: the row that the step ended at; -1 if there was none.
        updated: whether the step changed the weights.
        before: the weights before the last mistake of the step, in true units, bias last.
    """

    status: Status
    updates: int
    errors: int
    epochs: int
    seen: int
    margin: float | None
    pass_mistakes: int | None
    alignment: float | None
    alignment_low: float | None
    length: float
    length_high: float | None
    row: int
    updated: bool
    before: Tensor


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Visit one point, go to the next mistake, or finish the pass, as `step_is` says."""
    if params.rate != state.rate:
        state = with_rate(state, params.rate)
    before, row = state.W, -1
    if len(data.y) == 0:
        after = state
    elif params.step_is == "sample":
        after, row = _visit(params, state, ctx)
    elif params.step_is == "update":
        after, row = _to_mistake(params, state, ctx)
    else:
        after, row, before = _through_pass(params, state, ctx)
    return after, _info(params, after, before, row, after.updates > state.updates)


def _visit(params: Params, state: State, ctx: Ctx) -> tuple[State, int]:
    """To the next point, which is visited; its row."""
    n = len(state.counts)
    if state.position >= n:  # the points that were left in this pass have been deleted
        state = end_pass(params, state, ctx)
    row = row_at(state, state.position)
    state = learn(state, row) if state.wrong[row] else pass_by(state, 1)
    return (end_pass(params, state, ctx) if state.position >= n else state), row


def _to_mistake(params: Params, state: State, ctx: Ctx) -> tuple[State, int]:
    """To the next mistake, or to the end of a clean pass; the row of the mistake, or -1."""
    n = len(state.counts)
    while True:
        give_way()
        ahead = next_mistake(state)
        if ahead >= 0:
            row = row_at(state, state.position + ahead)
            state = learn(state, row, ahead)
            return (end_pass(params, state, ctx) if state.position >= n else state), row
        state = end_pass(params, pass_by(state, n - state.position), ctx)
        if state.converged:
            return state, -1


def _through_pass(params: Params, state: State, ctx: Ctx) -> tuple[State, int, Tensor]:
    """To the end of this pass; the row of its last mistake, or -1, and the weights before that."""
    n = len(state.counts)
    row, before = -1, state.W
    while (ahead := next_mistake(state)) >= 0:
        give_way()
        row, before = row_at(state, state.position + ahead), state.W
        state = learn(state, row, ahead)
    return end_pass(params, pass_by(state, n - state.position), ctx), row, before


def _info(params: Params, state: State, before: Tensor, row: int, updated: bool) -> Info:
    newest = params.variant == "classic"
    errors, margin = (state.errors, state.margin) if newest else reading(state.problem, deciding(params, state))
    low, high = promised(state)
    return Info(
        status=_status(state),
        updates=state.updates,
        errors=errors,
        epochs=state.epochs,
        seen=state.seen,
        margin=margin,
        pass_mistakes=state.last_pass,
        alignment=state.along / state.rate if state.problem.separable else None,
        alignment_low=low,
        length=state.length / state.rate,
        length_high=high,
        row=row,
        updated=updated,
        before=before / state.per if state.per != 1.0 else before,
    )


def _status(state: State) -> Status:
    if len(state.counts) == 0:
        return "done"  # without points there is nothing to learn
    return "converged" if state.converged else "cycling" if state.period else "running"


def reading(problem: Problem, w: Tensor) -> tuple[int, float | None]:
    """The number of mistakes and the smallest margin (None at w = 0) of any weights, in any units."""
    products = problem.A @ w
    length = math.hypot(*w.tolist())
    margin = float(products.min()) / (length * problem.scale) if length > 0.0 and len(products) else None
    return int(torch.count_nonzero(products < problem.bar)), margin


def promised(state: State) -> tuple[float | None, float | None]:
    """Novikoff's floor under w*.w and ceiling over |w|, in units of the rate; None where there is no such promise."""
    start, problem = state.start, state.problem
    since = state.updates - start.updates
    high = math.sqrt(start.squared / state.rate**2 + since * problem.R**2)
    low = start.along / state.rate + since * problem.margin if problem.separable else None
    return low, high
