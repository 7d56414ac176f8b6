"""What is known of flows: exact densities, inverses and gradients, and what a map without tears cannot do."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch

from playground import catalog
from playground.concepts.flows import Params, coupling, data, maps, training
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session

KINDS = ("coupling", "one_side", "additive", "affine")


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("flows"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def audited(run: Session) -> dict[str, float]:
    """What the audit finds."""
    params = run.params
    assert isinstance(params, Params)
    *_, last = training.audit(params, run.data, run.state, View(), Ctx(run.device, run.dtype, 0, "audit"))
    return dict(last.found)


def shaken(kind: Any, base: Any = "one", layers: int = 4) -> coupling.Flow:
    """A flow with weights of all sizes, in double precision."""
    rng = torch.Generator().manual_seed(1)
    flow = coupling.begin(layers, 6, kind, base, rng)
    theta = flow.theta.double() + 0.3 * torch.randn(flow.theta.shape, generator=rng, dtype=torch.float64)
    return flow._replace(theta=theta)


POINTS = torch.randn(24, 2, generator=torch.Generator().manual_seed(2), dtype=torch.float64)


@pytest.mark.parametrize("base", ["one", "two"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_gradient_is_that_of_autograd(kind: str, base: str) -> None:
    flow = shaken(kind, base)
    theta = flow.theta.clone().requires_grad_()
    loss = -coupling.log_density(flow._replace(theta=theta), POINTS).mean()
    (wanted,) = torch.autograd.grad(loss, theta)
    value, gradient = coupling.value_and_gradient(flow, POINTS)
    assert value == pytest.approx(float(loss.detach()), abs=1e-12)
    torch.testing.assert_close(gradient, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_every_layer_can_be_undone_and_its_determinant_is_that_of_the_jacobian(kind: str) -> None:
    flow = shaken(kind)
    z, log = coupling.pulled(flow, POINTS)
    back, there = coupling.pushed(flow, z)
    torch.testing.assert_close(back, POINTS, rtol=0, atol=1e-12)
    torch.testing.assert_close(log, -there, rtol=0, atol=1e-12)
    for row in range(3):
        J = torch.autograd.functional.jacobian(  # type: ignore[no-untyped-call]
            lambda at: coupling.pulled(flow, at[None])[0][0], POINTS[row]
        )
        assert isinstance(J, torch.Tensor)
        assert float(torch.linalg.det(J).abs().log()) == pytest.approx(float(log[row]), abs=1e-10)


def test_levels_join() -> None:
    flow = shaken("coupling")
    half, first = coupling.pulled(flow, POINTS, last=2)
    z, second = coupling.pulled(flow, half, first=2)
    whole, log = coupling.pulled(flow, POINTS)
    torch.testing.assert_close(z, whole)
    torch.testing.assert_close(first + second, log)


def test_the_tables_of_the_picture_are_near_the_nets() -> None:
    flow = session(60).state.flow
    told = coupling.tabulated_functions(flow)
    x = torch.randn(500, 2, generator=torch.Generator().manual_seed(3)).clamp(-3, 3)
    torch.testing.assert_close(coupling.pushed(flow, x, told=told)[0], coupling.pushed(flow, x)[0], rtol=0, atol=5e-3)


def test_the_density_of_the_base_of_two_is_a_mixture() -> None:
    z = POINTS
    normal = [
        torch.distributions.MultivariateNormal(torch.tensor([m, 0.0], dtype=z.dtype), torch.eye(2, dtype=z.dtype))
        for m in (-coupling.APART, coupling.APART)
    ]
    wanted = torch.logsumexp(
        torch.stack([one.log_prob(z) for one in normal]),  # type: ignore[no-untyped-call]
        0,
    ) - math.log(2)
    torch.testing.assert_close(coupling.log_base("two", z), wanted)


def test_a_new_flow_is_a_normal_law() -> None:
    run = session()
    assert number(run, "nll_normal") == pytest.approx(1 + math.log(2 * math.pi), abs=1e-9)
    assert number(run, "log_det") == 0.0
    assert number(run, "nll") == pytest.approx(2.838, abs=0.1)


def test_the_law_of_the_moons_has_the_entropy_that_is_known() -> None:
    # By quadrature of the standardised moons of noise 0.05: 1.14 nats.
    rows = [number(session(seed=seed), "nll_law") for seed in range(6)]
    assert sum(rows) / 6 == pytest.approx(1.14, abs=0.03)
    assert number(session(), "nll_gaussian") == pytest.approx(2.72, abs=0.01)


def test_it_learns_two_moons_and_its_density_sums_to_one() -> None:
    run = session(200)
    assert number(run, "nll") < 1.5
    assert number(run, "nll") > number(run, "nll_law")
    assert number(run, "round_trip") < 1e-4
    assert audited(run)["mass"] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("kind", ["one_side", "additive", "affine"])
def test_what_each_layer_lacks_is_not_learnt(kind: str) -> None:
    run = session(120, flow=kind, rate=0.01)
    assert number(run, "nll") > 1.8


def test_a_coordinate_that_never_moves_stays_gaussian() -> None:
    flow = session(60, flow="one_side").state.flow
    z = torch.randn(200, 2, generator=torch.Generator().manual_seed(4))
    assert torch.equal(coupling.pushed(flow, z)[0][:, 0], z[:, 0])


def test_two_gaussians_need_no_bridge() -> None:
    one, two = (audited(session(150, data="two", width=0.12, base=base))["stray"] for base in ("one", "two"))
    assert two < 0.001 < one


def test_numbers_that_are_not_finite_end_the_run_with_the_last_good_flow() -> None:
    run = session(3)
    broken = run.state._replace(flow=run.state.flow._replace(theta=run.state.flow.theta * float("inf")))
    after, info = catalog.load("flows").model.step(run.params, run.data, broken, Ctx(run.device, run.dtype, 0, "step"))
    assert info.status == "failed"
    assert after.failed


@pytest.mark.parametrize("kind", ["affine", "exp", "sinh", "cubic", "sigmoid", "square", "chain"])
def test_densities_on_the_line_are_slopes_of_distributions_and_sum_to_one(kind: str) -> None:
    a, b = 0.8, 0.3
    z = torch.tensor([-1.3, -0.9, 0.4, 1.1], dtype=torch.float64)
    x = maps.value_of(kind, a, b, z)
    sources = torch.stack(maps.sources_of(kind, a, b, x))
    assert bool(((sources - z).abs() < 1e-9).any(0).all())
    h = 1e-6
    slope = (maps.distribution(kind, a, b, x + h) - maps.distribution(kind, a, b, x - h)) / (2 * h)
    torch.testing.assert_close(maps.log_density(kind, a, b, x).exp(), slope, rtol=1e-5, atol=1e-6)
    far = maps.value_of(kind, a, b, torch.tensor([-9.0, 9.0], dtype=torch.float64))
    assert float(maps.distribution(kind, a, b, far.max() + 1e-9)) == pytest.approx(1.0, abs=1e-6)


def test_the_draws_follow_the_formula() -> None:
    for kind in ("affine", "exp", "sinh", "cubic", "sigmoid", "square", "chain"):
        assert number(session(50, mode="line", map=kind, b=0.4), "distance") < 0.06, kind
    assert number(session(50, mode="line", map="square", a=1.0, both=False), "distance") > 0.4


def test_a_point_is_followed_from_any_level() -> None:
    run = session(30)
    before = run.state.at.clone()
    run.act("choose", {"x": 0.3, "y": -0.2, "level": 0})
    z = coupling.pulled(run.state.flow, run.state.at[None])[0][0]
    torch.testing.assert_close(z, torch.tensor([0.3, -0.2]), rtol=0, atol=1e-5)
    assert not torch.equal(before, run.state.at)
    with pytest.raises(BadInput, match="level is 9, allowed is 0 to 8"):
        run.act("choose", {"x": 0.0, "y": 0.0, "level": 9})


def test_own_data_are_drawn_and_opened(tmp_path: Path) -> None:
    run = session(data="blank")
    run.act("draw", {"path": [-1.0, 0.0, 1.0, 0.5]})
    assert run.data.edited
    assert number(run, "nll_law") < number(run, "nll_normal")
    table = tmp_path / "own.csv"
    table.write_text("x,y\n" + "\n".join(f"{k % 7},{k % 5}" for k in range(60)), encoding="utf-8")
    opened = data.load(Params(), table)
    assert opened.edited
    torch.testing.assert_close(opened.train.mean(0), torch.zeros(2), rtol=0, atol=0.1)
    torch.testing.assert_close(opened.train.std(0), torch.ones(2), rtol=0, atol=0.1)
