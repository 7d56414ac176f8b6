"""Regions: polygons in the colours of their values or classes, found under the cursor with their words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from render_zoo import frame

from playground.figures.layers import Regions
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.regions import RegionsPainter
from playground.render.pg import polygon_paths
from playground.render.scales import Mapping

MAP = Mapping((-1.0, 1.0), (-1.0, 1.0), 200.0, 200.0)
GAP = [np.nan, np.nan]
LEFT, RIGHT = [[-1, -1], [0, -1], [0, 1], [-1, 1]], [[0, -1], [1, -1], [1, 0]]
XY = np.array([*LEFT, GAP, *RIGHT], float)


def painted(layer: Regions, told: tuple[str, ...] = (), **values: Any) -> tuple[RegionsPainter, Any]:
    """A painter that has drawn, and its pixels (red, green, blue)."""
    painter = RegionsPainter(layer)
    painter.take(Data(frame({"xy": XY, **values}, told=told), None))
    painter.refresh(FigureLook(), MAP)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    inner = QPainter(image)
    painter.paint(inner, None)  # type: ignore[arg-type]  # it has no use for the option
    inner.end()
    assert painter.fault == ""
    return painter, np.array(image.constBits(), np.uint8).reshape(200, 200, 4)[:, :, 2::-1].astype(int)


def near(pixel: Any, color: tuple[int, ...]) -> bool:
    """Equal but for the step of the 64 colours that regions have."""
    return bool(np.abs(pixel - np.array(color)).max() < 12)


def test_levels_fix_the_ends_of_the_map() -> None:
    table = FigureLook().theme.map("sequential")
    layer = Regions(name="cells", xy="xy", values="v", levels=(0.0, 2.0), edges=False)
    _, pixels = painted(layer, v=np.array([0.0, 1.0]))
    assert near(pixels[100, 40], table[0])
    assert near(pixels[190, 140], table[len(table) // 2]), "half way up the fixed levels, not the largest of the data"
    free = Regions(name="cells", xy="xy", values="v", edges=False)
    assert near(painted(free, v=np.array([0.0, 1.0]))[1][190, 140], table[-1])


def test_classes_are_tinted_by_their_number() -> None:
    layer = Regions(name="cells", xy="xy", values="v", classes=True, edges=False)
    _, pixels = painted(layer, v=np.array([0, 1], np.int32))
    theme = FigureLook().theme
    for (row, column), slot in {(100, 40): 0, (190, 140): 1}.items():
        assert pixels[row, column].tolist() == list(bytes.fromhex(theme.slot_tint(slot)[1:]))


@pytest.mark.parametrize(
    ("place", "number", "words"),
    [((50.0, 20.0), 0, "first"), ((150.0, 190.0), 1, "the second one"), ((150.0, 20.0), -1, "")],
)
def test_the_polygon_under_the_cursor_says_its_own_words(place: tuple[float, float], number: int, words: str) -> None:
    layer = Regions(name="cells", xy="xy", values="v", words="told")
    painter, _ = painted(layer, ("first", "the second one"), v=np.array([0.25, 0.5]))
    hit = painter.hit(*place, 4.0)
    assert (hit.id, hit.text) == (number, words) if hit is not None else number == -1


def test_a_polygon_without_words_says_its_value() -> None:
    layer = Regions(name="cells", xy="xy", values="v", words="told")
    painter, _ = painted(layer, ("first",), v=np.array([0.25, 0.5]))
    hit = painter.hit(150.0, 190.0, 4.0)
    assert hit is not None
    assert hit.text == "0.50"


def test_light_darkens_and_lightens_a_colour() -> None:
    layer = Regions(name="cells", xy="xy", values="v", levels=(0.0, 2.0), edges=False, light="light")
    flat = painted(layer, v=np.array([1.0, 1.0]), light=np.array([0.0, 0.0]))[1]
    shaded = painted(layer, v=np.array([1.0, 1.0]), light=np.array([-1.0, 1.0]))[1]
    assert (shaded[100, 40] < flat[100, 40]).all()
    assert (shaded[190, 140] > flat[190, 140]).all()


def test_many_polygons_become_few_paths_with_all_their_corners() -> None:
    corners = np.array(
        [[0, 0], [4, 0], [4, 4], [0, 0], [10, 10], [14, 10], [14, 15], [10, 10], [1, 8], [2, 8], [2, 9], [1, 8]]
    )
    begins = np.arange(12) % 4 == 0
    both, none, one = polygon_paths(corners.astype(float), begins, [0, 8, 8, 12])
    assert (both.elementCount(), none.isEmpty(), one.elementCount()) == (8, True, 4)
    assert [both.elementAt(i).isMoveTo() for i in range(8)] == [True, False, False, False] * 2
    assert (both.elementAt(5).x, both.elementAt(5).y) == (14.0, 10.0)
    assert both.contains(QPointF(3, 1))
    assert not both.contains(QPointF(7, 7))
    assert one.boundingRect() == QRectF(1, 8, 1, 1)
