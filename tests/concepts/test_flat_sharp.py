"""Flat and sharp: products with the Hessian by hand, Lanczos, and what the four views say."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch.autograd import functional

from playground import catalog
from playground.concepts.flat_sharp import Params, bound, digits_net, edge, minima, pac, scalar
from playground.engine.kit.curvature import CROSS_ENTROPY, Landscape, hessian, lanczos, squared
from playground.engine.kit.dense.layout import length, views
from playground.engine.kit.dense.passes import with_ones
from playground.engine.run.session import Session

SIZES = (3, 5, 4, 3)
_TORCH: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "tanh": torch.tanh,
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "linear": lambda z: z,
}


def session(preset: str = "", seed: int = 0, **params: Any) -> Session:
    """A run of the panel."""
    concept = catalog.load("flat_sharp")
    told = catalog.presets("flat_sharp")[preset]["params"] if preset else {}
    return Session(concept, Params.make({**told, **params}), seed)


@pytest.mark.parametrize("name", list(_TORCH))
@pytest.mark.parametrize("loss", ["squared", "entropy"])
def test_hessian_by_hand_is_that_of_autograd(name: str, loss: str) -> None:
    rng = np.random.default_rng(3)
    X, theta = with_ones(rng.normal(size=(7, 3))), rng.normal(size=length(SIZES)) * 0.7
    target = rng.normal(size=(7, 3)) if loss == "squared" else rng.integers(0, 3, 7).astype(float)
    land = Landscape(SIZES, name, squared(0.3) if loss == "squared" else CROSS_ENTROPY, X, target)

    def by_torch(flat: torch.Tensor) -> torch.Tensor:
        h, at = torch.tensor(X), 0
        for depth, (n, m) in enumerate(itertools.pairwise(SIZES)):
            z = h @ flat[at : at + (n + 1) * m].view(n + 1, m)
            at += (n + 1) * m
            if depth < len(SIZES) - 2:
                h = torch.cat([_TORCH[name](z), torch.ones(7, 1, dtype=z.dtype)], 1)
        if loss == "squared":
            return 0.15 * ((z - torch.tensor(target)) ** 2).sum()
        return torch.nn.functional.cross_entropy(z, torch.tensor(target).long())

    flat = torch.tensor(theta)
    slope = functional.jacobian(by_torch, flat).numpy()  # type: ignore[no-untyped-call]
    H = functional.hessian(by_torch, flat).numpy()  # type: ignore[no-untyped-call]
    value, gradient = land.gradient(theta)
    assert value == pytest.approx(float(by_torch(flat)), abs=1e-12)
    assert gradient == pytest.approx(slope, abs=1e-12)
    assert hessian(land, theta) == pytest.approx(H, abs=1e-11)
    assert land.curvature(theta).gradient == pytest.approx(slope, abs=1e-12)


def test_gauss_newton_is_what_is_left_at_no_error() -> None:
    rng = np.random.default_rng(5)
    X, theta = with_ones(rng.normal(size=(6, 3))), rng.normal(size=length(SIZES))
    blank = Landscape(SIZES, "tanh", squared(1.0), X, np.zeros((6, 3)))
    bent = blank._replace(target=blank.outputs(theta)).curvature(theta)
    v = rng.normal(size=len(theta))
    assert bent.times(v) == pytest.approx(bent.gauss_newton(v), abs=1e-10)
    assert v @ bent.gauss_newton(v) >= 0.0


def test_lanczos_finds_the_largest_and_ends_where_the_directions_are_used_up() -> None:
    rng = np.random.default_rng(0)
    A = rng.normal(size=(30, 30))
    A = A + A.T
    found = lanczos(lambda v: A @ v, rng.normal(size=30), 30, 4)
    assert found.values == pytest.approx(np.linalg.eigvalsh(A)[::-1][:4], abs=1e-9)
    assert np.abs(A @ found.vectors[0] - found.values[0] * found.vectors[0]).max() < 1e-8
    few = lanczos(lambda v: A @ v, rng.normal(size=30), 6, 1)
    assert few.values[0] <= found.values[0] + 1e-12
    off = A @ few.vectors[0] - few.values[0] * few.vectors[0]
    assert few.residual == pytest.approx(float(np.linalg.norm(off)), rel=1e-6)
    assert len(lanczos(lambda v: 2.0 * v, np.ones(5), 5, 3).values) == 1


def test_twenty_products_with_5_962_weights_take_less_than_40_ms() -> None:
    run = session("edge")
    state, data = run.state.edge, run.data
    land = digits_net.landscape(data.X, data.Y, edge.SIZES)
    took = []
    for _ in range(5):
        began = time.process_time()
        lanczos(land.curvature(state.theta.numpy()).times, state.vectors.sum(0).numpy(), 20, 4)
        took.append(time.process_time() - began)
    assert len(state.theta) == 5962
    assert min(took) < 0.04


def test_two_weights_have_the_eigenvalue_of_their_hessian() -> None:
    rng = np.random.default_rng(1)
    for u, v, s in rng.normal(size=(20, 3)).tolist():
        at = np.array([u, v])
        assert scalar.sharpness(at, s) == pytest.approx(float(np.linalg.eigvalsh(scalar.hessian(at, s))[-1]), abs=1e-12)
    run = session("rescaled")
    product = run.frame().metrics["product"]
    run.act("rescale", {})
    frame = run.frame().metrics
    assert frame["product"] == product
    assert frame["sharpness"] == pytest.approx(4.25)


def test_sam_stands_still_at_a_minimum_and_drifts_beside_one() -> None:
    still = session("sam", start=[2.0, 0.5])
    still.advance(5)
    assert still.state.scalar.at.tolist() == [2.0, 0.5]
    run = session("sam")
    run.advance(200)
    u, v = run.state.scalar.at.tolist()
    assert abs(u) < 2.0
    assert u * v == pytest.approx(1.0, abs=0.5)


def test_a_net_that_flies_apart_stays_where_it_was() -> None:
    run = session("too_fast", rate=4.0)
    for _ in range(10):
        run.advance(1)
    assert run.state.edge.lost
    assert bool(torch.isfinite(run.state.edge.theta).all())
    pair = session("batches", rate=4.0)
    for _ in range(6):
        pair.advance(1)
    assert bool(torch.isfinite(pair.state.minima.thetas).all())


def test_the_bound_of_the_linear_classifier_is_exact() -> None:
    run = session("bound")
    mean, X = run.state.bound.mean.numpy(), run.data.X.numpy()
    y = run.data.Y.numpy()[:, 0]
    rng, k = np.random.default_rng(0), 18
    drawn = mean[:, None] + bound.WIDTHS[k] * rng.normal(size=(len(mean), 400))
    share = float((y[:, None] * (X @ drawn) <= 0).mean())
    assert float(run.state.bound.wrong[k]) == pytest.approx(share, abs=0.01)


def test_seeger_is_never_looser_than_mcallester() -> None:
    for emp in (0.0, 0.02, 0.3):
        for kl in (0.0, 5.0, 300.0):
            tight, usual, loose = (pac.bound(emp, kl, 500, 0.05, form) for form in ("seeger", "standard", "slide"))
            assert tight <= usual <= loose


def test_one_layout_of_weights_in_all_views() -> None:
    theta = np.arange(float(length(minima.SIZES)))
    assert sum(layer.all.size for layer in views(theta, minima.SIZES)) == minima.LENGTH
