"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from playground.concepts.attention import net
from playground.concepts.attention.order import POSITIONS, encoding
from playground.concepts.attention.state import shown
from playground.concepts.attention.tasks import probe, shape_of
from playground.texts.terms import Sides, Terms

_BASE = 10_000.0


class _Layer(NamedTuple):
    """Queries, keys and values (tokens, heads, features) of the layer on screen, and its weights and outputs."""

    q: Any
    k: Any
    v: Any
    weights: Any
    output: Any


def _wave(places: int, size: int) -> Any:
    """The sinusoidal encoding, entry by entry."""
    rows = np.zeros((places, size))
    for t in range(places):
        for j in range(size):
            angle = t * _BASE ** (-2 * (j // 2) / size)
            rows[t, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return rows


def _turned(x: Any) -> Any:
    """Queries or keys (tokens, heads, features), each pair of features as a complex number times e^(i t ω)."""
    out = x.copy()
    size = x.shape[2]
    for t in range(len(x)):
        for j in range(0, size - 1, 2):
            turn = complex(math.cos(t * _BASE ** (-j / size)), math.sin(t * _BASE ** (-j / size)))
            both = (x[t, :, j] + 1j * x[t, :, j + 1]) * turn
            out[t, :, j], out[t, :, j + 1] = both.real, both.imag
    return out


def _layer(terms: Terms) -> _Layer:
    """The layer on screen, by matrices of numpy and torch's own attention, layer after layer."""
    params, state = terms.params, terms.state
    shape, asked = shape_of(params), probe(params, terms.data.relabel, state.theta.dtype)
    W = {name: part.numpy() for name, part in net.matrices(state.theta, shape).items()}

    def first(tokens: torch.Tensor, name: str) -> Any:
        rows = tokens.numpy()[0]
        of_patches = tokens.is_floating_point()
        found = np.concatenate([W[name][-1:], rows @ W[name][:-1]]) if of_patches else W[name][rows]
        return found + (_wave(*found.shape) if shape.encoding == "sinusoidal" else 0.0)

    streams = {"source": first(asked.batch.source, "E")}
    if asked.batch.target is not None:
        streams["target"] = first(asked.batch.target, "F")
    number, _ = shown(params, len(shape.layers))
    for at, kind in enumerate(shape.layers):
        asks = "source" if kind in ("self", "source") else "target"
        looked = "source" if kind in ("self", "source", "cross") else "target"
        parts = []
        for name, stream in (("Q", asks), ("K", looked), ("V", looked)):
            flat = streams[stream] @ W[f"{name}{at}"]
            parts.append(flat.reshape(len(flat), shape.heads, shape.key))
        q, k, v = parts
        if shape.encoding == "rotary":
            q, k = _turned(q), _turned(k)
        Q, K, V = (torch.from_numpy(part.transpose(1, 0, 2).copy()) for part in (q, k, v))
        causal = shape.masked and kind in ("self", "target")
        scale = 1 / math.sqrt(shape.key) if shape.scaled else 1.0
        output = scaled_dot_product_attention(Q, K, V, is_causal=causal, scale=scale)
        if at == number:
            each = torch.eye(len(k), dtype=Q.dtype).expand(shape.heads, -1, -1)
            weights = scaled_dot_product_attention(Q, K, each, is_causal=causal, scale=scale)
            return _Layer(q, k, v, weights.numpy(), output.numpy())
        joined = output.numpy().transpose(1, 0, 2).reshape(len(q), -1)
        streams[asks] = streams[asks] + joined @ W[f"O{at}"]
    raise AssertionError("the layer shown is one of the net")


def _chosen(terms: Terms) -> tuple[_Layer, int, int, int]:
    """The layer, the head shown, the query and the key."""
    numbers = terms.numbers
    head = shown(terms.params, len(shape_of(terms.params).layers))[1]
    return _layer(terms), head, int(numbers["query_place"]) - 1, int(numbers["key_place"]) - 1


def vectors(terms: Terms) -> Any:
    """The two vectors of the chosen cell."""
    layer, head, query, key = _chosen(terms)
    return {"q_chosen": layer.q[query, head], "k_chosen": layer.k[key, head]}


def product(terms: Terms) -> Any:
    """The sum of the products, one after another."""
    layer, head, query, key = _chosen(terms)
    return sum(a * b for a, b in zip(layer.q[query, head], layer.k[key, head], strict=True))


def score(terms: Terms) -> Any:
    """The root and the product over it."""
    root = terms.params.key**0.5 if terms.params.scaled else 1.0
    return {"root": root, "score": product(terms) / root}


def weight(terms: Terms) -> Any:
    """The two exponentials and the weight by torch's own attention."""
    layer, head, query, key = _chosen(terms)
    root = terms.params.key**0.5 if terms.params.scaled else 1.0
    allowed = layer.weights[head, query] > 0
    if not allowed.any():
        return NotImplemented
    scores = layer.k[:, head] @ layer.q[query, head] / root
    seen = scores[allowed]
    return {
        "grown": math.exp(scores[key] - seen.max()),
        "row_sum": float(np.exp(seen - seen.max()).sum()),
        "weight": float(layer.weights[head, query, key]),
    }


def output(terms: Terms) -> Any:
    """What comes out for the query by torch's own attention."""
    layer, head, query, _ = _chosen(terms)
    return layer.output[head, query]


def distances(terms: Terms) -> Any:
    """Products of rows at every distance, against the sum of cosines."""
    rows = encoding(terms.params)[0].numpy()
    size = rows.shape[1]
    if size % 2 or terms.params.encoding == "none":
        return NotImplemented
    places = [(t, r) for r in range(0, POSITIONS, 5) for t in range(0, POSITIONS - r, 7)]
    left = [float(rows[t] @ rows[t + r]) for t, r in places]
    right = [sum(math.cos(r * _BASE ** (-2 * j / size)) for j in range(size // 2)) for _, r in places]
    return Sides(left, right)


def most(terms: Terms) -> Any:
    """The entropy of equal weights, term by term."""
    share = 1 / terms.params.keys
    return -sum(share * math.log(share) for _ in range(terms.params.keys))
