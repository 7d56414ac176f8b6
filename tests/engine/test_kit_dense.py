"""Dense nets: gradients against central differences, one net in a batch as alone, and what orders and starts do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS, entropy, log_softmax, softmax
from playground.engine.kit.dense.layout import length, permuted, views
from playground.engine.kit.dense.losses import LOSSES
from playground.engine.kit.dense.normalise import kept
from playground.engine.kit.dense.passes import Rules, by_inputs, forward, mean_gradient, with_ones
from playground.engine.kit.dense.small_nets import MeanGradient, outputs
from playground.engine.kit.dense.starts import deviation, through

Factors = list[Floats] | None

SIZES = (2, 5, 4, 3)
SMOOTH = [name for name in ACTIVATIONS if name not in ("relu", "leaky", "abs")]


def central(value: Callable[[Floats], float], at: Floats, h: float = 1e-6) -> Floats:
    """The gradient by central differences."""
    steps = h * np.eye(at.size)
    flat = [(value(at + step.reshape(at.shape)) - value(at - step.reshape(at.shape))) / (2 * h) for step in steps]
    return np.array(flat).reshape(at.shape)


def mean_loss(
    theta: Floats, sizes: tuple[int, ...], rules: Rules, X: Floats, y: Floats, loss: str, factors: Factors = None
) -> float:
    out = forward(views(theta, sizes, rules.norm != "none"), rules, with_ones(X), factors).out
    return float(LOSSES[loss].value(out, y).mean())


def gradient_of(
    theta: Floats, sizes: tuple[int, ...], rules: Rules, X: Floats, y: Floats, loss: str, factors: Factors = None
) -> Floats:
    found = np.zeros_like(theta)
    normalised = rules.norm != "none"
    layers, slots = views(theta, sizes, normalised), views(found, sizes, normalised)
    mean_gradient(layers, rules, with_ones(X), y, LOSSES[loss], slots, factors)
    return found


@pytest.fixture
def points() -> tuple[Floats, Floats]:
    """Points and class numbers."""
    rng = np.random.default_rng(7)
    return rng.normal(size=(9, 2)), rng.integers(0, 3, 9).astype(float)


@pytest.mark.parametrize("norm", ["none", "batch", "layer"])
@pytest.mark.parametrize("activation", list(ACTIVATIONS))
def test_the_backward_pass_is_the_derivative(activation: str, norm: str, points: tuple[Floats, Floats]) -> None:
    X, y = points
    rng = np.random.default_rng(3)
    rules = Rules(activation, norm)
    theta = 0.7 * rng.normal(size=length(SIZES, norm != "none"))
    factors = [kept(rng.random((9, m)), 0.3) for m in SIZES[1:-1]]
    for loss in ("cross-entropy", "squared", "huber"):
        found = gradient_of(theta, SIZES, rules, X, y, loss, factors)
        expected = central(partial(mean_loss, sizes=SIZES, rules=rules, X=X, y=y, loss=loss, factors=factors), theta)
        assert np.abs(found - expected).max() < 2e-7


@pytest.mark.parametrize(
    ("nets", "sizes", "n"),
    [
        (0, SIZES, 9),
        (3, SIZES, 9),
        (0, (2, 3), 9),
        (0, (2, 1, 1, 3), 1),
        (40, (2, 24, 24, 3), 300),
        (0, (2, 64, 64, 64, 3), 300),
    ],
    ids=["one net", "three nets", "no hidden layer", "narrow, one point", "nets in pieces", "layer by layer"],
)
@pytest.mark.parametrize("activation", list(ACTIVATIONS))
def test_small_nets_are_the_same_passes(activation: str, nets: int, sizes: tuple[int, ...], n: int) -> None:
    rng = np.random.default_rng(5)
    lead = (nets,) if nets else ()
    X, y = with_ones(rng.normal(size=(n, 2))), rng.integers(0, 3, n).astype(float)
    theta, rules = 0.5 * rng.normal(size=(*lead, length(sizes))), Rules(activation)
    kept_units = [kept(rng.random((*lead, n, m)), 0.3) for m in sizes[1:-1]]
    silenced = [(rng.random(m) < 0.7).astype(float) for m in sizes[1:-1]]
    for factors in (None, kept_units, silenced):
        expected, found = np.zeros_like(theta), np.zeros_like(theta)
        layers = views(theta, sizes)
        seen = mean_gradient(layers, rules, X, y, LOSSES["cross-entropy"], views(expected, sizes), factors)
        gradient = MeanGradient(layers, views(found, sizes), rules.function, LOSSES["cross-entropy"], n)
        for _ in range(2):  # the memory of one pass serves the next
            gradient.write(np.ascontiguousarray(X.T), y, factors)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-13)
        out = outputs(layers, rules.function, X.T, factors).swapaxes(-1, -2)
        np.testing.assert_allclose(out, seen.out, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("loss", list(LOSSES))
def test_the_slope_of_every_loss(loss: str) -> None:
    rng = np.random.default_rng(1)
    classes = loss == "cross-entropy"
    out = rng.normal(size=(6, 3 if classes else 1))
    y = rng.integers(0, 3, 6).astype(float) if classes else np.where(rng.random(6) < 0.5, 1.0, -1.0)
    expected = central(lambda at: float(LOSSES[loss].value(at, y).sum()), out)
    assert np.abs(LOSSES[loss].slope(out, y) - expected).max() < 1e-8


@pytest.mark.parametrize("norm", ["none", "batch", "layer"])
def test_nets_of_a_batch_are_as_they_are_alone(norm: str, points: tuple[Floats, Floats]) -> None:
    X, y = points
    rules = Rules("tanh", norm)
    many = np.random.default_rng(5).normal(size=(4, length(SIZES, norm != "none")))
    together = gradient_of(many, SIZES, rules, X, y, "cross-entropy")
    alone = [gradient_of(row.copy(), SIZES, rules, X, y, "cross-entropy") for row in many]
    assert np.abs(together - np.stack(alone)).max() < 1e-13


@pytest.mark.parametrize("norm", ["none", "layer", "batch"])
def test_the_slope_by_the_inputs(norm: str, points: tuple[Floats, Floats]) -> None:
    X, y = points
    rules = Rules("tanh", norm)
    rng = np.random.default_rng(2)
    layers = views(rng.normal(size=length(SIZES, norm != "none")), SIZES, norm != "none")
    statistics = [(rng.normal(size=(1, m)), rng.random((1, m)) + 0.5) for m in SIZES[1:-1]] if norm == "batch" else None
    loss = LOSSES["cross-entropy"]

    def total(at: Floats) -> float:
        return float(loss.value(forward(layers, rules, with_ones(at), None, statistics).out, y).sum())

    seen = forward(layers, rules, with_ones(X), None, statistics)
    found = by_inputs(layers, rules, seen, loss.slope(seen.out, y), statistics)
    assert np.abs(found - central(total, X)).max() < 1e-7


def test_a_hundred_orders_of_the_units_give_one_output(points: tuple[Floats, Floats]) -> None:
    rng = np.random.default_rng(11)
    theta = rng.normal(size=length(SIZES, True))
    rules = Rules("tanh", "layer")
    before = forward(views(theta, SIZES, True), rules, with_ones(points[0])).out
    for _ in range(100):
        orders = [rng.permutation(m) for m in SIZES[1:-1]]
        after = forward(views(permuted(theta, SIZES, orders, True), SIZES, True), rules, with_ones(points[0])).out
        assert np.abs(after - before).max() < 1e-12


def test_huge_logits_stay_finite() -> None:
    logits = np.array([[900.0, -900.0, 0.0]])
    assert np.isfinite(LOSSES["cross-entropy"].value(logits, np.array([1.0]))).all()
    assert np.isfinite(log_softmax(logits)).all()
    assert float(LOSSES["logistic"].value(np.array([[-900.0]]), np.array([1.0]))[0]) == 900.0
    assert softmax(np.array([2.0, 2.0, 0.0]), 0.0).tolist() == [0.5, 0.5, 0.0]
    assert entropy(np.array([1.0, 0.0])) == 0.0


def test_dropout_keeps_the_mean() -> None:
    factors = kept(np.random.default_rng(0).random(200_000), 0.3)
    assert set(np.unique(factors)) == {0.0, 1 / 0.7}
    assert abs(factors.mean() - 1.0) < 0.01


def test_he_keeps_the_size_through_relu_layers() -> None:
    rng = np.random.default_rng(4)
    widths = [200] * 6
    x = rng.normal(size=(300, 200))
    h = x
    for n, m in pairwise(widths):
        h = np.maximum(h @ (deviation("he", n, m) * rng.normal(size=(n, m))), 0.0)
    # Of a layer's output |ReLU|^2 is half of |z|^2, and `through` counts the outputs.
    assert float((h**2).sum() / (x**2).sum()) == pytest.approx(through("he", widths, relu=True), rel=0.25)
