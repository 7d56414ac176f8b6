"""The tray of a figure: runs are collected, ordered, taken out, and made into a figure with its recipe beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from window_desk import Desk, Driven
from window_exports import SCENE, FakeChild, answer, notice

from playground.lecture.figure_recipe import read_recipe
from playground.lecture.link import from_link
from playground.ui.controller.collecting import FigureChoice
from playground.ui.controller.exports import Choice


@pytest.fixture
def made(desk: Desk, tmp_path: Path) -> FakeChild:
    """A process that only writes down, for the desk's exports."""
    made = FakeChild(tmp_path)
    desk.controller.exports.entry = ("program",)
    desk.controller.exports.launch = lambda: made
    return made


def collect(desk: Desk, count: int) -> None:
    for _ in range(count):
        desk.controller.collecting.add()
        answer(desk)


def numbers(desk: Desk) -> list[int]:
    return [one.number for one in desk.controller.state.collected]


def test_runs_are_collected_ordered_and_taken_out(desk: Desk) -> None:
    collect(desk, 3)
    state = desk.controller.state
    assert state.tray
    assert [one.step for one in state.collected] == [0, 0, 0]
    assert all(one.record == SCENE for one in state.collected)
    desk.controller.collecting.arrange([3, 1, 2])
    assert numbers(desk) == [3, 1, 2]
    desk.controller.collecting.remove(1)
    assert numbers(desk) == [3, 2]
    desk.controller.collecting.hide()
    assert not desk.controller.state.tray
    assert numbers(desk) == [3, 2]


def test_a_figure_is_made_by_its_recipe_which_stays_beside_it(desk: Desk, made: FakeChild, tmp_path: Path) -> None:
    collect(desk, 2)
    target = tmp_path / "mine.svg"
    desk.controller.collecting.export(FigureChoice(".svg", {"width": "ieee", "columns": 1}), str(target))
    recipe = tmp_path / "mine.figure.toml"
    assert made.commands == [["program", "figure", str(recipe), "--out", str(target)]]
    found = read_recipe(recipe)
    assert (found.width, found.columns, len(found.panels)) == ("ieee", 1, 2)
    assert from_link(found.panels[0].scene)["step"] == SCENE["step"]
    # One file is made at a time.
    desk.controller.exports.start(Choice(".png"), str(tmp_path / "b.png"))
    desk.controller.collecting.export(FigureChoice(), str(target))
    assert len(made.commands) == 1
    assert notice(desk)[1] == "Another export is under way"


def test_a_run_too_large_for_a_link_stands_in_a_file_beside_the_recipe(
    desk: Desk, made: FakeChild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.lecture.link.LONGEST", 10)
    collect(desk, 1)
    desk.controller.collecting.export(FigureChoice(), str(tmp_path / "mine.pdf"))
    assert read_recipe(tmp_path / "mine.figure.toml").panels[0].scene == "mine-a.scene.json"
    assert (tmp_path / "mine-a.scene.json").is_file()


def test_a_place_that_cannot_be_written_is_said(desk: Desk, made: FakeChild, tmp_path: Path) -> None:
    collect(desk, 1)
    desk.controller.collecting.export(FigureChoice(), str(tmp_path / "no" / "a.pdf"))
    assert "a.pdf was not made" in notice(desk)[1]
    assert made.commands == []


@pytest.mark.window
def test_the_tray_collects_as_the_window_goes_on(driven: Driven, tmp_path: Path) -> None:
    driven.step_to(2)
    driven.window.run("export")
    assert driven.window.cards is not None
    driven.window.cards.export.collect.click()
    tray = driven.window.cards.figure
    driven.wait(lambda: tray.go.isEnabled())
    assert not driven.window.cards.export.isVisible()
    driven.step_to(4)
    driven.window.run("add_to_figure")
    driven.wait(lambda: tray.go.isEnabled() and tray.list_.count() == 2)
    assert [tray.list_.item(row).text().split()[0] for row in (0, 1)] == ["a", "b"]
    assert not tray.list_.item(0).icon().isNull()
    assert tray.geometry().bottom() < driven.window.height()
    # A drag moves a picture, and the run with it; the letters stay in order.
    first, second = tray.order
    tray.list_.setCurrentRow(0)
    end = QPointF(tray.list_.visualItemRect(tray.list_.item(1)).topRight())
    keys, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    tray.list_.dropEvent(QDropEvent(end, Qt.DropAction.MoveAction, QMimeData(), left, keys))
    assert list(tray.order) == [second, first]
    QTest.keyClick(tray.list_, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert list(tray.order) == [first, second]
    QTest.keyClick(tray.list_, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert list(tray.order) == [second, first]
    assert [one.number for one in driven.controller.state.collected] == [second, first]
    assert tray.list_.item(0).text().startswith("a ")
    driven.answers.path = str(tmp_path / "two.svg")
    tray.format.pick(".svg")
    tray.go.click()
    driven.wait(lambda: driven.controller.state.export is None)
    drawn = (tmp_path / "two.svg").read_text(encoding="utf-8")
    assert 'width="183mm"' in drawn
    assert (tmp_path / "two.figure.toml").is_file()
    tray.list_.setCurrentRow(0)
    QTest.keyClick(tray.list_, Qt.Key.Key_Delete)
    assert list(tray.order) == [first]
    tray.close_.click()
    assert not tray.isVisible()
