"""The life of the application: it opens without torch, survives its engine, closes while it runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import patience
import pytest
import window_toy
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.engine.errors import BadInput
from playground.lecture import locks
from playground.lecture.autosave import Autosave
from playground.lecture.scene import save_scene
from playground.lecture.settings import open_settings
from playground.ui.system import incoming_requests
from playground.ui.system.application import Application
from playground.ui.system.incoming_requests import Arrivals
from playground.ui.system.instance import Instance, hand_over
from playground.ui.system.shutdown import LAST_SECONDS
from playground.ui.system.start_request import Start, check

pytestmark = pytest.mark.window

HEAVY = ("torch", "scipy", "networkx", "pydantic", "pyqtgraph", "ziamath", "typer", "qtawesome")
TOYS = Path(window_toy.__file__).parent


def controller(application: Application) -> Any:
    assert application.controller is not None
    return application.controller


def shown(qtbot: QtBot, application: Application, concept: str = "toy") -> Any:
    """Opens a concept and waits for its first frame."""
    found = controller(application)
    found.opening.open(concept)
    qtbot.waitUntil(lambda: found.state.panel.frame is not None)
    return found


def fresh(code: str) -> str:
    """What a fresh process prints."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(TOYS)}
    return subprocess.check_output(
        [sys.executable, "-c", code], text=True, env=environment, timeout=patience.SECONDS
    ).strip()


def test_the_window_paints_before_anything_heavy_is_loaded() -> None:
    code = f"""
import sys
from playground.ui.system import incoming_requests
from playground.ui.system.application import Application
from playground.ui.system.incoming_requests import Arrivals
from playground.lecture.settings import Settings
application = Application([], settings=Settings())
application.window.painted_first.disconnect()
application.window.grab()
print([name for name in {HEAVY!r} if name in sys.modules])
application.close()
"""
    assert fresh(code) == "[]"


def test_a_panel_on_screen_needs_no_torch_in_the_windows_process(tmp_path: Path) -> None:
    code = f"""
import sys, time
if __name__ == "__main__":
    import window_toy
    from pathlib import Path
    from playground.ui.system.application import Application
    from playground.ui.system.start_request import Start
    from playground.lecture.settings import Settings
    from playground.lecture.autosave import Autosave
    application = Application([], settings=Settings(), autosave=Autosave(Path({str(tmp_path)!r})), catalog=window_toy,
                              load=window_toy.load_concept, cases=window_toy.cases)
    application.open_first(Start("toy", play=True))
    end = time.monotonic() + {patience.SECONDS}
    while time.monotonic() < end:
        application.qt.processEvents()
        panel = application.controller and application.controller.state.panel
        if panel and panel.frame and panel.frame.step >= 3:
            break
    heavy = ("torch", "scipy", "networkx", "torch._dynamo")
    print([name for name in heavy if name in sys.modules], panel.frame.step >= 3)
    application.close()
"""
    path = tmp_path / "open_it.py"
    path.write_text(code)
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(TOYS),
        "XDG_STATE_HOME": str(tmp_path),
    }
    out = subprocess.check_output([sys.executable, str(path)], text=True, env=environment, timeout=2 * patience.SECONDS)
    assert out.strip() == "[] True"


@pytest.mark.engine_death
def test_the_engine_dies_in_mid_run_and_nothing_is_lost(qtbot: QtBot, start: Callable[..., Application]) -> None:
    application = start()
    found = shown(qtbot, application)
    found.parameters.set({"noise": 0.4})
    found.clock.play()
    qtbot.waitUntil(lambda: found.state.panel.frame.step > 5)
    assert application.client is not None
    assert application.client.pid is not None
    found.notices.dismiss()
    step = found.state.panel.frame.step
    os.kill(application.client.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    qtbot.waitUntil(lambda: found.state.notice is not None)
    assert found.state.notice.text == "The engine restarted; nothing was lost"
    assert application.window.notices.isVisible()
    qtbot.waitUntil(lambda: found.state.panel.frame.step > step + 5)
    assert found.state.panel.params.noise == 0.4
    found.clock.pause()


def test_closing_while_it_runs_leaves_nothing(qtbot: QtBot, start: Callable[..., Application], tmp_path: Path) -> None:
    application = start()
    found = shown(qtbot, application)
    found.parameters.set({"noise": 0.4})
    found.clock.set_speed("fast")
    found.clock.play()
    qtbot.waitUntil(lambda: found.state.panel.frame.step > 5)
    client = application.client
    assert client is not None
    application.window.close()
    assert not client.alive
    assert list((tmp_path / "autosave").glob("*")) == []


def test_the_window_is_restored_with_theme_scale_and_recent_panels(
    qtbot: QtBot, start: Callable[..., Application]
) -> None:
    application = start()
    found = shown(qtbot, application)
    found.screen.set_theme("dark")
    found.screen.set_scale(1.2)
    found.hints.use()
    application.window.resize(770, 600)
    application.window.close()
    kept = open_settings()[0]
    assert (kept.theme, kept.scale, kept.hinted) == ("dark", 1.2, ("toy",))
    second = start(settings=kept)
    assert second.window.size().toTuple() == (770, 600)
    assert (second.window.look.theme.name, second.window.look.factor) == ("dark", 1.2)
    assert controller(second).state.recent_panels == ("toy",)


def test_what_a_crash_left_is_offered_and_opened(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    application = start()
    found = shown(qtbot, application)
    found.clock.forward()
    qtbot.waitUntil(lambda: found.state.panel.frame.step == 1)
    assert application.keeper is not None
    application.keeper.save()
    qtbot.waitUntil(lambda: any((tmp_path / "autosave").glob("*/*.json")))
    lost = Autosave(tmp_path / "lost")
    record = next((tmp_path / "autosave").glob("*/*.json"))
    (tmp_path / "lost" / "abc").mkdir(parents=True)
    (tmp_path / "lost" / "abc" / record.name).write_bytes(record.read_bytes())
    application.window.close()
    second = start(autosave=lost)
    notice = controller(second).state.notice
    assert notice is not None
    assert (notice.text, notice.action) == (
        "The last session broke off; left are Perceptron and margins at step 1",
        "recover",
    )
    second.window.notices.act.click()
    again = controller(second)
    qtbot.waitUntil(lambda: again.state.panel is not None and again.state.panel.frame is not None)
    assert again.state.panel.frame.step == 1
    assert again.state.recent == ()
    qtbot.waitUntil(lambda: len(Autosave(tmp_path / "lost").leftovers()) == 0)
    assert list((tmp_path / "lost").glob("*/*.json")), "it is kept anew before the old one goes"


def test_an_offer_that_nobody_answered_is_made_again(start: Callable[..., Application], tmp_path: Path) -> None:
    (tmp_path / "lost" / "abc").mkdir(parents=True)
    scene = {"concept": "toy", "params": {}, "seed": 4, "log": [], "step": 3, "data": {"source": "made"}}
    save_scene(tmp_path / "lost" / "abc" / "toy.scene.json", scene)
    application = start(autosave=Autosave(tmp_path / "lost"))
    assert controller(application).state.notice.action == "recover"
    application.window.close()
    assert [left.step for left in Autosave(tmp_path / "lost").leftovers()] == [3]


def test_what_the_user_did_not_close_is_offered_again(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    application = start()
    found = shown(qtbot, application)
    found.clock.forward()
    qtbot.waitUntil(lambda: found.state.panel.frame.step == 1)
    application.break_off()
    qtbot.waitUntil(lambda: not application.window.isVisible())
    assert application.client is not None
    assert not application.client.alive
    assert [left.step for left in Autosave(tmp_path / "autosave").leftovers()] == [1]
    folder = next(path for path in (tmp_path / "autosave").iterdir() if path.is_dir())
    assert [path.stat().st_mode & 0o077 for path in (folder, folder.parent)] == [0, 0] or os.name == "nt"


def test_what_was_open_when_the_screen_went_is_offered_again(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    application = start()
    found = shown(qtbot, application)
    found.clock.forward()
    qtbot.waitUntil(lambda: found.state.panel.frame.step == 1)
    application.keeper.save()  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: any((tmp_path / "autosave").rglob("*.scene.json")))
    QTimer.singleShot(0, lambda: application.qt.exit(1))  # as Qt does where the server of the screen dies
    assert application.execute() == 1
    application.close()
    assert [left.step for left in Autosave(tmp_path / "autosave").leftovers()] == [1]


def test_a_window_that_is_closed_before_it_has_loaded_starts_nothing_more(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    instance = Instance(tmp_path / "running")
    assert instance.claim()
    application = start(ready=False, instance=instance)
    application._start()  # as after the first paint; what follows waits for the loop
    assert application.client is not None
    application.window.close()
    assert not application.client.alive
    assert not locks.is_held(instance.lock_file)
    seen: list[bool] = []
    QTimer.singleShot(0, lambda: seen.append(True))
    qtbot.waitUntil(lambda: bool(seen))
    assert application.controller is None
    assert application.execute() == 0


LIFE = """
import os, sys
if __name__ == "__main__":
    from playground.engine.process.client import EngineClient
    from playground.ui.system.launch import run
    deliver = EngineClient._deliver

    def told(self, message):
        deliver(self, message)
        print(type(message).__name__, self.pid, flush=True)

    EngineClient._deliver = told
    start = EngineClient.start
    EngineClient.start = lambda self: (start(self), print("Starting 0", flush=True))
    from playground.commands.ending import ended_in_order
    with ended_in_order():
        sys.exit(run("perceptron", play=True))
"""


@pytest.mark.engine_death
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("phase", ["Starting", "Ready", "FrameMessage", "Restarting", "Restarted"])
def test_a_signal_ends_everything_soon_in_every_phase(tmp_path: Path, phase: str) -> None:
    path = tmp_path / "life.py"
    path.write_text(LIFE)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        engine, kill = 0, phase in ("Restarting", "Restarted")
        for line in process.stdout:
            name, _, number = line.partition(" ")
            engine = int(number) if number.strip().isdigit() and int(number) else engine
            if name == phase:
                break
            if name == "FrameMessage" and kill:
                os.kill(engine, signal.SIGKILL)
                kill = False
        process.terminate()
        started = time.monotonic()
        process.wait(patience.SECONDS)
        took = time.monotonic() - started
    assert took < LAST_SECONDS + 1.0, "from the signal to the end of the process"
    assert not engine or not lives(engine)
    assert not locks.is_held(tmp_path / "ml-playground" / "running" / "lock")


def lives(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_the_command_line_asks_for_is_opened(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    data = tmp_path / "own.csv"
    data.write_text("0.5,1.0,1\n-0.5,-1.0,-1\n")
    application = start(ready=False)
    application.open_first(Start("toy", load=(str(data),), sets={"rate": "2.5"}, seed=9))
    qtbot.waitUntil(lambda: application.controller is not None)
    found = controller(application)
    qtbot.waitUntil(
        lambda: (
            found.state.panel is not None
            and found.state.panel.frame is not None
            and found.state.panel.frame.data_source == "own.csv"
        ),
    )
    assert (found.state.panel.params.rate, found.state.panel.seed) == (2.5, 9)


@pytest.mark.parametrize(
    ("start", "word"),
    [
        (Start("nothing"), "nothing"),
        (Start("perceptron", sets={"rate": "-1"}), "rate"),
        (Start("perceptron", scene="/no/such.scene.json"), "/no/such.scene.json"),
        (Start("perceptron", load=("/no/such.csv",)), "/no/such.csv"),
        (Start(source="/no/such.mlscene"), "/no/such.mlscene"),
        (Start(source="playground:eJx"), "damaged"),
    ],
)
def test_bad_input_of_the_command_line_is_one_sentence(start: Start, word: str) -> None:
    with pytest.raises(BadInput, match=word):
        check(start)


def test_another_start_is_taken_by_the_window_that_is_open(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    instance = Instance(tmp_path / "running")
    assert instance.claim()
    application = start(instance=instance)
    found = controller(application)
    application.window.showMinimized()
    given = threading.Thread(
        target=hand_over, args=(Start("toy", sets={"rate": "2.5"}), tmp_path / "running", patience.SECONDS)
    )
    given.start()
    qtbot.waitUntil(lambda: found.state.panel is not None and found.state.panel.frame is not None)
    given.join(patience.SECONDS)
    assert found.state.panel.params.rate == 2.5
    assert not application.window.isMinimized()
    application.window.close()
    assert not hand_over(Start(), tmp_path / "running", 0.1)
    assert not locks.is_held(tmp_path / "running" / "lock")


def test_no_event_is_looked_at_where_the_system_hands_no_files_over(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    seen: list[QEvent.Type] = []

    def look(self: Arrivals, watched: QObject, event: QEvent) -> bool:
        seen.append(event.type())
        return False

    monkeypatch.setattr(Arrivals, "eventFilter", look)
    for hands_over in (False, True):
        monkeypatch.setattr(incoming_requests, "HANDS_FILES_OVER", hands_over)
        arrivals = Arrivals(qapp, lambda start: None, None)
        QCoreApplication.sendEvent(qapp, QEvent(QEvent.Type.User))
        arrivals.close()
        assert bool(seen) is hands_over


def test_a_file_that_the_system_hands_over_is_opened(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming_requests, "HANDS_FILES_OVER", True)
    application = start()
    (tmp_path / "a.txt").write_text("no scene")
    QCoreApplication.sendEvent(application.qt, QFileOpenEvent(QUrl.fromLocalFile(str(tmp_path / "a.txt"))))
    notice = controller(application).state.notice
    assert notice is not None
    assert notice.text.startswith("a.txt is neither a scene nor a lesson")
