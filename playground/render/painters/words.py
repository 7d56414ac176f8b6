"""Rings round what the step is about, and words at positions."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtGui import QPainter

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Ring, Text
from playground.render.data import Data
from playground.render.painter import Label, Painter
from playground.render.painters.curves import ring
from playground.render.painters.points import on_pixels
from playground.render.tokens import RING

_SIDES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "above": (0.0, -1.0), "below": (0.0, 1.0)}


class RingPainter(Painter[Ring]):
    """Draws `Ring`."""

    def __init__(self, layer: Ring) -> None:
        super().__init__(layer)
        self._px = np.zeros((0, 2))

    def read(self, data: Data) -> tuple[Any, ...]:
        """Finite positions and the words."""
        rows = data.rows(self.layer.xy)
        return rows[np.isfinite(rows).all(axis=1)], data.fill(self.layer.text)

    def prepare(self) -> None:
        """Centres in px, on whole ones as the points are."""
        self._px = on_pixels(self.map.px(self.values[0]), self.look.dpr)

    def draw(self, painter: QPainter) -> None:
        """Rings."""
        ink = self.look.ink(self.layer.role)
        for x, y in self._px.tolist():
            ring(painter, x, y, RING * self.look.point, ink.color, ink.width)

    def labels(self) -> tuple[Label, ...]:
        """The plate beside the first ring."""
        if not self.values[1] or not len(self._px):
            return ()
        x, y = self._px[0].tolist()
        clear = RING * self.look.point / 2 + self.look.px(8)
        return (Label(self.values[1], x, y, self.look.ink(self.layer.role).text, "plate", clear=clear, plate=True),)

    def near(self, x: float, y: float, reach: float) -> bool:
        """In a ring."""
        return bool((np.hypot(*(self._px - (x, y)).T) <= RING * self.look.point / 2).any())

    def obstacles(self) -> Floats:
        """The rings (n, 2) in px."""
        return self._px


class TextPainter(Painter[Text]):
    """Draws `Text`: all of it is labels."""

    def __init__(self, layer: Text) -> None:
        super().__init__(layer)
        self._px = np.zeros((0, 2))

    def read(self, data: Data) -> tuple[Any, ...]:
        """Positions and the words of each."""
        if not self.layer.xy:
            return np.zeros((0, 2)), (data.fill(self.layer.text),)
        rows = data.rows(self.layer.xy)
        if self.layer.words:
            lines = data.words(self.layer.words)
            return rows, tuple(lines[row] if row < len(lines) else "" for row in range(len(rows)))
        return rows, tuple(data.fill(self.layer.text, row) for row in range(len(rows)))

    def prepare(self) -> None:
        """Positions in px."""
        self._px = self.map.px(self.values[0])

    def draw(self, painter: QPainter) -> None:
        """Nothing: the plot draws the labels."""

    def labels(self) -> tuple[Label, ...]:
        """The words at their positions or in their corner."""
        text, plate = self.look.ink(self.layer.role).text, self.layer.plate
        if not self.layer.xy:
            words = self.values[1][0]
            return (Label(words, 0, 0, text, "corner", anchor=self.layer.anchor, plate=plate),) if words else ()
        found, beside = [], _SIDES.get(self.layer.side)
        kind, clear = ("centre", 0.0) if beside is None else ("tip", self.look.point / 2 + self.look.px(4))
        for (x, y), words in zip(self._px.tolist(), self.values[1], strict=True):
            if np.isfinite((x, y)).all() and words:
                found.append(Label(words, x, y, text, kind, clear=clear, direction=beside or (1.0, 0.0), plate=plate))
        return tuple(found)
