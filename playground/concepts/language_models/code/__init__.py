"""The chances of the next character and the perplexity of a text as plain functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.language_models.read import measured, written
from playground.concepts.language_models.state import baselines
from playground.concepts.language_models.write_view import SHOWN, chosen
from playground.concepts.language_models.writing import chances, drawn
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import characters

_U = 0.37  # the number with which the code draws


def _logits(at: Moment) -> Any:
    reading = written(at.params, at.data, at.state)
    return reading.logits[chosen(at.state, reading, max(0, len(reading.numbers) - SHOWN))]


def _reads_sample(at: Moment) -> Mapping[str, Any]:
    return {"z": _logits(at), "T": at.params.temperature, "k": at.params.top_k, "u": _U}


def _gives_sample(at: Moment) -> Mapping[str, Any]:
    p = chances(_logits(at), at.params.temperature, at.params.top_k)
    return {"p": p, "token": drawn(p, _U)}


def _typed(at: Moment) -> Any:
    numbers = characters.numbered(at.data.signs, at.params.sentence)
    return numbers if len(numbers) > 1 else characters.numbered(at.data.signs, (at.params.sentence + "  ")[:2])


def _reads_perplexity(at: Moment) -> Mapping[str, Any]:
    return {"p": measured(at.params, at.data, at.state, at.params.model, _typed(at))}


def _gives_perplexity(at: Moment) -> Mapping[str, Any]:
    return {name: at.numbers[name] for name in ("bits", "nats", "perplexity")}


def _reads_bigram(at: Moment) -> Mapping[str, Any]:
    known = baselines(at.params, at.data)
    return {
        "learnt": known.learnt.long(),
        "x": known.inputs.flatten(),
        "y": known.following.flatten(),
        "V": len(at.data.signs),
    }


def _gives_bigram(at: Moment) -> Mapping[str, Any]:
    return {"perplexity": torch.tensor(at.numbers["bigram_perplexity"], dtype=torch.float64)}


CODES = (
    Code(
        "sample",
        title="One character",
        when={"mode": ("write",)},
        reads=_reads_sample,
        gives=_gives_sample,
        marks={"p": "p"},
        within=1e-6,
        step=False,
    ),
    Code(
        "perplexity",
        title="Perplexity",
        when={"mode": ("meter",)},
        reads=_reads_perplexity,
        gives=_gives_perplexity,
        marks={"s": "s"},
        within=1e-9,
        step=False,
    ),
    Code(
        "bigram",
        title="Counting pairs",
        when={"mode": ("learn",)},
        reads=_reads_bigram,
        gives=_gives_bigram,
        within=1e-9,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
