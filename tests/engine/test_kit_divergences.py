"""Distances between laws, the blindness of score matching to masses, and closed forms of score matching."""

from __future__ import annotations

import math

import pytest
import torch

from playground.engine.kit.diffusion import blindness, matching, mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.sampling import divergences


def law(mean: float, std: float) -> Mixture:
    one = torch.ones(1, dtype=torch.float64)
    return Mixture(one, torch.tensor([[mean]], dtype=torch.float64), std**2 * one)


@pytest.mark.parametrize(("m1", "s1", "m2", "s2"), [(0.0, 1.0, 1.0, 2.0), (-1.0, 0.5, 1.0, 0.5), (0.0, 1.0, 0.0, 3.0)])
def test_quadrature_is_the_closed_form(m1: float, s1: float, m2: float, s2: float) -> None:
    found = blindness.gaps(law(m1, s1), law(m2, s2))
    first, last = (torch.tensor([m1]).double(), torch.tensor([[s1**2]]).double()), (m2, s2)
    other = torch.tensor([last[0]]).double(), torch.tensor([[last[1] ** 2]]).double()
    assert found.kl == pytest.approx(divergences.gaussian_kl(*first, *other), rel=1e-9)
    assert found.fisher == pytest.approx(divergences.gaussian_fisher(m1, s1, m2, s2), rel=1e-9)
    assert found.tv == pytest.approx(divergences.gaussian_total_variation(m1, s1, m2, s2), abs=1e-5)


def test_equal_laws_have_no_distance() -> None:
    assert divergences.gaussian_total_variation(1.0, 2.0, 1.0, 2.0) == 0.0
    assert blindness.gaps(law(1.0, 2.0), law(1.0, 2.0)) == pytest.approx((0.0, 0.0, 0.0), abs=1e-15)


def test_far_modes_hide_their_masses_until_noise_joins_them() -> None:
    """Half and half against 0.8 and 0.2, twelve apart: nothing for Fisher, 0.22 for KL, 0.3 for TV."""
    p, q = blindness.two_modes(0.5, 12.0), blindness.two_modes(0.2, 12.0)
    plain = blindness.gaps(p, q)
    assert plain.fisher < 1e-6
    assert plain.kl == pytest.approx(0.5 * math.log(0.25 / 0.16), abs=1e-3)
    assert plain.tv == pytest.approx(0.3, abs=1e-3)
    noised = blindness.gaps(mixtures.noised(p, 1.0, 6.0), mixtures.noised(q, 1.0, 6.0))
    assert noised.fisher > 1e4 * plain.fisher


def test_transport_on_the_line_keeps_quantiles() -> None:
    points = torch.tensor([3.0, 0.0, 1.0], dtype=torch.float64)
    p, q = torch.tensor([0.25, 0.5, 0.25]).double(), torch.tensor([0.6, 0.2, 0.2]).double()
    assert divergences.wasserstein(points, p, q) == pytest.approx(1.0)
    assert divergences.wasserstein(points, p, q, 2) == pytest.approx(1.4491376746189437)
    assert divergences.wasserstein(points, p, p) == 0.0


def test_discrete_divergences() -> None:
    p, q = torch.tensor([0.5, 0.5, 0.0]).double(), torch.tensor([0.0, 0.5, 0.5]).double()
    assert divergences.kl(p, q) == math.inf
    assert divergences.total_variation(p, q) == 0.5
    assert divergences.jensen_shannon(p, q) == pytest.approx(0.5 * math.log(2))


def test_the_gradient_of_the_implicit_loss_vanishes_at_the_fit() -> None:
    samples = torch.randn(20, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    fit = matching.linear_fit(samples)
    assert fit.precision is not None
    loss, slope, push = matching.linear_loss(samples, fit.precision, fit.mean)
    assert loss.item() == pytest.approx(fit.loss)
    torch.testing.assert_close(slope, torch.zeros(2, 2).double(), rtol=0, atol=1e-10)
    torch.testing.assert_close(push, torch.zeros(2).double(), rtol=0, atol=1e-10)
    assert matching.linear_fit(torch.ones(3, 2)).precision is None


def test_a_noisy_circle_is_the_limit_of_many_points_on_it() -> None:
    angle = 2 * math.pi * torch.arange(2000, dtype=torch.float64) / 2000
    around = mixtures.noised(mixtures.points(torch.stack([angle.cos(), angle.sin()], 1)), 1.0, 0.3)
    x = torch.tensor([[1.2, 0.0], [0.0, 0.5], [0.0, 0.0], [-0.6, -0.8]], dtype=torch.float64)
    torch.testing.assert_close(matching.circle_score(x, 1.0, 0.3), mixtures.score(around, x), rtol=1e-8, atol=1e-9)
    assert torch.isfinite(matching.circle_score(x, 1.0, 1e-6)).all()
    mode = matching.circle_mode(1.0, 0.3)
    assert matching.circle_score(torch.tensor([[mode, 0.0]], dtype=torch.float64), 1.0, 0.3).abs().max() < 1e-9
    assert matching.circle_mode(1.0, 0.8) == 0.0
