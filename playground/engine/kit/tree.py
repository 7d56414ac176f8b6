"""Trees of tensors: NamedTuples and tuples whose leaves are tensors, numbers, flags, words or None.

Data, State and Info of every concept are such trees. This walks, compares, measures, stores and reads them.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from playground.engine.errors import BadInput

Path = tuple[str, ...]


def leaves(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every leaf with the names that lead to it."""
    if isinstance(tree, tuple):
        names = getattr(tree, "_fields", None) or tuple(str(i) for i in range(len(tree)))
        for name, part in zip(names, tree, strict=True):
            yield from leaves(part, (*path, name))
    else:
        yield path, tree


def as_tensor(array: np.ndarray[Any, Any], before: Tensor) -> Tensor:
    """The tensor of what a step has made of `before`: itself where the array is still its own, else one of its shape.

    A new tensor over an array of an old one would hold that, and so those of all steps before it.
    """
    if array.ctypes.data == before.data_ptr():
        return before
    return torch.from_numpy(array.reshape(before.shape))


def map_leaves(fn: Callable[[Any], Any], tree: Any) -> Any:
    """The same tree with every leaf replaced."""
    if isinstance(tree, tuple):
        parts = (map_leaves(fn, part) for part in tree)
        return type(tree)(*parts) if hasattr(tree, "_fields") else tuple(parts)
    return fn(tree)


def same(a: Any, b: Any) -> bool:
    """Equal bit for bit: same types, shapes and dtypes; NaN equals NaN."""
    if isinstance(a, tuple):
        return type(a) is type(b) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Tensor):
        if not isinstance(b, Tensor) or a.dtype != b.dtype or a.shape != b.shape:
            return False
        return torch.equal(a, b) or _bytes(a) == _bytes(b)
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    return type(a) is type(b) and bool(a == b)


def storages(tree: Any, found: dict[int, int] | None = None) -> dict[int, int]:
    """The address of every distinct tensor storage with its size in bytes."""
    found = {} if found is None else found
    if isinstance(tree, Tensor):
        storage = tree.untyped_storage()
        found[storage.data_ptr()] = storage.nbytes()
    elif isinstance(tree, tuple):
        for part in tree:
            storages(part, found)
    return found


def is_finite(tree: Any, known: Any = None) -> bool:
    """Whether every tensor and number is finite; parts that are the same objects as in the finite `known` are."""
    if tree is known and tree is not None:
        return True
    if isinstance(tree, tuple):
        known = known if isinstance(known, tuple) and len(known) == len(tree) else (None,) * len(tree)
        return all(map(is_finite, tree, known))
    if isinstance(tree, Tensor):
        # A sum is finite only if every entry is; where it overflows, the entries decide.
        return not tree.is_floating_point() or math.isfinite(tree.sum().item()) or bool(torch.isfinite(tree).all())
    return not isinstance(tree, float) or math.isfinite(tree)


def first_nonfinite(tree: Any) -> str:
    """The name of the first tensor or number that is not finite, or empty."""
    if is_finite(tree):
        return ""
    return next(".".join(path) for path, leaf in leaves(tree) if not is_finite(leaf))


def digest(tree: Any) -> str:
    """A short hash of every bit of the tree."""
    h = blake2b(digest_size=8)
    for path, leaf in leaves(tree):
        h.update(".".join(path).encode())
        h.update(_bytes(leaf) if isinstance(leaf, Tensor) else repr(leaf).encode())
    return h.hexdigest()


def _bytes(tensor: Tensor) -> bytes:
    return tensor.detach().cpu().contiguous().numpy().tobytes()


def dump(tree: Any) -> dict[str, Any]:
    """The tree as JSON values; tensors together as base64 safetensors."""
    tensors: dict[str, Tensor] = {}
    plain: dict[str, Any] = {}
    for path, leaf in leaves(tree):
        if isinstance(leaf, Tensor):
            tensors[".".join(path)] = leaf.detach().cpu().contiguous().clone()
        else:
            plain[".".join(path)] = _encode(leaf)
    return {"plain": plain, "tensors": base64.b64encode(save_tensors(tensors)).decode() if tensors else ""}


def undump(stored: Mapping[str, Any], like: Any, what: str) -> Any:
    """The tree that `dump` stored, checked against an example of it.

    Args:
        stored: what `dump` returned.
        like: a tree of the same types; shapes may differ, dtypes and names may not.
        what: for the error sentence, such as "data of the scene".

    Raises:
        BadInput: it is not such a tree.
    """
    try:
        raw = base64.b64decode(stored["tensors"], validate=True)
        tensors = load_tensors(raw) if raw else {}
        plain = dict(stored["plain"])
    except (KeyError, TypeError, ValueError, SafetensorError) as error:
        raise BadInput(f"{what} cannot be read: {error}", "file") from None
    built = _build(like, (), tensors, plain, what)
    left = [*tensors, *plain]
    if left:
        raise BadInput(f"{what} has the unknown part {left[0]!r}", "file")
    return built


def _build(like: Any, path: Path, tensors: dict[str, Tensor], plain: dict[str, Any], what: str) -> Any:
    name = ".".join(path)
    if hasattr(like, "_fields"):
        parts = (_build(getattr(like, f), (*path, f), tensors, plain, what) for f in like._fields)
        return type(like)(*parts)
    if isinstance(like, tuple) and not (name in plain or name in tensors):
        count = _count(path, tensors, plain)
        example = like[0] if like else None
        examples = [like[i] if i < len(like) else example for i in range(count)]
        return tuple(_build(examples[i], (*path, str(i)), tensors, plain, what) for i in range(count))
    if name in tensors:
        tensor = tensors.pop(name)
        if isinstance(like, Tensor) and tensor.dtype != like.dtype:
            raise BadInput(f"{what}: {name} is of type {tensor.dtype}, allowed is {like.dtype}", name)
        return tensor.to(like.device) if isinstance(like, Tensor) else tensor
    if name in plain:
        value = _decode(plain.pop(name))
        if isinstance(like, Tensor) and value is not None:
            raise BadInput(f"{what}: {name} must be an array", name)
        return value
    raise BadInput(f"{what} lacks the part {name!r}", name)


def _count(path: Path, tensors: Mapping[str, Any], plain: Mapping[str, Any]) -> int:
    """How many entries a stored plain tuple has."""
    start = ".".join(path) + "." if path else ""
    heads = {key[len(start) :].split(".", 1)[0] for key in (*tensors, *plain) if key.startswith(start)}
    return len(heads)


def _encode(leaf: Any) -> Any:
    """A plain leaf as JSON: exact for floats (JSON has no infinities and its readers differ on the last digit)."""
    if isinstance(leaf, float):
        return {"float": leaf.hex()}
    if leaf is None or isinstance(leaf, bool | int | str):
        return leaf
    raise TypeError(f"a tree leaf is a tensor, number, flag, word or None, not {type(leaf).__name__}")


def _decode(value: Any) -> Any:
    if isinstance(value, dict):
        try:
            return float.fromhex(value["float"])
        except (KeyError, TypeError, ValueError):
            raise BadInput(f"a stored number is {str(value)[:40]}, allowed is a hexadecimal float", "file") from None
    if value is None or isinstance(value, bool | int | str):
        return value
    raise BadInput(f"a stored value is {str(value)[:40]}, allowed are numbers, flags, words and null", "file")
