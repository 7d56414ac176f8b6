"""Two modes with the right shapes and the wrong masses: what the Fisher divergence sees of it, and what noise does.

The data are 1/2 N(-s/2, 1) + 1/2 N(s/2, 1), the model w N(-s/2, 1) + (1 - w) N(s/2, 1); both are noised alike. All
divergences are integrals on the line by the trapezoid rule on a grid that ends where the densities are nothing.

Source: Balasubramanian et al. (2022); Wenliang and Kanagawa (2020).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture

STEPS = 60
_POINTS = 1601
_TAIL = 9.0


class Gaps(NamedTuple):
    """Divergences of model from data: Fisher E_p|s_p - s_q|^2, total variation, KL(p, q)."""

    fisher: float
    tv: float
    kl: float


def sigma_of(params: Params, move: int) -> float:
    """The noise after so many steps: in the end as wide as the modes are apart."""
    return _sigma(params.separation, move)


def _sigma(separation: float, move: int) -> float:
    return float(separation * (move / STEPS) ** 1.5)


def pair(params: Params, sigma: float, mass: float | None = None) -> tuple[Mixture, Mixture]:
    """Data and model under noise."""
    half = params.separation / 2
    means = torch.tensor([[-half], [half]], dtype=torch.float64)
    one = torch.ones(2, dtype=torch.float64)
    w = params.mass if mass is None else mass
    laws = (mixtures.mixture(weights, means, one) for weights in (one, torch.tensor([w, 1 - w], dtype=torch.float64)))
    data, model = (mixtures.noised(law, 1.0, sigma) for law in laws)
    return data, model


def gaps(params: Params, sigma: float, masses: Tensor) -> Tensor:
    """The divergences with each mass of the model's left mode: Fisher, total variation, KL as rows, (masses, 3)."""
    return _gaps(params.separation, sigma, masses)


def _gaps(separation: float, sigma: float, masses: Tensor) -> Tensor:
    far = separation / 2 + _TAIL * math.hypot(1.0, sigma)
    x = torch.linspace(-far, far, _POINTS, dtype=torch.float64)
    v = 1.0 + sigma**2
    left, right = -separation / 2 - x, separation / 2 - x
    log_left, log_right = (-0.5 * gap.square() / v - 0.5 * math.log(2 * math.pi * v) for gap in (left, right))
    w = torch.cat([torch.full((1,), 0.5, dtype=torch.float64), masses])[:, None]
    log_q = torch.logaddexp(w.log() + log_left, (1 - w).log() + log_right)
    # The scores differ by what the modes' shares differ by, times the gap between their pulls.
    share = torch.exp(w.log() + log_left - log_q)
    pull = (left - right) / v
    p = log_q[0].exp()
    rows = torch.stack([
        (p * ((share[1:] - share[0]) * pull).square()).sum(1),
        (log_q[1:].exp() - p).abs().sum(1) / 2,
        (p * (log_q[0] - log_q[1:])).sum(1),
    ], 1)  # fmt: skip
    return rows * (2 * far / (_POINTS - 1))


def now(params: Params, sigma: float) -> Gaps:
    """The divergences with the chosen mass."""
    return Gaps(*gaps(params, sigma, torch.tensor([params.mass], dtype=torch.float64))[0].tolist())


MASSES = torch.linspace(0.02, 0.98, 33, dtype=torch.float64)


def over_mass(params: Params, sigma: float) -> Tensor:
    """log10 of the divergences at `MASSES`, (33, 3)."""
    return logged(gaps(params, sigma, MASSES))


@lru_cache(maxsize=8)
def _over_noise(separation: float, mass: float) -> tuple[Tensor, Tensor]:
    sigmas = torch.tensor([_sigma(separation, 2 * k) for k in range(STEPS // 2 + 1)], dtype=torch.float64)
    one = torch.tensor([mass], dtype=torch.float64)
    return sigmas, logged(torch.cat([_gaps(separation, float(sigma), one) for sigma in sigmas]))


def over_noise(params: Params) -> tuple[Tensor, Tensor]:
    """Noise and log10 of the divergences there, (31,) and (31, 3)."""
    return _over_noise(params.separation, params.mass)


def logged(rows: Tensor) -> Tensor:
    """log10, not below -18."""
    return rows.clamp_min(1e-18).log10()
