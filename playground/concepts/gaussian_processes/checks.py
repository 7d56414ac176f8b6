"""The shipped cases, computed by the code that the panel runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.gaussian_processes.kernels import angle_between, excess_kurtosis, nngp, relu_mean
from playground.concepts.gaussian_processes.regression import condition, evidence, ridge, spectrum
from playground.engine.kit.cases import Inputs, exactly

Found = Mapping[str, Any]


def _rbf(inputs: Inputs, A: Tensor, B: Tensor) -> Tensor:
    distance = (A[:, None] - B[None]).square().sum(-1)
    K: Tensor = inputs["signal_variance"] * torch.exp(-inputs["gamma"] * distance)
    return K


def _posterior(inputs: Inputs) -> Found:
    X, y, asked = (exactly(inputs[name]) for name in ("X", "y", "Xs"))
    noise = inputs["noise_variance"]
    found = condition(_rbf(inputs, X, X), _rbf(inputs, X, asked), _rbf(inputs, asked, asked), y, noise)
    predictive = (found.std.square() + noise).sqrt()
    return {
        "alpha": found.alpha,
        "mean": found.mean,
        "cov": found.cov,
        "std": _rounded(found.std),
        "predictive_std": predictive if noise else _rounded(predictive),
    }


def _rounded(std: Tensor) -> Tensor:
    """A deviation below the root of the rounding of a variance is none."""
    return torch.where(std < 1e-7, torch.zeros_like(std), std)


def _log_marginal(inputs: Inputs) -> Found:
    X, y, noise = exactly(inputs["X"]), exactly(inputs["y"]), inputs["noise_variance"]
    K = _rbf(inputs, X, X)
    told = evidence(spectrum(K), y, exactly([noise]))
    inverse = torch.linalg.inv(K + noise * torch.eye(len(y), dtype=K.dtype))
    alpha = inverse @ y
    distance = (X[:, None] - X[None]).square().sum(-1)

    def slope(change: Tensor) -> float:
        return 0.5 * float(((torch.outer(alpha, alpha) - inverse) * change).sum())

    return {
        "log_marginal": told.total[0],
        "fit": told.fit[0],
        "complexity": told.complexity[0],
        "constant": told.constant,
        "grad_log_gamma": slope(-inputs["gamma"] * distance * K),
        "grad_log_signal_variance": slope(K),
        "grad_log_noise_variance": slope(noise * torch.eye(len(y), dtype=K.dtype)),
    }


def _singular(inputs: Inputs) -> Found:
    X, y, asked = (exactly(inputs[name]) for name in ("X", "y", "Xs"))
    K = _rbf(inputs, X, X)
    found = condition(K, _rbf(inputs, X, asked), _rbf(inputs, asked, asked), y, 0.0)
    rank = int(torch.linalg.matrix_rank(K, hermitian=True))
    seen: dict[tuple[float, ...], list[float]] = {}
    for place, value in zip(inputs["X"], inputs["y"], strict=True):
        seen.setdefault(tuple(place), []).append(value)
    agree = all(len(set(values)) == 1 for values in seen.values())
    limit = -math.inf if not agree else math.inf
    return {
        "rank": rank,
        "singular": rank < len(y),
        "distinct_inputs": [list(place) for place in seen],
        "averaged_y": [sum(values) / len(values) for values in seen.values()],
        "limit_mean": found.mean,
        "limit_cov": found.cov,
        "repeated_y_agree": agree,
        "log_marginal_limit": "inf" if limit > 0 else "-inf",
    }


def _noise_sweep(inputs: Inputs) -> Found:
    X, y, asked = (exactly(inputs[name]) for name in ("X", "y", "Xs"))
    three = _rbf(inputs, X, X), _rbf(inputs, X, asked), _rbf(inputs, asked, asked)
    found = [condition(*three, y, noise) for noise in inputs["noise_variances"]]
    return {"mean": torch.stack([one.mean for one in found]), "std": torch.stack([_rounded(one.std) for one in found])}


def _conditioning(inputs: Inputs) -> Found:
    mu, S, given = exactly(inputs["mu"]), exactly(inputs["Sigma"]), inputs["given"]
    rest = [i for i in range(len(mu)) if i not in given]
    block, across = S[given][:, given], S[given][:, rest]
    found = condition(block, across, S[rest][:, rest], exactly(inputs["values"]) - mu[given], 0.0)
    return {
        "rest": rest,
        "regression_matrix": across.T @ torch.linalg.pinv(block, hermitian=True),
        "mean": mu[rest] + found.mean,
        "cov": found.cov,
        "marginal_mean": mu[given],
        "marginal_cov": block,
    }


def _ridge(inputs: Inputs) -> Found:
    X, y, asked = (exactly(inputs[name]) for name in ("X", "y", "Xs"))
    tau2, s2 = inputs["tau2"], inputs["s2"]
    prior = tau2 * torch.eye(X.shape[1], dtype=X.dtype)
    weights = condition(X @ prior @ X.T, X @ prior, prior, y, s2)
    return {
        "lambda": s2 / tau2,
        "w_map": ridge(X, y, s2 / tau2),
        "cov_w": weights.cov,
        "mean": asked @ weights.mean,
        "variance": (asked @ weights.cov * asked).sum(1),
    }


def _linear_net(inputs: Inputs) -> Found:
    X = exactly(inputs["X"])
    K = inputs["sigma2"] / X.shape[1] * X @ X.T
    found = condition(K[:-1, :-1], K[:-1, -1:], K[-1:, -1:], exactly(inputs["y_others"]), 0.0)
    return {
        "cov": K,
        "rank": int(torch.linalg.matrix_rank(K, hermitian=True)),
        "last_mean": found.mean[0],
        "last_variance": found.cov[0, 0],
    }


def _arccosine(inputs: Inputs) -> Found:
    moments = exactly(inputs["k11"]), exactly(inputs["k22"]), exactly(inputs["k12"])
    known = float(moments[0] * moments[1]) > 0
    angle = angle_between(*moments)
    step = float((math.pi - angle) / (2 * math.pi)) if known else 0.0
    return {"relu": relu_mean(*moments), "step": step, "angle": float(angle) if known else None}


def _nngp(inputs: Inputs) -> Found:
    K = nngp(exactly(inputs["X"]), inputs["depth"], inputs["sigma_w2"], inputs["sigma_b2"])
    d = K.diagonal(dim1=1, dim2=2)
    size = (d[:, :, None] * d[:, None, :]).sqrt()
    return {"kernels": K, "correlations": torch.where(size > 0, K / size.clamp_min(1e-300), torch.zeros_like(K))}


def _nngp_posterior(inputs: Inputs) -> Found:
    X, y, asked = (exactly(inputs[name]) for name in ("X", "y", "Xs"))
    K = nngp(torch.cat([X, asked]), inputs["depth"], inputs["sigma_w2"], inputs["sigma_b2"])[-1]
    n = len(X)
    found = condition(K[:n, :n], K[:n, n:], K[n:, n:], y, inputs["noise_variance"])
    return {"mean": found.mean, "variance": found.cov.diagonal()}


def _fourth(activation: str, q: float) -> float:
    """E φ⁴ / (E φ²)² of φ(z), z ~ N(0, q), by a fine sum over z."""
    z = torch.linspace(-12.0, 12.0, 40_001, dtype=torch.float64)
    weight = torch.exp(-0.5 * z.square())
    u = {"relu": torch.relu, "tanh": torch.tanh, "sign": torch.sign}[activation](math.sqrt(q) * z)
    return float((weight * u**4).sum() * weight.sum() / (weight * u.square()).sum().square())


def _kurtosis(inputs: Inputs) -> Found:
    readout = 3.0 if inputs["readout"] == "normal" else 1.0
    fourth = 6.0 if inputs["activation"] == "relu" else _fourth(inputs["activation"], inputs["q"])
    if inputs["activation"] == "sign":
        fourth = 1.0
    found: dict[str, Any] = {"excess": [excess_kurtosis(m, fourth, readout) for m in inputs["widths"]]}
    if "deep_relu_widths" in inputs:
        growth = 1.0
        for m in inputs["deep_relu_widths"]:
            growth *= 1 + 5 / m
        found["deep_relu_excess"] = 3 * growth - 3
    return found


CHECKS: dict[str, Callable[[Inputs], Found]] = {
    "gp_posterior": _posterior,
    "gp_log_marginal": _log_marginal,
    "gp_singular_kernel": _singular,
    "gp_noise_sweep": _noise_sweep,
    "gaussian_conditioning": _conditioning,
    "map_equals_ridge": _ridge,
    "linear_network_gp": _linear_net,
    "arccos_kernel": _arccosine,
    "nngp_recursion": _nngp,
    "nngp_posterior": _nngp_posterior,
    "finite_width_kurtosis": _kurtosis,
}
