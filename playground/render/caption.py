"""The strip under a picture in a lecture: what to see, and the step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from playground.render import fonts
from playground.render.tokens import Theme, px
from playground.render.words import Worded

STRIP = 70  # logical px
EDGE = 24
WIDE_FROM = 1200  # px of a window 720 high; narrower ones have smaller words
LOW = 620  # px of a window's height below which the second line goes
HIGH = 720


def two_lines(text: str, metrics: QFontMetrics, width: int) -> tuple[str, ...]:
    """Words on one line, or on two of which the second may end in an ellipsis."""
    words = text.split()
    many = next((n for n in range(len(words), 1, -1) if metrics.horizontalAdvance(" ".join(words[:n])) <= width), 1)
    lines = (" ".join(words[:many]), " ".join(words[many:]))
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines if line)


class CaptionStrip(Worded, QFrame):
    """One or two lines at the left, a number at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme: Theme | None = None
        self._factor = 1.0
        self._words = self._number = self._below = ""

    def set_theme(self, theme: Theme, factor: float) -> None:
        """Takes a theme at a factor."""
        self._theme, self._factor = theme, factor
        self.update()

    @property
    def room(self) -> int:
        """The height it wants in px; nothing to say: none."""
        return self._px(STRIP) if self._theme is not None and self._words else 0

    @property
    def words(self) -> str:
        """What it says."""
        return self._words

    @property
    def told(self) -> tuple[str, str, str]:
        """The words, the number and what stands below it."""
        return self._words, self._number, self._below

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
        page = self.parentWidget()
        if self._theme is None or page is None:
            return ()
        metrics = QFontMetrics(self._font(self.style_name()))
        room = round(self._box().width()) - self._number_width()
        if page.height() < LOW:
            return (metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room),)
        return two_lines(self._words, metrics, room)

    def _px(self, size: float) -> int:
        return px(size, self._factor)

    def _font(self, style: str) -> QFont:
        return fonts.font(style, self._factor)

    def _box(self) -> QRectF:
        edge = self._px(EDGE)
        return QRectF(self.rect()).adjusted(edge, 0, -edge, 0)

    def _number_width(self) -> int:
        numbers = QFontMetrics(self._font("lecture number")).horizontalAdvance(self._number)
        words = QFontMetrics(self._font("small")).horizontalAdvance(self._below)
        return max(numbers, words) + self._px(EDGE) if self._number or self._below else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words and number on the sheet."""
        theme = self._theme
        if theme is None or not self._words:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.surface))
        box = self._box()
        painter.setPen(QColor(theme.text))
        painter.setFont(self._font(self.style_name()))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, "\n".join(self.lines()))
        painter.setFont(self._font("lecture number"))
        if not self._below:
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, self._number)
            return
        high = painter.fontMetrics().height()
        small = QFontMetrics(self._font("small")).height()
        top = box.center().y() - (high + small) / 2
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(QRectF(box.left(), top, box.width(), high), right, self._number)
        painter.setPen(QColor(theme.muted))
        painter.setFont(self._font("small"))
        painter.drawText(QRectF(box.left(), top + high, box.width(), small), right, self._below)
