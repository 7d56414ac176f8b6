"""The variational autoencoder: gradients by another way, what the bound bounds, gestures, own drawings, claims."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from claims import failing
from PIL import Image
from spoiling import Spoil, changed, fresh, replaced

from playground import catalog
from playground.concepts.vae import Params, gradient, linear, net, plane
from playground.engine.errors import BadInput
from playground.engine.kit import linear_gaussian
from playground.engine.run.session import Session

CONCEPT = catalog.load("vae")
CLAIMS = [claim.id for claim in catalog.declaration("vae").claims]


def session(steps: int = 0, seed: int = 0, **values: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(CONCEPT, Params().changed(values), seed)
    made.advance(steps)
    return made


@pytest.mark.parametrize(("latent", "beta"), [(1, 0.0), (3, 0.7), (8, 5.0)])
def test_gradients_are_those_of_automatic_differentiation(latent: int, beta: float) -> None:
    rng = torch.Generator().manual_seed(latent)
    theta = net.begin(latent, rng, torch.float64).requires_grad_()
    x = torch.rand(9, net.PIXELS, generator=rng, dtype=torch.float64)
    noise = torch.randn(9, latent, generator=rng, dtype=torch.float64)
    found = net.losses(theta, latent, x, noise, beta)
    (slope,) = torch.autograd.grad(found.reconstruction + beta * found.kl, theta)
    assert float((found.slope - slope).detach().abs().max()) < 1e-12 * max(1.0, float(slope.abs().max()))


def test_an_update_is_that_of_the_library() -> None:
    rng = torch.Generator().manual_seed(0)
    theta = torch.randn(50, generator=rng, dtype=torch.float64)
    theirs, memory = theta.clone().requires_grad_(), net.Adam(0 * theta, 0 * theta, 0)
    optimiser = torch.optim.Adam([theirs], lr=0.01)
    for _ in range(20):
        slope = torch.randn(50, generator=rng, dtype=torch.float64)
        theirs.grad = slope
        optimiser.step()
        theta, memory = net.updated(theta, memory, slope, 0.01)
    assert torch.allclose(theta, theirs.detach(), atol=1e-12)


def test_the_bound_is_tight_at_the_posterior_alone() -> None:
    rng = torch.Generator().manual_seed(4)
    W, mu, x = (torch.randn(*shape, generator=rng, dtype=torch.float64) for shape in ((4, 2), (4,), (4,)))
    told = linear_gaussian.posterior(W, torch.full((4,), 0.3, dtype=torch.float64))
    mean = told.gain @ (x - mu)
    best = linear.bound(W, mu, 0.3, x, mean, told.covariance)
    assert best.elbo == pytest.approx(best.log_p, abs=1e-10)
    for shift in (0.1, -0.4):
        other = linear.bound(W, mu, 0.3, x, mean + shift, told.covariance)
        assert other.elbo < other.log_p


def test_estimators_agree_on_average() -> None:
    run = session(400, mode="gradient")
    metrics = run.frame().metrics
    exact = metrics["exact"]
    assert metrics["pathwise"] == pytest.approx(exact, abs=0.1)
    assert metrics["score"] == pytest.approx(exact, abs=0.3)


def test_the_point_is_dragged_and_the_ends_are_chosen() -> None:
    run = session()
    run.act("drag_z", {"x": 1.5, "y": -0.5, "across": 1, "up": 2})
    assert run.state.z.tolist() == [1.5, -0.5]
    run.act("choose", {"row": 7, "end": "second"})
    assert run.state.other == 7
    with pytest.raises(BadInput, match="allowed is a whole number from 0 to 1796"):
        run.act("choose", {"row": 1797, "end": "first"})
    alone = session(latent=1)
    alone.act("drag_z", {"x": 0.5, "y": 2.0, "across": 1, "up": 1})
    with pytest.raises(BadInput, match="up is 2, allowed is a whole number from 1 to 1"):
        alone.act("drag_z", {"x": 0.5, "y": 2.0, "across": 1, "up": 2})
    assert alone.state.z.tolist() == [0.5]


def test_a_drawing_of_the_users_begins_the_walk(tmp_path: Path) -> None:
    pixels = np.full((40, 40), 255, np.uint8)
    pixels[5:35, 18:22] = 0
    Image.fromarray(pixels).save(tmp_path / "one.png")
    run = session(3)
    run.load(tmp_path / "one.png")
    assert torch.equal(run.state.drawing, run.data.own[0])
    assert float(run.state.drawing.max()) == 1.0  # though the pen was thin
    assert run.frame().failure is None


def test_the_weights_that_are_given_make_the_same_picture() -> None:
    run = session(5)
    model = CONCEPT.model
    assert model.weights is not None
    told = model.weights(run.params, run.data, run.state)
    hidden = torch.relu(told["decoder.0.weight"] @ run.state.z + told["decoder.0.bias"])
    made = torch.sigmoid(told["decoder.2.weight"] @ hidden + told["decoder.2.bias"])
    again = net.decode(net.parts(run.state.theta, 2), run.state.z[None])[0]
    assert torch.allclose(made, again, atol=1e-6)


def test_a_rate_too_high_ends_without_a_fault() -> None:
    frame = session(12, rate=1.0).frame()
    assert frame.failure is None
    assert math.isfinite(float(frame.metrics["kl"] or 0.0))


def test_every_claim_holds() -> None:
    assert failing("vae", CLAIMS) == set()


@pytest.mark.parametrize("seed", range(12))
def test_every_claim_holds_at_other_seeds(seed: int) -> None:
    assert failing("vae", CLAIMS, seed) == set()


SPOILT: list[tuple[tuple[str, ...], Spoil]] = [
    (("V4 zero",), changed(net, "divergences", lambda kl: 0.1 * kl)),
    (("V4 one",), replaced(net, "losses", lambda true, *given: true(*given[:-1], 8 * given[-1]))),
    (("V4 five",), changed(net, "losses", lambda found: found._replace(slope=-found.slope))),
    (("baseline",), changed(gradient, "baseline_of", lambda k: 0.0 * k)),
    (("pathwise",), changed(linear, "gradients", lambda found: found._replace(score=found.in_mu))),
]


@pytest.mark.parametrize(("names", "spoil"), SPOILT, ids=[" ".join(names) for names, _ in SPOILT])
def test_a_spoilt_model_fails_its_claims(names: tuple[str, ...], spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    fresh("vae")
    assert failing("vae", names) == set(names)


def test_each_claim_is_spoilt() -> None:
    assert sorted(name for names, _ in SPOILT for name in names) == sorted(CLAIMS)


@pytest.mark.parametrize("latent", [1, 4])
def test_the_slope_in_a_sample_is_that_of_automatic_differentiation(latent: int) -> None:
    rng = torch.Generator().manual_seed(latent)
    now = net.parts(net.begin(latent, rng, torch.float64), latent)
    x = torch.rand(3, net.PIXELS, generator=rng, dtype=torch.float64)
    noise = torch.randn(3, latent, generator=rng, dtype=torch.float64)
    code = net.encode(now, x)
    z = (code.mean + (0.5 * code.log_variance).exp() * noise).requires_grad_()
    loss = torch.nn.functional.binary_cross_entropy(net.decode(now, z), x, reduction="sum")
    (slope,) = torch.autograd.grad(loss, z)
    assert torch.allclose(net.slope_in_sample(now, code, x, noise), slope, atol=1e-12)


def test_a_digit_is_drawn_and_rubbed_out() -> None:
    run = session(20)
    run.act("blank", {})
    assert float(run.state.drawing.sum()) == 0.0
    run.act("draw", {"path": [4.0, 7.0, 4.0, 1.0]})
    drawn = run.state.drawing.reshape(8, 8)
    assert float(drawn[:, 3:5].mean()) > 0.5 > 0.1 > float(drawn[:, 6:].max())
    frame = run.frame()
    assert frame.failure is None
    now = net.parts(run.state.theta, 2)
    assert frame.metrics["end_one"] == pytest.approx(float(net.encode(now, run.state.drawing[None]).mean[0, 0]))
    run.act("erase", {"path": [4.0, 7.0, 4.0, 1.0]})
    assert float(run.state.drawing.sum()) < 0.3 * float(drawn.sum())
    for path in ([1.0], []):
        with pytest.raises(BadInput, match="allowed are pairs"):
            run.act("draw", {"path": path})


@pytest.mark.parametrize("values", [{}, {"mean": 3.0, "spread": 0.1}, {"bend": 0.0, "slope": -2.0}])
def test_no_other_constant_leaves_the_score_less_variance(values: dict[str, Any]) -> None:
    params = Params().changed({"mode": "gradient", "baseline": True} | values)
    node, weight = np.polynomial.hermite_e.hermegauss(20)
    z = params.mean + params.spread * node
    f = params.slope * z + 0.5 * params.bend * z * z

    def variance(k: float) -> float:
        told = (f - k) * node / params.spread
        mean = float(np.average(told, weights=weight))
        assert mean == pytest.approx(params.slope + params.bend * params.mean)
        return float(np.average((told - mean) ** 2, weights=weight))

    best = gradient.baseline_of(params)
    assert variance(best) == pytest.approx(gradient.variances_of(params)[1])
    assert variance(best) < min(variance(best - 0.01), variance(best + 0.01))


def test_digits_are_written_where_they_have_room() -> None:
    codes = torch.tensor([[0.0, 0.0], [0.1, 0.1], [0.0, 1.0], [1.0, 1.1], [1.05, 0.9]])
    assert plane._with_room(codes, 0.5).tolist() == [0, 2, 3]


@pytest.mark.parametrize(
    ("latent", "beta", "rate"), [(1, 0.0, 1.0), (16, 10.0, 1.0), (16, 0.0, 0.002), (1, 10.0, 1e-5)]
)
@pytest.mark.parametrize("mode", ["plane", "bound"])
def test_extremes_are_shown_without_a_fault(mode: str, latent: int, beta: float, rate: float) -> None:
    run = session(10, mode=mode, latent=latent, beta=beta, rate=rate, across=16, up=1)
    if mode == "plane":
        run.act("drag_z", {"x": 100.0, "y": -100.0, "across": latent, "up": 1})
        run.act("draw", {"path": [-1e4, 1e4, 1e4, -1e4]})
    frame = run.frame()
    assert frame.failure is None
    assert math.isfinite(float(frame.metrics["kl"] or 0.0))
