"""The state of a run: the nets, and what the user points at."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.data import Data
from playground.concepts.relu.line import MOST_BREAKS, Hinges, hinge_net, hinges, pieces
from playground.concepts.relu.net import built, flat_of, one_layer, spoiled, started
from playground.concepts.relu.subdivide import Layers
from playground.concepts.relu.training import Moving, at_rest
from playground.engine.errors import BadInput
from playground.engine.kit.dense.layout import Sizes, whole
from playground.engine.run.context import Ctx


class State(NamedTuple):
    """A run.

    Attributes:
        nets: the nets that learn together.
        sizes: inputs, units of each hidden layer, one output.
        pick: the place whose region is described, shape (2,).
        ends: the ends of the profile's line, shape (2, 2).
        chosen: the weight that the dial turns, its place in the flat vector.
        rival: the net beside it, with as many weights in one hidden layer; None without one.
    """

    nets: Moving
    sizes: Sizes
    pick: Tensor
    ends: Tensor
    chosen: int
    rival: Moving | None

    @property
    def rival_sizes(self) -> Sizes:
        """Inputs, units and the one output of the net beside it."""
        return one_layer(self.sizes)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from the chosen weights.

    Raises:
        BadInput: a width is no whole number, or the net switches too often along a line.
    """
    theta, sizes = _net(params, data, ctx)
    rival = None
    if params.beside == "wide" and not is_broken_line(params, data):
        rival = at_rest(started(one_layer(sizes), params.rule, params.spread, 1, ctx))
    return State(
        nets=at_rest(theta),
        sizes=sizes,
        pick=torch.tensor([1.6, 1.3], dtype=torch.float64),
        ends=torch.tensor([[-2.5, -1.5], [2.5, 1.5]], dtype=torch.float64),
        chosen=theta.shape[1] - 1,
        rival=rival,
    )


def _net(params: Params, data: Data, ctx: Ctx) -> tuple[Tensor, Sizes]:
    if data.own:
        layers = tuple((W.numpy(), b.numpy()) for W, b in data.own)
        if data.inputs == 1:
            pieces(layers)
        theta, sizes = flat_of(layers)
        return theta[None], sizes
    if is_broken_line(params, data):
        theta, sizes = flat_of(hinge_net(form_of(params, data)))
        return theta[None], sizes
    widths = whole(params.widths)
    if params.net in ("fold", "sawtooth"):
        theta, sizes = flat_of(construction(params, data, widths))
        return theta.repeat(params.nets, 1), sizes
    sizes = (data.inputs, *widths, 1)
    theta = started(sizes, params.rule, params.spread, params.nets, ctx)
    return (spoiled(theta, sizes) if params.net == "spoiled" else theta), sizes


def construction(params: Params, data: Data, widths: Sizes) -> Layers:
    """The fold or the sawtooth over the window.

    Raises:
        BadInput: it folds a line too often.
    """
    window = data.window.numpy()
    d = data.inputs
    folds = math.prod(n // (d if params.net == "fold" else 1) for n in widths)
    if folds > MOST_BREAKS:
        raise BadInput(f"widths fold a line {folds:,} times, allowed are {MOST_BREAKS:,}", "widths")
    return built(
        "fold" if params.net == "fold" else "sawtooth", d, widths, window[0 : 2 * d : 2], window[1 : 2 * d : 2]
    )


def is_broken_line(params: Params, data: Data) -> bool:
    """Whether the net is the hinge form of the user's nodes."""
    return params.data == "nodes" and data.inputs == 1 and not data.own


def form_of(params: Params, data: Data) -> Hinges:
    """The hinge form through the nodes, in the order of their places."""
    order = torch.argsort(data.X[:, 0])
    return hinges(data.X[order, 0].numpy(), data.y[order].numpy(), params.left, params.right)


def shown(params: Params, state: State) -> int:
    """The row of the net on screen."""
    return min(params.shown, len(state.nets.theta)) - 1


def with_weights(state: State, row: int, change: Tensor | float, places: Tensor | int) -> State:
    """The state with some weights of one net set by hand; the optimiser goes on from there."""
    theta = state.nets.theta.clone()
    theta[row, places] = torch.as_tensor(change, dtype=torch.float64)
    return state._replace(nets=state.nets._replace(theta=theta))
