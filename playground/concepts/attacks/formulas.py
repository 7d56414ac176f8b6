"""The formulas of the notes from their own terms, unit by unit in plain numbers; see `texts.terms`."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from playground.concepts.attacks.attack import attacked
from playground.concepts.attacks.state import divider_sizes, in_plane, reader_sizes
from playground.texts.terms import Terms


def _layers(terms: Terms, plane: bool) -> list[tuple[Any, Any]]:
    """Weights and biases of the standard net, layer by layer."""
    sizes = divider_sizes(terms.params) if plane else reader_sizes(terms.params)
    flat, at, found = (terms.state.divider if plane else terms.state.reader).theta[0].numpy(), 0, []
    for n, m in pairwise(sizes):
        found.append((flat[at : at + n * m].reshape(n, m), flat[at + n * m : at + n * m + m]))
        at += n * m + m
    return found


def _scores(terms: Terms, x: list[float], plane: bool) -> list[float]:
    layers = _layers(terms, plane)
    for depth, (W, b) in enumerate(layers):
        z = [math.fsum(a * w for a, w in zip(x, W[:, k], strict=True)) + float(b[k]) for k in range(len(b))]
        x = [max(0.0, one) for one in z] if depth < len(layers) - 1 else z
    return [0.5 * x[0], -0.5 * x[0]] if plane else x


def loss(terms: Terms) -> dict[str, Any]:
    """Minus the logarithm of the share of the class read at first, one exponential after another."""
    plane = in_plane(terms.params)
    x = (terms.state.point if plane else terms.state.drawing.flatten()).tolist()
    before = _scores(terms, x, plane)
    own = before.index(max(before))
    eta = attacked(terms.params, terms.state)[0].eta.tolist()
    after = _scores(terms, [a + b for a, b in zip(x, eta, strict=True)], plane)
    return {"loss_after": math.log(math.fsum(math.exp(one - after[own]) for one in after))}


def distance(terms: Terms) -> dict[str, Any]:
    """The distance of the point to the line: |f| over the norm of w, by the corners of the dual ball."""
    (W, b), (x, y) = _layers(terms, True)[0], terms.state.point.tolist()
    w1, w2 = W[:, 0].tolist()
    f = abs(w1 * x + w2 * y + float(b[0]))
    size = {"linf": abs(w1) + abs(w2), "l2": math.sqrt(w1 * w1 + w2 * w2), "l1": max(abs(w1), abs(w2))}
    found = size[terms.params.norm]
    return {"distance": f / found if found else None}


def _norms(terms: Terms, norm: str) -> float:
    found = 1.0
    for W, _ in _layers(terms, True):
        match norm:
            case "l2":
                found *= math.sqrt(max(float(np.linalg.eigvalsh(W.T @ W)[-1]), 0.0))
            case "linf":
                found *= max(sum(map(abs, column)) for column in W.T.tolist())
            case "l1":
                found *= max(sum(map(abs, row)) for row in W.tolist())
    return found


def bound(terms: Terms) -> dict[str, Any]:
    """|f| over the product of the roots of the largest eigenvalues of W'W."""
    scores, steep = _scores(terms, terms.state.point.tolist(), True), _norms(terms, "l2")
    return {"lipschitz_radius": abs(scores[0] - scores[1]) / steep if steep else None}


def smoothed(terms: Terms) -> dict[str, Any]:
    """The quantile by halving the error function's argument."""
    share, low, high = terms.numbers["share_low"], 0.0, 12.0
    if share <= 0.5:
        return {"smoothed_radius": 0.0}
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if 0.5 * (1.0 + math.erf(middle / math.sqrt(2.0))) < share else (low, middle)
    return {"smoothed_radius": terms.params.sigma * low}


def product(terms: Terms) -> dict[str, Any]:
    """The product of the norms of the layers, entry by entry."""
    return {"product": _norms(terms, terms.params.norm)}
