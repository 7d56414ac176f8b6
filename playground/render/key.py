"""The caption line under a plot: each mark that is not named in place is drawn once more, beside what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from playground.render.data import Data
from playground.render.kept import KeptDrawing
from playground.render.key_marks import KeyMark, draw_mark, mark_width
from playground.render.look import FigureLook
from playground.render.painter import Painter
from playground.render.sheet import SheetItem

ROW = 20  # px at factor 1
_MOST_ROWS = 2
_TALL = 200  # px at factor 1 of a plot that may have two rows
_AFTER_MARK, _AFTER_ENTRY = 6, 16
_MOST_MARKS = 3  # of one entry
_MOST_CLASSES = 6  # that are named
_LOOKED_AT = 512  # labels
_RANKS = {"hero": 0, "now": 1, "class": 1, "theory": 2, "second": 3, "ghost": 4, "field": 5, "muted": 5, "grid": 6}


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One meaning with the marks that have it.

    Attributes:
        words: what the marks mean.
        marks: what is drawn before the words.
        rank: what has to leave first has the highest.
    """

    words: str
    marks: tuple[KeyMark, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class Put:
    """An entry with its place.

    Attributes:
        entry: what is drawn.
        x: px from the left.
        row: from 0.
        words: as many of its words as have room.
    """

    entry: KeyEntry
    x: float
    row: int
    words: str


def entries(found: Iterable[tuple[str, KeyMark]]) -> tuple[KeyEntry, ...]:
    """One entry for all marks with the same words, in the order of their first."""
    grouped: dict[str, list[KeyMark]] = {}
    for words, mark in found:
        marks = grouped.setdefault(words, [])
        if words and mark not in marks:
            marks.append(mark)
    return tuple(
        KeyEntry(words, tuple(marks[:_MOST_MARKS]), min(_RANKS.get(mark.layer.role, 1) for mark in marks))
        for words, marks in grouped.items()
        if words
    )


def place(found: Sequence[KeyEntry], look: FigureLook, width: float, rows: int) -> tuple[Put, ...]:
    """Where the entries stand; what has no room leaves, the least important first, and the last one is shortened."""
    kept = list(found)
    while kept:
        put = flow(kept, look, width)
        if put[-1].row < rows and _ends(put, look) <= width:
            return tuple(put)
        if len(kept) == 1:
            entry = kept[0]
            room = max(0.0, width - _marks_width(entry, look))
            words = QFontMetricsF(look.font("caption")).elidedText(entry.words, Qt.TextElideMode.ElideRight, room)
            return (Put(entry, 0.0, 0, words),)
        kept.remove(max(reversed(kept), key=lambda entry: entry.rank))
    return ()


def rows_needed(found: Sequence[KeyEntry], look: FigureLook, width: float, height: float) -> int:
    """How many rows the entries want in a plot of this size, 0 to 2."""
    if not found:
        return 0
    most = _MOST_ROWS if height >= look.px(_TALL) else 1
    return min(most, flow(found, look, width)[-1].row + 1)


def _marks_width(entry: KeyEntry, look: FigureLook) -> float:
    gap = look.px(_AFTER_MARK)
    return sum(mark_width(mark, look) + gap for mark in entry.marks)


def flow(found: Sequence[KeyEntry], look: FigureLook, width: float) -> list[Put]:
    """The entries from left to right, in as many rows as they need."""
    put, x, row = [], 0.0, 0
    for entry in found:
        wide = _marks_width(entry, look) + look.text_width("caption", entry.words)
        if x and x + wide > width:
            x, row = 0.0, row + 1
        put.append(Put(entry, x, row, entry.words))
        x += wide + look.px(_AFTER_ENTRY)
    return put


def _ends(put: Sequence[Put], look: FigureLook) -> float:
    return max(one.x + _marks_width(one.entry, look) + look.text_width("caption", one.words) for one in put)


class KeyLine(SheetItem):
    """Draws the line; it has room as soon as a layer of the plot has a key, whether it is shown just now or not."""

    def __init__(self, parent: QGraphicsItem, painters: Sequence[Painter[Any]]) -> None:
        super().__init__(parent)
        self._painters = [one for one in painters if one.layer.key or getattr(one.layer, "class_names", "")]
        self._seen: set[str] = set()
        self._known: dict[str, tuple[int, KeyMark]] = {}
        self._put: tuple[Put, ...] = ()
        self._look = FigureLook()
        self._rect = QRectF()
        self._rows = 0
        self._sized: tuple[Any, ...] = ()
        self._said: tuple[Any, ...] = ()
        self._meant: tuple[Any, ...] = ()
        self._kept = KeptDrawing()
        self._all: tuple[KeyEntry, ...] = ()
        self._elsewhere: frozenset[str] = frozenset()

    @property
    def meanings(self) -> tuple[KeyEntry, ...]:
        """All entries, those that stand elsewhere and those that have no room among them."""
        return self._all

    def leave_out(self, words: frozenset[str]) -> None:
        """Entries with these words stand elsewhere, in a legend of several pictures."""
        self._elsewhere, self._rows, self._sized, self._meant = words, 0, (), ()

    @property
    def entries(self) -> tuple[str, ...]:
        """The words that are shown, in reading order."""
        return tuple(one.words for one in self._put)

    def least(self, look: FigureLook) -> int:
        """The px that it takes at least, whatever it says."""
        return look.px(ROW) if self._painters else 0

    @property
    def wanted(self) -> bool:
        """Whether a layer of the plot has a key."""
        return bool(self._painters)

    def begin(self) -> None:
        """Another run, or another part of it: only what is shown from now on has an entry."""
        self._seen.clear()

    def room(self, fill: Callable[[str], str], look: FigureLook, width: float, height: float) -> int:
        """The height in px that it takes of a plot of this size; the same while a run is played."""
        sized = (look, width, height)
        said = tuple(fill(one.layer.key) for one in self._painters)
        if (sized, said) != (self._sized, self._said):
            if sized != self._sized:
                self._rows = 1
            self._sized, self._said = sized, said
            wanted = entries((words, KeyMark(one.layer)) for words, one in zip(said, self._painters, strict=True))
            if self._elsewhere:  # the names of classes among them
                wanted = tuple(one for one in self._all if one.words not in self._elsewhere)
                self._rows = 0
            self._rows = max(self._rows, rows_needed(wanted, look, width, height))
        return self._rows * look.px(ROW)

    def show_key(
        self,
        data: Data | None,
        readable: Callable[[Painter[Any]], bool],
        fill: Callable[[str], str],
        look: FigureLook,
        rect: QRectF,
    ) -> None:
        """Takes the entries of all layers that have been seen, and the rectangle under the plot."""
        if not self._painters or data is None:
            return
        self._seen.update(one.layer.name for one in self._painters if readable(one) and _drawn(one))
        seen = [one for one in self._painters if one.layer.name in self._seen]
        pairs = [pair for one in seen for pair in self._meanings(one, data, fill)]
        # Marks are told by their own data: layers are large and would be compared field by field.
        told = [(words, mark.layer.name, mark.slots, mark.hollow) for words, mark in pairs]
        meant = (told, look, rect, self._rows)
        if meant == self._meant:
            return
        self._meant = meant
        self._all = entries(pairs)
        wanted = tuple(one for one in self._all if one.words not in self._elsewhere)
        put = place(wanted, look, rect.width(), max(1, self._rows))
        self.prepareGeometryChange()
        self._put, self._look, self._rect = put, look, rect
        self._kept.forget()
        self.update()

    def _meanings(self, painter: Painter[Any], data: Data, fill: Callable[[str], str]) -> Iterator[tuple[str, KeyMark]]:
        """What the marks of a layer mean: each of its classes by name, where they have names, and its key."""
        mark = self._mark(painter, data)
        names = data.words(getattr(painter.layer, "class_names", ""))
        for slot in mark.slots:
            if slot < len(names):
                yield names[slot], replace(mark, slots=(slot,), hollow=mark.hollow and not painter.layer.key)
        if painter.layer.key:
            yield fill(painter.layer.key), replace(mark, slots=mark.slots[:_MOST_MARKS])

    def _mark(self, painter: Painter[Any], data: Data) -> KeyMark:
        """How the layer is drawn; looked up again when it has been drawn anew."""
        builds, mark = self._known.get(painter.layer.name, (-1, KeyMark(painter.layer)))
        if builds != painter.builds:
            mark = _mark_of(painter, data)
            self._known[painter.layer.name] = painter.builds, mark
        return mark

    def boundingRect(self) -> QRectF:
        """The line under the plot."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Marks and words."""
        if not self._put:
            return
        painter.save()
        painter.setClipRect(self._rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._kept.draw(painter, self._rect, self._look.dpr, self._draw)
        painter.restore()

    def _draw(self, painter: QPainter) -> None:
        look, high = self._look, self._look.px(ROW)
        for one in self._put:
            x, top = self._rect.left() + one.x, self._rect.top() + one.row * high
            for mark in one.entry.marks:
                wide = mark_width(mark, look)
                draw_mark(painter, mark, QRectF(x, top, wide, high), look)
                x += wide + look.px(_AFTER_MARK)
            painter.setFont(look.font("caption"))
            painter.setPen(QColor(look.theme.muted))
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(QRectF(x, top, self._rect.right() - x + 2, high), middle, one.words)


def _drawn(painter: Painter[Any]) -> bool:
    """Whether a layer has anything to draw: its first value is an array with entries, words, or a number."""
    first = painter.values[0] if painter.values else None
    if isinstance(first, np.ndarray):
        return first.size > 0
    return first is not None and first == first and first != ()


def _mark_of(painter: Painter[Any], data: Data) -> KeyMark:
    layer = painter.layer
    labels = data.column(layer.labels)[:_LOOKED_AT] if getattr(layer, "labels", "") else np.zeros(0)
    slots = np.unique(labels[np.isfinite(labels) & (labels >= 0)]).astype(int).tolist()
    hollow = data.column(layer.hollow) if getattr(layer, "hollow", "") else np.zeros(0)
    named = bool(getattr(layer, "class_names", ""))
    # Beside the names of classes, which stand for full points, the key of the layer tells what the others are.
    rings = bool(len(hollow)) and bool(hollow.any() if named else hollow.all())
    return KeyMark(layer, tuple(slots[:_MOST_CLASSES]), rings)
