"""Principal components, factor analysis and probabilistic PCA: moments, closed forms, EM and posteriors.

The model is x = mu + W z + eta with z ~ N(0, I) and eta ~ N(0, diag(noise)); probabilistic PCA has the same noise in
every feature. Covariances divide by n. Likelihoods are averages over the samples, in nats.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

LEAST_SHARE = 1e-6  # of a feature's variance that EM leaves to its own noise
ZERO = 1e-12  # of the largest variance: what is less is none


class Moments(NamedTuple):
    """What components and likelihoods depend on.

    Attributes:
        X: the samples as the model takes them, (n, p).
        mean: (p,).
        S: the covariance with divisor n, (p, p).
        eigenvalues: of S, the largest first, (p,), not negative.
        U: the eigenvectors, a column each, (p, p); the largest entry of each is positive.
    """

    X: Tensor
    mean: Tensor
    S: Tensor
    eigenvalues: Tensor
    U: Tensor

    @property
    def rank(self) -> int:
        """How many eigenvalues are not 0."""
        return int((self.eigenvalues > ZERO * self.eigenvalues[0].clamp_min(1e-300)).sum())


def moments(X: Tensor) -> Moments:
    """The moments of samples (n, p) with their principal components."""
    mean = X.mean(0)
    centred = X - mean
    S = centred.T @ centred / len(X)
    eigenvalues, U = torch.linalg.eigh(S)
    eigenvalues, U = eigenvalues.flip(0).clamp_min(0.0), U.flip(1)
    signs = U.gather(0, U.abs().argmax(0, keepdim=True)).sign()
    return Moments(X, mean, S, eigenvalues.contiguous(), (U * signs).contiguous())


def reconstruction(found: Moments, X: Tensor, k: int) -> Tensor:
    """What k components keep of samples (n, p)."""
    U = found.U[:, :k]
    return found.mean + (X - found.mean) @ U @ U.T


# ---- the likelihood and the posterior


def log_likelihood(S: Tensor, W: Tensor, noise: Tensor) -> float:
    """The mean log density of samples with covariance S (p, p) by the model W (p, m), noise (p,); inf at a noise of 0.

    By the small matrix I + W' N^-1 W of m rows.
    """
    p, m = W.shape
    if bool((noise <= 0).any()):
        return math.inf
    scaled = W / noise[:, None]
    inner = torch.eye(m, dtype=W.dtype) + W.T @ scaled
    root = torch.linalg.cholesky(inner)
    log_det = 2 * root.diagonal().log().sum() + noise.log().sum()
    middle = torch.cholesky_solve(scaled.T @ S @ scaled, root)
    fit = (S.diagonal() / noise).sum() - middle.diagonal().sum()
    return float(-0.5 * (p * math.log(2 * math.pi) + log_det + fit))


class FactorPosterior(NamedTuple):
    """What a sample says about its factors: the mean is gain (x - mu); the covariance is the same for all."""

    gain: Tensor
    covariance: Tensor


def posterior(W: Tensor, noise: Tensor) -> FactorPosterior:
    """Gain (m, p) and covariance (m, m) of p(z | x); where a noise is 0, the limit from above is near."""
    scaled = W / noise.clamp_min(1e-300)[:, None]
    covariance = torch.linalg.inv(torch.eye(W.shape[1], dtype=W.dtype) + W.T @ scaled)
    covariance = (covariance + covariance.T) / 2
    return FactorPosterior(covariance @ scaled.T, covariance)


# ---- probabilistic PCA


class ClosedForm(NamedTuple):
    """The maximum of the likelihood of probabilistic PCA.

    Attributes:
        sigma2: the noise.
        rho: the lengths of the loadings, (m,).
        log_likelihood: there; infinite where the noise is 0.
    """

    sigma2: float
    rho: Tensor
    log_likelihood: float


def closed_form(eigenvalues: Tensor, m: int, sigma2: float | None = None) -> ClosedForm:
    """The best model with m factors, with this noise or with the best one: the mean of the eigenvalues left out."""
    rest = eigenvalues[m:]
    if sigma2 is None:
        sigma2 = float(rest.mean()) if len(rest) else 0.0
    if sigma2 <= ZERO * float(eigenvalues[0]):
        return ClosedForm(0.0, eigenvalues[:m].sqrt(), math.inf)
    rho = (eigenvalues[:m] - sigma2).clamp_min(0.0).sqrt()
    return ClosedForm(sigma2, rho, spectral_likelihood(eigenvalues, rho, sigma2))


def spectral_likelihood(eigenvalues: Tensor, rho: Tensor, sigma2: float) -> float:
    """The mean log density where the loadings lie along the first components with lengths rho (m,)."""
    modelled = torch.full_like(eigenvalues, sigma2)
    modelled[: len(rho)] += rho.square()
    return float(-0.5 * (len(eigenvalues) * math.log(2 * math.pi) + (modelled.log() + eigenvalues / modelled).sum()))


def ppca_update(S: Tensor, W: Tensor, sigma2: float, hold: bool) -> tuple[Tensor, float]:
    """One iteration of EM: the new loadings, and the new noise unless it is held."""
    m, p = W.shape[1], len(S)
    eye = torch.eye(m, dtype=W.dtype)
    inner = torch.linalg.inv(W.T @ W + sigma2 * eye)
    SW = S @ W
    new = torch.linalg.solve(sigma2 * eye + inner @ (W.T @ SW), SW, left=False)
    if hold:
        return new, sigma2
    left = float(S.diagonal().sum() - ((SW @ inner) * new).sum()) / p
    return new, max(left, 0.0)


# ---- factor analysis


def factor_update(S: Tensor, W: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """One iteration of EM with a noise of its own for every feature.

    A noise never falls below a millionth of the feature's variance, so that a Heywood case stays a model.
    """
    gain, covariance = posterior(W, noise)
    SG = S @ gain.T
    new = torch.linalg.solve(covariance + gain @ SG, SG, left=False)
    own = S.diagonal() - (new * SG).sum(1)
    return new, torch.maximum(own, LEAST_SHARE * S.diagonal())


def rotation(m: int, degrees: float) -> Tensor:
    """The rotation (m, m) of the first two factors."""
    Q = torch.eye(m, dtype=torch.float64)
    if m > 1:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        Q[:2, :2] = torch.tensor([[c, -s], [s, c]], dtype=torch.float64)
    return Q


def varimax(W: Tensor) -> float:
    """The angle in degrees, from 0 to 90, that turns the first two factors to the simplest structure (Kaiser 1958).

    The loadings count as shares of the length that a feature has in both.
    """
    if W.shape[1] < 2:
        return 0.0
    length = W[:, :2].norm(dim=1).clamp_min(1e-300)
    a, b = W[:, 0] / length, W[:, 1] / length
    u, v = a.square() - b.square(), 2 * a * b
    n = len(u)
    above = 2 * float((u * v).sum() - u.sum() * v.sum() / n)
    below = float((u.square() - v.square()).sum() - (u.sum().square() - v.sum().square()) / n)
    return math.degrees(math.atan2(above, below)) / 4 % 90.0


def simplicity(W: Tensor) -> float | None:
    """How near the first two factors are to a simple structure: mean |cos 2 t| over the angles t; 1 on the axes."""
    if W.shape[1] < 2:
        return None
    squares = W[:, :2].square()
    size = squares.sum(1)
    told = size > ZERO * size.max().clamp_min(1e-300)
    if not bool(told.any()):
        return None
    return float(((squares[:, 0] - squares[:, 1]).abs()[told] / size[told]).mean())
