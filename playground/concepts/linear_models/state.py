"""The table, the weights that descend, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """A table of numbers with classes; every column is scaled to −1 … 1.

    Attributes:
        X: columns, (n, p), float64, p at least 2.
        y: the class of each row, (n,), int64, from 0.
        luck: rows with the least of it are held out first, (n,), in [0, 1].
        ids: stable numbers of the rows, (n,), int64.
        next_id: the number that the next new row gets.
        names: of the columns.
        classes: names of the classes, two at least.
        middle, half: what was subtracted from each column and what it was divided by, (p,).
        title: what the table is, in a few words.
    """

    X: Tensor
    y: Tensor
    luck: Tensor
    ids: Tensor
    next_id: int
    names: tuple[str, ...]
    classes: tuple[str, ...]
    middle: Tensor
    half: Tensor
    title: str


class State(NamedTuple):
    """Weights in descent.

    Attributes:
        theta: weights with the intercept last, (k, d + 1), float64; a row a class, one row where there is one output.
        path: the weights' way, (t, 3): the update, and slope and intercept in the bowl or |w| and the loss of classes.
        taken: updates since the start or the last edit.
        slack: the least slack of the descent lemma so far.
        failed: the weights left all bounds.
        made: steps of the run in all.
        begun: steps made when the way began.
    """

    theta: Tensor
    path: Tensor
    taken: int = 0
    slack: float = 0.0
    failed: bool = False
    made: int = 0
    begun: int = 0


class Info(NamedTuple):
    """What is recorded of a step; None where the view has no such number."""

    status: Status
    loss: float | None = None
    log_gap: float | None = None
    distance: float | None = None
    gradient: float | None = None
    norm: float | None = None
    accuracy: float | None = None
    updates: int | None = None
