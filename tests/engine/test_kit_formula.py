"""Typed formulas: what they mean, with which variables, and their derivatives."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from playground.engine.errors import BadInput
from playground.engine.kit.formula import FUNCTIONS, KINKED, parse, variables
from playground.engine.kit.formula_maths import derivative, evaluate
from playground.engine.kit.formula_torch import value_of

ALL = (*FUNCTIONS, *KINKED)


@pytest.mark.parametrize(
    ("text", "names", "values", "expected"),
    [
        ("x1 x2 + 3", ("x1", "x2"), {"x1": 2.0, "x2": 5.0}, 13.0),
        ("x₁² − x_2", ("x1", "x2"), {"x1": 3.0, "x2": 4.0}, 5.0),
        ("wx + b", ("w", "x", "b"), {"w": 2.0, "x": 3.0, "b": 0.5}, 6.5),
        ("x2.5y", ("x", "y"), {"x": 2.0, "y": 3.0}, 15.0),
        ("max(x, 2) min(x, 2)", None, {"x": 3.0}, 6.0),
        ("relu(w1 a2) + softplus(0)", None, {"w1": 2.0, "a2": -1.0}, math.log(2.0)),
        ("2e^-x", None, {"x": 1.0}, 2.0 / math.e),
        ("b sin(x) + asin(x)", None, {"a": 2.0, "b": 1.0, "x": 0.0}, 0.0),
        ("-x^2", None, {"x": 3.0}, -9.0),
    ],
)
def test_formulas_read_any_named_variables(
    text: str, names: tuple[str, ...] | None, values: dict[str, float], expected: float
) -> None:
    tree = parse(text, names, ALL)
    assert set(variables(tree)) == set(values)
    assert evaluate(tree, values) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "names", "sentence"),
    [
        ("x12", ("x1", "x2"), "at character 1 stands 'x'"),
        ("x1 + z", ("x1", "x2"), "at character 6 stands 'z', which is neither x1 nor x2 nor a constant"),
        ("x, y", ("x", "y"), "at character 2 there stands ','"),
        ("foo(x)", None, "at character 1 stands 'foo', which is no variable such as x"),
        ("2 tanx(y)", None, "at character 6 a bracket is expected, as in tan(x)"),
        ("max(x)", None, "at character 6 a comma and a second value are expected"),
        ("sin x", None, "at character 5 a bracket is expected, as in sin(x)"),
        ("max", None, "at its end a bracket is expected, as in max(x, 0)"),
        ("x ? 1", None, "at character 3 stands '?', allowed are numbers, variables such as x, w or x1, pi, e"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, names: tuple[str, ...] | None, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(text, names, ALL, "features")
    assert str(refused.value).startswith("features ")
    assert refused.value.field == "features"
    assert sentence in str(refused.value)


def test_a_formula_of_arrays_keeps_their_shape_and_has_no_errors() -> None:
    x = np.linspace(-1.0, 1.0, 6).reshape(2, 3)
    value = evaluate(parse("log(x) + y"), {"x": x, "y": np.ones(3)})
    assert value.shape == (2, 3)
    assert np.isnan(value[0]).all()
    np.testing.assert_allclose(value[1], np.log(x[1]) + 1.0, rtol=1e-15)


@pytest.mark.parametrize(
    "text",
    [f"{name}(x y + 0.3)" for name in FUNCTIONS]
    + [
        "relu(x)",
        "softplus(-x)",
        "max(x, y)",
        "min(x y, x + y)",
        "abs(-x)",
        "x^y",
        "y^3 / x",
        "-2x + x/3",
        "(x+y)^2.5",
    ],
)
def test_derivatives_are_those_of_autograd(text: str) -> None:
    tree = parse(text, ("x", "y"), ALL)
    x = torch.linspace(0.2, 1.1, 5, dtype=torch.float64, requires_grad=True)
    y = torch.linspace(0.9, 0.4, 5, dtype=torch.float64, requires_grad=True)
    value = value_of(tree, {"x": x, "y": y})
    grads = torch.autograd.grad(value.sum(), (x, y), allow_unused=True)
    points = {"x": x.detach().numpy(), "y": y.detach().numpy()}
    np.testing.assert_allclose(evaluate(tree, points), value.detach().numpy(), rtol=1e-14)
    for name, grad in zip(("x", "y"), grads, strict=True):
        expected = np.zeros(5) if grad is None else grad.numpy()
        got = np.broadcast_to(evaluate(derivative(tree, name), points), 5)
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-13)


def test_a_kink_takes_the_middle_of_a_tie_and_nothing_at_zero() -> None:
    at = {"x": 0.0, "y": 0.0}
    for text, expected in (("max(x, y)", 0.5), ("min(x, y)", 0.5), ("abs(x)", 0.0), ("relu(x)", 0.0)):
        assert evaluate(derivative(parse(text, ("x", "y"), ALL), "x"), at) == expected


def test_a_derivative_is_written_without_zeros() -> None:
    assert derivative(parse("3x + y"), "x") == ("number", 3.0)
    assert derivative(parse("x y"), "x") == ("name", "y")
    assert derivative(parse("sin(y)"), "x") == ("number", 0.0)
