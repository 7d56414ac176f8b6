"""A controller with a fake engine, and one window with a real engine for the tests that drive it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import patience
import pytest

# A spawned process gets a copy of sys.path, so the engine finds the tests' concept by name.
sys.path.insert(0, str(Path(__file__).parent / "toys"))

import window_toy
from window_desk import Answers, Desk, Driven

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.ui.system.application import Application


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests that share one window last: those of its life close every window that they find."""
    items.sort(key=lambda item: "_window_of_the_session" in getattr(item, "fixturenames", ()))


@pytest.fixture
def desk() -> Desk:
    """The toy's panel with its first frame."""
    made = Desk()
    made.controller.opening.open("toy")
    made.send()
    made.engine.calls.clear()
    return made


@pytest.fixture
def start(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Application]]:
    """Starts applications with a folder of their own, on the toy's catalog where nothing else is said."""
    from playground.lecture.autosave import Autosave
    from playground.lecture.settings import Settings
    from playground.ui.system.application import Application

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made: list[Application] = []

    def begin(ready: bool = True, **options: Any) -> Application:
        toys = {"catalog": window_toy, "load": window_toy.load_concept, "cases": window_toy.cases}
        own = {"settings": Settings(), "autosave": Autosave(tmp_path / "autosave"), "dialogs": Answers()}
        application = Application([], strict_warnings=True, **{**toys, **own, **options})
        made.append(application)
        if ready:
            qtbot.waitUntil(lambda: application.controller is not None)
        return application

    yield begin
    for application in made:
        if hasattr(application, "window"):  # else the test has closed it
            application.close()


@pytest.fixture(scope="session")
def _window_of_the_session(
    qapp: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Application, Path]]:
    from playground.lecture.autosave import Autosave
    from playground.lecture.settings import Settings
    from playground.ui.system.application import Application
    from playground.ui.system.start_request import Start

    folder = tmp_path_factory.mktemp("window")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        made = Application(
            [],
            settings=Settings(),
            autosave=Autosave(folder / "autosave"),
            dialogs=Answers(),
            catalog=window_toy,
            load=window_toy.load_concept,
            cases=window_toy.cases,
            strict_warnings=True,
            entry=(sys.executable, str(Path(__file__).parent / "toys" / "window_entry.py")),
        )
        # Everything that lives as long as the window is there before the first test looks what is running.
        made.open_first(Start("toy"))
        end = time.monotonic() + patience.SECONDS
        while made.window.page is None and time.monotonic() < end:
            made.qt.processEvents()
        # The cards come with the first export, and stay.
        assert made.controller is not None
        while made.window.cards is None and time.monotonic() < end:
            made.qt.processEvents()
            made.controller.exports.open()
        made.controller.exports.close()
        yield made, folder
        made.close()


@pytest.fixture
def driven(_window_of_the_session: tuple[Application, Path], qtbot: QtBot) -> Iterator[Driven]:
    """The session's window on a fresh run of the toy, in the light theme at 1280x720."""
    application, folder = _window_of_the_session
    made = Driven(application, folder, qtbot)
    made.fresh()
    yield made
    made.controller.clock.pause()
    made.controller.store.put(notice=None)
    if made.panel.twins:
        made.controller.comparison.separate()
        made.wait(lambda: not made.panel.twins)
    made.page.stage.settle()
    assert application.keeper is not None
    application.keeper.hurry()  # or each test would wait for its timers to run out
