"""A run: the net, what Adam remembers, the digit that is being drawn, your own drawing, and what is chosen."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.data import HELD, PIXELS, Data
from playground.concepts.autoregressive.declared import GRID
from playground.concepts.autoregressive.made import Samples, Shape, Weights
from playground.engine.frame import Status
from playground.engine.kit import optimisers
from playground.engine.kit.newest import Newest
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx

PICTURES = 48  # ways to go on; the first half of them on screen
CHUNK = 50
CHUNKS = HELD // CHUNK
_HALVES = {"top": 0, "bottom": 1, "left": 2, "right": 3, "nothing": 0}


class State(NamedTuple):
    """A run.

    Attributes:
        theta: the row of weights, see `made.Shape`.
        memory: what Adam remembers.
        held: mean nats of each chunk of the held out digits when it was last asked, the mean over the orders and that
            of their mixture, (2, CHUNKS).
        at: pixels of the digit that are drawn; beyond 64 it stays a while.
        picture: the digit that is being drawn, (64,) of 0 and 1; what is not drawn is 0.
        noise: the uniform numbers by which pictures are drawn, (PICTURES, 64).
        drawing: your own, (64,) of 0 and 1.
        chosen: which of the pictures comes true.
        pixel: the one that looks back through the masks, from 0 at the top left.
        cell: the one that looks back through the kernels.
        finished: digits drawn so far.
        updates: weight changes so far.
    """

    theta: Tensor
    memory: Memory[Tensor]
    held: Tensor
    at: int
    picture: Tensor
    noise: Tensor
    drawing: Tensor
    chosen: int
    pixel: int
    cell: int
    finished: int
    updates: int


class Info(NamedTuple):
    """What is recorded of a step.

    Attributes:
        status: a run goes on as long as somebody wants it.
        updates: weight changes so far.
        loss: mean nats of the last batch before its update; None where there was no update.
        nats: mean nats of the held out digits.
        bits: the same in bits a pixel.
    """

    status: Status
    updates: int
    loss: float | None
    nats: float
    bits: float


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A net that knows how often each pixel is ink and no more, and a digit on the paper."""
    shape = shape_of(params)
    theta = made.begin(shape, ctx.randn(shape.length), data.shares)
    state = State(
        theta=theta,
        memory=optimisers.begin(theta),
        held=torch.zeros(2, CHUNKS),
        at=0,
        picture=torch.zeros(PIXELS),
        noise=ctx.rand(PICTURES, PIXELS),
        drawing=data.opened if len(data.opened) else example(data, params.digit, 0),
        chosen=0,
        pixel=4 * 8 + 4,
        cell=(GRID // 2 + 1) * GRID + GRID // 2,
        finished=0,
        updates=0,
    )
    return state._replace(held=torch.stack([asked(params, data, theta, k) for k in range(CHUNKS)], 1))


def example(data: Data, digit: int, which: int) -> Tensor:
    """A held out digit of this kind, (64,)."""
    own = (data.held_labels == digit).nonzero()[:, 0]
    return data.held[own[which % len(own)]]


# ---- the net


def shape_of(params: Params) -> Shape:
    """What the net looks like."""
    return Shape(PIXELS, (params.units,) * params.layers)


def hidden_of(params: Params) -> tuple[Tensor, ...]:
    """The degrees of the hidden layers."""
    return (made.degrees(PIXELS, params.units),) * params.layers


def masks_of(params: Params, order: Tensor) -> tuple[Tensor, ...]:
    """The masks of an order; without masks all flags are true."""
    known = made.masks(order, hidden_of(params))
    return known if params.masked else tuple(torch.ones_like(mask) for mask in known)


_MASKED: Newest[Weights] = Newest()


def weights_of(params: Params, theta: Tensor, order: Tensor) -> Weights:
    """The weights behind the masks of an order; kept while nothing changes."""

    def make() -> Weights:
        return made.masked(made.views(theta, shape_of(params)), masks_of(params, order))

    return _MASKED.of((theta, order), (params.layers, params.units, params.masked), make)


def pool(params: Params, data: Data) -> list[Tensor]:
    """The orders that are learnt, or those by which a net of any order is tested."""
    match params.order:
        case "several":
            return list(data.orders.unbind(0))
        case "any":
            return list(data.orders[4:].unbind(0))
        case one:
            return [data.orders[{"raster": 0, "reverse": 1, "columns": 2, "random": 4}[one]]]


def asked(params: Params, data: Data, theta: Tensor, chunk: int) -> Tensor:
    """Nats of a chunk of the held out digits: the mean over the orders, and that of their mixture, (2,)."""
    x = data.held[chunk * CHUNK : (chunk + 1) * CHUNK]
    orders = pool(params, data)
    if params.order == "any":
        orders = [orders[chunk % len(orders)]]
    shares = torch.stack(
        [made.log_shares(made.run(weights_of(params, theta, one), x).logits, x).sum(1) for one in orders]
    )
    mixed = torch.logsumexp(shares, 0) - torch.tensor(float(len(orders))).log()
    return torch.stack([-shares.mean(), -mixed.mean()])


# ---- what is drawn


_ORDERS: Newest[Tensor] = Newest(8)


def given_of(params: Params, data: Data, state: State) -> Tensor:
    """Which pixels are given, as flags (64,): those drawn so far, or a half of your drawing."""
    if params.mode != "complete":
        return order_of(params, data, state) <= state.at
    if params.half == "nothing":
        return torch.zeros(PIXELS, dtype=torch.bool)
    return data.orders[_HALVES[params.half]] <= PIXELS // 2


def order_of(params: Params, data: Data, state: State) -> Tensor:
    """The place of each pixel in the picture on screen, (64,)."""

    def make() -> Tensor:
        match params.order:
            case "any" if params.mode == "complete":  # what is given comes first
                return (~given_of(params, data, state)).long().argsort(stable=True).argsort() + 1
            case "any":
                return data.orders[0]
            case "several":
                which = _HALVES[params.half] if params.mode == "complete" else state.finished % len(data.orders)
                return data.orders[which]
            case _:
                return pool(params, data)[0]

    # One tensor each, so that what is made of it is found again.
    return _ORDERS.of(data.orders, (params.order, params.mode, params.half, state.finished % 8), make)


_FUTURES: Newest[Samples] = Newest()


def futures(params: Params, data: Data, state: State) -> Samples:
    """Ways to go on from what is given; kept while nothing changes."""
    order = order_of(params, data, state)
    known = state.drawing if params.mode == "complete" else state.picture
    key = (params.mode, params.half, state.at, params.temperature, params.layers, params.units, params.masked)

    def make() -> Samples:
        weights, given = weights_of(params, state.theta, order), given_of(params, data, state)
        hidden = hidden_of(params)
        return made.sample(
            weights, order, hidden, state.noise, params.temperature, (given, known), seeing=not params.masked
        )

    return _FUTURES.of((state.theta, order, state.noise, known), key, make)
