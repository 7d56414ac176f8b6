"""What is known of chains: the bias of a step, the test that removes it, stability, momentum, modes, and borders."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import torch

from playground import catalog
from playground.concepts.samplers import Params, few_states
from playground.concepts.samplers.first import distances, law_of
from playground.concepts.samplers.targets import target_of
from playground.engine.run.session import Session


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("samplers"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def test_the_unadjusted_chain_is_too_wide_and_the_adjusted_one_is_not() -> None:
    run = session(150, target="gaussian", stride=0.5, particles=3000)
    assert number(run, "variance.ula") == pytest.approx(1 / (1 - 0.25), rel=0.05)
    assert number(run, "variance.mala") == pytest.approx(1.0, abs=0.05)
    assert 0.5 < number(run, "acceptance.mala") < 1.0


def test_no_point_leaves_the_simplex() -> None:
    run = session(300, target="simplex", stride=0.03, walk=True, chain="mirrored", particles=800)
    metrics = run.frame().metrics
    assert metrics["stays_inside"] is True
    assert number(run, "mean_error") < 0.02


def test_beyond_the_limit_the_unadjusted_chain_alone_runs_away() -> None:
    run = session(200, target="stiff", stride=0.021, particles=300)
    assert run.status == "diverging"
    assert number(run, "variance.ula") > 1e9
    assert number(run, "variance.mala") < 50.0
    assert run.frame().metrics["variance_theory"] is None
    run = session(200, target="stiff", stride=0.015, particles=300)
    assert run.status == "running"


def test_without_a_density_between_them_modes_stay_unseen() -> None:
    near = dict.fromkeys(("walk", "underdamped"), True)
    apart = session(200, target="data", stride=0.003, particles=300, **near)
    assert number(apart, "visited.mala") < 1.5
    assert number(session(200, target="data", stride=0.05, width=0.5, particles=300, **near), "visited.mala") > 4.0


def test_only_the_newest_places_of_a_path_are_kept() -> None:
    run = session(7, particles=100)
    assert run.frame().arrays["plane.path.xy"].shape == (8, 2)
    run.advance(60)
    arrays = run.frame().arrays
    assert arrays["plane.path.xy"].shape == (12, 2)
    assert tuple(arrays["plane.path.xy"][-1]) == tuple(arrays["plane.cloud.xy"][0])


def test_all_chains_start_where_the_user_says() -> None:
    run = session(20, particles=200)
    run.act("start_at", {"x": 1.0, "y": -0.5})
    assert run.state.move == 0
    gap = run.state.chains.x - torch.tensor([1.0, -0.5], dtype=torch.float64)
    assert float(gap.abs().max()) < 0.2


def test_on_a_line_the_first_coordinate_is_all_there_is() -> None:
    run = session(5, target="data", data="line3", particles=200)
    figure = run.frame().figure
    assert figure is not None
    assert [plot.name for plot in figure.plots] == ["histogram", "spread", "visited"]
    assert figure.main.name == "histogram"


def test_points_of_a_file_become_the_target(tmp_path: Path) -> None:
    table = tmp_path / "points.csv"
    table.write_text("x,y\n" + "\n".join(f"{i % 7},{i % 5}" for i in range(35)))
    run = session(target="data", particles=200)
    run.load(table)
    run.advance(3)
    assert run.data.means.shape == (35, 2)
    assert run.frame().failure is None


def test_orbits_keep_the_law_and_the_energy() -> None:
    run = session(60, target="correlated", hmc=True, ula=False, mala=False, chain="hmc", stride=0.01, leaps=15)
    x = run.state.chains.x[0]
    correlation = torch.corrcoef(x.T)[0, 1]
    assert float(correlation) == pytest.approx(0.99, abs=0.003)
    assert float(x.var(0).mean()) == pytest.approx(1.0, abs=0.12)
    assert 0.7 < number(run, "acceptance.hmc") < 0.9
    # An orbit begins where its particle stood and ends at what was proposed.
    proposed = run.state.chains.proposed
    few = proposed.orbit.shape[1]
    assert torch.equal(proposed.orbit[0], proposed.tails[0, :few])
    assert torch.equal(proposed.orbit[-1], proposed.heads[0, :few])


def test_distances_are_those_of_the_closed_form() -> None:
    # Of N(1, 1) to N(0, 1): W2 = 1, KL = 1/2, TV = 2 Phi(1/2) - 1; in 40 intervals KL and TV are a little less.
    target = target_of(Params.make({"target": "gaussian"}), session().data)
    x = torch.special.ndtri((torch.arange(2000, dtype=torch.float64) + 0.5) / 2000)
    far, near = distances(law_of(target), x + 1.0), distances(law_of(target), x)
    assert far.tolist() == pytest.approx([0.3829, 0.5, 1.0], abs=0.02)
    assert far[1] < 0.5
    assert near.tolist() == pytest.approx([0.0, 0.0, 0.0], abs=0.002)


def test_the_wrong_rule_keeps_the_law_that_its_matrix_keeps() -> None:
    run = session(200, mode="states", rule="metropolis", drift=0.8)
    kept = run.state.walker.law
    moves = few_states.transition(cast(Params, run.params), run.data)
    assert torch.allclose(kept @ moves, kept, atol=1e-9)
    assert number(run, "stationary_gap") == pytest.approx(0.1995, abs=1e-4)
    assert number(run, "asymmetry") > 0.1
    right = session(200, mode="states", drift=0.8)
    assert right.state.walker.law.tolist() == pytest.approx([5 / 15, 4 / 15, 3 / 15, 2 / 15, 1 / 15], abs=1e-9)
    assert number(right, "law_tv") <= number(right, "law_tv_bound") + 1e-14


def test_a_dragged_weight_is_the_share_of_its_state() -> None:
    run = session(mode="states", states=4)
    run.act("set_weight", {"state": 2, "height": 0.5})
    weights = run.data.weights
    assert float(weights[2] / weights.sum()) == pytest.approx(0.5)
    run.act("set_weight", {"state": 2, "height": 7.0})
    assert float(run.data.weights[2] / run.data.weights.sum()) == pytest.approx(0.9)


def test_at_the_limit_of_stability_nothing_is_stationary() -> None:
    # 2/lambda is 0.02 across the correlated Gaussian, whose computed eigenvalue is 100 but for rounding.
    for target in ("stiff", "correlated"):
        assert session(target=target, stride=0.02).frame().metrics["variance_theory"] is None
        assert number(session(target=target, stride=0.0199), "variance_theory") > 50
