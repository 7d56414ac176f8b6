"""What a painter reads of a frame: arrays in drawable form, scalars, and filled templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Array, Frame
from playground.engine.kit.arrays import Floats
from playground.figures.values import Flag, Number, Rows, TableRows, Values, Words
from playground.texts.template import fill, format_value, is_known, names, plain

NOTHING = Rows((), ())
_FIRST = 64
_SMALL = 1 << 14


@dataclass(frozen=True, slots=True)
class Data:
    """A frame with the declaration that formats its numbers."""

    frame: Frame
    declaration: Declaration | None

    def array(self, field: Values) -> Array | None:
        """An array, or None if the field is empty or the array is missing."""
        found = self.frame.arrays.get(name_of(field)) if field else None
        return None if found is None else np.asarray(found)

    def rows(self, field: Values, columns: int = 2) -> Floats:
        """An array as (n, columns), empty if it is missing or of another shape; one row may be given flat."""
        found = self.array(field)
        if found is None or found.size == 0:
            return np.zeros((0, columns))
        table = found[None, :] if found.ndim == 1 else found
        return table.astype(float) if table.ndim == 2 and table.shape[1] == columns else np.zeros((0, columns))

    def column(self, field: Values) -> Floats:
        """An array as (n,), empty if it is missing."""
        found = self.array(field)
        return np.zeros(0) if found is None else found.astype(float).ravel()

    def words(self, field: Words) -> tuple[str, ...]:
        """Words in their order; none where the field is empty or they are missing."""
        if not field:
            return ()
        return self.frame.words.get(name_of(field), ())

    def table(self, field: TableRows) -> Rows:
        """A table, without columns where it is missing."""
        return self.frame.tables.get(name_of(field), NOTHING)

    def range(self, field: Any) -> tuple[float, float] | None:
        """The two ends of an axis, or None if they are missing or not finite."""
        found = self.frame.ranges.get(name_of(field))
        return found if found is not None and all(np.isfinite(found)) else None

    def scalar(self, field: Number | Flag) -> Any:
        """A number or flag, or the only entry of an array, or None."""
        name = name_of(field)
        if name in self.frame.metrics:
            return self.frame.metrics[name]
        found = self.array(name)
        return found.item() if found is not None and found.size == 1 else None

    def number(self, field: Number) -> float:
        """A scalar as a number; NaN if it is missing or no number."""
        value = self.scalar(field)
        return float(value) if isinstance(value, int | float | np.number) else float("nan")

    def true(self, field: Flag) -> bool:
        """Whether a scalar is there and neither false nor zero."""
        value = self.scalar(field)
        return bool(value) and value == value

    def fill(self, template: str, row: int | None = None, **extra: Any) -> str:
        """A template with the frame's numbers; `extra` names come first."""
        if "{" not in template:
            return template
        known = {**self.frame.metrics, "step": self.frame.step, **extra}
        missing = [name for name in names(template) if name not in known and name in self.frame.params]
        known.update({name: self.frame.params[name] for name in missing})
        return fill(template, self.declaration, known, self.frame.arrays, row)

    def known_clauses(self, template: str) -> str:
        """A template without those of its clauses, parted by "; ", that tell a number which there is not yet."""

        def known(clause: str) -> bool:
            found = [self.frame.metrics[name] for name in names(clause) if name in self.frame.metrics]
            return all(map(is_known, found))

        return "; ".join(clause for clause in template.split("; ") if known(clause))

    def secrets(self, template: str) -> dict[str, str]:
        """What stands for the numbers of a template while the class is asked for them."""
        found = self.frame.metrics
        return {name: "?" for name in names(template) if type(found.get(name)) in (int, float)}

    def format_value(self, name: str, value: float) -> str:
        """A value of a metric as declared."""
        return format_value(name, value, self.declaration)


def name_of(field: Any) -> str:
    """The name of what a layer's field holds, which it was given on its way here.

    Raises:
        TypeError: the layer still holds its data.
    """
    if not isinstance(field, str):
        raise TypeError(f"a painter was given {type(field).__name__}: see playground.figures.drawn")
    return field


def coordinates(x: float, y: float) -> str:
    """A position in words."""
    return f"{plain(float(x))}, {plain(float(y))}"


def same(a: Any, b: Any) -> bool:
    """Whether two values that a painter read are equal; arrays by content."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and _same_array(a, b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(x is y or same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b) or (isinstance(a, float) and isinstance(b, float) and a != a and b != b)


def _same_array(a: Array, b: Array) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.size <= _SMALL:
        # Byte by byte, which counts NaN as equal to itself.
        return a.tobytes() == b.tobytes()
    floats = a.dtype.kind == "f"
    # Moving clouds differ in their first rows: a look at those saves milliseconds on a million.
    if a.ndim and not np.array_equal(a[:_FIRST], b[:_FIRST], equal_nan=floats):
        return False
    return np.array_equal(a, b, equal_nan=floats)
