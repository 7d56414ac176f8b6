"""The formulas of the notes from their own terms, by loops and in double precision; see `playground.texts.terms`."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, log, log1p
from typing import Any

import numpy as np

from playground.concepts.autoregressive.canvas import costs
from playground.concepts.autoregressive.state import CHUNK, CHUNKS, order_of, shape_of
from playground.engine.kit.arrays import Floats
from playground.texts.terms import Terms


def _layers(terms: Terms) -> list[tuple[Floats, Floats]]:
    """Weights and biases, cut out of the row of weights one after another."""
    row, at, found = terms.state.theta.numpy().astype(np.float64), 0, []
    shape = shape_of(terms.params)
    sizes = [shape.D, *shape.hidden, shape.D]
    for a, b in pairwise(sizes):
        W = row[at : at + a * b].reshape(b, a)
        at += a * b
        found.append((W, row[at : at + b]))
        at += b
    return found


def _degrees(n: int, units: int) -> list[int]:
    return [k * (n - 1) // units + 1 for k in range(units)]


def _logits(terms: Terms, order: list[int], x: Floats) -> Floats:
    """Each logit from a picture whose later pixels are wiped out, where there are masks: no mask is needed then."""
    shape, layers, z = shape_of(terms.params), _layers(terms), np.empty(len(order))
    for i, place in enumerate(order):
        h = np.where(np.array(order) < place, x, 0.0) if terms.params.masked else x
        ready = np.ones(len(order), dtype=bool)
        for k, (W, b) in enumerate(layers):
            h = W @ np.where(ready, h, 0.0) + b
            if k + 1 < len(layers):
                h = np.maximum(h, 0.0)
                degrees = np.array(_degrees(shape.D, len(h)))
                ready = degrees < place if terms.params.masked else np.ones(len(h), dtype=bool)
        z[i] = h[i]
    return z


def _order(terms: Terms) -> list[int]:
    found: list[int] = order_of(terms.params, terms.data, terms.state).tolist()
    return found


def _cost(z: float, x: float) -> float:
    """-log p of a pixel."""
    signed = z if x else -z
    return log1p(exp(-signed)) if signed > -30 else -signed


def _masked_logits(terms: Terms, x: Floats) -> Floats:
    """Logits where a unit of a degree knows no more than that: unit by unit."""
    order, shape = _order(terms), shape_of(terms.params)
    if not terms.params.masked:
        return _logits(terms, order, x)
    known, h = order, x
    layers = _layers(terms)
    for k, (W, b) in enumerate(layers):
        last = k + 1 == len(layers)
        above = order if last else _degrees(shape.D, len(b))
        out = b.copy()
        for u, m in enumerate(above):
            for j, o in enumerate(known):
                if (m > o) if last else (m >= o):
                    out[u] += W[u, j] * h[j]
        known, h = above, out if last else np.maximum(out, 0.0)
    return h


def _chosen(terms: Terms) -> Floats:
    found: Floats = costs(terms.params, terms.data, terms.state).x[terms.state.chosen].numpy().astype(np.float64)
    return found


def total(terms: Terms) -> dict[str, Any]:
    """Pixel after pixel of the chosen picture."""
    x = _chosen(terms)
    return {"total": sum(map(_cost, _masked_logits(terms, x), x))}


def effective(terms: Terms) -> dict[str, Any]:
    """Weights relative to the largest one, picture by picture, from the pixels that are given."""
    found = costs(terms.params, terms.data, terms.state)
    given = [i for i, one in enumerate(found.given.tolist()) if one]
    spent = [sum(_cost(z, x[i]) for i, z in picture) for x, picture in _given_logits(terms, given)]
    least = min(spent, default=0.0)
    w = [exp(least - one) for one in spent]
    return {"effective": sum(w) ** 2 / sum(one * one for one in w)}


def _given_logits(terms: Terms, given: list[int]) -> list[tuple[Floats, list[tuple[int, float]]]]:
    """Each picture with the logits of its given pixels."""
    pictures = costs(terms.params, terms.data, terms.state).x.numpy().astype(np.float64)
    order = np.array(_order(terms))
    layers, h, known = _layers(terms), pictures, order
    for k, (W, b) in enumerate(layers):
        last = k + 1 == len(layers)
        above = order if last else np.array(_degrees(len(order), len(b)))
        kept = np.greater if last else np.greater_equal
        mask = kept.outer(above, known) if terms.params.masked else 1.0
        h = h @ (W * mask).T + b
        h, known = h if last else np.maximum(h, 0.0), above
    return [(x, [(i, float(z[i])) for i in given]) for x, z in zip(pictures, h, strict=True)]


def p_next(terms: Terms) -> Any:
    """The logistic function of the logit at the next place."""
    place = terms.numbers["next_place"]
    if place is None or not terms.params.masked:
        return NotImplemented
    z = _masked_logits(terms, _chosen(terms))[_order(terms).index(place)]
    cold = min(max(-z / terms.params.temperature, -700.0), 700.0)
    return {"p_next": 1.0 / (1.0 + exp(cold))}


def bits(terms: Terms) -> dict[str, Any]:
    """Digit by digit of each chunk as it was asked last."""
    held = [float(one) for one in terms.state.held[0]]
    return {"nats": sum(held) * CHUNK / (CHUNKS * CHUNK), "bits": sum(held) / CHUNKS / 64 / log(2)}


def mixture(terms: Terms) -> dict[str, Any]:
    """The mean over the chunks as they were asked last."""
    return {"mixture": sum(float(one) for one in terms.state.held[1]) / CHUNKS}


def ways(terms: Terms) -> Any:
    """Each way from pixel to output, one after another."""
    order, shape = _order(terms), shape_of(terms.params)
    to, start = int(terms.numbers["place"]), int(terms.numbers["from_place"])
    if to not in order:
        return NotImplemented
    layers = [[m for m in _degrees(shape.D, units) if start <= m < to] for units in shape.hidden]
    if not layers:
        return {"ways": int(start < to)}
    return {"ways": sum(all(a <= b for a, b in pairwise(way)) for way in product(*layers))}


def leak(terms: Terms) -> Any:
    """How far a logit moves when a pixel is turned over that it must not know: not at all."""
    if not terms.params.masked:
        return NotImplemented
    x, order, most = terms.state.drawing.numpy().astype(np.float64), _order(terms), 0.0
    before = _logits(terms, order, x)
    for j in range(0, len(order), 9):
        other = x.copy()
        other[j] = 1.0 - other[j]
        moved = np.abs(_logits(terms, order, other) - before)
        most = max(most, *(float(moved[i]) for i in range(len(order)) if order[i] <= order[j]))
    return {"leak": most}


def kept_a(terms: Terms) -> dict[str, Any]:
    """Cells of the kernel before its centre, one after another."""
    k = int(terms.params.kernel)
    return {"kept_a": sum(1 for a in range(k) for b in range(k) if (a, b) < (k // 2, k // 2))}


def sees_all(terms: Terms) -> bool:
    """Whether a way leads from every earlier pixel to the chosen one, through units whose degrees never fall."""
    to, shape = int(terms.numbers["place"]), shape_of(terms.params)
    layers = [_degrees(shape.D, units) for units in shape.hidden]

    def reached(start: int) -> bool:
        low = start
        for degrees in layers:
            above = [m for m in degrees if low <= m < to]
            if not above:
                return False
            low = min(above)
        return True

    return all(reached(start) for start in range(1, to))
