"""Clouds in space: one unit on all axes, near over far, turned by a drag, and the cursor finds points."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import render_zoo as zoo
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from playground.figures.figure import SET, Axis, Figure, Mouse, Plot
from playground.figures.layers import Cloud, Level
from playground.render.data import Data
from playground.render.figure_view import FigureView
from playground.render.look import FigureLook
from playground.render.painters.clouds import CloudPainter
from playground.render.scales import Mapping

SIZE = (420.0, 320.0)
LAYER = Cloud(name="cloud", xyz="xyz", vectors="vectors", words="words", segments="segments", ring="ring")
CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


def painted(xyz: np.ndarray, size: tuple[float, float] = SIZE, **more: object) -> CloudPainter:
    painter = CloudPainter(LAYER)
    painter.take(Data(zoo.frame({"xyz": xyz, **more}), None))
    painter.refresh(FigureLook(), Mapping((0.0, 1.0), (0.0, 1.0), *size))
    assert painter.fault == ""
    return painter


def test_all_axes_have_one_unit() -> None:
    long = CORNERS * (10.0, 1.0, 1.0)
    painter = painted(np.concatenate([long, np.zeros((1, 3))]))
    painter.set_turned((-np.radians(LAYER.azimuth), -np.radians(LAYER.elevation)))
    painter.refresh(FigureLook(), painter.map)
    size = np.ptp(painter._px, axis=0)
    assert size[0] > 5 * size[1]


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_the_cube_has_room_however_it_is_turned(turn: float) -> None:
    painter = painted(CORNERS)
    for up in (-0.3, 0.0, 0.8):
        painter.set_turned((turn, up))
        painter.refresh(FigureLook(), painter.map)
        assert (painter._px > 0).all()
        assert (painter._px < SIZE).all()


def test_near_points_are_drawn_last_and_strongest() -> None:
    painter = painted(CORNERS)
    depth = painter._seen(CORNERS)[:, 2]
    groups = [depth[rows] for rows in painter._depth]
    assert sum(map(len, groups)) == len(CORNERS)
    assert groups[0].min() > groups[-1].max()


def test_the_cursor_finds_a_point_by_its_row() -> None:
    painter = painted(CORNERS)
    x, y = painter._px[5].tolist()
    found = painter.hit(x + 1, y, 10.0)
    assert found is not None
    assert found.id == 5
    assert found.text == "1.00, −1.00, 1.00"
    assert painter.hit(1.0, 1.0, 6.0) is None


def test_what_is_not_finite_is_left_out_and_nothing_is_drawn_of_nothing() -> None:
    painted(np.array([[np.nan, 0.0, 0.0], [0.0, 1.0, 2.0]]))
    painted(np.zeros((0, 3)))
    assert len(painted(np.ones((1, 3)))._px) == 1


def test_a_drag_turns_it_and_a_click_is_a_gesture(show: Callable[..., FigureView]) -> None:
    mouse = Mouse(on="click", kind="choose", target="cloud", take={"row": "id"})
    view = show(Figure(plots=(Plot(name="only", title="Only", layers=(LAYER,), axes=False, mouse=(mouse,)),)), None)
    view.set_frame(zoo.frame({"xyz": CORNERS}))
    box, pointer = view.boxes["only"], view.canvas.pointer
    assert pointer is not None
    assert box.surface is not None
    middle = box.view.center()
    pointer.press(middle + QPointF(20, 90), Qt.KeyboardModifier.NoModifier)
    pointer.move(middle + QPointF(80, 90))
    pointer.release(middle + QPointF(80, 90))
    assert box.surface.turned[0] != 0.0
    found: list[object] = []
    view.gesture.connect(lambda kind, values, stroke: found.append(values))
    at = box.view.topLeft() + QPointF(*box.surface._px[3].tolist())  # type: ignore[attr-defined]
    pointer.press(at, Qt.KeyboardModifier.NoModifier)
    pointer.release(at)
    assert found == [{"row": 3}]


def test_a_drag_sets_a_parameter_to_the_height_of_the_cursor(show: Callable[..., FigureView]) -> None:
    line = Level(name="line", value="margin")
    mouse = Mouse(on="drag", kind=SET, take={"sigma": "y"}, give={"hold": True})
    axis = Axis(range=(0.0, 1.0))
    plot = Plot(name="only", title="Only", layers=(line,), x=axis, y=axis, mouse=(mouse,))
    view = show(Figure(plots=(plot,)), None)
    view.set_frame(zoo.frame({}, margin=0.5))
    found: list[tuple[str, dict[str, Any]]] = []
    view.gesture.connect(lambda kind, values, stroke: found.append((kind, values)))
    box, pointer = view.boxes["only"], view.canvas.pointer
    assert pointer is not None
    pointer.press(box.view.center(), Qt.KeyboardModifier.NoModifier)
    pointer.move(box.view.center() - QPointF(0, box.view.height() / 4))
    kind, values = found[-1]
    assert kind == SET
    assert values["hold"] is True
    assert values["sigma"] == pytest.approx(0.75, abs=0.02)


def test_a_thousand_points_are_drawn_in_time() -> None:
    rng = np.random.default_rng(0)
    painter = painted(rng.normal(size=(1000, 3)))
    image = QImage(620, 420, QImage.Format.Format_RGB32)
    times = []
    for turn in range(12):
        started = time.thread_time()
        painter.set_turned((0.1 * turn, 0.0))
        painter.refresh(FigureLook(), painter.map)
        target = QPainter(image)
        painter.paint(target, None)  # type: ignore[arg-type]
        target.end()
        times.append(time.thread_time() - started)
    assert min(times) < 0.009
