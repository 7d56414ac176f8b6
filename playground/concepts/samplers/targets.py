"""The laws that chains sample: the data, Gaussians (round, stiff, correlated), and a Dirichlet law on the simplex."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.state import Data
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.fast import cloud_log_density, cloud_score
from playground.engine.kit.diffusion.measures import mode_masses, nearest_components
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.sampling import targets

ALPHA = (2.0, 3.0, 1.0)
"""Of the Dirichlet law."""
STIFF = 100.0
"""Ratio of the two curvatures of the stiff Gaussian."""
CORRELATION = 0.99
"""Of the two coordinates of the correlated Gaussian."""


class Target(NamedTuple):
    """A law in the plane or on the line.

    Attributes:
        kind: as the parameter says.
        law: the mixture, of the data alone.
        precision: of a Gaussian, (d, d); None of other laws.
        mean, variance: of each coordinate, (d,).
    """

    kind: str
    law: Mixture | None
    precision: Tensor | None
    mean: Tensor
    variance: Tensor

    @property
    def d(self) -> int:
        """Coordinates; on the simplex the first two shares."""
        return len(self.mean)

    @property
    def sampled(self) -> targets.Target:
        """Its potential and gradient, for the chains."""
        if self.law is not None:
            law = self.law
            return targets.Target(lambda x: -cloud_log_density(law, x), lambda x: -cloud_score(law, x))
        if self.kind == "simplex":
            return targets.Target(_dirichlet, torch.zeros_like)
        assert self.precision is not None
        return targets.gaussian(self.mean, self.precision)


def _dirichlet(x: Tensor) -> Tensor:
    """The potential of the Dirichlet law by the first two shares; infinite outside of the simplex."""
    shares = torch.cat([x, 1 - x.sum(1, keepdim=True)], 1)
    powers = torch.tensor(ALPHA, dtype=x.dtype) - 1
    inside = (shares > 0).all(1)
    return torch.where(inside, -(powers * shares.clamp_min(1e-300).log()).sum(1), math.inf)


def target_of(params: Params, data: Data) -> Target:
    """The target that the parameters name."""
    match params.target:
        case "gaussian":
            return _gaussian("gaussian", torch.eye(2, dtype=torch.float64))
        case "stiff":
            return _gaussian("stiff", torch.diag(torch.tensor([1.0, STIFF], dtype=torch.float64)))
        case "correlated":
            covariance = torch.tensor([[1.0, CORRELATION], [CORRELATION, 1.0]], dtype=torch.float64)
            return _gaussian("correlated", torch.linalg.inv(covariance))
        case "simplex":
            alpha = torch.tensor(ALPHA, dtype=torch.float64)
            mean, total = alpha / alpha.sum(), float(alpha.sum())
            variance = mean * (1 - mean) / (total + 1)
            return Target("simplex", None, None, mean[:2], variance[:2])
    mean, covariance = mixtures.moments(data.law)
    return Target("data", data.law, None, mean, covariance.diagonal().clone())


def _gaussian(kind: str, precision: Tensor) -> Target:
    variance = torch.linalg.inv(precision).diagonal().contiguous()
    return Target(kind, None, precision, torch.zeros(len(precision), dtype=torch.float64), variance)


def modes_of(target: Target, data: Data) -> int:
    """How many modes it has."""
    return len(mode_masses(data)) if target.law is not None else 1


def nearest_modes(target: Target, data: Data, x: Tensor) -> Tensor:
    """The mode of each point, (n,)."""
    if target.law is None:
        return torch.zeros(len(x), dtype=torch.int64)
    return data.modes[nearest_components(data, x)]


def to_plane(target: Target, x: Tensor) -> Tensor:
    """Points for the plane: shares of three in an equilateral triangle, anything else as it is."""
    if target.kind != "simplex":
        return x
    a, b = x[..., 0], x[..., 1]
    c = 1 - a - b
    return torch.stack([b + c / 2, c * (math.sqrt(3) / 2)], -1)


def from_plane(target: Target, place: Tensor) -> Tensor:
    """The first two shares of a place in the triangle, pulled into it; anything else as it is."""
    if target.kind != "simplex":
        return place
    c = place[1] / (math.sqrt(3) / 2)
    b = place[0] - c / 2
    shares = torch.stack([1 - b - c, b, c]).clamp_min(0.02)
    return (shares / shares.sum())[:2]
