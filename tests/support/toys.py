"""Small concepts for the tests of the engine: a noisy walk with gestures, and runs that go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor

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
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure


class Params(ConceptParams):
    n: int = integer(3, low=1, high=50, label="points", effect=DATA)
    rate: float = real(0.1, low=0.0, high=1e6, label="rate", effect=LIVE)
    start: float = real(0.0, low=-10, high=10, label="start", effect=RESTART)
    noisy: bool = flag(True, label="noise", effect=LIVE)
    mode: Literal["plane", "sum"] = choice("plane", label="view", effect=VIEW)


class Data(NamedTuple):
    x: Tensor
    names: tuple[str, ...]


class State(NamedTuple):
    w: Tensor
    hits: int


class Info(NamedTuple):
    status: str
    total: float
    move: Tensor


def make_data(params: Params, ctx: Ctx) -> Data:
    return Data(ctx.randn(params.n), tuple(f"p{i}" for i in range(params.n)))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    return State(torch.full((len(data.x),), params.start, dtype=ctx.dtype, device=ctx.device), 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One step of w <- w + rate (x - w), with noise; converges when nothing moves."""
    move = params.rate * (data.x - state.w)
    if params.noisy:
        move = move + 0.01 * ctx.randn(len(data.x))
    w = state.w + move
    still = not params.noisy and bool((move == 0).all())
    return State(w, state.hits + 1), Info("converged" if still else "running", float(w.sum()), move.abs().max())


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    seen = {"total": float(state.w.sum()), "hits": state.hits, "move": None if info is None else info.move}
    found = {name: value for one in findings.values() for name, value in one.items()}
    return Drawn(Figure(plots=()), {**seen, "w": state.w, "x": data.x, **found})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    values = gesture.values
    if gesture.kind == "shake":
        return data, state._replace(w=state.w + ctx.randn(len(data.x)))
    if values["id"] >= len(data.x):
        raise BadInput(f"id is {values['id']}, allowed is 0 to {len(data.x) - 1}", "id")
    x = data.x.clone()
    x[values["id"]] = values["value"]
    return data._replace(x=x), state


def load(params: Params, path: Path) -> Data:
    values = [float(word) for word in path.read_text().split()]
    return Data(torch.tensor(values, dtype=torch.float64), tuple(f"f{i}" for i in range(len(values))))


def squares(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    total = torch.zeros(len(data.x), dtype=torch.float64)
    for i in range(10):
        total = total + data.x**2
        yield Partial({"squares": total, "square_sum": float(total.sum())}, (i + 1) / 10, f"{i + 1} of 10")


METRICS = (
    Metric("total", "total", "the sum of w"),
    Metric("hits", "steps", "the number of steps", decimals=None),
    Metric("move", "move", "the largest move of the step"),
    Metric("square_sum", "squares", "from the job"),
)


def walk(**overrides: Any) -> Concept:
    """The noisy walk, with functions replaced by name."""
    declared = Declaration(
        "walk",
        Card("Walk", "Test", "A walk", Badge("exact", "all", "nothing"), ("none",)),
        Params,
        METRICS,
        (
            GestureDecl("move", (Field("id", "integer", 0, 1000), Field("value", "real")), "moves x", ("id",)),
            GestureDecl("shake", (), "moves w by chance", button="Shake"),
        ),
        (JobDecl("squares", "squares", "sums of squares", reads_data=True),),
    )
    functions: dict[str, Any] = dict(
        make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load, jobs={"squares": squares}
    )
    return Concept(declared, Model(**{**functions, **overrides}))


def drawn(figure: Figure) -> Concept:
    """The noisy walk with a picture."""
    return walk(observe=lambda *args: replace(observe(*args), figure=figure))


def exploding() -> Concept:
    """w doubles its size squared each step: past all numbers after some ten steps."""

    def grow(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
        w = state.w * state.w + 2.0
        return State(w, state.hits + 1), Info("running", float(w.sum()), w.max())

    return walk(step=grow)


def failing(at: int) -> Concept:
    """Raises at a step."""

    def fail(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
        if state.hits == at:
            raise RuntimeError("shapes (2, 64) and (32, 2)")
        return step(params, data, state, ctx)

    return walk(step=fail)


def fetch(concept_id: str) -> Concept:
    """Concepts by id, as the catalog's `load` does; importable in a child process."""
    return failing(12) if concept_id == "failing" else {"walk": walk, "exploding": exploding}[concept_id]()
