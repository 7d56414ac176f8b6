"""The kit's optimisers on the flat weights, and what they remember as part of a state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from torch import Tensor

from playground.concepts.mlp import Params
from playground.engine.kit import optimisers as rules
from playground.engine.kit.arrays import Floats
from playground.engine.kit.optimisers import Memory
from playground.engine.kit.tree import as_tensor

MOMENTUM, KEPT = 0.9, 0.9
_RULES = {"sgd": "gd", "momentum": "heavy_ball"}


def rearranged(memory: Memory[Tensor], moved: Callable[[Tensor], Tensor]) -> Memory[Tensor]:
    """The memory with its weights in another order."""
    return Memory(moved(memory.first), moved(memory.second), memory.taken)


class Mover:
    """Moves the weights of one step's updates."""

    def __init__(self, params: Params, memory: Memory[Tensor], theta: Floats, decays: Floats) -> None:
        self._rule = rules.RULES[_RULES.get(params.optimiser, params.optimiser)]
        self._use = rules.Settings(
            rate=params.rate,
            momentum=MOMENTUM,
            beta_2=KEPT if params.optimiser == "rmsprop" else 0.999,
            decay=params.decay * decays if params.optimiser == "adamw" else 0.0,
        )
        self._ahead = params.optimiser == "nesterov"
        self._plain, self._taken = params.optimiser == "sgd", 0
        self._moved = np.empty_like(theta)
        shape = theta.shape
        self._before = memory
        first, second = (part.numpy().reshape(shape) for part in memory[:2])
        self._memory = Memory(first, second, memory.taken)
        self._stand = theta

    @property
    def memory(self) -> Memory[Tensor]:
        """What is remembered now."""
        before, now = self._before, self._memory
        taken = now.taken + self._taken
        return Memory(as_tensor(now.first, before.first), as_tensor(now.second, before.second), taken)

    def look(self, theta: Floats) -> None:
        """Puts the weights where the rule wants its gradient: Nesterov's looks ahead."""
        if self._ahead:
            self._stand = theta.copy()
            theta[...] = rules.ahead(theta, self._memory, self._use)

    def move(self, theta: Floats, gradient: Floats) -> None:
        """One step, written into `theta`."""
        if self._plain:  # as `optimisers.gradient_descent`, in place
            theta -= np.multiply(gradient, self._use.rate, out=self._moved)
            self._taken += 1
            return
        here = self._stand if self._ahead else theta
        moved, self._memory = self._rule(here, gradient, self._memory, self._use)
        theta[...] = moved
