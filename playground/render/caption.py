"""The strip under a picture in a lecture: what to see, and the step."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from playground.render import fonts
from playground.render.tokens import Theme, px
from playground.render.words import Worded, tr

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
    """One or two lines at the left, the step at the right, and beside it the value of a pinned parameter."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme: Theme | None = None
        self._factor = 1.0
        self._words = self._number = self._below = ""
        self._pinned = ("", "")
        self.reserved_width = 0  # px at the left of the step that belong to somebody else

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
    def texts(self) -> tuple[str, str, str]:
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

    def pin(self, value: str, label: str) -> None:
        """Takes the value of a parameter and its label, or takes them away with an empty label."""
        if (value, label) != self._pinned:
            self._pinned = (value, label)
            self.update()

    @property
    def pinned(self) -> tuple[str, str]:
        """The value and the label of the pinned parameter."""
        return self._pinned

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
        room = round(self._box().width()) - self.number_width() - self._pin_width()
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

    def number_width(self) -> int:
        """The px that the step and what stands below it take at the right."""
        if not self._number and not self._below:
            return 0
        numbers = QFontMetrics(self._font("lecture number")).horizontalAdvance(self._number)
        small = QFontMetrics(self._font("small"))
        return max(numbers + small.horizontalAdvance(_step()), small.horizontalAdvance(tr(self._below))) + self._px(
            EDGE
        )

    def _pin_width(self) -> int:
        if self.reserved_width or not self._pinned[1]:
            return self.reserved_width
        value = QFontMetrics(self._font("lecture number")).horizontalAdvance(self._pinned[0])
        return max(value, QFontMetrics(self._font("small")).horizontalAdvance(self._pinned[1])) + self._px(EDGE)

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
        if self._number:
            self._pair(painter, theme, box, self._number, tr(self._below), _step())
        if self._pinned[1] and not self.reserved_width:
            self._pair(painter, theme, box.adjusted(0, 0, -self.number_width(), 0), *self._pinned)

    def _pair(self, painter: QPainter, theme: Theme, box: QRectF, number: str, below: str, before: str = "") -> None:
        """A number at the right end of a box, with a word before it and small words below it."""
        large, small = self._font("lecture number"), self._font("small")
        wide, high = QFontMetrics(large).horizontalAdvance(number), QFontMetrics(large).height()
        low = QFontMetrics(small).height() if below else 0
        top = box.center().y() - (high + low) / 2
        base = top + QFontMetrics(large).ascent()
        painter.setPen(QColor(theme.text))
        painter.setFont(large)
        painter.drawText(QPointF(box.right() - wide, base), number)
        painter.setPen(QColor(theme.muted))
        painter.setFont(small)
        metrics = painter.fontMetrics()
        painter.drawText(QPointF(box.right() - wide - metrics.horizontalAdvance(before), base), before)
        painter.drawText(QPointF(box.right() - metrics.horizontalAdvance(below), top + high + metrics.ascent()), below)


def _step() -> str:
    """The word before the step."""
    return f"{tr('step')} "
