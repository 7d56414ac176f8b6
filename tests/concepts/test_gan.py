"""What is known of GANs: gradients by hand, the best critic, and two numbers that go round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
import torch

from playground import catalog
from playground.concepts.gan import Params, measures, nets
from playground.concepts.gan.losses import LOSSES
from playground.concepts.gan.nets import NetShape, Units
from playground.engine.errors import BadInput
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session


def session(steps: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("gan"), Params.make(params), seed)
    made.advance(steps)
    return made


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("units", ["leaky", "tanh"])
def test_gradients_are_those_of_autograd(units: str, one_sided: bool) -> None:
    rng = torch.Generator().manual_seed(0)
    shape = NetShape(2, 6, 1, cast(Units, units))
    theta = nets.begin(shape, 3, rng).double().requires_grad_()
    X = torch.randn(3, 9, 2, generator=rng, dtype=torch.float64, requires_grad=True)
    seen = nets.forward(shape, theta, X)
    slope = torch.randn(seen.out.shape, generator=rng, dtype=torch.float64)
    by_theta, by_x = torch.autograd.grad((seen.out * slope).sum(), (theta, X))
    (p,) = torch.autograd.grad(nets.forward(shape, theta, X).out.sum(), X, create_graph=True)
    paid = nets.penalised(p.norm(dim=-1), 10.0, one_sided=one_sided)
    (by_penalty,) = torch.autograd.grad(paid.sum(), theta)
    with torch.no_grad():
        torch.testing.assert_close(nets.backward(shape, theta, seen, slope), by_theta, rtol=0, atol=1e-12)
        torch.testing.assert_close(nets.by_inputs(shape, theta, seen, slope), by_x, rtol=0, atol=1e-12)
        value, found = nets.penalty(shape, theta, X, 10.0, one_sided=one_sided)
        torch.testing.assert_close(value, paid)
        torch.testing.assert_close(found, by_penalty, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", LOSSES)
def test_slopes_are_those_of_the_losses(name: str) -> None:
    loss = LOSSES[name]
    for value, slope in ((loss.real, loss.real_slope), (loss.fake, loss.fake_slope), (loss.made, loss.made_slope)):
        a = torch.tensor([-3.3, -0.4, 0.2, 2.7], dtype=torch.float64, requires_grad=True)
        (wanted,) = torch.autograd.grad(value(a).sum(), a)
        torch.testing.assert_close(slope(a.detach()), wanted)


@pytest.mark.parametrize("loss", LOSSES)
def test_no_critic_says_more_than_there_is(loss: str) -> None:
    for rule in ("sgd", "adam", "extragradient", "optimistic", "mixed"):
        seen = session(20, mode="line", loss=loss, optimiser=rule, batch=64).state.seen
        assert seen.said <= seen.exact + 1e-9, rule


def test_a_frozen_player_stays_and_one_can_go_back() -> None:
    run = session(25, frozen="made")
    first = session().state.teams[0]
    assert torch.equal(run.state.teams[0].made.theta, first.made.theta)
    assert not torch.equal(run.state.teams[0].critic.theta, first.critic.theta)
    earlier = run.state.before[-1][0].critic.theta
    run.act("rewind_critic", {})
    assert torch.equal(run.state.teams[0].critic.theta, earlier)


def test_verdicts() -> None:
    def told(*rows: str) -> str:
        return measures.verdict(torch.tensor([[one == "x" for one in row] for row in rows]))

    assert told("x.....", "xx....", "xxx...", "xxxx..") == "growing"
    assert told("xxxx..", "xxxx..", "xxxx..", "x.....") == "collapse"
    assert told("xxx...", "...xxx", "xxx...", "...xxx") == "cycling"
    assert told("xxxx..", "xxxx..", "xxxx..", "xxxx..") == "settled"


def test_a_view_with_data_of_its_own_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,y\n1,2\n2,1\n0,0\n")
    for mode in ("modes", "dirac"):
        with pytest.raises(BadInput, match="data of its own"):
            session(mode=mode).load(path)
    run = session()
    run.load(path)
    assert run.data.edited


def test_a_scene_keeps_the_states_to_go_back_to() -> None:
    run = session(45, optimiser="mixed", particles=2)
    again = restore(run.concept, json.loads(json.dumps(store(run, with_state=True))))
    assert len(again.state.before) == len(run.state.before) == 3
    for done in (run, again):
        done.act("rewind_made", {})
    assert torch.equal(again.state.teams[0].made.theta, run.state.teams[0].made.theta)
