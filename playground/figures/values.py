"""What a figure and its numbers may hold: arrays, words, tables, ranges and single numbers. No torch, no Qt.

A layer's field takes a value, or the name of a number that the concept gives anyway. On its way to the window a value
is replaced by a name, so that a layer that reached a painter holds names alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

Scalar: TypeAlias = float | int | bool | str | None


class ArrayLike(Protocol):
    """A torch tensor or a numpy array."""

    @property
    def ndim(self) -> int:
        """How many axes it has."""

    @property
    def shape(self) -> Any:
        """Its length along each axis."""


@dataclass(frozen=True, slots=True)
class Named:
    """A value under a name of its own, for what notes, files and tests refer to.

    Attributes:
        name: in the frame.
        value: what a field may hold without it.
    """

    name: str
    value: Any


class Range(NamedTuple):
    """The two ends of an axis, in data units, where they follow from the state."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: in its head.
        unit: after the name in the head; empty: none.
        decimals: of its numbers.
    """

    name: str
    unit: str = ""
    decimals: int = 2

    @property
    def head(self) -> str:
        """The name with its unit."""
        return f"{self.name}, {self.unit}" if self.unit else self.name


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: named columns, and rows of numbers, flags or words.

    Attributes:
        columns: from left to right.
        cells: the rows; a row may be shorter than the head, and one with a single cell is as wide as the table.
    """

    columns: tuple[Column, ...]
    cells: tuple[tuple[Scalar, ...], ...]

    @classmethod
    def of(cls, head: Sequence[str | Column], cells: Sequence[Sequence[Scalar]]) -> Rows:
        """A table from names of columns and rows of cells."""
        columns = tuple(one if isinstance(one, Column) else Column(one) for one in head)
        return cls(columns, tuple(tuple(row) for row in cells))

    def records(self) -> list[dict[str, Scalar]]:
        """The rows as mappings from the name of a column to a cell."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=False)) for row in self.cells]

    def column(self, number: int) -> list[Scalar]:
        """The cells of a column, None where a row is shorter."""
        return [row[number] if number < len(row) else None for row in self.cells]


# What the fields of layers hold. The names of these types say which fields are data; see `figures.drawn`.
Values: TypeAlias = ArrayLike | Named | str
Words: TypeAlias = Sequence[str] | Named | str
Number: TypeAlias = ArrayLike | Named | float | str | None
Flag: TypeAlias = ArrayLike | Named | bool | str | None
TableRows: TypeAlias = Rows | Named | str
