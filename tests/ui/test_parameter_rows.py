"""Rows come from declarations: what they show, what they send, and what they refuse to show."""

from __future__ import annotations

from typing import Any

import pytest
import window_toy
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from playground import catalog
from playground.engine.declarations.params import Effect
from playground.engine.declarations.value_text import field_text
from playground.render.tokens import LIGHT
from playground.ui.controller.sentences import COST, typed_text
from playground.ui.controls.style import Look, dress
from playground.ui.inspector.choice_rows import ChoiceRow, FlagRow
from playground.ui.inspector.field_rows import FieldRow, FileRow, NumberRow
from playground.ui.inspector.parameter_rows import row
from playground.ui.inspector.row import Row

SPECS = window_toy.ToyParams.specs()


def shown(qtbot: QtBot, name: str, value: Any = None, width: int = 268) -> Any:
    """A row on screen with a value."""
    made = row(SPECS[name])
    qtbot.addWidget(made)
    look = Look(LIGHT, 1.0)
    made.setStyleSheet(look.sheet())
    dress(made, look)
    made.resize(width, 54)
    made.set_value(SPECS[name].default if value is None else value, "")
    made.show()
    return made


def sent(made: Row) -> list[tuple[Any, ...]]:
    """What the row sends from now on."""
    found: list[tuple[Any, ...]] = []
    made.changed.connect(lambda name, value, stroke: found.append((name, value, stroke)))
    made.typed.connect(lambda name, words: found.append((name, words)))
    made.back.connect(lambda name: found.append((name,)))
    return found


@pytest.mark.parametrize("width", [268, 90])
@pytest.mark.parametrize("name", sorted(SPECS))
def test_a_row_at_rest_is_not_laid_out_for_ever(qtbot: QtBot, name: str, width: int) -> None:
    made = shown(qtbot, name, width=width)
    fits: list[int] = []
    for _ in range(8):
        QApplication.processEvents()
    fit = made.fit

    def counted() -> None:
        fits.append(1)
        fit()

    made.fit = counted
    made.updateGeometry()
    for _ in range(20):
        QApplication.processEvents()
    assert len(fits) <= 2


@pytest.mark.parametrize("name", sorted(SPECS))
def test_every_row_has_names_tool_tip_and_mark(qtbot: QtBot, name: str) -> None:
    made = shown(qtbot, name)
    spec = SPECS[name]
    assert made.name.text() == spec.label
    assert COST[spec.effect] in made.toolTip()
    marks = [child.accessibleName() for child in made.findChildren(QLabel) if child.pixmap()]
    words = {
        Effect.VIEW: ["changes the view only"],
        Effect.LIVE: [],
        Effect.RESTART: ["restarts the run"],
        Effect.DATA: ["makes new data and restarts the run"],
    }
    assert marks == words[spec.effect]


def test_the_range_and_unit_are_in_the_tool_tip(qtbot: QtBot) -> None:
    assert "Range: 2 to 200 units." in shown(qtbot, "many").toolTip()
    assert "Share of wrong labels.\n" in shown(qtbot, "noise").toolTip()


def test_the_way_back_is_shown_only_when_the_value_is_changed(qtbot: QtBot) -> None:
    made: NumberRow = shown(qtbot, "noise")
    assert made.back_button.isHidden()
    assert made.field.property("changed") == "false"
    made.set_value(0.05, "")
    assert not made.back_button.isHidden()
    assert (made.field.property("changed"), made.field.text()) == ("true", "0.05")
    found = sent(made)
    made.back_button.click()
    assert found == [("noise",)]


def test_typing_sends_the_words_and_escape_gives_them_up(qtbot: QtBot) -> None:
    made: FieldRow = shown(qtbot, "noise")
    found = sent(made)
    made.field.selectAll()
    QTest.keyClicks(made.field, "0,25")
    assert found == []
    QTest.keyClick(made.field, Qt.Key.Key_Return)
    assert found == [("noise", "0.25")]
    QTest.keyClicks(made.field, "9")
    QTest.keyClick(made.field, Qt.Key.Key_Escape)
    assert made.field.text() == "0.00"
    assert len(found) == 1


def test_an_invalid_value_stays_beside_its_sentence(qtbot: QtBot) -> None:
    made: FieldRow = shown(qtbot, "noise")
    made.field.selectAll()
    QTest.keyClicks(made.field, "1.4")
    QTest.keyClick(made.field, Qt.Key.Key_Return)
    made.set_value(0.0, "label noise must be at most 0.5")
    assert (made.field.text(), made.sentence.text()) == ("1.4", "label noise must be at most 0.5")
    assert made.sentence.isVisible()
    assert made.field.property("wrong") == "true"
    made.set_value(0.3, "")
    assert (made.field.text(), made.sentence.isHidden(), made.field.property("wrong")) == ("0.30", True, "false")


def test_what_is_being_typed_is_not_overwritten_by_a_frame(qtbot: QtBot) -> None:
    made: FieldRow = shown(qtbot, "noise")
    made.field.setFocus()
    qtbot.waitUntil(made.field.hasFocus)
    made.field.selectAll()
    QTest.keyClicks(made.field, "0.4")
    made.set_value(0.1, "")
    assert made.field.text() == "0.4"


def test_a_drag_is_one_stroke_and_the_next_one_another(qtbot: QtBot) -> None:
    made: NumberRow = shown(qtbot, "noise")
    found = sent(made)
    QTest.mousePress(made.slider, Qt.MouseButton.LeftButton, pos=QPoint(60, 13))
    for x in (100, 140):
        QTest.mouseMove(made.slider, pos=QPoint(x, 13))
    QTest.mouseRelease(made.slider, Qt.MouseButton.LeftButton, pos=QPoint(140, 13))
    values = [value for _, value, _ in found]
    assert values == sorted(values)
    assert len({stroke for _, _, stroke in found}) == 1
    made.set_value(values[-1], "")
    QTest.mouseClick(made.slider, Qt.MouseButton.LeftButton, pos=QPoint(60, 13))
    assert len({stroke for _, _, stroke in found}) == 2


def test_the_wheel_turns_only_with_focus(qtbot: QtBot) -> None:
    made: NumberRow = shown(qtbot, "noise")
    found = sent(made)

    def wheel(target: Any) -> bool:
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(target, event)
        return event.isAccepted()

    for target in (made.slider, made.field):
        assert not wheel(target)
    assert found == []
    for target in (made.slider, made.field):
        target.setFocus()
        qtbot.waitUntil(target.hasFocus)
        assert wheel(target)
    assert [round(value, 6) for _, value, _ in found] == [0.005, 0.005]


def test_arrows_move_by_a_hundredth_or_a_twentieth_of_a_decade(qtbot: QtBot) -> None:
    linear: NumberRow = shown(qtbot, "noise")
    found = sent(linear)
    QTest.keyClick(linear.slider, Qt.Key.Key_Right)
    QTest.keyClick(linear.field, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert [round(value, 6) for _, value, _ in found] == [0.005, 0.05]
    log: NumberRow = shown(qtbot, "rate")
    found = sent(log)
    QTest.keyClick(log.field, Qt.Key.Key_Up)
    assert found[0][1] == pytest.approx(10**0.05, rel=1e-5)


@pytest.mark.parametrize("name", ["rate", "noise", "many"])
def test_slider_ends_are_the_ends_of_the_range_and_positions_come_back(qtbot: QtBot, name: str) -> None:
    made: NumberRow = shown(qtbot, name)
    spec = SPECS[name]
    most = made.slider.maximum()
    assert (made.value_at(0), made.value_at(most)) == (spec.low, spec.high)
    assert made.value_at(made.position(spec.default)) == spec.default
    for position in range(0, most + 1, max(1, most // 50)):
        value = made.value_at(position)
        assert spec.low is not None
        assert spec.high is not None
        assert spec.low <= value <= spec.high
        assert abs(made.position(value) - position) <= 1
        assert isinstance(value, int if spec.kind == "integer" else float)


def test_segments_give_way_to_a_menu_where_their_words_have_no_room(qtbot: QtBot) -> None:
    made: ChoiceRow = shown(qtbot, "order")
    assert made.segments is not None
    assert made.segments.isVisible()
    assert made.menu_button.isHidden()
    found = sent(made)
    made.segments.buttons["worst"].click()
    assert [(name, value) for name, value, _ in found] == [("order", "worst")]
    made.resize(90, 54)
    segments = made.segments
    qtbot.waitUntil(lambda: made.menu_button.isVisible() and not segments.isVisible())
    assert made.menu_button.text() == "Given"


def test_more_than_four_words_are_a_menu(qtbot: QtBot) -> None:
    made: ChoiceRow = shown(qtbot, "kind")
    assert made.segments is None
    found = sent(made)
    made.menu_button.menu().actions()[2].trigger()
    assert [(name, value) for name, value, _ in found] == [("kind", "c")]


def test_a_flag_is_a_switch(qtbot: QtBot) -> None:
    made: FlagRow = shown(qtbot, "arrows")
    found = sent(made)
    QTest.keyClick(made.switch, Qt.Key.Key_Space)
    assert [(name, value) for name, value, _ in found] == [("arrows", False)]


def test_vectors_and_text_have_the_whole_width(qtbot: QtBot) -> None:
    made: FieldRow = shown(qtbot, "schedule")
    assert made.field.width() == made.width()
    assert made.field.text() == "1, 2"
    found = sent(made)
    made.field.selectAll()
    QTest.keyClicks(made.field, "3, 4")
    QTest.keyClick(made.field, Qt.Key.Key_Return)
    assert found == [("schedule", "3, 4")]


def test_a_file_is_asked_for_by_its_endings(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made: FileRow = shown(qtbot, "source")
    asked: list[str] = []

    def answer(*args: Any) -> tuple[str, str]:
        asked.append(args[3])
        return "/data/points.csv", ""

    monkeypatch.setattr("playground.ui.inspector.field_rows.QFileDialog.getOpenFileName", answer)
    found = sent(made)
    made.open_button.click()
    assert asked == ["your data (*.csv)"]
    assert [(name, value) for name, value, _ in found] == [("source", "/data/points.csv")]


def test_a_label_without_room_gets_a_second_line(qtbot: QtBot) -> None:
    wide, narrow = shown(qtbot, "noise"), shown(qtbot, "noise", width=170)
    assert not wide.name.wordWrap()
    assert narrow.name.wordWrap()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("noise", 0.05, "0.05"), ("noise", 0.00123, "0.00123"), ("rate", 1.0, "1.0"), ("many", 36, "36")],
)
def test_a_field_never_hides_a_value_behind_its_decimals(name: str, value: float, words: str) -> None:
    assert field_text(SPECS[name], value) == words


@pytest.mark.parametrize(
    ("words", "read"), [(" 0,5 ", "0.5"), ("−3", "-3"), ("1,2,3", "1,2,3"), ("1, 2", "1, 2"), ("1.5", "1.5")]
)
def test_signs_that_people_type_are_read(words: str, read: str) -> None:
    assert typed_text(words) == read


def test_a_row_that_makes_new_data_warns_while_the_data_are_the_users(qtbot: QtBot) -> None:
    made = shown(qtbot, "many")
    made.show_own(True)
    assert made.mark.accessibleName() == "replaces your own data and restarts the run"
    assert "Your own data would be replaced." in made.field.toolTip()
    made.show_own(False)
    assert "Your own data" not in made.toolTip() + made.field.toolTip()


@pytest.mark.parametrize("value", [0.0951, 0.0123, 9.87])
def test_the_field_has_room_for_the_numbers_of_its_slider(qtbot: QtBot, value: float) -> None:
    made = shown(qtbot, "rate", value)
    words = made.field.fontMetrics().horizontalAdvance(made.field.text())
    assert words <= made.field.width() - 18


def test_an_entry_close_to_a_whole_number_is_shown_in_full() -> None:
    ring = catalog.declaration("linear_recurrence").params.specs()["ring"]
    assert field_text(ring, (0.9999999985, 0.1234567891)) == "0.9999999985, 0.123457"
