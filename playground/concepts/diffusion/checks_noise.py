"""The oracle cases of the forward process: schedules, posteriors, scores and denoisers in closed form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import torch

from playground.engine.errors import BadInput
from playground.engine.kit.cases import Inputs, exactly, law_of
from playground.engine.kit.diffusion import mixtures, schedules
from playground.engine.kit.diffusion.schedules import Schedule


def schedule_of(words: str) -> Schedule:
    """A schedule in words, such as "linear 1e-4..0.02 T=1000" or "cosine T=100".

    Raises:
        BadInput: it is none.
    """
    found = re.fullmatch(r"(linear|scaled linear|cosine)(?: ([\d.e+-]+?)\.\.([\d.e+-]+))? T=(\d+)", words)
    if found is None:
        raise BadInput(f'schedule is {words!r}, allowed is such as "linear 1e-4..0.02 T=1000"', "schedule")
    name, first, last, T = found[1], found[2], found[3], int(found[4])
    if name == "cosine":
        return schedules.cosine(T)
    kind = schedules.linear if name == "linear" else schedules.scaled_linear
    return kind(T) if first is None else kind(T, float(first), float(last))


def linear_schedule(inputs: Inputs) -> dict[str, Any]:
    """Beta linear over all T levels, whatever T."""
    T, t = int(inputs["T"]), inputs["t"]
    schedule = schedules.from_betas(torch.linspace(inputs["beta_1"], inputs["beta_T"], T, dtype=torch.float64))
    share = schedules.alpha_bar(schedule)
    below = (share < 0.5).nonzero()
    return {
        "beta": schedules.betas(schedule)[exactly(t).long() - 1],
        "alpha_bar": share[t],
        "beta_tilde": [schedules.between(schedule, k, k - 1).posterior_variance for k in t],
        "snr": schedules.snr(schedule)[t],
        "alpha_bar_T": share[-1],
        "first_t_with_alpha_bar_below_half": int(below[0].item()) if len(below) else None,
    }


def cosine_schedule(inputs: Inputs) -> dict[str, Any]:
    """The cosine schedule with clipped beta."""
    schedule = schedules.cosine(int(inputs["T"]), inputs["s"], inputs["max_beta"])
    beta = schedules.betas(schedule)
    clipped = (beta >= inputs["max_beta"] - 1e-12).nonzero().ravel() + 1
    t = inputs["t"]
    return {
        "beta": beta[exactly(t).long() - 1],
        "alpha_bar": schedules.alpha_bar(schedule)[t],
        "clipped_steps": clipped,
    }


def forward_closed_form(inputs: Inputs) -> dict[str, Any]:
    """One jump to level t."""
    schedule, t = schedule_of(inputs["schedule"]), int(inputs["t"])
    x0, eps = exactly(inputs["x0"]), exactly(inputs["eps"])
    scale, sigma = schedule.scale[t], schedule.sigma[t]
    x = scale * x0 + sigma * eps
    one = mixtures.noised(mixtures.points(x0[None]), scale.item(), sigma.item())
    return {
        "x_t": x,
        "mean": scale * x0,
        "variance": sigma**2,
        "conditional_score": mixtures.score(one, x[None])[0],
        "expected_energy": scale**2 * x0.square().sum() + sigma**2 * len(x0),
    }


def posterior(inputs: Inputs) -> dict[str, Any]:
    """The law of x_{t-1} given x_t and x_0."""
    schedule, t = schedule_of(inputs["schedule"]), int(inputs["t"])
    x0, x = exactly(inputs["x0"]), exactly(inputs["x_t"])
    step = schedules.between(schedule, t, t - 1)
    first, last = step.posterior_weights
    return {
        "coef_x0": first,
        "coef_x_t": last,
        "variance": step.posterior_variance,
        "mean": first * x0 + last * x,
        "eps": (x - step.scale * x0) / step.sigma,
        "loss_weight_lambda_for_sigma2_eq_beta": schedules.bound_weights(schedule)[t - 1],
    }


def mixture_score(inputs: Inputs) -> dict[str, Any]:
    """Density, responsibilities and score of a mixture."""
    law, x = law_of(inputs["mixture"]), exactly(inputs["points"])
    return {
        "log_density": mixtures.log_density(law, x),
        "responsibilities": mixtures.responsibilities(law, x),
        "score": mixtures.score(law, x),
    }


def tweedie_mixture(inputs: Inputs) -> dict[str, Any]:
    """The optimal denoiser of added noise."""
    law, x, sigma = law_of(inputs["mixture"]), exactly(inputs["noisy"]), float(inputs["sigma"])
    return {
        "denoised": mixtures.denoised(law, x, 1.0, sigma),
        "score_of_noisy_law": mixtures.score(mixtures.noised(law, 1.0, sigma), x),
    }


def vp_denoiser_and_eps(inputs: Inputs) -> dict[str, Any]:
    """Score, denoiser, noise prediction and reverse mean of the noised mixture."""
    law, schedule, t = law_of(inputs["mixture"]), schedule_of(inputs["schedule"]), int(inputs["t"])
    x, step = exactly(inputs["x_t"]), schedules.between(schedule, t, t - 1)
    score = mixtures.score(mixtures.noised(law, step.scale, step.sigma), x)
    return {
        "score": score,
        "x0_hat": mixtures.denoised(law, x, step.scale, step.sigma),
        "eps_star": -step.sigma * score,
        "reverse_mean": (x + step.variance * score) / step.ratio,
    }


def vp_sde_marginals(inputs: Inputs) -> dict[str, Any]:
    """Mean factor and variance of the VP-SDE."""
    clock = schedules.integrated_beta(exactly(inputs["t"]), inputs["bmin"], inputs["bmax"])
    schedule = schedules.from_clock(clock)
    return {"B": clock, "mean_factor": schedule.scale, "variance": schedule.sigma**2}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "linear_schedule": linear_schedule,
    "cosine_schedule": cosine_schedule,
    "forward_closed_form": forward_closed_form,
    "posterior": posterior,
    "mixture_score": mixture_score,
    "mixture_score_far_tail": mixture_score,
    "tweedie_mixture": tweedie_mixture,
    "vp_denoiser_and_eps": vp_denoiser_and_eps,
    "vp_sde_marginals": vp_sde_marginals,
}
