"""Inpainting of half a space: the law of x_0 given that it lies beyond a border, noised, in closed form.

With x_0 ~ sum_k w_k N(m_k, v_k I) and x_t = a x_0 + sigma eps, the posterior of component k at x is
N(mu_k(x), s_k^2 I), so that it lies in the half H = {n.x >= c} with probability Phi((n.mu_k(x) - c) / s_k). The noised
conditional law is p_t(x) P(H given x), the density of the noised mixture with each term times that probability, and its
score is the gradient of the logarithm.

Along the border the conditional law stays a mixture at every level, with the weights w_k Phi((n.m_k - c) / sqrt(v_k)):
coordinates of an isotropic component are independent.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture, mixture, noised
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.kit.giving_way import give_way

_FAR = 12.0  # standard deviations from which on the tail's asymptotic series is exact to 3e-7
_CHUNK = 1 << 17
"""Numbers in one block of points times components: what fits into a processor's cache."""


class Half(NamedTuple):
    """The half space {x : normal.x >= offset}.

    Attributes:
        normal: of length 1, (d,).
        offset: how far the border is from the origin along the normal.
    """

    normal: Tensor
    offset: float

    @property
    def along(self) -> Tensor:
        """The direction of the border in the plane, (2,): the normal turned to the right."""
        return torch.stack([self.normal[1], -self.normal[0]])

    def holds(self, x: Tensor) -> Tensor:
        """Whether points (..., d) lie in it, (...)."""
        inside: Tensor = x @ self.normal.to(x.dtype) >= self.offset
        return inside


def through(first: Tensor, second: Tensor) -> Half:
    """The half plane on the left of the way from one point (2,) to another."""
    way = second - first
    way = way / way.norm()
    normal = torch.stack([-way[1], way[0]])
    return Half(normal, float(normal @ first))


def shares(law: Mixture, half: Half) -> Tensor:
    """The probability that each component gives to the half, (K,)."""
    beyond = law.means @ half.normal - half.offset
    found: Tensor = torch.special.ndtr(beyond / law.variances.sqrt().clamp_min(1e-12))
    return found


def along(law: Mixture, half: Half) -> Mixture:
    """The law of a point of the half along the border, on the line.

    Weights far below all others are kept from 0, so that a half without mass still has a law.
    """
    weights = (law.weights * shares(law, half)).clamp_min(1e-300)
    return mixture(weights, (law.means @ half.along)[:, None], law.variances)


def score(law: Mixture, half: Half, x: Tensor, scale: float, sigma: float) -> Tensor:
    """Grad log of the law of x_t given that x_0 lies in the half.

    Args:
        law: of x_0, with all variances above 0.
        half: where x_0 is.
        x: points, (n, d).
        scale: of the level.
        sigma: of the level, above 0.

    Returns:
        The score in the points' dtype, (n, d).
    """
    prepared = _prepared(law, half, scale, sigma, x.dtype)
    return torch.cat([_score(prepared, part) for part in _parts(law, x)])


def log_density(law: Mixture, half: Half, x: Tensor, scale: float, sigma: float) -> Tensor:
    """Log of the density whose gradient is `score`, in the points' dtype, (n,); at sigma 0 -inf outside of the half."""
    total = float((law.weights * shares(law, half)).sum().clamp_min(1e-300).log())
    if sigma == 0.0:
        inside = half.holds(x / scale)
        plain = mixtures.log_density(Mixture(*(part.to(x.dtype) for part in noised(law, scale, 0.0))), x)
        return torch.where(inside, plain - total, -torch.inf)
    prepared = _prepared(law, half, scale, sigma, x.dtype)
    terms = [torch.logsumexp(_terms(prepared, part)[0], 1) for part in _parts(law, x)]
    return torch.cat(terms) - (total + 0.5 * x.shape[1] * math.log(2 * math.pi))


def exact(law: Mixture, schedule: Schedule, half: Half) -> Score:
    """The same as a score for the samplers."""

    def at(x: Tensor, t: int) -> Tensor:
        return score(law, half, x, schedule.scale[t].item(), schedule.sigma[t].item())

    return at


class _Prepared(NamedTuple):
    later: Mixture
    logs: Tensor  # log w_k - (d/2) log v_k of the noised law
    normal: Tensor
    slope: Tensor  # of (n.mu_k(x) - c) / s_k along the normal, (K,)
    rest: Tensor  # its value at n.x = 0, (K,)


def _prepared(law: Mixture, half: Half, scale: float, sigma: float, dtype: torch.dtype) -> _Prepared:
    later = noised(law, scale, sigma)
    spread = law.variances.sqrt() * sigma / later.variances.sqrt()
    slope = scale * law.variances / later.variances / spread
    rest = (sigma**2 / later.variances * (law.means @ half.normal) - half.offset) / spread
    logs = later.weights.log() - 0.5 * law.means.shape[1] * later.variances.log()
    fitting = Mixture(*(part.to(dtype) for part in later))
    return _Prepared(fitting, logs.to(dtype), half.normal.to(dtype), slope.to(dtype), rest.to(dtype))


def _parts(law: Mixture, x: Tensor) -> tuple[Tensor, ...]:
    return torch.split(x, max(1, _CHUNK // law.means.numel()))


def _score(prepared: _Prepared, x: Tensor) -> Tensor:
    give_way()
    terms, pushes = _terms(prepared, x)
    weights = torch.softmax(terms, 1)
    beyond = (weights * pushes) @ prepared.slope
    pulls = weights / prepared.later.variances
    inner = pulls @ prepared.later.means - x * pulls.sum(1, keepdim=True)
    return torch.addcmul(inner, beyond[:, None], prepared.normal)


def _terms(prepared: _Prepared, x: Tensor) -> tuple[Tensor, Tensor]:
    """Log of each term but for (2 pi)^(-d/2), and the slope of its log Phi(z) in z, both (n, K)."""
    later = prepared.later
    squares = torch.zeros(len(x), len(later.means), dtype=x.dtype)
    for column, mean in zip(x.unbind(1), later.means.T, strict=True):
        squares += (column[:, None] - mean).square_()
    log_share, pushes = _log_ndtr(torch.addmm(prepared.rest, x, prepared.normal[:, None] * prepared.slope))
    return (prepared.logs - squares / (2 * later.variances)).add_(log_share), pushes


def _log_ndtr(z: Tensor) -> tuple[Tensor, Tensor]:
    """Log Phi(z) and its slope phi(z) / Phi(z), to 3e-7; a twentieth of the time of torch's functions for the tail."""
    near = z.clamp(-_FAR, _FAR)
    share = torch.erfc(near * -math.sqrt(0.5)).mul_(0.5)
    slope = (near * near).mul_(-0.5).exp_().mul_(1 / math.sqrt(2 * math.pi)).div_(share)
    logs, far = share.log_(), z < -_FAR
    if bool(far.any()):
        away = z[far]
        inverse = away.square().reciprocal()
        mills = 1 - inverse * (1 - 3 * inverse * (1 - 5 * inverse))  # Phi(z) = phi(z) / -z times this
        logs[far] = -0.5 * away.square() + torch.log(mills / (-away * math.sqrt(2 * math.pi)))
        slope[far] = -away / mills
    return logs, slope
