"""The histograms of both estimators, and what is exact about them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params
from playground.concepts.backprop.estimators import (
    Moments,
    best_baseline,
    expectation,
    moments,
    reparameterised,
    score,
)
from playground.concepts.backprop.state import BINS, State, Tally, histogram_range, setting_of, tally
from playground.engine.frame import Scalar

Shown = dict[str, Tensor | Scalar]
_POINTS = 161


@lru_cache(maxsize=64)
def _exact(params: Params) -> tuple[Moments, Moments, float, float, float]:
    """Moments of both estimators, E f, the best baseline, and the variance with it."""
    setting = setting_of(params)
    best = best_baseline(setting)
    least = moments(score, setting._replace(baseline=best)).variance
    return moments(score, setting), moments(reparameterised, setting), expectation(setting), best, least


def histograms(params: Params, state: State) -> Shown:
    """Counts as shares, means and variances so far, and their exact values."""
    by_score, by_path, mean, best, least = _exact(params)
    low, high = histogram_range(params)
    count = max(float(state.sums[0, 0]), 1.0)
    shares = state.bins / count
    found = tally(state)
    many = params.average
    ratio = by_score.variance / by_path.variance if by_path.variance > 1e-12 else None
    setting = setting_of(params)
    z = np.linspace(params.mu - 4 * params.sigma, params.mu + 4 * params.sigma, _POINTS)
    with np.errstate(all="ignore"):
        f = np.array(setting.f(z))
    known = np.abs(f[np.isfinite(f)])
    height = float(known.max()) if len(known) and known.max() > 0 else 1.0
    density = height * np.exp(-(((z - params.mu) / params.sigma) ** 2) / 2)
    return {
        "score_mean": found.score_mean,
        "path_mean": found.path_mean,
        "score_variance": found.score_variance,
        "path_variance": found.path_variance,
        **_compared(found),
        "variance_ratio": ratio,
        "mean": _number(by_path.mean),
        "mean_score": _number(by_score.mean),
        "mean_gap": _number(abs(by_path.mean - by_score.mean)),
        "expectation": _number(mean),
        "score_exact": _number(by_score.variance / many),
        "path_exact": _number(by_path.variance / many),
        "best_baseline": _number(best),
        "best_variance": _number(least / many),
        "estimates": int(state.sums[0, 0]),
        "by_name": {"mu": "μ", "sigma": "σ"}[params.by],
        "bin_edges": torch.linspace(low, high, BINS + 1, dtype=torch.float64),
        "bin_range": torch.tensor([low, high], dtype=torch.float64),
        "score_bins": shares[0],
        "path_bins": shares[1],
        "z_x": torch.from_numpy(z),
        "f_y": torch.from_numpy(f),
        "density_y": torch.from_numpy(density),
    }


def _compared(found: Tally) -> Shown:
    """The two estimators against one another, of the samples so far."""
    score_mean, path_mean, score_variance, path_variance = found[1:]
    known = score_mean is not None and path_mean is not None
    return {
        "sampled_ratio": score_variance / path_variance if score_variance is not None and path_variance else None,
        "sampled_gap": abs(score_mean - path_mean) if known else None,  # type: ignore[operator]
    }


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
