"""Samplers against exact laws on the line: orders of convergence, claims with thresholds, and another library."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from playground.engine.kit.diffusion import bounds, finite, guidance, line, mixtures, samplers, schedules
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import SamplerSetting
from playground.engine.kit.diffusion.schedules import levels


def exactly(values: object) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


LAW = Mixture(exactly([0.3, 0.7]), exactly([[-2.0], [1.5]]), exactly([0.09, 0.25]))
TWO = Mixture(exactly([0.5, 0.5]), exactly([[-2.0], [2.0]]), exactly([0.04, 0.04]))
LINEAR = schedules.linear(1000)


def error_after(method: str, steps: int) -> float:
    """Largest distance of 60 points from where the exact flow takes them, quantile for quantile."""
    schedule = schedules.exploding(1024, smallest=0.02, largest=10.0)
    t = schedule.last
    noised = mixtures.noised(LAW, 1.0, schedule.sigma[t].item())
    x = line.even_quantiles(noised, 60)
    visited = levels(schedule, steps)
    visited[-1] = 1  # where the flow is smooth
    end = line.final(x, method, visited, schedule, guidance.exact(LAW, schedule), torch.Generator())
    exact = mixtures.transported(LAW, x, (1.0, schedule.sigma[t].item()), (1.0, schedule.sigma[1].item()))
    return (end - exact).abs().mean().item()


@pytest.mark.parametrize(("method", "order"), [("ddim", 1.0), ("ode", 2.0)])
def test_the_flow_is_met_at_the_order_of_the_method(method: str, order: float) -> None:
    errors = [error_after(method, steps) for steps in (64, 128, 256)]
    found = [math.log2(coarse / fine) for coarse, fine in pairwise(errors)]
    assert found == pytest.approx([order, order], abs=0.3)


@pytest.mark.parametrize(("method", "limit"), [("sde", 0.06), ("ode", 0.06), ("ancestral", 0.06), ("ddim", 0.02)])
def test_two_hundred_steps_bring_the_law_home(method: str, limit: float) -> None:
    score = guidance.exact(LAW, LINEAR)
    few, many = (line.w1_after(LAW, LINEAR, method, levels(LINEAR, k), score, 2000, 0) for k in (10, 200))
    assert many < limit
    assert many < few


def test_one_jump_averages_and_many_small_ones_do_not() -> None:
    score = guidance.exact(TWO, LINEAR)
    found = [line.w1_after(TWO, LINEAR, "ddim", levels(LINEAR, k), score, 500, 0) for k in (1, 2, 4, 16)]
    assert found[0] > 1.5
    assert found[1] > 1.0
    assert found[2] < 0.3
    assert found[3] < 0.05


def test_a_wrong_score_costs_in_proportion_and_few_steps_cost_anyway() -> None:
    visited = [t for t in levels(LINEAR, 100) if LINEAR.sigma[t] > 0.1]
    costs = [line.tv_after(LAW, LINEAR, visited, error, mesh=0.03) for error in (0.0, 0.1, 0.3, 1.0)]
    assert costs == sorted(costs)
    assert costs[0] < 0.03
    assert costs[3] > 0.5
    few = [t for t in levels(LINEAR, 20) if LINEAR.sigma[t] > 0.1]
    assert line.tv_after(LAW, LINEAR, few, 0.0) > 2 * costs[0]


def test_the_law_on_the_grid_is_the_law_of_particles() -> None:
    visited = [t for t in levels(LINEAR, 30) if LINEAR.sigma[t] > 0.1]
    x = torch.linspace(-7, 7, 701, dtype=torch.float64)
    start = torch.exp(-x.square() / 2) / math.sqrt(2 * math.pi)
    score = guidance.exact(LAW, LINEAR)
    density = line.final_law(x, start, "ancestral", visited, LINEAR, score)
    assert density.sum().item() * 0.02 == pytest.approx(1.0, abs=1e-6)
    rng = torch.Generator().manual_seed(0)
    points = torch.randn(20_000, 1, generator=rng, dtype=torch.float64)
    end = line.final(points, "ancestral", visited, LINEAR, score, rng)
    below = (end[:, 0, None] < x).double().mean(0)
    assert (below - density.cumsum(0) * 0.02).abs().max() < 0.025


def test_the_score_of_finite_data_errs_like_one_over_root_n() -> None:
    law = Mixture(exactly([0.5, 0.5]), exactly([[-1.0, 0.0], [1.0, 0.5]]), exactly([0.1, 0.1]))
    rng, counts = torch.Generator().manual_seed(0), (50, 200, 800)
    errors = exactly([finite.score_error(law, n, 0.3, 20, 200, rng) for n in counts])
    assert -1.3 < finite.slope(exactly([float(n) for n in counts]), errors) < -0.75
    assert finite.score_error(law, 50, 0.05, 5, 200, rng) > 100 * errors[0]


# ---- the variational bound


@pytest.mark.parametrize("x0", [-1.5, 0.3, 2.0])
def test_the_bars_add_up_to_a_bound_that_is_nearly_met(x0: float) -> None:
    terms = bounds.gaussian_terms(1.0, 0.5, x0, LINEAR)
    model = -bounds.gaussian_model_log_density(1.0, 0.5, x0, LINEAR)
    data = -mixtures.log_density(Mixture(exactly([1.0]), exactly([[1.0]]), exactly([0.5])), exactly([[x0]])).item()
    assert (terms.between >= 0).all()
    assert model <= terms.total < model + 0.1
    assert model == pytest.approx(data, abs=0.01)


def test_fewer_levels_loosen_the_bound_on_average() -> None:
    law = Mixture(exactly([1.0]), exactly([[1.0]]), exactly([0.5]))
    entropy = 0.5 * math.log(2 * math.pi * math.e * 0.5)
    points = line.even_quantiles(law, 100)[:, 0].tolist()
    averages = [
        sum(bounds.gaussian_terms(1.0, 0.5, x0, schedules.linear(T)).total for x0 in points) / 100 for T in (10, 100)
    ]
    assert averages[0] > averages[1] > entropy - 0.02  # a hundred points miss a little of the tails


def test_the_posterior_mean_is_that_of_samples() -> None:
    step = schedules.between(LINEAR, 500, 400)
    rng = torch.Generator().manual_seed(0)
    x0 = 0.8
    middle = step.to_scale * x0 + step.to_sigma * torch.randn(400_000, generator=rng, dtype=torch.float64)
    later = step.ratio * middle + math.sqrt(step.variance) * torch.randn(400_000, generator=rng, dtype=torch.float64)
    seen = middle[(later - 1.0).abs() < 0.05]
    first, last = step.posterior_weights
    assert seen.mean().item() == pytest.approx(first * x0 + last * 1.0, rel=0.01)
    assert seen.var().item() == pytest.approx(step.posterior_variance, rel=0.05)


def test_simulated_moments_are_the_closed_form_and_energy_stays_at_d() -> None:
    """The forward chain, step by step, from data with E|x|^2 = d."""
    schedule, rng = schedules.linear(50), torch.Generator().manual_seed(0)
    x, _ = mixtures.sample(Mixture(exactly([0.5, 0.5]), exactly([[-0.8], [0.8]]), exactly([0.36, 0.36])), 40_000, rng)
    for t in range(1, 51):
        step = schedules.between(schedule, t, t - 1)
        x = step.ratio * x + math.sqrt(step.variance) * torch.randn(x.shape, generator=rng, dtype=torch.float64)
        assert x.square().mean().item() == pytest.approx(1.0, rel=0.04)


# ---- another library


def test_steps_are_those_of_diffusers() -> None:
    diffusers = pytest.importorskip("diffusers")
    score = guidance.exact(LAW, LINEAR)
    x = torch.randn(9, 1, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    ddpm = diffusers.DDPMScheduler(1000, variance_type="fixed_small", clip_sample=False)
    ddim = diffusers.DDIMScheduler(1000, clip_sample=False, set_alpha_to_one=True)
    ddpm.set_timesteps(1000)
    ddim.set_timesteps(1000)
    for t in (1000, 500, 2, 1):
        eps = -LINEAR.sigma[t].item() * score(x, t)
        z = torch.randn(9, 1, generator=torch.Generator().manual_seed(5), dtype=torch.float64)
        theirs = ddpm.step(eps, t - 1, x, generator=torch.Generator().manual_seed(5)).prev_sample
        ours = samplers.advance(x[None], ["ancestral"], t, t - 1, LINEAR, score, z[None], SamplerSetting())[0]
        torch.testing.assert_close(ours, theirs.double(), rtol=1e-4, atol=1e-4)
        flow = ddim.step(eps, t - 1, x).prev_sample
        ours = samplers.advance(x[None], ["ddim"], t, t - 1, LINEAR, score, z[None], SamplerSetting())[0]
        torch.testing.assert_close(ours, flow.double(), rtol=1e-4, atol=1e-4)
