"""The bench must see what is too slow."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import patience
import pytest
import slowed_window
import torch
import toys
from pytestqt.qtbot import QtBot
from slowed_window import busily

from playground import catalog
from playground.commands import bench
from playground.commands.bench import (
    frames,
    memory,
    null,
    presets,
    probe,
    process,
    readings,
    script,
    session,
    stall,
    stalls,
    studies,
)
from playground.commands.bench.budgets import BUDGETS, planned
from playground.commands.bench.frames import visits_of
from playground.commands.bench.peers import film, nets, others, timing
from playground.commands.bench.peers.nets import PANEL
from playground.commands.bench.presets import goes_on
from playground.commands.bench.rows import Row, best, missing, share_row
from playground.engine.run.session import Session
from playground.resources import asset
from playground.sweep import measure, work
from playground.texts.notes import parse

ENDLESS: dict[str, Any] = {"params": {}}
ONE = ("perceptron",)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "SECONDS", 0.05)
    monkeypatch.setattr(session, "TURNS", 3)


# ---- rows


def test_a_row_knows_its_side() -> None:
    assert Row.of("step", "a", 9.9).ok
    assert not Row.of("step", "a", 10.1).ok
    assert Row.of("session", "a", 0.91).ok
    assert not Row.of("session", "a", 0.89).ok
    assert Row.of("session", "a", 0.89).cells() == ("OVER", "session over the bare loop: a", "0.89", "at least 0.9", "")
    assert list(Row.of("step", "a", 1).as_dict()) == [
        "name",
        "figure",
        "subject",
        "value",
        "unit",
        "side",
        "budget",
        "ok",
        "note",
    ]


def test_what_was_not_measured_keeps_no_budget() -> None:
    row = Row.of("step", "a", math.nan)
    assert not row.ok
    assert row.verdict == "NOT MEASURED"
    assert not Row.of("session", "a", math.nan).ok


def test_the_best_of_three_is_the_smallest() -> None:
    values = iter([3.0, 1.0, 2.0, 0.0])
    assert best(lambda: next(values)) == 1.0


def test_short_steps_are_judged_by_what_is_added() -> None:
    assert share_row("session", "a", 1e-3, 1.05e-3).key == "session"
    added = share_row("session", "a", 1e-5, 1.4e-5)
    assert (added.key, added.ok) == ("session_added", True)
    assert added.value == pytest.approx(4.0)
    assert not share_row("window", "a", 1e-5, 1.6e-5).ok


def test_every_figure_that_is_planned_has_a_row_or_is_missed() -> None:
    panels = ("a", "b")
    plan = planned(panels, whole=True, long=True)
    for budget in BUDGETS.values():
        subjects = [subject for key, subject in plan if key == budget.key]
        assert subjects == {"machine": [""], "panel": list(panels), "peer": []}[budget.each]
    rows = [Row.of(key, subject, 1.0) for key, subject in plan]
    assert not list(missing(rows, panels, whole=True, long=True))
    for gone in rows:
        kept = [
            row for row in rows if row is not gone and (row.key, row.subject) != (gone.budget.instead, gone.subject)
        ]
        (missed,) = missing(kept, panels, whole=True, long=True)
        assert missed.subject == gone.subject
        assert missed.key in (gone.key, gone.budget.instead)
        assert not missed.ok


def test_the_handbook_has_every_budget() -> None:
    rows = [
        line.strip("| ").split(" | ") for line in asset("handbook/speed.md").read_text().splitlines() if "|" in line
    ]
    listed = [(words, bound, each.split(",")[0], "--long" in each) for words, bound, each in rows[2:]]
    assert listed == [(budget.words, budget.bound, budget.each, budget.long) for budget in BUDGETS.values()]


# ---- steps


def test_a_slowed_step_is_over() -> None:
    fast, slowed = (
        next(session.speed_rows(concept)) for concept in (toys.walk(), toys.walk(step=busily(toys.step, 0.012)))
    )
    assert fast.ok
    assert not slowed.ok
    assert slowed.value >= 12


def test_a_slowed_observation_is_over() -> None:
    slow = toys.walk(observe=busily(toys.observe, 0.012))
    (_, fast), (_, slowed) = (list(session.speed_rows(concept)) for concept in (toys.walk(), slow))
    assert fast.ok
    assert not slowed.ok


@pytest.mark.parametrize("length", [0.0, 0.0001])
def test_a_session_that_slows_each_step_is_over(short: None, monkeypatch: pytest.MonkeyPatch, length: float) -> None:
    concept = toys.walk(step=busily(toys.step, length))
    advance = Session.advance

    def slowed(run: Session, n: int = 1) -> int:
        taken = advance(run, n)
        return int(busily(lambda: taken, taken * 0.0001)())

    monkeypatch.setattr(Session, "advance", slowed)
    row = session.session_row(concept, ENDLESS)
    assert not row.ok
    assert row.key == ("session" if length else "session_added")


def test_the_share_of_a_session_is_near_one_for_long_steps(short: None) -> None:
    row = session.session_row(toys.walk(step=busily(toys.step, 0.002)), ENDLESS)
    assert row.key == "session"
    assert row.value > 0.5


# ---- the command


@pytest.mark.parametrize("over", [False, True])
def test_the_command_fails_when_a_row_is_over(
    say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    def parts(panels: tuple[str, ...], whole: bool, long: bool) -> Iterator[tuple[str, Callable[[], list[Row]]]]:
        kept = [Row.of(key, subject, BUDGETS[key].limit) for key, subject in planned(panels, whole, long)]
        yield "all but one", lambda: kept[1:]
        yield "one", lambda: [Row.of(kept[0].key, kept[0].subject, 99.0 if over else 0.0)]

    monkeypatch.setattr(bench, "parts", parts)
    monkeypatch.setattr(presets, "goes_on", lambda name: True)
    panel = catalog.ids()[0]
    for words in ((), ("--long",), ("--panel", panel)):
        said = say("bench", "--json", *words)
        assert said.status == int(over)
        assert sum(not row["ok"] for row in said.json["rows"]) == int(over)
        subjects = {row["subject"] for row in said.json["rows"]}
        assert subjects == ({panel} if "--panel" in words else {"", *catalog.ids()})
    text = say("bench")
    assert text.status == int(over)
    assert ("OVER" in text.out) is over


def test_a_run_that_ends_soon_has_no_figures_of_going_on() -> None:
    going_on = {key for key, budget in BUDGETS.items() if budget.going_on}
    rows = planned(("a", "b"), whole=False, long=False, brief=["b"])
    assert going_on == {"interval_p95", "interval_p99", "window", "window_added"}
    assert going_on & {key for key, subject in rows if subject == "a"} == going_on
    assert {"painting_p95", "gesture_p95"} <= {key for key, subject in rows if subject == "b"}
    assert not going_on & {key for key, subject in rows if subject == "b"}
    assert not goes_on("byte_pairs")
    assert goes_on("perceptron")
    assert not visits_of("byte_pairs")[0]["goes_on"]


def test_the_command_fails_when_a_row_is_missing(say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "parts", lambda panels, whole, long: iter(()))
    said = say("bench", "--panel", catalog.ids()[0])
    assert said.status == 1
    assert "NOT MEASURED" in said.out


def test_a_part_that_fails_is_named_and_the_others_are_measured(
    say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = catalog.ids()[0]

    def broken() -> Iterator[Row]:
        yield Row.of("step", panel, 1.0)
        raise RuntimeError("the window did not answer")

    def parts(panels: tuple[str, ...], whole: bool, long: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
        yield "frames", broken
        yield "steps", lambda: [Row.of("observation", panel, 1.0)]

    monkeypatch.setattr(bench, "parts", parts)
    monkeypatch.setattr(presets, "goes_on", lambda name: True)
    said = say("bench", "--panel", panel)
    assert said.status == 1
    assert "frames: stopped by RuntimeError: the window did not answer" in said.out
    found = say("bench", "--panel", panel, "--json").json
    assert found["troubles"] == {"frames": "RuntimeError: the window did not answer"}
    kept = {row["figure"] for row in found["rows"] if row["value"] is not None and not math.isnan(row["value"])}
    assert kept == {"step", "observation"}


def test_a_panel_whose_window_fails_does_not_take_the_others_with_it() -> None:
    def take(panels: tuple[str, ...]) -> dict[str, int]:
        if "b" in panels:
            raise RuntimeError("stuck")
        return dict.fromkeys(panels, 1)

    assert process.of_each(("a", "c"), take) == {"a": 1, "c": 1}
    assert process.of_each(("a", "b", "c"), take) == {"a": 1, "c": 1}
    with pytest.raises(RuntimeError, match="b: stuck"):
        process.of_each(("b",), take)
    with pytest.raises(RuntimeError, match="b"):
        process.refuse_missing(["b"])
    process.refuse_missing([])


def test_a_panel_that_is_none_is_refused(say: Callable[..., Any]) -> None:
    said = say("bench", "--panel", "nonesuch")
    assert said.status == 2
    assert "nonesuch" in said.err


# ---- runs and windows


def test_a_run_that_goes_on_is_preferred() -> None:
    for name in ONE:
        preset = presets.playing_preset(name)
        assert preset in catalog.presets(name)
        run = presets.started(name, preset)
        assert run.advance(200) == 200


def test_a_busy_machine_is_told_from_a_slow_panel() -> None:
    takes = [
        {"interval_p95": 0.030, "null_interval_p95": 0.012},
        {"interval_p95": 0.035, "null_interval_p95": 0.032},
    ]
    row = frames.paced_row("interval_p95", "a", takes)
    assert [row.value, row.limit] == pytest.approx([35.0, 40.0])
    assert row.ok
    assert not frames.paced_row("interval_p95", "a", takes[:1]).ok
    calm = frames.paced_row("interval_p95", "a", [{"interval_p95": 0.017, "null_interval_p95": 0.002}])
    assert calm.limit == pytest.approx(20.0)
    assert calm.ok


def test_a_wait_for_a_processor_counts_once() -> None:
    start = readings.Moment(10.0, 1.0, 5.0)
    assert readings.Moment(10.5, 1.1, 5.3).since(start) == pytest.approx(0.2)
    assert readings.Moment(10.5, 1.0, 5.0).since(start) == pytest.approx(0.5)
    assert readings.waiting_time(None) == 0.0
    assert readings.waiting_time(os.getpid()) >= 0.0


def test_the_null_panel_goes_on_and_takes_its_gesture() -> None:
    assert null.load("null").id == null.NULL
    assert null.load(catalog.ids()[0]).id == catalog.ids()[0]
    run = Session(null.load(null.NULL))
    assert run.advance(100) == 100
    epoch = run.epoch
    run.act(null.GESTURE["kind"], null.GESTURE["values"])
    assert run.epoch > epoch
    assert run.frame().metrics["steps"] == 100
    known = null.WithNull()
    assert null.NULL not in known.ids()
    assert known.ids() == catalog.ids()
    for name in (null.NULL, *known.ids()):
        assert known.declaration(name).id == name
        assert parse(known.notes(name))
        assert bool(known.presets(name)) is (name != null.NULL)


def test_quantiles() -> None:
    assert readings.quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert readings.quantile([1.0], 0.99) == 1.0


def test_a_script_is_given_up_where_a_test_does_not_come_to_hold_but_not_while_it_waits(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "GIVE_UP", 0.0)
    ended: list[bool] = []

    def played(*tests: Callable[[], bool]) -> str:
        ended.clear()
        player = probe.Probe.__new__(probe.Probe)
        player.app = SimpleNamespace(qt=SimpleNamespace(quit=lambda: ended.append(True)))  # type: ignore[assignment]
        player.trouble, player._watched = "", None
        player._play(iter(tests))
        qtbot.waitUntil(lambda: bool(ended))
        return player.trouble

    assert played(lambda: True, script.waiting(0.2), lambda: True) == ""
    assert "did not get past" in played(lambda: True, lambda: False)
    assert script.patience(script.waiting(memory.HOUR)) >= memory.HOUR


def test_memory_is_measured_at_a_panel_that_trains_and_steps_fast() -> None:
    assert memory.panel_of(catalog.ids()) == PANEL
    trains = {name for name in catalog.ids() if catalog.declaration(name).card.weights}
    assert memory.panel_of(tuple(trains - {PANEL})) in trains
    assert memory.panel_of(ONE) == ONE[0]


def test_memory_is_that_of_this_process() -> None:
    assert 20e6 < readings.memory(os.getpid()) < 1e11


def test_presets_are_spread_over_all_of_them() -> None:
    names = tuple("abcdefg")
    assert stalls.spread(names, 3) == ["b", "d", "g"]
    assert stalls.spread(names, 1) == ["b"]
    assert stalls.spread(names, None) == list("bcdefg")
    assert stalls.spread(("a",), 3) == ["a"]


def test_what_held_the_loop_is_named() -> None:
    stacks = [("a.f", "b.g"), ("a.f", "c.h"), ("a.f", "b.g"), ()]
    assert stall._words(stacks) == "a.f (75%), in it b.g (50%)"
    assert stall._words([()]) == "Qt itself (100%)"
    assert stall._words([]) == ""


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is looked at for a moment only."""
    monkeypatch.setattr(frames, "SECONDS", 0.5)
    monkeypatch.setattr(frames, "GESTURES", 10)


@pytest.mark.slow
@pytest.mark.window
def test_the_window_is_measured(brief: None) -> None:
    rows = {row.key: row for row in frames.rows(ONE, most=1)}
    wanted = {key for key, subject in planned(ONE, whole=False, long=False) if key in frames.PACED}
    assert wanted <= rows.keys()
    assert rows.keys() - wanted in ({"window"}, {"window_added"})
    assert all(row.value > 0 for row in rows.values() if row.key in wanted)
    assert rows["interval_p95"].value <= rows["interval_p99"].value


@pytest.mark.slow
@pytest.mark.window
def test_a_slowed_window_is_over(brief: None, monkeypatch: pytest.MonkeyPatch) -> None:
    support = str(Path(slowed_window.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([support, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(process, "PROBE", "import slowed_window; slowed_window.main()")
    slowed = {row.key: row for row in frames.rows(ONE, most=1)}
    least_of = {
        "painting_p95": slowed_window.DRAWING,
        "drawing_p95": 2 * slowed_window.DRAWING,
        "gesture_p95": slowed_window.GESTURE,
    }
    for key, least in least_of.items():
        assert slowed[key].value >= 1000 * least
        assert not slowed[key].ok
    (steps,) = (row for row in slowed.values() if row.key in ("window", "window_added"))
    assert not steps.ok
    assert steps.value >= 1e6 * slowed_window.STEP / 2 if steps.key == "window_added" else steps.value < 0.1


@pytest.mark.slow
@pytest.mark.window
def test_a_held_loop_is_over_and_the_function_that_holds_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    support = str(Path(slowed_window.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([support, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(process, "PROBE", "import slowed_window; slowed_window.main()")
    rows = {row.key: row for row in stalls.rows(ONE, most=1, presets=1)}
    assert rows.keys() == set(stalls.FIGURES)
    assert not rows["held_themes"].ok
    assert rows["held_themes"].value >= 1000 * slowed_window.HELD
    assert "show_state" in rows["held_themes"].note


def test_bare_processes_are_timed() -> None:
    assert 0 < process.until_printed("import time; print(time.time())") < patience.SECONDS


# ---- studies


@pytest.fixture
def small_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SETTINGS": 4, "SEEDS": 50, "STEPS": 2}.items():
        monkeypatch.setattr(studies, name, value)
    monkeypatch.setattr(measure, "gain", lambda study, workers: 1.9)


def test_studies_have_their_rows(small_studies: None) -> None:
    rows = {row.key: row for row in studies.rows(ONE)}
    assert set(rows) == {"study_run", "study_gain", "study_file"}
    assert rows["study_run"].ok
    assert rows["study_gain"].value == 1.9
    assert rows["study_file"].value > 10


def test_a_slow_study_is_over(small_studies: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_row", busily(work._row, 0.012))
    (row,) = (row for row in studies.rows(ONE) if row.key == "study_run")
    assert not row.ok
    assert row.value >= 10


def test_a_second_process_that_gains_nothing_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "cores", lambda: 2)
    assert studies.gain_row(1.7, "").ok
    assert not studies.gain_row(1.0, "").ok


def test_a_machine_of_one_core_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "cores", lambda: 1)
    row = studies.gain_row(0.95, "100 runs")
    assert (row.ok, row.limit, row.note) == (True, 0.85, "100 runs, on the one core that there is")
    assert not studies.gain_row(0.5, "").ok


@pytest.mark.slow
def test_the_gain_is_that_of_processes_at_work() -> None:
    assert 0.2 < measure.gain(measure.sample("perceptron", 2, 8, steps=5), 2, takes=1) < 5.0


# ---- peers


def test_a_peer_that_is_faster_is_seen() -> None:
    assert timing.versus("a", lambda: 3.0, lambda: 2.0, "steps").ok
    slower = timing.versus("a", lambda: 3.0, lambda: 4.0, "steps")
    assert (slower.value, slower.ok) == (0.75, False)


def test_every_peer_that_is_installed_stands_beside_its_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SECONDS", 0.02)
    monkeypatch.setattr(timing, "TURNS", 1)
    panels = catalog.ids()
    rows = [*nets.rows(panels), *others.rows(panels)]
    assert all(row.value > 0 for row in rows)
    found = {row.subject for row in rows if row.key == "peer"}
    always = {"numpy by hand: mlp", "torch by hand: mlp", "torch.optim: mlp", "torch.optim: optimisers"}
    optional = {
        "scikit-learn: mlp": "sklearn",
        "scikit-learn: perceptron": "sklearn",
        "torch_geometric: graphs": "torch_geometric",
    }
    assert found == always | {subject for subject, module in optional.items() if find_spec(module) is not None}
    assert not [*nets.rows(()), *others.rows(())]


@pytest.mark.parametrize("make", [nets.by_hand_in_numpy, nets.by_hand_in_torch])
def test_nets_by_hand_learn(make: Callable[..., Callable[[], int]]) -> None:
    """Their derivatives are those of torch: a pass changes the weights, which are changed in place, by as much."""
    rng = np.random.default_rng(0)
    x, sizes = rng.normal(size=(10, 2)), [2, 4, 1]
    y = (x[:, 0] > 0).astype(float)
    kept: list[Any] = []
    weights_of = nets._weights

    def weights(sizes: list[int]) -> list[Any]:
        kept[:] = weights_of(sizes)
        return kept

    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(nets, "_weights", weights)
    one_pass = make(sizes, x, y, 10, 0.5)
    monkeypatch.undo()
    leaves = [torch.tensor(part, requires_grad=True) for part in weights_of(sizes)]
    output = torch.tanh(torch.tensor(x) @ leaves[0] + leaves[1]) @ leaves[2] + leaves[3]
    loss = torch.nn.functional.binary_cross_entropy_with_logits(output, torch.tensor(y)[:, None])
    wanted = [part - 0.5 * slope for part, slope in zip(leaves, torch.autograd.grad(loss, leaves), strict=True)]
    assert one_pass() == 1
    for got, want in zip(kept, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(got), want.detach().numpy(), atol=1e-12)


def test_the_film_row_says_how_much_faster_than_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter([2.0, 13.0, 2.0, 8.0])
    monkeypatch.setattr(film, "encoding_time", lambda pictures, clock: next(spent))
    (row,) = film.rows(catalog.ids())
    assert (row.value, row.ok, row.budget.side) == (6.5, True, "at least")
    spent = iter([2.0, 8.0, 2.0, 9.0])
    (row,) = film.rows(catalog.ids())
    assert not row.ok
    assert not list(film.rows(()))
