"""The oracle cases of variational autoencoders with Gaussian encoders."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from playground.concepts.vae import linear
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.cases import Inputs, exactly


def _told(value: float) -> float | str | None:
    return None if math.isnan(value) else "inf" if math.isinf(value) else value


def gaussian_kl(inputs: Inputs) -> dict[str, Any]:
    """The divergence both ways."""
    m0, C0, m1, C1 = (exactly(inputs[name]) for name in ("m0", "C0", "m1", "C1"))
    return {
        "kl": _told(linear.gaussian_kl(m0, C0, m1, C1)),
        "reverse": _told(linear.gaussian_kl(m1, C1, m0, C0)),
    }


def reparameterised_gradient(inputs: Inputs) -> dict[str, Any]:
    """Both gradients of an expectation at given noise."""
    a, B, mu, covariance, eps = (exactly(inputs[name]) for name in ("a", "B", "mu", "cov", "eps"))
    found = linear.gradients(a, B, mu, torch.linalg.cholesky(covariance), eps)
    return {
        "z": found.z,
        "f": found.f,
        "pathwise_mu": found.in_mu,
        "pathwise_L": found.in_root,
        "score_mu": found.score,
        "exact_mu": a + B @ mu,
        "variance_pathwise": found.in_mu[:, 0].var(correction=0),
        "variance_score": found.score[:, 0].var(correction=0),
    }


def linear_vae_elbo(inputs: Inputs) -> dict[str, Any]:
    """The bound of a linear decoder, with the given encoder and with the best ones."""
    W, mu, x, mean, covariance = (exactly(inputs[name]) for name in ("W", "mu", "x", "q_mean", "q_cov"))
    sigma2 = float(inputs["sigma2"])
    given = linear.bound(W, mu, sigma2, x, mean, covariance)
    exact = g.posterior(W, torch.full((len(W),), sigma2, dtype=W.dtype))
    at = exact.gain @ (x - mu)
    best = sigma2 / (sigma2 + W.square().sum(0))
    return {
        "reconstruction": given.reconstruction,
        "kl": given.kl,
        "elbo": given.elbo,
        "log_p": given.log_p,
        "gap": given.log_p - given.elbo,
        "posterior_mean": at,
        "posterior_cov": exact.covariance,
        "elbo_posterior": linear.bound(W, mu, sigma2, x, at, exact.covariance).elbo,
        "best_diagonal": best,
        "gap_diagonal": given.log_p - linear.bound(W, mu, sigma2, x, at, best.diag()).elbo,
    }


def beta_collapse_linear(inputs: Inputs) -> dict[str, Any]:
    """The optimum of a beta-VAE with a linear decoder: probabilistic PCA with beta times the noise."""
    eigenvalues, m, sigma2 = exactly(inputs["eigenvalues"]), int(inputs["m"]), float(inputs["sigma2"])
    told: dict[str, list[Any]] = {"rho": [], "active": [], "kl": [], "distortion": [], "objective": []}
    for beta in inputs["betas"]:
        noise = float(beta) * sigma2
        rho = g.closed_form(eigenvalues, m, noise).rho
        kept = rho > 0
        kl = torch.where(kept, 0.5 * (eigenvalues[:m] / noise).log(), 0.0)
        distortion = eigenvalues.clone()
        distortion[:m] = eigenvalues[:m].clamp_max(noise)
        p = len(eigenvalues)
        reconstruction = -0.5 * (p * math.log(2 * math.pi * sigma2) + float(distortion.sum()) / sigma2)
        told["rho"].append(rho)
        told["active"].append(int(kept.sum()))
        told["kl"].append(kl)
        told["distortion"].append(distortion)
        told["objective"].append(reconstruction - float(beta) * float(kl.sum()))
    stacked = {name: torch.stack(told[name]) for name in ("rho", "kl", "distortion")}
    return {**stacked, "active": told["active"], "objective": told["objective"], "thresholds": eigenvalues[:m] / sigma2}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "gaussian_kl": gaussian_kl,
    "reparameterised_gradient": reparameterised_gradient,
    "linear_vae_elbo": linear_vae_elbo,
    "beta_collapse_linear": beta_collapse_linear,
}
