"""A figure is drawn as Qt would draw it, with fewer calls: what stays is one picture, the rest is drawn by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from playground import catalog
from playground.engine.run.session import Session
from playground.engine.run.starting import begin
from playground.render import fonts
from playground.render.camera import picture
from playground.render.figure_view import FigureView
from playground.render.sheet import STILL, Sheet, SheetItem
from playground.render.tokens import THEMES

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SIZE = (700, 460)


def pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)[:, :, :3].copy()


def by_qt(view: FigureView) -> QImage:
    """The sheet as Qt draws it, item by item."""
    image = QImage(view.canvas.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(QColor(view._look.theme.surface))
    painter = QPainter(image)
    painter.setRenderHints(view.canvas.renderHints())
    whole = QRectF(image.rect())
    view.canvas.sheet.render(painter, whole, whole)
    painter.end()
    return image


def shown(concept_id: str, theme: str, qtbot: QtBot) -> tuple[FigureView, Session]:
    concept = catalog.load(concept_id)
    session = begin(concept, next(iter(catalog.presets(concept_id).values())))
    view = FigureView(THEMES[theme], 1.0)
    qtbot.addWidget(view)
    view.resize(*SIZE)
    first = session.frame()
    assert first.figure is not None
    view.set_figure(first.figure, concept.declaration)
    view.set_frame(first)
    with qtbot.waitExposed(view):
        view.show()
    return view, session


@pytest.mark.parametrize("concept_id", catalog.ids())
def test_every_panel_looks_as_qt_would_draw_it(concept_id: str, qtbot: QtBot, qapp: QApplication) -> None:
    fonts.install(qapp)
    view, session = shown(concept_id, "light", qtbot)
    for step in range(STILL + 4):
        session.advance(1)
        frame = session.frame(view.view())
        if frame.figure is not None:
            view.set_figure(frame.figure, session.concept.declaration)
        view.set_frame(frame)
        mine = pixels(picture(view)).astype(int)
        if step in (0, STILL + 3):
            apart = np.abs(mine - pixels(by_qt(view))).max(axis=2)
            # Qt rounds a few px of dashes and of enlarged pictures another way.
            assert (apart > 24).mean() < 0.004
    assert not view.faults


def test_what_stays_is_one_picture_and_what_changes_is_drawn_by_itself(qtbot: QtBot, qapp: QApplication) -> None:
    fonts.install(qapp)
    view, session = shown("minimax", "dark", qtbot)
    sheet, drawn = view.canvas.sheet, []
    for _ in range(STILL + 6):
        session.advance(1)
        view.set_frame(session.frame(view.view()))
        view.canvas.viewport().repaint()
        drawn.append(sheet.drawn)
    assert drawn[-1] <= drawn[0] - 8, drawn
    assert sheet.backdrops <= 3


def test_a_picture_that_nothing_changes_is_one_copy(qtbot: QtBot, qapp: QApplication) -> None:
    fonts.install(qapp)
    view, _ = shown("perceptron", "light", qtbot)
    for _ in range(STILL + 2):
        view.canvas.viewport().repaint()
    assert view.canvas.sheet.drawn == 0
    made = view.canvas.sheet.backdrops
    before = pixels(picture(view))
    view.light(frozenset({"no symbol"}))
    view.set_theme(THEMES["dark"], 1.0)
    view.canvas.viewport().repaint()
    assert (pixels(picture(view)) != before).any()
    assert view.canvas.sheet.backdrops <= made + 1


class Square(SheetItem):
    """Draws a square, and counts how often."""

    def __init__(self, left: float, color: str) -> None:
        super().__init__()
        self.left, self.color, self.count = left, color, 0

    def boundingRect(self) -> QRectF:
        return QRectF(self.left, 0, 10, 10)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        self.count += 1
        painter.fillRect(self.boundingRect(), QColor(self.color))


def test_an_item_leaves_the_backdrop_as_soon_as_it_changes_hides_or_fades(qtbot: QtBot) -> None:
    view = FigureView(THEMES["light"], 1.0)
    qtbot.addWidget(view)
    view.resize(60, 20)
    view.show()
    sheet: Sheet = view.canvas.sheet
    items = [Square(0, "#FF0000"), Square(20, "#00FF00")]
    for item in items:
        sheet.addItem(item)

    def colour(x: int) -> str:
        return picture(view).pixelColor(x, 5).name().upper()

    for _ in range(STILL + 3):
        assert (colour(5), colour(25)) == ("#FF0000", "#00FF00")
    count = items[0].count
    assert (colour(5), items[0].count) == ("#FF0000", count), "it is a part of the backdrop"
    items[0].color = "#0000FF"
    items[0].update()
    assert colour(5) == "#0000FF"
    items[1].setVisible(False)
    assert colour(25) == THEMES["light"].surface.upper()
    items[0].setOpacity(0.0)
    assert colour(5) == THEMES["light"].surface.upper()
    sheet.removeItem(items[0])
    items[1].setVisible(True)
    assert (colour(5), colour(25)) == (THEMES["light"].surface.upper(), "#00FF00")
