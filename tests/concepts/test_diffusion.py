"""What is known of diffusion: marginals, Tweedie, the flow that keeps quantiles, samplers that arrive, and measures."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch

from playground import catalog
from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import make_data
from playground.concepts.diffusion.halves import expected_distance
from playground.concepts.diffusion.names import SAMPLERS
from playground.concepts.diffusion.plan import law_at, levels_of, schedule_of
from playground.engine.errors import BadInput
from playground.engine.frame import PlotView, View
from playground.engine.kit.diffusion import bounds, halves, line, measures, mixtures, schedules, training
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("diffusion"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


# ---- measures


def cloud(n: int, kind: str = "eight", seed: int = 3) -> tuple[Any, torch.Tensor]:
    """A data set and a sample of it."""
    data = make_data(Params.make({"data": kind}), Ctx(torch.device("cpu"), torch.float64, 0, "data"))
    return data, mixtures.sample(data.law, n, torch.Generator().manual_seed(seed))[0]


@pytest.mark.parametrize("kind", ["eight", "line3"])
def test_the_energy_distance_is_that_of_its_definition(kind: str) -> None:
    data, x = cloud(512, kind)
    x = 0.5 * x + 0.7
    _, y = cloud(6000, kind, seed=9)
    between, inside, own = torch.cdist(x, y).mean(), torch.cdist(x, x).mean(), torch.cdist(y, y).mean()
    (found,) = measures.measured(data, x[None])
    assert found.energy == pytest.approx(float(2 * between - inside - own), rel=0.03)


def test_fresh_data_are_at_the_floor() -> None:
    data, x = cloud(measures.MEASURED * 20)
    found = measures.measured(data, x.reshape(20, -1, 2))
    floor = measures.ruler(data, measures.MEASURED).floor
    mean = sum(one.energy for one in found) / 20
    assert mean == pytest.approx(floor[0], rel=0.35)
    assert sum(one.sliced for one in found) / 20 == pytest.approx(floor[1], rel=0.25)


def test_the_error_bar_covers_what_is_sampled() -> None:
    data, x = cloud(measures.MEASURED * 60)
    found = measures.measured(data, 0.8 * x.reshape(60, -1, 2))
    energies = torch.tensor([one.energy for one in found])
    assert sum(one.energy_error for one in found) / 60 >= 0.8 * float(energies.std())


def test_a_moved_law_on_a_line_has_its_wasserstein_distance() -> None:
    data, x = cloud(measures.MEASURED, "line2")
    (found,) = measures.measured(data, x[None] + 1.5)
    assert found.sliced == pytest.approx(1.5, abs=0.15)


# ---- the forward process


@pytest.mark.parametrize("schedule", ["linear", "scaled", "cosine", "own", "exploding"])
def test_the_chain_has_the_closed_moments(schedule: str) -> None:
    run = session(40, mode="forward", data="moons", schedule=schedule, steps=40, particles=20_000)
    assert number(run, "moment_error") < 0.03
    assert number(run, "norm") == pytest.approx(number(run, "norm_theory"), rel=0.02)


def test_the_energy_of_standardised_data_stays() -> None:
    run = session(30, mode="forward", data="pinwheel")
    assert number(run, "norm_theory") == pytest.approx(2.0, rel=1e-9)


# ---- the reverse process


def test_all_samplers_start_from_the_same_noise_and_arrive() -> None:
    run = session(samplers="six", inner=4, steps=150, data="unequal")
    start = run.state.clouds.x
    assert torch.equal(start, start[:1].expand_as(start))
    run.advance(150)
    assert run.status == "done"
    floor = number(run, "floor")
    for name in SAMPLERS:
        assert number(run, f"energy_distance.{name}") < 6 * floor, name
        assert number(run, f"modes_covered.{name}") == 3


def test_the_flow_keeps_quantiles_on_a_line() -> None:
    run = session(data="line2", steps=400, particles=500, samplers="one", spacing="snr", T=1000)
    assert isinstance(run.params, Params)
    schedule = schedule_of(run.params, run.data)
    first = law_at(run.data, schedule, 1000)
    start = run.state.clouds.x[0, :, 0].double()
    run.advance(400)
    end = run.state.clouds.x[0, :, 0].double()
    inside = (start.abs() < 2) & ((mixtures.cdf(first, start) - 0.5).abs() > 0.02)
    expected = mixtures.quantile(run.data.law, mixtures.cdf(first, start[inside]))
    assert float((end[inside] - expected).abs().mean()) < 0.02


def test_ddim_with_all_noise_is_ddpm() -> None:
    run = session(60, samplers="four", eta=1.0, steps=60)
    ancestral, ddim, *_ = run.state.clouds.x
    assert torch.allclose(ancestral, ddim, atol=1e-4)


def test_the_empirical_score_leads_back_to_the_examples() -> None:
    run = session(100, score="empirical", examples=20, data="moons", samplers="one")
    x = run.state.clouds.x[0].double()
    assert float(torch.cdist(x, run.data.examples).min(1).values.median()) < 0.02


def test_guidance_buys_the_label() -> None:
    shares = [
        number(session(60, data="two", score="guided", guidance=w, steps=60, width=0.5), "label_share")
        for w in (0.0, 1.0, 4.0)
    ]
    assert shares[0] == pytest.approx(0.5, abs=0.06)
    assert shares[0] < shares[1] <= shares[2]


def test_a_followed_particle_has_its_path_from_the_start() -> None:
    run = session(20, steps=40)
    whole = run.state.clouds.path.whole.clone()
    run.act("follow", {"id": 1234})
    path = run.state.clouds.path.whole
    assert path.shape == (21, 3, 9, 2)
    assert torch.allclose(path[:, :, :8], whole, atol=1e-4)
    assert torch.equal(path[-1, :, 8], run.state.clouds.x[:, 1234])
    run.act("follow", {"id": 1234})
    assert run.state.clouds.path.whole.shape == (21, 3, 8, 2)


# ---- at the cursor


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_the_cursor_shows_score_and_posterior_and_leaves_no_trace(mode: str) -> None:
    run = session(40, mode=mode, data="unequal", particles=100)
    marks, place = run.frame().marks, (0.4, -0.3)
    seen = run.frame(View({"plane": PlotView((-3.0, 3.0), (-3.0, 3.0), 300, 300, place)}))
    level, x = int(number(run, "t")), torch.tensor([place], dtype=torch.float64)
    assert isinstance(run.params, Params)
    schedule = schedule_of(run.params, run.data)
    scale, sigma = float(schedule.scale[level]), float(schedule.sigma[level])
    posterior = mixtures.posterior(run.data.law, x, scale, sigma)
    mean = (posterior.weights[0, :, None] * posterior.means[0]).sum(0)
    assert seen.arrays["plane.guess_here.xy"][0] == pytest.approx(mean.numpy(), abs=1e-4)
    exact = mixtures.score(law_at(run.data, schedule, level), x)[0]
    assert [seen.metrics["cursor_score_x"], seen.metrics["cursor_score_y"]] == pytest.approx(exact.tolist(), rel=1e-3)
    assert sorted(seen.arrays["plane.posterior_here.widths"]) == pytest.approx(
        [w for w in sorted(posterior.weights[0].tolist()) if w >= 0.01], abs=1e-6
    )
    assert run.frame().marks == marks
    assert len(run.frame().arrays["plane.score_here.tails"]) == 0


# ---- inpainting in the plane


@pytest.mark.parametrize("data", ["eight", "pinwheel"])
def test_the_unknown_half_gets_its_exact_conditional_law(data: str) -> None:
    run = session(80, data=data, score="half", samplers="three", steps=80, spacing="snr", particles=2000)
    clouds, half = run.state.clouds, run.data.half
    hidden = half.holds(clouds.truth)
    assert torch.equal(clouds.x[:, ~hidden], clouds.truth[~hidden].expand(3, -1, -1))
    exact, count = halves.along(run.data.law, half), int(hidden.sum())
    for cloud in clouds.x:
        assert bool(half.holds(cloud[hidden]).all())
        found = line.w1(cloud[hidden] @ half.along.float(), exact)
        assert found < 2.5 * expected_distance(exact, count)
    metrics = run.frame().metrics
    assert metrics["beyond_share"] == 1.0
    assert number(run, "generated_share") == pytest.approx(number(run, "half_share"), abs=0.03)


def test_the_expected_distance_is_that_of_fresh_draws() -> None:
    law = mixtures.mixture(torch.ones(2), torch.tensor([[-1.0], [2.0]]), torch.tensor([0.25, 1.0]))
    law = mixtures.Mixture(*(part.double() for part in law))
    rng = torch.Generator().manual_seed(4)
    found = [line.w1(mixtures.sample(law, 300, rng)[0], law) for _ in range(60)]
    assert sum(found) / 60 == pytest.approx(expected_distance(law, 300), rel=0.15)


def test_the_line_is_dragged_and_turned_round() -> None:
    run = session(score="half", particles=200)
    generated = run.data.half.holds(run.state.clouds.truth)
    run.act("swap_halves", {})
    assert torch.equal(run.data.half.holds(run.state.clouds.truth), ~generated)
    run.act("move_border", {"id": 0, "x": -1.9, "y": -1.5})
    run.act("move_border", {"id": 1, "x": -1.9, "y": 2.5})
    run.advance(run.length or 0)
    x = run.state.clouds.x[0]
    assert bool((x[run.data.half.holds(run.state.clouds.truth), 0] < -1.9 + 1e-4).all())
    with pytest.raises(BadInput, match="where the other end of the line is"):
        run.act("move_border", {"id": 0, "x": -1.9, "y": 2.5})


def test_a_followed_particle_keeps_what_is_known_on_its_path() -> None:
    run = session(12, score="half", steps=30, particles=300)
    known = int((~run.data.half.holds(run.state.clouds.truth)).nonzero()[-1])
    run.act("follow", {"id": known})
    path = run.state.clouds.path.whole[:, :, -1]
    assert torch.allclose(path, path[:, :1].expand_as(path), atol=1e-6)


# ---- denoising


@pytest.mark.parametrize("data", ["line2", "moons", "grid"])
def test_tweedie_is_the_posterior_mean(data: str) -> None:
    assert number(session(mode="denoise", data=data), "tweedie_gap") < 1e-12


def test_one_jump_is_an_average_and_small_steps_arrive() -> None:
    run = session(60, mode="denoise", data="moons", level=0.7, steps=60)
    assert number(run, "jump_distance") > 0.5
    assert number(run, "steps_distance") < 0.12


def test_the_probe_may_be_moved_at_any_time() -> None:
    run = session(20, mode="denoise", steps=40)
    run.act("look_at", {"x": 0.3, "y": -0.8})
    straight = session(0, mode="denoise", steps=40)
    straight.act("look_at", {"x": 0.3, "y": -0.8})
    straight.advance(20)
    assert torch.allclose(run.state.denoising.probed.whole, straight.state.denoising.probed.whole, atol=1e-5)


# ---- the user's data


def test_a_long_stroke_is_thinned_and_later_ones_find_room() -> None:
    run = session(data="blank", particles=100)
    run.act("draw", {"path": [-100.0, -100.0, 100.0, 100.0] * 1000})
    assert len(run.data.masses) == 399, "and the sheet that they replace"
    run.act("draw", {"path": [0.0, -1.0, 0.0, 1.0]})
    assert len(run.data.masses) <= 400
    assert set(run.data.modes.tolist()) == {0, 1}
    drawn = run.data.modes == 1
    assert int(drawn.sum()) == 18, "the new stroke has all its components"
    assert bool((run.data.means[drawn][:, 0] == 0).all())


def test_a_stroke_replaces_the_empty_sheet_and_later_ones_add() -> None:
    run = session(data="blank")
    run.act("draw", {"path": [-1.0, 0.0, 1.0, 0.0]})
    first = len(run.data.masses)
    assert first > 10
    assert set(run.data.modes.tolist()) == {0}
    run.act("draw", {"path": [0.0, -1.0, 0.0, 1.0]})
    assert len(run.data.masses) > first
    assert set(run.data.modes.tolist()) == {0, 1}
    assert isinstance(run.params, Params)
    levels = levels_of(run.params, run.data)
    assert math.isclose(float(law_at(run.data, schedule_of(run.params, run.data), levels[0]).weights.sum()), 1.0)


def test_a_net_from_a_file_gives_the_score(tmp_path: Path) -> None:
    plane, line_ = tmp_path / "plane.safetensors", tmp_path / "line.safetensors"
    for path, kind in ((plane, "moons"), (line_, "line2")):
        path.write_bytes(training.to_bytes(training.begin(cloud(200, kind)[1], torch.Generator().manual_seed(0)).net))
    run = session(data="moons", score="learned", samplers="one", particles=200)
    assert run.frame().metrics["plane.no_net.show"] is True
    run.load(plane)
    run.advance(100)
    frame = run.frame()
    assert (frame.failure, frame.metrics["has_net"], frame.metrics["net_words"]) == (None, True, "plane.safetensors")
    assert frame.metrics["plane.no_net.show"] is False
    # A net that learned nothing yet has the score of a Gaussian, so that the moons are missed.
    assert number(run, "energy_distance.ode") > 3 * number(run, "floor")
    with pytest.raises(BadInput, match="is a net for 1 coordinates, the data have 2"):
        run.load(line_)


def test_the_bound_by_draws_and_its_weights_by_another_route() -> None:
    schedule = schedules.linear(40)
    exact = bounds.gaussian_terms(0.5, 0.64, 1.2, schedule).between
    drawn, errors = bounds.sampled_terms(0.5, 0.64, 1.2, schedule, 20_000, torch.Generator().manual_seed(0))
    assert float(((drawn - exact) / errors).abs().max()) < 4.5
    assert torch.allclose(bounds.weights_by_shift(schedule), schedules.bound_weights(schedule)[1:], rtol=1e-10)
    # A model whose data are elsewhere has other terms, and the draws see it.
    other, _ = bounds.sampled_terms(-1.5, 0.64, 1.2, schedule, 20_000, torch.Generator().manual_seed(0))
    assert float(other.sum()) > 1.5 * float(exact.sum())


def test_tails_end_at_the_particles_and_begin_where_they_were() -> None:
    run = session(5, particles=300)
    before = run.state.clouds.x[0].clone()
    run.advance(1)
    tail = run.state.clouds.tail[:, 0]
    assert torch.equal(tail[-1], run.state.clouds.x[0])
    assert torch.equal(tail[-2], before)
