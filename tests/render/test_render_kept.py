"""What stays is drawn once and kept, and looks as if it were drawn each time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from playground.render.kept import KeptDrawing
from playground.render.look import FigureLook

RECT = QRectF(10.5, 8, 60, 20)


class Words:
    """Draws words, and counts how often."""

    def __init__(self) -> None:
        self.count = 0

    def draw(self, painter: QPainter) -> None:
        self.count += 1
        painter.setFont(FigureLook().font("caption"))
        painter.setPen(QColor("#1B1F24"))
        painter.drawText(RECT, Qt.AlignmentFlag.AlignCenter, "payoff")
        painter.drawEllipse(RECT.adjusted(2, 2, -2, -2))


def painted(kept: KeptDrawing, words: Words, scale: float = 1.0) -> QImage:
    image = QImage(100, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    kept.draw(painter, RECT, 1.0, words.draw)
    painter.end()
    return image


def test_it_is_drawn_twice_and_then_kept(qapp: QApplication) -> None:
    kept, words = KeptDrawing(), Words()
    pictures = [painted(kept, words) for _ in range(5)]
    assert words.count == 2
    grey = [[QColor(one.pixel(x, y)).red() for y in range(40) for x in range(100)] for one in pictures]
    assert max(abs(a - b) for a, b in zip(grey[0], grey[-1], strict=True)) <= 2
    kept.forget()
    painted(kept, words)
    assert words.count == 3


@pytest.mark.parametrize("scale", [0.8, 1.2, 2.0])
def test_an_enlarged_picture_gets_the_drawing_itself(qapp: QApplication, scale: float) -> None:
    kept, words = KeptDrawing(), Words()
    for _ in range(4):
        painted(kept, words, scale)
    assert words.count == 4
