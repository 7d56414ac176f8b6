"""Small convolutional nets: sizes, weights by name, gradients, silenced channels, and how fast they learn."""

from __future__ import annotations

import pytest
import torch

from playground.engine.errors import BadInput
from playground.engine.kit import conv_nets, optimisers, strokes
from playground.engine.kit.conv_nets import ConvLayer, Shape
from playground.resources import INK, digits

SHAPE = Shape(9, (ConvLayer(3, 3, padding=1, pool=2), ConvLayer(4, 2, stride=2, dilation=1)), classes=5, colours=2)


def _start(shape: Shape, seed: int = 0, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    rng = torch.Generator().manual_seed(seed)
    return conv_nets.begin(shape, torch.randn(conv_nets.length(shape), generator=rng, dtype=dtype))


def test_sides_follow_the_formula_and_what_happens() -> None:
    maps = conv_nets.run(_start(SHAPE), SHAPE, torch.rand(6, 2, 9, 9, dtype=torch.float64))
    assert conv_nets.sides(SHAPE) == ((9, 4), (2, 2))
    assert [tuple(one.shape[1:]) for one in maps.raw] == [(3, 9, 9), (4, 2, 2)]
    assert [tuple(one.shape[1:]) for one in maps.pooled] == [(3, 4, 4), (4, 2, 2)]
    assert maps.features.shape == (6, conv_nets.features(SHAPE)) == (6, 16)
    assert conv_nets.length(SHAPE) == 3 * 2 * 9 + 3 + 4 * 3 * 4 + 4 + 5 * 16 + 5


@pytest.mark.parametrize(
    ("n", "k", "s", "p", "d"), [(7, 3, 2, 0, 1), (5, 5, 1, 0, 1), (4, 5, 1, 0, 1), (9, 3, 3, 2, 3)]
)
def test_a_window_that_does_not_fit_has_no_place(n: int, k: int, s: int, p: int, d: int) -> None:
    starts = [at for at in range(-p, n + p, s) if at + d * (k - 1) <= n + p - 1]
    assert conv_nets.size(n, k, s, p, d) == len(starts)


def test_a_kernel_that_is_too_wide_is_refused_with_its_layer() -> None:
    with pytest.raises(BadInput, match="kernel of layer 2 spans 5 pixels, allowed is at most 4"):
        conv_nets.sides(Shape(8, (ConvLayer(1, 1, pool=2), ConvLayer(1, 5))))
    with pytest.raises(BadInput, match="pool of layer 1 spans 4 pixels, allowed is at most 2"):
        conv_nets.sides(Shape(4, (ConvLayer(1, 3, pool=4),)))


def test_the_names_of_the_weights_cover_the_row() -> None:
    theta = _start(SHAPE)
    found = conv_nets.named(theta, SHAPE)
    assert list(found) == [f"{one}.{what}" for one in ("conv1", "conv2", "output") for what in ("weight", "bias")]
    assert torch.equal(torch.cat([part.flatten() for part in found.values()]), theta)


@pytest.mark.parametrize("head", ["flat", "mean"])
def test_gradients_agree_with_differences(head: conv_nets.HeadKind) -> None:
    shape = SHAPE._replace(head=head)
    theta, rng = _start(shape), torch.Generator().manual_seed(1)
    X, y = torch.rand((6, 2, 9, 9), generator=rng, dtype=torch.float64), torch.arange(6) % 5
    found = conv_nets.judged(theta, shape, X, y)
    assert found.loss == pytest.approx(conv_nets.score(theta, shape, X, y, at_once=4)[0])
    for i in range(0, len(theta), 7):
        there, back = theta.clone(), theta.clone()
        there[i] += 1e-6
        back[i] -= 1e-6
        slope = (conv_nets.score(there, shape, X, y)[0] - conv_nets.score(back, shape, X, y)[0]) / 2e-6
        assert float(found.gradient[i]) == pytest.approx(slope, abs=1e-7)


def test_derivatives_by_pixels_agree_with_differences() -> None:
    theta, rng = _start(SHAPE), torch.Generator().manual_seed(2)
    X = torch.rand((1, 2, 9, 9), generator=rng, dtype=torch.float64)
    of_class = torch.zeros((1, 5), dtype=torch.float64)
    of_class[0, 3] = 1.0
    of_unit = torch.zeros((1, 4, 2, 2), dtype=torch.float64)
    of_unit[0, 2, 1, 0] = 1.0
    by_class = conv_nets.by_pictures(theta, SHAPE, X, of_class)
    by_unit = conv_nets.by_pictures(theta, SHAPE, X, (1, of_unit))
    for at in ((0, 0, 4, 4), (0, 1, 0, 8), (0, 0, 8, 1)):
        step = torch.zeros_like(X)
        step[at] = 1e-6
        there, back = conv_nets.run(theta, SHAPE, X + step), conv_nets.run(theta, SHAPE, X - step)
        assert float(by_class[at]) == pytest.approx(float(there.logits[0, 3] - back.logits[0, 3]) / 2e-6, abs=1e-7)
        slope = float(there.raw[1][0, 2, 1, 0] - back.raw[1][0, 2, 1, 0]) / 2e-6
        assert float(by_unit[at]) == pytest.approx(slope, abs=1e-7)


def test_a_silent_channel_says_nothing_further_on() -> None:
    theta, X = _start(SHAPE), torch.rand(2, 2, 9, 9, dtype=torch.float64)
    alive = (torch.tensor([1.0, 0.0, 1.0], dtype=torch.float64), torch.ones(4, dtype=torch.float64))
    found = conv_nets.run(theta, SHAPE, X, alive)
    assert not found.maps[0][:, 1].any()
    cut = theta.clone()
    conv_nets.weights(cut, SHAPE).kernels[1][:, 1] = 0.0
    assert torch.allclose(found.logits, conv_nets.run(cut, SHAPE, X).logits)


def _taught(shape: Shape, X: torch.Tensor, y: torch.Tensor, updates: int, seed: int) -> torch.Tensor:
    rng, theta = torch.Generator().manual_seed(seed), _start(shape, seed, torch.float32)
    memory = optimisers.begin(theta)
    for _ in range(updates):
        batch = torch.randint(len(y), (16,), generator=rng)
        theta, memory, _ = conv_nets.update(theta, memory, shape, X[batch], y[batch], optimisers.Settings(rate=0.005))
    return theta


def test_strokes_are_told_apart_within_150_updates() -> None:
    rng = torch.Generator().manual_seed(0)
    y = torch.randint(10, (1400,), generator=rng)
    X, shape = strokes.digits(y, rng), Shape(28, (ConvLayer(8, 5, pool=2), ConvLayer(16, 5, pool=2)))
    theta = _taught(shape, X[:1000], y[:1000], 150, 0)
    assert conv_nets.score(theta, shape, X[1000:], y[1000:])[1] > 0.95


def test_handwritten_digits_are_told_apart_within_250_updates() -> None:
    images, labels = digits()
    X, y = torch.tensor(images / INK, dtype=torch.float32), torch.tensor(labels)
    order = torch.randperm(len(y), generator=torch.Generator().manual_seed(0))
    X, y, shape = X[order], y[order], Shape(8, (ConvLayer(8, 3, padding=1), ConvLayer(16, 3, padding=1, pool=2)))
    theta = _taught(shape, X[:1500], y[:1500], 250, 0)
    assert conv_nets.score(theta, shape, X[1500:], y[1500:])[1] > 0.95


def test_the_output_reads_all_the_mean_or_the_largest_of_each_map() -> None:
    x = torch.rand(3, 2, 9, 9, dtype=torch.float64)
    for head in ("mean", "max"):
        shape = SHAPE._replace(head=head)
        found = conv_nets.run(_start(shape), shape, x)
        last = found.pooled[-1]
        assert conv_nets.features(shape) == 4
        assert torch.equal(found.features, last.mean((2, 3)) if head == "mean" else last.amax((2, 3)))


def test_a_border_that_goes_round_moves_with_the_picture() -> None:
    shape = Shape(8, (ConvLayer(3, 3, padding=1),), classes=2, wrap=True)
    theta, x = _start(shape), torch.rand(2, 8, 8, dtype=torch.float64)
    plain = conv_nets.run(theta, shape, x).raw[0]
    assert torch.allclose(conv_nets.run(theta, shape, x.roll((3, -2), (1, 2))).raw[0], plain.roll((3, -2), (2, 3)))
    zeros = shape._replace(wrap=False)
    assert not torch.allclose(
        conv_nets.run(theta, zeros, x.roll(3, 1)).raw[0], conv_nets.run(theta, zeros, x).raw[0].roll(3, 2)
    )
