"""Data that stand for one thing are ringed together while the cursor is on one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from render_zoo import frame

from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Graph, Image, Lines, Points
from playground.render.figure_view import FigureView

NODES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
FIGURE = Figure(
    plots=(
        Plot(
            name="graph",
            title="Graph",
            main=True,
            plane=True,
            axes=False,
            layers=(Graph(name="nodes", xy="nodes", pairs="edges", linked="nodes"),),
        ),
        Plot(
            name="matrix",
            title="Matrix",
            plane=True,
            axes=False,
            layers=(Image(name="cells", z="square", linked="nodes"), Lines(name="frame", xy="frame", found=False)),
        ),
        Plot(
            name="plane",
            title="Plane",
            x=Axis(range=(-1.0, 2.0)),
            y=Axis(range=(-1.0, 2.0)),
            layers=(
                Points(name="points", xy="nodes", linked="nodes"),
                Points(name="others", xy="others", linked="others"),
                Points(name="fewer", xy="others", linked="nodes"),
            ),
        ),
    )
)
ARRAYS = {
    "nodes": NODES,
    "edges": np.array([[0, 1], [1, 2]], np.int32),
    "square": np.arange(16.0).reshape(4, 4),
    "frame": np.array([[0.0, 2.0], [4.0, 2.0], [4.0, 3.0], [0.0, 3.0], [0.0, 2.0]]),
    "others": np.array([[-0.5, 1.5]]),
}


@pytest.fixture
def view(show: Callable[..., FigureView]) -> FigureView:
    shown = show(FIGURE, None)
    shown.set_frame(frame(ARRAYS))
    return shown


def hover(view: FigureView, plot: str, x: float, y: float) -> dict[str, Any]:
    """Puts the cursor on a place; the outlines by plot."""
    box = view.boxes[plot]
    px, py = box.map.px(np.array([[x, y]]))[0]
    pointer = view.canvas.pointer
    assert pointer is not None
    pointer.move(QPointF(box.view.left() + px, box.view.top() + py))
    return {name: box.ring_outline for name, box in view.boxes.items()}


def px(view: FigureView, plot: str, x: float, y: float) -> QPointF:
    return QPointF(*view.boxes[plot].map.px(np.array([[x, y]]))[0].tolist())


def test_a_node_rings_its_row_and_column_and_its_point(view: FigureView) -> None:
    ringed = hover(view, "graph", *NODES[1])
    row, column = px(view, "matrix", 3.5, 2.5), px(view, "matrix", 1.5, 0.5)
    assert ringed["matrix"].contains(row)
    assert ringed["matrix"].contains(column)
    assert not ringed["matrix"].contains(px(view, "matrix", 3.5, 0.5))
    assert ringed["plane"].contains(px(view, "plane", *NODES[1]))
    assert not ringed["plane"].contains(px(view, "plane", *NODES[2]))
    assert not ringed["plane"].contains(px(view, "plane", -0.5, 1.5)), "as many data are needed, and the same name"


def test_a_cell_rings_both_nodes_and_their_edge_if_there_is_one(view: FigureView) -> None:
    linked = hover(view, "matrix", 2.5, 2.5)
    assert linked["matrix"].contains(px(view, "matrix", 2.5, 2.5))
    assert linked["graph"].contains(px(view, "graph", *NODES[1]))
    assert linked["graph"].contains(px(view, "graph", *NODES[2]))
    with_edge = linked["graph"].elementCount()
    apart = hover(view, "matrix", 3.5, 3.5)["graph"]
    assert apart.contains(px(view, "graph", *NODES[0]))
    assert apart.contains(px(view, "graph", *NODES[3]))
    assert apart.elementCount() == with_edge - 2, "no line between nodes without an edge"


def test_an_outline_over_the_cells_does_not_hide_them_from_the_cursor(view: FigureView) -> None:
    assert hover(view, "matrix", 3.95, 2.95)["matrix"].contains(px(view, "matrix", 3.5, 2.5))


def test_hovering_is_no_gesture_and_ends_with_the_cursor(view: FigureView) -> None:
    heard: list[str] = []
    view.gesture.connect(lambda kind, values, stroke: heard.append(kind))
    assert not hover(view, "graph", *NODES[0])["matrix"].isEmpty()
    assert all(path.isEmpty() for path in hover(view, "plane", -0.5, -0.5).values())
    assert heard == []


def test_the_rings_follow_what_moves_under_the_cursor(view: FigureView) -> None:
    assert not hover(view, "plane", *NODES[0])["graph"].isEmpty()
    before = view.boxes["graph"].ring_outline
    turned = NODES[[1, 0, 2, 3]]
    view.set_frame(frame({**ARRAYS, "nodes": turned}))
    after = view.boxes["graph"].ring_outline
    assert not after.isEmpty()
    assert view.boxes["matrix"].ring_outline.contains(px(view, "matrix", 3.5, 2.5)), "it is node 1 that lies there now"
    assert after.boundingRect().center() == before.boundingRect().center()
