"""One step: some updates of Adam on batches, and fifty of the held out digits asked anew."""

from __future__ import annotations

import torch

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.data import Data
from playground.concepts.conv_nets.shape import shape_of, work
from playground.concepts.conv_nets.state import CHUNKS, Info, State, asked_chunk
from playground.engine.kit import conv_nets
from playground.engine.kit.conv_nets import Shape
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

BUDGET = 16_000_000  # multiply-adds of the forward passes of a step


def updates_of(params: Params, shape: Shape) -> int:
    """As many updates as were asked for, as long as they fit into the time of a step."""
    return max(1, min(params.updates, BUDGET // (params.batch * work(shape))))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates on random batches of the digits learnt."""
    shape = shape_of(params)
    theta, memory, use = state.theta, state.memory, Settings(rate=params.rate)
    count = updates_of(params, shape)
    for _ in range(count):
        give_way()
        batch = torch.randint(len(data.labels), (params.batch,), generator=ctx.rng)
        theta, memory, found = conv_nets.update(theta, memory, shape, data.pictures[batch], data.labels[batch], use)
    give_way()
    after = state._replace(theta=theta, memory=memory, updates=state.updates + count)
    chunk = ctx.step % CHUNKS
    held = state.held.clone()
    held[chunk] = asked_chunk(shape, data, after, chunk)
    return after._replace(held=held), Info("running", after.updates, found.loss, float(held.double().mean()))
