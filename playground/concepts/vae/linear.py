"""Gaussian encoders in closed form: divergences, both gradients of an expectation, the ELBO of a linear decoder."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import linear_gaussian as g


def gaussian_kl(m0: Tensor, C0: Tensor, m1: Tensor, C1: Tensor) -> float:
    """KL(N(m0, C0) || N(m1, C1)) in nats; infinite where C0 is singular, NaN where C1 is."""
    if float(torch.linalg.det(C1)) <= 0:
        return math.nan
    if float(torch.linalg.det(C0)) <= 0:
        return math.inf
    inverse, gap = torch.linalg.inv(C1), m1 - m0
    log_ratio = torch.linalg.slogdet(C1).logabsdet - torch.linalg.slogdet(C0).logabsdet
    return 0.5 * float((inverse @ C0).trace() + gap @ inverse @ gap - len(m0) + log_ratio)


class Pathwise(NamedTuple):
    """Samples z = mu + L eps (n, m) of f(z) = a'z + z'Bz / 2, its values, and the gradients of each sample.

    Attributes:
        z, f: samples and values.
        in_mu: a + B z, (n, m).
        in_root: in L, the lower triangle of (a + B z) eps', (n, m, m).
        score: f L^-T eps, (n, m).
    """

    z: Tensor
    f: Tensor
    in_mu: Tensor
    in_root: Tensor
    score: Tensor


def gradients(a: Tensor, B: Tensor, mu: Tensor, L: Tensor, eps: Tensor) -> Pathwise:
    """Both estimators at given noise."""
    z = mu + eps @ L.T
    f = z @ a + 0.5 * ((z @ B) * z).sum(1)
    slope = a + z @ B
    score = f[:, None] * torch.linalg.solve_triangular(L.T, eps.T, upper=True).T
    return Pathwise(z, f, slope, torch.tril(slope[:, :, None] * eps[:, None, :]), score)


class Bound(NamedTuple):
    """The ELBO of one x and its parts, in nats."""

    reconstruction: float
    kl: float
    log_p: float

    @property
    def elbo(self) -> float:
        """Reconstruction less KL."""
        return self.reconstruction - self.kl


def bound(W: Tensor, mu: Tensor, sigma2: float, x: Tensor, mean: Tensor, covariance: Tensor) -> Bound:
    """The ELBO with the encoder N(mean, covariance) and the decoder N(W z + mu, sigma2 I)."""
    p, m = W.shape
    gap = x - mu - W @ mean
    spread = float(gap @ gap + (W @ covariance @ W.T).trace())
    reconstruction = -0.5 * (p * math.log(2 * math.pi * sigma2) + spread / sigma2)
    eye = torch.eye(m, dtype=W.dtype)
    kl = gaussian_kl(mean, covariance, torch.zeros_like(mean), eye)
    log_p = g.log_likelihood(torch.outer(x - mu, x - mu), W, torch.full((p,), sigma2, dtype=W.dtype))
    return Bound(reconstruction, kl, log_p)
