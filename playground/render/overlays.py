"""What stands on or over a figure when there is no picture to draw: empty, warming up, failed, diverged."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from playground.engine.frame import Failure, Frame
from playground.render import icons
from playground.render.look import FigureLook
from playground.render.scales import power_label
from playground.render.tokens import MOTION, PICTURE_SHARE, PICTURE_WORDS, SPACING
from playground.render.words import tr


def plain_button(words: str, look: FigureLook, *, filled: bool, icon: str = "") -> QPushButton:
    """A button in the theme: filled for the likely act, outlined for the others."""
    theme = look.theme
    button = QPushButton(tr(words))
    button.setFont(look.font("small strong"))
    button.setFixedHeight(look.px(SPACING.field))
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    ground, ink = (theme.text, theme.surface) if filled else (theme.surface, theme.text)
    edge = theme.text if filled else theme.control
    if icon:
        button.setIcon(icons.icon(icon, theme, look.px(SPACING.icon_mark), ink))
        button.setIconSize(QSize(look.px(SPACING.icon_mark), look.px(SPACING.icon_mark)))
    pressed = theme.muted if filled else theme.line
    over = theme.muted if filled else theme.sunken
    button.setStyleSheet(
        f"QPushButton {{ background: {ground}; color: {ink}; border: 1px solid {edge};"
        f" border-radius: {look.px(SPACING.radius)}px; padding: 0 {look.px(12)}px; }}"
        f"QPushButton:hover {{ background: {over}; }} QPushButton:pressed {{ background: {pressed}; }}"
        f"QPushButton:focus {{ border: {SPACING.focus}px solid {theme.accent}; }}"
    )
    return button


def words_label(words: str, look: FigureLook, style: str, color: str) -> QLabel:
    """A line of words that wraps."""
    label = QLabel(tr(words))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(look.font(style))
    label.setWordWrap(True)
    label.setStyleSheet(f"color: {color}; background: transparent;")
    return label


class Empty(QWidget):
    """Nothing to compute yet: the gesture in words, its keys, and the preset as the way out."""

    use_preset = Signal()

    def __init__(self, parent: QWidget, text: str, keys: str, look: FigureLook) -> None:
        super().__init__(parent)
        self._text, self._keys, self._look = text, keys, look
        # The plot below takes the clicks that the words ask for; only the button takes its own.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.button = plain_button("Use the preset", look, filled=True)
        self.button.setParent(parent)
        self.button.clicked.connect(self.use_preset)
        self.setAccessibleName(tr(f"{text}. {keys}"))

    def place(self, view: QRectF) -> None:
        """Stands in the middle of a plot's view."""
        self.setGeometry(view.toAlignedRect())
        self.button.adjustSize()
        size = self.button.size()
        middle = view.center()
        self.button.move(round(middle.x() - size.width() / 2), round(middle.y() + self._look.px(44)))
        self.show()
        self.button.show()
        self.button.raise_()

    def remove(self) -> None:
        """Goes away with its button."""
        for widget in (self, self.button):
            widget.hide()
            widget.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Icon, words, keys."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        middle = self.rect().center()
        side = look.px(SPACING.icon_empty)
        painter.drawPixmap(
            round(middle.x() - side / 2),
            middle.y() - look.px(48),
            icons.pixmap("gesture-tap", theme.muted, side, self.devicePixelRatioF()),
        )
        for words, style, color, down in (
            (self._text, "state", theme.text, 0),
            (self._keys, "small", theme.muted, 24),
        ):
            painter.setFont(look.font(style))
            painter.setPen(QColor(color))
            box = QRectF(0, middle.y() + round((down - 12) * look.factor), self.width(), look.px(24))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr(words))
        painter.end()


WARMING = ("The engine is warming up", "about 2 s the first time")


class Warming(QWidget):
    """Stands in for a picture whose first frame is on its way: the thumbnail, and after a while a ring with words.

    With reduced motion there is a second counter in place of the ring.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = FigureLook()
        self._still = self._slow = False
        self._picture = QPixmap()
        self._words = WARMING
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._appear)
        self._turn = QTimer(self)
        self._turn.setInterval(33)
        self._turn.timeout.connect(self.update)
        self._since = QElapsedTimer()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("The engine is warming up"))
        self.hide()

    def set_look(self, look: FigureLook, reduced_motion: bool) -> None:
        """Takes a theme."""
        self._look, self._still = look, reduced_motion

    def set_picture(self, picture: QPixmap) -> None:
        """Takes what is shown meanwhile; an empty one: nothing."""
        self._picture = picture
        self.update()

    def set_on(self, on: bool, words: tuple[str, str] = WARMING, over: bool = False) -> None:
        """Ring and words appear 150 ms after they were asked for, and go at once.

        Args:
            on: whether a picture is on its way.
            words: a line, and a smaller one.
            over: there is a picture of another run, which stays as long; else the stand-in appears at once.
        """
        self._words = words
        if on and not self._wait.isActive() and not self._turn.isActive():
            self._slow = False
            self._since.start()
            self._wait.start(MOTION.warming_after)
            if not self._picture.isNull() and not over:
                self._show()
        elif not on:
            self._wait.stop()
            self._turn.stop()
            self.hide()

    def _show(self) -> None:
        self.show()
        self.raise_()

    def _appear(self) -> None:
        self._slow = True
        self._show()
        self._turn.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, and ring and words below it or in the middle."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(theme.surface))
        middle, side = self.rect().center(), look.px(SPACING.icon_empty)
        if not self._picture.isNull():
            room = QRectF(self.rect()).adjusted(0, 0, 0, -look.px(PICTURE_WORDS))
            size = QSizeF(self._picture.size()).scaled(room.size() * PICTURE_SHARE, Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(room.center() - QPointF(size.width() / 2, size.height() / 2), size)
            painter.drawPixmap(place, self._picture, QRectF(self._picture.rect()))
            middle = QPointF(middle.x(), place.bottom() + look.px(PICTURE_WORDS) / 2).toPoint()
        if not self._slow:
            painter.end()
            return
        seconds = self._since.elapsed() / 1000 if self._since.isValid() else 0.0
        ring = QRectF(middle.x() - side / 2, middle.y() - look.px(48), side, side).adjusted(2, 2, -2, -2)
        if self._still:
            painter.setFont(look.font("state"))
            painter.setPen(QColor(theme.muted))
            painter.drawText(ring.adjusted(-20, 0, 20, 0), Qt.AlignmentFlag.AlignCenter, f"{seconds:.0f} s")
        else:
            painter.setPen(QPen(QColor(theme.sunken), look.px(3)))
            painter.drawEllipse(ring)
            painter.setPen(QPen(QColor(theme.accent), look.px(3)))
            painter.drawArc(ring, round(-seconds * 360 * 16) % (360 * 16), 100 * 16)
        for words, style, color, down in (
            (self._words[0], "state", theme.text, 0),
            (self._words[1], "small", theme.muted, 24),
        ):
            painter.setFont(look.font(style))
            painter.setPen(QColor(color))
            box = QRectF(0, middle.y() + round((down - 10) * look.factor), self.width(), look.px(24))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr(words))
        painter.end()


class Growth(QWidget):
    """How a quantity grew, on a logarithmic axis, with a cross where it ended."""

    def __init__(self, look: FigureLook, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        super().__init__()
        self._look, self._values = look, values
        self.setFixedSize(look.px(220), look.px(84))
        self.setAccessibleName(tr("growth of the quantity on a logarithmic axis"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line and a cross."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = look.px(8)
        box = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        low, high = float(self._values.min()), float(self._values.max())
        xs = np.linspace(box.left(), box.right(), len(self._values))
        ys = box.bottom() - (self._values - low) / ((high - low) or 1.0) * box.height()
        painter.setPen(QPen(QColor(theme.grid), 1.0))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.drawLine(box.topLeft(), box.bottomLeft())
        painter.setPen(QPen(QColor(theme.text), look.hero))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]))
        painter.setPen(QPen(QColor(theme.bad), look.hero))
        x, y, arm = float(xs[-1]), float(ys[-1]), look.px(4)
        painter.drawLine(QPointF(x - arm, y - arm), QPointF(x + arm, y + arm))
        painter.drawLine(QPointF(x - arm, y + arm), QPointF(x + arm, y - arm))
        painter.setFont(look.font("caption"))
        painter.setPen(QColor(theme.muted))
        words = f"{power_label(round(low))} to {power_label(round(high))}"
        painter.drawText(box.adjusted(look.px(6), 0, 0, 0), Qt.AlignmentFlag.AlignTop, words)
        painter.end()


def growth(frame: Frame) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """log10 (n,) of the recorded metric that grew most, or None if none grew a thousandfold."""
    best, most = None, 3.0
    for _, values in frame.series.values():
        size = np.abs(np.asarray(values, float))
        size = size[np.isfinite(size) & (size > 0)]
        if len(size) < 3:
            continue
        logs = np.log10(size)
        if logs[-1] - logs[0] > most:
            best, most = logs, float(logs[-1] - logs[0])
    return best


class FailureStrip(QWidget):
    """Why the run stopped, above the last good picture, with the ways on."""

    back_one = Signal()
    copy_report = Signal(str)
    repair = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = QVBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._shown: tuple[Failure, str, FigureLook] | None = None
        self._look = FigureLook()
        self._inner: QWidget | None = None
        self.hide()

    def show_failure(self, frame: Frame | None, repair: str, look: FigureLook) -> None:
        """Takes a frame's failure, or None, and the remedy in words if there is one."""
        failure = frame.failure if frame is not None else None
        if failure is None or frame is None:
            self._shown = None
            self.hide()
            return
        if (failure, repair, look) == self._shown:
            return
        self._shown, self._look = (failure, repair, look), look
        if self._inner is not None:
            self._row.removeWidget(self._inner)
            self._inner.deleteLater()
        self._inner = self._build(failure, frame, repair)
        self._row.addWidget(self._inner)
        self._inner.show()
        self.setAccessibleName(failure.sentence)
        self.show()

    def _build(self, failure: Failure, frame: Frame, repair: str) -> QWidget:
        look, theme = self._look, self._look.theme
        diverged = failure.kind == "nonfinite"
        inner = QWidget()
        column = QVBoxLayout()
        column.setSpacing(look.px(4))
        head = QHBoxLayout()
        head.setSpacing(look.px(10))
        mark = QLabel()
        mark.setPixmap(
            icons.pixmap(
                "chart-line-variant" if diverged else "alert-circle-outline",
                theme.bad,
                look.px(SPACING.icon_state),
                self.devicePixelRatioF(),
            )
        )
        mark.setFixedWidth(look.px(SPACING.icon_state))
        head.addWidget(mark)
        title = failure.sentence if diverged else f"This panel stopped at step {failure.step:,}"
        head.addWidget(words_label(title, look, "state", theme.text), 1)
        column.addLayout(head)
        said = "The picture is the last one with numbers."
        if not diverged:
            sentence = failure.sentence[:1].upper() + failure.sentence[1:].rstrip(".")
            said = f"{sentence}. The picture is the last good one; other panels go on."
        column.addWidget(words_label(said, look, "small", theme.muted))
        if failure.report and not diverged:
            column.addWidget(self._report(failure.report))
        column.addLayout(self._buttons(failure, repair))
        row = QHBoxLayout(inner)
        edge = look.px(SPACING.stage[0])
        row.setContentsMargins(edge, look.px(SPACING.stage[1]), edge, look.px(SPACING.stage[1]))
        row.addLayout(column, 1)
        grown = growth(frame) if diverged else None
        if grown is not None:
            row.addWidget(Growth(look, grown))
        return inner

    def _report(self, report: str) -> QLabel:
        """The last two lines of the report, in the system's fixed font."""
        lines = [line.strip() for line in report.strip().splitlines() if line.strip()]
        label = words_label("\n".join(lines[-2:]), self._look, "caption", self._look.theme.muted)
        face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        face.setPixelSize(self._look.px(12))
        label.setFont(face)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _buttons(self, failure: Failure, repair: str) -> QHBoxLayout:
        look = self._look
        row = QHBoxLayout()
        row.setSpacing(look.px(8))
        row.setContentsMargins(0, look.px(6), 0, 0)
        if repair:
            button = plain_button(repair, look, filled=True)
            button.clicked.connect(self.repair)
            row.addWidget(button)
        back = plain_button("Back one step", look, filled=not repair)
        back.clicked.connect(self.back_one)
        row.addWidget(back)
        if failure.report:
            copy = plain_button("Copy report", look, filled=False, icon="content-copy")
            copy.clicked.connect(lambda: self.copy_report.emit(failure.report))
            row.addWidget(copy)
        row.addStretch(1)
        return row

    def paintEvent(self, event: QPaintEvent) -> None:
        """The sheet goes on, with a hairline below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._look.theme.surface))
        painter.setPen(QPen(QColor(self._look.theme.line), 1.0))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()
