"""The state of a run: a random net that signals pass, nets that learn, two batches, and the weights of one unit."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.signals import METHODS, Params
from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory
from playground.figures.layers import Role

NAMES = {
    "plain": "Plain",
    "residual": "Residual",
    "batch": "Batch norm",
    "layer": "Layer norm",
    "weight": "Weight norm",
}
ROLES: dict[str, Role] = {
    "plain": "slot2",
    "residual": "slot1",
    "batch": "slot3",
    "layer": "slot4",
    "weight": "slot5",
}
VARIANCES = {"lecun": 1.0, "glorot": 1.0, "he": 2.0, "orthogonal": 1.0, "torch": 1.0 / 3.0}
"""The variance of a weight between layers of one width, times the width."""
ROWS = 32  # inputs that pass the random net


class Data(NamedTuple):
    """What the nets learn from: 8 x 8 digits that people wrote, or a table of the user's.

    Attributes:
        X: (n, features), standardised over all numbers, float32.
        y: classes, (n,).
        classes: how many there are.
        name: of the user's file; empty for the digits.
    """

    X: Tensor
    y: Tensor
    classes: int
    name: str


class State(NamedTuple):
    """A run.

    Attributes:
        weights: of the random net at σ² = 1, (L, width, width); empty where none is shown.
        x: the rows that pass it, (ROWS, width), standard normal.
        upstream: the gradient at its end, (ROWS, width), standard normal.
        chosen: the layer that is looked at.
        theta: flat weights of the nets that learn, (methods, rates, N), float32; empty where none learns.
        memory: what the optimiser remembers.
        losses: of the last batches, the newest last, (methods, rates, RECENT); -1 where there was none yet.
        profile: log10 of the length of the gradient by each layer's output, (methods, L + 1).
        updates: so far.
        batches: two batches of the same example, which is row 0 of both, (2, BATCH, FEATURES), float64.
        path: v of the unit whose weights are normalised, after each step, (steps + 1, 2), float64.
        lengths: γ after each step, (steps + 1,).
    """

    weights: Tensor
    x: Tensor
    upstream: Tensor
    chosen: int
    theta: Tensor
    memory: Memory[Tensor]
    losses: Tensor
    profile: Tensor
    updates: int
    batches: Tensor
    path: Tensor
    lengths: Tensor


class EachMethod(NamedTuple):
    """A number of each method."""

    plain: float | None
    residual: float | None
    batch: float | None
    layer: float | None
    weight: float | None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    updates: int
    loss: EachMethod
    length_v: float


def at(name: str) -> int:
    """The place of a method among the five."""
    return METHODS.index(name)


def skip_of(params: Params) -> float:
    """The factor α of the residual branches."""
    return params.branch
