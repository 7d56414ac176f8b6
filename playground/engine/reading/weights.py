"""Weights of layered nets: JSON, safetensors, NumPy, or a torch file of plain tensors. Nothing is unpickled."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.layer_order import UnplacedLayer, in_order_of_names, order_of
from playground.engine.reading.tensors import read_tensors

LARGEST = 1e6
MOST_NUMBERS = 1 << 24

Pair = tuple[Tensor, Tensor]

_WEIGHT = re.compile(r"(?:(?P<path>.*)[./_ ])?(?:weights?|kernel|[Ww])(?P<number>_?\d*)(?::0)?")
_ARRAY = re.compile(r"arr_(\d+)")
_BIASES = (("weights", "biases"), ("weight", "bias"), ("kernel", "bias"), ("W", "b"), ("w", "b"))


class Limits(NamedTuple):
    """What a panel can use.

    Attributes:
        layers: how many, with the output layer.
        units: how many in a layer.
        inputs: how many the first layer may take.
        outputs: how many the last layer may give.
        most_bytes: of the file.
    """

    layers: int
    units: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...] = (1,)
    most_bytes: int = 16 << 20


def read_layers(path: Path, limits: Limits) -> list[Pair]:
    """The layers of a net as (W, b), float64, with a row of W, shape (units, inputs), for each unit.

    JSON is `{"layers": [{"W": [[...]], "b": [...]}, ...]}`; the others hold tensors whose names end in "weight" and
    "bias", as torch.nn stores them, in "kernel" and "bias", W1 and b1, or without names the weights and biases by turns
    as Keras gives them. A layer without a bias gets zeros. Matrices that have a column for each unit are transposed if
    the net chains in that way only. The order of the layers is that of `order_of`.

    Raises:
        BadInput: the file cannot be used; the sentence names the layer and its shape.
    """
    found = read_tensors(path.name, read_bytes(path, limits.most_bytes), limits.most_bytes)
    named = _layers(path.name, found.tensors, limits)
    pairs = _ordered(path.name, named, found.kept, limits)
    _check(path.name, pairs, limits)
    return pairs


def _layers(name: str, tensors: Mapping[str, Tensor], limits: Limits) -> dict[str, Pair]:
    """Weights with their biases by the name of the layer, as they stand in the file."""
    if tensors and all(_ARRAY.fullmatch(key) for key in tensors):
        return _by_turns(name, tensors)
    pairs: dict[str, Pair] = {}
    used: set[str] = set()
    for key in tensors:
        match = _WEIGHT.fullmatch(key)
        if match is None:
            continue
        bias = _bias_of(key, tensors)
        used |= {key, bias}
        W = _plain(name, key, tensors[key])
        b = _plain(name, bias, tensors[bias]) if bias else None
        pairs[(match["path"] or "") + (match["number"] or "") or key] = W, _bias(W, b)
    others = [key for key in tensors if key not in used]
    if not pairs:
        raise BadInput(f'{name} has no tensor whose name ends in "weight"', "file")
    if others:
        raise BadInput(f"{name}: {others[0][:60]} is neither weights nor biases of a layer of units", "file")
    return pairs


def _bias_of(key: str, tensors: Mapping[str, Tensor]) -> str:
    """The name of the biases that belong to weights; empty if there are none."""
    for weight, bias in _BIASES:
        head, found, tail = key.rpartition(weight)
        if found and f"{head}{bias}{tail}" in tensors:
            return f"{head}{bias}{tail}"
    return ""


def _by_turns(name: str, tensors: Mapping[str, Tensor]) -> dict[str, Pair]:
    """Arrays without names in the order of their numbers: each matrix with the next of the vectors of biases.

    Keras gives them by turns, scikit-learn all matrices first; where some layers have no biases, they follow theirs.
    """
    keys = sorted(tensors, key=lambda key: int(key.removeprefix("arr_")[:9]))
    parts = [_plain(name, key, tensors[key]) for key in keys]
    wrong = next((k for k, part in enumerate(parts) if part.dim() not in (1, 2)), None)
    if wrong is not None or not parts or parts[0].dim() != 2:
        shape = tuple(parts[wrong or 0].shape) if parts else ()
        raise BadInput(f"{name}: {keys[wrong or 0]} has the shape {shape}, allowed are weights and biases", "file")
    matrices, vectors = [part for part in parts if part.dim() == 2], [part for part in parts if part.dim() == 1]
    biases: list[Tensor | None] = [None] * len(matrices)
    if len(vectors) == len(matrices):
        biases = [*vectors]
    elif vectors:
        following = zip(parts, [*parts[1:], parts[0]], strict=True)
        biases = [after if after.dim() == 1 else None for part, after in following if part.dim() == 2]
    if sum(one is not None for one in biases) != len(vectors):
        said = f"{len(matrices)} matrices and {len(vectors)} vectors"
        raise BadInput(f"{name} has {said}, allowed are weights and biases by turns", "file")
    return {f"layer {k}": (W, _bias(W, b)) for k, (W, b) in enumerate(zip(matrices, biases, strict=True), 1)}


def _bias(W: Tensor, b: Tensor | None) -> Tensor:
    """The biases; an empty tensor stands for those that a file does not have, since the shape of W may turn."""
    return b if b is not None else W.new_zeros(0)


def _ordered(name: str, named: Mapping[str, Pair], kept: bool, limits: Limits) -> list[Pair]:
    """The layers in their order, with a row of W for each unit."""
    if not 2 <= len(named) <= limits.layers:
        raise BadInput(f"{name} has {len(named)} layers, allowed are 2 to {limits.layers} with the output", "file")
    upright = list(named.values())
    turned = [(W.T.contiguous() if W.dim() == 2 else W, b) for W, b in upright]
    ends = limits.inputs, limits.outputs
    for pairs in (upright, turned):
        if _fits(pairs):
            layers = [UnplacedLayer(key, W.shape[1], len(W)) for key, (W, _) in zip(named, pairs, strict=True)]
            order = order_of(name, layers, kept, *ends)
            if order is not None:
                return [_whole(*pairs[k]) for k in order]
    return [_whole(*named[key]) for key in in_order_of_names(named)]


def _whole(W: Tensor, b: Tensor) -> Pair:
    return W, b if b.numel() else W.new_zeros(W.shape[:1] or (1,))


def _fits(pairs: Sequence[Pair]) -> bool:
    """Whether every bias is as long as its matrix has rows."""
    return all(W.dim() == 2 and b.dim() == 1 and len(b) in (0, len(W)) for W, b in pairs)


def _plain(name: str, key: str, value: Tensor) -> Tensor:
    """A tensor as float64; one that only pretends to a size (a stride of 0) is not blown up."""
    if value.layout != torch.strided or value.device.type != "cpu":
        raise BadInput(f"{name}: {key[:40]} is no plain tensor", "file")
    if value.is_complex() or value.is_quantized or value.dtype == torch.bool:
        raise BadInput(f"{name}: {key[:40]} holds {value.dtype}, allowed are real numbers", "file")
    if math.prod(value.shape) > MOST_NUMBERS:
        raise BadInput(f"{name}: {key[:40]} has the shape {tuple(value.shape)}, which is too large", "file")
    return value.detach().to(torch.float64).contiguous()


def _check(name: str, pairs: Sequence[Pair], limits: Limits) -> None:
    if not 2 <= len(pairs) <= limits.layers:
        raise BadInput(f"{name} has {len(pairs)} layers, allowed are 2 to {limits.layers} with the output", "file")
    before = None
    for number, (W, b) in enumerate(pairs, 1):
        where = f"{name}, layer {number}"
        if W.dim() != 2 or b.dim() != 1 or len(b) != len(W):
            shapes = f"W of shape {tuple(W.shape)} and b of shape {tuple(b.shape)}"
            raise BadInput(f"{where} has {shapes}, allowed are (units, inputs) and (units,)", "file")
        if before is not None and W.shape[1] != before:
            raise BadInput(f"{where} takes {W.shape[1]} inputs, layer {number - 1} has {before} units", "file")
        if not 1 <= len(W) <= limits.units:
            raise BadInput(f"{where} has {len(W)} units, allowed are 1 to {limits.units}", "file")
        if not all(bool((part.abs() <= LARGEST).all()) for part in (W, b)):
            raise BadInput(f"{where} has a weight that is no number from -1e6 to 1e6", "file")
        before = len(W)
    if pairs[0][0].shape[1] not in limits.inputs:
        allowed = " and ".join(map(str, limits.inputs))
        raise BadInput(f"{name}, layer 1 takes {pairs[0][0].shape[1]} inputs, allowed are {allowed}", "file")
