"""The small transformer: its way back against autograd, its cache against the whole pass, its time against products."""

from __future__ import annotations

import time

import pytest
import torch
from torch import Tensor

from playground.engine.kit import attention, optimisers
from playground.engine.kit import transformer as tf
from playground.engine.kit import transformer_cache as caches
from playground.engine.kit import transformer_gradient as back

SHAPE = tf.TransformerShape(tokens=11, outputs=10, length=9, width=12, heads=3, layers=2, inner=20)
SHAPES = {
    "decoder": SHAPE,
    "encoder": SHAPE._replace(causal=False),
    "rotary": SHAPE._replace(positions="rotary"),
    "without positions": SHAPE._replace(positions="none"),
    "attention alone": SHAPE._replace(inner=0),
    "one layer": SHAPE._replace(layers=1, heads=1),
}


def _net(shape: tf.TransformerShape, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor, Tensor]:
    """Weights that are far from their start, tokens and answers."""
    rng = torch.Generator().manual_seed(5)
    theta = tf.begin(shape, torch.randn(tf.size(shape), generator=rng, dtype=dtype))
    theta = theta + 0.3 * torch.randn(len(theta), generator=rng, dtype=dtype)
    tokens = torch.randint(0, shape.tokens, (3, shape.length - 1), generator=rng)
    answers = torch.randint(0, shape.outputs, tokens.shape, generator=rng)
    return theta, tokens, answers


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("silent", [False, True], ids=["all", "dropout and some places"])
def test_the_way_back_is_the_derivative_that_autograd_finds(shape: tf.TransformerShape, silent: bool) -> None:
    theta, tokens, answers = _net(shape)
    rng = torch.Generator().manual_seed(1)
    counted = (torch.rand(tokens.shape, generator=rng, dtype=theta.dtype) < 0.5).double() if silent else None
    draws = torch.rand(1 + 2 * shape.layers, *tokens.shape, shape.width, generator=rng, dtype=theta.dtype)
    kept = tf.dropout(draws, 0.3) if silent else None

    done = tf.forward(theta, shape, tokens, kept)
    found = back.cross_entropy(done.logits, answers, counted)
    by_theta = back.gradient(theta, shape, tokens, done, found.by_logits, kept)

    tracked = theta.clone().requires_grad_()
    logits = tf.forward(tracked, shape, tokens, kept).logits
    each = torch.nn.functional.cross_entropy(logits.flatten(0, 1), answers.flatten(), reduction="none")
    loss = each.mean() if counted is None else (each * counted.flatten()).sum() / counted.sum()
    (by_autograd,) = torch.autograd.grad(loss, tracked)
    assert abs(float(found.loss - loss.detach())) < 1e-12
    assert (by_theta - by_autograd).abs().max() < 1e-10


def test_the_way_back_in_single_precision_is_near_that_in_double() -> None:
    theta, tokens, answers = _net(SHAPE)

    def slope(weights: Tensor) -> Tensor:
        done = tf.forward(weights, SHAPE, tokens)
        return back.gradient(weights, SHAPE, tokens, done, back.cross_entropy(done.logits, answers).by_logits)

    assert (slope(theta.float()).double() - slope(theta)).abs().max() < 1e-5


@pytest.mark.parametrize("name", ["decoder", "rotary", "attention alone", "one layer"])
def test_tokens_given_one_by_one_to_a_cache_find_what_the_whole_text_finds(name: str) -> None:
    shape = SHAPES[name]
    theta, tokens, _ = _net(shape)
    done = tf.forward(theta, shape, tokens)
    cache, logits = caches.empty_cache(theta, shape, len(tokens)), []
    for piece in (tokens[:, :3], *tokens[:, 3:, None].unbind(1)):
        before = cache.clone()
        found = caches.extended(theta, shape, cache, piece)
        assert torch.equal(cache, before)
        logits.append(found.logits)
        cache = found.cache
    assert (torch.cat(logits, 1) - done.logits).abs().max() < 1e-12
    looked = done.blocks[-1].weights.view(3, shape.heads, *done.blocks[-1].weights.shape[1:])
    assert (found.weights[-1] - looked[:, :, -1:]).abs().max() < 1e-12


@pytest.mark.parametrize("key", [4, 5])
def test_positions_turn_queries_and_keys_as_attention_says(key: int) -> None:
    shape = SHAPE._replace(width=key, heads=1, positions="rotary")
    QKV = torch.randn(3, 2, 6, key, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    turn = attention.turns(torch.arange(2, 8, dtype=torch.float64), key)
    wanted = torch.cat([attention.rotary(QKV[:2], turn), QKV[2:]])
    found = tf.turned(QKV.clone(), shape, 2)
    assert (found - wanted).abs().max() < 1e-14
    assert (tf.turned(found.clone(), shape, 2, back=True) - QKV).abs().max() < 1e-14


def test_a_decoder_sees_nothing_of_what_is_to_come_and_an_encoder_does() -> None:
    theta, tokens, _ = _net(SHAPE)
    other = tokens.clone()
    other[:, -1] = (other[:, -1] + 1) % SHAPE.tokens
    for causal in (True, False):
        shape = SHAPE._replace(causal=causal)
        moved = tf.forward(theta, shape, other).logits - tf.forward(theta, shape, tokens).logits
        assert (float(moved[:, :-1].abs().max()) == 0.0) is causal


def test_the_first_guess_is_nearly_uniform() -> None:
    shape = SHAPE._replace(width=48)
    theta = tf.begin(shape, torch.randn(tf.size(shape), generator=torch.Generator().manual_seed(0)))
    tokens = torch.randint(0, shape.tokens, (4, 8), generator=torch.Generator().manual_seed(1))
    chances = tf.forward(theta, shape, tokens).logits.softmax(-1)
    assert (chances * shape.outputs - 1.0).abs().max() < 0.6


def test_an_update_costs_at_most_some_twice_its_bare_matrix_products() -> None:
    shape = tf.TransformerShape(70, 70, 64, 64, 4, 1, 256)
    theta = tf.begin(shape, torch.randn(tf.size(shape), generator=torch.Generator().manual_seed(0)))
    tokens = torch.randint(0, 70, (16, 65), generator=torch.Generator().manual_seed(1))
    memory, use = optimisers.begin(theta), optimisers.Settings(rate=1e-3)

    def update() -> None:
        done = tf.forward(theta, shape, tokens[:, :-1])
        found = back.cross_entropy(done.logits, tokens[:, 1:])
        by_theta = back.gradient(theta, shape, tokens[:, :-1], done, found.by_logits)
        optimisers.adam(theta, by_theta, memory, use)

    def sampled() -> None:
        caches.extended(theta, shape, cache, tokens[:1, :1])

    cache = caches.extended(theta, shape, caches.empty_cache(theta, shape), tokens[:1, :63]).cache
    products = _products(theta, shape, 16)
    work = (update, products, sampled)
    best = [min(times) for times in zip(*([_seconds(each) for each in work] for _ in range(15)), strict=True)]
    assert best[0] < 2.2 * best[1]
    assert best[2] < 0.002


def _seconds(work: object) -> float:
    assert callable(work)
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _products(theta: Tensor, shape: tf.TransformerShape, B: int) -> object:
    """The matrix products of an update, forwards and back, with nothing between them."""
    W, N, key = tf.matrices(theta, shape), B * shape.length, shape.width // shape.heads
    X, XXX, A = torch.ones(N, shape.width), torch.ones(N, 3 * shape.width), torch.ones(N, shape.inner)
    Q, S = torch.ones(B * shape.heads, shape.length, key), torch.ones(B * shape.heads, shape.length, shape.length)
    L = torch.ones(N, shape.outputs)
    pairs = [(L, W["R"].T), (X.T, L), (X, W["R"])]
    for k in range(shape.layers):
        pairs += [(X, W[f"QKV{k}"]), (Q, Q.mT), (S, Q), (X, W[f"O{k}"]), (X, W[f"U{k}"]), (A, W[f"D{k}"])]
        pairs += [(A.T, X), (X, W[f"D{k}"].T), (X.T, A), (A, W[f"U{k}"].T), (X.T, X), (X, W[f"O{k}"].T)]
        pairs += [(Q, Q.mT), (S, Q), (S.mT, Q), (S.mT, Q), (X.T, XXX), (XXX, W[f"QKV{k}"].T)]
    return lambda: [left @ right for left, right in pairs]
