"""What is drawn in a cheaper way looks the same: lines that leave the view, discs with wide rims."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QApplication

from playground.engine.kit.arrays import Floats
from playground.render.look import FigureLook
from playground.render.painters.discs import draw_disc
from playground.render.painters.lines import Past, in_sight, is_dear
from playground.render.painters.lines import pieces as straight_pieces
from playground.render.pg import path, pen
from playground.render.scales import Mapping

SIZE = 200, 120


def picture(draw: Callable[[QPainter], None]) -> Floats:
    """The red of each pixel, (height, width)."""
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    width, height = SIZE
    return np.array([[QColor(image.pixel(x, y)).red() for x in range(width)] for y in range(height)], float)


def zigzag(reach: float) -> Floats:
    x = np.linspace(10.0, 190.0, 9)
    return np.stack([x, 60 + reach * (-1.0) ** np.arange(9)], axis=1)


@pytest.mark.parametrize("reach", [50.0, 90.0, 900.0])
def test_a_line_that_leaves_the_view_looks_the_same_without_what_is_far_out(qapp: QApplication, reach: float) -> None:
    line = np.concatenate([zigzag(reach), [[np.nan, np.nan]], [[-700.0, 20.0], [900.0, 100.0]]])
    kept = in_sight(line, *SIZE)
    shown = kept[np.isfinite(kept).all(axis=1)]
    assert np.abs(shown - np.array(SIZE) / 2).max() <= 1.5 * max(SIZE) + 1e-6

    def drawn(xy: Floats) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            painter.setPen(pen("#1B1F24", 4.0, soft=True))
            painter.drawPath(path(xy))

        return draw

    assert np.abs(picture(drawn(kept)) - picture(drawn(line))).max() <= 24


def test_a_line_in_view_is_kept_as_it_is() -> None:
    line = zigzag(50.0)
    assert in_sight(line, *SIZE) is line


def test_what_is_nowhere_near_is_left_out() -> None:
    assert not len(in_sight(zigzag(10.0) + 5000.0, *SIZE))


@pytest.mark.parametrize("width", [0.7, 1.5, 2.25, 3.2])
def test_a_disc_has_its_rim_on_its_border(qapp: QApplication, width: float) -> None:
    centre, radius = QPointF(90.3, 61.6), 20.0

    def stroked(painter: QPainter) -> None:
        painter.setPen(QPen(QColor("#101010"), width))
        painter.setBrush(QColor("#A0C040"))
        painter.drawEllipse(centre, radius, radius)

    def drawn(painter: QPainter) -> None:
        draw_disc(painter, centre, radius, "#A0C040", "#101010", width)

    difference = np.abs(picture(stroked) - picture(drawn))
    assert difference.max() <= 40
    assert difference.mean() <= 0.25


def spiral(points: int) -> Floats:
    turn = np.linspace(0.0, 0.3 * points, points)
    return np.stack([100 + 0.2 * turn * np.cos(turn), 60 + 0.2 * turn * np.sin(turn)], axis=1)


def test_the_past_of_a_line_that_goes_on_is_not_drawn_again(qapp: QApplication) -> None:
    drawn: list[int] = []

    def drawing(pieces: Floats) -> Callable[[QPainter, slice], None]:
        def draw(painter: QPainter, part: slice) -> None:
            drawn.append(len(pieces[part]))
            painter.setPen(pen("#1B1F24", 1.5))
            for x0, y0, x1, y1 in pieces[part].tolist():
                painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))

        return draw

    look, mapping = FigureLook(), Mapping((0.0, 1.0), (0.0, 1.0), *map(float, SIZE))
    whole = straight_pieces(spiral(400))
    past = Past(whole[:199], look, mapping)
    for many in range(200, 280, 20):
        some = whole[:many]
        assert past.leads_to(some, look, mapping)

        def with_past(painter: QPainter, some: Floats = some) -> None:
            past.draw(painter, some, drawing(some))
            drawing(some)(painter, slice(past.size, None))

        both = [picture(draw) for draw in (with_past, lambda painter: drawing(some)(painter, slice(None)))]  # noqa: B023
        assert np.abs(both[0] - both[1]).max() <= 3
    assert [many for many in drawn if many > 20] == [199, 200, 220, 240, 260], "once, and for the comparison"
    assert not past.leads_to(whole[5:270], look, mapping), "its beginning has gone"
    assert not past.leads_to(whole, look, mapping), "much has come, and its strengths with it"
    assert not past.leads_to(whole[:260], look, Mapping((0.0, 2.0), (0.0, 1.0), *map(float, SIZE)))
    assert is_dear(whole)
    assert is_dear(np.array([[0.0, 0.0, 4000.0, 0.0]]))
    assert not is_dear(whole[:20])
