"""The optimisers' steps: worked by hand, against torch's, batched, and pure."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import RULES, Settings, begin

A = np.array([[4.0, 1.0], [1.0, 3.0]])
B = np.array([1.0, 2.0])


def descend(name: str, use: Settings, steps: int, start: Any = (3.0, -2.0)) -> Reals:
    """The iterates of a rule on x'Ax/2 - b'x, (steps + 1, 2)."""
    theta = np.array(start)
    memory, path = begin(theta), [theta]
    for _ in range(steps):
        at = optimisers.ahead(theta, memory, use) if name == "nesterov" else theta
        theta, memory = RULES[name](theta, at @ A - B, memory, use)
        path.append(theta)
    return np.array(path)


def test_first_steps_by_hand() -> None:
    use = Settings(rate=0.1)
    assert descend("gd", use, 1)[1] == pytest.approx([2.1, -1.5])
    assert descend("heavy_ball", use, 2)[2] == pytest.approx([0.7, -0.61])
    assert descend("nesterov", use, 2)[2] == pytest.approx([0.979, -0.6639999999999999])
    assert descend("adagrad", use, 1)[1] == pytest.approx([2.9, -1.9])
    assert descend("rmsprop", use, 1)[1] == pytest.approx([3 - 0.1 / 0.001**0.5, -2 + 0.1 / 0.001**0.5])
    assert descend("adam", use, 1)[1] == pytest.approx([2.9, -1.9])
    assert descend("adam", use._replace(corrected=False), 1)[1] == pytest.approx([3 - 0.31622776, -2 + 0.31622776])
    assert descend("adamw", use._replace(decay=0.5), 1)[1] == pytest.approx([2.75, -1.8])


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("gd", lambda p: torch.optim.SGD(p, 0.05)),
        ("heavy_ball", lambda p: torch.optim.SGD(p, 0.05, momentum=0.9)),
        ("adagrad", lambda p: torch.optim.Adagrad(p, 0.05, eps=1e-8)),
        ("rmsprop", lambda p: torch.optim.RMSprop(p, 0.05, alpha=0.999)),
        ("adam", lambda p: torch.optim.Adam(p, 0.05)),
        ("adamw", lambda p: torch.optim.AdamW(p, 0.05, weight_decay=0.1)),
    ],
)
def test_thirty_steps_are_torchs(name: str, make: Any) -> None:
    theta = torch.tensor([3.0, -2.0], dtype=torch.float64, requires_grad=True)
    optimiser = make([theta])
    for _ in range(30):
        theta.grad = torch.from_numpy(A) @ theta.detach() - torch.from_numpy(B)
        optimiser.step()
    ours = descend(name, Settings(rate=0.05, decay=0.1 if name == "adamw" else 0.0), 30)[-1]
    assert ours == pytest.approx(theta.detach().numpy(), rel=1e-10)


@pytest.mark.parametrize("name", [name for name in RULES if name != "muon"])
def test_a_batch_of_rates_is_each_alone_and_nothing_is_written_to(name: str) -> None:
    rates = np.array([[0.01], [0.1], [0.2]])
    starts = np.random.default_rng(0).normal(size=(3, 2))
    kept = starts.copy()
    together = descend(name, Settings(rate=rates), 12, starts)
    assert (starts == kept).all()
    for k in range(3):
        assert together[:, k] == pytest.approx(descend(name, Settings(rate=rates[k]), 12, starts[k]), rel=1e-12)


@pytest.mark.parametrize("name", list(RULES))
def test_single_precision_stays_single(name: str) -> None:
    theta = np.ones((3, 2), np.float32)
    moved, memory = RULES[name](theta, theta / 2, begin(theta), Settings())
    assert moved.dtype == memory.first.dtype == memory.second.dtype == np.float32


@pytest.mark.parametrize("name", ["adagrad", "rmsprop", "adam"])
def test_a_coordinate_without_a_gradient_does_not_move(name: str) -> None:
    theta = np.ones(2)
    moved, memory = RULES[name](theta, np.array([1.0, 0.0]), begin(theta), Settings(epsilon=0.0))
    assert moved[1] == 1.0
    assert moved[0] < 1.0
    assert memory.taken == 1


def test_muon_sets_singular_values_to_one_however_small_they_were() -> None:
    M = np.array([[3.0, 0.0], [0.0, 0.001], [0.0, 0.0]])
    moved, _ = optimisers.muon(np.zeros((3, 2)), M, begin(np.zeros((3, 2))), Settings(rate=1.0))
    assert np.linalg.svd(moved)[1] == pytest.approx([1.5**0.5] * 2)
    assert np.linalg.svd(optimisers.newton_schulz(M))[1] == pytest.approx([0.6964364666291751, 0.16108758547373137])
    assert not optimisers.orthogonalised(np.zeros((2, 2))).any()
    assert not optimisers.newton_schulz(np.zeros((2, 2))).any()
    many = np.random.default_rng(1).normal(size=(4, 3, 5))
    assert optimisers.orthogonalised(many)[2] == pytest.approx(optimisers.orthogonalised(many[2]))


def test_newton_lands_on_the_stationary_point_in_one_step() -> None:
    start = np.array([3.0, -2.0])
    assert optimisers.newton(start, A @ start - B, A) == pytest.approx([1 / 11, 7 / 11], abs=1e-12)
    assert optimisers.newton(start, A @ start - B, A, 0.5) == pytest.approx([0.5254237288135593, 0.13559322033898313])
    flat = np.diag([2.0, 0.0])
    assert optimisers.newton(start, flat @ start, flat) == pytest.approx([0.0, -2.0])


def test_with_rate_one_over_t_the_iterate_is_the_mean_of_the_samples() -> None:
    samples = [1.0, -0.5, 2.0, 0.25, -1.0, 0.5]
    theta, mean = np.array([5.0]), np.array([0.0])
    memory = begin(theta)
    for t, sample in enumerate(samples, 1):
        use = Settings(rate=optimisers.power_rate(1.0, 1.0, t))
        theta, memory = optimisers.gradient_descent(theta, theta - sample, memory, use)
        mean = optimisers.averaged(mean, theta, t)
    assert theta[0] == pytest.approx(np.mean(samples))
    assert mean[0] == pytest.approx(0.6241666666666666 * 5 / 6 + 0.375 / 6)


def test_adam_on_tensors_matches_torch() -> None:
    theta, state = torch.tensor([1.0, -2.0]), begin(torch.zeros(2))
    reference = theta.clone().requires_grad_()
    optimiser = torch.optim.Adam([reference], lr=0.1)
    for k in range(5):
        gradient = torch.tensor([0.3 * k - 0.5, 4.0])
        theta, state = optimisers.adam(theta, gradient, state, Settings(rate=0.1))
        reference.grad = gradient.clone()
        optimiser.step()
        torch.testing.assert_close(theta, reference.detach())
