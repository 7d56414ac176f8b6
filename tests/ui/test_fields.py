"""Fields and keys: what is typed into a field stays in it, and return gives the keys back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_desk import Driven

from playground.ui.controls.field import TextField

pytestmark = pytest.mark.window
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def field(driven: Driven) -> TextField:
    found = driven.page.inspector.parameters.rows["rate"].field
    assert isinstance(found, TextField)
    return found


def middle(field: TextField) -> QPoint:
    return QPoint(field.width() - 12, field.height() // 2)


def test_a_click_selects_a_number_whole_and_a_second_one_sets_the_cursor(field: TextField) -> None:
    QTest.mouseClick(field, LEFT, pos=middle(field))
    assert field.selectedText() == field.text() == "1.0"
    QTest.mouseClick(field, LEFT, pos=middle(field))
    assert not field.hasSelectedText()


@pytest.mark.parametrize(
    ("words", "at", "selected"),
    [("0.125", 1, "0.125"), ("1.0, -2.5", 7, "-2.5"), ("2e-4", 2, "2e-4")],
)
def test_a_double_click_selects_the_whole_number(field: TextField, words: str, at: int, selected: str) -> None:
    field.setFocus()
    field.setText(words)
    field.setAlignment(Qt.AlignmentFlag.AlignLeft)
    field.setCursorPosition(at)
    QTest.mouseDClick(field, LEFT, pos=field.cursorRect().center())
    assert field.selectedText() == selected
    QTest.keyClick(field, Qt.Key.Key_Escape)


def test_return_gives_the_keys_back_to_the_stage(driven: Driven, field: TextField) -> None:
    QTest.mouseClick(field, LEFT, pos=middle(field))
    QTest.keyClicks(field, "2.5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    driven.wait(lambda: driven.panel.params.rate == 2.5 and not driven.panel.pending)
    assert driven.window.on_stage()
    QTest.keyClick(QApplication.focusWidget() or driven.window, Qt.Key.Key_Space)
    driven.wait(lambda: driven.panel.step > 1)


def test_a_value_typed_over_the_stage_does_nothing(driven: Driven) -> None:
    driven.controller.clock.set_speed("normal")
    for key in "0123456789.-":
        QTest.keyClicks(driven.page.stage, key)
    assert (driven.panel.speed, driven.panel.step, driven.panel.playing) == ("normal", 0, False)
    driven.key(Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert driven.panel.speed == "fast"


def test_a_typed_step_is_gone_to(driven: Driven) -> None:
    step = driven.page.transport.step
    QTest.mouseClick(step, LEFT, pos=middle(step))
    QTest.keyClicks(step, "3")
    QTest.keyClick(step, Qt.Key.Key_Return)
    driven.wait(lambda: driven.panel.step == 3)
    assert driven.window.on_stage()
    assert step.text() == "3"


@pytest.mark.parametrize("words", ["", "-1", "2.5", "many", "1000001"])
def test_what_is_no_step_is_refused_in_a_sentence(driven: Driven, words: str) -> None:
    step = driven.page.transport.step
    step.setFocus()
    step.setText(words)
    step.setModified(True)
    QTest.keyClick(step, Qt.Key.Key_Return)
    notice = driven.controller.state.notice
    assert notice is not None
    assert notice.text == "The step must be a whole number from 0 to 1,000,000"
    assert (driven.panel.step, step.text()) == (0, "0")


def test_the_start_is_scrubbed_to_and_a_new_start_is_another_button(driven: Driven) -> None:
    driven.step_to(3)
    driven.page.transport.buttons["start"].click()
    driven.wait(lambda: driven.panel.step == 0)
    assert driven.panel.frame.reached == 3
    driven.controller.clock.seek(2)
    driven.wait(lambda: driven.panel.step == 2)
    driven.page.transport.anew.click()
    driven.wait(lambda: driven.panel.frame.reached == 0 and len(driven.panel.frame.branches) == 1)
    driven.controller.acts.undo()
    driven.wait(lambda: driven.panel.frame.reached == 3)
