"""What is on screen until the first panel is loaded: the lines of its page, and its picture where the stage will be."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from playground.render.tokens import PICTURE_SHARE, PICTURE_WORDS, SPACING
from playground.render.words import Worded, tr
from playground.resources import thumbnail
from playground.ui.controls.style import Look
from playground.ui.panel.places import stage_place

WORDS = "Opening"


class OpeningPage(Worded, QWidget):
    """Stands for the page of a panel; needs nothing that takes time to load."""

    def __init__(self, concept: str) -> None:
        """A page.

        Args:
            concept: the id of the panel or door whose picture ships; empty: it is not known yet.
        """
        super().__init__()
        self._concept = concept
        self._look: Look | None = None
        self._picture = QPixmap()
        self.setAccessibleName(WORDS)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        path = thumbnail(self._concept, look.theme.name) if self._concept else None
        self._picture = QPixmap(str(path)) if path is not None else QPixmap()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The lines, the picture, and a word below it or in the middle."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), look.color("window"))
        stage = stage_place(look, self.width(), self.height())
        line, wide = SPACING.hairline, self.width()
        foot = self.height() - look.px(SPACING.transport) - line
        painter.fillRect(0, stage.top(), stage.width(), foot - stage.top(), look.color("surface"))
        painter.fillRect(0, stage.top() - line, wide, line, look.color("line"))
        painter.fillRect(0, foot, wide, line, look.color("line"))
        painter.fillRect(stage.right() + 1, stage.top(), line, foot - stage.top(), look.color("line"))
        below = QPointF(QRectF(stage).center())
        if not self._picture.isNull():
            # As the stage itself shows it until its first frame has come.
            room = QRectF(stage).adjusted(0, 0, 0, -look.px(PICTURE_WORDS))
            size = QSizeF(self._picture.size()).scaled(room.size() * PICTURE_SHARE, Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(room.center() - QPointF(size.width() / 2, size.height() / 2), size)
            painter.drawPixmap(place, self._picture, QRectF(self._picture.rect()))
            below = QPointF(below.x(), place.bottom() + look.px(PICTURE_WORDS) / 2)
        painter.setFont(look.font("state"))
        painter.setPen(look.color("muted"))
        words = QRectF(stage.left(), below.y() - look.px(12), stage.width(), look.px(24))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, tr(WORDS))
        painter.end()
