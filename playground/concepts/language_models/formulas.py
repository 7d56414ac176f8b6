"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import torch
from torch.nn import functional

from playground.concepts.language_models.state import MOST_HELD_OUT, baselines, shape_of
from playground.engine.kit import transformer as tf
from playground.texts.terms import Sides, Terms

_FIRST = 0.1


def _logits(terms: Terms, tokens: torch.Tensor) -> torch.Tensor:
    """The net by torch's own layers, in float64, on texts (B, n)."""
    shape = shape_of(terms.params, terms.data)
    W = {name: part.double() for name, part in tf.matrices(terms.state.theta, shape).items()}
    B, n = tokens.shape
    d, key = shape.width, shape.width // shape.heads
    X = W["E"][tokens]
    if shape.positions == "learnt":
        X = X + W["P"][:n]
    for k in range(shape.layers):
        looked = functional.layer_norm(X, (d,), W[f"g1{k}"], W[f"b1{k}"])
        Q, K, V = (part.view(B, n, shape.heads, key).transpose(1, 2) for part in (looked @ W[f"QKV{k}"]).chunk(3, -1))
        if shape.positions == "rotary":
            Q, K = _turned(Q), _turned(K)
        found = functional.scaled_dot_product_attention(Q, K, V, is_causal=True)
        X = X + found.transpose(1, 2).reshape(B, n, d) @ W[f"O{k}"]
        X = X + functional.relu(functional.layer_norm(X, (d,), W[f"g2{k}"], W[f"b2{k}"]) @ W[f"U{k}"]) @ W[f"D{k}"]
    return functional.layer_norm(X, (d,), W["g"], W["b"]) @ W["R"]


def _turned(x: torch.Tensor) -> torch.Tensor:
    """Each pair of features (a, b) turned by its place times its frequency."""
    out = x.clone()
    n, key = x.shape[-2:]
    for j in range(0, key - 1, 2):
        angle = torch.arange(n, dtype=x.dtype) * 10_000.0 ** (-j / key)
        a, b = x[..., j], x[..., j + 1]
        out[..., j], out[..., j + 1] = a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()
    return out


def held_out(terms: Terms) -> Any:
    """The perplexity by torch's own layers, where the text held out was measured with the weights of now."""
    if terms.state.moments.taken % 10:
        return NotImplemented
    known = baselines(terms.params, terms.data)
    loss = functional.cross_entropy(_logits(terms, known.inputs).flatten(0, 1), known.following.flatten())
    return {"held_out_perplexity": math.exp(min(float(loss), 700.0))}


def uniform(terms: Terms) -> float:
    """As many as there are characters."""
    return float(len(set(terms.data.numbers.tolist())))


def _parts(terms: Terms) -> tuple[list[int], list[int]]:
    """What is learnt, and what is measured of the last tenth."""
    everything = terms.data.numbers.tolist()
    cut = round(0.9 * len(everything))
    behind, n = everything[cut:], terms.params.length
    n = min(n, len(behind) - 1)
    pieces = max(1, min(MOST_HELD_OUT, len(behind) - 1) // n)
    return everything[: min(cut, terms.params.amount)], behind[: pieces * n + 1]


def unigram(terms: Terms) -> float:
    """By counting one character after the other."""
    learnt, asked = _parts(terms)
    counts, V = Counter(learnt), len(terms.data.signs)
    total = len(learnt) + _FIRST * V
    return math.exp(-sum(math.log((counts[sign] + _FIRST) / total) for sign in asked[1:]) / (len(asked) - 1))


def bigram(terms: Terms) -> float:
    """By counting one pair after the other."""
    learnt, asked = _parts(terms)
    pairs, V = Counter(pairwise(learnt)), len(terms.data.signs)
    firsts = Counter(learnt[:-1])
    logs = [math.log((pairs[a, b] + _FIRST) / (firsts[a] + _FIRST * V)) for a, b in pairwise(asked)]
    return math.exp(-sum(logs) / len(logs))


def softmax(terms: Terms) -> Any:
    """The chance of the second character: logs of chances differ by the gap of the logits over the temperature."""
    numbers = terms.numbers
    if not terms.params.temperature or not numbers["second_chance"] or numbers["second_chance"] < 1e-12:
        return NotImplemented
    ratio = math.log(numbers["second_chance"]) - math.log(numbers["first_chance"])
    return Sides(left=ratio, right=numbers["second_gap"] / terms.params.temperature)


def surprise(terms: Terms) -> float:
    """How many halvings the chance is from 1."""
    return -math.log(terms.numbers["chance"], 2)


def bases(terms: Terms) -> float:
    """By the nats."""
    return math.exp(terms.numbers["nats"])
