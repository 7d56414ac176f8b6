"""One step: some updates of Adam, fifty held out digits asked anew, and a pixel more of the digit being drawn."""

from __future__ import annotations

from math import log

import torch
from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.data import PIXELS, Data
from playground.concepts.autoregressive.state import (
    CHUNKS,
    PICTURES,
    Info,
    State,
    asked,
    futures,
    masks_of,
    order_of,
    pool,
    shape_of,
)
from playground.engine.kit import optimisers
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

STAYS = 12  # steps for which a finished digit is seen


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The net a little better, and the digit a little further."""
    state = _drawn_on(params, data, state, ctx)
    state, loss = _learn(params, data, state, ctx)
    give_way()
    held = state.held.clone()
    held[:, ctx.step % CHUNKS] = asked(params, data, state.theta, ctx.step % CHUNKS)
    nats = float(held[0].double().mean())
    return state._replace(held=held), Info("running", state.updates, loss, nats, nats / log(2) / PIXELS)


def _learn(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, float | None]:
    """Some updates on random batches, and the loss of the last one before it."""
    shape, use = shape_of(params), Settings(rate=params.rate)
    theta, memory, loss = state.theta, state.memory, None
    slope = torch.empty_like(theta)
    parts, orders = made.views(slope, shape), pool(params, data)
    known = masks_of(params, orders[0])
    for number in range(state.updates, state.updates + params.updates):
        give_way()
        if params.order == "any":
            known = masks_of(params, torch.randperm(PIXELS, generator=ctx.rng) + 1)
        elif len(orders) > 1:
            known = masks_of(params, orders[number % len(orders)])
        x = data.pictures[torch.randint(len(data.pictures), (params.batch,), generator=ctx.rng)]
        weights = made.masked(made.views(theta, shape), known)
        done = made.run(weights, x)
        loss = -float(made.log_shares(done.logits, x).sum(1).mean())
        made.gradient(weights, known, done, x, parts)
        theta, memory = optimisers.adam(theta, slope, memory, use)
    return state._replace(theta=theta, memory=memory, updates=state.updates + params.updates), loss


def _drawn_on(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The next pixels as the chosen picture has them; behind the last one a while of rest, then a new digit."""
    if not params.pixels:
        return state
    if state.at >= PIXELS + STAYS:
        return state._replace(
            at=0,
            picture=torch.zeros(PIXELS),
            noise=ctx.rand(PICTURES, PIXELS),
            finished=state.finished + 1,
            chosen=0,
        )
    filling = params.changed({"mode": "fill"}) if params.mode != "fill" else params
    at = state.at + 1 if state.at >= PIXELS else min(state.at + params.pixels, PIXELS)
    if state.at >= PIXELS:
        return state._replace(at=at)
    return state._replace(at=at, picture=_upto(filling, data, state, at))


def _upto(params: Params, data: Data, state: State, at: int) -> Tensor:
    """The chosen picture with its first pixels."""
    ahead = futures(params, data, state).x[state.chosen]
    return ahead * (order_of(params, data, state) <= at)
