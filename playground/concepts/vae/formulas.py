"""The formulas of the notes from their own terms; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.vae import net
from playground.texts.terms import Terms


def exact(terms: Terms) -> Any:
    """The slope of a E z + b E z^2 / 2 in the mean, by a difference."""
    params, h = terms.params, 1e-4

    def value(mean: float) -> float:
        return float(params.slope * mean + 0.5 * params.bend * (mean**2 + params.spread**2))

    return {"exact": (value(params.mean + h) - value(params.mean - h)) / (2 * h)}


def _mean_under_noise(values: Any) -> float:
    """E of a function of one standard normal number, by Gauss and Hermite."""
    eps, weights = np.polynomial.hermite_e.hermegauss(20)
    return float((weights * values(eps)).sum() / weights.sum())


def pathwise_variance(terms: Terms) -> Any:
    """The variance of f' under the noise, by quadrature."""
    params = terms.params
    mean = _mean_under_noise(lambda eps: params.slope + params.bend * (params.mean + params.spread * eps))
    square = _mean_under_noise(
        lambda eps: (params.slope + params.bend * (params.mean + params.spread * eps) - mean) ** 2
    )
    return {"pathwise_variance": square}


def score_variance(terms: Terms) -> Any:
    """The variance of f times the score under the noise, by quadrature."""
    params = terms.params

    def score(eps: Any) -> Any:
        z = params.mean + params.spread * eps
        return (params.slope * z + 0.5 * params.bend * z**2 - off) * eps / params.spread

    off = 0.0
    if params.baseline:
        off = _mean_under_noise(lambda eps: score(eps) * eps * params.spread)
    mean = _mean_under_noise(score)
    return {"score_variance": _mean_under_noise(lambda eps: (score(eps) - mean) ** 2)}


def first_kl(terms: Terms) -> Any:
    """The mean of log q - log p under q for each unit of the first drawing, by quadrature."""
    state = terms.state
    x = state.drawing.numpy().astype(float)
    now = net.parts(state.theta, terms.params.latent)
    W1, b1, W2, b2 = (one.numpy().astype(float) for one in now[:4])
    means, logs = np.split(np.maximum(x @ W1 + b1, 0) @ W2 + b2, 2)
    total = 0.0
    for mean, log in zip(means, np.clip(logs, -8, 8), strict=True):
        total += _mean_under_noise(
            lambda eps, m=mean, v=log: -0.5 * v - 0.5 * eps**2 + 0.5 * (m + np.exp(v / 2) * eps) ** 2
        )
    return {"first_kl": total}
