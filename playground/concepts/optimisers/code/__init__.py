"""One step of each method, as plain code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.optimisers import matrix, race
from playground.concepts.optimisers.code.surfaces import gradient, hessian
from playground.concepts.optimisers.names import LABELS, PLANE, SCHEDULES, SURFACES
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.optimisers import Memory, begin

_ARGUMENTS = {
    "gd": "theta grad eta xi",
    "heavy_ball": "theta moved grad eta beta xi",
    "nesterov": "theta moved grad eta beta xi",
    "adagrad": "theta v grad alpha xi",
    "rmsprop": "theta v grad alpha beta_2 xi",
    "adam": "theta m v grad alpha beta_1 beta_2 t xi",
    "adam_raw": "theta m v grad alpha beta_1 beta_2 xi",
    "adamw": "theta m v grad alpha beta_1 beta_2 decay t xi",
    "newton": "theta grad H damping xi",
    "average": "mean theta grad eta t xi",
}


def _row(at: Moment, name: str) -> int | None:
    """The row of a method; None where it does not run, and is told from the start."""
    names = race.running(at.params)
    return names.index(name) if name in names else None


def _noise(at: Moment) -> Any:
    params = at.params
    return (params.noise / params.batch**0.5 * at.ctx.randn(2)).numpy() if params.noise else np.zeros(2)


def _stands(at: Moment, name: str) -> tuple[Any, Memory[Any]]:
    """Where a method stands before the step, and what it remembers."""
    row, state = _row(at, name), at.before.race
    if row is None:
        theta = race.projected(at.data.start.numpy(), at.params.radius)
        return theta, begin(theta)
    return state.theta[row].numpy(), Memory(state.first[row].numpy(), state.second[row].numpy(), state.taken)


def _reads(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        params, row = at.params, _row(at, name)
        if params.radius:
            return "All points are kept inside a disc here; the code tells the methods without it."
        if row is not None and not bool(at.after.race.alive[row]):
            return f"{LABELS[name]} has left all bounds and does not step any more."
        theta, memory = _stands(at, name)
        use = race.settings(params, name, race.surface(params, at.data), memory.taken + 1)
        under = theta if memory.taken == 0 else memory.first
        known = {
            "theta": under if name == "average" else theta,
            "mean": theta,
            "moved": memory.first,
            "m": memory.first,
            "v": memory.second,
            "grad": gradient(params, at.data),
            "H": hessian(params, at.data),
            "eta": use.rate,
            "alpha": use.rate,
            "beta": use.momentum,
            "beta_1": use.beta_1,
            "beta_2": use.beta_2,
            "decay": use.decay,
            "damping": params.damping,
            "t": memory.taken + 1,
            "xi": _noise(at),
        }
        return {argument: known[argument] for argument in _ARGUMENTS[name].split()}

    return reads


def _gives(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    def gives(at: Moment) -> Mapping[str, Any]:
        row = _row(at, name)
        told = "mean" if name == "average" else "theta_next"
        if row is not None:
            theta, first, second = (part[row] for part in at.after.race[:3])
            kept = {"moved": first, "m": first, "v": second, "theta": first}
            own = _ARGUMENTS[name].split()
            found = {one: value for one, value in kept.items() if one in own and (one != "theta" or told == "mean")}
            return {told: theta, **found}
        theta, memory = _stands(at, name)
        ground = race.surface(at.params, at.data)
        kind = "gd" if name == "average" else name
        return {told: race.moved(at.params, kind, ground, theta, memory, _noise(at))[0]}

    return gives


def _matrix(at: Moment) -> Mapping[str, Any]:
    state, params = at.before.matrices, at.params
    return {
        "W": state.W[1].numpy(),
        "M": state.first[1].numpy(),
        "W_star": at.data.target.numpy(),
        "variances": matrix.variances(params),
        "alpha": params.alpha * max(0.0, 1 - state.taken / params.steps),
        "beta": params.momentum,
    }


def _samples(at: Moment) -> Mapping[str, Any]:
    state, params = at.before.estimates, at.params
    row = list(SCHEDULES).index(params.schedule)
    _, a, p = SCHEDULES[params.schedule]
    return {
        "theta": float(state.theta[row, 0]),
        "mean": float(state.mean[row, 0]),
        "samples": at.ctx.randn(params.iterations, params.runs)[:, 0].numpy(),
        "a": a,
        "p": p,
        "t": state.taken,
    }


def _estimated(at: Moment) -> Mapping[str, Any]:
    state, row = at.after.estimates, list(SCHEDULES).index(at.params.schedule)
    return {"theta": state.theta[row, 0], "mean": state.mean[row, 0]}


def _marks(name: str) -> Mapping[str, str]:
    told = "mean" if name == "average" else "theta_next"
    step = {"g": "∇"} if name != "average" else {}
    moved = {"moved": "β"} if "moved" in _ARGUMENTS[name] else {}
    return {told: "θ", **step, **moved}


CODES = (
    Code(
        "muon",
        title="One step of Muon",
        when={"problem": ("matrix",)},
        reads=_matrix,
        gives=lambda at: {"W_next": at.after.matrices.W[1], "M": at.after.matrices.first[1]},
        marks={"W_next": "W", "G": "G", "step": "U"},
        within=1e-7,
    ),
    Code(
        "estimate",
        title="One run, some samples",
        when={"problem": ("estimate",)},
        reads=_samples,
        gives=_estimated,
    ),
    *(
        Code(
            name,
            title=f"One step: {LABELS[name]}",
            when={"problem": SURFACES, "method": (name,)},
            reads=_reads(name),
            gives=_gives(name),
            marks=_marks(name),
        )
        for name in PLANE
    ),
)
WITHOUT = (
    NoCode(
        when={"problem": SURFACES, "method": ("muon",)},
        because="Muon needs a matrix; choose the problem “A matrix, for Muon”.",
    ),
)
