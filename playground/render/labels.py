"""Placing words: ends of lines pushed apart, plates on the free side, nothing outside the view."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from playground.engine.kit.arrays import Floats
from playground.render.look import FigureLook
from playground.render.painter import Label
from playground.render.sheet import SheetItem

_TURNS = tuple(math.radians(angle) for angle in (0, 45, -45, 80, -80, 180))
_SKIP = 6.0  # px from a line that words stand clear of
_AIR = 0.2  # share of a line's height above and below its letters
_PAD = (4.0, 2.0)  # of a plate, px at factor 1


@dataclass(frozen=True, slots=True)
class Placed:
    """A label with the rectangle that it got."""

    label: Label
    box: QRectF


def place(
    labels: list[Label], look: FigureLook, width: float, height: float, obstacles: Floats, lines: Floats
) -> list[Placed]:
    """Where each label goes.

    Args:
        labels: of all painters of a plot.
        look: gives the fonts.
        width: of the view in px.
        height: of the view in px.
        obstacles: marks (n, 2) in px that plates should not cover.
        lines: places (n, 2) in px along lines, which names at ends do not cover where they have a choice.
    """
    view = QRectF(0, 0, width, height)
    done: list[Placed] = []
    ends = [label for label in labels if label.kind == "end" and view.adjusted(-1, -1, 1, 1).contains(label.x, label.y)]
    done += _ends(ends, look, view, lines)
    for label in labels:
        size = _size(label, look)
        match label.kind:
            case "above":
                box = QRectF(label.x, label.y - size[1] - 2, *size)
                done.append(Placed(label, box if box.top() >= 0 else box.translated(0, size[1] + 4)))
            case "corner":
                done.append(Placed(label, _corner(label, size, look, view)))
            case "centre":
                done.append(Placed(label, QRectF(label.x - size[0] / 2, label.y - size[1] / 2, *size)))
            case "beside" if view.contains(label.x, label.y):
                done.append(Placed(label, _beside_free(label, size, view, obstacles, [placed.box for placed in done])))
            case "tip" if view.adjusted(-1, -1, 1, 1).contains(label.x, label.y):
                box = _inside(_beside(label, size, 0.0), view)
                letters = box.adjusted(0, _AIR * size[1], 0, -_AIR * size[1])
                # Where the letters of two would touch, the later one is left out: turned aside it would lie on bars.
                if not any(placed.label.kind == "tip" and placed.box.intersects(letters) for placed in done):
                    done.append(Placed(label, box))
            case "plate" if view.adjusted(-1, -1, 1, 1).contains(label.x, label.y):
                done.append(Placed(label, _free(label, size, view, obstacles, [placed.box for placed in done])))
    return done


def _size(label: Label, look: FigureLook) -> tuple[float, float]:
    pad = [side * look.factor if label.plate else 0.0 for side in _PAD]
    return look.text_width(label.style, label.text) + 2 * pad[0], look.text_height(label.style) + 2 * pad[1]


def _inside(box: QRectF, view: QRectF) -> QRectF:
    x = min(max(box.left(), view.left() + 2), max(view.left() + 2, view.right() - box.width() - 2))
    y = min(max(box.top(), view.top() + 2), max(view.top() + 2, view.bottom() - box.height() - 2))
    return QRectF(x, y, box.width(), box.height())


def _ends(labels: list[Label], look: FigureLook, view: QRectF, lines: Floats) -> list[Placed]:
    """Names to the right of their marks, or where their own line is not, pushed apart."""
    boxes = [
        (label, _at_end(label, _size(label, look), view, lines)) for label in sorted(labels, key=lambda one: one.y)
    ]
    for _ in range(4):
        for (_, upper), (_, lower) in pairwise(boxes):
            overlap = upper.bottom() - lower.top()
            if overlap > 0 and upper.left() < lower.right() and lower.left() < upper.right():
                upper.translate(0, -overlap / 2)
                lower.translate(0, overlap / 2)
    return [Placed(label, box) for label, box in _stack(boxes, view)]


def _at_end(label: Label, size: tuple[float, float], view: QRectF, line: Floats) -> QRectF:
    """To the right of a mark; without room there, above, below or left of it. Where there are no lines is best."""
    (width, height), clear = size, label.clear
    right, flush = label.x + clear, view.right() - 2 - width
    if right <= flush:
        boxes = [QRectF(right, label.y - height * share, width, height) for share in (0.5, 1.0, 0.0)]
        return min(boxes, key=lambda box: _count(box.adjusted(0, 2, 0, -2), line))
    above, below = label.y - height - clear / 2, label.y + clear / 2
    near = (line[:, 0] >= flush - _SKIP) & (np.abs(line[:, 1] - label.y) < 3 * height)
    beside = line[near, 1]
    over, under = (float(beside.min()) - _SKIP, float(beside.max()) + _SKIP) if len(beside) else (label.y, label.y)
    places = [(flush, above), (flush, below), (label.x - clear - width, label.y - height / 2)]
    places += [(flush, over - height), (flush, under)]
    boxes = [QRectF(x, y, width, height) for x, y in places]
    inside = [box for box in boxes if box.top() >= view.top() and box.bottom() <= view.bottom() and box.left() >= 0]
    return min(inside or boxes, key=lambda box: _count(box, line))


def _stack(boxes: list[tuple[Label, QRectF]], view: QRectF) -> list[tuple[Label, QRectF]]:
    """The same inside the view: what its border pushes back onto another pushes that one on."""
    for step in (1, -1):
        boxes = [(label, _inside(box, view)) for label, box in boxes]
        for (_, fixed), (_, free) in pairwise(boxes[::step]):
            upper, lower = (fixed, free) if step > 0 else (free, fixed)
            overlap = upper.bottom() - lower.top()
            if overlap > 0 and upper.left() < lower.right() and lower.left() < upper.right():
                free.translate(0, step * overlap)
    return boxes


def _corner(label: Label, size: tuple[float, float], look: FigureLook, view: QRectF) -> QRectF:
    edge, (width, height) = look.px(8), size
    if label.anchor == "centre":
        return QRectF(view.center().x() - width / 2, view.center().y() - height / 2, width, height)
    x = view.right() - width - edge if "right" in label.anchor else view.left() + edge
    y = view.bottom() - height - edge if "bottom" in label.anchor else view.top() + edge
    return QRectF(x, y, width, height)


def _beside_free(
    label: Label, size: tuple[float, float], view: QRectF, obstacles: Floats, taken: list[QRectF]
) -> QRectF:
    """Beyond the mark in its direction, turned aside where that covers marks."""
    best, fewest = _inside(_beside(label, size, 0.0), view), float("inf")
    others = obstacles[np.hypot(obstacles[:, 0] - label.x, obstacles[:, 1] - label.y) > 1.0]
    for turn in _TURNS:
        box = _inside(_beside(label, size, turn), view)
        cost = _count(box.adjusted(-5, -5, 5, 5), others) + sum(box.intersects(other) for other in taken)
        if cost < fewest:
            best, fewest = box, cost
        if not cost:
            break
    return best


def _beside(label: Label, size: tuple[float, float], turn: float) -> QRectF:
    """Beyond the mark in its direction turned by an angle, touching it with the nearest edge."""
    (dx, dy), (width, height) = label.direction, size
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = dx * c - dy * s, dx * s + dy * c
    reach = label.clear + (abs(dx) * width + abs(dy) * height) / 2
    return QRectF(label.x + dx * reach - width / 2, label.y + dy * reach - height / 2, width, height)


def _free(label: Label, size: tuple[float, float], view: QRectF, obstacles: Floats, taken: list[QRectF]) -> QRectF:
    """The first of the sides (left, right, above, below) that covers the fewest marks."""
    width, height = size
    gap = label.clear
    centres = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
    best, fewest = QRectF(label.x - gap - width, label.y - height / 2, width, height), float("inf")
    for dx, dy in centres:
        cx, cy = label.x + dx * (gap + width / 2), label.y + dy * (gap + height / 2)
        box = QRectF(cx - width / 2, cy - height / 2, width, height)
        outside = not view.contains(box)
        covered = _count(box.adjusted(-6, -6, 6, 6), obstacles) + sum(box.intersects(other) for other in taken)
        cost = covered + 100.0 * outside
        if cost < fewest:
            best, fewest = box, cost
        if not cost:
            break
    return _inside(best, view)


def _count(box: QRectF, marks: Floats) -> int:
    if not len(marks):
        return 0
    x, y = marks[:, 0], marks[:, 1]
    inside = (x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())
    return int(np.count_nonzero(inside))


class LabelItem(SheetItem):
    """Draws the words of a plot above all its layers."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(900)
        self._placed: list[Placed] = []
        self._look = FigureLook()
        self._size = (1.0, 1.0)

    def show_labels(
        self, labels: list[Label], look: FigureLook, width: float, height: float, obstacles: Floats, lines: Floats
    ) -> None:
        """Places and shows labels."""
        placed = place(labels, look, width, height, obstacles, lines)
        if placed == self._placed and look == self._look and (width, height) == self._size:
            return
        if (width, height) != self._size:
            self.prepareGeometryChange()
        self._placed, self._look, self._size = placed, look, (width, height)
        self.update()

    @property
    def placements(self) -> tuple[Placed, ...]:
        """What is shown where."""
        return tuple(self._placed)

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, *self._size)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Plates and words."""
        painter.save()
        painter.setClipRect(self.boundingRect())
        for placed in self._placed:
            draw_label(
                painter,
                placed.label.text,
                placed.box,
                placed.label.color,
                placed.label.style,
                self._look,
                placed.label.plate,
            )
        painter.restore()


def draw_label(
    painter: QPainter, text: str, box: QRectF, color: str, style: str, look: FigureLook, plate: bool
) -> None:
    """Words in a box, on a plate if asked."""
    if plate:
        ground = QColor(look.theme.surface)
        ground.setAlphaF(look.theme.plate)
        painter.fillRect(box, ground)
    painter.setFont(look.font(style))
    painter.setPen(QColor(color))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
