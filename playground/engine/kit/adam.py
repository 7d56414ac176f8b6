"""Adam on one flat vector of parameters, as a pure step.

Source: Kingma and Ba, "Adam: a method for stochastic optimization" (2015), with bias correction.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8


class Adam(NamedTuple):
    """What the next step needs.

    Attributes:
        first: running mean of the gradient, (P,).
        second: running mean of its square, (P,).
        taken: number of steps so far.
    """

    first: Tensor
    second: Tensor
    taken: int


def begin(theta: Tensor) -> Adam:
    """The state before the first step."""
    return Adam(torch.zeros_like(theta), torch.zeros_like(theta), 0)


def step(theta: Tensor, gradient: Tensor, adam: Adam, rate: float, beta_2: float = BETA_2) -> tuple[Tensor, Adam]:
    """The parameters and the state after one step; the inputs are left as they are."""
    count = adam.taken + 1
    first = torch.lerp(adam.first, gradient, 1 - BETA_1)
    second = (adam.second * beta_2).addcmul_(gradient, gradient, value=1 - beta_2)
    root = (second / (1 - beta_2**count)).sqrt_().add_(EPSILON)
    moved = torch.addcdiv(theta, first, root, value=-rate / (1 - BETA_1**count))
    return moved, Adam(first, second, count)
