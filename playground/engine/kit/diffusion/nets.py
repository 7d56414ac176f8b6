"""A small net for the score of noised data, with its forward and backward passes written out.

A multilayer perceptron F with SiLU units sees the standardised point y = (x - scale mu) / sqrt(V) and features of the
noise level. With V = scale^2 c^2 + sigma^2 (mu, c: mean and standard deviation of the data) the score is

    h(x, t) = -(x - scale mu) / V + g F(y, t),    g = scale c / (sqrt(V) sqrt(sigma^2 + (scale w)^2)),

the score of a Gaussian of the same size plus what the net has to learn, in units in which that is of order 1 at every
level (as in Karras et al. 2022; w keeps g finite where the data are smoother than the noise).

The tangents are the derivatives of F along given directions of y (forward mode); Hyvarinen's loss and sliced score
matching contain them, so that their gradient needs the second derivative of the units.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

_FREQUENCIES = 2
_BLOCK = 4096
_SMOOTHEST = 0.1
"""w over c: data are taken to have no structure below a tenth of their standard deviation."""


class Net(NamedTuple):
    """The net.

    Attributes:
        theta: all weights and biases, layer by layer, float32, (P,).
        mean: mu, (d,).
        spread: c, ().
        sizes: units of every layer, inputs and outputs included.
    """

    theta: Tensor
    mean: Tensor
    spread: Tensor
    sizes: tuple[int, ...]


class Pass(NamedTuple):
    """A forward pass with what the backward pass needs.

    Attributes:
        output: F, (B, d).
        tangents: derivatives of F, (m, B, d); None without directions.
        inputs: what every layer saw, each (B, units).
        moving: the same for the tangents, each (m, B, units).
        slopes: first derivative of the units of every hidden layer.
        bends: their second derivative; empty without directions.
        rates: tangents of the hidden pre-activations, each (m, B, units).
    """

    output: Tensor
    tangents: Tensor | None
    inputs: list[Tensor]
    moving: list[Tensor]
    slopes: list[Tensor]
    bends: list[Tensor]
    rates: list[Tensor]


class NoiseLevel(NamedTuple):
    """The numbers of each point's level, each (B, 1).

    Attributes:
        sigma: standard deviation of the noise.
        shift: scale, what the mean of the data is multiplied with.
        size: sqrt(V).
        gain: g.
        features: of the level, (B, features).
    """

    sigma: Tensor
    shift: Tensor
    size: Tensor
    gain: Tensor
    features: Tensor


def begin(data: Tensor, hidden: tuple[int, ...], rng: torch.Generator) -> Net:
    """A net for data (n, d): He weights, zero biases, and a last layer of zeros, so that it starts as a Gaussian."""
    d = data.shape[1]
    sizes = (inputs(d), *hidden, d)
    parts = []
    for fan_in, fan_out in pairwise(sizes):
        weights = torch.randn(fan_out * fan_in, generator=rng) * math.sqrt(2.0 / fan_in)
        parts += [weights, torch.zeros(fan_out)]
    parts[-2] = torch.zeros_like(parts[-2])
    data = data.float()
    mean = data.mean(0)
    spread = (data - mean).square().mean().sqrt().clamp(min=1e-6)
    return Net(torch.cat(parts), mean, spread, sizes)


def inputs(d: int) -> int:
    """How many numbers the net sees of a point in d dimensions and its level."""
    return d + 1 + 2 * _FREQUENCIES


def layers(theta: Tensor, sizes: tuple[int, ...]) -> list[tuple[Tensor, Tensor]]:
    """Views of the weights (out, in) and biases (out,) of every layer."""
    found, at = [], 0
    for fan_in, fan_out in pairwise(sizes):
        weights = theta[at : at + fan_in * fan_out].view(fan_out, fan_in)
        at += fan_in * fan_out
        found.append((weights, theta[at : at + fan_out]))
        at += fan_out
    return found


def frame(net: Net, scale: Tensor, sigma: Tensor) -> NoiseLevel:
    """The numbers of levels with these scales and noises, each (B,).

    The features are the logarithm of the noise-to-signal ratio in units of the data, squeezed into -1..1 and flat where
    the noise is finer than the data, and sines and cosines of it.
    """
    c = net.spread.item()
    least = (scale * (_SMOOTHEST * c)).square()
    variance = sigma.square()
    size = torch.sqrt((scale * c).square() + variance)
    root = torch.sqrt(variance + least)
    place = torch.tanh(torch.log(root / (scale * c)) / 3)
    angles = math.pi * place[:, None] * torch.arange(1, _FREQUENCIES + 1)
    columns = torch.stack([sigma, scale, size, scale * c / (size * root), place], 1)
    rows = torch.cat([columns, torch.sin(angles), torch.cos(angles)], 1).float()
    return NoiseLevel(rows[:, 0:1], rows[:, 1:2], rows[:, 2:3], rows[:, 3:4], rows[:, 4:])


def forward(net: Net, y: Tensor, features: Tensor, directions: Tensor | None = None) -> Pass:
    """F(y, t), and its derivatives along directions of y.

    Args:
        net: the net.
        y: standardised points, (B, d).
        features: of their levels, (B, features).
        directions: (m, B, d), or None.
    """
    h = torch.cat([y, features], 1)
    moving: list[Tensor] = []
    if directions is not None:
        moving = [torch.cat([directions, torch.zeros_like(features).expand(len(directions), -1, -1)], 2)]
    inputs, slopes, bends, rates = [h], [], [], []
    *hidden, (weights, bias) = layers(net.theta, net.sizes)
    for W, b in hidden:
        a = torch.addmm(b, inputs[-1], W.T)
        gate = torch.sigmoid(a)
        h = a * gate
        slope = torch.addcmul(gate, h, 1 - gate)
        inputs.append(h)
        slopes.append(slope)
        if directions is not None:
            bends.append(gate * (1 - gate) * (2 + a * (1 - 2 * gate)))
            rates.append(moving[-1] @ W.T)
            moving.append(slope * rates[-1])
    output = torch.addmm(bias, inputs[-1], weights.T)
    return Pass(output, moving[-1] @ weights.T if moving else None, inputs, moving, slopes, bends, rates)


def backward(net: Net, seen: Pass, outer: Tensor, outer_tangents: Tensor | None = None) -> Tensor:
    """The gradient with respect to theta, (P,).

    Args:
        net: the net.
        seen: its forward pass.
        outer: derivative of the loss with respect to the output, (B, d).
        outer_tangents: the same for the tangents, (m, B, d).
    """
    gradient = torch.empty_like(net.theta)
    slots, maps = layers(gradient, net.sizes), layers(net.theta, net.sizes)
    g, g_moving = outer, outer_tangents
    for k in range(len(maps) - 1, -1, -1):
        if k < len(maps) - 1:
            if g_moving is None:
                g = g * seen.slopes[k]
            else:
                g = g * seen.slopes[k] + seen.bends[k] * (g_moving * seen.rates[k]).sum(0)
                g_moving = g_moving * seen.slopes[k]
        slot, slot_bias = slots[k]
        torch.mm(g.T, seen.inputs[k], out=slot)
        torch.sum(g, 0, out=slot_bias)
        if g_moving is not None:
            slot.addmm_(g_moving.flatten(0, 1).T, seen.moving[k].flatten(0, 1))
        if k > 0:
            g = g @ maps[k][0]
            g_moving = None if g_moving is None else g_moving @ maps[k][0]
    return gradient


def score(net: Net, x: Tensor, scale: float, sigma: float) -> Tensor:
    """h(x, t) of points (n, d) at one level, in their dtype."""
    rows = frame(net, torch.tensor([scale], dtype=torch.float64), torch.tensor([sigma], dtype=torch.float64))
    found = []
    for part in torch.split(x.float(), _BLOCK):
        give_way()
        y = (part - rows.shift * net.mean) / rows.size
        seen = forward(net, y, rows.features.expand(len(part), -1))
        found.append(seen.output.mul_(rows.gain).sub_(y / rows.size))
    return torch.cat(found).to(x.dtype)
