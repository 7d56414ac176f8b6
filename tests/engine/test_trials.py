"""Scenes from outside are tried in a process of their own, while the engine serves its other groups."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine_toys
import patience
import pytest
from engine_desk import Desk

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process import trials
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.trial import try_record

FITS = (sys.executable, "-c", "")
READS = (sys.executable, "-c", "import json, sys; sys.exit(json.load(sys.stdin)['format'] != 'playground.scene')")
REFUSES = (sys.executable, "-c", "import sys; sys.exit('warning: x\\nplayground: this scene cannot be opened: so')")
BREAKS = (sys.executable, "-c", "import os; os.abort()")
HANGS = (sys.executable, "-c", "import time; time.sleep(1000)")


def record(steps: int = 3) -> dict[str, Any]:
    session = Session(engine_toys.load("walk"), seed=1)
    session.advance(steps)
    made: dict[str, Any] = json.loads(json.dumps(store(session)))
    return made


def opened(trial: tuple[str, ...], stored: dict[str, Any] | None = None, foreign: bool = True) -> Desk:
    desk = Desk(trial=trial)
    desk.take(m.Open.of("walk", record=stored or record(), foreign=foreign))
    return desk


def until(desk: Desk, there: Callable[[], object]) -> None:
    ends = time.monotonic() + patience.SECONDS
    while not there():
        desk.host.run()
        assert time.monotonic() < ends


def test_a_scene_that_holds_is_opened_and_hears_what_was_said_meanwhile() -> None:
    desk = opened(READS)
    desk.take(m.Step(2), m.Probe())
    assert not desk.host.groups
    assert [one.state for one in desk.all(m.Alive)] == ["going"]
    assert desk.host.wait() == trials.POLL
    until(desk, lambda: desk.host.groups)
    assert desk.host.groups["a"].steps == (5,)


@pytest.mark.parametrize(
    ("trial", "said"), [(REFUSES, "this scene cannot be opened: so"), (BREAKS, "the process that tried it broke down")]
)
def test_a_scene_that_does_not_hold_is_refused(trial: tuple[str, ...], said: str) -> None:
    desk = opened(trial)
    desk.take(m.Step(2))
    until(desk, lambda: desk.all(m.Refused))
    assert said in desk.all(m.Refused)[0].sentence
    assert not desk.host.groups
    assert not desk.all(m.Handled)[-1].ok


def test_other_groups_are_served_meanwhile() -> None:
    desk = opened(HANGS)
    desk.open("b")
    desk.take(m.Play(True), group="b")
    desk.go(1.0)
    assert desk.host.groups["b"].steps[0] > 0
    assert set(desk.host.groups) == {"b"}
    desk.host.end_trials()


def test_a_trial_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "PATIENCE", 0.1)
    desk = opened(HANGS)
    until(desk, lambda: desk.all(m.Refused))
    assert desk.all(m.Refused)[0].sentence.endswith("it takes too long")


@pytest.mark.parametrize("command", [m.Close(), m.Open.of("walk")])
def test_what_takes_its_place_ends_a_trial(command: m.Command) -> None:
    desk = opened(HANGS)
    desk.host.run()
    trial = desk.host._trials["a"]
    process = trial._process
    assert process is not None
    desk.take(command)
    assert process.poll() is not None
    assert set(desk.host.groups) == ({"a"} if isinstance(command, m.Open) else set())


def test_runs_of_ones_own_are_not_tried() -> None:
    assert set(opened(HANGS, foreign=False).host.groups) == {"a"}
    assert set(opened((), foreign=True).host.groups) == {"a"}


def test_each_twin_is_tried(tmp_path: Path) -> None:
    stored = record()
    stored["twins"] = {"version": 1, "names": ["@seed"], "titles": ["1", "2"], "runs": [record(), record()]}
    note = tmp_path / "tried"
    desk = opened((sys.executable, "-c", f"open({str(note)!r}, 'a').write('x')"), stored)
    until(desk, lambda: desk.host.groups)
    assert note.read_text() == "xxx"


def test_a_record_is_tried_as_the_window_would_use_it() -> None:
    stored = record()
    assert try_record(engine_toys.load("walk"), stored, "it", alone=False) == ""
    stored["twins"] = {"runs": [{**stored, "step": 10**9}]}
    with pytest.raises(BadInput, match="step is 1000000000"):
        try_record(engine_toys.load("walk"), stored, "it", alone=False)
