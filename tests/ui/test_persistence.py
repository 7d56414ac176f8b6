"""What outlives the window: settings when they change, and only the runs that were open when it broke off."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from window_desk import Desk

from playground.engine.process import messages as m
from playground.lecture.autosave import Autosave
from playground.lecture.settings import Settings, open_settings
from playground.ui.controller.state import Notice
from playground.ui.controls.notices import NoticeBar
from playground.ui.system.geometry import state_of
from playground.ui.system.persistence import Keeper
from playground.ui.system.shutdown import closing_in_order

RECORD: dict[str, Any] = {
    "concept": "toy",
    "version": 1,
    "params": {},
    "seed": 7,
    "data": {"source": "made"},
    "log": [],
    "step": 12,
}


class Shelf(Autosave):
    """An autosave in memory that writes down what it is told."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.calls: list[Any] = []

    def save(self, key: str, record: Any, view: Any = None) -> bool:
        self.kept[key] = record
        return True

    def forget(self, key: str) -> None:
        self.kept.pop(key, None)

    def leftovers(self) -> list[Any]:
        return []

    def clean_exit(self) -> None:
        self.calls.append("clean")


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def keeper(qapp: object, desk: Desk, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made = Keeper(desk.controller, shelf, Settings(), lambda: "place")
    made.start()
    yield made
    made.stop()


def test_settings_are_written_when_they_change(keeper: Keeper, desk: Desk, qtbot: QtBot) -> None:
    desk.controller.screen.set_theme("dark")
    qtbot.waitUntil(lambda: open_settings()[0].theme == "dark")
    assert open_settings()[0].window["geometry"] == "place"
    desk.controller.hints.use()
    qtbot.waitUntil(lambda: open_settings()[0].hinted == ("toy",))


def test_what_was_unfolded_is_found_again(keeper: Keeper, desk: Desk, qtbot: QtBot) -> None:
    desk.controller.screen.unfold("toy", True)
    desk.controller.screen.unfold("other", True)
    desk.controller.screen.unfold("toy", False)
    qtbot.waitUntil(lambda: state_of(open_settings()[0]).unfolded == ("other",))


def test_a_settings_file_that_names_a_language_still_opens(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "dark", "scale": 1.2, "window": {"language": "de", "still": true}}', "utf-8")
    settings, told = open_settings(path)
    assert told == ""
    state = state_of(settings)
    assert (state.theme, state.scale, state.still) == ("dark", 1.2, True)


def test_a_run_that_was_replaced_is_forgotten(keeper: Keeper, desk: Desk, shelf: Shelf) -> None:
    from playground.engine.process.messages import Recorded

    desk.controller.opening.open("toy")
    desk.send()
    keeper.save()
    group = desk.panel.group
    desk.controller.handle(Recorded(group, desk.engine.sent(m.GetRecord)[-1].token, RECORD))
    assert set(shelf.kept) == {group}
    desk.controller.opening.open("other")
    assert set(shelf.kept) == {group}
    desk.controller.presets.show("toy")
    desk.controller.presets.choose("noisy")
    assert not shelf.kept


def test_what_it_would_do_soon_it_can_do_at_once(keeper: Keeper, desk: Desk) -> None:
    desk.controller.opening.open("toy")
    desk.send()
    desk.controller.screen.set_theme("dark")
    desk.engine.calls.clear()
    keeper.hurry()
    assert len(desk.engine.sent(m.GetRecord)) == 1
    assert open_settings()[0].theme == "dark"
    desk.engine.calls.clear()
    keeper.hurry()
    assert not desk.engine.calls


def test_closing_an_offer_is_a_decision(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    bar = NoticeBar(page)
    told: list[str] = []
    bar.command.connect(told.append)
    bar.show_notice(Notice(1, "notice", "left", "recover", "Open again", "discard_recovery"))
    assert not bar._timer.isActive()
    bar._close()
    assert told == ["discard_recovery"]
    bar.show_notice(Notice(2, "notice", "other"))
    assert bar._timer.isActive()
    bar.show_notice(None)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_signal_closes_in_order(qtbot: QtBot) -> None:
    closed: list[bool] = []
    before = signal.getsignal(signal.SIGTERM)
    with closing_in_order(lambda: closed.append(True)):
        os.kill(os.getpid(), signal.SIGTERM)
        qtbot.waitUntil(lambda: bool(closed))
    assert signal.getsignal(signal.SIGTERM) is before
