"""The problems beside the race: a matrix for Muon, a mean from samples, and a small net at the edge of stability."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.names import SCHEDULES
from playground.concepts.optimisers.state import Data, Estimates, Matrices, Net, zeros
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import length, views
from playground.engine.kit.dense.passes import Rules, backward, forward, with_ones
from playground.engine.kit.dense.starts import deviation
from playground.engine.kit.optimisers import Memory, Settings
from playground.engine.kit.trail import spread_out
from playground.engine.run.context import Ctx
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
"""Looks at the sharpness whose mean is told: it hovers."""
FAR = 1e3
"""A weight beyond which the net counts as lost."""
MOST_DIGITS = 14_000
"""Digits that one step of the clock passes through the net, there and back: about 40 ms on one core."""

# ---- a matrix


def target_of(size: int, ctx: Ctx) -> Tensor:
    """A random matrix with singular values of about 0 to 2, (size, size)."""
    return torch.as_tensor(ctx.randn(size, size) / size**0.5)


def variances(params: Params) -> Floats:
    """The variances k^-p of the inputs, the rarest last, (size,)."""
    return np.asarray(np.arange(1.0, params.size + 1) ** -params.power)


def begin_matrices(params: Params) -> Matrices:
    """Both at 0."""
    still = zeros(2, params.size, params.size)
    return Matrices(still, still.clone(), still.clone(), 0, still.clone())


def slope_of(params: Params, data: Data, W: Floats) -> Floats:
    """The gradient (W - W*) S of E |(W - W*) x|^2 / 2, where S is the covariance of x, (..., size, size)."""
    return np.asarray((W - data.target.numpy()) * variances(params))


def advance_matrices(params: Params, data: Data, state: Matrices) -> Matrices:
    """One step of both, with step sizes that fall to 0 on a straight line."""
    left = max(0.0, 1 - state.taken / params.steps)
    W, first, second = (part.numpy() for part in (state.W, state.first, state.second))
    slope = slope_of(params, data, W)
    news, firsts = [], []
    for i, (name, rate) in enumerate((("heavy_ball", params.rate), ("muon", params.alpha))):
        use = Settings(rate=rate * left, momentum=params.momentum)
        new, memory = optimisers.RULES[name](W[i], slope[i], Memory(first[i], second[i], state.taken), use)
        lost = not np.isfinite(new).all() or np.abs(new).max() > 1e12
        news.append(W[i] if lost else new)
        firsts.append(first[i] if lost else memory.first)
    after = np.stack(news)
    return Matrices(
        torch.from_numpy(after),
        torch.from_numpy(np.stack(firsts)),
        state.second,
        state.taken + 1,
        torch.from_numpy(after - W),
    )


# ---- a mean


def begin_estimates(params: Params) -> Estimates:
    """All runs one standard deviation off."""
    theta = torch.ones((len(SCHEDULES), params.runs), dtype=torch.float64)
    return Estimates(theta, zeros(*theta.shape), 0, torch.ones((1, 2, len(SCHEDULES)), dtype=torch.float64), zeros(1))


def advance_estimates(params: Params, state: Estimates, ctx: Ctx) -> Estimates:
    """Some samples for each run: theta moves by -a t^-p (theta - x), with x standard normal."""
    theta, mean = state.theta.numpy(), state.mean.numpy()
    draws = ctx.randn(params.iterations, params.runs).numpy()
    for k, sample in enumerate(draws):
        t = state.taken + k + 1
        rate = np.array([[float(optimisers.power_rate(a, p, t))] for _, a, p in SCHEDULES.values()])
        theta = theta - rate * (theta - sample)
        mean = optimisers.averaged(mean, theta, t)
    taken = state.taken + params.iterations
    off = np.sqrt((np.stack([theta, mean]) ** 2).mean(-1))
    times = torch.cat([state.times, torch.tensor([float(taken)], dtype=torch.float64)])
    rms = torch.cat([state.rms, torch.from_numpy(off)[None]])
    kept = spread_out(times)
    return Estimates(torch.from_numpy(theta), torch.from_numpy(mean), taken, rms[kept], times[kept])


# ---- a net


def some_digits(count: int, ctx: Ctx) -> tuple[Tensor, Tensor]:
    """Random digits as (count, 64) and their classes as rows of 0 and 1, (count, 10)."""
    images, labels = digits()
    chosen = ctx.randperm(len(images))[:count].numpy()
    return torch.from_numpy(images[chosen].reshape(-1, INPUTS) / INK), torch.from_numpy(np.eye(10)[labels[chosen]])


def begin_net(data: Data, ctx: Ctx) -> Net:
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
        ahead, behind = (loss_and_slope(theta + sign * _NUDGE * ray, X, Y)[1] for sign in (1.0, -1.0))
        product = (ahead - behind) / (2 * _NUDGE)
        found = float(ray @ product)
        length = float(np.linalg.norm(product))
        if not np.isfinite(length) or length == 0:
            break
        ray = product / length
    return ray, found


def iterations_of(params: Params) -> int:
    """As many iterations as were asked for, as long as they fit into the time of a step with the look at sharpness."""
    return max(1, min(params.iterations, MOST_DIGITS // params.samples - 2 * RAYS - 1))


def advance_net(params: Params, data: Data, state: Net) -> Net:
    """Some iterations of gradient descent, and a look at the sharpness."""
    images, wanted = data.images.numpy(), data.wanted.numpy()
    theta, lost = state.theta.numpy(), state.lost
    with np.errstate(all="ignore"):
        for _ in range(iterations_of(params)):
            _, slope = loss_and_slope(theta, images, wanted)
            moved = theta - params.rate * slope
            if not np.abs(moved).max() < FAR:  # also where it is no number
                lost = True
                break
            theta = moved
        loss, _ = loss_and_slope(theta, images, wanted)
        ray, sharpness = top(theta, state.ray.numpy(), images, wanted, RAYS)
    looks = torch.cat([state.looks, torch.tensor([sharpness], dtype=torch.float64)])[-LOOKS:]
    taken = state.taken + iterations_of(params)
    return Net(torch.from_numpy(theta.copy()), torch.from_numpy(ray), taken, loss, sharpness, looks, lost)
