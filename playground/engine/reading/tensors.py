"""Tensors by name from files of several forms. Nothing is unpickled but plain tensors, and nothing is run."""

from __future__ import annotations

import io
import json
import pickle
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.reading.arrays import is_arrays, read_arrays
from playground.engine.reading.foreign import refuse_foreign
from playground.engine.reading.preview import is_safetensors
from playground.engine.reading.text import decode

_SHAPE = '{"layers": [{"W": [[...]], "b": [...]}, ...]}'
_STATES = ("state_dict", "model_state_dict")
_WHOLE = "save its weights alone, torch.save(model.state_dict(), ...), and open that"
_DEEPEST = 8


class NamedTensors(NamedTuple):
    """What a file holds.

    Attributes:
        tensors: by name, in the order of the file; words and numbers beside them are left out.
        kept: whether that is the order in which they were made.
    """

    tensors: dict[str, Tensor]
    kept: bool


def read_tensors(name: str, raw: bytes, most_bytes: int) -> NamedTensors:
    """The tensors of a net in a file: safetensors, torch, NumPy or JSON.

    Of a checkpoint those of its model are taken, wherever they are nested.

    Args:
        name: of the file.
        raw: its bytes.
        most_bytes: how large it may be unpacked.

    Raises:
        BadInput: the file cannot be used, or holds several nets.
    """
    refuse_foreign(name, raw)
    if is_arrays(raw):
        arrays = read_arrays(name, raw)
        return NamedTensors({key: _of_array(name, key, array) for key, array in arrays.items()}, True)
    if raw[:2] == b"PK":
        return NamedTensors(_model_of(name, _torch(name, raw, most_bytes)), True)
    if is_safetensors(raw, len(raw)):
        return NamedTensors(_safetensors(name, raw), False)
    return NamedTensors(_json(name, raw), True)


def _of_array(name: str, key: str, values: Any) -> Tensor:
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise BadInput(f"{name}: {key[:40] or 'the array'} holds {array.dtype}, allowed are real numbers", "file")
    return torch.from_numpy(np.ascontiguousarray(array, dtype=np.float64))


def _safetensors(name: str, raw: bytes) -> dict[str, Tensor]:
    try:
        return load_tensors(raw)
    except (SafetensorError, ValueError, KeyError, RuntimeError, TypeError):  # in words of the library
        said = "its head does not fit the tensors behind it"
        raise BadInput(f"{name} is no sound safetensors file: {said}; write it again", "file") from None


def _torch(name: str, raw: bytes, most_bytes: int) -> Any:
    refused = BadInput(f"{name} cannot be read, allowed is a torch file that holds tensors only; {_WHOLE}", "file")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = archive.infolist()
        size = sum(entry.file_size for entry in entries)
        if size > most_bytes:
            raise BadInput(f"{name} unpacks to {size:,} bytes, allowed are {most_bytes:,}", "file")
        if any("/code/" in entry.filename for entry in entries):
            raise BadInput(f"{name} is a program of TorchScript; {_WHOLE}", "file")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return torch.load(io.BytesIO(raw), map_location="cpu", weights_only=True)
    except BadInput:
        raise
    except pickle.UnpicklingError:
        raise BadInput(f"{name} holds more than tensors, such as a whole model or settings; {_WHOLE}", "file") from None
    except Exception:  # a damaged archive fails in many ways, none of which says more
        raise refused from None


def _json(name: str, raw: bytes) -> dict[str, Tensor]:
    try:
        content = json.loads(decode(name, raw))
        if not isinstance(content, dict):
            raise TypeError
        if "layers" not in content and any(str(key).endswith("weight") for key in content):
            return {key: _numbers(name, key, values) for key, values in content.items()}
        found = [(one["W"], one["b"]) for one in content["layers"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        allowed = f"allowed is {_SHAPE}, a safetensors, torch or .npz file"
        raise BadInput(f"{name} is no net, {allowed}", "file") from None
    tensors = {}
    for k, (W, b) in enumerate(found, 1):
        tensors[f"layer {k}.weight"] = _numbers(name, f"layer {k}: W", W, "rows of numbers, each of the same length")
        tensors[f"layer {k}.bias"] = _numbers(name, f"layer {k}: b", b)
    return tensors


def _numbers(name: str, key: str, values: Sequence[Any], kind: str = "a list of numbers") -> Tensor:
    try:
        array = np.array(values)
        if array.dtype.kind not in "iuf":
            raise ValueError
        return torch.from_numpy(array.astype(np.float64))
    except (ValueError, TypeError, OverflowError):
        raise BadInput(f"{name}, {key[:60]} is not {kind}", "file") from None


def _model_of(name: str, found: Any) -> dict[str, Tensor]:
    """The tensors of the one net in what a torch file holds."""
    if isinstance(found, list | tuple) and found and all(isinstance(one, Tensor) for one in found):
        return {f"arr_{k}": one for k, one in enumerate(found)}
    if not isinstance(found, Mapping):
        what = "one tensor" if isinstance(found, Tensor) else "no dictionary"
        raise BadInput(
            f"{name} holds {what}, allowed is a dictionary of tensors; {_WHOLE}",
            "file",
        )
    nets = {str(key): part for key, part in found.items() if isinstance(part, Mapping) and _matrices(part)}
    own = any(isinstance(value, Tensor) and value.dim() > 1 for value in found.values())
    if own or not nets or (all(_matrices(part) == 1 for part in nets.values()) and not set(nets) & set(_STATES)):
        return _flat(found)
    chosen = [key for key in _STATES if key in nets] or list(nets)
    if len(chosen) > 1:
        said = f"{name} holds several nets: {', '.join(nets)[:80]}"
        raise BadInput(f"{said}; save one of them, torch.save(model.state_dict(), ...)", "file")
    return _model_of(name, nets[chosen[0]])


def _matrices(part: Mapping[Any, Any]) -> int:
    """How many matrices of weights stand in a part of a file."""
    return sum(value.dim() == 2 and key.endswith(("weight", "kernel")) for key, value in _flat(part).items())


def _flat(found: Mapping[Any, Any], depth: int = 0) -> dict[str, Tensor]:
    """Nested tensors by their paths."""
    flat: dict[str, Tensor] = {}
    for key, value in found.items():
        if isinstance(value, Tensor):
            flat[str(key)] = value
        elif isinstance(value, Mapping) and depth < _DEEPEST:
            flat |= {f"{key}.{path}": one for path, one in _flat(value, depth + 1).items()}
    return flat
