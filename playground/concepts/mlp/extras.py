"""What single views show: the curves of all seeds, the confusion matrix, the worst points, the activation."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.diagram import unit_name
from playground.concepts.mlp.evaluating import (
    decided,
    loss_of,
    passed,
    probabilities,
    right,
    rules_of,
    statistics_of,
    targets_of,
)
from playground.concepts.mlp.features import anywhere
from playground.concepts.mlp.state import KEPT, State
from playground.concepts.mlp.worst import worst_points
from playground.engine.frame import Scalar
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import sigmoid, softmax, softmax_jacobian

Shown = dict[str, Tensor | Scalar]
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(0.75)]])  # of the triangle of three probabilities
_RADII = 7  # at which the worst loss is computed
_REACH = 5.0  # pre-activations that are drawn
_RING = 25  # corners of a ball
_MOST_MARKS = 200
_MOST_ARROWS = 24


def fan(state: State) -> Shown:
    """The loss curves of all nets, and the one on screen."""
    S = len(state.theta)
    values, stride = state.fan.values.numpy(), state.fan.stride
    kept = min(KEPT, state.fan.seen // stride)
    epochs = state.fan.epochs.numpy()[:kept]
    curves = np.full((S, kept + 1, 2), np.nan)
    curves[:, :kept, 0], curves[:, :kept, 1] = epochs, values[:, :kept]
    ends = curves[:, kept - 1] if kept else np.full((S, 2), np.nan)
    return {
        "fan_xy": torch.from_numpy(curves.reshape(-1, 2)),
        "fan_here": torch.from_numpy(curves[state.shown, :kept].copy()),
        "fan_ends": torch.from_numpy(ends.copy()),
        "fan_ids": torch.arange(S, dtype=torch.int32),
        "fan_x": torch.tensor([0.0, max(10.0, 1.06 * state.epochs)], dtype=torch.float64),
    }


def confusion(params: Params, data: Data, state: State) -> Shown:
    """True classes against decisions over all points, and the probabilities as places."""
    K = max(data.classes, 1)
    counts = np.zeros((K, K))
    places = np.zeros((0, 2))
    if data.classes and len(data.y):
        out = passed(params, state, state.Z.numpy())[1].out
        np.add.at(counts, (data.y.numpy().astype(int), decided(data, out)), 1.0)
        places = _placed(probabilities(data, out, params.temperature))
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    rows, columns = np.divmod(np.arange(K * K), K)
    corners = CORNERS if data.classes > 2 else np.array([[1.0, 0.0], [0.0, 0.0]])
    return {
        "confusion": torch.from_numpy(shares),
        "confusion_xy": torch.from_numpy(np.stack([columns, K - 1.0 - rows], axis=1)),
        "confusion_flat": torch.from_numpy(counts.astype(np.int32).ravel()),
        "simplex_xy": torch.from_numpy(places),
        "simplex_frame": torch.from_numpy(np.concatenate([corners, corners[:1]])),
    }


def _placed(likely: Floats) -> Floats:
    """Probabilities of two classes on a line, of three in a triangle; of more the first three, made to sum to 1."""
    if likely.shape[1] == 2:
        return np.stack([likely[:, 0], np.zeros(len(likely))], axis=1)
    first = likely[:, :3]
    found: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1e-300) @ CORNERS
    return found


def worst(params: Params, data: Data, state: State) -> Shown:
    """The worst points in the balls round the learnt points, and the worst loss against the radius."""
    learns = ~data.held.numpy()
    X, targets, loss = data.X.numpy()[learns], targets_of(data)[learns], loss_of(params, data)
    layers, seen = passed(params, state, state.Z.numpy()[learns])
    row = state.shown
    setting = (layers, rules_of(params), statistics_of(params, state, row), loss, params.features)
    empty = {
        "worst_arrows": torch.zeros((0, 2), dtype=torch.float64),
        "worst_tails": torch.zeros((0, 2), dtype=torch.float64),
        "worst_rings": torch.zeros((0, 2), dtype=torch.float64),
        "worst_x": torch.zeros(0, dtype=torch.float64),
        "worst_y": torch.zeros(0, dtype=torch.float64),
        "worst_here": torch.zeros(2, dtype=torch.float64),
    }
    if not len(X):
        return empty | {"worst_loss": None, "violations": None, "worst_ratio": None}
    own = loss.value(seen.out, targets)
    points, highest = worst_points(*setting, X, targets, params.radius)
    radii = np.linspace(0.0, max(2.0 * params.radius, 0.2), _RADII)
    curve = [float(worst_points(*setting, X, targets, r, 3)[1].mean()) for r in radii.tolist()]
    mean = float(highest.mean())
    return {
        **_turned(params, data, state, X, points, highest),
        "worst_x": torch.from_numpy(radii),
        "worst_y": torch.tensor(curve, dtype=torch.float64),
        "worst_here": torch.tensor([params.radius, mean], dtype=torch.float64),
        "worst_loss": mean,
        "violations": int((highest < own - 1e-12).sum()),
        "worst_ratio": mean / max(float(own.mean()), 1e-12),
    }


def _turned(params: Params, data: Data, state: State, X: Floats, points: Floats, highest: Floats) -> Shown:
    """Arrows and balls of the points whose decision the worst point turns; of values of those with the largest loss."""
    if data.dimension == 1:
        chosen = np.zeros(0, dtype=int)
    elif data.classes:
        part = data._replace(y=data.y[~data.held])
        out = passed(params, state, anywhere(params.features, points))[1].out
        chosen = np.flatnonzero(~right(part, out))
    else:
        chosen = np.argsort(-highest)[:_MOST_ARROWS]
    tails, heads = X[chosen][:, :2], points[chosen][:, :2]
    angle = np.append(2 * np.pi * np.arange(_RING) / (_RING - 1), np.nan)
    circle = params.radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = (tails[:, None] + circle[None]).reshape(-1, 2) if len(chosen) else np.zeros((0, 2))
    return {
        "worst_arrows": torch.from_numpy((heads - tails).reshape(-1, 2)),
        "worst_tails": torch.from_numpy(np.reshape(tails, (-1, 2)).copy()),
        "worst_rings": torch.from_numpy(rings),
    }


def activation(params: Params, data: Data, state: State) -> Shown:
    """The activation with its slope, where the chosen unit stands on it, and what its formulas are checked by."""
    function = rules_of(params).function
    z = np.linspace(-_REACH, _REACH, 201)
    a = function.value(z, np.empty_like(z))
    slope = function.slope(z, a)
    h = 1e-6
    off_kinks = np.abs(z) > 1e-3
    central = (function.value(z + h, np.empty_like(z)) - function.value(z - h, np.empty_like(z))) / (2 * h)
    low, high = min(-1.2, float(a.min())), max(1.2, float(min(a.max(), 3.0)))
    return {
        "activation_x": torch.from_numpy(z),
        "activation_y": torch.from_numpy(a.copy()),
        "activation_slope": torch.from_numpy(np.asarray(slope, dtype=float)),
        "activation_marks": torch.from_numpy(_marks(params, state)),
        "marked_name": unit_name(data, state, _marked(state)),
        "activation_range": torch.tensor([1.08 * low, 1.08 * high], dtype=torch.float64),
        "tanh_gap": float(np.abs(np.tanh(z) - (2.0 * sigmoid(2.0 * z) - 1.0)).max()),
        "slope_gap": float(np.abs(slope - central)[off_kinks].max()),
        "jacobian_gap": _jacobian_gap(params),
    }


def _marked(state: State) -> int:
    """The chosen unit, or the first hidden one where an output is chosen."""
    return state.chosen if state.chosen < state.hidden else 0


def _marks(params: Params, state: State) -> Floats:
    """Pre-activation and activation of the marked unit for every point; none without hidden units."""
    at, n = _marked(state), len(state.Z)
    if not state.hidden or not n:
        return np.zeros((0, 2))
    seen = passed(params, state, state.Z.numpy()[:: max(1, n // _MOST_MARKS)])[1]
    for before, values in zip(seen.before, seen.values, strict=True):
        m = values.shape[1]
        if at < m:
            return np.stack([np.clip(before[:, at], -_REACH, _REACH), values[:, at]], axis=1)
        at -= m
    raise IndexError(state.chosen)


def _jacobian_gap(params: Params) -> float:
    """Largest distance of the softmax's Jacobian at the temperature from central differences, at fixed logits."""
    z, h, T = np.array([1.0, -0.5, 0.3, 2.0]), 1e-5, params.temperature
    exact = softmax_jacobian(softmax(z, T), T)
    columns = [(softmax(z + step, T) - softmax(z - step, T)) / (2 * h) for step in h * np.eye(len(z))]
    return float(np.abs(exact - np.stack(columns, axis=1)).max())
