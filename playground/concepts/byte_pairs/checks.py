"""The cases, computed by the panel's own counting, merging and encoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.byte_pairs import pairs
from playground.concepts.byte_pairs.pairs import BYTES

Inputs = Mapping[str, Any]


def _merges(inputs: Inputs) -> Mapping[str, Any]:
    words: list[list[str]] = inputs["words"]
    names = list(dict.fromkeys(symbol for word in words for symbol in word))
    tokens = np.array([names.index(symbol) for word in words for symbol in word], dtype=np.int64)
    owner = np.repeat(np.arange(len(words)), [len(word) for word in words])
    times = np.array(inputs["times"], dtype=np.int64)
    spelled = [*names, *[""] * (BYTES - len(names))]
    made, counts = [], []
    for _ in range(inputs["merges"]):
        found = pairs.counted(tokens, owner, times, len(spelled))
        a, b = found.pairs[0].tolist()
        made.append([spelled[a], spelled[b]])
        counts.append(int(found.times[0]))
        tokens, owner, _ = pairs.merged(tokens, owner, times, (a, b), len(spelled))
        spelled.append(spelled[a] + spelled[b])
    return {
        "merges": made,
        "counts": counts,
        "words": [[spelled[one] for one in tokens[owner == word]] for word in range(len(words))],
    }


def _encoding(inputs: Inputs) -> Mapping[str, Any]:
    names: list[str] = list(dict.fromkeys(inputs["word"] + [part for pair in inputs["merges"] for part in pair]))
    spelled, ranks = [*names, *[""] * (BYTES - len(names))], {}
    known = {name: k for k, name in enumerate(names)}
    for rank, (a, b) in enumerate(inputs["merges"]):
        ranks[known[a], known[b]] = rank
        spelled.append(a + b)
        known[a + b] = BYTES + rank
    stages = pairs.encoded([known[one] for one in inputs["word"]], ranks)
    return {
        "tokens": [spelled[one] for one in stages[-1].tokens],
        "ranks": [one.rank + 1 for one in stages[1:]],
    }


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "byte_pair_merges": _merges,
    "byte_pair_encoding": _encoding,
}
