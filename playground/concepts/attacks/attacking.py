"""Attacks on nets, many points at once: one step, projected ascent, iterated linearisation; the exact step on a line.

A net is a list of layers of `engine.kit.dense`, whose outputs are the scores of the classes; it may have a leading axis
of nets, which are then attacked in lockstep. The loss is the cross-entropy of the softmax of the scores. Where a
gradient is 0 nothing moves.

Sources: Goodfellow et al. (2015); Moosavi-Dezfooli et al., DeepFool (2016); Madry et al. (2018).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import log_sum_exp, softmax
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.dense.passes import ForwardValues, Rules, by_inputs, forward, with_ones
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.shrinkage import onto_l1, onto_l2, onto_linf

NormName = Literal["linf", "l2", "l1"]
OVERSHOOT = 0.02  # of DeepFool: so much further than to the linearised boundary
_ROUNDING = 1e-14
Classes = np.ndarray[Any, np.dtype[Any]]
"""Whole numbers, the class of each point."""


class Net(NamedTuple):
    """A classifier.

    Attributes:
        layers: the last one gives a score for each class.
        rules: how its hidden units work.
    """

    layers: list[DenseLayer]
    rules: Rules

    def of(self, k: int) -> Net:
        """One of several nets."""
        return Net([DenseLayer(one.all[k], one.W[k], one.b[k], None) for one in self.layers], self.rules)

    def first(self, n: int) -> Net:
        """The first of several nets."""
        return Net([DenseLayer(one.all[:n], one.W[:n], one.b[:n], None) for one in self.layers], self.rules)


class Climb(NamedTuple):
    """A way inside the ball.

    Attributes:
        etas: the changes from the start on, (steps + 1, ..., n, d).
        losses: at each of them, (steps + 1, ..., n).
        scores: of the last one, (..., n, K).
    """

    etas: Floats
    losses: Floats
    scores: Floats


class Fooled(NamedTuple):
    """What DeepFool finds for points (n, d).

    Attributes:
        path: sums of its steps, without overshoot, (steps + 1, n, d); a point that is done stays.
        eta: the change with overshoot, (n, d).
        steps: of each point, (n,).
        before, after: the classes, (n,).
    """

    path: Floats
    eta: Floats
    steps: Floats
    before: Floats
    after: Floats


def seen_by(net: Net, X: Floats) -> ForwardValues:
    """The pass of points (..., n, d)."""
    return forward(net.layers, net.rules, with_ones(X))


def scores_of(net: Net, X: Floats) -> Floats:
    """The scores of points, (..., n, K)."""
    return seen_by(net, X).out


def losses_of(out: Floats, labels: Classes) -> Floats:
    """The cross-entropy of each point, (..., n)."""
    places = np.broadcast_to(labels, out.shape[:-1])[..., None].astype(np.int64)
    own = np.take_along_axis(out, places, axis=-1)[..., 0]
    found: Floats = log_sum_exp(out) - own
    return found


def slopes_of(net: Net, seen: ForwardValues, labels: Classes) -> Floats:
    """The derivative of each point's cross-entropy by the point, (..., n, d); what is rounding alone is 0."""
    hot = np.arange(seen.out.shape[-1]) == np.broadcast_to(labels, seen.out.shape[:-1])[..., None]
    others = np.where(hot, 0.0, softmax(seen.out))
    mass = others.sum(-1, keepdims=True)  # of the other classes: 1 - p of the own one, which would round to 0
    found = by_inputs(net.layers, net.rules, seen, np.where(hot, -mass, others))
    return np.where(np.abs(found) > _ROUNDING * mass, found, 0.0)


def score_slopes(net: Net, seen: ForwardValues) -> Floats:
    """The derivative of every score by the point, (K, ..., n, d)."""
    K = seen.out.shape[-1]
    each = np.eye(K)
    return np.stack(
        [by_inputs(net.layers, net.rules, seen, np.broadcast_to(each[k], seen.out.shape)) for k in range(K)]
    )


# ---- balls


def dual_size(v: Floats, norm: NormName) -> Floats:
    """The dual norm of rows (..., d): what a step of size 1 gains at most."""
    match norm:
        case "linf":
            found = np.abs(v).sum(-1)
        case "l2":
            found = np.sqrt((v * v).sum(-1))
        case "l1":
            found = np.abs(v).max(-1)
    return np.asarray(found)


def size_of(eta: Floats, norm: NormName) -> Floats:
    """The norm of rows (..., d)."""
    return dual_size(eta, {"linf": "l1", "l2": "l2", "l1": "linf"}[norm])  # type: ignore[arg-type]


def steepest(g: Floats, norm: NormName) -> Floats:
    """The step of size 1 that gains most along g, (..., d): signs, the unit vector, or all on one coordinate."""
    match norm:
        case "linf":
            return np.asarray(np.sign(g))
        case "l2":
            size = dual_size(g, "l2")[..., None]
            return np.divide(g, size, out=np.zeros_like(g), where=size > 0.0)
        case "l1":
            largest = np.arange(g.shape[-1]) == np.abs(g).argmax(-1)[..., None]
            return np.asarray(np.sign(g) * largest)


def within(eta: Floats, eps: float, norm: NormName) -> Floats:
    """The nearest point of the ball, for each row."""
    match norm:
        case "linf":
            return onto_linf(eta, eps)
        case "l2":
            return onto_l2(eta, eps)
        case "l1":
            return onto_l1(eta, eps)


# ---- attacks


def climb(
    net: Net,
    X: Floats,
    labels: Classes,
    move: Callable[[Floats, Floats], Floats],
    steps: int,
    start: Floats | None = None,
    clip: tuple[float, float] | None = None,
) -> Climb:
    """Some steps of ascent, each of which takes the change and the gradient to the next change.

    Args:
        net: one or several.
        X: points, (..., n, d).
        labels: whose loss is made large, (..., n) whole numbers.
        move: (eta, gradient) -> the next eta.
        steps: of ascent.
        start: the first change; 0 without.
        clip: what the changed points are kept within.
    """
    eta = np.zeros(np.broadcast_shapes(X.shape, (*net.layers[0].W.shape[:-2], 1, 1))) if start is None else start
    etas, losses = [eta], list[Floats]()
    for _ in range(steps):
        seen = seen_by(net, X + eta)
        losses.append(losses_of(seen.out, labels))
        eta = move(eta, slopes_of(net, seen, labels))
        if clip is not None:
            eta = np.clip(X + eta, *clip) - X
        etas.append(eta)
        give_way()
    out = scores_of(net, X + eta)
    losses.append(losses_of(out, labels))
    return Climb(np.stack(etas), np.stack(losses), out)


def one_step(
    net: Net, X: Floats, labels: Classes, eps: float, norm: NormName, clip: tuple[float, float] | None = None
) -> Climb:
    """The fast gradient method: all of the ball in the steepest direction; in l-infinity eps sign(g)."""
    return climb(net, X, labels, lambda eta, g: eta + eps * steepest(g, norm), 1, None, clip)


def ascended(
    net: Net,
    X: Floats,
    labels: Classes,
    eps: float,
    stride: float,
    norm: NormName,
    steps: int,
    clip: tuple[float, float] | None = None,
) -> Climb:
    """Projected gradient ascent: a stride in the steepest direction, then back to the ball."""
    return climb(net, X, labels, lambda eta, g: within(eta + stride * steepest(g, norm), eps, norm), steps, None, clip)


def deepfool(net: Net, X: Floats, norm: NormName = "l2", most: int = 50, overshoot: float = OVERSHOOT) -> Fooled:
    """Step after step to the nearest boundary of the linearised scores, until the class is another, for each point."""
    n, rows = len(X), np.arange(len(X))
    moved, steps = np.zeros_like(X), np.zeros(n)
    before = scores_of(net, X).argmax(-1)
    path, active = [moved], np.ones(n, dtype=bool)
    for _ in range(most):
        seen = seen_by(net, X + (1.0 + overshoot) * moved)
        active = active & (seen.out.argmax(-1) == before)
        if not active.any():
            break
        slopes = score_slopes(net, seen)
        v = slopes - slopes[before, rows]  # (K, n, d)
        gaps = (seen.out[rows, before][:, None] - seen.out).T  # (K, n)
        sizes = dual_size(v, norm)
        sizes[before, rows] = 0.0
        far = np.divide(gaps, sizes, out=np.full(gaps.shape, np.inf), where=sizes > 0.0)
        nearest = far.argmin(0)
        distance, toward = far[nearest, rows], v[nearest, rows]
        active = active & np.isfinite(distance)
        step = np.where(active, distance, 0.0)[:, None] * steepest(toward, norm)
        moved = moved + step
        steps = steps + active
        if active.any():
            path.append(moved)
        give_way()
    eta = (1.0 + overshoot) * moved
    return Fooled(np.stack(path), eta, steps, before, scores_of(net, X + eta).argmax(-1))


def affine_distances(W: Floats, b: Floats, x: Floats, norm: NormName) -> tuple[int, Floats, int | None, Floats]:
    """The exact distance to every other class of scores W x + b, and the smallest change that reaches the nearest.

    Returns:
        The class, the distances (K,) with infinity where a class is out of reach, the nearest class, if any, and the
        change.
    """
    scores = W @ x + b
    own = int(scores.argmax())
    gaps, v = scores[own] - scores, W - W[own]
    sizes = dual_size(v, norm)
    far = np.where(gaps == 0.0, 0.0, np.divide(gaps, sizes, out=np.full(len(b), np.inf), where=sizes > 0.0))
    far[own] = np.inf
    nearest = int(far.argmin())
    if not math.isfinite(far[nearest]):
        return own, far, None, np.zeros_like(x)
    return own, far, nearest, far[nearest] * steepest(v[nearest], norm)
