from __future__ import annotations

import math

from playground.engine.process.pacing import MOST_BEHIND, PERIOD, SELDOM, FramePace, Rate, StepPace


def test_steps_come_at_their_rate() -> None:
    pace = StepPace(10.0)
    pace.start(5.0)
    assert pace.due(5.0) == 1
    pace.took(1)
    assert pace.due(5.05) == 0
    assert math.isclose(pace.wait(5.05), 0.05)
    assert pace.due(5.1001) == 1


def test_many_steps_are_due_at_a_high_rate() -> None:
    pace = StepPace(1000.0)
    pace.start(0.0)
    assert pace.due(0.0105) == 11
    pace.took(4)
    assert pace.due(0.0105) == 7


def test_a_late_clock_makes_up_little() -> None:
    pace = StepPace(1000.0)
    pace.start(0.0)
    assert pace.due(60.0) <= 1000 * MOST_BEHIND + 1


def test_flat_out_is_always_due() -> None:
    pace = StepPace(None)
    pace.start(0.0)
    assert pace.due(0.0) == math.inf
    assert pace.wait(0.0) == 0.0


def test_a_faster_rate_acts_at_once() -> None:
    pace = StepPace(0.1)
    pace.start(0.0)
    pace.took(1)
    pace.change(10.0, 1.0)
    assert pace.wait(1.0) <= 0.1 + 1e-9


def test_frames_keep_their_raster_when_one_is_late() -> None:
    pace = FramePace()
    pace.note_frame(0.0, 0.0)
    late = PERIOD + 0.004
    pace.note_frame(late, late)
    assert math.isclose(pace.wait(late, urgent=False), PERIOD - 0.004)


def test_an_urgent_frame_does_not_wait_for_the_raster_but_never_floods() -> None:
    pace = FramePace()
    pace.note_frame(0.0, 0.0)
    assert pace.wait(PERIOD * 0.6, urgent=True) == 0.0
    assert pace.wait(PERIOD * 0.6, urgent=False) > 0.0
    assert pace.wait(PERIOD * 0.1, urgent=True) > 0.0


def test_dear_frames_leave_time_for_steps() -> None:
    pace = FramePace()
    pace.note_frame(0.0, 0.060)
    assert pace.wait(0.060, urgent=False) >= 0.029


def test_rate_is_measured() -> None:
    rate = Rate()
    rate.start(0.0)
    for i in range(1, 201):
        rate.add(5, i * 0.01, None)
    assert math.isclose(rate.value(), 500.0)
    rate.start(3.0)
    assert rate.value() == 0.0


def _interval(cost: float, flat_out: bool) -> float:
    """How long after a frame that costs this much the next one leaves, once the cost is known."""
    pace, now = FramePace(), 0.0
    for _ in range(3):
        pace.note_frame(now, now + cost, flat_out)
        now += cost + pace.wait(now + cost, urgent=False)
    pace.note_frame(now, now + cost, flat_out)
    return cost + pace.wait(now + cost, urgent=False)


def test_flat_out_frames_take_a_fifth_of_the_time_where_pictures_stay_fluent() -> None:
    assert math.isclose(_interval(0.002, True), PERIOD)
    assert math.isclose(_interval(0.005, True), 0.025)
    assert math.isclose(_interval(0.012, True), SELDOM)
    assert math.isclose(_interval(0.030, True), 0.060)  # never less than half the time for steps
    assert math.isclose(_interval(0.005, False), PERIOD)


def test_a_frame_that_was_held_up_once_delays_no_other() -> None:
    pace = FramePace()
    pace.note_frame(0.0, 0.002, True)
    pace.note_frame(PERIOD, PERIOD + 0.007, True)
    assert math.isclose(pace.wait(PERIOD + 0.007, urgent=False), PERIOD - 0.007)
