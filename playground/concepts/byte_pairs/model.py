"""Byte pairs as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

from playground.concepts.byte_pairs import Params
from playground.concepts.byte_pairs.blocks import whole
from playground.concepts.byte_pairs.encoding import encoding
from playground.concepts.byte_pairs.learning import learning
from playground.concepts.byte_pairs.pairs import BYTES
from playground.concepts.byte_pairs.state import (
    Data,
    Info,
    State,
    apply,
    begin,
    bits_of,
    counts_of,
    learnt_of,
    load,
    make_data,
    step,
)
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    drawn = learning(params, data, state) if params.mode == "learn" else encoding(params, data, state)
    return Drawn(drawn.figure, {**_numbers(data, state, info), **drawn.numbers})


def _numbers(data: Data, state: State, info: Info | None) -> dict[str, Any]:
    counted, made = counts_of(data, state), learnt_of(state).spelled[BYTES:]
    fresh = info is not None and info.tokens == state.size
    return {
        "tokens": state.size,
        "vocabulary": BYTES + len(state.merges),
        "ratio": data.bytes / state.size if state.size else None,
        "bits": bits_of(state),
        "best_count": int(counted.times[0]) if len(counted.times) else None,
        "ties": counted.ties,
        "replaced": info.replaced if info is not None and fresh else None,
        "before": info.before if info is not None and fresh else None,
        "bytes": data.bytes,
        "merges": len(state.merges),
        "raw_bits": 8 * data.bytes,
        "longest": max((len(one) for one in made), default=1),
        "halves": sum(not whole(one) for one in made),
    }


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load)
