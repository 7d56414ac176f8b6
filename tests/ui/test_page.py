"""The words round the picture: at once when something was done, now and then while a run plays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from window_desk import FIRST, Desk

from playground.ui.page import runs_on


def test_only_what_a_playing_run_brings_may_wait(desk: Desk) -> None:
    desk.send(playing=True, step=1, reached=1)
    old = desk.panel
    desk.send(playing=True, step=2, reached=2)
    assert runs_on(old, desk.panel)
    assert not runs_on(None, desk.panel)


@pytest.mark.parametrize(
    "change",
    [
        {"playing": False},
        {"refusal": ("rate", "too large")},
        {"speed": "fast"},
        {"seed": 8},
        {"pending": {"rate": 1.0}},
    ],
)
def test_what_was_done_is_shown_at_once(desk: Desk, change: dict[str, object]) -> None:
    desk.send(playing=True, step=1, reached=1)
    assert not runs_on(desk.panel, replace(desk.panel, **change))


def test_a_gesture_and_a_stop_are_shown_at_once(desk: Desk) -> None:
    desk.send(playing=True, step=1, reached=1)
    old = desk.panel
    assert not runs_on(old, replace(old, frame=replace(FIRST, step=2, epoch=2)))
    assert not runs_on(old, replace(old, frame=replace(FIRST, step=2, status="converged")))
