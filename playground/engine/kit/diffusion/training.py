"""Training of the score net: pure updates by Adam with an average of the weights, its error, and its file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.kit import optimisers
from playground.engine.kit.diffusion import mixtures, nets
from playground.engine.kit.diffusion.losses import value_and_gradient
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.nets import Net
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory, Settings

HIDDEN = (64, 64, 64)
RATE = 5e-3
_AVERAGED = 0.998
_DENSER = 1.5
"""Levels are drawn as T u^1.5: more often where the noise is low and there is more to learn."""


class Training(NamedTuple):
    """A net in training; every part is a tensor, a number or a tuple of those.

    Attributes:
        net: the net that is trained.
        average: running average of its weights, (P,): the net that samples.
        adam: what Adam remembers.
        loss: running average of the loss, 0 before the first update.
    """

    net: Net
    average: Tensor
    adam: Memory[Tensor]
    loss: float

    @property
    def best(self) -> Net:
        """The averaged net."""
        return self.net._replace(theta=self.average)


def begin(data: Tensor, rng: torch.Generator, hidden: tuple[int, ...] = HIDDEN) -> Training:
    """A new net for data like (n, d), which tell its units; before the first update its score is that of a Gaussian."""
    net = nets.begin(data, hidden, rng)
    return Training(net, net.theta.clone(), optimisers.begin(net.theta), 0.0)


def train(
    training: Training, schedule: Schedule, x0: Tensor, kind: str, rng: torch.Generator, rate: float = RATE
) -> Training:
    """One update on a batch of data points.

    Args:
        training: where it stands; it is left as it is.
        schedule: the forward process.
        x0: data points, (B, d).
        kind: the loss, out of `losses.KINDS`.
        rng: draws levels and noise.
        rate: Adam's learning rate.
    """
    net, count = training.net, len(x0)
    t = levels_drawn(count, schedule, rng)
    level = nets.frame(net, schedule.scale[t], schedule.sigma[t])
    z = torch.randn(x0.shape, generator=rng)
    x = level.shift * x0.float() + level.sigma * z
    loss, gradient = value_and_gradient(net, kind, x, z, level, rng)
    theta, moments = optimisers.adam(net.theta, gradient, training.adam, Settings(rate=rate))
    keep = min(_AVERAGED, moments.taken / (moments.taken + 10.0))
    average = torch.lerp(theta, training.average, keep)
    shown = loss if training.adam.taken == 0 else keep * training.loss + (1 - keep) * loss
    return Training(net._replace(theta=theta), average, moments, shown)


def levels_drawn(count: int, schedule: Schedule, rng: torch.Generator) -> Tensor:
    """Random levels for the points of a batch, evenly apart in T u^1.5, (count,)."""
    shift = torch.rand(1, generator=rng)
    places = torch.remainder(shift + torch.arange(count) / count, 1.0)
    return (places.pow(_DENSER) * schedule.last).long().clamp_(max=schedule.last - 1) + 1


def as_score(net: Net, schedule: Schedule) -> Score:
    """The net as a score for the samplers, in the dtype of the points it is given."""
    return lambda x, t: nets.score(net, x, schedule.scale[t].item(), schedule.sigma[t].item())


def relative_error(
    score: Score, law: Mixture, schedule: Schedule, levels: Sequence[int], count: int, rng: torch.Generator
) -> Tensor:
    """Root-mean-square error of a score over the root-mean-square exact score, both under p_t, at each level, (L,).

    Args:
        score: the score in question.
        law: the law of the data.
        schedule: the forward process.
        levels: where, each at least 1.
        count: points drawn from the noised law at each level.
        rng: draws them.
    """
    errors = []
    for t in levels:
        give_way()
        later = mixtures.noised(law, schedule.scale[t].item(), schedule.sigma[t].item())
        x = mixtures.sample(later, count, rng)[0]
        exact = mixtures.score(later, x)
        errors.append(((score(x, t) - exact).square().sum() / exact.square().sum()).sqrt())
    return torch.stack(errors)


def to_bytes(net: Net) -> bytes:
    """The net as a safetensors file."""
    return save_tensors(tensors(net))


def tensors(net: Net) -> dict[str, Tensor]:
    """The net as tensors by name: theta, mean, spread, sizes."""
    sizes = torch.tensor(net.sizes, dtype=torch.int64)
    return {"theta": net.theta, "mean": net.mean, "spread": net.spread, "sizes": sizes}


def packed(net: Net) -> tuple[Tensor, ...]:
    """The net as a tuple of tensors alone: theta, mean, spread, sizes; a copy."""
    return tuple(part.clone() for part in tensors(net).values())


def unpacked(parts: tuple[Tensor, ...]) -> Net:
    """The net of `packed`."""
    theta, mean, spread, sizes = parts
    return Net(theta, mean, spread, tuple(int(size) for size in sizes.tolist()))


def from_bytes(stored: bytes) -> Net:
    """The net of a safetensors file.

    Raises:
        BadInput: it is no file of `to_bytes`.
    """
    try:
        parts = load_tensors(stored)
        sizes = tuple(int(size) for size in parts["sizes"].tolist())
        net = Net(parts["theta"].float(), parts["mean"].float(), parts["spread"].float(), sizes)
    except (KeyError, TypeError, ValueError, SafetensorError) as error:
        raise BadInput(f"the net cannot be read: {error}", "file") from None
    wanted = sum((a + 1) * b for a, b in pairwise(sizes))
    fits = len(sizes) > 1 and min(sizes) > 0 and sizes[0] == nets.inputs(sizes[-1])
    if not fits or net.theta.shape != (wanted,) or net.mean.shape != sizes[-1:] or net.spread.ndim:
        raise BadInput(f"the net has {net.theta.numel()} weights, {wanted} belong to layers of {sizes} units", "file")
    return net
