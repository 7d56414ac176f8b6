"""The tab of the code: asked for where the run rests, lit line by line, tied to the picture, copied as a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from playground.engine.declarations.code import CodeListing
from playground.engine.process import messages as m
from playground.texts.links import NONE
from playground.ui.inspector.code_layout import page

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot
    from window_desk import Desk, Driven

_FREE = 16_777_215  # px, Qt's word for a height without bound


def opened(driven: Driven) -> None:
    """The tab is open and shows the toy's code at the shown step."""
    driven.key(Qt.Key.Key_K)
    driven.wait(lambda: _is_read(driven))


def _is_read(driven: Driven) -> bool:
    code = driven.page.inspector.code
    return bool(code.listing.events) and code.listing.shown == driven.panel.frame.step


def test_the_key_opens_the_tab_in_a_wider_column_and_goes_back(driven: Driven) -> None:
    narrow = driven.page.inspector.width()
    opened(driven)
    assert driven.page.inspector.width() > narrow
    assert driven.page.inspector.switch.buttons["code"].isChecked()
    driven.key(Qt.Key.Key_K)
    assert driven.page.inspector.width() == narrow
    assert not driven.page.inspector.code.isVisible()


def test_lines_are_lit_one_after_the_other(driven: Driven) -> None:
    opened(driven)
    code = driven.page.inspector.code
    count = len(code.listing.events)
    code.go(100)
    assert code.at == count - 1
    driven.key(Qt.Key.Key_Up)
    assert code.at == count - 2
    assert code.view.words.startswith(code.listing.text.splitlines()[code.listing.events[count - 2].line - 1].strip())
    driven.key(Qt.Key.Key_Down)
    driven.key(Qt.Key.Key_Down)
    assert code.at == count - 1
    for _ in range(count + 2):
        driven.key(Qt.Key.Key_Up)
    assert code.at == 0


def test_a_code_is_read_from_its_top_until_somebody_goes_through_it(driven: Driven) -> None:
    opened(driven)
    code = driven.page.inspector.code
    bar, listing = code.area.verticalScrollBar(), code.listing
    code.area.setMaximumHeight(120)
    try:
        driven.wait(lambda: bar.maximum() > 0)
        code.go(100)
        driven.wait(lambda: bar.value() == bar.maximum())  # all of the last line is seen
        code.listing = CodeListing()
        code._take(listing)
        assert code.at == len(listing.events) - 1
        assert bar.value() == 0
        code.go(0)
        assert bar.value() == bar.maximum()
    finally:
        code.area.setMaximumHeight(_FREE)


def test_another_step_leaves_the_same_line_lit(driven: Driven) -> None:
    opened(driven)
    code = driven.page.inspector.code
    code.go(-1)
    lit = code.at
    driven.step_to(driven.panel.frame.step + 1)
    driven.wait(lambda: _is_read(driven))
    assert code.at == lit
    assert code.step.text() == f"step {driven.panel.frame.step - 1} → {driven.panel.frame.step}"


def test_a_value_lights_its_mark_and_a_mark_goes_to_its_line(driven: Driven) -> None:
    opened(driven)
    code, picture = driven.page.inspector.code, driven.page.stage.picture
    code.go(100)
    spots = code.view.spots()
    assert "w_next" in spots
    code.view._point(code.view._value_at(spots["w_next"]))
    painters = [painter for box in picture.boxes.values() for painter in box.painters]
    assert any(painter.opacity() == 1.0 for painter in painters)
    assert any(painter.opacity() < 1.0 for painter in painters)
    code.view._point(None)
    assert all(painter.opacity() == 1.0 for painter in painters)
    code.go(-100)
    code.light(frozenset({"@w"}))
    code.show_keys(code.view.lit_keys)
    assert code.at == len(code.listing.events) - 1
    code.light(NONE)


def test_copy_gives_the_script_and_says_so(driven: Driven) -> None:
    opened(driven)
    QApplication.clipboard().setText("")
    driven.page.inspector.code.copy.click()
    driven.wait(lambda: "w_next = visit(w, x, y, rate)" in QApplication.clipboard().text())
    assert "clipboard" in driven.controller.state.notice.text  # type: ignore[union-attr]


def test_a_run_that_plays_is_not_asked(desk: Desk, qtbot: QtBot) -> None:
    from playground.ui.inspector.code_pane import CodePane

    pane = CodePane()
    qtbot.addWidget(pane)
    pane.wanted.connect(desk.controller.listings.ask)
    pane.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    pane.show()
    pane.show_panel(desk.panel)
    assert len(desk.engine.sent(m.GetListing)) == 1
    pane.show_panel(desk.panel)
    assert len(desk.engine.sent(m.GetListing)) == 1
    desk.send(playing=True, step=5)
    pane.show_panel(desk.panel)
    assert len(desk.engine.sent(m.GetListing)) == 1
    desk.send(step=6)
    pane.show_panel(desk.panel)
    assert len(desk.engine.sent(m.GetListing)) == 2
    pane.hide()
    desk.send(step=7)
    pane.show_panel(desk.panel)
    assert len(desk.engine.sent(m.GetListing)) == 2


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_no_word_of_a_code_is_lost_on_a_narrow_page(driven: Driven, columns: int) -> None:
    opened(driven)
    listing = driven.page.inspector.code.listing
    found = page(listing, len(listing.events) - 1, columns)
    words = " ".join("".join(piece.text for piece in row.pieces) for row in found.rows if row.pieces)
    assert "".join(words.split()) == "".join(listing.text.split())
    assert all(spot.column + len(spot.text) <= max(columns, 24) for row in found.rows for spot in row.spots)
