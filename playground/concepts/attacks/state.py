"""The state of a run: nets that read digits and nets that divide the plane, the drawing, and the attacked point."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.attacks import PLANE, Params
from playground.concepts.attacks.attacking import Net, NormName
from playground.concepts.attacks.data import DIVIDER, SIDES, UNITS, Data
from playground.engine.frame import Status
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer, Sizes, length, views
from playground.engine.kit.dense.passes import Rules
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx

RULES = Rules("relu")
NETS = ("standard", "robust", "twin", "linear")
BEFORE = (0.8, 0.45)  # where the attacked point stands at the start


class Learner(NamedTuple):
    """Nets of one shape that learn in lockstep.

    Attributes:
        theta: the weights, (nets, N): standard, robust, and of digits a twin from another start.
        memory: what AdamW remembers.
        updates: weight changes so far.
    """

    theta: Tensor
    memory: Memory[Tensor]
    updates: int


class State(NamedTuple):
    """A run.

    Attributes:
        reader: the nets that read digits.
        linear: one without hidden units, beside them.
        divider: the nets that divide the plane.
        held: shares that are right in each chunk of the held out digits when it was last asked, (chunks, 4): standard
            and robust, clean, and the same attacked.
        right: the same four of the points, (4,).
        drawing: what lies on the paper, (side, side), 0 to 1.
        point: the attacked point, (2,).
        target: the digit that is aimed at; -1: any other.
    """

    reader: Learner
    linear: Learner
    divider: Learner
    held: Tensor
    right: Tensor
    drawing: Tensor
    point: Tensor
    target: int


class Info(NamedTuple):
    """What is recorded of a step.

    Attributes:
        status: a run goes on as long as somebody wants it.
        updates: weight changes of the nets of the view so far.
        standard_clean, standard_attacked, robust_clean, robust_attacked: shares that are right.
    """

    status: Status
    updates: int
    standard_clean: float
    standard_attacked: float
    robust_clean: float
    robust_attacked: float


def in_plane(params: Params) -> bool:
    """Whether the view is on the nets that divide the plane."""
    return params.mode in PLANE


def reader_sizes(params: Params) -> Sizes:
    """Inputs, units and outputs of the nets that read digits."""
    return (SIDES[params.digits] ** 2, UNITS, 10)


def linear_sizes(params: Params) -> Sizes:
    """The same without hidden units."""
    return (SIDES[params.digits] ** 2, 10)


def divider_sizes(params: Params) -> Sizes:
    """The same of the nets that divide the plane."""
    return (2, 1) if params.net == "line" else DIVIDER


def epsilon(params: Params) -> float:
    """The radius of the ball in the chosen norm."""
    if in_plane(params):
        return params.radius
    return {"linf": params.eps, "l2": params.eps2, "l1": params.eps1}[params.norm]


def readers(params: Params, state: State) -> Net:
    """Standard net, robust net and twin as three nets in one."""
    return Net(views(state.reader.theta.numpy(), reader_sizes(params), False), RULES)


def linear_net(params: Params, state: State) -> Net:
    """The net without hidden units."""
    return Net(views(state.linear.theta.numpy()[0], linear_sizes(params), False), RULES)


def logits(params: Params, state: State) -> list[DenseLayer]:
    """The two nets of the plane, each with its one output."""
    return views(state.divider.theta.numpy(), divider_sizes(params), False)


def dividers(params: Params, state: State) -> Net:
    """The two nets of the plane as classifiers: a score f/2 for blue and -f/2 for orange."""
    return two_scores(logits(params, state))


def two_scores(layers: list[DenseLayer]) -> Net:
    """A net of one output f with the scores f/2 and -f/2, whose cross-entropy is log(1 + exp(-y f))."""
    last = 0.5 * np.concatenate([layers[-1].all, -layers[-1].all], axis=-1)
    return Net([*layers[:-1], DenseLayer(last, last[..., :-1, :], last[..., -1:, :], None)], RULES)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Nets of random weights, a digit on the paper, and a point in the plane."""
    reader = _starts(reader_sizes(params), 2, ctx)
    linear, divider = _starts(linear_sizes(params), 1, ctx), _starts(divider_sizes(params), 1, ctx)
    nets, halves = torch.stack([reader[0], reader[0], reader[1]]), divider.repeat(2, 1)
    for own in (nets, halves):
        if own.shape[1] == len(data.net):
            own[0] = data.net
    side = SIDES[params.digits]
    return State(
        reader=_learner(nets),
        linear=_learner(linear),
        divider=_learner(halves),
        held=torch.full((1, 4), 0.1, dtype=torch.float64),
        right=torch.full((4,), 0.5, dtype=torch.float64),
        drawing=data.opened if data.opened.numel() else example(data, params.digit, 0).view(side, side),
        point=torch.tensor(BEFORE, dtype=torch.float64),
        target=-1,
    )


def _learner(theta: Tensor) -> Learner:
    return Learner(theta, optimisers.begin(theta), 0)


def _starts(sizes: Sizes, nets: int, ctx: Ctx) -> Tensor:
    """He et al.'s start: weights of variance 2 / inputs, biases 0, (nets, N)."""
    theta = torch.randn((nets, length(sizes)), generator=ctx.rng, dtype=torch.float64)
    for layer in views(theta.numpy(), sizes, False):
        layer.W[...] *= math.sqrt(2.0 / layer.W.shape[-2])
        layer.b[...] = 0.0
    return theta


def example(data: Data, digit: int, which: int) -> Tensor:
    """A held out digit of this kind, (side * side,)."""
    own = (data.held_labels == digit).nonzero()[:, 0]
    return data.held_pictures[own[which % len(own)]] if len(own) else torch.zeros_like(data.held_pictures[0])


def classes_of(data: Data) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The points' classes: 0 blue, 1 orange."""
    return (data.y < 0).numpy().astype(np.int64)


def same_size(norm: NormName, eps: float, normal: Floats) -> Floats:
    """Random changes of size eps in the norm from standard normal rows: random signs in l-infinity."""
    if norm == "linf":
        return np.asarray(eps * np.sign(normal))
    size = np.linalg.norm(normal, 2 if norm == "l2" else 1, axis=-1, keepdims=True)
    return np.asarray(eps * normal / size)
