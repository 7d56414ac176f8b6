"""Gaussian mixtures under noise: derivatives, Tweedie, posteriors, quantiles, and the fast score beside the exact."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.engine.kit.diffusion import fast, guidance, mixtures, schedules
from playground.engine.kit.diffusion.mixtures import Mixture


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def some(components: int = 5, d: int = 2, seed: int = 0) -> Mixture:
    rng = generator(seed)

    def draw(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=rng, dtype=torch.float64)

    return mixtures.mixture(0.1 + draw(components), 6 * draw(components, d) - 3, 0.1 + draw(components))


def exactly(values: Sequence[Any]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def places(n: int = 50, d: int = 2) -> Tensor:
    return 3 * torch.randn(n, d, generator=generator(7), dtype=torch.float64)


def test_the_score_is_the_slope_of_the_log_density() -> None:
    law, x, h = some(), places(), 1e-5
    for i in range(2):
        e = h * torch.eye(2, dtype=torch.float64)[i]
        slope = (mixtures.log_density(law, x + e) - mixtures.log_density(law, x - e)) / (2 * h)
        torch.testing.assert_close(mixtures.score(law, x)[:, i], slope, rtol=0, atol=1e-7)
        bend = (mixtures.score(law, x + e) - mixtures.score(law, x - e)) / (2 * h)
        torch.testing.assert_close(mixtures.jacobian(law, x)[:, :, i], bend, rtol=0, atol=1e-6)


def test_the_score_is_finite_where_every_density_underflows() -> None:
    law = Mixture(exactly([0.5, 0.5]), exactly([[-1.0], [1.0]]), exactly([0.01, 0.01]))
    x = torch.tensor([[60.0], [-40.0]], dtype=torch.float64)
    expected = torch.tensor([[-5900.0], [3900.0]], dtype=torch.float64)
    torch.testing.assert_close(mixtures.score(law, x), expected, rtol=1e-12, atol=0)
    torch.testing.assert_close(fast.cloud_score(law, x.float()), expected.float(), rtol=1e-5, atol=0)


@pytest.mark.parametrize(("scale", "sigma"), [(1.0, 0.8), (0.3, 0.95), (0.9, 0.01)])
def test_tweedie_is_the_mean_of_the_posterior(scale: float, sigma: float) -> None:
    law, x = some(), places()
    behind = mixtures.posterior(law, x, scale, sigma)
    mean = (behind.weights[:, :, None] * behind.means).sum(1)
    torch.testing.assert_close(mixtures.denoised(law, x, scale, sigma), mean, rtol=1e-9, atol=1e-9)


def test_the_posterior_is_bayes_rule() -> None:
    """Posterior density = prior x likelihood / evidence, at any x_0."""
    law, scale, sigma = some(), 0.6, 0.8
    x, origin = places(4), places(4).flip(0)
    behind = mixtures.posterior(law, x, scale, sigma)
    noise = Mixture(exactly([1.0]), exactly([[0.0, 0.0]]), exactly([sigma**2]))
    direct = (
        mixtures.log_density(law, origin)
        + mixtures.log_density(noise, x - scale * origin)
        - mixtures.log_density(mixtures.noised(law, scale, sigma), x)
    )
    for i in range(4):
        one = Mixture(behind.weights[i], behind.means[i], behind.variances)
        assert mixtures.log_density(one, origin[i : i + 1]).item() == pytest.approx(direct[i].item(), abs=1e-9)


def test_points_have_the_softmax_average_as_denoiser() -> None:
    data = places(30)
    x, sigma = places(20), 0.4
    weights = torch.softmax(-(x[:, None] - data).square().sum(-1) / (2 * sigma**2), 1)
    torch.testing.assert_close(mixtures.denoised(mixtures.points(data), x, 1.0, sigma), weights @ data)


def test_a_condition_is_the_slice_of_the_joint_law() -> None:
    law = some()
    slice_ = mixtures.conditional(law, torch.tensor([True, False]), exactly([0.7]))
    y = torch.linspace(-3, 3, 7, dtype=torch.float64)[:, None]
    joint = mixtures.log_density(law, torch.cat([torch.full_like(y, 0.7), y], 1))
    gap = joint - mixtures.log_density(slice_, y)
    torch.testing.assert_close(gap, gap[0].expand(7))


def test_samples_have_the_moments() -> None:
    law = some()
    x, chosen = mixtures.sample(law, 40_000, generator())
    mean, covariance = mixtures.moments(law)
    torch.testing.assert_close(x.mean(0), mean, rtol=0, atol=0.05)
    torch.testing.assert_close(torch.cov(x.T), covariance, rtol=0.05, atol=0.05)
    torch.testing.assert_close(chosen.bincount() / 40_000, law.weights.float(), rtol=0, atol=0.01)


def test_quantiles_undo_the_distribution_function() -> None:
    law = some(d=1)
    x = torch.linspace(-3, 3, 9, dtype=torch.float64)
    torch.testing.assert_close(mixtures.quantile(law, mixtures.cdf(law, x)), x, rtol=0, atol=1e-9)


@pytest.mark.parametrize("d", [1, 2, 64])
@pytest.mark.parametrize("noise", [1e-3, 0.1, 3.0])
def test_the_fast_score_is_the_exact_one(d: int, noise: float) -> None:
    law = mixtures.noised(mixtures.points(places(25, d)), 0.8, noise)
    x = 0.8 * places(3000, d)
    exact = mixtures.score(law, x)
    torch.testing.assert_close(fast.cloud_score(law, x), exact, rtol=1e-8, atol=1e-8 / noise**2)
    torch.testing.assert_close(fast.cloud_score(law, x.float()).double(), exact, rtol=1e-2, atol=2e-3 / noise**2)
    density = mixtures.log_density(law, x)
    torch.testing.assert_close(fast.cloud_log_density(law, x), density, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("noise", [0.05, 0.3, 1.0, 30.0])
@pytest.mark.parametrize("d", [1, 2, 64])
def test_the_fast_score_stays_finite_in_single_precision(d: int, noise: float) -> None:
    """In many dimensions a narrow density overflows, and far out it underflows."""
    law = mixtures.noised(mixtures.points(0.01 * places(9, d)), 1.0, noise)
    for size in (0.001, 1.0, 30.0):
        x = (size * places(40, d)).float()
        exact = mixtures.score(law, x.double())
        error = (fast.cloud_score(law, x) - exact).abs().max()
        assert error < 1e-4 * exact.abs().max() + 1e-3 / noise
        density = mixtures.log_density(law, x.double())
        torch.testing.assert_close(fast.cloud_log_density(law, x).double(), density, rtol=1e-4, atol=1e-2)


def test_guidance_joins_the_two_scores() -> None:
    law, labels, schedule = some(), torch.tensor([0, 1, 1, 0, 2]), schedules.linear(100)
    x = places()
    everywhere = guidance.exact(law, schedule)
    wanted = guidance.exact(mixtures.labelled(law, labels, 1), schedule)
    plain, ours = everywhere(x, 40), wanted(x, 40)
    for weight, expected in ((0.0, plain), (1.0, ours), (3.0, plain + 3 * (ours - plain))):
        torch.testing.assert_close(guidance.guided(everywhere, wanted, weight)(x, 40), expected)


def test_terms_too_small_to_count_cost_nothing() -> None:
    """Denormal numbers would cost twenty times as much; the ratio of two best times is near 1."""
    x = 3 * torch.randn(20_000, 2, generator=generator(), dtype=torch.float32)

    def best(variance: float) -> float:
        law = mixtures.noised(mixtures.points(2 * places(25)), 1.0, variance**0.5)
        times = []
        for _ in range(7):
            start = perf_counter()
            fast.cloud_score(law, x)
            times.append(perf_counter() - start)
        return min(times)

    assert best(0.01) < 6 * best(10.0)
