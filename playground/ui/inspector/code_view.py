"""The lines of a code with their values under them; the line that is lit, and what is tied to the picture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from playground.engine.declarations.code import CodeListing, NamedValue
from playground.render import fonts
from playground.render.colour_mixing import mix
from playground.render.tokens import STYLES
from playground.texts.links import NONE
from playground.ui.controls.style import Look
from playground.ui.inspector.code_layout import CodePage, CodePiece, CodeRow, ValueSpot, page

_LINE = 1.5  # heights of a letter between two lines
_BAR = 3  # px of the bar at the lit line
_EDGE = 10  # px left of the code
_FADED = 0.45  # how far lines that were not run go towards the ground


class CodeView(QWidget):
    """A painted page of code.

    Signals:
        pointed: the keys (see `texts.links`) of the value under the cursor.
        chosen: the number of an event whose line was clicked.
        laid_out: the lines stand elsewhere, because the page has another width.
    """

    pointed = Signal(object)
    chosen = Signal(int)
    laid_out = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.setAccessibleName("Code")
        self._look: Look | None = None
        self._listing = CodeListing()
        self._cursor = -1
        self._page = CodePage((), 0.0)
        self._linkable = self._lit = self._pointed = NONE
        self._name = ""
        self._metrics: QFontMetricsF | None = None

    # ---- what is shown

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._metrics = QFontMetricsF(fonts.code(round(STYLES["code"].px * look.factor)))
        self._lay_out()

    def show_listing(self, listing: CodeListing, cursor: int) -> None:
        """Shows a code up to an event."""
        self._listing, self._cursor = listing, cursor
        self._lay_out()
        self.setAccessibleDescription(self.words)

    def link(self, linkable: frozenset[str]) -> None:
        """Takes the keys that the picture has layers for."""
        self._linkable = linkable
        self.update()

    def light(self, keys: frozenset[str]) -> None:
        """Lights the values of these keys."""
        if keys != self._lit:
            self._lit = keys
            self.update()

    @property
    def lit_keys(self) -> frozenset[str]:
        """The keys that are lit."""
        return self._lit

    @property
    def words(self) -> str:
        """The lit line with its values, for screen readers."""
        if not 0 <= self._cursor < len(self._listing.events):
            return ""
        event = self._listing.events[self._cursor]
        line = self._listing.text.splitlines()[event.line - 1].strip()
        return "; ".join([line, *(f"{value.name} = {value.text}" for value in event.values)])

    @property
    def lit_span(self) -> tuple[int, int]:
        """Top and bottom of the lit line with its values, px."""
        rows = [row for row in self._page.rows if self._is_lit(row)]
        if not rows:
            return 0, 0
        return round(rows[0].top * self._step), round((rows[-1].top + rows[-1].height) * self._step)

    def spots(self) -> dict[str, QPointF]:
        """A position on each value that is tied to the picture, by its name."""
        found = {}
        for row in self._page.rows:
            for spot in row.spots:
                if self._tied(spot.value):
                    found[spot.value.name] = self._box(row, spot).center()
        return found

    # ---- places

    @property
    def _step(self) -> float:
        return _LINE * (self._metrics.height() if self._metrics is not None else 1.0) / 1.17

    @property
    def _letter(self) -> float:
        return self._metrics.horizontalAdvance("M") if self._metrics is not None else 1.0

    @property
    def _left(self) -> float:
        return self._look.px(_EDGE) if self._look is not None else 0.0

    def _lay_out(self) -> None:
        if self._metrics is None:
            return
        columns = max(20, int((self.width() - self._left) / self._letter) - 1)
        self._page = page(self._listing, self._cursor, columns)
        self.setFixedHeight(round(self._page.height * self._step) + 2)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Long lines go on where there is room."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()
            self.laid_out.emit()

    def _is_lit(self, row: CodeRow) -> bool:
        if not 0 <= self._cursor < len(self._listing.events):
            return False
        event = self._listing.events[self._cursor]
        return event.line <= row.line <= event.end

    def _box(self, row: CodeRow, part: CodePiece | ValueSpot) -> QRectF:
        return QRectF(
            self._left + part.column * self._letter,
            row.top * self._step,
            len(part.text) * self._letter,
            row.height * self._step,
        )

    def _tied(self, value: NamedValue) -> frozenset[str]:
        return frozenset(value.keys) & self._linkable

    def _known(self) -> dict[str, NamedValue]:
        """The newest value of each name up to the lit line."""
        return {value.name: value for event in self._listing.events[: self._cursor + 1] for value in event.values}

    # ---- the mouse

    def _value_at(self, position: QPointF) -> NamedValue | None:
        """The value under a position: its own words, or its name in a line."""
        for row in self._page.rows:
            if not row.top * self._step <= position.y() < (row.top + row.height) * self._step:
                continue
            for spot in row.spots:
                if self._box(row, spot).contains(position):
                    return spot.value
            for piece in row.pieces:
                if piece.name and self._box(row, piece).contains(position):
                    return self._known().get(piece.name)
        return None

    def _point(self, value: NamedValue | None) -> None:
        keys = self._tied(value) if value is not None else NONE
        name = value.name if value is not None else ""
        if (keys, name) != (self._pointed, self._name):
            self._pointed, self._name = keys, name
            self.setCursor(Qt.CursorShape.PointingHandCursor if keys else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(keys)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Another value may be under the cursor."""
        self._point(self._value_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """No value is."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A line that was run is lit."""
        y = event.position().y()
        for row in self._page.rows:
            if row.top * self._step <= y < (row.top + row.height) * self._step:
                here = [i for i, one in enumerate(self._listing.events) if one.line <= row.line <= one.end]
                if here:
                    self.chosen.emit(here[-1])

    def event(self, event: QEvent) -> bool:
        """A name tells its value, and a value that had to be shortened all of it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            value = self._value_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), f"{value.name} = {value.text}" if value is not None else "", self)
            return True
        return super().event(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws what is seen of the page."""
        look, metrics = self._look, self._metrics
        if look is None or metrics is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.code(round(STYLES["code"].px * look.factor)))
        self._draw_lit(painter, look)
        passed = self._passed()
        seen = event.rect()
        base = (self._step + metrics.ascent() - metrics.descent()) / 2
        for row in self._page.rows:
            top = row.top * self._step
            if top > seen.bottom() or top + row.height * self._step < seen.top():
                continue
            for piece in row.pieces:
                painter.setPen(self._pen(look, piece, row.line in passed))
                painter.drawText(QPointF(self._left + piece.column * self._letter, top + base), piece.text)
            for spot in row.spots:
                self._draw_value(painter, look, row, spot, base)
        painter.end()

    def _draw_lit(self, painter: QPainter, look: Look) -> None:
        top, bottom = self.lit_span
        if bottom <= top:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("sunken"))
        painter.drawRect(QRectF(0, top, self.width(), bottom - top))
        painter.setBrush(look.color("accent"))
        painter.drawRect(QRectF(0, top, look.px(_BAR), bottom - top))

    def _passed(self) -> frozenset[int]:
        """The lines of the function that were not run."""
        events = self._listing.events
        if not events:
            return frozenset()
        lines = self._listing.text.splitlines()
        first = events[0].end
        after = (k for k, line in enumerate(lines[first:], start=first + 1) if line and not line.startswith(" "))
        run = {line for one in events for line in range(one.line, one.end + 1)}
        return frozenset(range(first + 1, next(after, len(lines) + 1))) - run

    def _pen(self, look: Look, piece: CodePiece, passed: bool) -> QColor:
        token = "muted" if piece.tone == "quiet" else "accent" if piece.tone == "word" else "text"
        color = getattr(look.theme, token)
        return QColor(mix(color, look.theme.window, _FADED) if passed and piece.tone != "quiet" else color)

    def _draw_value(self, painter: QPainter, look: Look, row: CodeRow, spot: ValueSpot, base: float) -> None:
        tied, box = self._tied(spot.value), self._box(row, spot)
        edge = look.px(2)
        if (tied and tied & (self._lit | self._pointed)) or (self._name and spot.value.name == self._name):
            painter.setPen(look.color("accent"))
            painter.setBrush(look.color("soft"))
            painter.drawRoundedRect(box.adjusted(-edge, 0, edge, -edge / 2), 2 * edge, 2 * edge)
        head = len(spot.value.name) + 3
        at = QPointF(box.left(), box.top() + base)
        painter.setPen(look.color("muted"))
        painter.drawText(at, spot.text[:head])
        painter.setPen(look.color("text"))
        painter.drawText(at + QPointF(min(head, len(spot.text)) * self._letter, 0), spot.text[head:])
        if tied:
            painter.setPen(look.color("accent"))
            y = box.bottom() - 1.5 * edge
            painter.drawLine(QPointF(box.left(), y), QPointF(box.left() + len(spot.value.name) * self._letter, y))


def line_of(listing: CodeListing, keys: frozenset[str]) -> int:
    """The event whose value has one of these keys, the last of its name's; -1: none has."""
    for i in range(len(listing.events) - 1, -1, -1):
        if any(keys & frozenset(value.keys) for value in listing.events[i].values):
            return i
    return -1
