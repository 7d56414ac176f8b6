"""Whatever was done before, space runs the panel on the stage, and the picture is its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from window_walk import Walk, lesson_in

from playground.ui.system.application import Application

pytestmark = pytest.mark.window

WALKS, WALKS_LONG = 12, 300


@pytest.fixture
def walks(request: pytest.FixtureRequest) -> int:
    """How many walks are taken."""
    return WALKS_LONG if request.config.option.long else WALKS


def test_wherever_a_walk_through_the_window_ends_space_runs(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path, walks: int
) -> None:
    application = start()
    controller = application.controller
    assert controller is not None
    lesson = lesson_in(tmp_path, "toy", "noisy")
    for seed in range(walks):
        walk = Walk(application.window, controller, seed, ("toy", "other"), lesson)
        try:
            walk.go()
            walk.check(qtbot.waitUntil)
        except Exception as error:
            raise AssertionError(f"walk {seed}: {', '.join(walk.done)}; {walk.where}") from error
