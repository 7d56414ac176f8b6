"""Double descent: nested fits against the pseudo-inverse, the curve against its sources, and nets against autograd."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from playground import catalog
from playground.concepts.double_descent import Params, learning, problem, sweeping, theory, widths
from playground.concepts.double_descent.model import make_data
from playground.concepts.double_descent.nested import NestedFits
from playground.concepts.double_descent.state import Data
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session


def ctx(stream: str, seed: int = 0) -> Ctx:
    return Ctx(torch.device("cpu"), torch.float64, seed, stream)


def data_of(seed: int = 0, **params: Any) -> tuple[Params, Data]:
    known = Params().changed(params)
    return known, make_data(known, ctx("data", seed))


def swept(seed: int = 0, **params: Any) -> dict[str, Any]:
    """What claims read of a whole sweep."""
    known, data = data_of(seed, **params)
    state = Session(catalog.load("double_descent"), known, seed).state
    found: dict[str, Any] = {}
    for part in sweeping.measure(known, data, state, View({}), ctx("sweep", seed)):
        found = dict(part.found)
    listed = np.array(problem.widths(known.n), dtype=np.float64)
    return widths._read(known, sweeping.measured(known, {"sweep": found}), listed)


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("ridge", [0.0, 0.3])
def test_nested_fits_are_those_of_each_width_alone(ridge: float) -> None:
    Phi, y = numbers(20, 300), numbers(20, seed=1)
    fits = NestedFits(Phi, ridge)
    for N in (300, 1, 7, 19, 20, 21, 29, 31, 64, 300):
        part = Phi[:, :N]
        gram = part.T @ part + ridge * torch.eye(N, dtype=torch.float64)
        wanted = torch.linalg.solve(gram, part.T @ y) if ridge else torch.linalg.pinv(part, rtol=1e-10) @ y
        torch.testing.assert_close(fits.fit(N, y), wanted, rtol=1e-7, atol=1e-8)


def test_dead_and_equal_features_are_met() -> None:
    Phi, y = numbers(12, 30), numbers(12, seed=1)
    Phi[:, 2], Phi[:, 5] = 0.0, Phi[:, 1]
    fits = NestedFits(Phi)
    for N in (3, 6, 12, 15):
        wanted = torch.linalg.pinv(Phi[:, :N], rtol=1e-10) @ y
        torch.testing.assert_close(fits.fit(N, y), wanted, rtol=1e-7, atol=1e-8)


def test_points_twice_are_met() -> None:
    Phi, y = numbers(8, 40), numbers(8, seed=1)
    Phi[3] = Phi[0]
    for N in (8, 10, 12):
        wanted = torch.linalg.pinv(Phi[:, :N], rtol=1e-10) @ y
        torch.testing.assert_close(NestedFits(Phi).fit(N, y), wanted, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("features", ["relu", "tanh"])
def test_slopes_are_those_of_autograd_along_the_sphere(features: str) -> None:
    _, data = data_of(n=20, d=4, features=features)
    theta = numbers(50)
    X = data.X.clone().requires_grad_()
    u = X @ data.W[:50].T + data.c[:50]
    (gradient,) = torch.autograd.grad(((u.relu() if features == "relu" else u.tanh()) @ theta).sum(), X)
    outward = data.X / data.X.norm(dim=1, keepdim=True)
    along = gradient - (gradient * outward).sum(1, keepdim=True) * outward
    torch.testing.assert_close(problem.slopes_at(features, data.X, data.W, data.c, theta), along)


@pytest.mark.parametrize("d", [2, 3, 15])
@pytest.mark.parametrize("features", ["relu", "tanh", "step"])
def test_the_spectrum_holds_all_power(d: int, features: str) -> None:
    known = theory.spectrum(d, features, "wave")
    ctx_ = ctx("data")
    X = problem._sphere(4000, d, ctx_) * math.sqrt(d)
    power = float(problem.true_function("wave", X).square().mean())
    assert float(known.target.sum()) + known.target_tail == pytest.approx(power, rel=0.1)
    W, c = problem._sphere(4000, d, ctx_), 2 * torch.rand(4000, generator=ctx_.rng, dtype=torch.float64) - 1
    size = float(problem.activated(features, (X * W).sum(1) + c).square().mean())
    assert float(known.counts @ known.eigenvalues) + known.tail == pytest.approx(size, rel=0.1)


def test_the_curve_is_met_and_says_what_the_error_is_made_of() -> None:
    """At N < n it is (b + sigma^2) / (1 - N/n) - sigma^2, and training errors are smaller by (1 - N/n)^2."""
    known = theory.spectrum(10, "relu", "wave")
    N = np.array([20.0, 100.0, 180.0])
    noisy, clean = theory.risks(known, 200, N, 0.5, 0.0), theory.risks(known, 200, N, 0.0, 0.0)
    np.testing.assert_allclose(noisy.test, (clean.test * (1 - N / 200) + 0.25) / (1 - N / 200) - 0.25, rtol=1e-6)
    np.testing.assert_allclose(noisy.train, (1 - N / 200) ** 2 * (noisy.test + 0.25), rtol=1e-6)


def test_a_sweep_has_both_descents_and_meets_the_curve() -> None:
    found = swept()
    assert found["peak_ratio"] > 20
    assert found["wide_ratio"] < 0.9
    assert found["theory_gap"] < 0.15
    assert found["steep_order"]


@pytest.mark.parametrize("seed", range(12))
def test_noise_decides_which_valley_is_deeper(seed: int, request: pytest.FixtureRequest) -> None:
    if seed > 1 and not request.config.getoption("--long"):
        pytest.skip("in the long run")
    assert swept(seed, noise=0.4)["wide_ratio"] < 1
    assert swept(seed, noise=0.5)["wide_ratio"] > 1


def test_the_gradient_of_four_nets_is_that_of_autograd() -> None:
    params, data = data_of(mode="labels", hidden=12)
    known = learning.lesson(params, data)
    theta = 0.3 * numbers(4, 64 * 12 + 12 + 120 + 10)
    x, y = known.x[:, :30].double(), known.y[:, :30]
    held = theta.clone().requires_grad_()
    said = learning.logits(held, 12, x)
    loss = nn.functional.cross_entropy(said.reshape(-1, 10), y.reshape(-1), reduction="none").view(4, -1).mean(1).sum()
    (wanted,) = torch.autograd.grad(loss, held)
    torch.testing.assert_close(learning.gradient(theta, 12, x, y), wanted, rtol=1e-5, atol=1e-9)


def test_an_exact_fit_climbs_what_its_labels_ask() -> None:
    """Along the shortest way between the steepest pair the slope comes to the bound somewhere."""
    params, data = data_of(n=30, d=5)
    y = problem.labels(params, data)
    needed, first, second = problem.needed_slope(data, y)
    a, b = data.X[first] / math.sqrt(5), data.X[second] / math.sqrt(5)
    arc = float((a @ b).acos())
    t = torch.linspace(0, 1, 400, dtype=torch.float64)[:, None]
    way = math.sqrt(5) * (((1 - t) * arc).sin() * a + (t * arc).sin() * b) / math.sin(arc)
    for N in (30, 60, 600):
        theta = NestedFits(problem.features_at("relu", data.X, data.W, data.c)).fit(N, y)
        steep = problem.slopes_at("relu", way, data.W, data.c, theta).norm(dim=1).max()
        assert float(steep) >= needed * (1 - 1e-3)


def test_the_cursor_and_labels_follow_the_mouse() -> None:
    session = Session(catalog.load("double_descent"), Params(n=20, d=2), 0)
    session.act("look", {"decades": 0.0})
    assert session.frame().metrics["N"] == 20
    session.act("look", {"decades": 2.0})
    assert session.frame().metrics["N"] == 400
    session.act("pull", {"id": 3, "y": 2.5})
    frame = session.frame()
    assert frame.metrics["interpolates"] is True
    with pytest.raises(BadInput, match="id is 20, allowed is 0 to 19"):
        session.act("pull", {"id": 20, "y": 0.0})
    session.act("plain", {})
    assert bool(session.data.pulled.isnan().all())


def test_a_label_that_is_told_is_learnt() -> None:
    params = Params(mode="labels", hidden=64)
    session = Session(catalog.load("double_descent"), params, 0)
    session.act("relabel", {"digit": 0, "label": 7})
    assert int(learning.lesson(params, session.data).y[3, 0]) == 7
    session.advance(10)
    assert float(session.state.accuracy[0]) > 0.5


@pytest.mark.parametrize("solution", ["least", "started", "few"])
@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_the_axis_of_errors_holds_the_widest_fit_of_the_theory(solution: str, noise: float) -> None:
    params = Params().changed({"solution": solution, "noise": noise})
    law = widths.predicted(params.changed({"solution": "least"}))
    assert law is not None
    known = widths._error_range(params)
    assert known.low < max(math.log10(law.test[-1]), -4.0) < known.high
