"""What chains sample: a potential f = -log density, known up to a constant, and its gradient."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture


class Target(NamedTuple):
    """A law in d dimensions.

    Attributes:
        potential: from points (n, d) to (n,); infinite outside of the support.
        gradient: from points (n, d) to (n, d).
    """

    potential: Callable[[Tensor], Tensor]
    gradient: Callable[[Tensor], Tensor]


def gaussian(mean: Tensor, precision: Tensor) -> Target:
    """N(mean, precision^-1); mean (d,), precision (d, d)."""

    def gradient(x: Tensor) -> Tensor:
        return (x - mean) @ precision

    return Target(lambda x: 0.5 * ((x - mean) * gradient(x)).sum(-1), gradient)


def of_mixture(law: Mixture) -> Target:
    """An isotropic Gaussian mixture."""
    return Target(lambda x: -mixtures.log_density(law, x), lambda x: -mixtures.score(law, x))


def box(low: Tensor, high: Tensor) -> Target:
    """The uniform law on a box, its edges inside; low and high (d,)."""

    def potential(x: Tensor) -> Tensor:
        inside = ((x >= low) & (x <= high)).all(-1)
        return torch.where(inside, 0.0, math.inf).to(x.dtype)

    return Target(potential, torch.zeros_like)


def quartic() -> Target:
    """Two wells: the sum over coordinates of x^4/4 - x^2/2."""
    return Target(lambda x: (x**4 / 4 - x**2 / 2).sum(-1), lambda x: x**3 - x)
