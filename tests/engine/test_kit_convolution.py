"""Sliding kernels and pooling against torch's own layers and autograd."""

from __future__ import annotations

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from playground.engine.kit import pooling
from playground.engine.kit.convolution import (
    Border,
    Sliding,
    adjoint,
    correlate,
    kernel_gradient,
    output_shape,
    output_size,
    overlaps,
    padded,
    same_padding,
    slide,
    sources,
    transposed,
    transposed_size,
    turned,
    untouched,
    window,
)
from playground.engine.kit.pooling import Pool

EVERY_BORDER: tuple[Border, ...] = ("zeros", "reflect", "replicate", "circular")


def _random(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def _settings() -> st.SearchStrategy[tuple[tuple[int, int], tuple[int, int], Sliding]]:
    pair = st.tuples(st.integers(1, 3), st.integers(1, 3))
    some = st.tuples(st.integers(0, 2), st.integers(0, 2))
    how = st.builds(Sliding, pair, some, some, pair, st.sampled_from(EVERY_BORDER))
    return st.tuples(st.tuples(st.integers(3, 8), st.integers(3, 8)), st.tuples(*[st.integers(1, 4)] * 2), how)


@given(_settings())
@settings(max_examples=80, deadline=None)
def test_layer_adjoint_and_gradients_are_those_of_torch(
    case: tuple[tuple[int, int], tuple[int, int], Sliding],
) -> None:
    shape, k, how = case
    x, w, b = _random(2, 2, *shape), _random(3, 2, *k, seed=1), _random(3, seed=2)
    size = output_shape(shape, k, how)
    y = correlate(x, w, how, b)
    if size is None:
        assert y is None
        with pytest.raises(RuntimeError):
            functional.conv2d(padded(x, how), w, b, how.stride, 0, how.dilation)
        return
    x.requires_grad_()
    w.requires_grad_()
    (top, left), (bottom, right) = how.before, how.after
    mode = "constant" if how.border == "zeros" else how.border
    wide = functional.pad(x, (left, right, top, bottom), mode) if any(how.before + how.after) else x
    expected = functional.conv2d(wide, w, b, how.stride, 0, how.dilation)
    assert y is not None
    assert tuple(y.shape[-2:]) == size
    torch.testing.assert_close(y, expected)
    delta = _random(*y.shape, seed=3)
    dx, dw = torch.autograd.grad((expected * delta).sum(), (x, w))
    torch.testing.assert_close(adjoint(delta, w.detach(), shape, how), dx)
    torch.testing.assert_close(kernel_gradient(x.detach(), delta, k, how), dw)


def test_size_is_what_happens_at_a_thousand_settings() -> None:
    seen = 0
    for n, k, p, s, d in itertools.product(range(1, 12), range(1, 6), range(3), range(1, 4), range(1, 4)):
        x = torch.zeros(1, 1, n)
        layer = slide(s, p, d)._replace(before=(0, p), after=(0, p))
        y = correlate(x, torch.ones(1, 1, 1, k), layer)
        assert output_size(n, k, p, s, d) == (None if y is None else y.shape[-1])
        seen += 1
    assert seen > 1000


def test_untouched_inputs_are_those_behind_the_end_of_every_window() -> None:
    for n, k, p, s, d in itertools.product(range(1, 10), range(1, 5), range(3), range(1, 5), range(1, 3)):
        size = output_size(n, k, p, s, d)
        if size is None:
            assert untouched(n, k, p, s, d) is None
            continue
        ends = [i * s + (k - 1) * d - p for i in range(size)]
        assert untouched(n, k, p, s, d) == sum(all(end < i for end in ends) for i in range(n)), (n, k, p, s, d)


@pytest.mark.parametrize("border", EVERY_BORDER)
def test_reflection_reaches_further_than_the_picture(border: Border) -> None:
    """Torch refuses more than the picture holds; here the rule goes on."""
    found = sources(3, 7, 7, border).tolist()
    assert len(found) == 17
    assert found[7:10] == [0, 1, 2]
    if border == "reflect":
        assert found[3:7] == [0, 1, 2, 1]
        assert found[10:14] == [1, 0, 1, 2]
    assert sources(1, 2, 2, border).tolist() == ([-1, -1, 0, -1, -1] if border == "zeros" else [0] * 5)


def test_window_names_the_inputs_of_an_output() -> None:
    how = Sliding((1, 2), (0, 1), (0, 1), (1, 2), "reflect")
    x, w = _random(1, 1, 7), _random(1, 1, 1, 3, seed=1)
    y = correlate(x, w, how)
    assert y is not None
    for u in range(y.shape[-1]):
        seen = x[0, 0, window(u, 7, 3, how, 1)]
        assert float((seen * w[0, 0, 0]).sum()) == pytest.approx(float(y[0, 0, u]))


def test_transposed_convolution_is_that_of_torch_and_overlaps_unevenly() -> None:
    x, w = _random(2, 3, 4), _random(2, 3, 3, 3, seed=1)
    expected = functional.conv_transpose2d(x[None], w, stride=2, padding=1, dilation=2)[0]
    found = transposed(x, w, 2, 1, 2)
    torch.testing.assert_close(found, expected)
    assert transposed_size(3, 3, 1, 2, 2) == expected.shape[-2]
    counts = overlaps((1, 4), (1, 3), (1, 9), Sliding((1, 2)))
    assert counts[0].tolist() == [1, 1, 2, 1, 2, 1, 2, 1, 1]


def test_same_padding_keeps_the_length() -> None:
    for k, d in itertools.product(range(1, 7), range(1, 4)):
        before, after = same_padding(k, d)
        y = correlate(torch.zeros(1, 1, 9), torch.ones(1, 1, 1, k), Sliding((1, 1), (0, before), (0, after), (1, d)))
        assert y is not None
        assert y.shape[-1] == 9
        assert after - before in (0, 1)


def test_turned_kernel_makes_the_true_convolution() -> None:
    f, h = [1.0, 2.0, 3.0], [0.0, 1.0, -1.0, 0.5]
    x, w = torch.tensor([[f]]), torch.tensor([[[h]]])
    y = correlate(x, turned(w), Sliding(before=(0, 3), after=(0, 3)))
    assert y is not None
    assert y[0, 0].tolist() == [0.0, 1.0, 1.0, 1.5, -2.0, 1.5]


def _pools() -> st.SearchStrategy[tuple[tuple[int, int], Pool]]:
    def fits(case: tuple[tuple[int, int], Pool]) -> bool:
        # Torch wants padding of at most half the window.
        pool = case[1]
        return all(pool.padding[a] * 2 <= pool.kernel[a] for a in (0, 1))

    pair = st.tuples(st.integers(1, 3), st.integers(1, 3))
    pool = st.builds(Pool, pair, pair, st.tuples(*[st.integers(0, 1)] * 2), pair, st.booleans())
    return st.tuples(st.tuples(*[st.integers(2, 7)] * 2), pool).filter(fits)


@given(_pools(), st.integers(0, 99))
@settings(max_examples=120, deadline=None)
def test_max_pooling_and_its_routing_are_those_of_torch(case: tuple[tuple[int, int], Pool], seed: int) -> None:
    shape, pool = case
    x = torch.randint(-2, 3, (2, *shape), generator=torch.Generator().manual_seed(seed)).double()
    found = pooling.max_pool(x, pool)
    if found is None:
        with pytest.raises(RuntimeError):
            functional.max_pool2d(x, *pool)
        return
    x.requires_grad_()
    if not (found.tied > 0).all():
        assert bool((found.winners[found.tied == 0] == -1).all())
        return
    values, winners = functional.max_pool2d(x, *pool, return_indices=True)
    torch.testing.assert_close(found.values, values.detach())
    assert torch.equal(found.winners, winners)
    delta = _random(*values.shape, seed=seed)
    (expected,) = torch.autograd.grad((values * delta).sum(), x)
    torch.testing.assert_close(pooling.routed(delta, found, shape), expected)
    # Shared among tied winners the whole gradient is still there.
    split = pooling.shared(delta, found, shape)
    torch.testing.assert_close(split.sum(), delta.sum())
    assert torch.equal(found.tied > 1, found.wins.sum(-3) > 1)


@given(_pools(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_average_pooling_and_its_gradient_are_those_of_torch(
    case: tuple[tuple[int, int], Pool], counts_added: bool
) -> None:
    shape, pool = case
    pool = pool._replace(dilation=(1, 1), ceil=False)
    x = _random(2, *shape)
    found = pooling.average_pool(x, pool, counts_added)
    if found is None:
        return
    x.requires_grad_()
    values = functional.avg_pool2d(x, *pool[:3], ceil_mode=False, count_include_pad=counts_added)
    torch.testing.assert_close(found, values.detach())
    delta = _random(*values.shape, seed=1)
    (expected,) = torch.autograd.grad((values * delta).sum(), x)
    torch.testing.assert_close(pooling.spread(delta, pool, shape, counts_added), expected)
