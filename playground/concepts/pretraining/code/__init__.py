"""A transformer that reads, and two LSTMs with their mix, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.pretraining import bilm
from playground.concepts.pretraining.masks import hidden_place, read
from playground.concepts.pretraining.reading import HEADS, shape_of
from playground.concepts.pretraining.senses import sentence
from playground.concepts.pretraining.shots import prompted
from playground.concepts.pretraining.texts import LENGTH, names, typed
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import recurrent_layers, transformer


def _net(at: Moment, net: int, causal: bool, tokens: Tensor, place: int) -> Mapping[str, Any]:
    """A net and the text that it reads."""
    shape = shape_of(at.params, causal)
    W = transformer.matrices(at.state.nets[net].theta, shape)
    names_of_block = ("g1", "b1", "QKV", "O", *(("g2", "b2", "U", "D") if shape.inner else ()))
    return {
        "tokens": tokens,
        "place": place,
        "E": W["E"],
        "P": W.get("P", torch.zeros(1, shape.width)),
        "blocks": [{name: W[f"{name}{k}"] for name in names_of_block} for k in range(shape.layers)],
        "g": W["g"],
        "b": W["b"],
        "R": W["R"],
        "heads": HEADS,
        "causal": causal,
        "rotary": shape.positions == "rotary",
    }


def _reads(at: Moment) -> Mapping[str, Any]:
    if at.params.mode == "shots":
        tokens = prompted(at.params).tokens
        return _net(at, 0, True, tokens, len(tokens) - 1)
    text, place = typed(at.params.texts, at.params.own), hidden_place(at.params, at.state)
    hidden = torch.where(torch.arange(LENGTH) == place, len(names(at.params.texts)), text)
    return _net(at, 1, False, hidden, place)


def _says(at: Moment) -> Mapping[str, Any]:
    if at.params.mode == "shots":
        shape, tokens = shape_of(at.params, True), prompted(at.params).tokens
        return {"p": transformer.forward(at.state.nets[0].theta, shape, tokens[None]).logits[0, -1].softmax(-1)}
    return {"p": read(at.params, at.state, typed(at.params.texts, at.params.own))[1, hidden_place(at.params, at.state)]}


def _sentence(at: Moment) -> Mapping[str, Any] | str:
    one = sentence(at.params.first, at.params.word)
    if one.place < 0:
        return f"Your first sentence has no {at.params.word} in it."
    units = at.params.units
    W = bilm.parts(at.state.nets[0].theta.numpy(), units)
    own, _ = bilm.forward(at.state.nets[0].theta, units, bilm.with_ends(one.tokens))
    cells = recurrent_layers.weights(W.cells, bilm.layers(units))[0]
    ahead, back = ((cell.Wx.copy(), cell.Wh.copy(), cell.b[:, 0].copy()) for cell in cells)
    return {
        "rows": torch.from_numpy(own[:, 0].copy()),
        "place": one.place + 1,
        "forward": [torch.from_numpy(part) for part in ahead],
        "backward": [torch.from_numpy(part) for part in back],
        "s": at.params.mix,
    }


def _mixed(at: Moment) -> Mapping[str, Any]:
    one = sentence(at.params.first, at.params.word)
    layered = bilm.vectors(at.state.nets[0].theta, at.params.units, one.tokens, torch.tensor([one.place]))
    return {"v": bilm.mixed(layered, at.params.mix)[0]}


CODES = (
    Code(
        "reader",
        title="What a net says at a place",
        when={"mode": ("masks", "shots")},
        reads=_reads,
        gives=_says,
        marks={"p": "p"},
        within=1e-4,
        step=False,
    ),
    Code(
        "elmo",
        title="A word's vector",
        when={"mode": ("senses",)},
        reads=_sentence,
        gives=_mixed,
        marks={"v": "v"},
        within=1e-4,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
