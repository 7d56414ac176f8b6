"""Rates of first-order methods and errors of schedules: figures worked by hand, and the methods themselves."""

from __future__ import annotations

import numpy as np
import pytest

from playground.concepts.optimisers import rates
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Settings

VALUES = np.array([0.01, 0.3, 1.0])


@pytest.mark.parametrize(("method", "limit"), [("gd", 2.0), ("heavy_ball", 3.8), ("nesterov", 1.3571428571428572)])
def test_limits(method: str, limit: float) -> None:
    assert rates.stable_limit(method, VALUES, 0.9) == pytest.approx(limit)
    assert rates.worst_factor(method, VALUES, limit * 0.999, 0.9) < 1
    assert rates.worst_factor(method, VALUES, limit * 1.001, 0.9) > 1


@pytest.mark.parametrize(
    ("method", "eta", "beta", "rate"),
    [
        ("gd", 0.0198019801980198, 0.0, 0.9801980198019802),
        ("heavy_ball", 0.03305785123966942, 0.6694214876033059, 0.8181818181818182),
        ("nesterov", 0.01, 0.8181818181818182, 0.9),
    ],
)
def test_best_constants_and_the_steps_that_they_take(method: str, eta: float, beta: float, rate: float) -> None:
    assert rates.best_steps(method, 1.0, 100.0) == pytest.approx((eta, beta, rate))
    assert rates.worst_factor(method, np.array([1.0, 100.0]), eta, beta) == pytest.approx(rate, rel=1e-6)
    theta: Reals = np.ones(2)
    values, use = np.array([1.0, 100.0]), Settings(rate=eta, momentum=beta)
    memory = optimisers.begin(theta)
    for _ in range(600):
        at = optimisers.ahead(theta, memory, use) if method == "nesterov" else theta
        theta, memory = optimisers.RULES[method](theta, values * at, memory, use)
    assert np.linalg.norm(theta) < 40 * 600 * rate**600


def test_exact_errors_of_schedules() -> None:
    constant, average = rates.rms_of_schedule(0.1, 0.0, 1.0, 1.0, 5000)
    assert constant[-1] == pytest.approx(0.22941573386057, rel=1e-9)
    assert average[-1] == pytest.approx(0.014236942309210545, rel=1e-9)
    root, averaged = rates.rms_of_schedule(1.0, 0.5, 1.0, 1.0, 5000)
    assert root[-1] == pytest.approx(0.08453650906749444, rel=1e-9)
    assert averaged[-1] == pytest.approx(0.014193858352455338, rel=1e-9)
    inverse, _ = rates.rms_of_schedule(1.0, 1.0, 1.0, 1.0, 5000)
    assert inverse[-1] == pytest.approx(5000**-0.5, rel=1e-12)


def test_errors_that_are_continued_are_those_of_one_go() -> None:
    errors = rates.ScheduleErrors(1.0, 0.75, 1.0, 1.0)
    for steps in (0, 3, 1500, 700, 5000):
        for part, whole in zip(errors.until(steps), rates.rms_of_schedule(1.0, 0.75, 1.0, 1.0, steps), strict=True):
            assert np.array_equal(part, whole)
            assert len(part) == steps + 1
