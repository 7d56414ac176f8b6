"""Weights of layered nets: JSON, safetensors, or a torch file of plain tensors. Nothing is unpickled."""

from __future__ import annotations

import io
import json
import math
import pickle
import re
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.preview import is_safetensors
from playground.engine.reading.text import decode

LARGEST = 1e6
MOST_NUMBERS = 1 << 24

Pair = tuple[Tensor, Tensor]

_SHAPE = '{"layers": [{"W": [[...]], "b": [...]}, ...]}'


class Limits(NamedTuple):
    """What a panel can use.

    Attributes:
        layers: how many, with the output layer.
        units: how many in a layer.
        inputs: how many the first layer may take.
        most_bytes: of the file.
    """

    layers: int
    units: int
    inputs: tuple[int, ...]
    most_bytes: int = 16 << 20


def read_layers(path: Path, limits: Limits) -> list[Pair]:
    """The layers of a net as (W, b), float64, with a row of W, shape (units, inputs), for each unit.

    JSON is `{"layers": [{"W": [[...]], "b": [...]}, ...]}`; the other two hold tensors whose names end in "weight" and
    "bias", as torch.nn.Sequential stores them; a layer without a bias gets zeros.

    Raises:
        BadInput: the file cannot be used; the sentence names the layer and its shape.
    """
    raw = read_bytes(path, limits.most_bytes)
    if raw[:2] == b"PK":
        pairs = _from_tensors(path.name, _torch_tensors(path.name, raw, limits))
    elif is_safetensors(raw, len(raw)):
        pairs = _from_tensors(path.name, _safetensors(path.name, raw))
    else:
        pairs = _from_json(path.name, raw)
    _check(path.name, pairs, limits)
    return pairs


def _from_json(name: str, raw: bytes) -> list[Pair]:
    try:
        layers = json.loads(decode(name, raw))["layers"]
        found = [(one["W"], one["b"]) for one in layers]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{name} is no net, allowed is {_SHAPE}, a safetensors or a torch file", "file") from None
    return [(_tensor(name, k, "W", W), _tensor(name, k, "b", b)) for k, (W, b) in enumerate(found, 1)]


def _tensor(name: str, layer: int, what: str, values: Sequence[Any]) -> Tensor:
    try:
        array = np.array(values)
        if array.dtype.kind not in "iuf":
            raise ValueError
        return torch.from_numpy(array.astype(np.float64))
    except (ValueError, TypeError, OverflowError):
        kind = "rows of numbers, each of the same length" if what == "W" else "a list of numbers"
        raise BadInput(f"{name}, layer {layer}: {what} is not {kind}", "file") from None


def _safetensors(name: str, raw: bytes) -> Mapping[str, Any]:
    try:
        return load_tensors(raw)
    except (SafetensorError, ValueError, KeyError, RuntimeError, TypeError) as error:
        raise BadInput(f"{name} is no safetensors file: {str(error)[:100]}", "file") from None


def _torch_tensors(name: str, raw: bytes, limits: Limits) -> Mapping[str, Any]:
    refused = BadInput(f"{name} cannot be read, allowed is a torch file that holds tensors only", "file")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > limits.most_bytes:
            raise BadInput(f"{name} unpacks to {size:,} bytes, allowed are {limits.most_bytes:,}", "file")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = torch.load(io.BytesIO(raw), map_location="cpu", weights_only=True)
    except BadInput:
        raise
    except (pickle.UnpicklingError, zipfile.BadZipFile):
        raise refused from None
    except Exception:  # a damaged archive fails in many ways, none of which says more
        raise refused from None
    if not isinstance(found, Mapping):
        raise BadInput(f"{name} holds a {type(found).__name__}, allowed is a dictionary of tensors", "file")
    return found


def _from_tensors(name: str, tensors: Mapping[str, Any]) -> list[Pair]:
    """Weights with their biases, in the order of the numbers in their names."""
    weights = [key for key in tensors if isinstance(key, str) and key.endswith("weight")]
    if not weights:
        raise BadInput(f'{name} has no tensor whose name ends in "weight"', "file")
    pairs = []
    for key in sorted(weights, key=_numbers):
        bias = key[: -len("weight")] + "bias"
        W = _plain(name, key, tensors[key])
        b = _plain(name, bias, tensors[bias]) if bias in tensors else W.new_zeros(W.shape[:1] or (1,))
        pairs.append((W, b))
    return pairs


def _numbers(key: str) -> list[int]:
    return [int(part[:9]) for part in re.findall(r"[0-9]+", key)]


def _plain(name: str, key: str, value: Any) -> Tensor:
    """A tensor as float64; one that only pretends to a size (a stride of 0) is not blown up."""
    if not isinstance(value, Tensor) or value.layout != torch.strided or value.device.type != "cpu":
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
