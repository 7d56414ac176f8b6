"""A small net at the edge of stability: gradient descent on digits, its sharpness, and what is shown of them."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.state import Data, Info, Net, zeros
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import length, views
from playground.engine.kit.dense.passes import Rules, backward, forward, with_ones
from playground.engine.kit.dense.starts import deviation
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Level, Trace
from playground.resources import INK, SIDE, digits

INPUTS = SIDE * SIDE
SIZES = (INPUTS, 48, 48, 10)
LENGTH = length(SIZES)
_TANH = Rules("tanh")
RAYS = 3
"""Products with the Hessian that each step of the clock spends on its top eigenvalue."""
_FIRST_RAYS = 40
_NUDGE = 1e-5
LOOKS = 20
"""Looks at the sharpness whose mean is shown: it hovers."""
FAR = 1e3
"""A weight beyond which the net counts as lost."""
MOST_DIGITS = 14_000
"""Digits that one step of the clock passes through the net, there and back: about 40 ms on one core."""


def some_digits(count: int, ctx: Ctx) -> tuple[Tensor, Tensor]:
    """Random digits as (count, 64) and their classes as rows of 0 and 1, (count, 10)."""
    images, labels = digits()
    chosen = ctx.randperm(len(images))[:count].numpy()
    return torch.from_numpy(images[chosen].reshape(-1, INPUTS) / INK), torch.from_numpy(np.eye(10)[labels[chosen]])


def begin(data: Data, ctx: Ctx) -> Net:
    """Weights of variance 1 / inputs, no biases."""
    theta = np.zeros(LENGTH)
    for layer in views(theta, SIZES):
        n, m = layer.W.shape
        layer.W[...] = ctx.randn(m, n).numpy().T * deviation("lecun", n, m)
    images, wanted = data.images.numpy(), data.wanted.numpy()
    ray = ctx.randn(LENGTH).numpy()
    ray, sharpness = top(theta, ray / np.linalg.norm(ray), images, wanted, _FIRST_RAYS)
    loss, _ = loss_and_slope(theta, images, wanted)
    return Net(torch.from_numpy(theta), torch.from_numpy(ray), 0, loss, sharpness, zeros(0), False)


def loss_and_slope(theta: Floats, X: Floats, Y: Floats) -> tuple[float, Floats]:
    """Mean over digits and outputs of (out - y)^2, and its gradient, (P,)."""
    layers, slope = views(theta, SIZES), np.empty_like(theta)
    seen = forward(layers, _TANH, with_ones(X))
    off = seen.out - Y
    backward(layers, _TANH, seen, off * (2 / off.size), views(slope, SIZES))
    return float((off * off).mean()), slope


def top(theta: Floats, ray: Floats, X: Floats, Y: Floats, count: int) -> tuple[Floats, float]:
    """The Hessian's top eigenvector and eigenvalue by power iteration on central differences of the gradient."""
    found = 0.0
    for _ in range(count):
        give_way()
        ahead, behind = (loss_and_slope(theta + sign * _NUDGE * ray, X, Y)[1] for sign in (1.0, -1.0))
        product = (ahead - behind) / (2 * _NUDGE)
        found = float(ray @ product)
        length = float(np.linalg.norm(product))
        if not np.isfinite(length) or length == 0:
            break
        ray = product / length
    return ray, found


def iterations(params: Params) -> int:
    """As many iterations as were asked for, as long as they fit into the time of a step with the look at sharpness."""
    return max(1, min(params.iterations, MOST_DIGITS // params.samples - 2 * RAYS - 1))


def advance(params: Params, data: Data, state: Net) -> Net:
    """Some iterations of gradient descent, and a look at the sharpness."""
    images, wanted = data.images.numpy(), data.wanted.numpy()
    theta, lost = state.theta.numpy(), state.lost
    with np.errstate(all="ignore"):
        for _ in range(iterations(params)):
            give_way()
            _, slope = loss_and_slope(theta, images, wanted)
            moved = theta - params.rate * slope
            if not np.abs(moved).max() < FAR:  # also where it is no number
                lost = True
                break
            theta = moved
        loss, _ = loss_and_slope(theta, images, wanted)
        ray, sharpness = top(theta, state.ray.numpy(), images, wanted, RAYS)
    looks = torch.cat([state.looks, torch.tensor([sharpness], dtype=torch.float64)])[-LOOKS:]
    taken = state.taken + iterations(params)
    return Net(torch.from_numpy(theta.copy()), torch.from_numpy(ray), taken, loss, sharpness, looks, lost)


def record(state: Net) -> Info:
    """Loss and sharpness."""
    return Info("diverging" if state.lost else "running", state.taken, loss=state.loss, sharpness=state.sharpness)


def observe(params: Params, here: Net) -> Drawn:
    """How the sharpness stands to its limit, and the loss."""
    limit = 2 / params.rate
    sharpness = Plot(
        name="sharpness",
        title="Sharpness",
        unit="largest eigenvalue of the Hessian",
        main=True,
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        layers=(
            Level(name="limit", role="theory", value="limit", text="2/η = {limit}", symbol="2/η"),
            Trace(name="sharpness", series="sharpness", text="{sharpness}", outcome=True, symbol="λ"),
        ),
    )
    loss = Plot(
        name="loss",
        title="Loss",
        unit="mean of (out − y)²",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        badge="exact",
        layers=(Trace(name="loss", role="second", series="loss", text="{loss}", log=True, outcome=True),),
    )
    numbers = {
        "limit": limit,
        "share_of_limit": (float(here.looks.mean()) if len(here.looks) else here.sharpness) / limit,
        "weight_count": LENGTH,
        "iterations_done": here.taken,
        "per_step": iterations(params),
    }
    hint = "Press space to run; turn η, and the sharpness follows 2/η"
    return Drawn(Figure(plots=(sharpness, loss), hint=hint), numbers)
