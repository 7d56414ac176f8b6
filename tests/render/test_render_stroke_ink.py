"""A stroke is seen while it is drawn, and goes with the picture that it makes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import render_demo as demo
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from playground.figures.figure import Mouse
from playground.render.figure_view import FigureView
from playground.render.mouse import MOST_OF_PATH, thinned
from playground.render.tokens import LIGHT

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
DRAW = Mouse(on="drag", kind="draw", take={"path": "path"})


def on_the_plane(show: Callable[..., FigureView], mouse: Mouse) -> FigureView:
    figure = demo.figure()
    plots = [dataclasses.replace(one, mouse=(mouse,)) if one.name == "plane" else one for one in figure.plots]
    view = show(dataclasses.replace(figure, plots=tuple(plots)), demo.DECLARATION)
    view.set_frame(demo.frame())
    return view


def corner(view: FigureView) -> QPoint:
    box = view.boxes["plane"].view
    return QPoint(round(box.left() + 30), round(box.top() + 40))


def dark(view: FigureView, place: QPoint) -> bool:
    """Whether the pixel at a place has the ink's colour."""
    return bool(view.canvas.grab().toImage().pixelColor(place).name() == LIGHT.text.lower())


def test_ink_is_there_while_the_button_is_down_and_until_the_next_picture(show: Callable[..., FigureView]) -> None:
    view = on_the_plane(show, DRAW)
    heard: list[Any] = []
    view.gesture.connect(lambda kind, values, stroke: heard.append(values["path"]))
    port, start = view.canvas.viewport(), corner(view)
    middle = start + QPoint(60, 0)
    assert not dark(view, middle)
    QTest.mousePress(port, LEFT, NONE, start)
    for step in range(1, 5):
        QTest.mouseMove(port, start + QPoint(30 * step, 0))
    assert dark(view, middle), "before any frame has come"
    view.set_frame(demo.frame(step=7))
    assert dark(view, middle), "the pen is still down"
    QTest.mouseRelease(port, LEFT, NONE, start + QPoint(120, 0))
    assert dark(view, middle), "until the picture that it makes has come"
    view.set_frame(demo.frame(step=8))
    assert not dark(view, middle)
    assert len(heard[-1]) >= 10


def test_a_drag_of_a_datum_leaves_no_ink(show: Callable[..., FigureView]) -> None:
    view = on_the_plane(show, Mouse(on="drag", kind="aim", take={"x": "x", "y": "y"}))
    port, start = view.canvas.viewport(), corner(view)
    QTest.mousePress(port, LEFT, NONE, start)
    QTest.mouseMove(port, start + QPoint(120, 0))
    assert not dark(view, start + QPoint(60, 0))
    QTest.mouseRelease(port, LEFT, NONE, start + QPoint(120, 0))


def test_a_very_long_path_is_thinned_and_keeps_its_ends() -> None:
    path = [float(k) for k in range(2 * MOST_OF_PATH + 2)]
    thin = thinned(path)
    assert MOST_OF_PATH <= len(thin) <= MOST_OF_PATH + 4
    assert (thin[:2], thin[-2:]) == (path[:2], path[-2:])
