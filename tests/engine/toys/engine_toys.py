"""A tiny concept for tests of the engine process; its folder is put on sys.path, so that the child can import it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine import device as devices
from playground.engine.declarations.concept import (
    Badge,
    Card,
    Concept,
    Declaration,
    Field,
    Findings,
    Gesture,
    GestureDecl,
    JobDecl,
    Metric,
    Model,
    Partial,
)
from playground.engine.declarations.params import DATA, LIVE, VIEW, ConceptParams, choice, integer, real
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import Status, View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure

Trap = Literal[
    "none", "raise in step", "raise in observe", "raise in apply", "exit in step", "warn in step", "card fails in step"
]


class Params(ConceptParams):
    rate: float = real(0.1, low=0.0, high=1e6, label="rate", effect=LIVE)
    points: int = integer(5, low=1, high=1000, label="points", effect=DATA)
    work: int = integer(0, low=0, high=100_000, label="microseconds a step", effect=LIVE)
    until: int = integer(10**9, low=1, high=10**9, label="converges at this step", effect=LIVE)
    at: int = integer(0, low=0, high=10**9, label="the trap's step", effect=LIVE)
    block: int = integer(0, low=0, high=10_000_000, label="numbers in a frame", effect=VIEW)
    trap: Trap = choice("none", label="trap", effect=LIVE)


class Data(NamedTuple):
    points: Tensor


class State(NamedTuple):
    x: Tensor
    taken: int


class Info(NamedTuple):
    norm: float
    status: Status


NOTHING = Figure(plots=())


def make_data(params: Params, ctx: Ctx) -> Data:
    return Data(ctx.randn(params.points, 2))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    return State(data.points.sum(0), 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    if params.work:
        end = time.perf_counter() + params.work * 1e-6
        while time.perf_counter() < end:
            pass
    if params.trap != "none" and state.taken >= params.at:
        _spring(params.trap)
    x = state.x + params.rate * ctx.randn(2)
    status: Status = "converged" if state.taken + 1 >= params.until else "running"
    return State(x, state.taken + 1), Info(float(x.norm()), status)


def _spring(trap: Trap) -> None:
    if trap == "card fails in step" and not devices.warning():  # as on a card, which is given up by then
        raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB.")
    match trap:
        case "raise in step":
            raise RuntimeError("the trap was sprung")
        case "exit in step":
            os._exit(41)
        case "warn in step":
            import warnings

            warnings.warn("the trap was sprung", UserWarning, stacklevel=1)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    if params.trap == "raise in observe":
        raise RuntimeError("the trap was sprung")
    seen = {"points": data.points, "x": state.x, "norm": state.x.norm(), **findings["count"]}
    return Drawn(NOTHING, seen | ({"block": torch.full((params.block,), float(state.taken))} if params.block else {}))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    if params.trap == "raise in apply":
        raise RuntimeError("the trap was sprung")
    points = data.points.clone()
    if gesture.kind == "add_point":
        return Data(torch.cat([points, torch.tensor([gesture.values["xy"]], dtype=points.dtype)])), state
    if gesture.values["id"] >= len(points):
        raise BadInput(f"id is {gesture.values['id']}, allowed is 0 to {len(points) - 1}", "id")
    points[gesture.values["id"]] = torch.tensor(gesture.values["xy"], dtype=points.dtype)
    return Data(points), state


def load_file(params: Params, path: Path) -> Data:
    try:
        return Data(torch.tensor([[float(v) for v in line.split()] for line in path.read_text().splitlines()]).double())
    except (OSError, ValueError):
        raise BadInput(f"{path} cannot be read", str(path)) from None


def count_job(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    for i in range(100):
        end = time.perf_counter() + 0.001
        while time.perf_counter() < end:
            pass
        yield Partial({"counted": float(i + 1)}, (i + 1) / 100)


WALK = Concept(
    Declaration(
        id="walk",
        card=Card("Walk", "Tests", "A random walk", Badge("exact", "the walk", "itself"), ()),
        params=Params,
        metrics=(Metric("norm", "norm", "distance from the origin"), Metric("counted", "counted", "by the job")),
        gestures=(
            GestureDecl("add_point", (Field("xy", "vector", length=2),), "add a point"),
            GestureDecl(
                "move_point",
                (Field("id", "integer", low=0), Field("xy", "vector", length=2)),
                "move a point",
                target=("id",),
            ),
        ),
        jobs=(JobDecl("count", "count", "counts to a hundred"),),
    ),
    Model(make_data, init, step, observe, apply, load_file, {"count": count_job}),
)


def load(concept_id: str) -> Concept:
    """The tests' catalog."""
    if concept_id == "broken":
        raise RuntimeError("this concept cannot be imported")
    if concept_id != "walk":
        raise unknown("concept", concept_id, ["walk", "broken"])
    return WALK


def cases(concept_id: str) -> Iterator[dict[str, Any]]:
    """The tests' oracle cases."""
    load(concept_id)
    for name in ("first", "second"):
        yield {"name": name, "kind": "walk", "ok": True, "deviation": 0.0, "where": ""}


class DieWhenLoaded:
    """A catalog that takes the process with it as soon as it is unpickled there."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (os._exit, (42,))
