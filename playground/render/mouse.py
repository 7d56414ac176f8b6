"""From the mouse to gestures: clicks, strokes and hovering as a plot's `Mouse` declarations say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import uuid4

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal

from playground.figures.figure import Mouse
from playground.render.guess import Guess
from playground.render.painter import Hit
from playground.render.plot_box import PlotBox
from playground.render.stroke_ink import StrokeInk
from playground.render.tokens import SPACING

_STILL = 4.0  # px that a click may move
MOST_OF_PATH = 1500  # places of a stroke; a longer one loses every second of them

Modifiers = Qt.KeyboardModifier


class PointerTarget(Protocol):
    """What the pointer asks the figure view."""

    def box_at(self, position: QPointF) -> PlotBox | None:
        """The plot whose view box is under a position."""

    def hover(self, box: PlotBox, hit: Hit | None) -> None:
        """Rings a datum of a plot and what is linked with it, or nothing."""

    def touch(self, box: PlotBox | None, position: QPointF) -> None:
        """Tells what the layer at a position is linked with."""

    def pan(self, box: PlotBox, dx: float, dy: float) -> None:
        """Moves a plot's range by px."""

    def turn(self, box: PlotBox, dx: float, dy: float) -> None:
        """Turns a plot's surface by a drag of so many px."""

    def reset_range(self, box: PlotBox) -> None:
        """Back to the plot's own range and its first view."""


@dataclass(slots=True)
class _Press:
    """A button that is down."""

    box: PlotBox
    start: QPointF
    last: QPointF
    hit: Hit | None
    click: Mouse | None
    drag: Mouse | None
    stroke: str
    path: list[float] = field(default_factory=list)
    offset: QPointF = field(default_factory=QPointF)
    moving: bool = False


def with_modifier(event: str, modifiers: Modifiers) -> str:
    """The event's name with its modifier, as `Mouse.on` writes it."""
    if modifiers & Modifiers.ShiftModifier:
        return f"shift+{event}"
    if modifiers & Modifiers.AltModifier:
        return f"alt+{event}"
    return event


class Pointer(QObject):
    """Follows the mouse over a figure.

    Signals:
        gesture: kind, values, stroke.
        guessed: a stroke of the class's guess began, went on or ended.
    """

    gesture = Signal(str, dict, str)
    guessed = Signal()

    def __init__(self, stage: PointerTarget, parent: QObject) -> None:
        super().__init__(parent)
        self._stage = stage
        self._press: _Press | None = None
        self._hovered: PlotBox | None = None
        self._at: QPointF | None = None
        self._ink: StrokeInk | None = None
        self.enabled = True
        # While the class is asked, the main plot takes its guess instead of gestures.
        self.guess: Guess | None = None

    # ---- events

    def press(self, position: QPointF, modifiers: Modifiers) -> None:
        """The left button goes down; a drag starts at once, or where a click means something else when it moves."""
        box = self._stage.box_at(position)
        if box is None:
            return
        if self._guesses(box):
            straight = bool(modifiers & Modifiers.ShiftModifier)
            self._guess_at(box, position, lambda guess, x, y: guess.begin(x, y, straight))
            return
        hits = self._hits(box, position)
        drag, drag_hit = self._find(box, with_modifier("drag", modifiers), hits)
        click, click_hit = self._find(box, with_modifier("click", modifiers), hits)
        twice, twice_hit = self._find(box, "double-click", hits)
        hit = click_hit if drag is None else drag_hit
        if drag is not None and click_hit != drag_hit:
            click = None
        self._press = _Press(box, position, position, hit, click, drag, uuid4().hex[:12])
        if drag is not None and hit is not None and hit.row < 0:
            # What is grabbed beside its middle must not jump under the cursor.
            grabbed = QPointF(hit.x + box.view.left(), hit.y + box.view.top())
            self._press.offset = grabbed - position
        waits = click is not None or (twice is not None and twice_hit == drag_hit)
        if drag is not None and not waits:
            self._start_drag()

    def move(self, position: QPointF) -> None:
        """A stroke goes on, the plane is panned, or the cursor hovers."""
        press = self._press
        if self.guess is not None and self.guess.drawing:
            self._guess_at(self._stage.box_at(position), position, lambda guess, x, y: guess.go_on(x, y))
            return
        if press is None:
            self._hover(position)
            return
        far = (position - press.start).manhattanLength() > _STILL
        if press.drag is not None:
            if not press.moving and far:
                self._start_drag()
            if press.moving:
                self._send(press.drag, press, position)
        elif far and (press.box.plot.zoom or press.box.surface is not None):
            press.moving = True
            self._unhover()
            move = self._stage.pan if press.box.surface is None else self._stage.turn
            move(press.box, position.x() - press.last.x(), position.y() - press.last.y())
        press.last = position

    def release(self, position: QPointF) -> None:
        """A stroke ends with its last position; a click that did not move counts."""
        press, self._press = self._press, None
        if self.guess is not None and self.guess.drawing:
            self.guess.end()
            self.guessed.emit()
        if press is None:
            return
        if press.drag is not None and press.moving:
            self._send(press.drag, press, position)
            if self._ink is not None:
                self._ink.lifted = True
        elif press.click is not None and (position - press.start).manhattanLength() <= _STILL:
            self._send(press.click, press, press.start, stroke="")
        self._hover(position)

    def double(self, position: QPointF) -> None:
        """A double click: its gesture, or back to the plot's own range."""
        box = self._stage.box_at(position)
        if box is None or self._guesses(box):
            return
        mouse, hit = self._find(box, "double-click", self._hits(box, position))
        if mouse is not None:
            self._send(mouse, _Press(box, position, position, hit, mouse, None, ""), position, stroke="")
        elif box.zoomed is not None or box.surface is not None:
            self._stage.reset_range(box)

    def point(self, position: QPointF) -> None:
        """Rings what is there without doing anything: the cursor is over another picture of the same run."""
        if self._press is None:
            self._ring(position)

    def leave(self) -> None:
        """The cursor left the figure."""
        self._at = None
        self._stage.touch(None, QPointF())
        self._unhover()

    def follow(self) -> None:
        """The picture has changed: what is ringed is what lies under the cursor now, or nothing."""
        if self._ink is not None and self._ink.lifted:
            self._dry()
        if self._at is not None and not (self._press is not None and self._press.moving):
            self._ring(self._at)

    def forget(self) -> None:
        """The plots are about to go."""
        self._press = self._hovered = self._at = None
        self._dry()

    def _draw_ink(self, press: _Press) -> None:
        """A stroke over the background of a plane is seen while it is drawn."""
        mouse = press.drag
        if mouse is None or mouse.target or "path" not in mouse.take.values() or not press.box.plot.plane:
            return
        if self._ink is None or self._ink.lifted:
            self._dry()
            self._ink = StrokeInk(press.box)
        self._ink.show_path(np.array(press.path, dtype=float).reshape(-1, 2))

    def _dry(self) -> None:
        if self._ink is not None:
            self._ink.remove()
            self._ink = None

    def _unhover(self) -> None:
        if self._hovered is not None:
            self._stage.hover(self._hovered, None)
            self._hovered = None

    def _guesses(self, box: PlotBox) -> bool:
        return self.guess is not None and self.guess.box is box

    def _guess_at(self, box: PlotBox | None, position: QPointF, act: Callable[[Guess, float, float], None]) -> None:
        if self.guess is not None and box is self.guess.box:
            act(self.guess, *box.map.data(position.x() - box.view.left(), position.y() - box.view.top()))
            self.guessed.emit()

    def cursor(self, position: QPointF) -> Qt.CursorShape:
        """What the cursor looks like here."""
        if self._press is not None and self._press.moving:
            return Qt.CursorShape.ClosedHandCursor
        box = self._stage.box_at(position)
        if box is None or not self.enabled:
            return Qt.CursorShape.ArrowCursor
        if self._guesses(box):
            return Qt.CursorShape.CrossCursor
        hits = self._hits(box, position)
        none = Modifiers.NoModifier
        drag, hit = self._find(box, with_modifier("drag", none), hits)
        if drag is not None:
            return Qt.CursorShape.OpenHandCursor if hit is not None else Qt.CursorShape.CrossCursor
        if self._find(box, "click", hits)[0] is not None:
            return Qt.CursorShape.PointingHandCursor if any(hits.values()) else Qt.CursorShape.CrossCursor
        if box.surface is not None:
            return Qt.CursorShape.OpenHandCursor
        return Qt.CursorShape.ArrowCursor

    # ---- inside

    def _hits(self, box: PlotBox, position: QPointF) -> dict[str, Hit | None]:
        """The datum of each layer that a declaration names."""
        x, y = position.x() - box.view.left(), position.y() - box.view.top()
        reach = box.look.px(SPACING.handle_hit) / 2
        targets = {mouse.target for mouse in box.plot.mouse if mouse.target}
        return {target: box.hit(x, y, reach, target) for target in targets}

    def _find(self, box: PlotBox, event: str, hits: dict[str, Hit | None]) -> tuple[Mouse | None, Hit | None]:
        """The declaration for an event: one whose target is hit goes before one for the background."""
        if not self.enabled:
            return None, None
        fitting = [mouse for mouse in box.plot.mouse if mouse.on == event]
        near = [(mouse, hits[mouse.target]) for mouse in fitting if mouse.target and hits[mouse.target] is not None]
        if near:
            return min(near, key=lambda pair: _rank(box, pair[0].target))
        return next(((mouse, None) for mouse in fitting if not mouse.target), (None, None))

    def _start_drag(self) -> None:
        press = self._press
        if press is not None and press.drag is not None:
            press.moving = True
            # What is dragged would leave its ring and its plate behind.
            self._unhover()
            if press.box.plot.cursor:
                self._stage.touch(None, QPointF())
            self._send(press.drag, press, press.start)

    def _send(self, mouse: Mouse, press: _Press, position: QPointF, stroke: str | None = None) -> None:
        values = self._values(mouse, press, position)
        if values is not None:
            self.gesture.emit(mouse.kind, values, press.stroke if stroke is None else stroke)

    def _values(self, mouse: Mouse, press: _Press, position: QPointF) -> dict[str, Any] | None:
        """The gesture's fields, or None where the cursor is on nothing that fills them."""
        box = press.box
        held = position + press.offset
        x, y = box.place(held.x() - box.view.left(), held.y() - box.view.top())
        press.path.extend((x, y))
        if len(press.path) > 2 * MOST_OF_PATH:
            press.path = thinned(press.path)
        self._draw_ink(press)
        hit = press.hit
        if {"row", "column"} & set(mouse.take.values()):
            # A stroke over a picture touches the cells that it passes, not the one where it began.
            hit = box.hit(position.x() - box.view.left(), position.y() - box.view.top(), 0.0, mouse.target)
        fillers: dict[str, Callable[[], Any]] = {
            "x": lambda: x,
            "y": lambda: y,
            "xy": lambda: [x, y],
            "path": lambda: list(press.path),
            "id": lambda: hit.id if hit else None,
            "row": lambda: hit.row if hit else None,
            "column": lambda: hit.column if hit else None,
            "vector": lambda: [x - hit.tail[0], y - hit.tail[1]] if hit else None,
        }
        values = {name: fillers[source]() for name, source in mouse.take.items()}
        return None if None in values.values() else {**values, **mouse.give}

    def _hover(self, position: QPointF) -> None:
        box = self._ring(position)
        if box is None:
            return
        mouse, target = self._find(box, "hover", self._hits(box, position))
        if mouse is not None:
            self._send(mouse, _Press(box, position, position, target, None, None, ""), position, stroke="")

    def _ring(self, position: QPointF) -> PlotBox | None:
        """Rings the datum under the cursor; the plot there."""
        self._at = position
        box = self._stage.box_at(position)
        if box is not self._hovered:
            self._unhover()
        self._hovered = box
        if box is not None:
            x, y = position.x() - box.view.left(), position.y() - box.view.top()
            self._stage.hover(box, box.hit(x, y, box.look.px(SPACING.snap)))
        self._stage.touch(box, position)
        return box


def thinned(path: list[float]) -> list[float]:
    """Every second place of a path of x and y in turn, and its last one."""
    places = list(zip(path[0::2], path[1::2], strict=True))
    return [value for place in (*places[:-1:2], places[-1]) for value in place]


def _rank(box: PlotBox, target: str) -> int:
    """Layers in front first."""
    names = [layer.name for layer in box.plot.layers]
    return -names.index(target) if target in names else 1
