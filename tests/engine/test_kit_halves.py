"""The law beyond a border: its score against autograd and quadrature, and samplers that arrive there."""

from __future__ import annotations

import math

import pytest
import torch

from playground.engine.kit.diffusion import guidance, halves, line, mixtures, schedules
from playground.engine.kit.diffusion.samplers import start

LAW = mixtures.mixture(
    torch.tensor([0.2, 0.5, 0.3], dtype=torch.float64),
    torch.tensor([[-1.2, 0.4], [0.3, -0.9], [1.1, 1.0]], dtype=torch.float64),
    torch.tensor([0.04, 0.09, 0.25], dtype=torch.float64),
)
HALF = halves.through(torch.tensor([-2.0, -0.6], dtype=torch.float64), torch.tensor([2.0, 0.4], dtype=torch.float64))


def points(n: int, spread: float = 1.5) -> torch.Tensor:
    return spread * torch.randn(n, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def test_the_half_lies_on_the_left_of_the_way() -> None:
    half = halves.through(torch.tensor([0.0, 1.0]), torch.tensor([3.0, 1.0]))
    assert half.holds(torch.tensor([[5.0, 1.5], [5.0, 0.5]])).tolist() == [True, False]
    assert half.along.tolist() == pytest.approx([1.0, 0.0])


@pytest.mark.parametrize("level", [(0.98, 0.2), (0.6, 0.8), (1.0, 3.0)])
def test_the_score_is_the_slope_of_the_noised_conditional_density(level: tuple[float, float]) -> None:
    """The density by quadrature over x_0 in the half, its gradient by autograd: no formula of the module is used."""
    scale, sigma = level
    grid = torch.linspace(-4.0, 4.0, 801, dtype=torch.float64)
    clean = torch.cartesian_prod(grid, grid)
    clean = clean[HALF.holds(clean)]
    x0 = mixtures.log_density(LAW, clean)
    x = points(6, 1.0).requires_grad_()
    squares = (x[:, None] - scale * clean).square().sum(-1)
    log_p = torch.logsumexp(x0 - squares / (2 * sigma**2), 1)
    (expected,) = torch.autograd.grad(log_p.sum(), x)
    found = halves.score(LAW, HALF, x.detach(), scale, sigma)
    assert torch.allclose(found, expected, rtol=0.02, atol=0.02 / sigma)


def test_far_from_the_border_it_is_the_plain_score_and_far_outside_it_is_finite() -> None:
    inside = 8.0 * HALF.normal[None] + points(5, 0.1)
    plain = mixtures.score(mixtures.noised(LAW, 0.9, 0.3), inside)
    assert torch.allclose(halves.score(LAW, HALF, inside, 0.9, 0.3), plain, rtol=1e-9)
    outside = (-60.0 * HALF.normal[None] + points(5, 0.1)).float()
    found = halves.score(LAW, HALF, outside, 0.999, 0.02)
    assert bool(found.isfinite().all())
    assert bool((found @ HALF.normal.float() > 0).all())


def test_single_precision_is_enough() -> None:
    x = points(500)
    exact = halves.score(LAW, HALF, x, 0.95, 0.3)
    assert torch.allclose(halves.score(LAW, HALF, x.float(), 0.95, 0.3).double(), exact, rtol=1e-3, atol=1e-3)


def test_along_the_border_it_is_the_law_of_what_rejection_keeps() -> None:
    sample, _ = mixtures.sample(LAW, 40_000, torch.Generator().manual_seed(5))
    kept = sample[HALF.holds(sample)]
    assert len(kept) / len(sample) == pytest.approx(float(LAW.weights @ halves.shares(LAW, HALF)), abs=0.01)
    assert line.w1(kept @ HALF.along, halves.along(LAW, HALF)) < 5 / math.sqrt(len(kept))


@pytest.mark.parametrize("method", ["ode", "ancestral"])
def test_samplers_arrive_at_the_conditional_law(method: str) -> None:
    schedule = schedules.linear(1000)
    rng = torch.Generator().manual_seed(2)
    x = start(schedule, torch.randn(1500, 2, generator=rng, dtype=torch.float64))
    visited = schedules.levels(schedule, 120, "quadratic")
    end = line.final(x, method, visited, schedule, halves.exact(LAW, schedule, HALF), rng)
    assert bool(HALF.holds(end).all())
    assert line.w1(end @ HALF.along, halves.along(LAW, HALF)) < 5 / math.sqrt(len(end))
    plain = line.final(x, method, visited, schedule, guidance.exact(LAW, schedule), rng)
    assert line.w1(plain @ HALF.along, halves.along(LAW, HALF)) > 10 / math.sqrt(len(end))


@pytest.mark.parametrize("level", [(1.0, 0.0), (0.7, 0.5)])
def test_the_density_has_mass_one(level: tuple[float, float]) -> None:
    grid = torch.linspace(-5.0, 5.0, 401, dtype=torch.float64)
    density = halves.log_density(LAW, HALF, torch.cartesian_prod(grid, grid), *level).exp()
    assert float(density.sum()) * float(grid[1] - grid[0]) ** 2 == pytest.approx(1.0, abs=5e-3)
