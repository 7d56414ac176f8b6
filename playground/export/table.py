"""Numbers as files: every recorded step as CSV while it is computed, and arrays as NPZ."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.files import replacing
from playground.engine.frame import Array


class StepTable:
    """A table that grows by one row a step; its columns are fixed by the first row."""

    def __init__(self, file: Any) -> None:
        self._writer = csv.writer(file, lineterminator="\n")
        self._names: Sequence[str] = ()

    def row(self, step: int, values: Mapping[str, Any]) -> None:
        """Writes one step; flags are 1 and 0, what is undefined is empty."""
        if not self._names:
            self._names = tuple(values)
            self._writer.writerow(["step", *self._names])
        self._writer.writerow([step, *(_cell(values.get(name)) for name in self._names)])


@contextmanager
def step_table(path: str | Path) -> Iterator[StepTable]:
    """A `StepTable` that is written as it goes and stands at `path` when the block ends without a fault.

    Raises:
        BadInput: the file cannot be written.
    """
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        yield StepTable(file)


def write_npz(path: str | Path, arrays: Mapping[str, Array]) -> None:
    """Writes arrays by name as one compressed NPZ file, without pickle.

    Raises:
        BadInput: the file cannot be written, or an array is not of numbers or text.
    """
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise BadInput(f"array {name} cannot be stored: it is not made of numbers or text", name)
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _cell(value: Any) -> Any:
    if hasattr(value, "item"):
        value = value.item()
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return int(value)
    return repr(value) if isinstance(value, float) else value
