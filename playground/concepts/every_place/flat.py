"""A row of weights seen as the arrays of a net."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Memory, Settings

Form = tuple[int, ...]


def length(forms: Sequence[Form]) -> int:
    """How many numbers the arrays have."""
    return sum(map(math.prod, forms))


def views(theta: Tensor, forms: Sequence[Form]) -> list[Tensor]:
    """The arrays, as views of the row."""
    found, start = list[Tensor](), 0
    for form in forms:
        stop = start + math.prod(form)
        found.append(theta[start:stop].view(form))
        start = stop
    return found


def begin(forms: Sequence[Form], normal: Tensor) -> Tensor:
    """A start: weights of variance 2 / (numbers that enter), and biases, which are rows, of 0."""
    theta = normal.clone()
    for part in views(theta, forms):
        part.mul_(0.0 if part.ndim == 1 else math.sqrt(2.0 / math.prod(part.shape[1:])))
    return theta


def learned(
    theta: Tensor, memory: Memory[Tensor], loss_of: Callable[[Tensor], Tensor], use: Settings
) -> tuple[Tensor, Memory[Tensor], float]:
    """One step of Adam: the new row, what Adam remembers, and the loss before."""
    leaf = theta.detach().requires_grad_(True)
    with torch.enable_grad():
        loss = loss_of(leaf)
        (gradient,) = torch.autograd.grad(loss, leaf)
    theta, memory = optimisers.adam(theta, gradient, memory, use)
    return theta, memory, float(loss.detach())
