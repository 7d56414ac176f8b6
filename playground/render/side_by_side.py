"""Pictures side by side: where each stands, and the title over it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from playground.engine.frame import STOPPED, Frame
from playground.render import fonts
from playground.render.tokens import SPACING, Theme, px
from playground.render.words import NamedWidget, tr

SIDE = 320  # logical px that a picture needs beside the next one
HEAD = 36  # px at factor 1
GAP = 8
_ENDS = {"done": "at its end", "converged": "converged", "failed": "stopped"}


def cells(count: int, width: int, height: int, factor: float) -> list[QRect]:
    """Where the pictures stand: side by side while they have room, else above one another; four two by two."""
    fits = max(1, int(width / factor) // SIDE)
    columns = 2 if count == 4 else min(count, fits)
    if count == 3 and columns == 2 and height / factor < 2 * SIDE:
        columns = 3
    columns = min(columns, fits) if count == 4 else columns
    rows = -(-count // columns)
    wide, tall = width // columns, height // rows
    return [QRect((i % columns) * wide, (i // columns) * tall, wide, tall) for i in range(count)]


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of one picture.

    Attributes:
        head: of the title; nothing where a picture stands alone.
        view: of the picture.
    """

    head: QRect
    view: QRect


def arrange(count: int, room: QRect, factor: float) -> list[Cell]:
    """The places of pictures and titles in a room."""
    if count == 1:
        return [Cell(QRect(), room)]
    high = px(HEAD, factor)
    found = [cell.translated(room.topLeft()) for cell in cells(count, room.width(), room.height(), factor)]
    return [Cell(QRect(c.x(), c.y(), c.width(), high), c.adjusted(0, high, 0, 0)) for c in found]


def ending(frame: Frame, going: bool) -> str:
    """How a run ended, where the others go on; else nothing.

    Args:
        frame: the newest of the run.
        going: the clock goes on, or stands at a later step.
    """
    ended = _ENDS.get(frame.status, "") if frame.status in STOPPED and going else ""
    return f"{ended} at step {frame.step:,}".replace("at its end at", "ended at") if ended else ""


class TwinTitle(NamedWidget, QWidget):
    """The title over a picture: what sets its run apart, and how the run ended.

    Attributes:
        words: what sets it apart.
        end: how it ended; empty while it runs.
        reserved_width: px at the right that the words leave free.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = self.end = ""
        self.reserved_width = 0
        self._theme: Theme | None = None
        self._factor = 1.0
        self.show()

    def set_theme(self, theme: Theme, factor: float) -> None:
        """Takes a theme at a factor."""
        self._theme, self._factor = theme, factor
        self.update()

    def say(self, words: str, end: str) -> bool:
        """Takes words; whether they are others than before."""
        if (words, end) == (self.words, self.end):
            return False
        self.words, self.end = words, end
        self.setAccessibleName(f"Run with {words}")
        self.setToolTip(words)
        self.update()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the words on the sheet."""
        if self._theme is not None:
            painter = QPainter(self)
            painter.fillRect(self.rect(), QColor(self._theme.surface))
            self.draw(painter, QRectF(self.rect()))

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draws the words alone.

        Args:
            painter: draws on any device.
            box: where the title stands.
        """
        theme = self._theme
        if theme is None:
            return
        gap = px(GAP, self._factor)
        room = box.adjusted(px(SPACING.stage[0], self._factor), px(4, self._factor), -self.reserved_width - gap, 0)
        title, small = fonts.font("panel title", self._factor), fonts.font("caption", self._factor)
        end = tr(self.end)
        ends = QFontMetrics(small).horizontalAdvance(end) + gap if end else 0
        metrics = QFontMetrics(title)
        words = metrics.elidedText(tr(self.words), Qt.TextElideMode.ElideRight, max(0, round(room.width()) - ends))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(title)
        painter.setPen(QColor(theme.text))
        painter.drawText(room, middle, words)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        painter.drawText(room.adjusted(metrics.horizontalAdvance(words) + gap, 0, 0, 0), middle, end)
