"""Regression by a Gaussian process: the posterior by a Cholesky factor, and the evidence by eigenvalues. Float64.

Source: C. Rasmussen and C. Williams, "Gaussian processes for machine learning" (2006), chapters 2 and 5.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes.kernels import Covariance
from playground.engine.kit.giving_way import give_way

_SINGULAR = 1e-13  # of the largest variance: what is less is none
_JITTER = 1e-9  # of the largest variance, for draws


class FunctionPosterior(NamedTuple):
    """What the data say of a function at m places.

    Attributes:
        mean: (m,).
        cov: of the function itself, without noise, (m, m).
        alpha: the weight of each datum's kernel, (n,): the mean is their sum.
    """

    mean: Tensor
    cov: Tensor
    alpha: Tensor

    @property
    def std(self) -> Tensor:
        """The deviation of the function at each place, (m,)."""
        return self.cov.diagonal().clamp_min(0.0).sqrt()


def condition(K: Tensor, across: Tensor, prior: Tensor, y: Tensor, noise: float) -> FunctionPosterior:
    """A Gaussian conditioned on noisy values of some of its coordinates.

    Args:
        K: covariances of what was measured, (n, n).
        across: of what was measured with what is asked, (n, m).
        prior: of what is asked, (m, m).
        y: measured values, (n,).
        noise: their noise, a variance. At 0 a singular K is taken by its pseudo-inverse.
    """
    if not len(y):
        return FunctionPosterior(torch.zeros(len(prior), dtype=K.dtype), prior, y)
    noisy = K + noise * torch.eye(len(y), dtype=K.dtype)
    L, failed = torch.linalg.cholesky_ex(noisy)
    if int(failed) or float(L.diagonal().min()) ** 2 <= _SINGULAR * float(noisy.diagonal().max()):
        values, Q = torch.linalg.eigh(noisy)
        kept = values > 1e-12 * values[-1]
        half = (Q[:, kept] / values[kept].sqrt()).T
        alpha = half.T @ (half @ y)
        V = half @ across
    else:
        V = torch.linalg.solve_triangular(L, across, upper=False)
        alpha = torch.cholesky_solve(y[:, None], L)[:, 0]
    cov = prior - V.T @ V
    return FunctionPosterior(across.T @ alpha, (cov + cov.T) / 2, alpha)


def posterior(k: Covariance, x: Tensor, y: Tensor, noise: float, asked: Tensor) -> FunctionPosterior:
    """What values y at x, both (n,), with this variance of noise say of the function at places (m,)."""
    return condition(k(x, x), k(x, asked), k(asked, asked), y, noise)


def factor(cov: Tensor) -> Tensor:
    """L with L L' = cov up to a jitter: mean + L z is a draw where z are standard normal numbers."""
    size = float(cov.diagonal().max().clamp_min(1e-12))
    for more in (1.0, 1e2, 1e4):
        L, failed = torch.linalg.cholesky_ex(cov + _JITTER * more * size * torch.eye(len(cov), dtype=cov.dtype))
        if not int(failed):
            found: Tensor = L
            return found
    values, Q = torch.linalg.eigh(cov)
    spread: Tensor = Q * values.clamp_min(0.0).sqrt()
    return spread


class Evidence(NamedTuple):
    """The logarithm of the marginal likelihood, in nats.

    Attributes:
        fit: −½ y' K⁻¹ y.
        complexity: −½ log det K.
        constant: −½ n log 2π.
    """

    fit: Tensor
    complexity: Tensor
    constant: float

    @property
    def total(self) -> Tensor:
        """The sum of the three."""
        return self.fit + self.complexity + self.constant


class Spectrum(NamedTuple):
    """A kernel matrix without noise by its eigenvalues (n,) and eigenvectors, a column each (n, n)."""

    values: Tensor
    Q: Tensor


def spectrum(K: Tensor) -> Spectrum:
    """The one decomposition that serves every noise and every y."""
    values, Q = torch.linalg.eigh(K)
    return Spectrum(values.clamp_min(0.0), Q)


def evidence(found: Spectrum, y: Tensor, noise: Tensor) -> Evidence:
    """The evidence at each of these variances of noise, (v,)."""
    a = (found.Q.T @ y).square()
    lambdas = found.values + noise[:, None]
    fit = -0.5 * (a / lambdas).sum(1)
    return Evidence(fit, -0.5 * lambdas.log().sum(1), -0.5 * len(y) * math.log(2 * math.pi))


def spectra(k: Covariance, x: Tensor, lengths: Tensor) -> list[Spectrum]:
    """One decomposition a length scale of the kernel at x (n,)."""
    found = []
    for length in lengths.tolist():
        give_way()
        found.append(spectrum(k._replace(length=length)(x, x)))
    return found


def expected_improvement(mean: Tensor, std: Tensor, best: float) -> Tensor:
    """E max(f − best, 0) where f is Gaussian: (m − best) Φ(z) + s φ(z)."""
    s = std.clamp_min(1e-12)
    z = (mean - best) / s
    density = (-0.5 * z.square()).exp() / math.sqrt(2 * math.pi)
    gain: Tensor = (mean - best) * torch.special.ndtr(z) + s * density
    return gain


def ridge(F: Tensor, y: Tensor, penalty: float) -> Tensor:
    """The weights (d,) that minimise |y − F w|² + penalty |w|²: MAP under a Gaussian prior."""
    w: Tensor = torch.linalg.solve(F.T @ F + penalty * torch.eye(F.shape[1], dtype=F.dtype), F.T @ y)
    return w
