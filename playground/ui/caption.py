"""The strip under a picture in a lecture: what to see, and the step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from playground.render.words import Worded
from playground.ui.cards import two_lines
from playground.ui.style import Look

STRIP = 70  # logical px
WIDE_FROM = 1200  # px of a window 720 high; narrower ones have smaller words
LOW = 620  # px of a window's height below which the second line goes
HIGH = 720


class CaptionStrip(Worded, QFrame):
    """One or two lines at the left, a number at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look: Look | None = None
        self._words = self._number = self._below = ""

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.update()

    @property
    def room(self) -> int:
        """The height it wants in px; nothing to say: none."""
        return self._look.px(STRIP) if self._look is not None and self._words else 0

    @property
    def words(self) -> str:
        """What it says."""
        return self._words

    def tell(self, words: str, number: str, below: str = "") -> bool:
        """Takes words, a number and what stands below it; whether it needs another height now."""
        before = bool(self._words)
        if (words, number, below) != (self._words, self._number, self._below):
            self._words, self._number, self._below = words, number, below
            self.setAccessibleName(words)
            self.update()
        return before != bool(words)

    def style_name(self) -> str:
        """The type style of the words, by the window's shape."""
        page = self.parentWidget()
        wide = page is not None and page.width() * HIGH / max(1, page.height()) >= WIDE_FROM
        return "lecture caption" if wide else "lecture caption narrow"

    def lines(self) -> tuple[str, ...]:
        """The words as they are broken."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None:
            return ()
        metrics = QFontMetrics(look.font(self.style_name()))
        room = round(self._box(look).width()) - self._number_width(look)
        if page.height() < LOW:
            return (metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room),)
        return two_lines(self._words, metrics, room)

    def _box(self, look: Look) -> QRectF:
        edge = look.px(24)
        return QRectF(self.rect()).adjusted(edge, 0, -edge, 0)

    def _number_width(self, look: Look) -> int:
        numbers = QFontMetrics(look.font("lecture number")).horizontalAdvance(self._number)
        words = QFontMetrics(look.font("small")).horizontalAdvance(self._below)
        return max(numbers, words) + look.px(24) if self._number or self._below else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words and number on the sheet."""
        look = self._look
        if look is None or not self._words:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), look.color("surface"))
        box = self._box(look)
        painter.setPen(look.color("text"))
        painter.setFont(look.font(self.style_name()))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, "\n".join(self.lines()))
        painter.setFont(look.font("lecture number"))
        if not self._below:
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, self._number)
            return
        high = painter.fontMetrics().height()
        small = QFontMetrics(look.font("small")).height()
        top = box.center().y() - (high + small) / 2
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(QRectF(box.left(), top, box.width(), high), right, self._number)
        painter.setPen(look.color("muted"))
        painter.setFont(look.font("small"))
        painter.drawText(QRectF(box.left(), top + high, box.width(), small), right, self._below)
