"""What is known of linear models: normal equations, points left out, robust lines, rates, and weights that grow."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.linear_models import Params, data, exact, learning
from playground.concepts.linear_models.problem import problem_of, sorting_of
from playground.engine.errors import BadInput
from playground.engine.kit.linear_models import extended, least_squares, ridge
from playground.engine.run.session import Session

RNG = np.random.default_rng(0)


def session(steps: int = 0, seed: int = 0, preset: str = "", **params: Any) -> Session:
    """A session of the panel after some steps, from a preset where one is named."""
    told = catalog.presets("linear_models")[preset]["params"] if preset else {}
    made = Session(catalog.load("linear_models"), Params.make({**told, **params}), seed)
    made.advance(steps)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


@pytest.mark.parametrize("alpha", [0.0, 0.1, 3.0])
def test_a_path_has_the_fits_of_the_normal_equations(alpha: float) -> None:
    X, y = RNG.normal(size=(12, 3)), RNG.normal(size=12)
    path = exact.ridge_path(exact.solve(X, y), np.array([alpha]))
    wanted = ridge(X, y, alpha)
    np.testing.assert_allclose(path.coef[0], wanted.coef, atol=1e-12)
    assert path.intercept[0] == pytest.approx(wanted.intercept, abs=1e-12)
    assert path.free[0] - 1 == pytest.approx(wanted.degrees_of_freedom, abs=1e-12)
    if alpha == 0.0:
        np.testing.assert_allclose(path.coef[0], least_squares(X, y).coef, atol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 0.5])
def test_leaving_out_in_one_fit_is_leaving_out_in_many(alpha: float) -> None:
    X, y = RNG.normal(size=(9, 2)), RNG.normal(size=9)
    path = exact.ridge_path(exact.solve(X, y), np.array([alpha]))
    errors = exact.left_out(y, path.fitted[0], path.hats[0])
    for row in range(9):
        rest = np.arange(9) != row
        fit = ridge(X[rest], y[rest], alpha)
        assert errors[row] == pytest.approx(y[row] - X[row] @ fit.coef - fit.intercept, abs=1e-11)


def test_the_line_of_least_absolute_values_is_the_best_through_two_points() -> None:
    for _ in range(20):
        x, y = RNG.uniform(-1, 1, 9), RNG.normal(size=9)
        A = extended(x[:, None])
        found = np.abs(y - A @ exact.robust(x[:, None], y, 0.0, "absolute", 1.0)).sum()
        pairs = [np.linalg.solve(A[list(two)], y[list(two)]) for two in itertools.combinations(range(9), 2)]
        assert found == pytest.approx(min(np.abs(y - A @ theta).sum() for theta in pairs), abs=1e-9)


def test_hubers_line_is_stationary() -> None:
    for delta in (0.02, 0.2, 5.0):
        x, y = RNG.uniform(-1, 1, 20), RNG.normal(size=20)
        A = extended(x[:, None])
        theta = exact.robust(x[:, None], y, 0.0, "huber", delta)
        pull = exact.pull_of("huber", y - A @ theta, delta)
        np.testing.assert_allclose(A.T @ pull, 0.0, atol=1e-7)


@pytest.mark.parametrize("kind", ["squared", "huber", "absolute"])
def test_the_pull_is_the_slope_of_the_loss(kind: str) -> None:
    r = torch.linspace(-1.03, 1.07, 40, dtype=torch.float64)
    h = 1e-6
    ends = [exact.loss_of(kind, (r + side).numpy(), 0.3) for side in (h, -h)]
    np.testing.assert_allclose((ends[0] - ends[1]) / (2 * h), exact.pull_of(kind, r.numpy(), 0.3), atol=1e-5)


@pytest.mark.parametrize("named", ["overlap", "three"])
def test_the_gradient_of_classes_is_that_of_autograd(named: str) -> None:
    run = session(data=named, mode="classes", curved=2, decay=0.1)
    sorting = sorting_of(run.params, run.data)  # type: ignore[arg-type]
    theta = torch.randn(run.state.theta.shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    theta.requires_grad_()
    z = torch.from_numpy(sorting.A) @ theta.T
    z = torch.cat([torch.zeros_like(z), z], 1) if sorting.classes == 2 else z
    loss = torch.nn.functional.cross_entropy(z, run.data.y) + 0.05 * theta[:, :-1].square().sum()
    (wanted,) = torch.autograd.grad(loss, theta)
    found = learning.slope_of_classes(run.params, sorting, theta.detach().numpy())  # type: ignore[arg-type]
    assert found.loss == pytest.approx(float(loss.detach()), abs=1e-12)
    np.testing.assert_allclose(found.gradient, wanted.numpy(), atol=1e-12)


def test_a_step_of_one_over_L_gains_what_is_promised_at_a_thousand_places() -> None:
    run = session(mode="bowl")
    found = problem_of(run.params, run.data)  # type: ignore[arg-type]
    A = extended(found.F)
    for theta in RNG.uniform(-5, 5, (1000, 1, 2)):
        here = learning.slope_of_values(run.params, found, A, found.y, theta)  # type: ignore[arg-type]
        next_ = learning.slope_of_values(run.params, found, A, found.y, theta - here.gradient / found.L)  # type: ignore[arg-type]
        assert next_.loss <= here.loss - (here.gradient**2).sum() / (2 * found.L) + 1e-12 * (1 + here.loss)


def test_logits_of_any_size_stay_finite() -> None:
    run = session(mode="classes", data="overlap")
    sorting = sorting_of(run.params, run.data)  # type: ignore[arg-type]
    found = learning.slope_of_classes(run.params, sorting, np.full((1, 3), 1e4))  # type: ignore[arg-type]
    assert np.isfinite(found.loss)
    assert np.isfinite(found.gradient).all()


def test_points_are_edited_and_an_empty_plane_waits() -> None:
    run = session(points=3)
    run.act("move_point", {"id": 0, "x": 0.5, "y": -0.5})
    torch.testing.assert_close(run.data.X[0], torch.tensor([0.5, -0.5], dtype=torch.float64))
    run.act("add_point", {"x": 0.1, "y": 0.9, "label": "1"})
    assert len(run.data.y) == 4
    for number_ in range(4):
        run.act("delete_point", {"id": number_})
    for mode in ("fit", "bowl", "classes"):
        run.set({"mode": mode})
        run.advance(2)
        assert run.frame().failure is None
    with pytest.raises(BadInput, match="no such point"):
        run.act("delete_point", {"id": 0})


def test_descent_begins_where_the_user_says() -> None:
    run = session(3, mode="bowl")
    run.act("set_start", {"x": -1.0, "y": 0.5})
    assert run.state.theta.tolist() == [[-1.0, 0.5]]
    assert run.state.taken == 0
    with pytest.raises(BadInput, match="this view has none"):
        session().act("set_start", {"x": 0.0, "y": 0.0})


def test_held_out_points_are_as_many_as_the_share_says() -> None:
    for share, count in ((0.0, 0), (0.25, 5), (0.6, 12)):
        run = session(points=20, share=share)
        assert int((~problem_of(run.params, run.data).train).sum()) == count  # type: ignore[arg-type]


def test_a_table_keeps_its_names_and_scales(tmp_path: Path) -> None:
    table = tmp_path / "own.csv"
    table.write_text("area,age,price,kind\n10,5,100,a\n30,1,300,b\n20,9,180,a\n25,2,260,b\n", encoding="utf-8")
    found = data.load(Params(), table)
    assert found.names == ("area", "age", "price")
    assert found.classes == ("a", "b")
    assert float(found.X.abs().max()) == 1.0
    torch.testing.assert_close(
        found.X * found.half + found.middle,
        torch.tensor([[10.0, 5, 100], [30, 1, 300], [20, 9, 180], [25, 2, 260]], dtype=torch.float64),
    )
    for text, words in (("a\n1\n2\n3\n", "1 columns"), ("a,b\n1,2\n", "1 rows")):
        table.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match=words):
            data.load(Params(), table)
