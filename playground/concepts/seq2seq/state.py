"""What a run consists of: the sequences on screen, both nets, how they did in tests, and what the user points at."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.seq2seq import Params, net, tasks
from playground.concepts.seq2seq.declared import LONGEST
from playground.concepts.seq2seq.testing import Tested, untested
from playground.engine.frame import Status
from playground.engine.kit import drawing, optimisers
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx


class Data(NamedTuple):
    """What the view of all lengths shows.

    Attributes:
        letters: random letters, (2, LONGEST), in row 0 each once.
        day: a random day, counted from the first.
    """

    letters: Tensor
    day: int


class State(NamedTuple):
    """The present of a run.

    Attributes:
        theta: weights of both nets, (NETS, N).
        moments: what Adam remembers.
        tested: how they did.
        chosen: the step that is worked out, from 0; -1: the first.
        look: the place at which a step must look; -1: where it likes, (LONGEST,).
    """

    theta: Tensor
    moments: Memory[Tensor]
    tested: Tested
    chosen: int
    look: Tensor


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    attention_loss: float
    fixed_loss: float
    attention_right: float | None
    fixed_right: float | None
    attention_free: float | None
    attention_forced: float | None
    antidiagonal: float | None
    diagonal: float | None
    batch_uniform: float


def make_data(params: Params, ctx: Ctx) -> Data:
    """Random letters and a random day."""
    days = (tasks.LAST - tasks.FIRST).days + 1
    once = torch.randperm(len(tasks.LETTERS), generator=ctx.rng)[:LONGEST]
    letters = torch.stack([once, torch.randint(len(tasks.LETTERS), (LONGEST,), generator=ctx.rng)])
    return Data(letters, int(torch.randint(days, (1,), generator=ctx.rng)))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Two nets with the same random weights, not yet tested."""
    shape = tasks.shape_of(params)
    normal = drawing.normal((net.length(shape),), ctx.rng, ctx.dtype).numpy()
    theta = torch.from_numpy(net.begin(shape, normal))
    return State(theta, optimisers.begin(theta), untested(), -1, torch.full((LONGEST,), -1))


def generator(ctx: Ctx) -> np.random.Generator:
    """Numpy's numbers from the run's own."""
    return np.random.default_rng(int(torch.randint(2**62, (1,), generator=ctx.rng)))


def looks(state: State, steps: int, places: int) -> dict[int, int]:
    """Which steps must look where, of those that there are."""
    return {t: place for t, place in enumerate(state.look.tolist()) if t < steps and 0 <= place < places}
