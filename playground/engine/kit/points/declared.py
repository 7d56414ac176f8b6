"""The gestures on points: add, paint, move, delete, another label, clear. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.engine.declarations.concept import Field, GestureDecl

TWO_CLASSES = Field("label", "choice", choices=("blue", "orange"), meaning="its class")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointGestures:
    """What may be done to the points of a panel, each act as its declaration.

    Attributes:
        noun: what a point is called in the kinds of the gestures (`add_point`).
        words: what it is called on screen.
        reach: the largest coordinate.
        most: the largest id.
        label: the field of its label; None: it has none.
        when: as for parameters: only in these modes.
    """

    noun: str = "point"
    words: str = "point"
    reach: float = 1e6
    most: float = 1e9
    label: Field | None = None
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def id(self) -> Field:
        """Which point."""
        return Field("id", "integer", low=0, high=self.most, meaning=f"number of the {self.words}")

    @property
    def place(self) -> tuple[Field, Field]:
        """Where, across and up."""
        return self._real("x", "position across"), self._real("y", "position up")

    def add(self, meaning: str) -> GestureDecl:
        """A new one at a place."""
        return GestureDecl(f"add_{self.noun}", (*self.place, *self._label()), meaning, when=self.when)

    def draw(self, kind: str, meaning: str) -> GestureDecl:
        """New ones along a stroke; where they have labels, later events of a stroke of one label replace earlier."""
        path = Field("path", "vector", low=-self.reach, high=self.reach, meaning="x and y of the stroke in turn")
        target = () if self.label is None else (self.label.name,)
        return GestureDecl(kind, (path, *self._label()), meaning, target=target, when=self.when)

    def move(self, meaning: str) -> GestureDecl:
        """One of them to a place."""
        return GestureDecl(f"move_{self.noun}", (self.id, *self.place), meaning, target=("id",), when=self.when)

    def delete(self, meaning: str) -> GestureDecl:
        """One of them taken away."""
        return GestureDecl(f"delete_{self.noun}", (self.id,), meaning, target=("id",), when=self.when)

    def relabel(self, kind: str, meaning: str) -> GestureDecl:
        """Another label for one of them."""
        return GestureDecl(kind, (self.id,), meaning, when=self.when)

    def clear(self) -> GestureDecl:
        """All of them taken away, by a button."""
        words = f"Remove all {self.words}s"
        return GestureDecl("clear", (), f"{words}.", button=words, when=self.when)

    def _real(self, name: str, meaning: str) -> Field:
        return Field(name, "real", low=-self.reach, high=self.reach, meaning=meaning)

    def _label(self) -> tuple[Field, ...]:
        return () if self.label is None else (self.label,)
