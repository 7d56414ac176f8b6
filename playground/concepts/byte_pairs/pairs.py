"""Byte-pair encoding as pure functions of arrays: counting pairs, merging one, and encoding by learnt merges.

Tokens 0 to 255 are bytes; the k-th merge, from 0, makes the token 256 + k. Words that are alike are counted once, with
how often they come. A pair is counted at each place where it stands, so in "aaa" the pair of two a counts twice and is
replaced once: from the left, each token at most once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

BYTES = 256
Ints = np.ndarray[Any, np.dtype[np.int64]]
Pair = tuple[int, int]


class Counted(NamedTuple):
    """The most frequent pairs.

    Attributes:
        pairs: (n, 2), the most frequent first; of those as frequent the one that stands first. All that come as often
            as the last one that was asked for.
        times: how often each stands in the text, (n,).
        ties: how many are as frequent as the first.
    """

    pairs: Ints
    times: Ints
    ties: int


def counted(tokens: Ints, owner: Ints, times: Ints, size: int, most: int = 8) -> Counted:
    """How often each pair of neighbours stands in the text.

    Args:
        tokens: of all words, one word after another, (n,).
        owner: the word of each token, rising, (n,).
        times: how often each word comes.
        size: of the vocabulary.
        most: how many pairs are asked for.
    """
    inside = owner[1:] == owner[:-1]
    codes = (tokens[:-1] * size + tokens[1:])[inside]
    if not len(codes):
        return Counted(np.zeros((0, 2), np.int64), np.zeros(0, np.int64), 0)
    sums = np.bincount(codes, times[owner[:-1][inside]].astype(np.float64))
    found = np.flatnonzero(sums)
    if len(found) > most:
        found = found[sums[found] >= np.partition(sums[found], -most)[-most]]
    wanted = np.zeros(len(sums), dtype=bool)
    wanted[found] = True
    at = np.flatnonzero(wanted[codes])[::-1]
    first = np.zeros(len(sums), dtype=np.int64)
    first[codes[at]] = at
    found = found[np.lexsort((first[found], -sums[found]))]
    often = sums[found].round().astype(np.int64)
    return Counted(np.stack(np.divmod(found, size), 1), often, int((often == often[0]).sum()))


class Merged(NamedTuple):
    """The tokens after a merge.

    Attributes:
        tokens, owner: as they went in.
        replaced: how often the pair was replaced, in the whole text.
    """

    tokens: Ints
    owner: Ints
    replaced: int


def merged(tokens: Ints, owner: Ints, times: Ints, pair: Pair, new: int) -> Merged:
    """All tokens with a pair replaced by a new token, from the left."""
    here = (tokens[:-1] == pair[0]) & (tokens[1:] == pair[1]) & (owner[1:] == owner[:-1])
    at = np.flatnonzero(here)
    if pair[0] == pair[1] and len(at):  # in a run of alike tokens only every second place is free
        starts = np.concatenate([[True], np.diff(at) > 1])
        run = at[starts][np.cumsum(starts) - 1]
        at = at[(at - run) % 2 == 0]
    kept = np.ones(len(tokens), dtype=bool)
    kept[at + 1] = False
    found = tokens.copy()
    found[at] = new
    return Merged(found[kept], owner[kept], int(times[owner[at]].sum()))


class Applied(NamedTuple):
    """A word after a merge: the rank of the merge, -1 before the first one, and the tokens."""

    rank: int
    tokens: tuple[int, ...]


def encoded(word: Sequence[int], ranks: Mapping[Pair, int]) -> list[Applied]:
    """A word after each merge that fits: always the one that was learnt first.

    Args:
        word: its bytes.
        ranks: when each pair was learnt, from 0.
    """
    now = list(word)
    found = [Applied(-1, tuple(now))]
    while True:
        known = [ranks[pair] for pair in pairwise(now) if pair in ranks]
        if not known:
            return found
        rank, k, rest = min(known), 0, list[int]()
        while k < len(now):
            fits = k + 1 < len(now) and ranks.get((now[k], now[k + 1])) == rank
            rest.append(BYTES + rank if fits else now[k])
            k += 2 if fits else 1
        now = rest
        found.append(Applied(rank, tuple(now)))


def spelled(merges: Ints) -> list[bytes]:
    """The bytes of each token, (256 + merges)."""
    found = [bytes([k]) for k in range(BYTES)]
    for a, b in merges.tolist():
        found.append(found[a] + found[b])
    return found
