"""One linear unit whose weights are v / ‖v‖ times a length: its loss, its gradient, and the norm that batch norm takes.

The inputs are fixed points of the plane with covariance Σ. Weight norm divides v by its length; batch norm of the same
unit divides by √(vᵀ Σ v), the Σ-norm (Kohler et al. 2019).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.signals import Params
from playground.concepts.signals.state import State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.normalise import weight_normed, weight_normed_back

START = torch.tensor([-0.9, 0.75], dtype=torch.float64)
ASKED = np.array([1.6, -0.35])  # the weights that the targets come from
COUNT = 40


def _points() -> Floats:
    """Fixed inputs: a stretched and turned spiral of points round the origin."""
    k = np.arange(COUNT)
    radius, angle = np.sqrt((k + 0.5) / COUNT), 2.399963229728653 * k
    round_ = 2.0 * radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)
    turn = np.array([[0.8, 0.6], [-0.6, 0.8]])
    found: Floats = (round_ * np.array([1.3, 0.55])) @ turn
    found -= found.mean(0)
    return found


X = _points()
SIGMA = X.T @ X / COUNT
TARGET = X @ ASKED


class UnitGradient(NamedTuple):
    """Of the mean squared error of the unit, over two.

    Attributes:
        loss: itself.
        by_w, by_v: by the weights, and by v, (2,).
        by_length: by γ.
    """

    loss: float
    by_w: Floats
    by_v: Floats
    by_length: float


def gradient(v: Floats, length: float) -> UnitGradient:
    """The loss of w = γ v / ‖v‖ and its derivatives."""
    w = weight_normed(v, length)
    by_w: Floats = SIGMA @ (w - ASKED)
    by_length, by_v = weight_normed_back(v, length, by_w)
    return UnitGradient(0.5 * float((w - ASKED) @ by_w), by_w, by_v, by_length)


def moved(params: Params, state: State) -> State:
    """One step of gradient descent on v and γ."""
    v, length = state.path[-1].numpy(), float(state.lengths[-1])
    found = gradient(v, length)
    after = torch.from_numpy(v - params.rate * found.by_v)
    if not (bool(torch.isfinite(after).all()) and float(after.norm()) < 1e6 and math.isfinite(found.by_length)):
        after, found = state.path[-1], found._replace(by_length=0.0)
    lengths = torch.tensor([length - params.rate * found.by_length], dtype=torch.float64)
    return state._replace(
        path=torch.cat([state.path, after[None]]),
        lengths=torch.cat([state.lengths, lengths]),
        updates=state.updates + 1,
    )


def sigma_norm(v: Floats) -> float:
    """√(vᵀ Σ v): the standard deviation of the unit's output over the inputs."""
    return float(np.sqrt(v @ SIGMA @ v))
