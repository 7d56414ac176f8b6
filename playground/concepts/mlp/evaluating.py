"""What the nets give and how well: outputs with running statistics, losses, decisions, probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.state import State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import sigmoid, softmax
from playground.engine.kit.dense.layout import DenseLayer, views
from playground.engine.kit.dense.losses import Loss, loss_for
from playground.engine.kit.dense.passes import ForwardValues, Rules, Statistics, forward
from playground.engine.kit.dense.small_nets import outputs

Whole = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


def rules_of(params: Params) -> Rules:
    """How the hidden units work."""
    return Rules(params.activation, params.norm)


def loss_of(params: Params, data: Data) -> Loss:
    """The loss that the data need: of classes or of values."""
    return loss_for(params.loss if data.classes else params.error, data.outputs)


def targets_of(data: Data) -> Floats:
    """What the loss compares with: +1 and -1 for two classes, class numbers for more, or the values."""
    y: Floats = data.y.numpy()
    return 1.0 - 2.0 * y if data.classes == 2 else y


def statistics_of(params: Params, state: State, rows: slice | int = slice(None)) -> Statistics | None:
    """The running statistics of batch normalisation, layer by layer; None without it."""
    if params.norm != "batch":
        return None
    found, at = [], 0
    means, variances = state.means[rows].numpy(), state.variances[rows].numpy()
    for m in state.sizes[1:-1]:
        found.append((means[..., None, at : at + m], variances[..., None, at : at + m]))
        at += m
    return found


def silence(state: State) -> list[Floats] | None:
    """Factors 0 of the units that the user silenced; None where all are alive."""
    alive = state.alive.numpy()
    if alive.all():
        return None
    found, at = [], 0
    for m in state.sizes[1:-1]:
        found.append(alive[at : at + m])
        at += m
    return found


def evaluate(params: Params, state: State, Z: Floats) -> tuple[list[DenseLayer], ForwardValues]:
    """The pass of points with features Z (n, F + 1) through the net on screen, as it stands in evaluation."""
    row = state.shown
    layers = views(state.theta[row].numpy(), state.sizes, params.norm != "none")
    statistics = statistics_of(params, state, row)
    return layers, forward(layers, rules_of(params), Z, silence(state), statistics)


def outputs_of(params: Params, state: State, Z: Floats) -> Floats:
    """The outputs of all nets for points with features Z, (S, n, K)."""
    if params.norm == "none":
        theta = state.theta.numpy()
        layers = views(theta if len(theta) > 1 else theta[0], state.sizes)
        found = outputs(layers, rules_of(params).function, Z.T, silence(state))
        return found.reshape(len(theta), *found.shape[-2:]).swapaxes(-1, -2)
    if len(state.theta) == 1:
        return evaluate(params, state, Z)[1].out[None]
    layers = views(state.theta.numpy(), state.sizes, normalised=True)
    return forward(layers, rules_of(params), Z, silence(state), statistics_of(params, state)).out


def error_of(params: Params, data: Data, out: Floats) -> Floats:
    """The loss of each point, (..., n)."""
    return loss_of(params, data).value(out, targets_of(data))


def decisions(data: Data, out: Floats) -> Whole:
    """The class numbers that outputs (n, K) decide for; the first of several equal ones."""
    found: Whole = (out[:, 0] < 0.0).astype(np.int64) if data.classes == 2 else out.argmax(axis=1)
    return found


def right(data: Data, out: Floats) -> Flags:
    """Whether each point is decided rightly, (n,)."""
    found: Flags = decisions(data, out) == data.y.numpy().astype(np.int64)
    return found


def probabilities(data: Data, out: Floats, temperature: float = 1.0) -> Floats:
    """The probability of each class from outputs (n, K) at a temperature, (n, classes)."""
    if data.classes == 2:
        first = sigmoid(out[:, 0] / temperature)
        return np.stack([first, 1.0 - first], axis=1)
    return softmax(out, temperature)


def squeezed(data: Data, out: Floats) -> Floats:
    """Outputs as numbers from -1 to 1: 2 p - 1 of classes, values as they are."""
    if data.classes == 2:
        return np.tanh(out / 2)
    return 2.0 * softmax(out) - 1.0 if data.classes else np.clip(out, -1.0, 1.0)
