"""The oracle cases of the reverse process: drifts, flows on the line, single moves of the samplers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from playground.concepts.diffusion.checks_noise import schedule_of
from playground.engine.kit.cases import Inputs, exactly, law_of
from playground.engine.kit.diffusion import guidance, mixtures, samplers, schedules
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import SamplerSetting, advance


def _clock(inputs: Inputs, t: float) -> tuple[float, float]:
    """Scale and noise of the VP-SDE at time t."""
    B = schedules.integrated_beta(exactly(t), inputs["bmin"], inputs["bmax"]).item()
    return math.exp(-B / 2), math.sqrt(-math.expm1(-B))


def reverse_drifts(inputs: Inputs) -> dict[str, Any]:
    """Forward and reverse drifts at one point."""
    law, x, t = law_of(inputs["mixture"]), exactly(inputs["x"]), float(inputs["t"])
    score = mixtures.score(mixtures.noised(law, *_clock(inputs, t)), x[None])[0]
    beta = inputs["bmin"] + t * (inputs["bmax"] - inputs["bmin"])
    drifts = samplers.drifts(x, score, beta)
    return {
        "score": score,
        "forward_drift": drifts.forward,
        "reverse_drift_for_negative_dt": drifts.reverse,
        "reverse_drift_in_tau": -drifts.reverse,
        "ode_drift": drifts.flow,
        "diffusion": drifts.diffusion,
    }


def probability_flow_gaussian(inputs: Inputs) -> dict[str, Any]:
    """The flow of a Gaussian, forwards, by its quantiles."""
    law = Mixture(exactly([1.0]), exactly([[inputs["m0"]]]), exactly([inputs["s0"] ** 2]))
    x = exactly([inputs["x_at_0"]])
    ends = [mixtures.transported(law, x, (1.0, 0.0), _clock(inputs, t)) for t in inputs["t"]]
    return {"x_at_t": torch.cat(ends)}


def probability_flow_mixture_quantiles(inputs: Inputs) -> dict[str, Any]:
    """The flow of a mixture, backwards, by its quantiles."""
    law, x = law_of(inputs["mixture"]), exactly(inputs["x_at_1"])
    later = _clock(inputs, 1.0)
    return {
        "cdf": mixtures.cdf(mixtures.noised(law, *later), x),
        "x_at_0": mixtures.transported(law, x, later, (1.0, 0.0)),
    }


def ddim_step(inputs: Inputs) -> dict[str, Any]:
    """One deterministic step."""
    law, schedule = law_of(inputs["mixture"]), schedule_of(inputs["schedule"])
    t, s, x = int(inputs["t"]), int(inputs["s"]), exactly(inputs["x_t"])[None]
    score, step = guidance.exact(law, schedule), schedules.between(schedule, t, s)
    moved = advance(x[None], ["ddim"], t, s, schedule, score, x[None], SamplerSetting())
    return {
        "eps_star": (-step.sigma * score(x, t))[0],
        "x0_hat": mixtures.denoised(law, x, step.scale, step.sigma)[0],
        "x_s": moved[0, 0],
    }


def ancestral_sampling_given_noise(inputs: Inputs) -> dict[str, Any]:
    """DDPM down to the data; the last step draws nothing."""
    schedule = schedules.from_betas(exactly(inputs["betas"]))
    score = guidance.exact(law_of(inputs["mixture"]), schedule)
    x = exactly(inputs["x_T"])[None, None]
    path, noise = [x], [*inputs["noise"], [0.0] * x.shape[-1]]
    for t, z in zip(range(schedule.last, 0, -1), noise, strict=False):
        path.append(
            advance(path[-1], ["ancestral"], t, t - 1, schedule, score, exactly(z)[None, None], SamplerSetting())
        )
    return {"trajectory": torch.cat(path)[:, 0]}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "reverse_drifts": reverse_drifts,
    "probability_flow_gaussian": probability_flow_gaussian,
    "probability_flow_mixture_quantiles": probability_flow_mixture_quantiles,
    "ddim_step": ddim_step,
    "ancestral_sampling_given_noise": ancestral_sampling_given_noise,
}
