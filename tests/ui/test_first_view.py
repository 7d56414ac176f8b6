"""What a person opens stands at its telling step; what a program begins, stands at its start."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from window_desk import Desk, Driven

from playground.engine.process import messages as m
from playground.ui.system.start_request import Start

RECORD = {"concept": "toy", "params": {}, "seed": 4, "log": [], "step": 3, "version": 1, "data": "made"}

Act = Callable[[Desk], object]


@pytest.mark.parametrize(
    ("act", "step"),
    [
        pytest.param(lambda desk: desk.controller.presets.show("toy"), 3, id="gallery"),
        pytest.param(lambda desk: desk.controller.presets.choose("noisy"), 4, id="menu"),
        pytest.param(lambda desk: desk.controller.opening.open("toy", telling=True), 3, id="show"),
        pytest.param(lambda desk: desk.controller.opening.open("toy", telling=True, play=True), 0, id="show and play"),
        pytest.param(lambda desk: desk.controller.opening.open("toy"), 0, id="lesson"),
        pytest.param(lambda desk: desk.controller.claims.reproduce("few"), 0, id="claim"),
        pytest.param(lambda desk: desk.controller.opening.open("toy", record=RECORD, telling=True), 0, id="scene"),
    ],
)
def test_where_a_run_is_first_shown(act: Act, step: int) -> None:
    desk = Desk()
    if step != 3:
        desk.controller.opening.open("toy")
        desk.send()
    act(desk)
    assert desk.engine.opened().step == step or desk.engine.opened().record is not None


def test_until_it_is_there_the_state_says_where_it_goes(desk: Desk) -> None:
    desk.controller.presets.choose("noisy")
    assert desk.panel.opens_at == 4
    desk.send(step=4, reached=4)
    assert desk.panel.opens_at is None


def test_asking_first_goes_to_the_start_and_revealing_stays(desk: Desk) -> None:
    desk.send(step=6, reached=6)
    desk.engine.calls.clear()
    desk.controller.lessons.toggle_ask()
    assert desk.engine.sent(m.Seek) == [m.Seek(0)]
    desk.send(step=0, reached=6)
    desk.controller.lessons.toggle_ask()
    assert desk.engine.sent(m.Seek) == [m.Seek(0)]
    assert not desk.panel.asking


@pytest.mark.window
def test_the_window_shows_the_telling_step_first_and_scrubs_back(driven: Driven) -> None:
    seen: list[int] = []
    group = driven.panel.group
    driven.controller.presets.choose("first")

    def note() -> None:
        if driven.panel.opens_at is None:  # until then the picture of the run before may be painted again
            seen.append(driven.panel.step)

    driven.page.stage.painted.connect(note)
    driven.wait(lambda: driven.panel.group != group and bool(seen))
    assert set(seen) == {3}
    driven.key(Qt.Key.Key_Home)
    driven.wait(lambda: driven.panel.step == 0)
    assert driven.panel.frame.reached == 3
    driven.key(Qt.Key.Key_Space)
    driven.wait(lambda: driven.panel.step > 1)


@pytest.mark.window
def test_a_start_of_the_program_opens_at_the_telling_step(driven: Driven) -> None:
    for start, step in ((Start("toy"), 3), (Start("toy", play=True), 0)):
        driven.application._open(start)
        assert driven.panel.opens_at == step
        driven.wait(lambda: driven.panel.opens_at is None)
