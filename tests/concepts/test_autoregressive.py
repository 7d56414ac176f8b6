"""Theorems about masked nets and kernels, and what the panel promises beyond the contract."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from claims import failing
from PIL import Image
from spoiling import Spoil, fresh, replaced
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from playground import catalog
from playground.concepts.autoregressive import Params, made, pixelcnn, state, triangles
from playground.concepts.autoregressive.canvas import costs, effective
from playground.concepts.autoregressive.made import Shape, Weights
from playground.engine.errors import BadInput
from playground.engine.run.session import Session

CONCEPT = catalog.load("autoregressive")
CLAIMS = [claim.id for claim in catalog.declaration("autoregressive").claims]
ORDERS = ["raster", "reverse", "columns", "random", "several", "any"]


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), seed)


def settings(run: Session) -> Params:
    assert isinstance(run.params, Params)
    return run.params


def small(layers: int, seed: int, D: int = 5, units: int = 7) -> tuple[Weights, Tensor, tuple[Tensor, ...]]:
    """A masked net of random weights in a random order, in double precision."""
    rng = torch.Generator().manual_seed(seed)
    order = torch.randperm(D, generator=rng) + 1
    hidden = tuple(torch.randint(1, D, (units,), generator=rng) for _ in range(layers))
    shape = Shape(D, (units,) * layers)
    theta = torch.randn(shape.length, generator=rng, dtype=torch.float64)
    return made.masked(made.views(theta, shape), made.masks(order, hidden)), order, hidden


@pytest.mark.parametrize("layers", [0, 1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_probabilities_of_all_pictures_sum_to_one(layers: int, seed: int) -> None:
    weights, _, _ = small(layers, seed)
    states = torch.tensor(list(product((0.0, 1.0), repeat=5)), dtype=torch.float64)
    total = made.log_shares(made.run(weights, states).logits, states).sum(1).exp().sum()
    assert float(total) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("layers", [0, 1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_way_back_is_that_of_autograd(layers: int, seed: int) -> None:
    rng = torch.Generator().manual_seed(seed)
    weights, order, hidden = small(layers, seed)
    known = made.masks(order, hidden)
    x = torch.randint(0, 2, (9, 5), generator=rng).double()
    leaves = Weights(
        tuple(W.clone().requires_grad_() for W in weights.W), tuple(b.clone().requires_grad_() for b in weights.b)
    )
    h = x
    for k, (W, b, mask) in enumerate(zip(leaves.W, leaves.b, known, strict=True)):
        h = h @ (W * mask).T + b
        h = h.relu() if k < layers else h
    binary_cross_entropy_with_logits(h, x, reduction="none").sum(1).mean().backward()  # type: ignore[no-untyped-call]
    out = Weights(tuple(map(torch.empty_like, weights.W)), tuple(map(torch.empty_like, weights.b)))
    made.gradient(weights, known, made.run(weights, x), x, out)
    for ours, theirs in zip((*out.W, *out.b), (*leaves.W, *leaves.b), strict=True):
        assert theirs.grad is not None
        torch.testing.assert_close(ours, theirs.grad, atol=1e-12, rtol=1e-10)


@pytest.mark.parametrize("layers", [0, 1, 2])
def test_the_jacobian_is_that_of_autograd_and_its_triangle_is_exactly_empty(layers: int) -> None:
    for seed in range(4):
        weights, order, _ = small(layers, seed)
        x = torch.rand(5, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        ours = made.slopes(weights, x)
        theirs = torch.autograd.functional.jacobian(lambda at, w=weights: made.run(w, at[None]).logits[0], x)  # type: ignore[no-untyped-call]
        torch.testing.assert_close(ours, theirs)
        assert not ours[triangles.forbidden(order)].any()


@pytest.mark.parametrize("layers", [0, 1, 2])
@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.0])
def test_samples_of_one_pass_are_those_of_a_pass_at_each_place(layers: int, temperature: float) -> None:
    for seed in range(3):
        weights, order, hidden = small(layers, seed)
        u = torch.rand((20, 5), generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        given = (torch.arange(5) == 2, torch.ones(5, dtype=torch.float64))
        for seeing in (False, True):
            found = made.sample(weights, order, hidden, u, temperature, given, seeing)
            x = torch.zeros_like(u)
            for i in order.argsort().tolist():
                z = made.run(weights, x).logits[:, i]
                p = (z / temperature).sigmoid() if temperature else (z > 0).double()
                x[:, i] = 1.0 if i == 2 else (u[:, i] < p).double()
            assert torch.equal(found.x, x)
            torch.testing.assert_close(found.logits, made.run(weights, x).logits)


def test_as_often_as_the_net_says() -> None:
    weights, order, hidden = small(1, 3, D=3)
    u = torch.rand((40_000, 3), generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    x = made.sample(weights, order, hidden, u).x
    states = torch.tensor(list(product((0.0, 1.0), repeat=3)), dtype=torch.float64)
    expected = made.log_shares(made.run(weights, states).logits, states).sum(1).exp()
    seen = torch.stack([(x == one).all(1).double().mean() for one in states])
    assert float((seen - expected).abs().max()) < 5 * (0.25 / len(u)) ** 0.5


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("units", [8, 64, 100, 256])
def test_every_pixel_sees_all_before_it_where_there_are_units_enough(layers: int, units: int) -> None:
    order = torch.randperm(64, generator=torch.Generator().manual_seed(1)) + 1
    ways = made.paths(made.masks(order, (made.degrees(64, units),) * layers))
    assert not ways[triangles.forbidden(order)].any()
    if units >= 63:
        assert bool((ways[~triangles.forbidden(order)] > 0).all())


@pytest.mark.parametrize("seed", range(6))
def test_kernels_see_what_the_derivative_of_a_convolution_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k, depth, size = int(rng.choice([3, 5, 7])), int(rng.integers(0, 5)), (6, 9)
    row, column = int(rng.integers(6)), int(rng.integers(9))
    found = pixelcnn.seen_from(k, size, (row, column), depth)
    x = torch.zeros((1, 1, *size), dtype=torch.float64, requires_grad=True)
    z = torch.conv2d(x, pixelcnn.kernel_mask(k, centre=False).double()[None, None], padding=k // 2)
    for _ in range(depth):
        z = torch.conv2d(z, pixelcnn.kernel_mask(k, centre=True).double()[None, None], padding=k // 2)
    z[0, 0, row, column].backward()  # type: ignore[no-untyped-call]
    assert x.grad is not None
    torch.testing.assert_close(found.ways, x.grad[0, 0])
    assert not bool((found.reached & found.blind).any())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("layers", [0, 1, 2])
def test_pictures_cost_what_one_pass_says(order: str, layers: int) -> None:
    run = session(order=order, layers=layers, units=64)
    run.advance(20)
    for mode in ("fill", "complete"):
        params = settings(run).changed({"mode": mode})
        drawn, found = state.futures(params, run.data, run.state), costs(params, run.data, run.state)
        torch.testing.assert_close(-made.log_shares(drawn.logits, drawn.x), found.nats[:-1], atol=2e-4, rtol=1e-4)


def test_what_is_given_comes_first_where_any_order_is_learnt() -> None:
    run = session(mode="complete", order="any")
    for half in ("top", "bottom", "left", "right", "nothing"):
        run.set({"half": half})
        given, order = (f(settings(run), run.data, run.state) for f in (state.given_of, state.order_of))
        assert sorted(order.tolist()) == list(range(1, 65))
        assert order[given].tolist() == list(range(1, int(given.sum()) + 1))
        assert abs(run.frame().metrics["misfit"]) < 1e-4  # type: ignore[arg-type]


def test_blind_draws_weighted_by_the_given_count_as_fewer() -> None:
    assert effective(torch.full((48,), -700.0, dtype=torch.float64)) == pytest.approx(48.0)
    assert effective(torch.tensor([0.0, -1e4, -1e4], dtype=torch.float64)) == pytest.approx(1.0)
    w = torch.tensor([0.5, 0.25, 0.125], dtype=torch.float64)
    assert effective(w.log()) == pytest.approx(float(w.sum() ** 2 / (w**2).sum()))


@pytest.mark.parametrize("order", ORDERS)
def test_a_digit_is_drawn_in_sixty_four_steps_as_its_picture_had_it(order: str) -> None:
    run = session(order=order, updates=0)
    run.act("choose_picture", {"id": 7})
    wanted = state.futures(settings(run), run.data, run.state).x[7]
    run.advance(64)
    assert torch.equal(run.state.picture, wanted)
    assert run.frame().metrics["next_place"] is None
    run.advance(13)
    assert (run.state.at, run.state.finished) == (0, 1)


def test_a_pixel_turned_over_undoes_what_comes_after_it() -> None:
    run = session()
    run.advance(40)
    before = run.state.picture
    run.act("flip", {"row": 2, "column": 3})
    assert run.state.at == 2 * 8 + 4
    assert torch.equal(run.state.picture[:19], before[:19])
    assert float(run.state.picture[19]) == 1.0 - float(before[19])
    assert not run.state.picture[20:].any()
    for row, column in ((7, 7), (0, 0)):
        run.act("flip", {"row": row, "column": column})
        assert run.state.at == row * 8 + column + 1


def test_what_is_drawn_is_on_the_paper_and_can_be_rubbed_out() -> None:
    run = session(mode="complete")
    run.act("blank", {})
    run.act("draw", {"path": [1.5, 7.5, 6.5, 7.5]})
    assert run.state.drawing.view(8, 8)[0].tolist() == [0, 1, 1, 1, 1, 1, 1, 0]
    assert not run.state.drawing.view(8, 8)[1:].any()
    run.act("erase", {"path": [-30.0, 7.5, 40.0, 7.5]})
    assert not run.state.drawing.any()
    with pytest.raises(BadInput, match="pairs of x and y"):
        run.act("draw", {"path": [1.0]})


def test_the_mixture_of_orders_never_costs_more_than_they_do() -> None:
    run = session(order="several")
    for _ in range(4):
        run.advance(8)
        metrics = run.frame().metrics
        assert float(metrics["mixture_gain"]) >= 0.0  # type: ignore[arg-type]


def test_a_picture_of_ink_on_paper_becomes_a_drawing(tmp_path: Path) -> None:
    grey = np.full((90, 60), 255, dtype=np.uint8)
    grey[10:80, 25:36] = 10
    path = tmp_path / "one.png"
    Image.fromarray(grey).save(path)
    assert CONCEPT.model.load is not None
    data = CONCEPT.model.load(Params(), path)
    assert set(data.opened.tolist()) == {0.0, 1.0}
    assert bool(data.opened.view(8, 8)[1:7, 3:5].all())


# ---- claims


def test_every_claim_holds() -> None:
    assert not failing("autoregressive", CLAIMS)


def seeing_itself(true: Any, order: Tensor, hidden: Any) -> Any:
    """The mask of the output with its diagonal."""
    *inner, _ = true(order, hidden)
    return (*inner, order[:, None] >= (hidden[-1] if hidden else order)[None])


def backwards(true: Any, weights: Any, known: Any, done: Any, x: Any, out: Any) -> None:
    """A way back with the wrong sign."""
    true(weights, known, done, x, out)
    for one in (*out.W, *out.b):
        one.neg_()


def with_its_centre(true: Any, k: int, centre: bool) -> Any:
    """Mask A that does not leave the pixel itself out."""
    return true(k, True)


@pytest.mark.parametrize(
    ("spoil", "claims"),
    [
        (replaced(made, "masks", seeing_itself), {"V26 leak", "V26 triangle"}),
        (replaced(made, "gradient", backwards), {"V26 nats", "V26 gain", "belief", "any order"}),
        (replaced(pixelcnn, "kernel_mask", with_its_centre), {"no look ahead"}),
    ],
)
def test_a_spoilt_model_fails_its_claim(spoil: Spoil, claims: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fresh("autoregressive")
    spoil(monkeypatch)
    try:
        assert failing("autoregressive", claims) == claims
    finally:
        fresh("autoregressive")
