"""The kit's optimisers on the flat weights, and what they remember as part of a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.engine.kit import optimisers as rules
from playground.engine.kit.dense.layout import Floats

MOMENTUM, KEPT = 0.9, 0.9
_RULES = {"sgd": "gd", "momentum": "heavy_ball"}


class Moments(NamedTuple):
    """What an optimiser remembers of S nets with N weights; see `engine.kit.optimisers.Memory`.

    Attributes:
        first, second: (S, N).
        taken: steps so far.
    """

    first: Tensor
    second: Tensor
    taken: int


def remembered(theta: Tensor) -> Moments:
    """Nothing yet."""
    return Moments(torch.zeros_like(theta), torch.zeros_like(theta), 0)


def rearranged(memory: Moments, moved: Callable[[Tensor], Tensor]) -> Moments:
    """The memory with its weights in another order."""
    return Moments(moved(memory.first), moved(memory.second), memory.taken)


class Mover:
    """Moves the weights of one step's updates."""

    def __init__(self, params: Params, memory: Moments, theta: Floats, decays: Floats) -> None:
        self._rule = rules.RULES[_RULES.get(params.optimiser, params.optimiser)]
        self._use = rules.Settings(
            rate=params.rate,
            momentum=MOMENTUM,
            beta_2=KEPT if params.optimiser == "rmsprop" else 0.999,
            decay=params.decay * decays if params.optimiser == "adamw" else 0.0,
        )
        self._ahead = params.optimiser == "nesterov"
        shape = theta.shape
        first, second = (part.numpy().reshape(shape) for part in memory[:2])
        self._memory = rules.Memory(first, second, memory.taken)
        self._stand = theta

    @property
    def memory(self) -> Moments:
        """What is remembered now."""
        N = self._memory.first.shape[-1]
        first, second = (torch.from_numpy(np.reshape(part, (-1, N))) for part in self._memory[:2])
        return Moments(first, second, self._memory.taken)

    def look(self, theta: Floats) -> None:
        """Puts the weights where the rule wants its gradient: Nesterov's looks ahead."""
        if self._ahead:
            self._stand = theta.copy()
            theta[...] = rules.ahead(theta, self._memory, self._use)

    def move(self, theta: Floats, gradient: Floats) -> None:
        """One step, written into `theta`."""
        here = self._stand if self._ahead else theta
        moved, self._memory = self._rule(here, gradient, self._memory, self._use)
        theta[...] = moved
