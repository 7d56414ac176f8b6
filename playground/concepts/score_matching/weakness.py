"""The view of what the score does not see: two modes with the right shapes and the wrong masses, and what noise does.

The data are 1/2 N(-s/2, 1) + 1/2 N(s/2, 1), the model w N(-s/2, 1) + (1 - w) N(s/2, 1); both are noised alike. All
divergences are integrals on the line by the trapezoid rule on a grid that ends where the densities are nothing.

Source: Balasubramanian et al. (2022); Wenliang and Kanagawa (2020).
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.score_matching import Params
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.blindness import Gaps
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Role
from playground.figures.values import Range

STEPS = 60
MASSES = torch.linspace(0.02, 0.98, 33, dtype=torch.float64)
_POINTS = 1601
_TAIL = 9.0
_CURVES: tuple[tuple[Role, str], ...] = (("slot4", "Fisher"), ("slot3", "total variation"), ("slot1", "KL"))


# ---- divergences


def sigma_after(separation: float, move: int) -> float:
    """The noise after so many steps: in the end as wide as the modes are apart."""
    return float(separation * (move / STEPS) ** 1.5)


def gaps(separation: float, sigma: float, masses: Tensor) -> Tensor:
    """The divergences with each mass of the model's left mode: Fisher, total variation, KL in nats, (masses, 3)."""
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
    fisher = (p * ((share[1:] - share[0]) * pull).square()).sum(1)
    total_variation = (log_q[1:].exp() - p).abs().sum(1) / 2
    kl = (p * (log_q[0] - log_q[1:])).sum(1)
    return torch.stack([fisher, total_variation, kl], 1) * (2 * far / (_POINTS - 1))


def gaps_now(params: Params, move: int) -> Gaps:
    """The divergences of the chosen mass after so many steps."""
    mass = torch.tensor([params.mass], dtype=torch.float64)
    return Gaps(*gaps(params.separation, sigma_after(params.separation, move), mass)[0].tolist())


@lru_cache(maxsize=8)
def _over_noise(separation: float, mass: float) -> tuple[Tensor, Tensor]:
    """Noise, (31,), and log10 of the divergences there, (31, 3)."""
    sigmas = torch.tensor([sigma_after(separation, 2 * k) for k in range(STEPS // 2 + 1)], dtype=torch.float64)
    one = torch.tensor([mass], dtype=torch.float64)
    return sigmas, _logged(torch.cat([gaps(separation, float(sigma), one) for sigma in sigmas]))


def _logged(rows: Tensor) -> Tensor:
    """log10, not below -18."""
    return rows.clamp_min(1e-18).log10()


# ---- the plots


def weakness(params: Params, move: int) -> Drawn:
    """Data and model of wrong masses, their scores, and the divergences against mass and noise."""
    sigma = sigma_after(params.separation, move)
    laws = [_noised(params, mass, sigma) for mass in (0.5, params.mass)]
    half = params.separation / 2 + 4.0
    x = torch.linspace(-half, half, 321, dtype=torch.float64)
    densities = [mixtures.log_density(law, x[:, None]).exp() for law in laws]
    scores = [mixtures.score(law, x[:, None])[:, 0] for law in laws]
    unit = "noise σ = {sigma_now}"
    by_mass = _logged(gaps(params.separation, sigma, MASSES))
    noises, by_noise = _over_noise(params.separation, params.mass)
    noise = Axis(label="noise σ", range=Range(0.0, params.separation * 1.3))
    plots = (
        _two("densities", "Right shapes, wrong masses", unit, x, densities, main=True),
        _two("scores", "Their scores", "grad log p", x, scores),
        _divergences(
            "masses", "Divergences by mass", Axis(label="mass of the left mode"), MASSES, by_mass, params.mass
        ),
        _divergences("noise", "Divergences by noise", noise, noises, by_noise, sigma),
    )
    return Drawn(Figure(plots=plots, hint="Turn the mass, then press space to add noise"), {"sigma_now": sigma})


def _noised(params: Params, mass: float, sigma: float) -> Mixture:
    half = params.separation / 2
    weights = torch.tensor([mass, 1 - mass], dtype=torch.float64)
    means = torch.tensor([[-half], [half]], dtype=torch.float64)
    law = mixtures.mixture(weights, means, torch.ones(2, dtype=torch.float64))
    return mixtures.noised(law, 1.0, sigma)


def _two(name: str, title: str, unit: str, x: Tensor, values: list[Tensor], main: bool = False) -> Plot:
    """A function of the data's law and of the model's."""
    return Plot(
        name=name,
        title=title,
        badge="exact",
        unit=unit,
        main=main,
        x=Axis(label="x", range=Range(float(x[0]), float(x[-1]))),
        y=Axis(zero=True),
        layers=(
            Curve(name="data", role="slot1", x=x, y=values[0], symbol="p", key="data"),
            Curve(name="model", role="slot2", x=x, y=values[1], symbol="q", key="model"),
        ),
    )


def _divergences(name: str, title: str, across: Axis, x: Tensor, logs: Tensor, now: float) -> Plot:
    curves = (
        Curve(name=words.split()[0].lower(), role=role, x=x, y=logs[:, k], text=words, outcome=True)
        for k, (role, words) in enumerate(_CURVES)
    )
    return Plot(
        name=name,
        title=title,
        badge="exact",
        unit="Fisher {fisher}, TV {tv}, KL {kl}",
        x=across,
        y=Axis(range=(-14.0, 1.0), log=True),
        layers=(Level(name="now", role="now", value=now, across="vertical"), *curves),
    )
