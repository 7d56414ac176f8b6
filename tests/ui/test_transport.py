"""The transport: everything in it has its place in the very turn in which a run comes, changes or goes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
import window_toy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from window_desk import FIRST

from playground.engine.frame import Branch
from playground.render.tokens import LIGHT
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look
from playground.ui.panel.transport import Transport

RUN = replace(FIRST, step=12, reached=13, length=16)
LONG = replace(FIRST, step=1234567, reached=1234567, branches=(Branch("rate = 2.0", 3),))
BLANK = Panel("one", window_toy.DECLARATION, window_toy.ToyParams(), seed=7, figure=None, presets={}, opens_at=12)


@pytest.fixture
def bar(qtbot: QtBot) -> Transport:
    made = Transport()
    qtbot.addWidget(made)
    made.restyle(Look(LIGHT, 1.0))
    made.resize(1280, 56)
    made.show_panel(BLANK, 60.0)
    made.show()
    qtbot.waitExposed(made)
    return made


def _overlapping(bar: Transport) -> list[tuple[str, str]]:
    parts = [one for one in bar.findChildren(QWidget) if one.parent() is bar and one.isVisible()]
    return [
        (type(a).__name__, type(b).__name__) for a, b in combinations(parts, 2) if a.geometry().intersects(b.geometry())
    ]


def test_a_paint_that_comes_before_the_layout_finds_nothing_on_top_of_another(bar: Transport) -> None:
    for frame in (RUN, LONG, RUN, None, LONG):
        bar.show_panel(replace(BLANK, frame=frame), 60.0)
        assert _overlapping(bar) == []


def test_while_a_run_comes_the_step_is_empty_and_has_the_room_that_it_will_need(bar: Transport) -> None:
    assert (bar.step.text(), bar.of.text()) == ("", "")
    widths = bar.step.width(), bar.of.width()
    bar.show_panel(replace(BLANK, frame=RUN), 60.0)
    assert (bar.step.text(), bar.of.text()) == ("12", "of 16 steps")
    assert (bar.step.width(), bar.of.width()) == widths
    bar.show_panel(BLANK, 60.0)
    assert (bar.step.text(), bar.of.text()) == ("", "")
