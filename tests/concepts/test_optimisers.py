"""Optimiser race: surfaces against differences, theorems on the panel's own steps, gestures, all problems."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.optimisers import Params, estimate, race
from playground.concepts.optimisers.names import PLANE
from playground.concepts.optimisers.stationary import pl_constant
from playground.concepts.optimisers.surfaces import Surface, surface_of
from playground.engine.errors import BadInput
from playground.engine.frame import PlotView, View
from playground.engine.kit.trail import MOST_SPREAD
from playground.engine.run.session import Session

DROPS = ((0.5, 0.2, -0.5), (-0.8, 1.0, 0.5))
ALL: dict[str, Any] = dict.fromkeys(PLANE, True)


def session(**params: Any) -> Session:
    return Session(catalog.load("optimisers"), Params(**params))


@pytest.mark.parametrize(
    "problem", ["quadratic", "rosenbrock", "himmelblau", "saddle", "pl", "plateau", "drawn", "typed"]
)
def test_gradients_and_hessians_are_differences(problem: Any) -> None:
    ground = surface_of(Params(problem=problem), DROPS)
    z, h = np.random.default_rng(0).normal(size=(7, 2)), 1e-5
    steps = [np.array([h, 0.0]), np.array([0.0, h])]
    slope = np.stack([(ground.value(z + s) - ground.value(z - s)) / (2 * h) for s in steps], -1)
    bent = np.stack([(ground.gradient(z + s) - ground.gradient(z - s)) / (2 * h) for s in steps], -1)
    assert ground.gradient(z) == pytest.approx(slope, rel=1e-6, abs=1e-6)
    assert ground.hessian(z) == pytest.approx(bent, rel=1e-6, abs=1e-6)
    assert all(np.linalg.norm(ground.gradient(np.array(point[:2]))) < 1e-4 for point in ground.points)
    assert (ground.value(z) >= ground.lowest - 1e-9).all()


def test_himmelblau_has_nine_stationary_points() -> None:
    kinds = [point[2] for point in surface_of(Params(problem="himmelblau")).points]
    assert sorted(kinds) == ["maximum"] + ["minimum"] * 4 + ["saddle"] * 4


def test_the_pl_constant_bounds_the_gap_everywhere_and_is_attained() -> None:
    constant, at, others_ = pl_constant(3.0)
    assert constant == pytest.approx(0.17553098587973168, rel=1e-9)
    assert at == pytest.approx(2.201709176446807, rel=1e-4)
    assert not others_
    assert pl_constant(6.0)[0] == 0.0
    x = np.linspace(-9, 9, 4001)
    ground = surface_of(Params(problem="pl"))
    z = np.stack([x, 0 * x], 1)
    assert ((ground.gradient(z) ** 2).sum(1) >= 2 * constant * ground.value(z) * (1 - 1e-9)).all()


@pytest.mark.parametrize("name", [name for name in PLANE if name not in ("newton", "adagrad", "rmsprop", "adamw")])
def test_a_ravine_that_is_turned_turns_the_paths_of_methods_without_coordinates(name: str) -> None:
    """Rotating start and surface rotates every iterate, but for methods that scale each coordinate by itself."""
    straight = dict(ALL, tilt=0.0, start=(1.0, 2.0))
    turned = dict(ALL, tilt=90.0, start=(-2.0, 1.0))
    runs = [session(**params) for params in (straight, turned)]
    for run in runs:
        run.advance(25)
    row = PLANE.index(name)
    first, second = (run.state.race.theta[row].numpy() for run in runs)
    assert second == pytest.approx(np.array([-first[1], first[0]]), abs=1e-9)


def test_every_method_but_newton_passes_the_limit_where_theory_says() -> None:
    for rate, grows in ((1.95, False), (2.05, True)):
        run = session(rate=rate, kappa=10.0)
        run.advance(400)
        gap = run.frame().metrics["gap.gd"]
        assert isinstance(gap, float)
        assert (gap > 1e3) == grows
        assert (gap < 1e-9) != grows


def test_on_the_ridge_nobody_leaves_the_saddle_and_with_noise_all_do() -> None:
    still = session(problem="saddle", rate=0.1, start=(1.6, 0.0))
    still.advance(300)
    assert (still.state.race.theta[:, 1] == 0).all()
    moved = session(problem="saddle", rate=0.1, start=(1.6, 0.0), noise=0.01)
    moved.advance(400)
    assert (moved.state.race.theta[:, 1].abs() > 0.8).all()


def test_the_average_is_the_mean_of_the_iterates_of_gradient_descent() -> None:
    run = session(average=True, noise=1.0, rate=0.5)
    places = []
    for _ in range(30):
        run.advance()
        places.append(run.state.race.theta[0].numpy().copy())
    names = [name for name in PLANE if getattr(run.params, name)]
    assert run.state.race.theta[names.index("average")].numpy() == pytest.approx(np.mean(places, 0), abs=1e-12)


def test_a_batch_of_four_halves_the_noise() -> None:
    runs = [session(noise=1.0, batch=batch, rate=0.5, kappa=1.0, start=(0.0, 0.0)) for batch in (1, 4)]
    for run in runs:
        run.advance()
    one, four = (run.state.race.theta[0].numpy() for run in runs)
    assert four == pytest.approx(one / 2)


def test_a_dragged_start_takes_all_paths_with_it() -> None:
    run = session()
    run.advance(10)
    run.act("set_start", {"x": 1.0, "y": -1.0})
    fresh = session(start=(1.0, -1.0))
    fresh.advance(10)
    assert (run.state.race.theta == fresh.state.race.theta).all()
    assert run.state.race.taken == 10


def test_strokes_dig_and_heap_and_are_refused_elsewhere() -> None:
    run = session(problem="drawn")
    run.act("dig", {"path": [0.0, 0.0, 1.0, 0.0]})
    run.act("heap", {"path": [-1.0, -1.0]})
    ground: Surface = race.surface(run.params, run.data)  # type: ignore[arg-type]
    assert ground.value(np.array([1.0, 0.0])) < ground.value(np.array([2.0, 2.0]))
    assert ground.value(np.array([-1.0, -1.0])) > ground.value(np.array([-2.0, -2.0]))
    run.act("flatten", {})
    assert not len(run.data.drops)
    with pytest.raises(BadInput, match="path"):
        run.act("dig", {"path": [0.0]})
    with pytest.raises(BadInput, match="matrix"):
        session(problem="matrix").act("set_start", {"x": 0.0, "y": 0.0})


def test_a_point_on_the_border_obeys_the_multiplier_rule() -> None:
    run = session(problem="himmelblau", radius=2.5, rate=0.01, adam=False, start=(-0.5, 1.0))
    run.advance(300)
    metrics, ground = run.frame().metrics, surface_of(Params(problem="himmelblau"))
    theta = run.state.race.theta[0].numpy()
    assert np.linalg.norm(theta) == pytest.approx(2.5)
    assert np.linalg.norm(ground.gradient(theta) + metrics["multiplier"] * theta) < 1e-6
    assert float(metrics["multiplier"] or 0.0) > 0


def test_estimates_follow_their_exact_errors() -> None:
    run = session(problem="estimate", runs=4000, iterations=50)
    run.advance(40)
    metrics = run.frame().metrics
    for name in ("constant", "root", "three_quarters", "inverse"):
        assert metrics[f"rms.{name}"] == pytest.approx(metrics[f"rms_theory.{name}"], rel=0.06)
        assert metrics[f"average_rms.{name}"] == pytest.approx(metrics[f"average_theory.{name}"], rel=0.06)


def test_the_maps_are_the_runs_themselves() -> None:
    run = session(problem="himmelblau", mode="starts", rate=0.01, resolution=16, horizon=60)
    run.finish_job("starts")
    basin = run.frame().arrays["plane.basin.z"]
    ground = surface_of(run.params)  # type: ignore[arg-type]
    for row, column in ((3, 4), (12, 9)):
        start = (-5.5 + 11 * column / 15, 5.5 - 11 * row / 15)
        one = session(problem="himmelblau", rate=0.01, start=start)
        one.advance(60)
        end = one.state.race.theta[0].numpy()
        near = min(range(len(ground.points)), key=lambda k: float(np.linalg.norm(end - ground.points[k][:2])))
        assert int(basin[row, column]) == near + 1


def test_errors_of_a_long_run_are_no_more_than_a_plot_can_show() -> None:
    run = session(problem="estimate", runs=10)
    full = torch.arange(MOST_SPREAD, dtype=torch.float64)
    rows = {name: getattr(run.state.estimates, name).repeat(MOST_SPREAD, 1, 1) for name in ("rms", "errors")}
    long = run.state.estimates._replace(**rows, times=full, taken=9000)
    after = estimate.advance(Params(problem="estimate", runs=10), long, run.context("step").at(1))
    assert len(after.rms) == len(after.times) < MOST_SPREAD / 4
    assert after.times[:4].tolist() == [0, 1, 2, 3]
    assert after.times[-1] == 9010


def test_the_level_sets_of_one_update_fill_a_wide_plot() -> None:
    run = session(mode="update", method="heavy_ball", adam=False)
    run.advance(4)
    square = run.frame()
    seen = PlotView((0.0, 1.0), (0.0, 1.0), 900, 300)
    wide = run.frame(View({"update": seen}))
    x0, x1 = square.ranges["update.x"]
    reach = wide.arrays["update.ground.xy"][:, [0, 2]]
    assert reach.min() < x0 - 0.9 * (x1 - x0)
    assert reach.max() > x1 + 0.9 * (x1 - x0)
    assert wide.ranges["update.x"] == square.ranges["update.x"]


def test_the_finish_order_is_that_of_the_steps_then_of_the_heights_and_who_is_lost_comes_last() -> None:
    run = session(rate=2.5, kappa=10.0)
    run.advance(400)
    last = run.frame().tables["standings.standings.rows"].records()[-1]
    assert (last["method"], last["steps"], last["height"]) == ("Gradient descent", "lost", None)
    fair = session(kappa=10.0)
    fair.advance(300)
    metrics = fair.frame().metrics
    rows = fair.frame().tables["standings.standings.rows"].records()
    steps = {row["method"]: row["steps"] for row in rows}
    assert steps["Nesterov"] == metrics["steps_to.nesterov"]
    known = [row["steps"] for row in rows if row["steps"] is not None]
    assert known == sorted(known)
    assert len(known) >= 3


def test_samples_say_how_many_a_step_of_the_clock_is() -> None:
    run = session(problem="estimate", runs=10, iterations=7)
    run.advance(3)
    assert run.frame().metrics["samples_seen"] == 21
    assert session().frame().metrics["samples_seen"] is None


def test_the_solid_shows_the_heights_of_the_function_and_a_path_for_each_method() -> None:
    run = session(mode="solid", problem="saddle", rate=0.1, start=(1.6, 0.02))
    run.advance(12)
    arrays = run.frame().arrays
    z, (x0, x1, y0, y1) = arrays["surface.loss.z"], arrays["surface.loss.extent"]
    # First row on top: x^2/2 - y^2/2 + y^4/4 at the corner (x0, y1) and in the middle.
    for row, column, x, y in ((0, 0, x0, y1), (30, 30, (x0 + x1) / 2, (y0 + y1) / 2)):
        assert z[row, column] == pytest.approx(x**2 / 2 - y**2 / 2 + y**4 / 4, abs=1e-5)
    paths, slots = arrays["surface.loss.paths"], arrays["surface.loss.slots"]
    pieces = np.split(paths, np.flatnonzero(np.isnan(paths[:, 0])) + 1)[:-1]
    assert len(pieces) == len(slots) == 4
    assert all(tuple(piece[0]) == (1.6, 0.02) for piece in pieces)
