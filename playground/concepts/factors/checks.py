"""The oracle cases of components, factors and the linear autoencoder."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from playground.concepts.factors import bottleneck
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.cases import Inputs, exactly


def _finite(value: float) -> float | str:
    return "inf" if math.isinf(value) else value


def pca(inputs: Inputs) -> dict[str, Any]:
    """Components of samples and what m of them keep."""
    X, m = exactly(inputs["data"]), int(inputs["m"])
    found = g.moments(X)
    rebuilt, total = g.reconstruction(found, X, m), float(found.eigenvalues.sum())
    return {
        "mean": found.mean,
        "eigenvalues": found.eigenvalues,
        "projector": found.U[:, :m] @ found.U[:, :m].T,
        "reconstruction": rebuilt,
        "error": (X - rebuilt).square().sum(1).mean(),
        "discarded": found.eigenvalues[m:].sum(),
        "explained": float(found.eigenvalues[:m].sum()) / total if total > 0 else None,
    }


def linear_autoencoder(inputs: Inputs) -> dict[str, Any]:
    """Loss and gradients at a decoder and an encoder, and the loss at every critical point of full rank."""
    D, E = exactly(inputs["D"]), exactly(inputs["E"])
    found = g.moments(exactly(inputs["data"]))
    here = bottleneck.slopes(found.S, D, E)
    subsets, losses = bottleneck.critical_losses(found.eigenvalues, D.shape[1])
    return {
        "loss": here.loss,
        "grad_D": here.D,
        "grad_E": here.E,
        "minimum": found.eigenvalues[D.shape[1] :].sum(),
        "critical_losses": losses,
        "subsets": subsets,
    }


def _log_densities(gap: Tensor, W: Tensor, noise: Tensor) -> list[float]:
    """Log p of each x - mu, (n, p), one by one: its covariance is that of a single sample."""
    return [g.log_likelihood(torch.outer(one, one), W, noise) for one in gap]


def factor_posterior(inputs: Inputs) -> dict[str, Any]:
    """Posterior, marginal covariance and log density."""
    W, noise = exactly(inputs["W"]), exactly(inputs["noise"])
    gap = exactly(inputs["x"]) - exactly(inputs["mu"])
    told = g.posterior(W, noise)
    return {
        "posterior_mean": gap @ told.gain.T,
        "posterior_cov": told.covariance,
        "marginal_cov": W @ W.T + noise.diag(),
        "log_p": _log_densities(gap, W, noise),
    }


def rotation_invariance(inputs: Inputs) -> dict[str, Any]:
    """The model with its loadings times a matrix."""
    W, noise, Q = (exactly(inputs[name]) for name in ("W", "noise", "Q"))
    gap = exactly(inputs["x"]) - exactly(inputs["mu"])
    plain, turned = g.posterior(W, noise), g.posterior(W @ Q, noise)
    return {
        "orthogonal": bool(torch.allclose(Q.T @ Q, torch.eye(len(Q), dtype=Q.dtype), atol=1e-12)),
        "log_likelihood": sum(_log_densities(gap, W, noise)),
        "log_likelihood_rotated": sum(_log_densities(gap, W @ Q, noise)),
        "posterior_mean": gap @ plain.gain.T,
        "posterior_mean_rotated": gap @ turned.gain.T,
        "posterior_cov_rotated": turned.covariance,
    }


def ppca_ml(inputs: Inputs) -> dict[str, Any]:
    """The maximum of the likelihood."""
    m = int(inputs["m"])
    found = g.moments(exactly(inputs["data"]))
    best = g.closed_form(found.eigenvalues, m)
    W = found.U[:, :m] * best.rho
    return {
        "eigenvalues": found.eigenvalues,
        "sigma2": best.sigma2,
        "rho": best.rho,
        "WWt": W @ W.T,
        "log_likelihood": _finite(best.log_likelihood),
    }


def ppca_fixed_noise(inputs: Inputs) -> dict[str, Any]:
    """The best loadings at a noise that is given, and the slope of the likelihood in the first of them."""
    eigenvalues, sigma2 = exactly(inputs["eigenvalues"]), float(inputs["sigma2"])
    best = g.closed_form(eigenvalues, int(inputs["m"]), sigma2)
    first, rho = float(eigenvalues[0]), float(best.rho[0])
    modelled = rho**2 + sigma2
    return {
        "rho": best.rho,
        "active": int((best.rho > 0).sum()),
        "log_likelihood": best.log_likelihood,
        "log_likelihood_zero": g.spectral_likelihood(eigenvalues, 0 * best.rho, sigma2),
        "derivative_at_rho1": rho * (first / modelled - 1) / modelled,
        "curvature_at_zero": (first / sigma2 - 1) / sigma2,
    }


def ppca_em(inputs: Inputs) -> dict[str, Any]:
    """Steps of EM."""
    S, W, sigma2 = exactly(inputs["S"]), exactly(inputs["W"]), float(inputs["sigma2"])
    like = [g.log_likelihood(S, W, torch.full((len(S),), sigma2, dtype=S.dtype))]
    products, noises = [], []
    for _ in range(int(inputs["steps"])):
        W, sigma2 = g.ppca_update(S, W, sigma2, hold=not inputs["update_noise"])
        products.append(W @ W.T)
        noises.append(sigma2)
        like.append(g.log_likelihood(S, W, torch.full((len(S),), sigma2, dtype=S.dtype)))
    return {"WWt": torch.stack(products), "sigma2": noises, "log_likelihood": like}


def vanishing_noise(inputs: Inputs) -> dict[str, Any]:
    """The gain of the posterior as the noise goes to 0."""
    W = exactly(inputs["W"])
    p, m = W.shape
    gains = [g.posterior(W, torch.full((p,), float(one), dtype=W.dtype)).gain for one in inputs["sigma2"]]
    inverse = torch.linalg.pinv(W)
    return {
        "matrices": torch.stack(gains),
        "pseudo_inverse": inverse,
        "distance": [float(torch.linalg.norm(one - inverse)) for one in gains],
        "limit_posterior_cov": torch.eye(m, dtype=W.dtype) - inverse @ W,
        "full_column_rank": int(torch.linalg.matrix_rank(W)) == m,
        "orthonormal": bool(torch.allclose(W.T @ W, torch.eye(m, dtype=W.dtype), atol=1e-12)),
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "pca": pca,
    "linear_autoencoder": linear_autoencoder,
    "factor_posterior": factor_posterior,
    "rotation_invariance": rotation_invariance,
    "ppca_ml": ppca_ml,
    "ppca_fixed_noise": ppca_fixed_noise,
    "ppca_em": ppca_em,
    "vanishing_noise": vanishing_noise,
}
