"""The forward and the backward pass of a dense net, hand-written and batched over nets.

All in numpy: at this size a call costs more than its arithmetic, and numpy's calls are the cheap ones. The layers are
views of one flat vector and so are their gradients, so that an optimiser sees one array. What enters a layer has a
last column of ones, so that the biases are a row of the weights and cost no calls of their own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS, Activation
from playground.engine.kit.dense.layout import DenseLayer, Sizes
from playground.engine.kit.dense.losses import Loss
from playground.engine.kit.dense.normalise import EPSILON, Normed, normalised, normalised_back, with_running

Statistics = list[tuple[Floats, Floats]]
"""Mean and variance of each hidden layer, shaped as its biases."""
Buffers = list[Floats]
"""Of each hidden layer what it passes on, with the column of ones: (n, units + 1) or (S, n, units + 1)."""


class Rules(NamedTuple):
    """How the units of the hidden layers work.

    Attributes:
        activation: by name, see `activations.ACTIVATIONS`.
        norm: none, batch or layer.
    """

    activation: str
    norm: str = "none"

    @property
    def function(self) -> Activation:
        """The activation itself."""
        return ACTIVATIONS[self.activation]

    @property
    def axis(self) -> int:
        """Along which axis of (samples, units) is normalised."""
        return -2 if self.norm == "batch" else -1


class ForwardValues(NamedTuple):
    """What a forward pass leaves for the backward pass.

    Attributes:
        inputs: what enters each layer, with the column of ones, (n, units + 1) or (S, n, units + 1).
        out: the outputs, (n, K) or (S, n, K).
        values: of each hidden layer its activations before any factors, (n, units) or (S, n, units).
        before: of each hidden layer its pre-activations.
        normed: of each hidden layer its normalisation, if there is one.
    """

    inputs: list[Floats]
    out: Floats
    values: list[Floats]
    before: list[Floats]
    normed: list[Normed | None]


def with_ones(X: Floats) -> Floats:
    """Points (..., n, d) with a last column of ones."""
    return np.concatenate([X, np.ones((*X.shape[:-1], 1))], axis=-1)


def buffers(sizes: Sizes, n: int, lead: tuple[int, ...] = ()) -> Buffers:
    """Memory for passes of n points through nets with these leading axes; a pass overwrites what stood there."""
    return [np.ones((*lead, n, m + 1)) for m in sizes[1:-1]]


def forward(
    layers: list[DenseLayer],
    rules: Rules,
    X: Floats,
    factors: list[Floats] | None = None,
    statistics: Statistics | None = None,
    memory: Buffers | None = None,
) -> ForwardValues:
    """The pass of points through the nets.

    Args:
        layers: the nets.
        rules: how the hidden units work.
        X: the points with a column of ones, (n, d + 1) or (S, n, d + 1).
        factors: what the values of each hidden layer are multiplied with (dropout, silenced units).
        statistics: for batch normalisation in evaluation; without them those of the batch are used.
        memory: see `buffers`.
    """
    function = rules.function
    inputs, values, before, normed = [X], [], [], []
    h = X
    for depth, layer in enumerate(layers[:-1]):
        norm: Normed | None = None
        if layer.gain is None:
            z = h @ layer.all
        elif rules.norm == "batch" and statistics is not None:
            z = with_running(h[..., :-1] @ layer.W, layer.gain, layer.b, *statistics[depth], EPSILON)
        else:
            norm = normalised(h[..., :-1] @ layer.W, layer.gain, layer.b, rules.axis)
            z = norm.out
        h = memory[depth] if memory is not None else np.ones((*z.shape[:-1], z.shape[-1] + 1))
        passed = h[..., :-1]
        a = function.value(z, passed)
        if factors is not None:
            a = a.copy()
            passed *= factors[depth]
        inputs.append(h)
        values.append(a)
        before.append(z)
        normed.append(norm)
    return ForwardValues(inputs, h @ layers[-1].all, values, before, normed)


def backward(
    layers: list[DenseLayer],
    rules: Rules,
    seen: ForwardValues,
    slope: Floats,
    gradient: list[DenseLayer],
    factors: list[Floats] | None = None,
) -> None:
    """Writes the gradient of every weight.

    Args:
        layers: the nets.
        rules: how the hidden units work.
        seen: the forward pass.
        slope: of the loss by the outputs, (..., n, K).
        gradient: the views into which the gradients are written.
        factors: as in the forward pass.
    """
    function = rules.function
    last = len(layers) - 1
    for depth in range(last, -1, -1):
        target, gain = gradient[depth], layers[depth].gain
        norm = seen.normed[depth] if depth < last else None
        if norm is not None and gain is not None and target.gain is not None:
            slope, by_gain, by_shift = normalised_back(slope, norm, gain, rules.axis)
            target.gain[..., 0, :] = by_gain
            target.b[..., 0, :] = by_shift
            np.matmul(seen.inputs[depth][..., :-1].swapaxes(-1, -2), slope, out=target.W)
        else:
            np.matmul(seen.inputs[depth].swapaxes(-1, -2), slope, out=target.all)
        if depth:
            slope = slope @ layers[depth].W.swapaxes(-1, -2)
            if factors is not None:
                slope *= factors[depth - 1]
            slope *= function.slope(seen.before[depth - 1], seen.values[depth - 1])


def by_inputs(
    layers: list[DenseLayer], rules: Rules, seen: ForwardValues, slope: Floats, statistics: Statistics | None = None
) -> Floats:
    """The slope of each sample's loss by the inputs, (..., n, d), in evaluation.

    Args:
        layers: the nets.
        rules: how the hidden units work.
        seen: the forward pass, made with the same statistics and without factors.
        slope: of each sample's loss by its outputs.
        statistics: of batch normalisation.
    """
    function = rules.function
    for depth in range(len(layers) - 1, -1, -1):
        slope = slope @ layers[depth].W.swapaxes(-1, -2)
        if not depth:
            break
        slope = slope * function.slope(seen.before[depth - 1], seen.values[depth - 1])
        gain, norm = layers[depth - 1].gain, seen.normed[depth - 1]
        if gain is not None and statistics is not None:
            slope = slope * (gain / np.sqrt(statistics[depth - 1][1] + EPSILON))
        elif gain is not None and norm is not None:
            slope = normalised_back(slope, norm, gain, -1)[0]
    return slope


def mean_gradient(
    layers: list[DenseLayer],
    rules: Rules,
    X: Floats,
    target: Floats,
    loss: Loss,
    gradient: list[DenseLayer],
    factors: list[Floats] | None = None,
    memory: Buffers | None = None,
) -> ForwardValues:
    """One forward and one backward pass of the mean loss over the points; the gradient stands in `gradient`."""
    seen = forward(layers, rules, X, factors, None, memory)
    slope = loss.slope(seen.out, target)
    slope *= 1.0 / len(target)
    backward(layers, rules, seen, slope, gradient, factors)
    return seen
