"""What a run consists of: the dictionary, the present, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.attention import Params
from playground.engine.frame import Status
from playground.engine.kit.adam import Adam


class Data(NamedTuple):
    """The dictionary of the other language: the number of each token there, (VOCABULARY,)."""

    relabel: Tensor


class Draws(NamedTuple):
    """Random scores, summed up.

    Attributes:
        taken: how many draws there were.
        total: sums over them of what is measured at each key size, (4, sizes): mean entropy of the rows unscaled and
            scaled, mean norm of their softmax's Jacobian unscaled and scaled.
        square: sums of the squares.
        rows: one row of weights at the chosen size, unscaled and scaled, (2, keys).
    """

    taken: int
    total: Tensor
    square: Tensor
    rows: Tensor


class State(NamedTuple):
    """The present of a run.

    Attributes:
        theta: flat weights of the net.
        moments: what Adam remembers.
        draws: of the scaling view.
        order: which token stands at each place, (LONGEST,).
        query, key: the chosen cell; -1: none was chosen.
        picked: layer and head that were clicked, and the parameters `layer` and `head` at that time.
    """

    theta: Tensor
    moments: Adam
    draws: Draws
    order: Tensor
    query: int
    key: int
    picked: tuple[int, int, int, int]


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    loss: float | None
    accuracy: float | None
    honest_accuracy: float | None
    shuffle_gap: float | None
    entropy_unscaled: float | None
    entropy_scaled: float | None


def shown(params: Params, state: State, layers: int) -> tuple[int, int]:
    """Layer and head on screen, counted from 0."""
    layer, head = params.layer, params.head
    if state.picked[0] and state.picked[2:] == (params.layer, params.head):
        layer, head = state.picked[:2]
    return (min(layer, layers) or layers) - 1, min(head, params.heads) - 1
