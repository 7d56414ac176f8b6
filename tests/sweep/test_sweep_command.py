"""`playground sweep`: what may be typed, what is written, and each row as the run of a command."""

from __future__ import annotations

import csv
import json
import shlex
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from studies import METRICS, WORDS, carry_out, make_study, outcome

from playground import cli
from playground.commands.sweep import in_words
from playground.sweep.conduct import Progress
from playground.sweep.store import Store


class Said(NamedTuple):
    status: int
    out: str
    err: str


Say = Callable[..., Said]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    """Runs a command line in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> Said:
        capsys.readouterr()
        status = cli.main([str(word) for word in words])
        return Said(status, *capsys.readouterr())

    return run


def asked(*more: object) -> list[object]:
    metrics = [word for name in METRICS for word in ("--metric", name)]
    return ["sweep", *WORDS, *metrics, "--seeds", 3, "--steps", 6, "--workers", 1, "--out", "one.sweep", *more]


def test_the_command_computes_the_study_it_names(say: Say, tmp_path: Path) -> None:
    assert say(*asked()).out.startswith("one.sweep: 12 of 12 runs of 6 steps")
    assert outcome(tmp_path / "one.sweep") == carry_out(make_study(), tmp_path / "two.sweep")
    again = say(*asked())
    assert again.status == 0
    assert "12 of 12 runs are there already" in again.err
    other = say(*asked("--set", "gap=0.4"))
    assert (other.status, other.out) == (2, "")
    assert other.err == (
        "playground: one.sweep holds another study: gap is 0.1 there and 0.4 here; choose another file\n"
    )


def test_every_row_is_computed_again_to_the_bit(say: Say, tmp_path: Path) -> None:
    varied = ["--set", "tilt=0.1", "--vary", "rate=log:1e-3:1:2", "--vary", "start=-2.4,1.6;1,0.3"]
    say("sweep", "optimisers", *varied, "--seed", 3, "--steps", 5, "--workers", 1, "--out", "one.sweep")
    with Store.read(tmp_path / "one.sweep") as store:
        names, rows = store.study.base.metrics, list(store.rows())
    assert len(rows) == 4
    for row in rows:
        line = say("sweep", "one.sweep", "--row", row.number).out
        words = shlex.split(line)
        assert words[:2] == ["playground", "run"]
        found = json.loads(say(*words[1:]).out)
        assert (found["seed"], found["step"], found["status"]) == (row.seed, row.step, row.status)
        assert {name: found["metrics"].get(name) for name in names} == dict(zip(names, row.values, strict=True))


def test_a_study_is_read_without_being_written(say: Say, tmp_path: Path) -> None:
    say(*asked())
    before = (tmp_path / "one.sweep").read_bytes()
    assert say("sweep", "one.sweep").out == (
        "perceptron: 4 settings of rate, points, 3 seeds each\n12 of 12 runs of 6 steps\n"
    )
    assert (tmp_path / "one.sweep").read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["one.sweep"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--vary", "speed=1,2"], "parameter 'speed' does not exist"),
        (["--vary", "gap"], "argument --vary: 'gap' is not of the form NAME=VALUE"),
        (["--vary", "gap=wide"], "gap is 'wide', allowed is 0 to 1.5"),
        (["--set", "rate=2"], "rate is varied and set to 2.0 for all runs"),
        (["--metric", "speed"], "metric 'speed' does not exist"),
        (["--preset", "nothing"], "preset 'nothing' does not exist"),
        (["--out", "one.csv"], "--out is one.csv: a file that ends in .sweep"),
        (["--out", "none/one.sweep"], "the folder none does not exist"),
        (["--load", "none.csv"], "none.csv does not exist"),
        (["--seed", str(2**53)], "--seeds goes past 2^53"),
        (["--settings", "s.csv"], "--vary does not go with --settings"),
        (["--workers", "0"], "argument --workers: '0' is not a whole number from 1"),
        (["--export", "one.csv"], "--export reads a study: give its file in place of perceptron"),
    ],
)
def test_what_makes_no_study_is_one_sentence(more: list[str], words: str, say: Say, tmp_path: Path) -> None:
    said = say(*asked(*more))
    assert (said.status, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_steps_or_a_file_there_is_no_study(say: Say) -> None:
    assert "--steps is missing" in say("sweep", "mlp", "--out", "a.sweep").err
    assert "--out is missing" in say("sweep", "mlp", "--steps", 1).err
    assert "--random needs --vary" in say("sweep", "mlp", "--steps", 1, "--out", "a.sweep", "--random", 3).err
    assert "a.sweep cannot be opened: there is no such file" in say("sweep", "a.sweep").err


def test_draws_and_tables(say: Say, tmp_path: Path) -> None:
    drawn = ["sweep", "perceptron", "--vary", "rate=log:1e-2:1", "--random", 3, "--steps", 1, "--workers", 1]
    assert say(*drawn, "--out", "drawn.sweep").status == 0
    assert "3 of 3 runs are there already" in say(*drawn, "--out", "drawn.sweep").err
    (tmp_path / "s.csv").write_text("rate,seed\n0.5,3\n1,9\n", encoding="utf-8")
    table = ["sweep", "perceptron", "--settings", "s.csv", "--seeds", 2, "--steps", 1, "--workers", 1]
    assert say(*table, "--out", "table.sweep").status == 0
    with Store.read(tmp_path / "table.sweep") as store:
        found = [(store.study.run(row.number).values["rate"], row.seed) for row in store.rows()]
    assert found == [(0.5, 3), (0.5, 4), (1.0, 9), (1.0, 10)]


def test_a_data_file_is_opened_in_every_run(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,y,label\n0,0,0\n1,1,1\n2,0,1\n-1,0,0\n", encoding="utf-8")
    words = ["sweep", "perceptron", "--load", path, "--steps", 4, "--vary", "rate=0.5,1", "--workers", 1]
    words += ["--metric", "points", "--out", "one.sweep"]
    assert say(*words).status == 0
    with Store.read(tmp_path / "one.sweep") as store:
        assert [row.values for row in store.rows()] == [(4,), (4,)]
        assert f"--load {path}" in store.study.command(0)
    path.write_text("x,y,label\n0,0,0\n1,1,1\n2,0,1\n", encoding="utf-8")
    assert "its data files hold something else" in say(*words).err


# ---- export


def test_csv(say: Say, tmp_path: Path) -> None:
    say(*asked())
    assert say("sweep", "one.sweep", "--export", "one.csv").status == 0
    rows = list(csv.DictReader((tmp_path / "one.csv").read_text(encoding="utf-8").splitlines()))
    with Store.read(tmp_path / "one.sweep") as store:
        there = list(store.rows())
    assert [(int(row["number"]), int(row["seed"]), row["status"]) for row in rows] == [
        (row.number, row.seed, row.status) for row in there
    ]
    assert [float(row["margin"]) for row in rows] == [row.values[1] for row in there], "to the bit"
    assert [row["rate"] for row in rows[::3]] == ["0.1", "0.1", "1", "1"]
    assert say("sweep", "one.sweep", "--export", "along.csv", "--along").status == 0
    along = list(csv.DictReader((tmp_path / "along.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["step"] for row in along[:2]] == ["0", "2"]
    assert list(along[0]) == ["number", "rate", "points", "seed", "step", *METRICS]


def test_npz(say: Say, tmp_path: Path) -> None:
    say(*asked())
    assert say("sweep", "one.sweep", "--export", "one.npz").status == 0
    with np.load(tmp_path / "one.npz") as found, Store.read(tmp_path / "one.sweep") as store:
        assert found["margin"].tolist() == [row.values[1] for row in store.rows()]
        assert found["rate"].dtype == np.float64
        assert found["along.step"].tolist()[:2] == [0, 2]


def test_parquet(say: Say, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    say(*asked())
    assert say("sweep", "one.sweep", "--export", "one.parquet").status == 0
    found = parquet.read_table(tmp_path / "one.parquet").to_pydict()
    with Store.read(tmp_path / "one.sweep") as store:
        assert found["margin"] == [row.values[1] for row in store.rows()]


def test_what_parquet_needs_is_said(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    say(*asked())
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = say("sweep", "one.sweep", "--export", "one.parquet")
    assert said.status == 2
    assert "pip install 'ml-playground[parquet]'" in said.err
    assert "allowed are files that end in .csv, .npz, .parquet" in say("sweep", "one.sweep", "--export", "one.txt").err


def test_other_programs_read_the_file_without_the_playground(say: Say, tmp_path: Path) -> None:
    say(*asked())
    connection = sqlite3.connect(tmp_path / "one.sweep")
    rows = connection.execute(
        "SELECT rate, points, seed, margin FROM results WHERE rate = 1 ORDER BY number"
    ).fetchall()
    connection.close()
    assert [row[:3] for row in rows] == [(1.0, points, seed) for points in (8, 20) for seed in (5, 6, 7)]


# ---- words


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(0, 8000, 0, 0.0, None), "0 of 8,000 runs"),
        (Progress(1204, 8000, 12, 60.0, 130.0), "1,204 of 8,000 runs · 12 stopped early · 2 min 10 s left"),
        (Progress(4, 9, 0, 60.0, 7300.0), "4 of 9 runs · 2 h 1 min left"),
        (Progress(4, 9, 0, 1.0, 3.0, "waiting for the scheduler"), "4 of 9 runs · waiting for the scheduler"),
    ],
)
def test_progress_in_words(progress: Progress, words: str) -> None:
    assert in_words(progress) == words
