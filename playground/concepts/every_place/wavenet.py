"""A small WaveNet: causal dilated layers that predict the next sample, and the waves they learn.

Each layer adds its tanh to what the next one reads, and to what the output reads, which so stays within bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.every_place import Params
from playground.concepts.every_place.flat import Form, views

CHANNELS = 8
LENGTH = 128  # samples of a piece
MADE = 64  # samples that are made
JITTER = (
    0.1  # standard deviation of what is added to the samples that are learnt from, so that a wave made stays on its way
)

_TONES = {"two": ((10.0, 0.6), (23.0, 0.4)), "beat": ((9.0, 0.5), (11.0, 0.5)), "slow": ((48.0, 0.9),)}


class Stack(NamedTuple):
    """How the layers reach back.

    Attributes:
        width: taps of a kernel.
        dilations: from layer to layer.
        causal: no output sees what comes later.
    """

    width: int
    dilations: tuple[int, ...]
    causal: bool = True

    @property
    def field(self) -> int:
        """Samples that an output sees: 1 + sum of (k - 1) d."""
        return 1 + sum((self.width - 1) * d for d in self.dilations)

    def ahead(self, dilation: int) -> int:
        """How many samples ahead a layer looks: half of its reach, rounded up, or none."""
        return 0 if self.causal else -(-dilation * (self.width - 1) // 2)

    def whole(self, t: int, length: int) -> bool:
        """Whether all that the prediction after sample t sees lies within a wave of this length."""
        ahead = sum(map(self.ahead, self.dilations))
        return t + ahead < length and t + ahead - self.field + 1 >= 0


def stack_of(params: Params) -> Stack:
    """The layers that the parameters ask for."""
    return Stack(params.width, tuple(2**k if params.dilated else 1 for k in range(params.layers)), params.causal)


def forms(stack: Stack) -> tuple[Form, ...]:
    """The arrays: entry, kernel and bias of each layer, and output."""
    layers: tuple[Form, ...] = ((CHANNELS, CHANNELS, stack.width), (CHANNELS,)) * len(stack.dilations)
    return ((CHANNELS, 1, 1), (CHANNELS,), *layers, (1, CHANNELS, 1), (1,))


def causal(z: Tensor, kernel: Tensor, dilation: int, ahead: int = 0) -> Tensor:
    """y[t] = sum_k w[k] x[t - (K - 1 - k) d]: the last tap is the present, and `ahead` samples later where it may look.

    Args:
        z: (n, channels, T).
        kernel: (out, channels, K).
        dilation: d.
        ahead: how many of the zeros stand behind the end instead of before the beginning.
    """
    reach = dilation * (kernel.shape[-1] - 1)
    return functional.conv1d(functional.pad(z, (reach - ahead, ahead)), kernel, dilation=dilation)


def run(theta: Tensor, stack: Stack, x: Tensor) -> Tensor:
    """The prediction of the next sample at every moment, (n, T), from waves (n, T)."""
    w = views(theta, forms(stack))
    z = functional.conv1d(x[:, None], w[0], w[1])
    added = torch.zeros_like(z)
    for k, d in enumerate(stack.dilations):
        h = (causal(z, w[2 + 2 * k], d, stack.ahead(d)) + w[3 + 2 * k][:, None]).tanh()
        z, added = z + h, added + h
    return functional.conv1d(added, w[-2], w[-1])[:, 0]


def waves(kind: str, n: int, rng: torch.Generator, samples: int = LENGTH + 1) -> Tensor:
    """Pieces of a wave from random moments, (n, samples)."""
    t = torch.arange(samples, dtype=torch.float32)
    phases = torch.rand((n, 2), generator=rng) * 2 * math.pi
    return _sum(kind, t, phases)


def _sum(kind: str, t: Tensor, phases: Tensor) -> Tensor:
    tones = [
        size * torch.sin(2 * math.pi * t / period + phases[:, [k]]) for k, (period, size) in enumerate(_TONES[kind])
    ]
    return torch.stack(tones).sum(0)


def by_sample(theta: Tensor, stack: Stack, x: Tensor, t: int) -> Tensor:
    """The derivative of the prediction after sample t by every sample of a wave (T,), (T,)."""
    leaf = x.detach().clone().requires_grad_(True)
    with torch.enable_grad():
        (found,) = torch.autograd.grad(run(theta, stack, leaf[None])[0, t], leaf)
    return found


def made(theta: Tensor, stack: Stack, x: Tensor, count: int, noise: Sequence[float]) -> Tensor:
    """What the net goes on with after a wave (T,), sample by sample from its own samples, (count,).

    Only the newest output of each layer is computed; the older ones wait in a queue as long as its dilation asks.
    """
    if not stack.causal:  # each new sample may change all before, so that everything is computed again
        seen = x
        for k in range(count):
            new = run(theta, stack, seen[-max(stack.field, 2) :][None])[0, -1] + noise[k]
            seen = torch.cat([seen, new[None].clamp(-9.0, 9.0)])
        return seen[len(x) :]
    w = [part.numpy().astype(np.float64) for part in views(theta, forms(stack))]
    kernels = [w[2 + 2 * k] for k in range(len(stack.dilations))]
    history = [np.zeros((0, CHANNELS))] * len(kernels)
    queues: list[list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]] = [[] for _ in history]
    zero = np.zeros(CHANNELS)
    reach = [d * (stack.width - 1) for d in stack.dilations]

    def predicted(sample: float) -> float:
        z, added = w[0][:, 0, 0] * sample + w[1], zero
        for k, kernel in enumerate(kernels):
            queue, d = queues[k], stack.dilations[k]
            queue.append(z)
            total = w[3 + 2 * k]
            for tap in range(stack.width):
                at = len(queue) - 1 - (stack.width - 1 - tap) * d
                total = total + kernel[:, :, tap] @ (queue[at] if at >= 0 else zero)
            h = np.tanh(total)
            z, added = z + h, added + h
            if len(queue) > 4 * reach[k] + 64:
                del queue[: len(queue) - reach[k] - 1]
        return float(w[-2][0, :, 0] @ added + w[-1][0])

    last = 0.0
    for sample in x[-stack.field :].tolist():
        last = predicted(sample)
    found = list[float]()
    for k in range(count):
        found.append(min(max(last + noise[k], -9.0), 9.0))
        last = predicted(found[-1])
    return torch.tensor(found, dtype=torch.float32)
