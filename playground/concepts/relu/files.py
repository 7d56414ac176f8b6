"""The user's own net from a file: JSON, safetensors, or a torch file of plain tensors. Nothing is unpickled."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.data import Data, data_of
from playground.engine.errors import BadInput

MOST_BYTES = 16 << 20
MOST_LAYERS, MOST_UNITS = 7, 64
LARGEST = 1e6

Pair = tuple[Tensor, Tensor]


def load(params: Params, path: Path) -> Data:
    """The net of a file: one or two inputs, up to six hidden layers of up to 64 units, one output.

    JSON is {"layers": [{"W": [[...]], "b": [...]}, ...]} with a row of W for each unit; the other two hold tensors
    whose names end in "weight" and "bias", as torch.nn.Sequential stores them.

    Raises:
        BadInput: the file cannot be used; the sentence names the layer and its shape.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path.name} cannot be opened: {error.strerror}", "file") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{path.name} has {len(raw):,} bytes, allowed are {MOST_BYTES:,}", "file")
    header = int.from_bytes(raw[:8], "little")  # of a safetensors file: the length of the JSON that follows
    if raw[:2] == b"PK":
        pairs = _from_tensors(path.name, _torch_tensors(path))
    elif raw[8:9] == b"{" and header <= len(raw):
        pairs = _from_tensors(path.name, _safetensors(path.name, raw))
    else:
        pairs = _from_json(path.name, raw)
    _check(path.name, pairs)
    d = pairs[0][0].shape[1]
    empty = torch.zeros((0, d), dtype=torch.float64)
    return data_of(empty, torch.zeros(0, dtype=torch.float64), tuple(pairs), path.name)


def _from_json(name: str, raw: bytes) -> list[Pair]:
    try:
        layers = json.loads(raw)["layers"]
        return [(_tensor(one["W"]), _tensor(one["b"])) for one in layers]
    except (ValueError, KeyError, TypeError, UnicodeDecodeError):
        raise BadInput(
            f'{name} is no net, allowed is {{"layers": [{{"W": [[...]], "b": [...]}}, ...]}}', "file"
        ) from None


def _tensor(values: Sequence[Any]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def _safetensors(name: str, raw: bytes) -> Mapping[str, Any]:
    try:
        return load_tensors(raw)
    except (SafetensorError, ValueError, KeyError) as error:
        raise BadInput(f"{name} is no safetensors file: {error}", "file") from None


def _torch_tensors(path: Path) -> Mapping[str, Any]:
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, ValueError, KeyError, EOFError, OSError):
        raise BadInput(f"{path.name} cannot be read, allowed is a torch file that holds tensors only", "file") from None
    if not isinstance(found, Mapping):
        raise BadInput(f"{path.name} holds a {type(found).__name__}, allowed is a dictionary of tensors", "file")
    return found


def _from_tensors(name: str, tensors: Mapping[str, Any]) -> list[Pair]:
    """Weights with their biases, in the order of the numbers in their names."""
    weights = [key for key in tensors if isinstance(key, str) and key.endswith("weight")]
    pairs = []
    for key in sorted(
        weights, key=lambda key: [int(part) if part.isdecimal() else 0 for part in re.split(r"\D+", key)]
    ):
        W = tensors[key]
        b = tensors.get(key[: -len("weight")] + "bias")
        if not isinstance(W, Tensor) or not (b is None or isinstance(b, Tensor)):
            raise BadInput(f"{name}: {key} is no tensor", "file")
        W = W.to(torch.float64)
        pairs.append((W, torch.zeros(W.shape[0], dtype=torch.float64) if b is None else b.to(torch.float64)))
    return [(W.contiguous(), b.contiguous()) for W, b in pairs]


def _check(name: str, pairs: Sequence[Pair]) -> None:
    if not 2 <= len(pairs) <= MOST_LAYERS:
        raise BadInput(f"{name} has {len(pairs)} layers, allowed are 2 to {MOST_LAYERS} with the output", "file")
    before = None
    for number, (W, b) in enumerate(pairs, 1):
        where = f"{name}, layer {number}"
        if W.dim() != 2 or b.dim() != 1 or len(b) != len(W):
            shapes = f"W of shape {tuple(W.shape)} and b of shape {tuple(b.shape)}"
            raise BadInput(f"{where} has {shapes}, allowed are (units, inputs) and (units,)", "file")
        if before is not None and W.shape[1] != before:
            raise BadInput(f"{where} takes {W.shape[1]} inputs, layer {number - 1} has {before} units", "file")
        if not 1 <= len(W) <= MOST_UNITS:
            raise BadInput(f"{where} has {len(W)} units, allowed are 1 to {MOST_UNITS}", "file")
        if not bool(torch.isfinite(W).all() and torch.isfinite(b).all()) or float(W.abs().max()) > LARGEST:
            raise BadInput(f"{where} has a weight that is no number from -1e6 to 1e6", "file")
        before = len(W)
    if pairs[0][0].shape[1] not in (1, 2):
        raise BadInput(f"{name}, layer 1 takes {pairs[0][0].shape[1]} inputs, allowed are 1 and 2", "file")
    if len(pairs[-1][0]) != 1:
        raise BadInput(f"{name}, layer {len(pairs)} has {len(pairs[-1][0])} outputs, allowed is 1", "file")
