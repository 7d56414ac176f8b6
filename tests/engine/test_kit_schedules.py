"""Noise schedules: published values, one formula for every pair of levels, and odd settings."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import torch

from playground.engine.kit.diffusion import schedules
from playground.engine.kit.diffusion.schedules import Schedule, between, levels


def sde(T: int) -> Schedule:
    """The levels t/T of the variance-preserving equation with beta from 0.1 to 20 (Song et al.)."""
    return schedules.from_clock(schedules.integrated_beta(torch.arange(T + 1, dtype=torch.float64) / T, 0.1, 20.0))


ALL = {
    "linear": schedules.linear,
    "scaled linear": schedules.scaled_linear,
    "cosine": schedules.cosine,
    "sde": sde,
    "exploding": schedules.exploding,
}


@pytest.mark.parametrize("T", [10, 37, 1000])
@pytest.mark.parametrize("name", ALL)
def test_a_schedule_starts_at_the_data_and_only_gets_noisier(name: str, T: int) -> None:
    schedule = ALL[name](T)
    assert schedule.last == T
    assert schedule.scale[0] == 1.0
    assert schedule.sigma[0] == 0.0
    assert (schedules.snr(schedule).diff()[1:] < 0).all()
    assert all(part.dtype == torch.float64 and torch.isfinite(part).all() for part in schedule[:3])


def test_the_linear_schedule_is_the_published_one() -> None:
    schedule = schedules.linear(1000)
    assert schedules.betas(schedule)[[0, 999]].tolist() == pytest.approx([1e-4, 0.02], rel=1e-12)
    assert schedules.alpha_bar(schedule)[1000].item() == pytest.approx(4.035829765375676e-05, rel=1e-12)


@pytest.mark.parametrize("T", [10, 250])
def test_fewer_levels_follow_the_same_curve(T: int) -> None:
    fine, coarse = schedules.linear(1000), schedules.linear(T)
    torch.testing.assert_close(coarse.scale, fine.scale[:: 1000 // T], rtol=1e-12, atol=0)


def test_the_end_of_a_latent_schedule_still_holds_signal() -> None:
    assert schedules.alpha_bar(schedules.scaled_linear(1000))[-1].item() == pytest.approx(0.0047, abs=1e-4)


@pytest.mark.parametrize("name", ALL)
def test_two_moves_are_one(name: str) -> None:
    """N(a x, v) after N(a' x, v') is N(a a' x, a^2 v' + v), and every level is reached from the data."""
    schedule = ALL[name](100)
    whole, first, last = between(schedule, 80, 10), between(schedule, 50, 10), between(schedule, 80, 50)
    assert whole.ratio == pytest.approx(first.ratio * last.ratio, rel=1e-12)
    assert whole.variance == pytest.approx(last.ratio**2 * first.variance + last.variance, rel=1e-9)
    from_data = between(schedule, 80, 0)
    assert from_data.variance == pytest.approx(from_data.sigma**2, rel=1e-12)
    assert from_data.posterior_variance == 0.0
    assert from_data.posterior_weights == pytest.approx((1.0, 0.0), abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_the_posterior_is_the_product_of_two_gaussians(name: str) -> None:
    step = between(ALL[name](100), 60, 40)
    precision = 1 / step.to_sigma**2 + step.ratio**2 / step.variance
    assert step.posterior_variance == pytest.approx(1 / precision, rel=1e-9)
    first, last = step.posterior_weights
    assert first == pytest.approx(step.to_scale / step.to_sigma**2 / precision, rel=1e-9)
    assert last == pytest.approx(step.ratio / step.variance / precision, rel=1e-9)


def test_drawn_nodes_are_met_and_repaired() -> None:
    schedule = schedules.from_nodes(torch.tensor([0.9, 0.5, 0.2, 0.01]), 100)
    found = schedules.alpha_bar(schedule)[[25, 50, 75, 100]]
    assert found.tolist() == pytest.approx([0.9, 0.5, 0.2, 0.01], rel=1e-6)
    odd = schedules.from_nodes(torch.tensor([0.0, 1.0, 0.5]), 30)
    assert (odd.clock.diff() > 0).all()
    assert (schedules.betas(odd) <= schedules.LARGEST_BETA + 1e-12).all()
    flat = schedules.from_nodes(torch.ones(3), 10)
    assert (flat.clock.diff() > 0).all()


@pytest.mark.parametrize("spacing", ["even", "quadratic", "snr"])
@pytest.mark.parametrize("steps", [1, 2, 7, 99, 100, 500])
def test_levels_fall_from_the_last_to_the_data(spacing: str, steps: int) -> None:
    for schedule in (schedules.linear(100), schedules.cosine(100), schedules.exploding(100)):
        found = levels(schedule, steps, spacing)
        assert len(found) == min(steps, 100) + 1
        assert (found[0], found[-1]) == (100, 0)
        assert all(t > s for t, s in pairwise(found))


def test_levels_even_in_the_signal_to_noise_ratio() -> None:
    schedule = schedules.exploding(1000)
    visited = levels(schedule, 11, "snr")
    jumps = schedules.snr(schedule)[visited[:-1]].log().diff()
    assert jumps.std() < 0.02 * jumps.mean()


def test_the_sde_has_the_integral_of_beta_for_a_clock() -> None:
    schedule: Schedule = sde(10)
    assert schedule.clock[5].item() == pytest.approx(0.1 * 0.5 + 19.9 * 0.125)
    assert between(schedule, 10, 5).clock == pytest.approx(10.05 - 2.5375)
    assert between(schedule, 5, 0).variance == pytest.approx(1 - math.exp(-2.5375))
