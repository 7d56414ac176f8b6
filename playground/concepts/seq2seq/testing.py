"""How often both nets are wrong on new sequences: by length and step, fed right or hearing themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.seq2seq import Params, net, tasks
from playground.concepts.seq2seq.declared import LONGEST
from playground.concepts.seq2seq.net import NETS
from playground.engine.declarations.concept import Partial
from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way

FREE, FORCED = 0, 1
WAYS = 2
TEST = 32  # sequences of a test
FADES = 10.0  # updates until a test counts e times less
MEASURED = 500  # sequences of each length in the job
MOST = 2000  # of the length that is shown, where no others are
_PIECE = 100


class Tested(NamedTuple):
    """What is known of both nets.

    Attributes:
        wrong: share of wrong tokens (NETS, WAYS, LONGEST + 1, LONGEST): by what entered the steps (`FREE`: what was
            said, `FORCED`: what is right), length and step.
        seen: sequences that count for each length, the older the less, (LONGEST + 1,).
        last: the update after which each length was tested last, (LONGEST + 1,).
    """

    wrong: Tensor
    seen: Tensor
    last: Tensor


def untested() -> Tested:
    """Nothing is known of any length."""
    wrong = torch.zeros(NETS, WAYS, LONGEST + 1, LONGEST)
    return Tested(wrong, torch.zeros(LONGEST + 1), torch.zeros(LONGEST + 1, dtype=torch.int64))


def wrong_by_step(params: Params, tested: Tested, n: int) -> Reals:
    """Share of wrong tokens of sequences of n, (NETS, WAYS, steps)."""
    found: Reals = tested.wrong[:, :, n, : tasks.steps_of(params, n)].numpy()
    return found


def errors_of(params: Params, tested: Tested, n: int) -> Reals | None:
    """Share of wrong tokens over all steps of sequences of n, (NETS, WAYS); None: that length was not tested yet."""
    return np.asarray(wrong_by_step(params, tested, n).mean(2)) if tested.seen[n] > 0 else None


def with_test(tested: Tested, n: int, found: Reals, many: int, at: int) -> Tested:
    """What is known with one more test, beside which older ones fade with the updates since.

    Args:
        tested: what was known.
        n: the length.
        found: share of wrong tokens, (NETS, WAYS, steps).
        many: sequences of the test.
        at: how many updates there were.
    """
    wrong, seen, last = tested.wrong.clone(), tested.seen.clone(), tested.last.clone()
    known, steps = float(seen[n]), found.shape[2]
    old = math.exp((int(last[n]) - at) / FADES) if known else 0.0
    wrong[:, :, n, :steps] = old * wrong[:, :, n, :steps] + (1.0 - old) * torch.from_numpy(found)
    # As many as a plain mean with the same error would have.
    seen[n] = 1.0 / ((old * old / known if known else 0.0) + (1.0 - old) ** 2 / many)
    last[n] = at
    return Tested(wrong, seen, last)


def tested_anew(params: Params, theta: Reals, tested: Tested, rng: np.random.Generator, at: int) -> Tested:
    """With a test after every second update: of the length that is shown, or of the others in turn."""
    if at % 2 == 0:
        return tested
    others = tasks.lengths(params)
    n = tasks.tested_length(params) if at % 4 == 1 else others[at // 4 % len(others)]
    return with_test(tested, n, wrong(params, theta, n, TEST, rng), TEST, at)


def wrong(params: Params, theta: Reals, n: int, many: int, rng: np.random.Generator) -> Reals:
    """Share of wrong tokens on new sequences of n tokens, (NETS, WAYS, steps)."""
    shape, batch = tasks.shape_of(params), tasks.of_length(params, n, many, rng)
    known = net.weights(theta, shape)
    was = net.read(known, shape, batch.source)
    found = np.empty((NETS, WAYS, len(batch.answers)), dtype=np.float32)
    found[:, FREE] = (net.speak(known, shape, was, len(batch.answers)).said != batch.answers).mean(2)
    give_way()
    forced = net.run(known, shape, was, net.shifted(batch.answers, shape.outputs)).logits.argmax(-1)
    found[:, FORCED] = (forced != batch.answers).mean(2)
    return found


def measure_pieces(params: Params, theta: Reals, at: int, rng: np.random.Generator) -> Iterator[Partial]:
    """Many new sequences: of all lengths one after another where they are shown, else of one."""
    tested, shown = untested(), tasks.tested_length(params)
    every = sorted({*tasks.lengths(params), shown}) if params.mode == "lengths" else [shown]
    pieces = (MEASURED if params.mode == "lengths" else MOST) // _PIECE
    for k, n in enumerate(every):
        found = np.zeros((NETS, WAYS, tasks.steps_of(params, n)), dtype=np.float32)
        for piece in range(pieces):
            yield Partial({"tested": tested}, (k + piece / pieces) / len(every), f"length {n}")
            found += wrong(params, theta, n, _PIECE, rng)
        tested = with_test(tested, n, found / pieces, pieces * _PIECE, at)
    yield Partial({"tested": tested}, 1.0, f"{pieces * _PIECE} sequences each")
