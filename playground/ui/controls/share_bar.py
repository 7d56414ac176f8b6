"""A bar that fills: how far something is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from playground.ui.controls.style import Look

BAR = 6


class Share(QWidget):
    """A bar that fills."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Progress")
        self._share = 0.0
        self._look: Look | None = None

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedHeight(look.px(BAR))

    def fill(self, share: float) -> None:
        """Shows a share from 0 to 1."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the bar."""
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        radius = whole.height() / 2
        for colour, share in ((self._look.track(), 1.0), (self._look.color("accent"), self._share)):
            painter.setBrush(colour)
            if share > 0:
                wide = max(whole.height(), share * whole.width())
                painter.drawRoundedRect(QRectF(0, 0, wide, whole.height()), radius, radius)
