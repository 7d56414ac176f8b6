"""A run as the functions of the contract: the cursor goes from width to width, or the four nets take an update."""

from __future__ import annotations

import math
from typing import Any

import torch

from playground.concepts.double_descent import WIDEST, Params, learning, memory, widths
from playground.concepts.double_descent.problem import drawn
from playground.concepts.double_descent.problem import widths as listed_widths
from playground.concepts.double_descent.state import NETS, Data, Each, Info, State
from playground.concepts.double_descent.sweeping import measure
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

_DIGITS = 1797


def make_data(params: Params, ctx: Ctx) -> Data:
    """Points, noise and features, and how the digits are dealt out."""
    draw = drawn(params.n, params.d, ctx)
    return Data(
        draw.X,
        draw.e,
        torch.full((params.n,), math.nan, dtype=torch.float64),
        draw.unseen,
        draw.W,
        draw.c,
        draw.start,
        torch.randperm(_DIGITS, generator=ctx.rng),
        torch.randint(10, (learning.LEARNT,), generator=ctx.rng),
        torch.randperm(64, generator=ctx.rng),
        torch.rand(learning.LEARNT, generator=ctx.rng, dtype=torch.float64),
    )


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """The narrowest fit, or four nets that know nothing."""
    nothing = torch.zeros(len(NETS), dtype=torch.float64)
    theta = torch.zeros(len(NETS), 0)
    state = State(
        listed_widths(len(data.X))[0],
        theta,
        optimisers.begin(theta),
        0,
        torch.arange(learning.LEARNT),
        nothing,
        nothing,
        torch.zeros(len(NETS), dtype=torch.int64),
    )
    if params.mode != "labels":
        return state
    theta, known = learning.begin(params, ctx), learning.lesson(params, data)
    return state._replace(
        theta=theta,
        moments=optimisers.begin(theta),
        accuracy=learning.right(theta, params.hidden, known.x, known.y),
        unseen=learning.right(theta, params.hidden, known.unseen, known.wanted),
    )


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The next width of the sweep, or one update of the four nets."""
    if params.mode == "labels":
        state = learning.update(params, data, state, ctx)
    else:
        wider = [N for N in listed_widths(len(data.X)) if N > state.N]
        state = state._replace(N=wider[0] if wider else state.N)
    return state, info_of(state)


def info_of(state: State) -> Info:
    """What is recorded of a state."""
    return Info("running", Each(*state.accuracy.tolist()), Each(*state.unseen.tolist()))


def length(params: Params) -> int | None:
    """As many steps as there are further widths; nets learn on."""
    return None if params.mode == "labels" else len(listed_widths(params.n)) - 1


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    known = info_of(state)
    numbers: dict[str, Any] = {f"accuracy.{name}": getattr(known.accuracy, name) for name in NETS}
    numbers |= {f"unseen.{name}": getattr(known.unseen, name) for name in NETS}
    numbers |= {"points": len(data.X), "N": state.N}
    if params.mode == "labels":
        drawn = memory.labels(params, data, state)
    else:
        drawn = widths.by_width(params, data, state, findings)
    return Drawn(drawn.figure, numbers | dict(drawn.numbers))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The cursor and the labels after a gesture.

    Raises:
        BadInput: there is no such training point.
    """
    values, n = gesture.values, len(data.X)
    match gesture.kind:
        case "look":
            N = round(n * 10.0 ** values["decades"])
            return data, state._replace(N=min(max(N, 1), WIDEST * n))
        case "pull":
            if values["id"] >= n:
                raise BadInput(f"id is {values['id']}, allowed is 0 to {n - 1}", "id")
            pulled = data.pulled.clone()
            pulled[values["id"]] = values["y"]
            return data._replace(pulled=pulled), state
        case "relabel":
            told = data.meaningless.clone()
            told[values["digit"]] = values["label"]
            return data._replace(meaningless=told), state
        case _:
            return data._replace(pulled=torch.full_like(data.pulled, math.nan)), state


CONCEPT = Model(
    make_data=make_data,
    init=init,
    step=step,
    observe=observe,
    apply=apply,
    length=length,
    jobs={"sweep": measure},
)
