"""The optimisers of the panel, in place on one flat array: a step of a small net must cost no more than its calls.

Conventions: heavy ball v = beta v + g, theta -= eta v; Nesterov takes g + beta v; RMSProp and Adam divide by
sqrt(v) + epsilon; AdamW first shrinks the weights by 1 - eta mu.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.engine.kit.dense.layout import Floats

BETA_1, BETA_2, EPSILON, MOMENTUM, KEPT = 0.9, 0.999, 1e-8, 0.9, 0.9


class Memory(NamedTuple):
    """What an optimiser remembers of S nets with N weights.

    Attributes:
        first, second: running sums of gradients and of their squares, (S, N).
        taken: steps so far.
    """

    first: Tensor
    second: Tensor
    taken: int


def remembered(theta: Tensor) -> Memory:
    """Nothing yet."""
    return Memory(torch.zeros_like(theta), torch.zeros_like(theta), 0)


def rearranged(memory: Memory, moved: Callable[[Tensor], Tensor]) -> Memory:
    """The memory with its weights in another order."""
    return Memory(moved(memory.first), moved(memory.second), memory.taken)


class Mover:
    """Moves weights; works on copies of the memory that it was given."""

    def __init__(self, params: Params, memory: Memory, theta: Floats, decays: Floats) -> None:
        self._params = params
        self._first = memory.first.numpy().reshape(theta.shape).copy()
        self._second = memory.second.numpy().reshape(theta.shape).copy()
        self._taken = memory.taken
        self._decays = decays
        self._work = np.empty_like(theta)

    @property
    def memory(self) -> Memory:
        """What is remembered now."""
        N = self._first.shape[-1]
        return Memory(
            torch.from_numpy(self._first.reshape(-1, N)), torch.from_numpy(self._second.reshape(-1, N)), self._taken
        )

    def move(self, theta: Floats, g: Floats) -> None:
        """One step along the gradient, written into `theta`."""
        params, first, second, work = self._params, self._first, self._second, self._work
        rate = params.rate
        self._taken += 1
        match params.optimiser:
            case "sgd":
                np.multiply(g, rate, out=work)
                theta -= work
                return
            case "momentum" | "nesterov":
                first *= MOMENTUM
                first += g
                theta -= rate * (first if params.optimiser == "momentum" else g + MOMENTUM * first)
                return
            case "adagrad":
                second += g * g
                theta -= rate * g / (np.sqrt(second) + EPSILON)
                return
            case "rmsprop":
                second *= KEPT
                second += (1 - KEPT) * g * g
                theta -= rate * g / (np.sqrt(second) + EPSILON)
                return
        if params.optimiser == "adamw" and params.decay:
            theta *= 1.0 - rate * params.decay * self._decays
        first *= BETA_1
        first += (1 - BETA_1) * g
        second *= BETA_2
        np.multiply(g, g, out=work)
        work *= 1 - BETA_2
        second += work
        spread = math.sqrt(1 - BETA_2**self._taken)
        np.sqrt(second, out=work)
        work += EPSILON * spread
        np.divide(first, work, out=work)
        work *= rate * spread / (1 - BETA_1**self._taken)
        theta -= work
