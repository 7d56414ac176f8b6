"""What is known of score matching: the net finds the score, the loss's constant, and masses that it does not see."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch

from playground import catalog
from playground.concepts.score_matching import Params, manifold
from playground.concepts.score_matching.weakness import gaps
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion import blindness, mixtures, schedules
from playground.engine.run.session import Session
from playground.export.weights import write_weights


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("score_matching"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


# ---- learning


@pytest.mark.parametrize("loss", ["noise", "denoising", "sliced", "hyvarinen"])
def test_every_loss_leads_to_the_score(loss: str) -> None:
    run = session(loss_kind=loss, data="line3", hidden=32, rate=0.01, updates=10)
    before = number(run, "score_error")
    run.advance(60)
    assert number(run, "updates") == 600
    assert number(run, "score_error") < 0.4 * before


def test_the_loss_of_noise_prediction_falls_to_its_constant() -> None:
    run = session(150, data="line2", hidden=32, rate=0.01)
    schedule, rng, left = schedules.linear(1000), torch.Generator().manual_seed(1), []
    # E|z + sigma s|^2 = 1 - sigma^2 E|s|^2 for the exact score s, and levels are drawn as T u^1.5.
    for u in torch.linspace(0.0025, 0.9975, 200):
        t = int(1000 * u**1.5) + 1
        law = mixtures.noised(run.data.law, float(schedule.scale[t]), float(schedule.sigma[t]))
        score = mixtures.score(law, mixtures.sample(law, 2000, rng)[0])
        left.append(1 - float(schedule.sigma[t]) ** 2 * float(score.square().mean()))
    assert number(run, "loss") == pytest.approx(sum(left) / len(left), rel=0.04)


def test_twenty_points_again_and_again_are_learned_by_heart() -> None:
    run = session(300, data="moons", examples=20, endless=False)
    assert number(run, "score_error") > 1.0
    assert number(run, "loss") < number(session(300, data="moons"), "loss")


def test_samples_are_there_when_their_job_is_done() -> None:
    run = session(5)
    frame = run.frame()
    assert frame.arrays["samples.samples.xy"].shape == (0, 2)
    assert frame.metrics["sample_distance"] is None
    run.finish_job("samples")
    frame = run.frame()
    assert frame.arrays["samples.samples.xy"].shape == (1000, 2)
    assert number(run, "sample_distance") > 0


def test_samples_on_a_line_are_a_density() -> None:
    run = session(60, data="line2", hidden=32)
    run.finish_job("samples")
    frame = run.frame()
    heights, edges = (frame.arrays[f"samples.samples.{name}"] for name in ("heights", "edges"))
    assert len(edges) == len(heights) + 1
    assert float(heights.sum() * (edges[1] - edges[0])) == pytest.approx(1.0, abs=0.02)


def test_training_goes_on_from_an_opened_net(tmp_path: Path) -> None:
    run = session(40, hidden=16)
    target = tmp_path / "net.safetensors"
    write_weights(target, run)
    opened = session(hidden=64)
    opened.load(target)
    assert torch.equal(opened.state.training.best.theta, run.state.training.best.theta)
    assert number(opened, "score_error") == pytest.approx(number(run, "score_error"), rel=1e-6)
    opened.advance(20)
    assert not torch.equal(opened.state.training.best.theta, run.state.training.best.theta)
    on_a_line = session(data="line2")
    with pytest.raises(BadInput, match="is a net for 2 coordinates, the data have 1"):
        on_a_line.load(target)


# ---- the user's data


def test_a_stroke_replaces_the_empty_sheet_and_later_ones_add() -> None:
    run = session(data="blank")
    run.act("draw", {"path": [-1.0, 0.0, 1.0, 0.0]})
    first = len(run.data.masses)
    assert first > 10
    assert set(run.data.modes.tolist()) == {0}
    # The net has not learned yet, so it knows the size of what was drawn.
    assert float(run.state.training.net.spread) == pytest.approx(0.41, abs=0.06)
    run.advance(1)
    training = run.state.training
    run.act("draw", {"path": [0.0, -1.0, 0.0, 1.0]})
    assert len(run.data.masses) > first
    assert set(run.data.modes.tolist()) == {0, 1}
    assert math.isclose(float(run.data.law.weights.sum()), 1.0)
    assert torch.equal(run.state.training.net.theta, training.net.theta)


def test_a_stroke_brings_new_examples() -> None:
    run = session(data="blank", examples=500, endless=False)
    run.act("draw", {"path": [2.0, 2.0, 2.5, 2.0]})
    assert run.data.examples.shape == (500, 2)
    assert float(run.data.examples.mean(0)[1]) == pytest.approx(2.0, abs=0.02)


def test_a_long_stroke_is_thinned_and_later_ones_find_room() -> None:
    run = session(data="blank")
    run.act("draw", {"path": [-100.0, -100.0, 100.0, 100.0] * 1000})
    assert len(run.data.masses) == 400
    run.act("draw", {"path": [0.0, -1.0, 0.0, 1.0]})
    assert len(run.data.masses) <= 400
    assert set(run.data.modes.tolist()) == {0, 1}
    drawn = run.data.modes == 1
    assert int(drawn.sum()) == 18, "the new stroke has all its components"
    assert bool((run.data.means[drawn][:, 0] == 0).all())


def test_points_of_a_file_are_what_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,y\n" + "".join(f"{x},{x % 3}\n" for x in range(30)))
    run = session(data="blank")
    run.load(path)
    assert len(run.data.masses) == 30
    mean, covariance = mixtures.moments(run.data.law)
    assert mean.tolist() == pytest.approx([0.0, 0.0], abs=1e-9)
    assert float(covariance.trace()) > 2.0
    run.act("draw", {"path": [2.0, 2.0, 2.5, 2.0]})
    assert len(run.data.masses) > 30


# ---- what the score does not see


def test_far_modes_hide_their_masses() -> None:
    run = session(mode="weakness", separation=12.0, mass=0.8)
    assert number(run, "fisher") < 1e-6
    assert number(run, "tv") == pytest.approx(0.30, abs=1e-3)
    assert number(run, "kl") == pytest.approx(0.223, abs=1e-3)


def test_noise_shows_them() -> None:
    mass = torch.tensor([0.8], dtype=torch.float64)
    assert gaps(12.0, 6.0, mass)[0, 0] > 1e4 * gaps(12.0, 0.0, mass)[0, 0]


@pytest.mark.parametrize("sigma", [0.0, 2.0])
def test_the_divergences_are_those_of_a_finer_grid(sigma: float) -> None:
    fine = blindness.gaps(*(blindness.two_modes(1 - w, 5.0, 1 + sigma**2) for w in (0.5, 0.7)))
    found = gaps(5.0, sigma, torch.tensor([0.7], dtype=torch.float64))[0]
    assert found.tolist() == pytest.approx(list(fine), rel=1e-4)


def test_the_view_without_data_refuses_to_draw_and_to_write(tmp_path: Path) -> None:
    run = session(mode="weakness")
    with pytest.raises(BadInput, match="there is no net to write"):
        write_weights(tmp_path / "net.safetensors", run)
    assert run.length == 60


# ---- three losses and a circle


def test_compared_nets_begin_alike_and_only_the_loss_parts_them() -> None:
    run = session(mode="losses", data="line3", hidden=16, updates=2)
    first = [net.net.theta for net in run.state.compared]
    assert all(torch.equal(theta, first[0]) for theta in first)
    before = run.state.compared_errors.mean(1)
    run.advance(60)
    thetas = [net.net.theta for net in run.state.compared]
    assert not torch.equal(thetas[0], thetas[1])
    # On a line there is one direction: the sliced loss with a random sign is Hyvärinen's, and the nets stay together.
    assert torch.allclose(thetas[1], thetas[2], atol=1e-3)
    assert bool((run.state.compared_errors.mean(1) < before).all())


def test_noise_sees_the_dimension_that_is_between_thickness_and_radius() -> None:
    # By another route: d - sigma^2 E|s|^2 over samples of the noised circle.
    for sigma, seen in ((0.003, 1.99), (0.1342, 1.057), (3.1847, 0.094)):
        law = mixtures.noised(manifold.circle(), 1.0, sigma)
        x = mixtures.sample(law, 20_000, torch.Generator().manual_seed(0))[0]
        sampled = 2 - sigma**2 * float(mixtures.score(law, x).square().sum(1).mean())
        assert manifold.dimension(sigma) == pytest.approx(seen, abs=2e-3)
        assert sampled == pytest.approx(seen, abs=0.03)
    run = session(30, mode="manifold")
    assert number(run, "score_by_noise") == pytest.approx(0.971, abs=1e-3)
