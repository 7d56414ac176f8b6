"""A step of attention, the encoder and the decoder of the fixed vector, on what is on screen, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.seq2seq.net import ATTENDS, FIXED
from playground.concepts.seq2seq.screen import Screen, screen_of
from playground.concepts.seq2seq.state import looks
from playground.engine.declarations.code import Code, Moment, NoCode


def _screen(now: Moment) -> Screen:
    fed = now.params.fed if now.params.mode == "unrolled" else "own"
    return screen_of(now.params, now.data, now.state, fed)


def _tensor(values: Any) -> Tensor:
    return torch.from_numpy(values.copy())


def _gates(parts: Any) -> Tensor:
    """The weights of all gates side by side."""
    return torch.cat([_tensor(part) for part in parts], 1)


def _looks(now: Moment) -> Mapping[str, Any]:
    one = _screen(now)
    steps, places = one.asked.aims.shape
    scores = {name: _tensor(part) for name, part in one.known.scores._asdict().items()}
    return {
        "s": _tensor(one.spoken.queries[0, one.chosen]),
        "H": _tensor(one.read.keys[0]),
        **scores,
        "W": _tensor(one.known.W[ATTENDS]),
        "C": _tensor(one.known.C[ATTENDS]),
        "c": _tensor(one.known.c[ATTENDS, 0]),
        "only": looks(now.state, steps, places).get(one.chosen, -1),
    }


def _looked(now: Moment) -> Mapping[str, Any]:
    one = _screen(now)
    return {
        "alpha": _tensor(one.weights[one.chosen]),
        "context": _tensor(one.spoken.contexts[0, one.chosen]),
        "said": torch.tensor(int(one.spoken.said[ATTENDS, one.chosen, 0])),
    }


def _letters(now: Moment) -> Mapping[str, Any]:
    one = _screen(now)
    cell = one.known.encoder
    return {
        "tokens": one.asked.batch.source[:, 0].tolist(),
        "Wx": _gates(cell.Wx[FIXED, 0]),
        "Wh": _gates(cell.Wh[FIXED, 0]),
        "b": _gates(cell.b[FIXED, 0])[0],
    }


def _vector(now: Moment) -> Mapping[str, Any]:
    return {"h": _tensor(_screen(now).read.seen.states[FIXED, 0, -1, 0])}


def _start(now: Moment) -> Mapping[str, Any]:
    one = _screen(now)
    cell = one.known.decoder
    return {
        "s": _tensor(one.read.first[FIXED, 0]),
        "v": _tensor(one.read.last[FIXED, 0]),
        "Wx": _gates(cell.Wx[FIXED]),
        "Wh": _gates(cell.Wh[FIXED]),
        "b": _gates(cell.b[FIXED])[0],
        "W": _tensor(one.known.W[FIXED]),
        "C": _tensor(one.known.C[FIXED]),
        "c": _tensor(one.known.c[FIXED, 0]),
        "steps": len(one.weights),
        "right": [],
    }


def _said(now: Moment) -> Mapping[str, Any]:
    return {"said": _screen(now).spoken.said[FIXED, :, 0].tolist()}


_WITHIN = 1e-5
CODES = (
    Code(
        "attend",
        title="One step of attention",
        when={"mode": ("unrolled",), "score": ("product",)},
        reads=_looks,
        gives=_looked,
        marks={"alpha": "α"},
        within=_WITHIN,
        step=False,
    ),
    Code(
        "additive",
        title="One step of attention",
        when={"mode": ("unrolled",), "score": ("additive",)},
        reads=_looks,
        gives=_looked,
        marks={"alpha": "α"},
        within=_WITHIN,
        step=False,
    ),
    Code(
        "encode",
        title="The fixed vector",
        when={"mode": ("lengths",)},
        reads=_letters,
        gives=_vector,
        within=_WITHIN,
        step=False,
    ),
    Code(
        "decode",
        title="Hearing itself",
        when={"mode": ("feeding",)},
        reads=_start,
        gives=_said,
        within=_WITHIN,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
