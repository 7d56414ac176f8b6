"""Chains: theory beside simulation, detailed balance, reversibility, sets that are never left, effective sizes."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.sampling import autocorrelation, constrained, hamiltonian, langevin, metropolis, targets
from playground.engine.kit.sampling.targets import Target


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def normals(rng: torch.Generator, *shape: int) -> Tensor:
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def standard(d: int = 1) -> Target:
    return targets.gaussian(torch.zeros(d, dtype=torch.float64), torch.eye(d, dtype=torch.float64))


TWO = Mixture(
    torch.tensor([0.4, 0.6], dtype=torch.float64),
    torch.tensor([[-1.0, 0.0], [1.5, 0.5]], dtype=torch.float64),
    torch.tensor([0.5, 1.0], dtype=torch.float64),
)


@pytest.mark.parametrize("target", [targets.quartic(), targets.of_mixture(TWO), standard(2)])
def test_gradients_are_slopes(target: Target) -> None:
    x, h = normals(generator(), 7, 2), 1e-5
    for i in range(2):
        e = h * torch.eye(2, dtype=torch.float64)[i]
        slope = (target.potential(x + e) - target.potential(x - e)) / (2 * h)
        torch.testing.assert_close(target.gradient(x)[:, i], slope, rtol=0, atol=1e-8)


@pytest.mark.parametrize("eta", [0.09, 0.5, 1.0])
def test_the_unadjusted_variance_is_the_predicted_one(eta: float) -> None:
    """Inventory: 1/(1 - eta/2) within 5 %; here 20,000 chains, four standard errors of a variance are 4 %."""
    rng, x = generator(), torch.zeros(20_000, 1, dtype=torch.float64)
    for _ in range(60):
        x = langevin.unadjusted(standard(), x, eta, normals(rng, 20_000, 1))
    zero, one = torch.zeros(1, dtype=torch.float64), torch.ones(1, 1, dtype=torch.float64)
    expected = langevin.moments(zero, one, eta, zero, 60)[1]
    assert x.var().item() == pytest.approx(expected.item(), rel=0.04)
    assert x.var().item() == pytest.approx(langevin.stationary_variance(1.0, eta), rel=0.05)


def test_the_adjusted_chain_has_no_bias() -> None:
    rng, x = generator(), torch.zeros(20_000, 1, dtype=torch.float64)
    for _ in range(60):
        x = metropolis.adjusted(
            standard(), x, 0.7, normals(rng, 20_000, 1), torch.rand(20_000, generator=rng).double()
        ).x
    assert x.var().item() == pytest.approx(1.0, rel=0.04)


def test_covariances_of_the_unadjusted_chain_agree_with_its_recursion() -> None:
    precision = torch.tensor([[2.0, -0.6], [-0.6, 1.0]], dtype=torch.float64)
    mean, x0, eta = torch.tensor([1.0, -1.0]).double(), torch.tensor([4.0, 4.0]).double(), 0.3
    at, P, F = x0, torch.zeros(2, 2).double(), torch.eye(2).double() - eta * precision
    for _ in range(9):
        at, P = mean + F @ (at - mean), F @ P @ F.T + 2 * eta * torch.eye(2)
    found = langevin.moments(mean, precision, eta, x0, 9)
    torch.testing.assert_close(found[0], at)
    torch.testing.assert_close(found[1], P)
    last = langevin.stationary_covariance(precision, eta)
    torch.testing.assert_close(last, langevin.moments(mean, precision, eta, x0, 10_000)[1])
    assert langevin.stationary_covariance(precision, langevin.step_limit(precision)) is None


def test_the_splitting_has_the_exact_variance_and_euler_has_not() -> None:
    for eta in (0.1, 0.9, 1.9):
        covariance = langevin.underdamped("baoab", 1.0, eta, 1.0).covariance
        assert covariance is not None
        assert covariance[0, 0].item() == pytest.approx(1.0, abs=1e-9)
    euler = langevin.underdamped("euler", 1.0, 0.5, 2.0).covariance
    assert euler is not None
    assert euler[0, 0] > 1.4
    assert langevin.underdamped("euler", 1.0, 0.5, 0.4).covariance is None


def test_acceptance_of_the_random_walk_is_the_closed_form() -> None:
    rng = generator()
    x, u = normals(rng, 40_000, 1), torch.rand(40_000, generator=rng, dtype=torch.float64)
    decision = metropolis.walk(standard(), x, 2.4 * normals(rng, 40_000, 1), u)
    assert decision.accepted.double().mean().item() == pytest.approx(metropolis.walk_acceptance(1.0, 2.4), abs=0.01)
    assert metropolis.walk_acceptance(1.0, 0.0) == pytest.approx(1.0)


def test_a_step_out_of_the_support_is_never_taken() -> None:
    target = targets.box(torch.zeros(2).double(), torch.ones(2).double())
    x = torch.tensor([[0.9, 0.5], [1.0, 1.0]], dtype=torch.float64)
    decision = metropolis.walk(target, x, torch.full((2, 2), 0.2).double(), torch.zeros(2).double())
    assert not decision.accepted.any()
    assert torch.equal(decision.x, x)


@pytest.mark.parametrize("seed", range(5))
def test_detailed_balance_holds_to_rounding(seed: int) -> None:
    rng, n = generator(seed), 3 + seed
    proposal = torch.rand(n, n, generator=rng, dtype=torch.float64)
    proposal = proposal / proposal.sum(1, keepdim=True)
    found = metropolis.chain(torch.rand(n, generator=rng, dtype=torch.float64) + 0.1, proposal)
    assert (found.flux - found.flux.T).abs().max() < 1e-12
    torch.testing.assert_close(found.target @ found.transition, found.target)
    assert metropolis.irreducible(found.transition)
    assert metropolis.second_eigenvalue(found.transition) < 1


def test_leapfrog_is_reversible_keeps_volume_and_an_invariant() -> None:
    target, mass = targets.of_mixture(TWO), torch.tensor([1.0, 2.0], dtype=torch.float64)
    q, p = normals(generator(), 2, 4, 2)
    run = hamiltonian.trajectory(target, q, p, 0.2, 20, mass)
    back = hamiltonian.trajectory(target, run.positions[-1], -run.momenta[-1], 0.2, 20, mass)
    torch.testing.assert_close(back.positions[-1], q, rtol=0, atol=1e-12)
    assert run.change.abs().max() < 0.1
    M = hamiltonian.matrix(hamiltonian.leapfrog, 3.0, 0.6)
    assert torch.linalg.det(M).item() == pytest.approx(1.0)
    first, last = 0.5, -1.0
    at = M @ torch.tensor([first, last]).double()
    kept = hamiltonian.leapfrog_invariant(3.0, 0.6, first, last)
    assert hamiltonian.leapfrog_invariant(3.0, 0.6, at[0].item(), at[1].item()) == pytest.approx(kept)
    assert hamiltonian.leapfrog_angle(3.0, 0.7) is None


def test_the_energy_error_is_of_second_order() -> None:
    target, one = targets.quartic(), torch.ones(1, dtype=torch.float64)
    q, p = torch.tensor([[[1.3]]]).double()[0], torch.tensor([[0.7]]).double()
    errors = [hamiltonian.trajectory(target, q, p, 1.0 / n, n, one).change.abs().item() for n in (10, 20, 40)]
    assert [math.log2(a / b) for a, b in pairwise(errors)] == pytest.approx([2, 2], abs=0.1)


def test_hamiltonian_steps_sample_a_narrow_gaussian() -> None:
    """Correlation 0.99, where a random walk creeps."""
    covariance = torch.tensor([[1.0, 0.99], [0.99, 1.0]], dtype=torch.float64)
    target = targets.gaussian(torch.zeros(2).double(), torch.linalg.inv(covariance))
    rng, q, mass = generator(), torch.zeros(3000, 2, dtype=torch.float64), torch.ones(2, dtype=torch.float64)
    for _ in range(12):
        u = torch.rand(3000, generator=rng, dtype=torch.float64)
        q, accepted = hamiltonian.transition(target, q, normals(rng, 3000, 2), 0.1, 18, mass, u)
    assert accepted.double().mean() > 0.85
    torch.testing.assert_close(torch.cov(q.T), covariance, rtol=0, atol=0.12)


def test_projections_are_the_nearest_points() -> None:
    rng = generator()
    x = 2 * normals(rng, 30, 3)
    inside = torch.rand(200, 3, generator=rng, dtype=torch.float64)
    sets = {
        "box": (constrained.onto_box(x, torch.zeros(3).double(), torch.ones(3).double()), inside),
        "ball": (constrained.onto_ball(x, 1.0), inside / inside.norm(dim=1, keepdim=True).clamp(min=1.0)),
        "simplex": (constrained.onto_simplex(x), inside / inside.sum(1, keepdim=True)),
    }
    for name, (nearest, others) in sets.items():
        # The variational inequality of a projection onto a convex set.
        angles = torch.einsum("ni,nmi->nm", x - nearest, others[None] - nearest[:, None])
        assert angles.max() < 1e-9, name
    assert torch.allclose(sets["simplex"][0].sum(1), torch.ones(30).double())
    assert torch.equal(constrained.onto_ball(0.01 * x, 1.0), 0.01 * x)
    centre = torch.tensor([5.0, 0.0, 0.0]).double()
    assert torch.allclose((constrained.onto_ball(x, 1.0, centre) - centre).norm(dim=1), torch.ones(30).double())


def test_mirrored_langevin_finds_a_dirichlet_law_and_stays_inside() -> None:
    alpha, rng = torch.tensor([2.0, 3.0, 1.0], dtype=torch.float64), generator()
    y = torch.zeros(4000, 2, dtype=torch.float64)
    for _ in range(200):
        y = constrained.mirrored(alpha, y, 0.05, normals(rng, 4000, 2))
    x = constrained.to_simplex(y)
    assert (x > 0).all()
    torch.testing.assert_close(x.mean(0), alpha / 6, rtol=0, atol=0.02)
    torch.testing.assert_close(constrained.to_dual(x), y)


def test_an_autoregressive_chain_is_worth_what_theory_says() -> None:
    """Correlation r at lag 1 gives the time (1 + r) / (1 - r)."""
    rng, r, x = generator(), 0.8, torch.zeros(1, dtype=torch.float64)
    noise, chain = normals(rng, 12_000), []
    for z in noise.tolist():
        x = r * x + z
        chain.append(x)
    found = autocorrelation.worth(torch.cat(chain))
    assert found.time == pytest.approx(9.0, rel=0.2)
    assert found.size == pytest.approx(12_000 / 9, rel=0.2)
    assert autocorrelation.worth(torch.full((9,), 2.0)).size is None
