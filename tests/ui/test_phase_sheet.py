"""The phase map over the stage: it is asked for, drawn, entered by a click, and taken back by one undo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from window_desk import Driven


def test_a_map_is_made_and_a_click_enters_its_run(driven: Driven) -> None:
    driven.step_to(3)
    driven.window.run("phase")
    sheet = driven.page.phase
    assert sheet.isVisible()
    assert (sheet.across.value, sheet.up.value) == ("rate", "noise")
    sheet.steps.setText("2")
    sheet.go.click()
    driven.wait(lambda: driven.panel.phase is not None and not driven.panel.phase.running)
    phase = driven.panel.phase
    assert phase.done == len(phase.xs) * len(phase.ys)
    driven.wait(lambda: sheet._phase is phase and "192 of 192" in sheet.message.text())
    assert sheet.view.faults == ()
    sheet.view.gesture.emit("enter", {"row": 0, "column": 1}, "")
    assert not sheet.isVisible()
    driven.wait(lambda: driven.panel.frame.step == 2 and driven.panel.frame.params["noise"] == phase.ys[-1])
    assert driven.panel.frame.params["rate"] == phase.xs[1]
    driven.window.run("undo")
    driven.wait(lambda: driven.panel.frame.params["rate"] == 1.0 and not driven.panel.pending)


def test_a_map_is_kept_as_a_study(driven: Driven, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller: Any = driven.controller

    def said() -> Any:
        return controller.state.notice

    driven.window.run("save_map")
    assert "compute one first" in said().text
    driven.window.run("phase")
    sheet = driven.page.phase
    assert not sheet.save.isEnabled()
    sheet.steps.setText("2")
    sheet.go.click()
    driven.wait(lambda: sheet.save.isEnabled() and not driven.panel.phase.running)
    kept: list[Any] = []
    monkeypatch.setattr("playground.sweep.of_map.keep", lambda *words: kept.append(words))
    driven.answers.path = str(tmp_path / "map.sweep")
    sheet.save.click()
    assert kept == [(driven.answers.path, driven.panel.declaration.id, driven.panel.phase)]
    assert said().text == "Saved map.sweep"
    stuck = replace(driven.panel.phase, obstacle="the run was touched at step 3")
    controller.studies._store.put(panel=replace(driven.panel, phase=stuck))
    sheet.save.click()
    assert len(kept) == 1
    assert "touched at step 3. Start anew" in said().text


def test_what_makes_no_map_is_said_in_the_sheet(driven: Driven) -> None:
    driven.window.run("phase")
    sheet = driven.page.phase
    sheet.steps.setText("many")
    sheet.go.click()
    assert "whole number" in sheet.message.text()
    sheet.steps.setText("5")
    sheet.up.pick(sheet.across.value)
    sheet.go.click()
    assert "two different" in sheet.message.text()
    sheet.up.pick("noise")
    assert driven.page.close_popups()
    assert sheet.view is None
