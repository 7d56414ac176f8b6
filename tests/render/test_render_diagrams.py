"""Diagrams and tables: boxes keep clear of one another, words are left out rather than cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import render_zoo as zoo

from playground.engine.frame import Frame
from playground.figures.layers import Diagram, Table
from playground.figures.values import Rows
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.diagrams import DiagramPainter
from playground.render.painters.shares import stacked
from playground.render.painters.tables import TablePainter
from playground.render.scales import Mapping

LAYER = Diagram(
    name="graph",
    xy="corners",
    pairs="legs",
    routes="ways",
    heads="heads",
    words="words",
    more="more",
    brief="brief",
    edge_words="edge_words",
    edge_more="edge_more",
    states="states",
    flows="flows",
)
WORDS = {
    "heads": ("x · y", "", "sin(x)"),
    "roles": ("slot1", "slot2"),
    "words": ("v₁ = 16.00", "v₂ = −3.000", "L = 16.91"),
    "more": ("δ 1.000", "δ −8.000 + …", ""),
    "brief": ("16.00", "−3.000", "16.91"),
    "edge_words": ("−3.000", "1.000"),
    "edge_more": ("24.00", "−8.000"),
}
LEAVES = [("x", "15.58", "0"), ("x is used three times by the nodes",), ("y", "−16.00", "0")]
ROWS = Rows.of(("leaf", "backprop", "off by"), LEAVES)


def painted(layer: Any, painter: Any, size: tuple[float, float], **changes: Any) -> Any:
    """A painter of a layer that has taken the zoo's frame with the words above, at a size in px."""
    frame: Frame = zoo.frame()
    frame = replace(frame, words={**WORDS, **changes}, tables={"rows": ROWS})
    made = painter(layer)
    made.take(Data(frame, None))
    made.refresh(FigureLook(), Mapping((-1.1, 1.1), (-1.1, 1.1), *size))
    assert not made.fault
    return made


@pytest.mark.parametrize(
    ("size", "rows", "first"),
    [
        ((700, 500), (0, 1, 2), "v₁ = 16.00"),
        ((700, 110), (1, 2), "v₁ = 16.00"),
        ((140, 120), (1, 2), "16.00"),
        ((140, 70), (1,), "16.00"),
    ],
    ids=["all", "no heads", "brief", "values"],
)
def test_what_has_no_room_is_left_out(size: tuple[float, float], rows: tuple[int, ...], first: str) -> None:
    painter = painted(LAYER, DiagramPainter, size)
    assert painter._rows == rows
    assert first in painter._lines[0]


@pytest.mark.parametrize("size", [(700, 500), (480, 300), (260, 220)])
def test_boxes_and_words_keep_clear_of_one_another(size: tuple[float, float]) -> None:
    painter = painted(LAYER, DiagramPainter, size)
    things = [*painter._boxes, *(box for _, box in painter._tags)]
    for k, one in enumerate(things):
        assert not any(one.intersects(other) for other in things[k + 1 :])


def test_ways_lead_from_box_to_box() -> None:
    painter = painted(LAYER, DiagramPainter, (700, 500))
    for way, (source, target) in zip(painter._ways, ((0, 1), (0, 2)), strict=True):
        assert way[0, 0] == pytest.approx(painter._boxes[source].right())
        assert way[-1, 0] == pytest.approx(painter._boxes[target].left())
        assert (np.diff(way[:, 0]) > 0).all()


def test_a_box_is_hit_and_tells_its_words() -> None:
    painter = painted(LAYER, DiagramPainter, (700, 500))
    centre = painter._boxes[1].center()
    hit = painter.hit(centre.x(), centre.y(), 5.0)
    assert hit is not None
    assert (hit.id, hit.text) == (1, "v₂ = −3.000, δ −8.000 + …")
    assert painter.hit(1.0, 1.0, 5.0) is None


def test_words_that_are_asked_for_stand_in_a_layer_of_their_own() -> None:
    base, more = (painted(replace(LAYER, draws=draws), DiagramPainter, (700, 500)) for draws in ("boxes", "more"))
    assert base._boxes == more._boxes
    box = base._boxes[0]
    assert base.near(box.center().x(), box.top() + 2, 4.0)
    assert not more.near(box.center().x(), box.top() + 2, 4.0)
    assert more.near(box.center().x(), box.bottom() - 3, 4.0)


def test_a_table_lets_columns_and_rows_go() -> None:
    table = Table(name="table", rows="rows")
    wide = painted(table, TablePainter, (400, 200))
    assert [words for _, words, _, _ in wide._cells][:3] == ["leaf", "backprop", "off by"]
    narrow = painted(table, TablePainter, (90, 200))
    assert "off by" not in [words for _, words, _, _ in narrow._cells]
    low = painted(table, TablePainter, (400, 60))
    assert low._cells[-1][1] == "3 more"
    assert wide.hit(10.0, 28.0, 2.0).id == 0
    assert wide.hit(10.0, 5.0, 2.0) is None


def test_shares_of_both_signs_stand_side_by_side_and_their_sum_is_marked() -> None:
    stack = stacked(np.array([24.0, -8.0, np.nan, -0.5]))
    assert stack is not None
    assert stack.zero == pytest.approx(8.5 / 32.5)
    assert stack.total - stack.zero == pytest.approx((24.0 - 8.5) / 32.5)
    assert [above for *_, above in stack.parts] == [True, False, False]
    assert [high - low for low, high, _ in stack.parts] == pytest.approx([24 / 32.5, 8 / 32.5, 0.5 / 32.5])
    assert min(low for low, *_ in stack.parts) == pytest.approx(0.0, abs=1e-12)
    assert stacked(np.array([0.0, np.nan])) is None


def test_boxes_with_bars_are_higher_and_words_are_large_where_there_is_room() -> None:
    wide = painted(LAYER, DiagramPainter, (900, 700))
    assert wide._styles[1] == "panel title"
    assert painted(LAYER, DiagramPainter, (300, 200))._styles[1] == "caption strong"
    barred = painted(replace(LAYER, shares="parts"), DiagramPainter, (900, 700))
    assert barred._boxes[0].height() > wide._boxes[0].height()
    assert barred._boxes[1].height() == wide._boxes[1].height()


def test_rows_that_tell_of_series_leave_room_for_their_marks() -> None:
    plain, marked = (
        painted(Table(name="t", rows="rows", roles=name), TablePainter, (300, 200)) for name in ("", "heads")
    )
    assert marked._cells[3][0].left() > plain._cells[3][0].left()
