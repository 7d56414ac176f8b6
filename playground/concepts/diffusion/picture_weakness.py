"""The picture of right shapes with wrong masses."""

from __future__ import annotations

import torch

from playground.concepts.diffusion import Params, weakness
from playground.concepts.diffusion.picture_plane import Shown
from playground.concepts.diffusion.state import State
from playground.engine.kit.diffusion import mixtures


def weak_picture(params: Params, state: State) -> Shown:
    """Data and model with their scores, and the divergences against mass and against noise."""
    sigma = weakness.sigma_of(params, state.noise or 0)
    data, model = weakness.pair(params, sigma)
    half = params.separation / 2 + 4.0
    x = torch.linspace(-half, half, 321, dtype=torch.float64)
    by_mass = weakness.over_mass(params, sigma)
    noises, by_noise = weakness.over_noise(params)
    shown: Shown = {
        "weak_x": x,
        "weak_p": mixtures.log_density(data, x[:, None]).exp(),
        "weak_q": mixtures.log_density(model, x[:, None]).exp(),
        "weak_score_p": mixtures.score(data, x[:, None])[:, 0],
        "weak_score_q": mixtures.score(model, x[:, None])[:, 0],
        "weak_range": torch.tensor([-half, half]),
        "masses_x": weakness.MASSES,
        "noises_x": noises,
        "noise_range": torch.tensor([0.0, params.separation * 1.3]),
        "sigma_now": sigma,
        "mass_now": params.mass,
    }
    for k, name in enumerate(("fisher", "tv", "kl")):
        shown |= {f"mass_{name}": by_mass[:, k], f"noise_{name}": by_noise[:, k]}
    return shown
