"""Whatever was done before, space runs the panel on the stage, and the picture is its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_walk import Walk, lesson_in

from playground import catalog
from playground.ui.system.application import Application

pytestmark = pytest.mark.window

WALKS = 12  # in one window
WINDOWS = 25  # in the long run
REAL_WALKS = 3  # from each of the real panels

Starter = Callable[..., Application]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One window where a change lands; many, and the real panels, in the long run."""
    long = metafunc.config.option.long
    if "window" in metafunc.fixturenames:
        metafunc.parametrize("window", range(WINDOWS if long else 1))
    elif "panel" in metafunc.fixturenames:
        metafunc.parametrize("panel", catalog.ids() if long else [])


def take(application: Application, seeds: range, panels: tuple[str, ...], lesson: str, qtbot: QtBot) -> None:
    """Takes one walk a seed, and demands of each that the panel where it ends is alive."""
    assert application.controller is not None
    for seed in seeds:
        walk = Walk(application.window, application.controller, seed, panels, lesson)
        try:
            walk.go()
            walk.check(qtbot.waitUntil)
        except Exception as error:
            raise AssertionError(f"walk {seed}: {', '.join(walk.done)}; {walk.where}") from error


def test_wherever_a_walk_through_the_window_ends_space_runs(
    qtbot: QtBot, start: Starter, tmp_path: Path, window: int
) -> None:
    seeds = range(window * WALKS, (window + 1) * WALKS)
    take(start(), seeds, ("toy", "other"), lesson_in(tmp_path, "toy", "noisy"), qtbot)


@pytest.mark.slow
def test_wherever_a_walk_through_the_real_panels_ends_space_runs(
    qtbot: QtBot, start: Starter, tmp_path: Path, panel: str
) -> None:
    real = start(catalog=None, load=None, cases=None)
    names = catalog.ids()
    at = names.index(panel)
    beside = (panel, panel, names[at - 1], names[at - 5])
    seeds = range(REAL_WALKS * at, REAL_WALKS * (at + 1))
    take(real, seeds, beside, lesson_in(tmp_path, panel, next(iter(catalog.presets(panel)))), qtbot)


def test_a_panel_that_is_returned_to_after_scrubbing_in_another_runs(qtbot: QtBot, start: Starter) -> None:
    application = start()
    window, controller = application.window, application.controller
    assert controller is not None

    def press(*keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or window, key)

    controller.presets.show("other")
    window.run("gallery")
    controller.presets.show("toy")
    press(Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Right)
    window.run("gallery")
    controller.presets.show("other")
    window.focus_stage()
    press(Qt.Key.Key_Space)
    panel = controller.state.panel
    assert panel is not None
    assert panel.playing
    qtbot.waitUntil(lambda: controller.state.panel is not None and controller.state.panel.step > 3)
    assert panel.declaration.id == "other"
