"""What goes with the cursor: the round lens, and on the audience's screen a ring and the pressed key."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from playground.render.figure_view import FigureView
from playground.render.tokens import MOTION
from playground.render.words import Worded
from playground.ui.controls.style import Look
from playground.ui.panel.stage import Stage

LENS, ZOOM = 240, 2.5
HALO, HALO_WIDTH = 36, 3


class Lens(QWidget):
    """A round lens at the cursor: the picture below it, drawn anew 2.5 times as large. Clicks go through it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look: Look | None = None
        self._stage = stage
        self._at = QPointF(0, 0)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedSize(look.px(LENS), look.px(LENS))
        self.follow(self._at)

    def follow(self, position: QPointF) -> None:
        """Goes to a position of the stage."""
        self._at = position
        self.move(round(position.x()) - self.width() // 2, round(position.y()) - self.height() // 2)
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws what is below, larger."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = look.px(3)
        box = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        painter.setBrush(QBrush(self._enlarge(look)))
        painter.setPen(QPen(look.color("accent"), edge))
        painter.drawEllipse(box)

    def _enlarge(self, look: Look) -> QPixmap:
        """What is below. The layers set clips of their own, so it is drawn square and cut round afterwards."""
        ratio = self.devicePixelRatioF()
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(look.color("surface"))
        painter = QPainter(made)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for picture in self._stage.pictures:
            self._draw(painter, picture)
        painter.end()
        return made

    def _draw(self, painter: QPainter, picture: FigureView) -> None:
        """The part of one picture that is in the lens; what was drawn for its size is not stretched but made anew."""
        middle = QPointF(picture.canvas.mapFrom(self._stage, self._at.toPoint()))
        side = self.width() / ZOOM
        below = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        sheet = picture.canvas.sheet
        seen = below & picture.canvas.sceneRect()
        if seen.isEmpty():
            return
        target = QRectF((seen.topLeft() - below.topLeft()) * ZOOM, seen.size() * ZOOM)
        sheet.render(painter, target, seen, Qt.AspectRatioMode.IgnoreAspectRatio)


class Halo(QWidget):
    """A ring round the place that the speaker's cursor points at."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look: Look | None = None
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        side = look.px(HALO) + 2 * look.px(HALO_WIDTH)
        self.setFixedSize(side, side)

    def follow(self, position: QPoint | None) -> None:
        """Goes to a position of the parent, or away."""
        self.setVisible(position is not None)
        if position is not None:
            self.move(position - QPoint(self.width() // 2, self.height() // 2))
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the ring, on a wider one in `surface` so that it is seen on any colour."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = look.px(HALO_WIDTH)
        box = QRectF(self.rect()).adjusted(width, width, -width, -width)
        for token, wide in (("surface", 2 * width), ("accent", width)):
            painter.setPen(QPen(look.color(token), wide))
            painter.drawEllipse(box)


class KeyCap(Worded, QLabel):
    """The key that was pressed and what it did, for a moment."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "plate")
        self.setProperty("type", "lecture caption narrow")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MOTION.keycap)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def press(self, key: str, words: str, inside: QRect) -> None:
        """Shows a key in the lower right corner of a rectangle of the parent."""
        self.setText(f"{key}   {words}")
        self.setAccessibleName(self.text())
        self.ensurePolished()
        size = self.sizeHint().boundedTo(QSize(inside.width(), inside.height()))
        self.setGeometry(QRect(inside.bottomRight() - QPoint(size.width(), size.height()), size))
        self.show()
        self.raise_()
        self._timer.start()
