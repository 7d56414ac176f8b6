"""Arrays in files of NumPy, .npy and .npz. Sizes are checked before anything is unpacked; nothing is unpickled."""

from __future__ import annotations

import io
import math
import zipfile
from typing import Any, NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array

NPY = b"\x93NUMPY"
MOST_BYTES = 64 << 20  # of all arrays of a file together
_ZIP = b"PK\3\4"

POINTS = ("x", "x_train", "data", "points", "inputs", "features", "samples")
"""What the array of points is called in a file of several, in small letters."""
CLASSES = ("y", "y_train", "label", "labels", "target", "targets", "class", "classes")
"""What the array of their classes or values is called."""


class _ArrayHead(NamedTuple):
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    begin: int


def is_arrays(raw: bytes) -> bool:
    """Whether a file is one of NumPy's."""
    return raw.startswith(NPY) or (raw.startswith(_ZIP) and b".npy" in raw[:300] and b"data.pkl" not in raw[:300])


def holds_layers(raw: bytes) -> bool:
    """Whether the arrays of a file may be the layers of a net: two matrices at least, none of them called points."""
    if not raw.startswith(_ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = [one.filename.removesuffix(".npy") for one in archive.infolist()]
            if len(names) > 1000 or any(name.casefold() in POINTS for name in names):
                return False
            found = [_shape(archive.open(one).read(4096)) for one in archive.infolist()]
    except Exception:  # damaged: the reader will say so
        return False
    return sum(len(one.shape) == 2 for one in found) > 1


def read_arrays(name: str, raw: bytes) -> dict[str, Array]:
    """The arrays by name, in the order of the file; that of an .npy has the name "".

    Raises:
        BadInput: the file is damaged, too large, or holds objects of Python.
    """
    try:
        if raw.startswith(NPY):
            return {"": _array(name, raw)}
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            size = sum(one.file_size for one in archive.infolist())
            if size > MOST_BYTES:
                raise BadInput(f"{name} unpacks to {size:,} bytes, allowed are {MOST_BYTES:,}", "file")
            return {
                one.filename.removesuffix(".npy"): _array(name, archive.read(one))
                for one in archive.infolist()
                if one.filename.endswith(".npy")
            }
    except BadInput:
        raise
    except Exception:  # a damaged file fails in many ways, none of which says more
        raise BadInput(f"{name} is damaged: it cannot be read as arrays of NumPy", "file") from None


def _array(name: str, raw: bytes) -> Array:
    found = _shape(raw)
    if found.dtype.hasobject:
        raise BadInput(f"{name} holds objects of Python, which are never opened; save plain numbers", "file")
    if math.prod(found.shape) * found.dtype.itemsize != len(raw) - found.begin:
        raise BadInput(f"{name} is damaged: an array is not as long as its head says", "file")
    array: Array = np.load(io.BytesIO(raw), allow_pickle=False)
    return array


def _shape(head: bytes) -> _ArrayHead:
    """What the head of an array says: an error of some kind where it says nothing."""
    stream = io.BytesIO(head)
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(stream)
    return _ArrayHead(dtype, shape, stream.tell())
