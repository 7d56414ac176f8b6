"""The best sentence among the candidates, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.noisy_channel import channel
from playground.concepts.noisy_channel.reranking import reader_of, typed_words
from playground.engine.declarations.code import Code, Moment, NoCode


def _candidates(at: Moment) -> Mapping[str, Any]:
    reader = reader_of(at.data, at.state.taken)
    told = typed_words(at.params, at.data, at.state)
    known = channel.candidates(reader, channel.spelt(list(told.words))[None], at.params.most)
    return {
        "words": known.words[0].copy(),
        "channel": known.channel[0].copy(),
        "prior": reader.follows.copy(),
        "weight": at.params.weight,
    }


def _read(at: Moment) -> Mapping[str, Any]:
    return {"y": [channel.LEXICON.index(word) for word in str(at.numbers["reads"]).split()]}


CODES = (
    Code(
        "rerank",
        title="The best sentence",
        when={},
        reads=_candidates,
        gives=_read,
        marks={"y": "y"},
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
