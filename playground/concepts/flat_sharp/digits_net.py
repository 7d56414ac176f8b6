"""Dense tanh nets on handwritten digits, under the mean of (out - wanted)^2 or the cross-entropy."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.flat_sharp.state import Data, zeros
from playground.engine.kit.arrays import Floats
from playground.engine.kit.curvature import CROSS_ENTROPY, Landscape, squared
from playground.engine.kit.dense.layout import Sizes, length, views
from playground.engine.kit.dense.passes import with_ones
from playground.engine.kit.dense.starts import deviation
from playground.engine.run.context import Ctx
from playground.resources import INK, SIDE, digits

INPUTS = SIDE * SIDE
FAR = 30.0
"""A weight beyond which a net counts as lost."""


def some_digits(count: int, new: int, ctx: Ctx) -> Data:
    """Random digits with their classes, and others to test with."""
    images, labels = digits()
    chosen = ctx.randperm(len(images))[: count + new].numpy()
    X = torch.from_numpy(images[chosen].reshape(-1, INPUTS) / INK)
    Y = torch.from_numpy(np.eye(10)[labels[chosen]])
    return Data(X[:count], Y[:count], X[count:], Y[count:], zeros(0, 2))


def landscape(X: Tensor, Y: Tensor, sizes: Sizes, loss: str = "squared") -> Landscape:
    """The loss over the weights."""
    points, wanted = with_ones(X.numpy()), Y.numpy()
    if loss == "entropy":
        return Landscape(sizes, "tanh", CROSS_ENTROPY, points, wanted.argmax(1).astype(np.float64))
    return Landscape(sizes, "tanh", squared(2.0 / wanted.size), points, wanted)


def first_weights(sizes: Sizes, ctx: Ctx) -> Floats:
    """Weights of variance 1 / inputs, no biases, (P,)."""
    theta = np.zeros(length(sizes))
    for layer in views(theta, sizes):
        n, m = layer.W.shape
        layer.W[...] = ctx.randn(m, n).double().numpy().T * deviation("lecun", n, m)
    return theta
