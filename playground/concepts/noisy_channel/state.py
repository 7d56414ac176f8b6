"""What a run consists of: sentences, how many pairs were seen, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """Sentences: those that are meant are word numbers, those that are typed are letters.

    Attributes:
        meant, letters: pairs to learn from, (pairs, 5) and (pairs, 5, 3).
        plain: sentences without slips for the prior, (clean, 5).
        test_meant, test_letters: held back, (tests, 5) and (tests, 5, 3).
    """

    meant: Tensor
    letters: Tensor
    plain: Tensor
    test_meant: Tensor
    test_letters: Tensor


class State(NamedTuple):
    """The present of a run.

    Attributes:
        taken: how many pairs were seen.
        sentence: which test sentence is read.
        place: the word that was chosen, from 0; -1: none was.
    """

    taken: int
    sentence: int
    place: int


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    direct_accuracy: float
    reranked_accuracy: float
    ceiling: float
