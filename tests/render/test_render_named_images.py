"""Images with named rows and columns: exact ranges, what is linked, outlined cells, words beside their marks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from render_zoo import frame

from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Cells, Image, Points, Text
from playground.render.figure_view import FigureView
from playground.render.look import FigureLook
from playground.render.tokens import LIGHT

FIGURE = Figure(
    plots=(
        Plot(
            name="matrix",
            title="Matrix",
            main=True,
            layers=(
                Image(
                    name="cells",
                    z="z",
                    row_words="rows",
                    column_words="columns",
                    linked="targets",
                    linked_columns="sources",
                ),
                Cells(name="chosen", role="now", xy="cell"),
            ),
        ),
        Plot(
            name="features",
            title="Features",
            layers=(Image(name="cells", z="wide", row_words="rows", linked="targets", linked_columns="features"),),
        ),
        Plot(
            name="plane",
            title="Plane",
            x=Axis(range=(-1.0, 2.0)),
            y=Axis(range=(-3.0, 1.0)),
            layers=(
                Points(name="asks", xy="left", linked="targets"),
                Points(name="looked", xy="right", linked="sources"),
                Text(name="names", xy="left", words="rows", side="left"),
            ),
        ),
    )
)
ARRAYS = {
    "z": np.arange(9.0).reshape(3, 3),
    "wide": np.arange(6.0).reshape(3, 2),
    "cell": np.array([[2.0, 0.0]]),
    "left": np.array([[0.0, 0.0], [0.0, -1.0], [0.0, -2.0]]),
    "right": np.array([[1.0, 0.0], [1.0, -1.0], [1.0, -2.0]]),
}


@pytest.fixture
def view(show: Callable[..., FigureView]) -> FigureView:
    shown = show(FIGURE, None)
    shown.set_frame(replace(frame(ARRAYS), words={"rows": ("one", "two", "three"), "columns": ("un", "deux", "trois")}))
    return shown


def px(view: FigureView, plot: str, x: float, y: float) -> QPointF:
    return QPointF(*view.boxes[plot].map.px(np.array([[x, y]]))[0].tolist())


def hover(view: FigureView, plot: str, x: float, y: float) -> dict[str, Any]:
    """Puts the cursor on a place; the outlines by plot."""
    box, at = view.boxes[plot], px(view, plot, x, y)
    assert view.canvas.pointer is not None
    view.canvas.pointer.move(QPointF(box.view.left() + at.x(), box.view.top() + at.y()))
    return {name: box.ring_outline for name, box in view.boxes.items()}


def test_names_take_the_whole_view(view: FigureView) -> None:
    box = view.boxes["matrix"]
    assert box.map.x == (-0.5, 2.5)
    assert box.map.y == (-0.5, 2.5)
    hit = box.hit(*(lambda at: (at.x(), at.y()))(px(view, "matrix", 2.0, 1.0)), 1.0)
    assert hit is not None
    assert hit.text == "two, trois: 5.00"


def test_a_cell_lights_its_row_and_its_column_where_they_stand_for_different_things(view: FigureView) -> None:
    ringed = hover(view, "matrix", 2.0, 1.0)
    assert ringed["plane"].contains(px(view, "plane", 0.0, -1.0))
    assert ringed["plane"].contains(px(view, "plane", 1.0, -2.0))
    assert not ringed["plane"].contains(px(view, "plane", 1.0, -1.0))
    assert ringed["features"].contains(px(view, "features", 0.0, 1.0))
    assert not ringed["features"].contains(px(view, "features", 0.0, 2.0))


def test_a_token_lights_only_rows_or_only_columns(view: FigureView) -> None:
    ringed = hover(view, "plane", 1.0, 0.0)
    assert ringed["matrix"].contains(px(view, "matrix", 0.0, 0.2))
    assert not ringed["matrix"].contains(px(view, "matrix", 1.0, 2.2))
    assert ringed["features"].isEmpty()


def test_outlined_cells_are_where_they_belong(view: FigureView) -> None:
    painter = next(one for one in view.boxes["matrix"].painters if one.layer.name == "chosen")
    inside, outside = px(view, "matrix", 2.3, 0.3), px(view, "matrix", 1.3, 0.3)
    assert painter.near(inside.x(), inside.y(), 0.0)
    assert not painter.near(outside.x(), outside.y(), 0.0)


def test_words_stand_at_their_side(view: FigureView) -> None:
    assert set(view.boxes["plane"].labels) == {"one", "two", "three"}
    labels = next(one for one in view.boxes["plane"].painters if one.layer.name == "names").labels()
    assert {label.direction for label in labels} == {(-1.0, 0.0)}


def test_names_of_low_rows_do_not_stand_on_one_another(view: FigureView) -> None:
    many = tuple(f"row {number}" for number in range(80))
    arrays = {**ARRAYS, "z": np.arange(6400.0).reshape(80, 80)}
    view.set_frame(replace(frame(arrays), words={"rows": many, "columns": many}))
    box = view.boxes["matrix"]
    named = box._y_ticks(box.map.y, box.map.height)
    assert named[0] == (79.0, "row 0")
    assert len(named) > 10
    apart = (named[0][0] - named[1][0]) * box.map.height / 80
    assert apart >= 0.7 * box.look.text_height("caption")


def test_words_are_shortened_to_their_room() -> None:
    look = FigureLook(LIGHT, 1.0)
    assert look.shorten("caption", "translation", 1000.0) == "translation"
    assert look.shorten("caption", "translation", 0.0) == "t"
    short = look.shorten("caption", "translation", 30.0)
    assert 1 < len(short) < 11
    assert look.text_width("caption", short) <= 30.0
