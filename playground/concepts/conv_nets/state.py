"""The state of a run: the net, what Adam remembers, the drawing, and the unit that is pointed at."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.data import HELD, Data
from playground.concepts.conv_nets.shape import shape_of
from playground.engine.frame import Status
from playground.engine.kit import conv_nets, optimisers
from playground.engine.kit.conv_nets import Maps, Shape
from playground.engine.kit.newest import Newest
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx

CHUNK = 50  # held out digits that are asked anew at each step
CHUNKS = HELD // CHUNK


class State(NamedTuple):
    """A run.

    Attributes:
        theta: the row of weights, (N,), see `engine.kit.conv_nets`.
        memory: what Adam remembers.
        drawing: what lies on the paper, (side, side), 0 to 1.
        alive: 1 for each channel of each layer, 0 where it is silenced, (all channels,).
        held: the share that is right in each chunk of the held out digits when it was last asked, (CHUNKS,).
        updates: weight changes so far.
        layer, channel: of the chosen unit, from 0.
        row, column: where it stands in its map; -1: where the map is largest.
        asked: the digit that is asked about; -1: the likeliest.
    """

    theta: Tensor
    memory: Memory[Tensor]
    drawing: Tensor
    alive: Tensor
    held: Tensor
    updates: int
    layer: int
    channel: int
    row: int
    column: int
    asked: int


class Info(NamedTuple):
    """What is recorded of a step.

    Attributes:
        status: a run goes on as long as somebody wants it.
        updates: weight changes so far.
        loss: mean cross-entropy of the last batch before its update.
        held_accuracy: share of the held out digits that is right.
    """

    status: Status
    updates: int
    loss: float
    held_accuracy: float


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A net of random weights, and a digit on the paper.

    Raises:
        BadInput: the parameters describe no net.
    """
    shape = shape_of(params)
    theta = conv_nets.begin(shape, ctx.randn(conv_nets.length(shape)))
    drawing = data.opened if data.opened.numel() else example(data, params.digit, 0)
    state = State(
        theta=theta,
        memory=optimisers.begin(theta),
        drawing=drawing,
        alive=torch.ones(sum(layer.channels for layer in shape.layers)),
        held=torch.zeros(CHUNKS),
        updates=0,
        layer=len(shape.layers) - 1,
        channel=0,
        row=-1,
        column=-1,
        asked=-1,
    )
    held = torch.stack([asked_chunk(shape, data, state, chunk) for chunk in range(CHUNKS)])
    maps = conv_nets.run(theta, shape, drawing[None])
    return state._replace(held=held, channel=int(maps.raw[-1][0].amax((1, 2)).argmax()))


def example(data: Data, digit: int, which: int) -> Tensor:
    """A held out digit of this kind, (side, side)."""
    own = (data.held_labels == digit).nonzero()[:, 0]
    return data.held_pictures[own[which % len(own)]] if len(own) else torch.zeros_like(data.held_pictures[0])


def asked_chunk(shape: Shape, data: Data, state: State, chunk: int) -> Tensor:
    """The share that is right in a chunk of the held out digits."""
    part = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
    logits = conv_nets.run(state.theta, shape, data.held_pictures[part], spoken(shape, state.alive)).logits
    return (logits.argmax(1) == data.held_labels[part]).to(torch.float32).mean()


def spoken(shape: Shape, alive: Tensor) -> tuple[Tensor, ...]:
    """Which channels speak, layer by layer."""
    return alive.split([layer.channels for layer in shape.layers])  # type: ignore[no-untyped-call, no-any-return]


_MAPS: Newest[Maps] = Newest()


def maps_of(params: Params, state: State) -> Maps:
    """All maps of the drawing, one picture in the batch; kept while nothing changes."""
    shape = shape_of(params)

    def run() -> Maps:
        return conv_nets.run(state.theta, shape, state.drawing[None], spoken(shape, state.alive))

    return _MAPS.of(state.theta, (state.drawing, state.alive), run)


def place_of(params: Params, state: State) -> tuple[int, int]:
    """Row and column of the chosen unit."""
    raw = maps_of(params, state).raw[state.layer][0, state.channel]
    if state.row < 0:
        row, column = divmod(int(raw.argmax()), raw.shape[1])
        return row, column
    return min(state.row, raw.shape[0] - 1), min(state.column, raw.shape[1] - 1)


def said(params: Params, state: State) -> int:
    """The digit that is asked about."""
    return state.asked if state.asked >= 0 else int(maps_of(params, state).logits[0].argmax())
