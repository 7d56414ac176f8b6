"""A study in the window: its file is opened, drawn as a map, curves and a table, and a click enters a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from studies import carry_out, make_study

from playground import catalog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.ui.system.application import Application


@pytest.fixture
def study_file(tmp_path: Path) -> Path:
    path = tmp_path / "one.sweep"
    carry_out(make_study(), path)
    return path


def drawn(window: Any) -> bool:
    """Whether the sheet of a study stands there with its picture."""
    sheet = window.page.study if window.page is not None else None
    return sheet is not None and sheet.view is not None


@pytest.mark.window
def test_a_study_is_looked_at_and_a_run_of_it_entered(
    start: Callable[..., Application], study_file: Path, qtbot: QtBot
) -> None:
    from playground.ui.system.engine_callbacks import load_concept, shipped_cases

    application = start(catalog=catalog, load=load_concept, cases=shipped_cases)
    controller = application.controller
    assert controller is not None
    controller.exchange.open_files([str(study_file)])
    window: Any = application.window
    qtbot.waitUntil(lambda: drawn(window))
    sheet = window.page.study
    assert (sheet.kind.value, sheet.across.value, sheet.up.value) == ("map", "rate", "points")
    assert "one.sweep · 12 of 12 runs" in sheet.message.text()
    for kind in ("curves", "table", "map"):
        sheet.kind._choose(kind)
        sheet.view.grab()
        assert sheet.view.faults == ()
    sheet.kind._choose("table")
    sheet.order._choose("falling")
    QTest.keyClick(sheet, Qt.Key.Key_PageDown)
    assert sheet.view._frame.figure.main.title == "12 runs, by points misclassified, from the 12th"
    sheet.kind._choose("map")
    sheet.up._choose("rate")
    assert "two different parameters" in sheet.message.text()
    sheet.up._choose("points")
    sheet.view.gesture.emit("enter", {"row": 0, "column": 1}, "")
    assert not sheet.isVisible()
    assert controller.state.study is None
    study = make_study()
    values = {"rate": 1.0, "points": 20}

    def entered() -> bool:
        frame = controller.state.panel.frame if controller.state.panel is not None else None
        return frame is not None and frame.seed == 5 and frame.params["points"] == 20 and frame.step > 0

    qtbot.waitUntil(entered)
    frame = controller.state.panel.frame  # type: ignore[union-attr]
    assert frame is not None
    assert {name: frame.params[name] for name in values} == values
    from playground.sweep.work import Task, compute

    (row,) = compute(Task(study.base, (study.run(9),))).rows
    qtbot.waitUntil(lambda: controller.state.panel.frame.step == row.step)  # type: ignore[union-attr]
    metrics = controller.state.panel.frame.metrics  # type: ignore[union-attr]
    assert tuple(metrics[name] for name in study.base.metrics) == row.values


@pytest.mark.window
def test_escape_leaves_a_study(start: Callable[..., Application], study_file: Path, qtbot: QtBot) -> None:
    from playground.ui.system.engine_callbacks import load_concept, shipped_cases

    application = start(catalog=catalog, load=load_concept, cases=shipped_cases)
    controller = application.controller
    assert controller is not None
    controller.exchange.open_files([str(study_file)])
    window: Any = application.window
    qtbot.waitUntil(lambda: drawn(window))
    assert window.page.close_popups()
    assert controller.state.study is None
    assert window.page.study.view is None


@pytest.mark.window
def test_a_file_that_is_no_study_is_said(start: Callable[..., Application], tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    application = start()
    controller = application.controller
    assert controller is not None
    controller.exchange.open_files([str(path)])
    assert controller.state.notice is not None
    assert controller.state.notice.text == "one.sweep is no study of the playground"
    assert controller.state.study is None
