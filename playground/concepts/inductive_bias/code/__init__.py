"""The three nets on the digit that is tested, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.inductive_bias import nets, transformer
from playground.concepts.inductive_bias.attending import shown_picture
from playground.concepts.inductive_bias.flat import parts
from playground.engine.declarations.code import Code, Moment
from playground.engine.kit import conv_nets


def _picture(at: Moment) -> torch.Tensor:
    return shown_picture(at.params, at.data, at.state)


def _mlp(at: Moment) -> Mapping[str, Any]:
    W = {name: part[0] for name, part in parts(at.state.mlp.theta, nets.PERCEPTRON).items()}
    return {"x": _picture(at), "W_1": W["W1"], "b_1": W["b1"], "W_2": W["W2"], "b_2": W["b2"]}


def _cnn(at: Moment) -> Mapping[str, Any]:
    shape, picture = nets.convolutional(at.params), _picture(at)
    seen = nets.with_coordinates(picture[None, None])[0, 0] if at.params.coordinates else picture[None]
    known = conv_nets.weights(at.state.cnn.theta[0], shape)
    (K_1, K_2), (b_1, b_2) = known.kernels, known.biases
    return {
        "x": seen,
        "K_1": K_1,
        "b_1": b_1,
        "K_2": K_2,
        "b_2": b_2,
        "W": known.W,
        "b": known.b,
        "wrap": shape.wrap,
        "head": shape.head,
    }


def _vit(at: Moment) -> Mapping[str, Any]:
    shape = nets.transforming(at.params)
    W = {name: part[0] for name, part in parts(at.state.vit.theta, transformer.sizes(shape)).items()}
    blocks = [{name: W[f"{name}{k}"] for name in "ghQqOoijAaBb"} for k in range(shape.layers)]
    return {
        "x": _picture(at),
        "p": shape.patch,
        "heads": shape.heads,
        "E": W["E"],
        "e": W["e"],
        "cls": W["class"],
        "P": W.get("P", torch.zeros(transformer.tokens(shape), shape.width)),
        "blocks": blocks,
        "g": W["g"],
        "h": W["h"],
        "U": W["U"],
        "u": W["u"],
    }


def _says(name: str, at: Moment) -> Mapping[str, Any]:
    return {"logits": nets.logits(name, at.params, getattr(at.state, name).theta, _picture(at)[None, None])[0, 0]}


_SEEN = ("curves", "shift", "scrambled")
CODES = (
    Code(
        "mlp",
        title="The multi-layer perceptron",
        when={"mode": _SEEN, "net": ("mlp",)},
        reads=_mlp,
        gives=lambda at: _says("mlp", at),
        marks={"pixels": "x"},
        within=1e-4,
    ),
    Code(
        "cnn",
        title="The convolutional net",
        when={"mode": _SEEN, "net": ("cnn",)},
        reads=_cnn,
        gives=lambda at: _says("cnn", at),
        marks={"features": "x"},
        within=1e-4,
    ),
    Code(
        "vit",
        title="The vision transformer",
        when={},
        reads=_vit,
        gives=lambda at: _says("vit", at),
        marks={"A": "A"},
        within=1e-4,
    ),
)
WITHOUT = ()
