"""What goes wrong in the window is written down, said once, and never takes the window with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import patience
import pytest
from window_desk import Desk

from playground.engine.process.messages import Fault, Ready, Restarted, Restarting
from playground.lecture.report import Trouble, reports_folder
from playground.ui.system.watchdog import MOST_REPORTS, Watch

# A window's event loop with a watch over it: an error in a slot, one in a thread, and a freeze, each of which is told.
BREAKS = """
import sys, threading, time
from PySide6.QtCore import QCoreApplication, QTimer
from playground.lecture.folders import state_folder
from playground.ui.system.watchdog import Watch

class Notices:
    told = []
    def notify(self, text, action, label, *, kind, later):
        assert (action, kind, later) == ("reports", "failed", True)
        self.told.append(text)
        if sum("went wrong" in one for one in self.told) == 2 and any("did not answer" in one for one in self.told):
            application.quit()

application = QCoreApplication([])
watch = Watch(beat=20, frozen=0.3)
watch.start()

def slot():
    raise ValueError("in a slot")

def thread():
    raise ValueError("in a thread")

def stands_still():
    while not any(path.stat().st_size for path in (state_folder() / "trace").glob("*.trace")):
        time.sleep(0.01)

def again():
    slot()

QTimer.singleShot(0, slot)
QTimer.singleShot(0, lambda: threading.Thread(target=thread).start())
QTimer.singleShot(50, lambda: watch.attach(Notices(), lambda: "CPU"))
QTimer.singleShot(100, stands_still)
application.exec()
watch.stop()
print(*Notices.told, sep="\\n")
"""


def test_errors_and_a_freeze_are_written_down_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", BREAKS], capture_output=True, text=True, timeout=patience.SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = ran.stdout.splitlines()
    assert sum("Something went wrong in the window; a report is in" in line for line in told) == 2
    assert any("The window did not answer for" in line for line in told)
    text = "".join(path.read_text() for path in reports_folder().iterdir())
    assert "ValueError: in a slot" in text
    assert "ValueError: in a thread" in text
    assert "stands_still" in "".join(path.read_text() for path in reports_folder().glob("*freeze*.txt"))
    assert "playground ends" in (reports_folder().parent / "log" / "playground.log").read_text()
    assert list((reports_folder().parent / "trace").iterdir()) == []


def test_the_same_error_is_reported_once_and_many_are_not(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    watch = Watch()
    told = [bool(watch.report_crash(ValueError("one"))) for _ in range(3)]
    assert told == [True, False, False]
    assert sum(bool(watch.report_crash(ValueError(str(i)))) for i in range(20)) == MOST_REPORTS - 1


def test_the_death_of_the_engine_is_reported_with_its_place(desk: Desk) -> None:
    seen: list[Trouble] = []

    def written(trouble: Trouble) -> str:
        seen.append(trouble)
        return "; a report is in ~/reports/one.txt"

    desk.controller.notices.report_trouble = written
    desk.controller.handle(Ready("a device", {}))
    assert desk.controller.inbox.device == "a device"
    desk.controller.handle(Restarting("the engine process ended (killed by SIGKILL)"))
    desk.controller.handle(Restarted("the engine process ended (killed by SIGKILL)"))
    notice = desk.controller.state.notice
    assert notice is not None
    assert notice.text == "The engine restarted; nothing was lost; a report is in ~/reports/one.txt"
    assert notice.action == "reports"
    desk.controller.handle(Fault("", "it cannot be started", "lines"))
    assert seen == [
        Trouble("engine", "the engine process ended (killed by SIGKILL)"),
        Trouble("engine", "it cannot be started", "lines"),
    ]
    notice = desk.controller.state.notice
    assert notice is not None
    assert notice.text == "it cannot be started; a report is in ~/reports/one.txt"


def test_a_report_at_the_users_wish(desk: Desk) -> None:
    desk.controller.notices.report()
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text == "The report could not be written"
    desk.controller.notices.report_trouble = lambda trouble: "; a report is in ~/one.txt"
    desk.controller.notices.report()
    assert desk.controller.state.notice.text == "Written; a report is in ~/one.txt"


def test_a_line_waits_until_the_one_on_screen_was_read(desk: Desk) -> None:
    desk.controller.notices.dismiss()
    desk.controller.notices.notify("first", closed="discard_recovery")
    desk.controller.notices.notify("second", later=True)
    desk.controller.notices.notify("third", later=True)
    shown = []
    while desk.controller.state.notice is not None:
        shown.append(desk.controller.state.notice.text)
        desk.controller.notices.dismiss()
    assert shown == ["first", "second", "third"]
