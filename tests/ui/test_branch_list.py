"""The list of kept runs: it opens by its key, names runs and goes to them; the run before is a line in the traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from window_desk import Driven


def test_a_kept_run_is_listed_named_and_reached(driven: Driven) -> None:
    page, controller = driven.page, driven.controller
    controller.clock.set_speed("fast")
    driven.step_to(5)
    controller.clock.seek(2)
    driven.wait(lambda: driven.panel.frame.step == 2)
    controller.parameters.set_text("rate", "3")
    driven.wait(lambda: len(driven.panel.frame.branches) == 1 and bool(driven.panel.frame.ghosts))
    driven.wait(lambda: page.transport.branches.isVisible())
    driven.window.run("branches")
    assert page.branches.isVisible()
    assert [field.text() for field in page.branches.fields] == ["", "learning rate 1"]
    field = page.branches.fields[1]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "the slow one")
    QTest.keyClick(field, Qt.Key.Key_Return)
    driven.wait(lambda: driven.panel.frame.branches[0].name == "the slow one")
    _, _, go = page.branches._lines[1]
    QTest.mouseClick(go, Qt.MouseButton.LeftButton)
    driven.wait(lambda: driven.panel.frame.step == 5 and driven.panel.frame.name == "the slow one")
    assert driven.panel.frame.params["rate"] == 1.0
    driven.window.run("hide_ghost")
    driven.wait(lambda: not driven.panel.frame.ghosts)
    assert page.close_popups()
    assert not page.branches.isVisible()


def test_while_runs_are_compared_the_list_says_how_a_kept_run_is_reached(driven: Driven) -> None:
    page = driven.page
    driven.step_to(3)
    driven.controller.clock.seek(1)
    driven.wait(lambda: driven.panel.frame.step == 1)
    driven.controller.parameters.set_text("rate", "3")
    driven.wait(lambda: len(driven.panel.frame.branches) == 1)
    driven.window._choose("compare", "rate=2")
    driven.wait(lambda: len(driven.panel.twins) == 1 and len(driven.panel.frame.branches) == 1)
    driven.window.run("branches")
    driven.wait(lambda: page.branches.isVisible() and page.branches.stop_button.isVisible())
    assert [go.isEnabled() for _, _, go in page.branches._lines] == [False, False]
    QTest.mouseClick(page.branches.stop_button, Qt.MouseButton.LeftButton)
    driven.wait(lambda: not page.branches.stop_button.isVisible() and not driven.panel.twins)
    assert [go.isEnabled() for _, _, go in page.branches._lines] == [False, True]
    assert page.close_popups()


def test_the_run_before_is_a_line_of_its_own(driven: Driven) -> None:
    driven.step_to(5)
    driven.controller.clock.seek(1)
    driven.wait(lambda: driven.panel.frame.step == 1)
    driven.controller.parameters.set_text("rate", "3")
    driven.wait(lambda: bool(driven.panel.frame.ghosts))
    boxes = driven.page.stage.picture.boxes.values()
    driven.wait(lambda: any("before" in box.labels for box in boxes))
