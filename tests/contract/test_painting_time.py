"""A frame of each panel is taken and painted in time, at the step at which a person opens it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from playground import catalog
from playground.engine.run.shipped_starts import shipped
from playground.engine.run.starting import begin
from playground.render import fonts
from playground.render.figure_view import FigureView
from playground.render.tokens import THEMES, factor

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

STAGE = (980, 600)
"""Size in px of the stage in a window of the default size."""
FRAMES = 16
LIMIT = 0.020
"""Seconds of the processor for a new frame and its painting together. The budget is 0.012, which the bench holds; a
machine that does other things at the same time has this."""


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_new_frame_is_taken_and_painted_in_time(
    concept_id: str, theme: str, qtbot: QtBot, qapp: QApplication
) -> None:
    fonts.install(qapp)
    concept = catalog.load(concept_id)
    preset = next(iter(catalog.presets(concept_id).values()))
    session = shipped(begin(concept, preset), int(preset["steps"]))
    session.seek(int(preset["steps"]))
    view, times = FigureView(THEMES[theme], factor(THEMES[theme], 720)), []
    drawings: list[bool] = []
    qtbot.addWidget(view)
    view.resize(*STAGE)
    first = session.frame()
    assert first.figure is not None
    view.set_figure(first.figure, concept.declaration)
    begin_all = view.canvas.on_begin

    def begin_drawing() -> None:
        drawings.append(True)
        begin_all()

    view.canvas.on_begin = begin_drawing
    with qtbot.waitExposed(view):
        view.show()
    for _ in range(FRAMES):
        session.advance(1)
        frame = session.frame(view.view())
        drawings.clear()
        started = time.thread_time()
        view.set_frame(frame)
        view.canvas.viewport().repaint()
        times.append(time.thread_time() - started)
        assert drawings
    assert not view.faults
    # The fastest of many, and its own time alone: the machine that tests has other things to do.
    assert min(times) < LIMIT
