"""Each view as one plain function: a merge, and a word in tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.byte_pairs.pairs import BYTES
from playground.concepts.byte_pairs.state import Data, State, best_of, counts_of, encoding_of, words_of
from playground.engine.declarations.code import Code, Moment

_MOST = 3000  # tokens


def _lists(data: Data, state: State) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(len(data.times))]
    for token, word in zip(state.tokens.tolist(), state.owner.tolist(), strict=True):
        found[word].append(token)
    return found


def _reads_learn(at: Moment) -> Mapping[str, Any] | str:
    if best_of(at.params, at.data, at.state) is None:
        return "No pair comes often enough, so there is nothing to merge."
    if len(at.state.tokens) > _MOST:
        return "The text is too long to be written out here."
    words = _lists(at.data, at.state)
    return {"words": words, "times": at.data.times.tolist(), "new": BYTES + len(at.state.merges)}


def _gives_learn(at: Moment) -> Mapping[str, Any]:
    counted = counts_of(at.data, at.state)
    return {"best": counted.pairs[0].tolist(), "count": int(counted.times[0])}


def _reads_encode(at: Moment) -> Mapping[str, Any] | str:
    words = words_of(at.params.word, at.params.within)
    if not words:
        return "Type a word first."
    return {"word": list(words[-1]), "merges": [tuple(pair) for pair in at.state.merges.tolist()]}


def _gives_encode(at: Moment) -> Mapping[str, Any]:
    word = words_of(at.params.word, at.params.within)[-1].decode()
    tokens = encoding_of(at.params.changed({"word": word}), at.state)[-1].tokens
    return {"tokens": list(tokens), "count": len(tokens)}


CODES = (
    Code(
        "learn",
        title="One merge",
        when={"mode": ("learn",)},
        reads=_reads_learn,
        gives=_gives_learn,
        marks={"count": "n"},
        step=False,
    ),
    Code(
        "encode",
        title="The last of the words",
        when={"mode": ("encode",)},
        reads=_reads_encode,
        gives=_gives_encode,
        marks={"tokens": "w"},
        step=False,
    ),
)
WITHOUT = ()
