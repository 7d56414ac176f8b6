"""Each claim of the optimiser race fails for a model that is spoilt in what it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from claims import failing

from playground import catalog
from playground.concepts.optimisers import estimate, matrix, norms, path, race, rates, section, surfaces
from playground.engine.kit import optimisers

RULES = dict(optimisers.RULES)
Patch = pytest.MonkeyPatch


def rule(patch: Patch, name: str, spoilt: Callable[..., Any]) -> None:
    patch.setitem(optimisers.RULES, name, spoilt)


def scaled(name: str, times: float) -> Callable[..., Any]:
    """A rule whose displacement is longer or shorter."""

    def spoilt(theta: Any, gradient: Any, memory: Any, use: Any) -> Any:
        after, memory = RULES[name](theta, gradient, memory, use)
        return theta + times * (after - theta), memory

    return spoilt


def longer_steps(patch: Patch) -> None:
    rule(patch, "gd", scaled("gd", 1.3))


def far_longer_steps(patch: Patch) -> None:
    rule(patch, "gd", scaled("gd", 1.99))


def shorter_steps(patch: Patch) -> None:
    rule(patch, "gd", scaled("gd", 0.4))


def tiny_steps(patch: Patch) -> None:
    rule(patch, "gd", scaled("gd", 0.05))


def slower_flow(patch: Patch) -> None:
    """A flow that steps of any length miss by about as much."""
    true = surfaces.flowed
    patch.setattr(path, "flowed", lambda A, start, time: true(A, start, 0.8 * time))


def no_steps(patch: Patch) -> None:
    rule(patch, "gd", scaled("gd", 0.0))


def newton_for_descent(patch: Patch) -> None:
    true = race.moved

    def spoilt(params: Any, name: str, ground: Any, theta: Any, memory: Any, *more: Any) -> Any:
        return true(params, "newton" if name == "gd" else name, ground, theta, memory, *more)

    patch.setattr(race, "moved", spoilt)


def convex_everywhere(patch: Patch) -> None:
    """Each section is a parabola that opens upwards."""
    true = section._section

    def spoilt(course: Any) -> Any:
        cut = true(course)
        return cut and cut._replace(at=lambda s: -cut.slope * s + s * s)

    patch.setattr(section, "_section", spoilt)


def concave_everywhere(patch: Patch) -> None:
    true = section._section

    def spoilt(course: Any) -> Any:
        cut = true(course)
        return cut and cut._replace(at=lambda s: -cut.slope * s - s * s)

    patch.setattr(section, "_section", spoilt)


def steeper_than_it_knows(patch: Patch) -> None:
    true = section._section

    def spoilt(course: Any) -> Any:
        cut = true(course)
        return cut and cut._replace(at=lambda s: -cut.slope * s + 8 * s * s)

    patch.setattr(section, "_section", spoilt)


def wrong_dual(patch: Patch) -> None:
    patch.setattr(norms, "dual", lambda p: 2.0)


def too_small_a_ball(patch: Patch) -> None:
    true = norms.ball
    patch.setattr(norms, "ball", lambda p: 0.9 * true(p))


def norms_in_disorder(patch: Patch) -> None:
    true = norms.length
    patch.setattr(norms, "length", lambda x, p: true(x, 1.0 if p == 2 else p))
    norms.violations.cache_clear()


def no_momentum(patch: Patch) -> None:
    for name in ("heavy_ball", "nesterov"):
        rule(patch, name, scaled("gd", 0.4))


def best_of_heavy_ball_for_all(patch: Patch) -> None:
    rule(patch, "gd", RULES["heavy_ball"])
    true = rates.best_steps
    patch.setattr(rates, "best_steps", lambda method, mu, L: true("heavy_ball", mu, L))


def steps_that_shrink_with_the_condition(patch: Patch) -> None:
    true = rates.best_steps

    def spoilt(method: str, mu: float, L: float) -> Any:
        eta, beta, factor = true(method, mu, L)
        return eta * (mu / L) ** 0.15, beta, factor

    patch.setattr(rates, "best_steps", spoilt)


def steps_that_cost_nothing(patch: Patch) -> None:
    """Every method halves the error at each step: the condition costs nothing."""
    for name in ("gd", "heavy_ball", "nesterov"):
        rule(patch, name, lambda theta, gradient, memory, use: (0.5 * theta, memory))


def correction_the_other_way(patch: Patch) -> None:
    true = race.settings
    patch.setattr(race, "settings", lambda *given: true(*given)._replace(corrected=not true(*given).corrected))


def longer_adam(patch: Patch) -> None:
    rule(patch, "adam", scaled("adam", 1.01))


def shorter_adam(patch: Patch) -> None:
    rule(patch, "adam", scaled("adam", 0.99))


def sums_and_means_exchanged(patch: Patch) -> None:
    rule(patch, "adagrad", RULES["rmsprop"])
    rule(patch, "rmsprop", RULES["adagrad"])


def half_of_newton(patch: Patch) -> None:
    true = race.newton
    patch.setattr(race, "newton", lambda theta, *more: theta + 0.5 * (true(theta, *more) - theta))


def newton_that_cubes(patch: Patch) -> None:
    """Two of its steps in one: the order is four."""

    def spoilt(params: Any, name: str, ground: Any, theta: Any, memory: Any, *more: Any) -> Any:
        for _ in range(2):
            theta, found = true(params, name, ground, theta, memory, *more)
        return theta, found

    true = race.moved
    patch.setattr(race, "moved", spoilt)


def newton_that_avoids_saddles(patch: Patch) -> None:
    def spoilt(theta: Any, gradient: Any, hessian: Any, damping: float) -> Any:
        values, vectors = np.linalg.eigh(hessian)
        return theta - vectors @ ((vectors.T @ gradient) / np.maximum(np.abs(values), 1.0))

    patch.setattr(race, "newton", spoilt)


def no_rare_inputs(patch: Patch) -> None:
    patch.setattr(matrix, "variances", lambda params: np.ones(params.size))


def muon_without_its_heart(patch: Patch) -> None:
    rule(patch, "muon", scaled("gd", 0.2))


def no_schedule(patch: Patch) -> None:
    patch.setattr(optimisers, "power_rate", lambda first, power, step: 0.5)


def shorter_schedules(patch: Patch) -> None:
    true = optimisers.power_rate
    patch.setattr(optimisers, "power_rate", lambda first, power, step: 0.3 * true(first, power, step))


def no_noise_in_the_samples(patch: Patch) -> None:
    true = estimate.advance

    class Quiet(NamedTuple):
        ctx: Any

        def randn(self, *shape: int) -> Any:
            return 0.5 * self.ctx.randn(*shape)

    def spoilt(params: Any, state: Any, ctx: Any) -> Any:
        quiet: Any = Quiet(ctx)
        return true(params, state, quiet)

    patch.setattr(estimate, "advance", spoilt)


def no_average(patch: Patch) -> None:
    patch.setattr(optimisers, "averaged", lambda mean, theta, t: theta)


def leaning_noise(patch: Patch) -> None:
    """Runs that drift in the unstable direction whether there is noise or not."""
    true = race.moved

    def spoilt(params: Any, name: str, ground: Any, theta: Any, *more: Any) -> Any:
        after, memory = true(params, name, ground, theta, *more)
        return after + np.array([0.0, 1e-3]), memory

    patch.setattr(race, "moved", spoilt)


def no_noise(patch: Patch) -> None:
    true = race.moved

    def spoilt(params: Any, name: str, ground: Any, theta: Any, memory: Any, noise: Any = 0.0, use: Any = None) -> Any:
        return true(params, name, ground, theta, memory, 0.0, use)

    patch.setattr(race, "moved", spoilt)


def noise_that_grows_with_the_step(patch: Patch) -> None:
    true = race.moved

    def spoilt(params: Any, name: str, ground: Any, theta: Any, memory: Any, noise: Any = 0.0, use: Any = None) -> Any:
        return true(params, name, ground, theta, memory, noise * params.rate, use)

    patch.setattr(race, "moved", spoilt)


def noise_that_falls_with_the_step(patch: Patch) -> None:
    true = race.moved

    def spoilt(params: Any, name: str, ground: Any, theta: Any, memory: Any, noise: Any = 0.0, use: Any = None) -> Any:
        return true(params, name, ground, theta, memory, noise / params.rate, use)

    patch.setattr(race, "moved", spoilt)


def no_projection(patch: Patch) -> None:
    patch.setattr(race, "projected", lambda theta, radius: theta)


@dataclass(frozen=True)
class Case:
    """A way to spoil the model, and the claims that it must break."""

    spoil: Callable[[Patch], None]
    breaks: tuple[str, ...]


CASES = (
    Case(longer_steps, ("flow_low", "below", "ravine")),
    Case(slower_flow, ("flow",)),
    Case(far_longer_steps, ("decrease",)),
    Case(no_steps, ("pl",)),
    Case(tiny_steps, ("small_gradient",)),
    Case(newton_for_descent, ("decrease_high",)),
    Case(shorter_steps, ("beyond",)),
    Case(concave_everywhere, ("chord", "lower_bowl")),
    Case(convex_everywhere, ("chord_cut",)),
    Case(steeper_than_it_knows, ("upper_bowl",)),
    Case(wrong_dual, ("dual_high",)),
    Case(too_small_a_ball, ("dual",)),
    Case(norms_in_disorder, ("norm_order",)),
    Case(no_momentum, ("heavy_ball", "nesterov", "growth_root")),
    Case(best_of_heavy_ball_for_all, ("growth",)),
    Case(steps_that_shrink_with_the_condition, ("growth_high",)),
    Case(steps_that_cost_nothing, ("growth_root_low",)),
    Case(correction_the_other_way, ("adam_first_high", "adam_raw")),
    Case(longer_adam, ("adam_first_high", "adam_raw_high")),
    Case(shorter_adam, ("adam_first", "adam_raw")),
    Case(sums_and_means_exchanged, ("adagrad", "rmsprop")),
    Case(half_of_newton, ("newton_one", "newton_order")),
    Case(newton_that_cubes, ("newton_order_high",)),
    Case(newton_that_avoids_saddles, ("newton_saddle",)),
    Case(no_rare_inputs, ("muon_gradient", "sgd_rare")),
    Case(muon_without_its_heart, ("muon_update", "muon_rare")),
    Case(no_schedule, ("constant_high", "root", "inverse")),
    Case(no_noise_in_the_samples, ("constant", "root_low", "inverse_low")),
    Case(no_average, ("average",)),
    Case(leaning_noise, ("stuck",)),
    Case(no_noise, ("escape",)),
    Case(noise_that_grows_with_the_step, ("noise_ball_high",)),
    Case(noise_that_falls_with_the_step, ("noise_ball",)),
    Case(no_projection, ("lagrange",)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.spoil.__name__)
def test_a_spoilt_model_breaks_its_claims(case: Case, monkeypatch: Patch) -> None:
    clear = norms.violations.cache_clear
    case.spoil(monkeypatch)
    try:
        with np.errstate(all="ignore"):
            assert failing("optimisers", case.breaks) == set(case.breaks)
    finally:
        monkeypatch.undo()
        clear()


def test_every_claim_has_its_spoilt_model() -> None:
    broken = {name for case in CASES for name in case.breaks}
    assert broken == {claim.id for claim in catalog.load("optimisers").declaration.claims}
