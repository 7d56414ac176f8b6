"""A study on a real Dask scheduler with two worker processes on loopback, whatever of them is killed."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import patience
import pytest
from studies import METRICS, WORDS, carry_out, make_study, outcome, rows_in, until

from playground import cli
from playground.engine.errors import BadInput
from playground.sweep import conduct, identity
from playground.sweep.conduct import Progress
from playground.sweep.executors.cluster import Cluster
from playground.sweep.work import Task

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow]

STUDY = make_study(seeds=25)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Lab:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int = 2) -> None:
        here = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        self.scheduler = self._run("scheduler", *here, "--scheduler-file", str(self.file))
        for _ in range(workers):
            self.add_worker()

    def add_worker(self) -> None:
        self.workers.append(
            self._run("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        )

    def _run(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self, process: subprocess.Popen[bytes] | None) -> None:
        assert process is not None
        process.kill()
        process.wait(patience.SECONDS)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                with contextlib.suppress(ProcessLookupError):
                    self.kill(process)
        self.workers = []


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    folder = tmp_path / "lab"
    folder.mkdir()
    one = Lab(folder)
    one.start()
    yield one
    one.end()


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    return carry_out(STUDY, tmp_path_factory.mktemp("serial") / "serial.sweep")


def connected(where: str) -> Cluster:
    """Connects as soon as the scheduler answers."""

    def tried() -> Cluster | None:
        with contextlib.suppress(BadInput):
            return Cluster(where)
        return None

    found = until(tried, "the scheduler")
    assert isinstance(found, Cluster)
    return found


def test_the_rows_are_those_of_one_process(lab: Lab, serial: list[tuple[Any, ...]], tmp_path: Path) -> None:
    assert carry_out(STUDY, tmp_path / "one.sweep", connected(lab.address)) == serial
    assert carry_out(STUDY, tmp_path / "two.sweep", connected(str(lab.file))) == serial


def test_a_worker_that_is_killed_costs_no_row(lab: Lab, serial: list[tuple[Any, ...]], tmp_path: Path) -> None:
    killed: list[Progress] = []

    def report(progress: Progress) -> None:
        if progress.ended > 5 and not killed:
            killed.append(progress)
            lab.kill(lab.workers[0])

    assert carry_out(STUDY, tmp_path / "one.sweep", connected(lab.address), report) == serial
    assert killed[0].ended < len(STUDY)


def test_a_scheduler_that_is_killed_and_started_again_costs_no_row(
    lab: Lab, serial: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    notes: list[str] = []

    def report(progress: Progress) -> None:
        if progress.note and progress.note not in notes:
            notes.append(progress.note)
        if progress.ended > 5 and not killed:
            killed.append(progress)
            lab.end()
        elif killed and "waiting for the scheduler to come back" in notes and not lab.workers:
            lab.start()

    killed: list[Progress] = []
    assert carry_out(STUDY, tmp_path / "one.sweep", connected(lab.address), report) == serial
    assert killed[0].ended < len(STUDY)


def test_a_client_that_is_killed_costs_no_row(lab: Lab, serial: list[tuple[Any, ...]], tmp_path: Path) -> None:
    path = tmp_path / "one.sweep"
    connected(lab.address).close()
    metrics = [word for name in METRICS for word in ("--metric", name)]
    words = ["sweep", *WORDS, *metrics, "--seeds", "25", "--steps", "6", "--out", str(path), "--scheduler", lab.address]
    first = subprocess.Popen([sys.executable, "-m", "playground", *words], stderr=subprocess.DEVNULL)
    until(lambda: rows_in(path), "rows of the first program")
    first.kill()
    first.wait()
    assert 0 < rows_in(path) < len(STUDY)
    assert cli.main(words) == 0
    assert outcome(path) == serial


def test_a_worker_of_another_version_ends_the_study_with_a_sentence(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = connected(lab.address)
    wanted = {**identity.versions(), "version": "0.0.1"}
    monkeypatch.setattr(conduct, "Task", lambda base, runs: Task(base, runs, wanted))
    with pytest.raises(BadInput, match=r"the worker at tcp://127\.0\.0\.1:\d+ is of another version: it has"):
        carry_out(STUDY, tmp_path / "one.sweep", executor)


def test_a_scheduler_that_is_not_there_is_said() -> None:
    with pytest.raises(BadInput, match=r"the scheduler at tcp://127\.0\.0\.1:1 does not answer"):
        Cluster("tcp://127.0.0.1:1")
    with pytest.raises(BadInput, match=r"there is no file none\.json"):
        Cluster("none.json")


def test_what_a_cluster_needs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"pip install 'ml-playground\[cluster\]'"):
        Cluster("tcp://127.0.0.1:1")
