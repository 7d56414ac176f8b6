"""The visits of a step, one logic unit, and Cover's count, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.perceptron.changes import with_rate
from playground.concepts.perceptron.cover import share
from playground.concepts.perceptron.gates import GATES, Unit, cases, inputs_of, rows_right
from playground.concepts.perceptron.state import State, end_pass, next_mistake, pass_by, rate_in_units, row_at
from playground.engine.declarations.code import Code, Moment, NoCode


def _begins(at: Moment) -> State:
    """The state before the step, under the rate of the step."""
    state: State = at.before
    return with_rate(state, at.params.rate) if at.params.rate != state.rate else state


def _visits(at: Moment) -> list[int]:
    """The rows that the step visits, in order."""
    state, n, rows = _begins(at), len(at.data.y), []
    if at.params.step_is == "sample":
        if state.position >= n:
            state = end_pass(at.params, state, at.ctx)
        return [row_at(state, state.position)]
    if at.params.step_is == "pass":
        return [row_at(state, place) for place in range(state.position, n)]
    while True:
        ahead = next_mistake(state)
        last = n if ahead < 0 else state.position + ahead + 1
        rows += [row_at(state, place) for place in range(state.position, last)]
        if ahead >= 0:
            return rows
        state = end_pass(at.params, pass_by(state, n - state.position), at.ctx)
        if state.converged:
            return rows


def _reads(at: Moment) -> Mapping[str, Any] | str:
    if not len(at.data.y):
        return "There is no point to visit."
    state = _begins(at)
    points = state.problem.A * at.data.y[:, None]
    return {
        "w": state.W,
        "X": points,
        "y": at.data.y,
        "visits": _visits(at),
        "rate": rate_in_units(state),
        "strict": at.params.rule == "margin",
    }


def _gives(at: Moment) -> Mapping[str, Any]:
    return {"w": at.after.W, "mistakes": at.after.updates - at.before.updates}


def _unit(at: Moment) -> tuple[Unit, list[tuple[int, ...]], list[int]]:
    params = at.params
    n = inputs_of(params.gate)
    sigma = tuple(int(one) for one in (params.first_weight, params.second_weight)[:n])
    return Unit(sigma, params.theta), cases(n), [GATES[params.gate](*x) for x in cases(n)]


def _gate(at: Moment) -> Mapping[str, Any]:
    unit, inputs, wanted = _unit(at)
    return {"sigma": list(unit.sigma), "theta": unit.theta, "inputs": inputs, "gate": wanted}


def _fired(at: Moment) -> Mapping[str, Any]:
    unit, inputs, _ = _unit(at)
    return {"fires": [unit.fires(x) for x in inputs], "right": rows_right(GATES[at.params.gate], unit)}


def _counted(at: Moment) -> Mapping[str, Any]:
    return {"n": max(1, len(at.data.y)), "d": at.state.problem.A.shape[1]}


def _law(at: Moment) -> Mapping[str, Any]:
    told = _counted(at)
    return {"share": torch.tensor(share(told["n"], told["d"]), dtype=torch.float64)}


CODES = (
    Code(
        "perceptron",
        title="One step of the perceptron",
        when={"mode": ("training", "weights")},
        reads=_reads,
        gives=_gives,
        marks={"w": "w", "x": "x"},
    ),
    Code("unit", title="One unit", when={"mode": ("gates",)}, reads=_gate, gives=_fired, step=False),
    Code("cover", title="Cover's count", when={"mode": ("cover",)}, reads=_counted, gives=_law, step=False),
)
WITHOUT: tuple[NoCode, ...] = ()
