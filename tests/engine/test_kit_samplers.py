"""Reverse samplers: known steps, exact laws on a Gaussian, equalities between methods, purity."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import torch

from playground.engine.kit.diffusion import guidance, mixtures, samplers, schedules
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import METHODS, SamplerSetting, advance
from playground.engine.kit.diffusion.schedules import between, levels

BUMPS = Mixture(
    torch.tensor([0.3, 0.7]).double(), torch.tensor([[-2.0], [1.5]]).double(), torch.tensor([0.25, 1.0]).double()
)


def normals(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def test_ancestral_draws_from_the_posterior_of_the_denoised_point() -> None:
    schedule = schedules.linear(1000)
    score = guidance.exact(BUMPS, schedule)
    x, z = normals(5, 1), normals(1, 5, 1)
    for t, s in ((500, 499), (500, 300), (1, 0)):
        step = between(schedule, t, s)
        first, last = step.posterior_weights
        denoised = mixtures.denoised(BUMPS, x, step.scale, step.sigma)
        expected = first * denoised + last * x + math.sqrt(step.posterior_variance) * z[0]
        found = advance(x[None], ["ancestral"], t, s, schedule, score, z, SamplerSetting())
        torch.testing.assert_close(found[0], expected)


def test_ddim_with_eta_one_is_ancestral() -> None:
    schedule = schedules.cosine(100)
    score, x, z = guidance.exact(BUMPS, schedule), normals(5, 1), normals(1, 5, 1)
    found = advance(torch.stack([x, x]), ["ddim", "ancestral"], 60, 41, schedule, score, z, SamplerSetting(eta=1.0))
    torch.testing.assert_close(found[0], found[1])


def test_ddim_keeps_the_noise_that_it_sees() -> None:
    schedule = schedules.linear(1000)
    step, x = between(schedule, 500, 480), normals(5, 1)
    score = guidance.exact(BUMPS, schedule)
    denoised = mixtures.denoised(BUMPS, x, step.scale, step.sigma)
    expected = step.to_scale * denoised - step.to_sigma * step.sigma * score(x, 500)
    found = advance(x[None], ["ddim"], 500, 480, schedule, score, normals(1, 5, 1), SamplerSetting())
    torch.testing.assert_close(found[0], expected)


@pytest.mark.parametrize("exploding", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_every_sampler_brings_a_gaussian_home(method: str, exploding: bool) -> None:
    """From the exact law at T, 200 steps give mean and variance of N(1, 0.49)."""
    schedule = schedules.exploding(200) if exploding else schedules.linear(200)
    law = Mixture(torch.ones(1).double(), torch.ones(1, 1).double(), torch.tensor([0.49]).double())
    score = guidance.exact(law, schedule)
    rng = torch.Generator().manual_seed(3)
    setting = SamplerSetting(inner=8 if method == "langevin" else 2, rate=0.2)
    top = mixtures.noised(law, schedule.scale[-1].item(), schedule.sigma[-1].item())
    x = mixtures.sample(top, 2000, rng)[0][None]
    visited = levels(schedule, 200)
    for t, s in pairwise(visited):
        noise = torch.randn(samplers.draws([method], setting), 2000, 1, generator=rng, dtype=torch.float64)
        x = advance(x, [method], t, s, schedule, score, noise, setting)
    assert x.mean().item() == pytest.approx(1.0, abs=0.06)
    assert x.std().item() == pytest.approx(0.7, abs=0.06)


def test_lockstep_is_every_method_alone_and_leaves_its_inputs() -> None:
    schedule = schedules.linear(50)
    score, setting = guidance.exact(BUMPS, schedule), SamplerSetting(eta=0.5, inner=2)
    clouds = normals(len(METHODS), 20, 1)
    noise = normals(samplers.draws(METHODS, setting), 20, 1)
    kept = clouds.clone(), noise.clone()
    for t, s in ((50, 30), (5, 0)):
        together = advance(clouds, METHODS, t, s, schedule, score, noise, setting)
        for k, method in enumerate(METHODS):
            alone = advance(clouds[k : k + 1], [method], t, s, schedule, score, noise, setting)
            torch.testing.assert_close(alone[0], together[k], rtol=1e-12, atol=1e-12)
    assert torch.equal(clouds, kept[0])
    assert torch.equal(noise, kept[1])


def test_the_counts_of_evaluations_and_draws_are_true() -> None:
    schedule, setting = schedules.linear(50), SamplerSetting(eta=0.0, inner=3)
    score = guidance.exact(BUMPS, schedule)
    for method in METHODS:
        for t, s in ((50, 30), (5, 0)):
            calls: list[int] = []

            def counted(x: torch.Tensor, t: int, calls: list[int] = calls) -> torch.Tensor:
                calls.append(t)
                return score(x, t)

            noise = normals(samplers.draws([method], setting), 4, 1)
            advance(normals(1, 4, 1), [method], t, s, schedule, counted, noise, setting)
            last = s == 0
            expected = {"ode": 2 - last, "langevin": 3 + last, "corrector": 4 - 3 * last}
            assert len(calls) == expected.get(method, 1)


def test_known_coordinates_are_put_back_with_the_right_noise() -> None:
    schedule = schedules.linear(50)
    clouds, z = normals(2, 9, 2), normals(9, 2)
    known, values = torch.tensor([True, False]), torch.tensor([0.5, 9.0]).double()
    found = samplers.inpainted(clouds, known, values, 20, schedule, z)
    assert torch.equal(found[..., 1], clouds[..., 1])
    torch.testing.assert_close(found[0, :, 0], schedule.scale[20] * 0.5 + schedule.sigma[20] * z[:, 0])
    at_the_end = samplers.inpainted(clouds, known, values, 0, schedule, z)
    assert (at_the_end[..., 0] == 0.5).all()
