"""The text as words, and a run: the tokens of the words and the merges so far."""

from __future__ import annotations

import re
from math import log2
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.byte_pairs import Params, pairs
from playground.concepts.byte_pairs.declared import MOST_MERGES, PAIRS
from playground.concepts.byte_pairs.pairs import BYTES, Applied, Counted, Pair
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.frame import Status
from playground.engine.kit.newest import Newest
from playground.engine.reading.text import read_text
from playground.engine.run.context import Ctx

LARGEST, USED = 5_000_000, 300_000  # bytes of a file, and those that are used
SHOWN = 400  # words of the beginning that may be on screen
_WORD = re.compile(r" ?[^\s]+|\s")


class Data(NamedTuple):
    """The words of a text.

    Attributes:
        letters: the bytes of all different words, one word after another, (n,).
        owner: the word of each byte, (n,).
        times: how often each word comes, (words,).
        shown: the words at the beginning of the text, in its order, (at most SHOWN,).
        bytes: of the text.
        name: of the user's file; empty where there is none.
    """

    letters: Tensor
    owner: Tensor
    times: Tensor
    shown: Tensor
    bytes: int
    name: str


class State(NamedTuple):
    """A run.

    Attributes:
        tokens: of all different words, one word after another.
        owner: the word of each.
        merges: the pairs in the order in which they were merged, (m, 2).
        size: tokens of the text.
    """

    tokens: Tensor
    owner: Tensor
    merges: Tensor
    size: int


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    tokens: int
    vocabulary: int
    bits: float
    before: int
    replaced: int | None
    best_count: int | None


def words_of(text: str, within: bool) -> list[bytes]:
    """The words of a text, each with the space before it; or all of it as one."""
    return [one.encode() for one in _WORD.findall(text)] if within else [text.encode()] if text else []


def data_of(text: str, within: bool, name: str = "") -> Data:
    """The words of a text and how often they come."""
    found: dict[bytes, int] = {}
    numbers = [found.setdefault(word, len(found)) for word in words_of(text, within)]
    letters = np.frombuffer(b"".join(found), dtype=np.uint8).astype(np.int64)
    lengths = np.array([len(word) for word in found], dtype=np.int64)
    return Data(
        letters=torch.from_numpy(letters),
        owner=torch.from_numpy(np.repeat(np.arange(len(found)), lengths)),
        times=torch.from_numpy(np.bincount(numbers, minlength=len(found)).astype(np.int64)),
        shown=torch.tensor(numbers[:SHOWN], dtype=torch.long),
        bytes=len(text.encode()),
        name=name,
    )


def make_data(params: Params, ctx: Ctx) -> Data:
    """The text that was typed."""
    return data_of(params.text, params.within)


def load(params: Params, path: Path) -> Data:
    """The beginning of a text of the user's own.

    Raises:
        BadInput: it is no text, or holds nothing but spaces.
    """
    text = read_text(path, LARGEST).encode()[:USED].decode(errors="ignore")
    if not text.strip():
        raise BadInput(f"{path.name} holds no words", "file")
    return data_of(text, params.within, path.name)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Bytes, and no merge."""
    return State(data.letters, data.owner, torch.zeros((0, 2), dtype=torch.long), data.bytes)


_COUNTED: Newest[Counted] = Newest()


def counts_of(data: Data, state: State) -> Counted:
    """All pairs, the most frequent first; kept while nothing changes."""

    def count() -> Counted:
        size = BYTES + len(state.merges)
        return pairs.counted(state.tokens.numpy(), state.owner.numpy(), data.times.numpy(), size)

    return _COUNTED.of((state.tokens, state.owner, data.times), 0, count)


def best_of(params: Params, data: Data, state: State) -> Pair | None:
    """The pair that is merged next; none where no pair comes often enough."""
    counted = counts_of(data, state)
    if not len(counted.times) or counted.times[0] < params.least:
        return None
    return int(counted.pairs[0, 0]), int(counted.pairs[0, 1])


def bits_of(state: State) -> float:
    """Bits of the text where each token has a code of the same length."""
    return state.size * log2(BYTES + len(state.merges))


def _merge(data: Data, state: State, pair: Pair) -> tuple[State, int]:
    new = BYTES + len(state.merges)
    found = pairs.merged(state.tokens.numpy(), state.owner.numpy(), data.times.numpy(), pair, new)
    merges = torch.cat([state.merges, torch.tensor([pair])])
    tokens, owner = torch.from_numpy(found.tokens), torch.from_numpy(found.owner)
    return State(tokens, owner, merges, state.size - found.replaced), found.replaced


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The most frequent pair is merged, if it comes often enough and there may be more merges."""
    counted, before, replaced = counts_of(data, state), state.size, None
    often = int(counted.times[0]) if len(counted.times) else None
    best = best_of(params, data, state) if len(state.merges) < params.most else None
    if best:
        state, replaced = _merge(data, state, best)
    status: Status = "running" if best else "done"
    vocabulary = BYTES + len(state.merges)
    return state, Info(status, state.size, vocabulary, bits_of(state), before, replaced, often)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another pair is merged than the most frequent one.

    Raises:
        BadInput: there are not so many pairs, or no more merges.
    """
    counted, which = counts_of(data, state), gesture.values["id"]
    known = min(PAIRS, len(counted.times))
    if which >= known:
        raise BadInput(f"id is {which}, but there are {known} pairs", "id")
    if len(state.merges) >= MOST_MERGES:
        raise BadInput(f"there are {MOST_MERGES} merges already, and no more fit", "id")
    a, b = counted.pairs[which].tolist()
    return data, _merge(data, state, (a, b))[0]


# ---- what the merges make of words


class Learnt(NamedTuple):
    """The bytes of each token, and when each pair was merged."""

    spelled: list[bytes]
    ranks: dict[Pair, int]


_LEARNT: Newest[Learnt] = Newest()


def learnt_of(state: State) -> Learnt:
    """Tokens and ranks; kept while nothing changes."""

    def make() -> Learnt:
        merges = state.merges.numpy()
        ranks: dict[Pair, int] = {}
        for k, (a, b) in enumerate(merges.tolist()):
            ranks.setdefault((a, b), k)
        return Learnt(pairs.spelled(merges), ranks)

    return _LEARNT.of(state.merges, 0, make)


def encoding_of(params: Params, state: State) -> list[Applied]:
    """The words to encode after each merge that fits: those of all words together, in the order of their ranks."""
    learnt = learnt_of(state)
    stages = [pairs.encoded(word, learnt.ranks) for word in words_of(params.word, params.within)]
    ranks = sorted({one.rank for stage in stages for one in stage})
    found = []
    for rank in ranks:
        now = [[one for one in stage if one.rank <= rank][-1].tokens for stage in stages]
        found.append(Applied(rank, tuple(token for word in now for token in word)))
    return found
