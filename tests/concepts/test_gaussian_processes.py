"""Gaussian processes: the posterior by other ways, the evidence by densities, the climb, the search, slices, nets."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.gaussian_processes import Params, climbing
from playground.concepts.gaussian_processes.kernels import KERNELS, Covariance, covariance_of, nngp
from playground.concepts.gaussian_processes.regression import condition, evidence, factor, posterior, spectrum
from playground.concepts.gaussian_processes.state import GRID
from playground.engine.run.session import Session

SEEDS = range(12)


def run(steps: int = 1, seed: int = 0, **params: Any) -> Session:
    """A session at this step."""
    session = Session(catalog.load("gaussian_processes"), Params().changed(params), seed)
    session.advance(steps)
    return session


def seen(session: Session) -> dict[str, Any]:
    """The numbers on screen."""
    frame = session.frame()
    assert frame.failure is None, frame.failure
    return dict(frame.metrics)


def log_density(law: Any, y: torch.Tensor) -> float:
    """Of values under a law of torch."""
    return float(law.log_prob(y))


@pytest.mark.parametrize("first", KERNELS)
@pytest.mark.parametrize("second", ["", *KERNELS])
@pytest.mark.parametrize("times", [False, True])
def test_every_kernel_is_symmetric_and_has_no_negative_eigenvalue(first: str, second: str, times: bool) -> None:
    k = Covariance(first, second, times, 1.3, 0.7, 1.9, 0.6, 1.1)
    K = k(GRID[::3], GRID[::3])
    assert torch.allclose(K, K.T)
    assert torch.allclose(K.diagonal(), k.variance(GRID[::3]), atol=1e-6)
    assert float(torch.linalg.eigvalsh(K)[0]) > -1e-9 * float(K.diagonal().max()) * len(K)


def test_points_taken_one_by_one_come_to_the_same_as_all_at_once() -> None:
    k = Covariance("matern52", length=0.9)
    x, y, noise = torch.tensor([-1.0, 0.3, 0.4, 2.0]).double(), torch.tensor([0.5, -1.0, -0.8, 1.0]).double(), 0.04
    at_once = posterior(k, x, y, noise, GRID)
    places = torch.cat([x, GRID])
    mean, cov = torch.zeros(len(places)).double(), k(places, places)
    for i in range(len(x)):
        gain = cov[:, i] / (cov[i, i] + noise)
        mean, cov = mean + gain * (y[i] - mean[i]), cov - torch.outer(gain, cov[i])
    assert torch.allclose(mean[len(x) :], at_once.mean, atol=1e-10)
    assert torch.allclose(cov[len(x) :, len(x) :], at_once.cov, atol=1e-10)


def test_repeated_points_without_noise_do_not_break() -> None:
    k = Covariance("rbf")
    x = torch.tensor([0.0, 0.0, 1.0]).double()
    found = posterior(k, x, torch.tensor([1.0, 0.0, 0.5]).double(), 0.0, GRID)
    assert bool(found.mean.isfinite().all())
    assert float(found.mean[80]) == pytest.approx(0.5, abs=1e-6)


def test_the_evidence_is_the_log_density() -> None:
    data = run(1, mode="evidence", points=60).data
    k = Covariance("rbf", length=0.8)
    K = k(data.x, data.x)
    law = torch.distributions.MultivariateNormal(
        torch.zeros(60).double(), K + 0.01 * torch.eye(60, dtype=torch.float64)
    )
    told = evidence(spectrum(K), data.y, torch.tensor([0.01], dtype=torch.float64))
    assert float(told.total[0]) == pytest.approx(log_density(law, data.y), abs=1e-8)


def test_draws_have_the_covariance_of_the_posterior() -> None:
    k = Covariance("rbf", length=0.8)
    x = torch.tensor([-1.0, 1.0]).double()
    found = condition(k(x, x), k(x, GRID), k(GRID, GRID), torch.tensor([1.0, -1.0]).double(), 0.01)
    L = factor(found.cov)
    assert torch.allclose(L @ L.T, found.cov, atol=1e-7)


def test_draws_that_wander_stay_draws() -> None:
    """At every angle the two sets of normal numbers make one of the same law: cos² + sin² = 1."""
    first, later = run(0), run(17)
    assert later.state.turn != first.state.turn
    a = torch.tensor(later.state.turn)
    assert float(a.cos() ** 2 + a.sin() ** 2) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_climb_never_falls_and_ends_at_the_top(seed: int) -> None:
    session = run(0, seed, mode="evidence", points=20, spread=0.2, length=0.15, noise=0.6)
    before = seen(session)["evidence"]
    for _ in range(12):
        session.advance(1)
        now = seen(session)["evidence"]
        assert now >= before - 1e-9
        before = now
    session.advance(18)
    assert seen(session)["top_gap"] < 0.01


def test_the_map_is_made_of_single_densities() -> None:
    session = run(0, mode="evidence", points=40)
    params = session.params
    assert isinstance(params, Params)
    told = climbing.chart(params, session.data).total
    for i, j in ((0, 0), (20, 10), (39, 39)):
        k = covariance_of(params)._replace(length=float(10 ** climbing.LENGTHS[i]))
        K = k(session.data.x, session.data.x) + 100.0 ** climbing.NOISES[j] * torch.eye(40, dtype=torch.float64)
        law = torch.distributions.MultivariateNormal(torch.zeros(40).double(), K)
        assert float(told[i, j]) == pytest.approx(log_density(law, session.data.y), abs=1e-6)


def test_a_click_among_two_hundred_points_closes_the_band_within_a_frame() -> None:
    session = run(0, points=199)
    session.frame()
    times = []
    for i in range(8):
        began = time.process_time()
        session.act("move_point", {"id": i, "x": 0.1 * i, "y": 0.5})
        session.frame()
        times.append(time.process_time() - began)
    assert min(times) < 0.016


@pytest.mark.parametrize("rule", ["improvement", "bound"])
def test_who_values_the_unknown_finds_the_top(rule: str) -> None:
    found = [seen(run(12, seed, mode="search", noise=0.01, length=0.6, rule=rule))["regret"] for seed in SEEDS]
    greedy = [
        seen(run(12, seed, mode="search", noise=0.01, length=0.6, rule="bound", beta=0.0))["regret"] for seed in SEEDS
    ]
    assert max(found) < 0.1
    assert np.median(greedy) > 0.3


def test_a_click_asks_for_both_and_a_stroke_draws_the_function() -> None:
    session = run(0, mode="search")
    session.act("ask", {"x": 1.0})
    numbers = seen(session)
    assert (numbers["asked"], numbers["own_asked"]) == (3, 3)
    session.act("draw_function", {"path": [-4.0, 0.0, 0.0, 3.0, 4.0, 0.0]})
    assert float(session.data.hidden[80]) == pytest.approx(3.0)
    assert float(session.data.hidden[40]) == pytest.approx(1.5)
    assert seen(session)["own_asked"] == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_samples_have_the_moments_of_the_formulas(seed: int) -> None:
    session = run(20, seed, mode="slice")
    session.act("set_line", {"x": 0.1, "y": 0.4})
    numbers = seen(session)
    assert numbers["map_error"] < 3.5
    assert numbers["slice_error"] < 3.5


def test_wide_nets_have_the_kernel_of_the_recursion_and_light_tails() -> None:
    numbers = seen(run(40, mode="widths", width="8"))
    assert 5 < numbers["excess_times"] < 45
    assert -0.7 < numbers["error_slope"] < -0.3
    K = nngp(torch.eye(2, dtype=torch.float64), 1, 2.0, 0.0)
    assert float(K[1, 0, 1]) == pytest.approx(1 / math.pi)


def test_no_points_and_far_points_are_drawn() -> None:
    for mode in ("posterior", "evidence"):
        session = run(2, mode=mode, data="none")
        seen(session)
        session.act("add_point", {"x": 900.0, "y": -900.0})
        session.advance(2)
        seen(session)
        session.act("clear", {})
        seen(session)
