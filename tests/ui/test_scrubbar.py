"""The scrub bar: its scale, what it seeks, and what it says under the cursor."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from window_desk import FIRST

from playground.engine.frame import Branch, Failure, LogMark
from playground.render.tokens import LIGHT
from playground.ui.controls.style import Look
from playground.ui.panel.scrubbar import ScrubBar

RUN = replace(
    FIRST, step=12, reached=13, length=16, marks=(LogMark(4, "set", "rate = 2.0"), LogMark(8, "gesture", "move"))
)


@pytest.fixture
def bar(qtbot: QtBot) -> ScrubBar:
    made = ScrubBar()
    qtbot.addWidget(made)
    made.restyle(Look(LIGHT, 1.0))
    made.resize(516, 44)
    made.show_frame(RUN)
    made.show()
    return made


@pytest.mark.parametrize(
    ("length", "reached", "status", "end"),
    [
        (16, 3, "running", 16),
        (None, 0, "running", 10),
        (None, 11, "running", 20),
        (None, 150, "running", 200),
        (None, 501, "running", 1000),
        (None, 42, "converged", 50),
    ],
)
def test_the_right_end_is_the_last_step_or_a_round_number(
    length: int | None, reached: int, status: str, end: int
) -> None:
    frame = replace(FIRST, step=reached, reached=reached, length=length, status=status)  # type: ignore[arg-type]
    assert frame.total == end
    # One step back the run is not at its end any more, and yet nothing moves.
    assert replace(frame, step=max(0, reached - 1), status="running").total == end


def test_a_press_seeks_and_a_drag_goes_on_but_never_past_what_was_computed(qtbot: QtBot, bar: ScrubBar) -> None:
    sought: list[int] = []
    bar.sought.connect(sought.append)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(round(bar.x_of(3)), 22))
    QTest.mouseMove(bar, QPoint(round(bar.x_of(7)), 22))
    QTest.mouseMove(bar, QPoint(round(bar.x_of(7)) + 1, 22))
    QTest.mouseMove(bar, QPoint(510, 22))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(510, 22))
    assert sought == [3, 7, 13]


def test_it_is_drawn_anew_only_when_a_pixel_changes(
    qtbot: QtBot, bar: ScrubBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[None] = []
    monkeypatch.setattr(ScrubBar, "update", lambda self: drawn.append(None))
    long = replace(RUN, length=100_000)
    for step in (50_000, 50_001, 50_002):
        bar.show_frame(replace(long, step=step, reached=step))
    assert len(drawn) == 1
    bar.show_frame(replace(long, step=60_000, reached=60_000))
    bar.show_frame(replace(long, step=60_000, reached=60_000, marks=()))
    assert len(drawn) == 3
    assert bar.accessibleDescription() == "step 60000 of 60000"


def test_arrows_seek_by_one_step(qtbot: QtBot, bar: ScrubBar) -> None:
    sought: list[int] = []
    bar.sought.connect(sought.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home):
        QTest.keyClick(bar, key)
    assert sought == [13, 11, 0]


def test_what_is_under_the_cursor_is_said(bar: ScrubBar) -> None:
    assert bar.hover_text(bar.x_of(4)) == "step 4: rate = 2.0"
    assert bar.hover_text(bar.x_of(8) + 3) == "step 8: move"
    assert bar.hover_text(bar.x_of(12)) == "step 12"
    bar.show_frame(replace(RUN, branches=(Branch("a", 3), Branch("b", 4))))
    assert "2 earlier runs are kept" in bar.hover_text(bar.x_of(12))


def test_the_parts_have_their_colours(bar: ScrubBar) -> None:
    bar.show_frame(replace(RUN, failure=Failure("nonfinite", 15, "w grew")))
    image = bar.grab().toImage()
    middle = bar.height() // 2
    assert image.pixelColor(round(bar.x_of(6)), middle).name() == LIGHT.accent.lower()
    assert image.pixelColor(round(bar.x_of(14)), middle).name() == LIGHT.sunken.lower()
    ahead = image.pixelColor(round(bar.x_of(13)) - 2, middle).name()
    assert ahead not in (LIGHT.accent.lower(), LIGHT.sunken.lower())
    assert image.pixelColor(round(bar.x_of(15)), middle).name() == LIGHT.bad.lower()
    assert image.pixelColor(round(bar.x_of(4)), middle - 12).name() == LIGHT.text.lower()
