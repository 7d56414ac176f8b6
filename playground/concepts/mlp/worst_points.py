"""The worst point in a ball round each point: what an adversary, or minimax training, replaces it by."""

from __future__ import annotations

import numpy as np

from playground.concepts.mlp.features import anywhere, jacobian
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.dense.losses import Loss
from playground.engine.kit.dense.passes import Rules, Statistics, by_inputs, forward
from playground.engine.kit.shrinkage import onto_l2

ROUNDS = 5  # steps of projected ascent


def worst_points(
    layers: list[DenseLayer],
    rules: Rules,
    statistics: Statistics | None,
    loss: Loss,
    text: str,
    X: Floats,
    targets: Floats,
    radius: float,
    rounds: int = ROUNDS,
) -> tuple[Floats, Floats]:
    """The worst point that projected gradient ascent finds in each ball, and its loss.

    The centre is one of the candidates, so that no worst loss is below the loss at the point itself.

    Args:
        layers: one net, or several with a leading axis.
        rules: how its hidden units work.
        statistics: of batch normalisation.
        loss: what is made large.
        text: the features.
        X: points, (n, d).
        targets: of the points, (n,).
        radius: of the balls, in the l2 norm.
        rounds: steps of ascent.

    Returns:
        Points (..., n, d) and losses (..., n).
    """
    lead = layers[0].W.shape[:-2]
    here = np.broadcast_to(X, (*lead, *X.shape)).copy()
    seen = forward(layers, rules, _features(text, here), None, statistics)
    worst, highest = here.copy(), loss.value(seen.out, targets)
    for turn in range(rounds if radius > 0.0 else 0):
        by_feature = by_inputs(layers, rules, seen, loss.slope(seen.out, targets), statistics)
        by_point = _pulled(text, here, by_feature)
        size = np.linalg.norm(by_point, axis=-1, keepdims=True)
        stride = radius if turn == 0 else radius / 2
        moved = here + stride * by_point / np.maximum(size, 1e-12)
        here = X + onto_l2(moved - X, radius)
        seen = forward(layers, rules, _features(text, here), None, statistics)
        found = loss.value(seen.out, targets)
        better = found > highest
        worst[better], highest[better] = here[better], found[better]
    return worst, highest


def _features(text: str, X: Floats) -> Floats:
    """The features of points (..., n, d), with a last column of ones."""
    flat = anywhere(text, X.reshape(-1, X.shape[-1]))
    return flat.reshape(*X.shape[:-1], flat.shape[1])


def _pulled(text: str, X: Floats, by_feature: Floats) -> Floats:
    """The slope by the inputs from the slope by the features, (..., n, d)."""
    flat = jacobian(text, X.reshape(-1, X.shape[-1]))
    found: Floats = np.einsum("nf,nfd->nd", by_feature.reshape(len(flat), -1), flat)
    return found.reshape(X.shape)
