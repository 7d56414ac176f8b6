"""Curvature of the loss of a dense net: products with its Hessian, and the largest eigenvalues by Lanczos' method.

A product with the Hessian is the derivative of the gradient along a direction (Pearlmutter 1994): the forward and the
backward pass once more, each differentiated by hand. It costs about two gradients and has no step size to be chosen.
The Gauss-Newton part keeps how outputs bend the loss and leaves out how weights bend the outputs (Schraudolph 2002).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS, softmax
from playground.engine.kit.dense.layout import Sizes, views
from playground.engine.kit.dense.losses import LOSSES
from playground.engine.kit.giving_way import give_way

_SECOND: dict[str, Callable[[Floats, Floats], Floats]] = {
    "tanh": lambda a, slope: -2.0 * a * slope,
    "sigmoid": lambda a, slope: slope * (1.0 - 2.0 * a),
    "relu": lambda a, slope: np.zeros_like(a),
    "linear": lambda a, slope: np.zeros_like(a),
}
"""Second derivatives of the activations by their values and slopes; of ReLU away from its kink."""
_BREAKDOWN = 1e-10


class BendingLoss(NamedTuple):
    """A loss of a whole batch with two derivatives by the outputs.

    Attributes:
        value: (out, target) -> the loss.
        slope: (out, target) -> its derivative by the outputs, (n, K).
        bend: (out, target, direction) -> the derivative of the slope along a direction of the outputs, (n, K).
    """

    value: Callable[[Floats, Floats], float]
    slope: Callable[[Floats, Floats], Floats]
    bend: Callable[[Floats, Floats, Floats], Floats]


def squared(share: float) -> BendingLoss:
    """Share / 2 times the sum of (out - target)^2, targets shaped as the outputs."""
    return BendingLoss(
        lambda out, target: 0.5 * share * float(np.square(out - target).sum()),
        lambda out, target: share * (out - target),
        lambda out, target, direction: share * direction,
    )


def _entropy_bend(out: Floats, target: Floats, direction: Floats) -> Floats:
    p = softmax(out)
    moved = p * direction
    found: Floats = (moved - p * moved.sum(-1, keepdims=True)) / len(out)
    return found


CROSS_ENTROPY = BendingLoss(
    lambda out, target: float(LOSSES["cross-entropy"].value(out, target).mean()),
    lambda out, target: LOSSES["cross-entropy"].slope(out, target) / len(out),
    _entropy_bend,
)
"""The mean of -log softmax at the labels, (n,)."""


class Landscape(NamedTuple):
    """The loss of one dense net over its weights.

    Attributes:
        sizes: inputs and the units of each layer.
        activation: of the hidden units, by name.
        loss: of the whole batch.
        X: the points with a last column of ones, (n, d + 1).
        target: as the loss has it.
    """

    sizes: Sizes
    activation: str
    loss: BendingLoss
    X: Floats
    target: Floats

    def outputs(self, theta: Floats) -> Floats:
        """The outputs of one net, (n, K)."""
        return self._forward(theta)[-1]

    def value(self, theta: Floats) -> float:
        """The loss."""
        return self.loss.value(self.outputs(theta), self.target)

    def gradient(self, theta: Floats) -> tuple[float, Floats]:
        """The loss and its gradient, (P,)."""
        *inputs, out = self._forward(theta)
        return self.loss.value(out, self.target), self._backward(theta, inputs, self.loss.slope(out, self.target))

    def curvature(self, theta: Floats) -> Curvature:
        """The second derivatives at these weights."""
        return Curvature(self, theta)

    def _forward(self, theta: Floats) -> list[Floats]:
        """What enters each layer, and the outputs."""
        layers, value = views(theta, self.sizes), ACTIVATIONS[self.activation].value
        h, found = self.X, [self.X]
        for layer in layers[:-1]:
            z = h @ layer.all
            h = np.ones((z.shape[0], z.shape[1] + 1))
            value(z, h[:, :-1])
            found.append(h)
        return [*found, h @ layers[-1].all]

    def _backward(self, theta: Floats, inputs: list[Floats], delta: Floats) -> Floats:
        layers, found = views(theta, self.sizes), np.empty_like(theta)
        slope = ACTIVATIONS[self.activation].slope
        for depth in range(len(layers) - 1, -1, -1):
            target = views(found, self.sizes)[depth].all
            np.matmul(inputs[depth].T, delta, out=target)
            if depth:
                a = inputs[depth][:, :-1]
                delta = delta @ layers[depth].W.T * slope(a, a)
        return found


class Curvature:
    """Products with the Hessian at one place: what does not depend on the direction is computed once.

    Attributes:
        loss: at that place.
        gradient: there, (P,).
    """

    def __init__(self, landscape: Landscape, theta: Floats) -> None:
        sizes, name = landscape.sizes, landscape.activation
        self._land, self._layers = landscape, views(theta, sizes)
        *self._inputs, self._out = landscape._forward(theta)
        self.loss = landscape.loss.value(self._out, landscape.target)
        delta = landscape.loss.slope(self._out, landscape.target)
        self.gradient = landscape._backward(theta, self._inputs, delta)
        # Of each hidden layer: f'(z), and f''(z) times what comes down to it.
        values = [h[:, :-1] for h in self._inputs[1:]]
        self._slopes = [ACTIVATIONS[name].slope(a, a) for a in values]
        self._deltas: list[Floats] = [delta]
        self._bends: list[Floats] = []
        for depth in range(len(values), 0, -1):
            down = delta @ self._layers[depth].W.T
            a, slope = values[depth - 1], self._slopes[depth - 1]
            self._bends.insert(0, down * _SECOND[name](a, slope))
            delta = down * slope
            self._deltas.insert(0, delta)

    def times(self, v: Floats) -> Floats:
        """The Hessian times v, (P,)."""
        return self._product(v, whole=True)

    def gauss_newton(self, v: Floats) -> Floats:
        """The Gauss-Newton part times v, (P,): J' (second derivative of the loss by the outputs) J v."""
        return self._product(v, whole=False)

    def _product(self, v: Floats, *, whole: bool) -> Floats:
        layers, inputs = self._layers, self._inputs
        ways = views(np.ascontiguousarray(v), self._land.sizes)
        moved_inputs: list[Floats] = []  # how the inputs of each hidden layer's successor change along v, no ones
        moved_sums: list[Floats] = []
        across: Floats = inputs[0] @ ways[0].all
        for depth, slope in enumerate(self._slopes):
            moved_sums.append(across)
            moved = slope * across
            moved_inputs.append(moved)
            across = moved @ layers[depth + 1].W + inputs[depth + 1] @ ways[depth + 1].all
        found = np.empty_like(v)
        targets = views(found, self._land.sizes)
        delta = self._land.loss.bend(self._out, self._land.target, across)
        for depth in range(len(layers) - 1, -1, -1):
            np.matmul(inputs[depth].T, delta, out=targets[depth].all)
            if not depth:
                break
            if whole:
                targets[depth].W[...] += moved_inputs[depth - 1].T @ self._deltas[depth]
            down = delta @ layers[depth].W.T
            if whole:
                down += self._deltas[depth] @ ways[depth].W.T
            delta = down * self._slopes[depth - 1]
            if whole:
                delta += self._bends[depth - 1] * moved_sums[depth - 1]
        return found


class Eigenpairs(NamedTuple):
    """The largest eigenvalues of a symmetric matrix, in falling order, with their vectors.

    Attributes:
        values: (k,).
        vectors: a row each, of length 1, (k, P).
        residual: of the first: the length of A v - value v.
    """

    values: Floats
    vectors: Floats
    residual: float


def lanczos(product: Callable[[Floats], Floats], start: Floats, count: int, keep: int) -> Eigenpairs:
    """The largest eigenvalues by so many steps of Lanczos' method, each new direction made orthogonal to all before.

    Gives way after each product. The values are never above the true ones, and exact once the start's span is used up.

    Args:
        product: v -> A v.
        start: not 0, (P,).
        count: products.
        keep: how many eigenvalues are wanted; fewer come where the directions are used up.
    """
    P = len(start)
    basis = np.empty((min(count, P), P))
    alphas: list[float] = []
    betas: list[float] = []
    v = start / np.linalg.norm(start)
    rest = 0.0
    for step in range(len(basis)):
        basis[step] = v
        w = product(v)
        give_way()
        alphas.append(float(v @ w))
        known = basis[: step + 1]
        for _ in range(2):  # once is not enough in rounded numbers
            w = w - known.T @ (known @ w)
        rest = float(np.linalg.norm(w))
        if not rest > _BREAKDOWN * max(1.0, abs(alphas[0])):
            break
        betas.append(rest)
        v = w / rest
    size = len(alphas)
    narrow = np.diag(alphas) + np.diag(betas[: size - 1], 1) + np.diag(betas[: size - 1], -1)
    if not np.isfinite(narrow).all():
        return Eigenpairs(np.full(keep, np.nan), np.zeros((keep, P)), float("nan"))
    values, columns = np.linalg.eigh(narrow)
    best = np.argsort(values)[::-1][:keep]
    vectors = columns[:, best].T @ basis[:size]
    return Eigenpairs(values[best], vectors, abs(rest * float(columns[-1, best[0]])))


def hessian(landscape: Landscape, theta: Floats) -> Floats:
    """The whole Hessian of a small net, (P, P), symmetric, a product for each of its columns."""
    bent = landscape.curvature(theta)
    columns = np.stack([bent.times(one) for one in np.eye(len(theta))])
    found: Floats = (columns + columns.T) / 2
    return found
