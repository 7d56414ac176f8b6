"""A study computed here: equal however it is computed, safe against kills, and each row a run of `playground run`."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import patience
import pytest
from studies import WORDS, carry_out, make_study, rows_in, until

from playground import catalog
from playground.engine.errors import BadInput, DeviceLost
from playground.engine.run.session import Session
from playground.sweep import conduct, identity, measure, work
from playground.sweep.executors import Done, Serial
from playground.sweep.executors.processes import Processes
from playground.sweep.store import Store
from playground.sweep.study import Base, Study
from playground.sweep.vary import Setting
from playground.sweep.work import Task, compute

Outcome = list[tuple[Any, ...]]


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def serial(study: Study, tmp_path: Path) -> Outcome:
    return carry_out(study, tmp_path / "serial.sweep")


def test_each_row_is_the_run_of_its_setting_and_seed(study: Study, serial: Outcome) -> None:
    number = 7
    run = study.run(number)
    assert (run.values, run.seed) == ({"rate": 1.0, "points": 8}, 6)
    params = study.base.params().changed(run.values)
    session = Session(catalog.load("perceptron"), params, run.seed)
    kept = {}
    while session.step < study.base.steps and session.advance(2):
        kept[session.step] = session.frame().metrics
    metrics = session.frame().metrics
    assert serial[number][5] == tuple(metrics[name] for name in study.base.metrics)
    along = {row[1]: row[2:] for row in serial[len(study) :] if row[0] == number}
    assert list(along) == [0, 2]  # it converges at step 3
    assert along[2] == tuple(kept[2][name] for name in study.base.metrics)


@pytest.mark.parametrize("concept", catalog.ids())
def test_the_numbers_of_a_row_are_those_that_a_run_prints(concept: str) -> None:
    base = Base(concept, steps=3, metrics=catalog.declaration(concept).metric_names)
    preset = base.start()
    (row,) = compute(Task(base, (Study(base, (), [Setting({})], int(preset.get("seed", 0))).run(0),))).rows
    session = Session(catalog.load(concept), base.params(), int(preset.get("seed", 0)))
    session.advance(3)
    frame = session.frame()
    assert (row.status, row.step, row.reason) == (frame.status, session.step, "")
    assert dict(zip(base.metrics, row.values, strict=True)) == {name: frame.metrics[name] for name in base.metrics}


def test_processes_give_the_rows_of_one(study: Study, serial: Outcome, tmp_path: Path) -> None:
    assert carry_out(study, tmp_path / "two.sweep", Processes(2)) == serial


def test_a_process_that_is_killed_costs_no_row(study: Study, serial: Outcome, tmp_path: Path) -> None:
    executor = Processes(2)
    killed: list[int] = []

    def report(progress: conduct.Progress) -> None:
        pid = executor.pids[0] if executor.pids else None
        if progress.ended and not killed and pid is not None:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    assert carry_out(study, tmp_path / "two.sweep", executor, report) == serial
    assert killed


def client(path: Path, *more: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "playground", "sweep", *WORDS, *METRIC_WORDS, "--seeds", "60", "--steps", "6"]
    return subprocess.Popen([*words, "--out", str(path), *more], stderr=subprocess.PIPE, stdout=subprocess.PIPE)


METRIC_WORDS = ("--metric", "errors", "--metric", "margin", "--metric", "max_margin")


@pytest.mark.slow
def test_a_study_goes_on_after_its_program_was_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, study = tmp_path / "killed.sweep", make_study(seeds=60)
    first = client(path, "--workers", "2")
    until(lambda: rows_in(path), "rows of the first program")
    workers = children(first.pid)
    first.kill()
    first.communicate()
    there = rows_in(path)
    assert 0 < there < len(study)
    until(lambda: not any(map(alive, workers)), "the end of its processes")
    with pytest.raises(BadInput, match="holds another study: steps is 6 there and 7 here"):
        Store.open(path, make_study(seeds=60, steps=7))
    assert carry_out(study, path) == carry_out(study, tmp_path / "serial.sweep")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["killed.sweep", "serial.sweep"], "one file each"


def children(pid: int) -> list[int]:
    """The processes that a process has started, where the system tells."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_is_done(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "stopped.sweep"
    program = client(path, "--workers", "2")
    until(lambda: rows_in(path), "rows")
    program.send_signal(number)
    _, said = program.communicate(timeout=patience.SECONDS)
    assert program.returncode == 128 + number
    there = rows_in(path)
    assert f"keeps {there} of 240 runs; the same command goes on" in said.decode()
    assert [one.name for one in tmp_path.iterdir()] == ["stopped.sweep"]


def test_a_file_is_written_by_one_program_at_a_time(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    with Store.open(path, study), pytest.raises(BadInput, match="is being written by another program"):
        Store.open(path, study)
    Store.open(path, study).close()


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (make_study(seeds=4), "the number of seeds is 3 there and 4 here"),
        (make_study(metrics=("errors",)), "metrics is errors, margin, max_margin there and errors here"),
        (replace(make_study(), first_seed=6), "the first seed is 5 there and 6 here"),
        (replace(make_study(), settings=make_study().settings[::-1]), "the values of rate, points are others"),
        (replace(make_study(), base=replace(make_study().base, fixed={"gap": 0.3})), "gap is 0.1 there and 0.3 here"),
    ],
)
def test_the_file_of_another_study_is_refused(other: Study, words: str, study: Study, tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    Store.open(path, study).close()
    before = path.read_bytes()
    with pytest.raises(BadInput) as caught:
        Store.open(path, other)
    assert f"holds another study: {words}" in str(caught.value)
    assert path.read_bytes() == before


def test_what_is_no_study_is_refused_and_left_alone(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    path.write_text("notes of mine", encoding="utf-8")
    with pytest.raises(BadInput, match="is no study"):
        Store.open(path, study)
    assert path.read_text(encoding="utf-8") == "notes of mine"
    other = tmp_path / "other.sweep"
    sqlite3.connect(other).execute("CREATE TABLE mine (a)").connection.close()
    with pytest.raises(BadInput, match="is no study"):
        Store.read(other)


@pytest.mark.parametrize(
    "spoil",
    [
        "DROP TABLE runs",
        "UPDATE study SET value = 'x' WHERE name = 'steps'",
        "DELETE FROM study",
        "UPDATE settings SET rate = 'fast'",
        "UPDATE study SET value = '\"nothing\"' WHERE name = 'concept'",
        "PRAGMA user_version = 99",
    ],
)
def test_a_damaged_file_is_said_to_be_one(spoil: str, study: Study, tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    Store.open(path, study).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(spoil)
    connection.close()
    with pytest.raises(BadInput, match=r"^one.sweep"):
        Store.read(path)


def test_a_row_is_kept_once(study: Study, tmp_path: Path) -> None:
    result = compute(Task(study.base, (study.run(0), study.run(1))))
    with Store.open(tmp_path / "one.sweep", study) as store:
        assert [store.add(result), store.add(result)] == [2, 0]
        store.commit()
        assert store.add(result) == 0
        store.commit()
        assert store.count() == 2


# ---- runs that go wrong


def test_a_setting_that_is_refused_is_a_row_with_its_reason(tmp_path: Path) -> None:
    base = Base("minimax", fixed={"formula": "x*y"}, steps=2, metrics=())
    study = Study(base, ("formula",), [Setting({"formula": "x*"}), Setting({"formula": "x*y"})])
    rows = carry_out(study, tmp_path / "one.sweep")
    assert (rows[0][2], rows[1][4]) == (work.REFUSED, "")
    assert "formula" in rows[0][4]


def test_a_run_that_blows_up_is_a_row_with_its_reason(tmp_path: Path) -> None:
    base = Base("mlp", fixed={"activation": "linear", "loss": "squared"}, steps=60, metrics=("loss",))
    study = Study(base, ("rate",), [Setting({"rate": 0.1}), Setting({"rate": 10.0})])
    good, bad = carry_out(study, tmp_path / "one.sweep")
    assert good[4] == ""
    assert (bad[2], "grew past all numbers" in bad[4]) == ("diverging", True)


def test_a_fault_in_a_panel_is_a_row_with_its_reason(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    concept = catalog.load("perceptron")

    def step(params: Any, data: Any, state: Any, ctx: Any) -> Any:
        if ctx.seed == 6 and ctx.step == 1:
            raise RuntimeError("shapes (2, 64) and (32, 2)")
        return concept.model.step(params, data, state, ctx)

    broken = replace(concept, model=replace(concept.model, step=step))
    monkeypatch.setattr(catalog, "load", lambda name: broken)
    rows = carry_out(study, tmp_path / "one.sweep")[: len(study)]
    assert [(row[2], row[3]) for row in rows if row[1] == 6] == [("failed", 1)] * 4
    assert {row[4] for row in rows} == {"", "RuntimeError: shapes (2, 64) and (32, 2)"}


def test_a_run_on_which_processes_end_is_given_up(study: Study, tmp_path: Path) -> None:
    """An executor whose process dies whenever it meets run 4."""

    class Fragile(Serial):
        slots = 3
        died = 0

        def collect(self, seconds: float) -> list[Done]:
            task = self._tasks[0]
            if any(run.number == 4 for run in task.runs):
                Fragile.died += 1
                self._tasks.popleft()
                return [Done(task, None, "killed by SIGSEGV")]
            return super().collect(seconds)

    rows = carry_out(study, tmp_path / "one.sweep", Fragile())[: len(study)]
    assert [row[0] for row in rows] == list(range(len(study)))
    assert [row[0] for row in rows if row[2] == work.LOST] == [4]
    assert rows[4][4] == "the process that computed it ended 3 times (killed by SIGSEGV)"


def test_a_card_that_fails_is_given_up_and_the_run_goes_on(
    study: Study, serial: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up: list[str] = []
    run = work._run

    def fails_once(base: Base, planned: Any) -> work.Row:
        if not given_up:
            raise DeviceLost("its memory is full")
        return run(base, planned)

    monkeypatch.setattr(work, "_run", fails_once)
    monkeypatch.setattr("playground.engine.device.give_up", given_up.append)
    assert carry_out(study, tmp_path / "one.sweep") == serial
    assert given_up == ["its memory is full"]


# ---- versions


def test_a_worker_of_another_version_says_so(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {**identity.versions(), "version": "0.0.1"}
    result = compute(replace(Task(study.base, (study.run(0),)), versions=wanted), "the worker at tcp://lab:1")
    assert result.rows == ()
    assert result.refusal.startswith("the worker at tcp://lab:1 is of another version: it has playground ")
    assert result.refusal.endswith("the study needs 0.0.1")


def test_a_data_file_that_differs_at_a_worker_is_said(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("0,0,1\n", encoding="utf-8")
    for hashed, name in (("0", str(path)), ("0", str(tmp_path / "none.csv"))):
        base = replace(study.base, files=((name, hashed),))
        refusal = compute(Task(base, (study.run(0),)), "the worker at tcp://lab:1").refusal
        assert refusal.startswith(f"the worker at tcp://lab:1 cannot compute this study: {name}")


def test_reading_a_study_loads_neither_torch_nor_qt(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    Store.open(path, study).close()
    code = (
        "import sys; from playground.sweep.store import Store; from playground.sweep import export, conduct\n"
        f"Store.read({str(path)!r}).close(); print(sorted({{'torch', 'PySide6', 'distributed'}} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=patience.SECONDS)
    assert said.stdout.strip() == "[]", said.stderr


@pytest.mark.slow
def test_a_run_costs_little_more_in_a_study_than_in_a_bare_loop() -> None:
    assert measure.overhead(measure.sample("hopfield", settings=4, seeds=5, steps=5)) < 10.0


def test_a_row_takes_little_room() -> None:
    assert measure.size(measure.sample("hopfield", settings=200, seeds=20)) < 70.0
