"""Isotropic Gaussian mixtures under Gaussian noise: density, score, denoiser and posterior in closed form.

If x_0 ~ sum_k w_k N(m_k, v_k I) and x_t = a x_0 + sigma eps, then x_t ~ sum_k w_k N(a m_k, (a^2 v_k + sigma^2) I).
Components of variance 0 are points, so that finite data are a mixture too: their score is the optimal denoiser.

Everything here works with differences x - m_k and the logarithm of sums of exponentials: it stays finite in the far
tail and is exact to rounding. `fast` has the same score for large clouds.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

_CHUNK = 1 << 18
"""Numbers in one block of points times components: what fits into a processor's cache."""


class Mixture(NamedTuple):
    """Gaussian components with covariance v_k I.

    Attributes:
        weights: (K,), positive, summing to 1.
        means: (K, d).
        variances: (K,), not standard deviations; 0 makes a component a point.
    """

    weights: Tensor
    means: Tensor
    variances: Tensor


class Posterior(NamedTuple):
    """What is known of x_0 once x_t = x is seen: for every x again a mixture.

    Attributes:
        weights: (n, K), of the components.
        means: (n, K, d).
        variances: (K,), the same for every x.
    """

    weights: Tensor
    means: Tensor
    variances: Tensor


def mixture(weights: Tensor, means: Tensor, variances: Tensor) -> Mixture:
    """The mixture with the weights scaled to sum 1."""
    return Mixture(weights / weights.sum(), means, variances)


def points(data: Tensor) -> Mixture:
    """The law of equally likely data points (n, d)."""
    n = len(data)
    return Mixture(torch.full((n,), 1.0 / n, dtype=data.dtype), data, torch.zeros(n, dtype=data.dtype))


def noised(law: Mixture, scale: float, sigma: float) -> Mixture:
    """The law of scale x_0 + sigma eps."""
    return Mixture(law.weights, scale * law.means, scale**2 * law.variances + sigma**2)


def log_terms(law: Mixture, x: Tensor) -> Tensor:
    """Log w_k + log N(x; m_k, v_k I), (n, K)."""
    squares = (x[:, None, :] - law.means).square().sum(-1)
    v = law.variances
    return law.weights.log() - 0.5 * x.shape[-1] * torch.log(2 * math.pi * v) - squares / (2 * v)


def log_density(law: Mixture, x: Tensor) -> Tensor:
    """Log p(x) of points (n, d), (n,)."""
    return torch.cat([torch.logsumexp(log_terms(law, part), 1) for part in _parts(law, x)])


def responsibilities(law: Mixture, x: Tensor) -> Tensor:
    """Probability of each component given x, (n, K)."""
    return torch.softmax(log_terms(law, x), 1)


def score(law: Mixture, x: Tensor) -> Tensor:
    """Grad log p(x) = sum_k r_k(x) (m_k - x) / v_k, (n, d)."""
    return torch.cat([_score(law, part) for part in _parts(law, x)])


def jacobian(law: Mixture, x: Tensor) -> Tensor:
    """Hessian of log p, the Jacobian of the score, (n, d, d).

    With g_k = (m_k - x) / v_k: sum_k r_k (g_k g_k' - I / v_k) - s s'.
    """
    r = responsibilities(law, x)
    pulls = (law.means - x[:, None, :]) / law.variances[:, None]
    s = (r[:, :, None] * pulls).sum(1)
    eye = torch.eye(x.shape[-1], dtype=x.dtype)
    outer = torch.einsum("nk,nki,nkj->nij", r, pulls, pulls)
    return outer - (r / law.variances).sum(1)[:, None, None] * eye - s[:, :, None] * s[:, None, :]


def denoised(law: Mixture, x: Tensor, scale: float, sigma: float) -> Tensor:
    """E[x_0 given x_t = x] = (x + sigma^2 grad log p_t(x)) / scale (Tweedie), (n, d)."""
    if sigma == 0.0:
        return x / scale
    return (x + sigma**2 * score(noised(law, scale, sigma), x)) / scale


def posterior(law: Mixture, x: Tensor, scale: float, sigma: float) -> Posterior:
    """The law of x_0 given x_t = x: component k becomes N((sigma^2 m_k + a v_k x) / (a^2 v_k + sigma^2), ...)."""
    later = noised(law, scale, sigma)
    gain = scale * law.variances / later.variances
    kept = sigma**2 / later.variances
    means = kept[:, None] * law.means + gain[:, None] * x[:, None, :]
    return Posterior(responsibilities(later, x), means, law.variances * kept)


def conditional(law: Mixture, known: Tensor, values: Tensor) -> Mixture:
    """The law of the other coordinates once some are known.

    Args:
        law: the joint law in d dimensions.
        known: (d,), which coordinates are known.
        values: their values, (number known,).
    """
    seen = Mixture(law.weights, law.means[:, known], law.variances)
    return Mixture(responsibilities(seen, values[None])[0], law.means[:, ~known], law.variances)


def sample(law: Mixture, n: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Points (n, d) and the component each came from, (n,)."""
    chosen = torch.multinomial(law.weights, n, replacement=True, generator=rng)
    noise = torch.randn(n, law.means.shape[1], generator=rng, dtype=law.means.dtype)
    return law.means[chosen] + law.variances[chosen].sqrt()[:, None] * noise, chosen


def moments(law: Mixture) -> tuple[Tensor, Tensor]:
    """Mean (d,) and covariance (d, d)."""
    mean = law.weights @ law.means
    spread = law.means - mean
    inner = (law.weights @ law.variances) * torch.eye(len(mean), dtype=mean.dtype)
    return mean, inner + (law.weights[:, None] * spread).T @ spread


def labelled(law: Mixture, labels: Tensor, label: int) -> Mixture:
    """The law given a label: the components with `labels` (K,) equal to it."""
    kept = labels == label
    return mixture(law.weights[kept], law.means[kept], law.variances[kept])


def cdf(law: Mixture, x: Tensor) -> Tensor:
    """Distribution function of a one-dimensional mixture at x of any shape."""
    z = (x[..., None] - law.means[:, 0]) / torch.sqrt(2 * law.variances)
    shares: Tensor = law.weights * torch.special.erfc(-z)
    return 0.5 * shares.sum(-1)


def quantile(law: Mixture, u: Tensor) -> Tensor:
    """The x with cdf(x) = u, by bisection to rounding; u in (0, 1), any shape, float64."""
    width = 40 * law.variances.max().sqrt()
    low = torch.full_like(u, (law.means.min() - width).item())
    high = torch.full_like(u, (law.means.max() + width).item())
    for _ in range(80):
        middle = (low + high) / 2
        below = cdf(law, middle) < u
        low, high = torch.where(below, middle, low), torch.where(below, high, middle)
    return (low + high) / 2


def transported(law: Mixture, x: Tensor, at: tuple[float, float], to: tuple[float, float]) -> Tensor:
    """Where the probability-flow ODE takes points on the line, exactly: it keeps their quantiles.

    Args:
        law: the one-dimensional law of x_0.
        x: points of any shape, float64.
        at: scale and sigma of their level.
        to: scale and sigma of the level wanted.
    """
    return quantile(noised(law, *to), cdf(noised(law, *at), x))


def _parts(law: Mixture, x: Tensor) -> tuple[Tensor, ...]:
    return torch.split(x, max(1, _CHUNK // max(1, law.means.numel())))


def _score(law: Mixture, x: Tensor) -> Tensor:
    give_way()
    pulls = (law.means - x[:, None, :]) / law.variances[:, None]
    terms = (
        law.weights.log() - 0.5 * x.shape[-1] * torch.log(law.variances) - 0.5 * law.variances * pulls.square().sum(-1)
    )
    return (torch.softmax(terms, 1)[:, :, None] * pulls).sum(1)
