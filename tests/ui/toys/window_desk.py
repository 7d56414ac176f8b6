"""What the window's tests drive: a controller with a fake engine, and a window with a real one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import window_toy
from PySide6.QtWidgets import QWidget

from playground.engine.frame import Frame
from playground.engine.process import messages as m
from playground.engine.process.messages import FrameMessage
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import LESSON
from playground.ui.controls.dialogs import Dialogs

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.ui.system.application import Application


C = TypeVar("C", bound=m.Command)


class FakeEngine:
    """Writes down every command with its group, and when it was started and stopped; its heart beats by hand."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, m.Command]] = []
        self.life_of: list[str] = []
        self.beats = 0

    def start(self) -> None:
        self.life_of.append("start")

    def stop(self) -> None:
        self.life_of.append("stop")

    def restart(self) -> None:
        self.life_of.append("restart")

    def life(self) -> int:
        return self.beats

    def send(self, group: str, command: m.Command) -> None:
        self.calls.append((group, command))

    def sent(self, kind: type[C]) -> list[C]:
        """All commands of a kind."""
        return [command for _, command in self.calls if isinstance(command, kind)]

    def opened(self) -> m.SessionStart:
        """How the newest run starts."""
        return self.sent(m.Open)[-1].runs[0]


FIRST = Frame(
    epoch=1,
    step=0,
    reached=0,
    length=None,
    status="running",
    metrics={"mistakes": 0, "count": 36, "wrong": 36, "margin": None, "updated": False},
    arrays={"w_after": np.zeros(3), "w_before": np.zeros(3), "yx": np.zeros(3)},
    series={},
    jobs={},
    params=window_toy.ToyParams().plain(),
    seed=7,
)


class Desk:
    """A controller with a fake engine on the toy's panel."""

    def __init__(self, dice: Callable[[], int] = lambda: 5) -> None:
        self.engine = FakeEngine()
        self.controller = Controller(self.engine, window_toy, dice=dice)
        self.frame = FIRST
        self.controller.load_catalog()

    def send(self, playing: bool = False, **changes: Any) -> None:
        """A frame of the group on the stage."""
        figure = window_toy.figure(window_toy.ToyParams.make({**self.frame.params, **changes.get("params", {})}))
        same = figure == self.frame.figure  # then the engine sends the very same object
        self.frame = replace(self.frame, figure=self.frame.figure if same else figure, **changes)
        panel = self.controller.state.panel
        assert panel is not None
        self.controller.handle(FrameMessage(panel.group, (self.frame,), playing, 100.0, "CPU", False))

    @property
    def panel(self) -> Any:
        """The panel on the stage."""
        assert self.controller.state.panel is not None
        return self.controller.state.panel


class Answers(Dialogs):
    """File dialogs that answer at once."""

    path = ""

    def open_files(self, parent: QWidget) -> list[str]:
        return [self.path] if self.path else []

    def save_scene(self, parent: QWidget, name: str) -> str:
        return self.path

    def save_picture(self, parent: QWidget, name: str) -> str:
        return self.path

    def save_study(self, parent: QWidget, name: str) -> str:
        return self.path

    def save_export(self, parent: QWidget, name: str, ending: str, kind: str) -> str:
        return self.path


class Driven:
    """The window with what a test needs to drive it."""

    def __init__(self, application: Application, folder: Path, qtbot: QtBot) -> None:
        assert isinstance(application._dialogs, Answers)
        self.application, self.folder, self.qtbot = application, folder, qtbot
        self.window = application.window
        self.answers = application._dialogs

    @property
    def controller(self) -> Controller:
        """The controller."""
        assert self.application.controller is not None
        return self.application.controller

    @property
    def panel(self) -> Any:
        """The panel on the stage."""
        assert self.controller.state.panel is not None
        return self.controller.state.panel

    @property
    def page(self) -> Any:
        """The panel's page."""
        assert self.window.page is not None
        return self.window.page

    def fresh(self) -> None:
        """A new run of the toy, everything closed, nothing hidden."""
        controller = self.controller
        for overlay in (self.window.keys, self.window.palette_):
            overlay.close_up()
        controller.store.put(
            curtain="", bare=False, notice=None, hinted=("toy", LESSON), theme="light", scale=1.0, still=False
        )
        self.window.resize(1280, 720)
        controller.opening.open("toy")
        controller.clock.set_speed("normal")
        group = self.panel.group
        self.wait(lambda: self.panel.group == group and self.panel.frame is not None and self.panel.seed == 7)
        self.wait(lambda: self.panel.frame.step == 0 and not self.panel.playing)
        self.page.close_popups()
        self.page.inspector.choose("parameters")
        self.window.activateWindow()
        self.window.focus_stage()

    def wait(self, test: Callable[[], bool]) -> None:
        """Waits until something is so."""
        self.qtbot.waitUntil(test)

    def key(self, key: Any, modifier: Any = None) -> None:
        """Presses a key where the focus is."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        where = QApplication.focusWidget() or self.page.stage
        QTest.keyClick(where, key, modifier or Qt.KeyboardModifier.NoModifier)

    def confirmed(self) -> None:
        """Waits until the engine has confirmed that the run is paused; no later step is on its way."""
        self.wait(lambda: self.controller.clock.settled and not self.panel.playing)

    def step_to(self, step: int) -> None:
        """Steps by the controller, one by one."""
        while self.panel.frame.step < step:
            next_one = self.panel.frame.step + 1
            self.controller.clock.forward()
            self.wait(partial(self._stands_at, next_one))

    def _stands_at(self, step: int) -> bool:
        return bool(self.panel.frame.step == step)
