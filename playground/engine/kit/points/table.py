"""A table of points inside the data of a run: columns with a row a point, and stable ids.

The data are a NamedTuple of the panel's own. Some of its fields are columns, tensors of shape (n, ...); `ids`, shape
(n,), int64, numbers the points for good, and `next_id` is the number that the next new one gets. What is not a column
is left as it is, and nothing is written in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import torch
from torch import Tensor

from playground.engine.errors import BadInput


class PointRows(Protocol):
    """Data that hold a table of points."""

    @property
    def ids(self) -> Tensor:
        """Stable numbers of the points, shape (n,), int64."""

    @property
    def next_id(self) -> int:
        """The number that the next new point gets."""

    def _replace(self, *args: Any, **kwargs: Any) -> Self: ...


D = TypeVar("D", bound=PointRows)


@dataclass(frozen=True, slots=True)
class PointTable(Generic[D]):
    """How the points stand in the data.

    Attributes:
        columns: the fields with a row a point, without `ids`.
        noun: what a point is called in a refusal.
    """

    columns: tuple[str, ...]
    noun: str = "point"

    def row(self, data: D, number: int) -> int:
        """The row of the point with this id.

        Raises:
            BadInput: there is none.
        """
        found = (data.ids == number).nonzero()
        if len(found) == 0:
            raise BadInput(f"id is {number}, there is no such {self.noun}", "id")
        return int(found[0, 0])

    def kept(self, data: D, rows: Tensor) -> D:
        """The data with the points of a mask or of row numbers alone, in their order."""
        return data._replace(**{name: getattr(data, name)[rows].contiguous() for name in (*self.columns, "ids")})

    def without(self, data: D, row: int) -> D:
        """The data without one of the points."""
        return self.kept(data, torch.arange(len(data.ids)) != row)

    def extended(self, data: D, new: Mapping[str, Any], count: int = 1) -> D:
        """The data with `count` more points, which get the next ids.

        Args:
            data: the data before.
            new: every column of the new points, shape (count, ...) as a tensor; of a single point its plain entry.
            count: how many.
        """
        columns = {"ids": torch.cat([data.ids, data.next_id + torch.arange(count)])}
        for name in self.columns:
            column: Tensor = getattr(data, name)
            rows = new[name] if isinstance(new[name], Tensor) else torch.tensor([new[name]], dtype=column.dtype)
            columns[name] = torch.cat([column, rows])
        return data._replace(**columns, next_id=data.next_id + count)

    def changed(self, data: D, row: int, new: Mapping[str, Any]) -> D:
        """The data with other entries in some columns of one point."""
        columns = {}
        for name, entry in new.items():
            columns[name] = getattr(data, name).clone()
            columns[name][row] = torch.as_tensor(entry, dtype=columns[name].dtype)
        return data._replace(**columns)
