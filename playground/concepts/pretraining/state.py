"""What a run consists of: texts held back for tests, the nets, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory


class Data(NamedTuple):
    """What nobody learns from.

    Attributes:
        held: texts, prompts or sentences for tests, (tests, tokens).
        topics: what each sentence is about, (tests,); see `sentences.told`.
    """

    held: Tensor
    topics: Tensor


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
        nets: causal and masked, or the only one.
        tested: what the last test found: accuracy of both nets by place (2, 8), of one by shots (1, 13), or the cosines
            within a sense and between senses (1, 2).
        example: of the last batch the first text, what was given for it, and what was asked, (3, 8).
        place: the place that was chosen; -1: none was.
        taken: updates so far.
    """

    nets: tuple[Learner, ...]
    tested: Tensor
    example: Tensor
    place: int
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
