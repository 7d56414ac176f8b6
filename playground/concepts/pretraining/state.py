"""What a run consists of: texts held back for tests, the nets, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory


class Typing(NamedTuple):
    """Sentences of the channel; those that are meant are word numbers, those that are typed are letters.

    Attributes:
        meant, letters: pairs to learn from, (pairs, 5) and (pairs, 5, 3).
        plain: sentences without slips for the prior, (plain, 5).
        test_meant, test_letters: held back, (tests, 5) and (tests, 5, 3).
    """

    meant: Tensor
    letters: Tensor
    plain: Tensor
    test_meant: Tensor
    test_letters: Tensor


class Data(NamedTuple):
    """What nobody learns from, and the pairs and sentences of the channel.

    Attributes:
        held: texts, prompts or sentences for tests, (tests, tokens).
        topics: what each sentence is about, (tests,); see `sentences.told`.
        typing: of the channel; empty elsewhere.
    """

    held: Tensor
    topics: Tensor
    typing: Typing


class Learner(NamedTuple):
    """A net that learns.

    Attributes:
        theta: flat weights.
        moments: what Adam remembers.
        loss: of its last batch in nats; None before the first.
    """

    theta: Tensor
    moments: Memory[Tensor]
    loss: float | None


class State(NamedTuple):
    """The present of a run.

    Attributes:
        nets: causal and masked, or the only one; none for the channel.
        tested: what the last test found: accuracy of both nets by place (2, 8), of one by shots (1, 13), or the cosines
            within a sense and between senses (1, 2).
        example: of the last batch the first text, what was given for it, and what was asked, (3, 8).
        place: the place that was chosen; -1: none was.
        sentence: which test sentence of the channel is read.
        taken: updates, or pairs of sentences, so far.
    """

    nets: tuple[Learner, ...]
    tested: Tensor
    example: Tensor
    place: int
    sentence: int
    taken: int


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    causal_accuracy: float | None = None
    masked_accuracy: float | None = None
    causal_loss: float | None = None
    masked_loss: float | None = None
    shot_accuracy: float | None = None
    loss: float | None = None
    within: float | None = None
    between: float | None = None
    direct_accuracy: float | None = None
    reranked_accuracy: float | None = None
    ceiling: float | None = None
