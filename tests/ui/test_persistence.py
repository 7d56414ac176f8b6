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
from playground.lecture.autosave import Autosave, Leftover
from playground.lecture.scene import save_scene
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

        self.why = ""
        self.left: list[Leftover] = []

    def save(self, key: str, record: Any, view: Any = None) -> str:
        if not self.why:
            self.kept[key] = record
        return self.why

    def forget(self, key: str) -> None:
        self.kept.pop(key, None)

    def leftovers(self) -> list[Leftover]:
        return self.left

    def discard(self, leftover: Leftover | None = None) -> None:
        self.calls.append(leftover)

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
    assert set(shelf.kept) == {group}, "until the new one is kept"
    desk.send()
    keeper.save()
    desk.controller.handle(Recorded(desk.panel.group, desk.engine.sent(m.GetRecord)[-1].token, RECORD))
    assert set(shelf.kept) == {desk.panel.group}


def test_a_run_that_leaves_the_stage_is_kept_as_it_was_left(keeper: Keeper, desk: Desk, shelf: Shelf) -> None:
    desk.controller.opening.open("toy")
    desk.send()
    group = desk.panel.group
    desk.controller.opening.open("other")
    desk.controller.handle(m.Recorded(group, desk.engine.sent(m.GetRecord)[-1].token, RECORD))
    assert set(shelf.kept) == {group}


def test_what_cannot_be_kept_is_said_once_and_tried_again(keeper: Keeper, desk: Desk, shelf: Shelf) -> None:
    told = []
    desk.controller.listeners.append(lambda state, before: told.append(state.notice.text if state.notice else ""))
    for why in ("no space left on device", "no space left on device", ""):
        shelf.why = why
        keeper.save()
        desk.controller.handle(m.Recorded(desk.panel.group, desk.engine.sent(m.GetRecord)[-1].token, RECORD))
        desk.controller.notices.dismiss()
    assert [text for text in dict.fromkeys(told) if text] == [
        "This run cannot be kept for the next start: no space left on device",
        "Runs are kept again",
    ]
    assert set(shelf.kept) == {desk.panel.group}


@pytest.mark.parametrize("came", [False, True])
def test_the_leftover_of_a_run_opened_again_goes_once_it_has_come(
    qapp: object, desk: Desk, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, came: bool
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    save_scene(tmp_path / "left.scene.json", RECORD)
    shelf.left = [Leftover(tmp_path / "left.scene.json", "toy", 12, 0.0)]
    keeper = Keeper(desk.controller, shelf, Settings(), lambda: "place")
    keeper.start()
    keeper.recover()
    assert shelf.calls == [], "not before the first frame"
    if came:
        desk.send()
    keeper.stop()
    assert shelf.calls == [*(shelf.left if came else []), "clean"]


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
    hurried: list[bool] = []
    before = signal.getsignal(signal.SIGTERM)
    with closing_in_order(lambda: closed.append(True), lambda: hurried.append(True)):
        os.kill(os.getpid(), signal.SIGTERM)
        qtbot.waitUntil(lambda: bool(closed))
    assert hurried
    assert signal.getsignal(signal.SIGTERM) is before
