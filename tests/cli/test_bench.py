"""The bench must see what is too slow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import patience
import pytest
import toys

from playground import catalog
from playground.commands.bench import film, null, probe, window
from playground.commands.bench import session as bench
from playground.commands.bench.rows import Row, best
from playground.engine.run.session import Session
from playground.texts.notes import parse

ENDLESS: dict[str, Any] = {"params": {}}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.05)
    monkeypatch.setattr(bench, "TURNS", 3)


def test_a_row_knows_its_side() -> None:
    assert Row("a", 9.9, "ms", 10).ok
    assert not Row("a", 10.1, "ms", 10).ok
    assert Row("a", 0.91, "", 0.9, "at least").ok
    assert not Row("a", 0.89, "", 0.9, "at least").ok
    assert list(Row("a", 1, "s", 2).as_dict()) == ["name", "value", "unit", "budget", "ok"]
    assert Row("a", 0.89, "", 0.9, "at least").limit == "at least 0.9"


def test_the_best_of_three_is_the_smallest() -> None:
    values = iter([3.0, 1.0, 2.0, 0.0])
    assert best(lambda: next(values)) == 1.0


def test_a_slowed_step_is_over() -> None:
    def slow(*args: Any) -> Any:
        time.sleep(0.012)
        return toys.step(*args)

    fast, slowed = (next(bench.speed_rows(concept)) for concept in (toys.walk(), toys.walk(step=slow)))
    assert fast.ok
    assert not slowed.ok
    assert slowed.value >= 12


def test_a_slowed_observation_is_over() -> None:
    def slow(*args: Any) -> Any:
        time.sleep(0.012)
        return toys.observe(*args)

    (_, fast), (_, slowed) = (list(bench.speed_rows(concept)) for concept in (toys.walk(), toys.walk(observe=slow)))
    assert fast.ok
    assert not slowed.ok


@pytest.mark.parametrize("length", [0.0, 0.0001])
def test_a_session_that_slows_each_step_is_over(short: None, monkeypatch: pytest.MonkeyPatch, length: float) -> None:
    def long(*args: Any) -> Any:
        until = time.perf_counter() + length
        while time.perf_counter() < until:
            pass
        return toys.step(*args)

    concept = toys.walk(step=long)
    advance = Session.advance

    def slowed(session: Session, n: int = 1) -> int:
        taken = advance(session, n)
        time.sleep(taken * 0.0001)
        return taken

    monkeypatch.setattr(Session, "advance", slowed)
    row = bench.session_row(concept, ENDLESS)
    assert not row.ok
    assert row.side == ("at least" if row.unit == "" else "at most")


def test_the_share_of_a_session_is_near_one_for_long_steps(short: None) -> None:
    def long(*args: Any) -> Any:
        until = time.perf_counter() + 0.002
        while time.perf_counter() < until:
            pass
        return toys.step(*args)

    row = bench.session_row(toys.walk(step=long), ENDLESS)
    assert row.side == "at least"
    assert row.value > 0.5


@pytest.mark.parametrize("over", [False, True])
def test_the_command_fails_when_a_row_is_over(
    say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    asked: list[bool] = []

    def measured(long: bool) -> list[Row]:
        asked.append(long)
        return [Row("fine", 1.0, "s", 2.0), Row("session", 0.5 if over else 0.95, "", 0.9, "at least")]

    monkeypatch.setattr("playground.commands.bench.all_rows", measured)
    said = say("bench", "--json", "--long")
    assert said.status == int(over)
    assert said.json["rows"][0] == {"name": "fine", "value": 1.0, "unit": "s", "budget": 2.0, "ok": True}
    assert said.json["rows"][1]["ok"] is not over
    text = say("bench")
    assert text.status == int(over)
    assert ("OVER" in text.out) is over
    assert asked == [True, False]


def test_a_busy_machine_is_told_from_a_slow_panel() -> None:
    takes = [
        {"p95": 0.030, "null_p95": 0.012},
        {"p95": 0.035, "null_p95": 0.032},
    ]
    row = window.paced_row("pace", "p95", 0.020, takes)
    assert [row.value, row.budget] == pytest.approx([35.0, 40.0])
    assert row.ok
    assert not window.paced_row("pace", "p95", 0.020, takes[:1]).ok
    calm = window.paced_row("pace", "p95", 0.020, [{"p95": 0.017, "null_p95": 0.002}])
    assert calm.budget == pytest.approx(20.0)
    assert calm.ok


def test_a_wait_for_a_processor_counts_once() -> None:
    start = probe.Moment(10.0, 1.0, 5.0)
    assert probe.Moment(10.5, 1.1, 5.3).since(start) == pytest.approx(0.2)
    assert probe.Moment(10.5, 1.0, 5.0).since(start) == pytest.approx(0.5)
    assert probe.waiting_time(None) == 0.0
    assert probe.waiting_time(os.getpid()) >= 0.0


def test_the_null_panel_goes_on_and_takes_its_gesture() -> None:
    assert null.load("null").id == null.NULL
    assert null.load(catalog.ids()[0]).id == catalog.ids()[0]
    session = Session(null.load(null.NULL))
    assert session.advance(100) == 100
    epoch = session.epoch
    session.act(null.GESTURE["kind"], null.GESTURE["values"])
    assert session.epoch > epoch
    assert session.frame().metrics["steps"] == 100
    known = null.WithNull()
    assert null.NULL not in known.ids()
    assert known.ids() == catalog.ids()
    for name in (null.NULL, *known.ids()):
        assert known.declaration(name).id == name
        assert parse(known.notes(name))
        assert bool(known.presets(name)) is (name != null.NULL)


def test_quantiles() -> None:
    assert probe.quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert probe.quantile([1.0], 0.99) == 1.0


def test_memory_is_that_of_this_process() -> None:
    assert 20e6 < probe.memory() < 1e11


@pytest.mark.slow
@pytest.mark.window
def test_the_window_is_measured() -> None:
    chosen = window.panel(heavy=False)
    assert chosen is not None
    concept, preset = chosen
    order = {
        "concept": concept.id,
        "preset": preset,
        "seconds": 0.5,
        "gesture": window.accepted_gesture(concept, preset),
    }
    assert order["gesture"] is not None
    found = window.probe(order, 5 * patience.SECONDS)
    assert 0 < found["first_window"] < found["first_frame"]
    assert 0 < found["interval_p95"] <= found["interval_p99"]
    assert found["paint_p95"] > 0
    assert found["gesture_p95"] > 0
    assert found["steps_per_second"] > 0
    assert 0 < found["null_interval_p95"] <= found["null_interval_p99"]
    assert found["null_gesture_p95"] > 0


def test_bare_processes_are_timed() -> None:
    assert 0 < window._until_printed("import time; print(time.time())") < patience.SECONDS


def test_the_film_row_says_how_much_faster_than_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter([2.0, 13.0, 2.0, 8.0])
    monkeypatch.setattr(film, "encoding_time", lambda pictures, clock: next(spent))
    (row,) = film.rows()
    assert (row.value, row.ok, row.side) == (6.5, True, "at least")
    spent = iter([2.0, 8.0, 2.0, 9.0])
    (row,) = film.rows()
    assert not row.ok
