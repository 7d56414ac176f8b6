"""The gestures of `declared` applied to points with places X and labels or values y."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import torch
from torch import Tensor

from playground.engine.declarations.concept import Gesture
from playground.engine.kit.points.strokes import along
from playground.engine.kit.points.table import PointRows, PointTable

KINDS = frozenset({"add_point", "draw_points", "move_point", "delete_point", "flip_label", "next_label", "clear"})
SPACING = 0.25
"""Points that a stroke paints are no nearer than this to another of their label."""


class Labelled(PointRows, Protocol):
    """Data with labelled points."""

    @property
    def X(self) -> Tensor:
        """Places, shape (n, d)."""

    @property
    def y(self) -> Tensor:
        """Labels or values, shape (n,)."""


D = TypeVar("D", bound=Labelled)


def sign_of(data: Labelled, label: str) -> float:
    """The label y of one of two classes: blue is +1, orange is -1."""
    return 1.0 if label == "blue" else -1.0


def turned(data: Labelled, label: float) -> float:
    """The other one of the labels +1 and -1."""
    return -label


@dataclass(frozen=True, slots=True, kw_only=True)
class Edits(Generic[D]):
    """How the points of a panel answer the gestures.

    Attributes:
        table: how they stand in the data.
        place: the columns of a point that is put at (x, y); it is told the row of a point that moves, None for a new
            one. It names X, and y where the place is a value too.
        label: the y of a label as the gesture has it.
        relabel: the y that follows a y, for a point that gets another label.
        fresh: what a new point has in further columns.
        reach: strokes paint in the window [-reach, reach] both ways.
        most: points up to which strokes paint.
    """

    table: PointTable[D]
    place: Callable[[D, float, float, int | None], Mapping[str, Any]]
    label: Callable[[D, Any], float] = sign_of
    relabel: Callable[[D, float], float] = turned
    fresh: Mapping[str, Any] = field(default_factory=dict)
    reach: float = 3.0
    most: int = 400

    def apply(self, data: D, gesture: Gesture) -> D:
        """The data after a gesture, one of `KINDS`.

        Raises:
            BadInput: there is no such point, or the path is no stroke.
        """
        values = gesture.values
        match gesture.kind:
            case "add_point":
                return self.with_point(data, values["x"], values["y"], self.label(data, values["label"]))
            case "draw_points":
                return self.painted(data, values["path"], self.label(data, values["label"]))
            case "clear":
                return self.table.kept(data, torch.zeros(len(data.y), dtype=torch.bool))
        row = self.table.row(data, values["id"])
        match gesture.kind:
            case "move_point":
                return self.table.changed(data, row, self.place(data, values["x"], values["y"], row))
            case "delete_point":
                return self.table.without(data, row)
        return self.table.changed(data, row, {"y": self.relabel(data, float(data.y[row]))})

    def with_point(self, data: D, x: float, y: float, label: float) -> D:
        """The data with a point at a place, of that label unless the place gives its value."""
        return self.table.extended(data, {**self.fresh, "y": label, **self.place(data, x, y, None)})

    def painted(self, data: D, path: Sequence[float], label: float) -> D:
        """The data with the points of a stroke in the window, none nearer than `SPACING` to another of its label.

        Each event of a stroke brings all of it so far, so what it has painted already is left as it is.
        """
        for x, y in along(path, SPACING / 2):
            if max(abs(x), abs(y)) > self.reach or len(data.y) >= self.most:
                continue
            near = data.X[data.y == label] - torch.tensor([x, y], dtype=torch.float64)
            if not len(near) or float(near.square().sum(1).min()) >= (SPACING - 1e-9) ** 2:
                data = self.with_point(data, x, y, label)
        return data
