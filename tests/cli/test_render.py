"""`playground render`: pictures without a screen, with the same run as `playground run`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from playground import catalog
from playground.commands import render, thumbnails
from playground.engine.run.comparison import Cast, mark_records, pack_records
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.lecture.scene import save_scene

Say = Callable[..., Any]


def size_of(path: Path) -> tuple[int, int]:
    image = QImage(str(path))
    assert not image.isNull()
    return image.width(), image.height()


def test_a_still_has_the_asked_size_and_says_its_step(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    said = say("render", "demo", "--steps", 3, "--out", target)
    assert said.status == 0
    assert said.out == f"{target}: demo, seed 0, step 3: running\n"
    assert size_of(target) == (1280, 720)
    say("render", "demo", "--steps", 3, "--size", "640x400", "--out", target)
    assert size_of(target) == (640, 400)
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_the_picture_is_a_function_of_the_run(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    def drawn(*words: object) -> bytes:
        target = tmp_path / "a.png"
        assert say("render", "demo", "--size", "600x400", "--out", target, *words).status == 0
        return target.read_bytes()

    first = drawn("--steps", 3)
    assert drawn("--steps", 3) == first
    others = [
        ["--steps", 4],
        ["--steps", 3, "--seed", 1],
        ["--steps", 3, "--theme", "dark"],
        ["--steps", 3, "--scale", 150],
    ]
    pictures = {drawn(*words) for words in others}
    assert len(pictures | {first}) == 5


def test_a_scene_is_drawn_where_it_stands(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    scene, a, b = tmp_path / "a.scene.json", tmp_path / "a.png", tmp_path / "b.png"
    say("run", "demo", "--steps", 5, "--save", scene)
    say("render", "demo", "--scene", scene, "--out", a, "--json")
    say("render", "demo", "--steps", 5, "--out", b)
    assert a.read_bytes() == b.read_bytes()


def test_json_comes_with_the_picture(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    said = say("render", "demo", "--steps", 2, "--out", tmp_path / "a.png", "--json", "--arrays", "w")
    assert said.json["step"] == 2
    assert len(said.json["arrays"]["w"]) == 2


def test_a_sheet_holds_every_concept_in_every_theme(
    say: Say, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "SHEET_CELL", (400, 300))
    said = say("render", "--sheet", tmp_path / "sheet.png")
    assert (said.status, said.out) == (0, f"{tmp_path / 'sheet.png'}\n")
    assert size_of(tmp_path / "sheet.png") == (3 * 416 + 16, 2 * 316 + 16)


def test_thumbnails_are_twice_a_card_in_every_theme(
    say: Say, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thumbnails, "roots", lambda: (tmp_path / "missing", tmp_path))
    monkeypatch.setattr("playground.catalog.ids", lambda: ("demo",))
    assert say("render", "--thumbnails").status == 0
    names = sorted(path.name for path in (tmp_path / "thumbnails").iterdir())
    assert names == ["demo-dark.png", "demo-light.png", "demo-projector.png"]
    assert {size_of(tmp_path / "thumbnails" / name) for name in names} == {(512, 288)}


def pictures(path: Path) -> int:
    with Image.open(path) as film:
        return int(getattr(film, "n_frames", 1))


@pytest.mark.parametrize(
    ("words", "count", "last"),
    [
        (["--steps", 6], 7, 6),
        (["--steps", 6, "--every", 2], 4, 6),
        (["--steps", 7, "--every", 2], 4, 6),
        (["--steps", 6, "--from", 4], 3, 6),
        (["--steps", 6, "--from", 1, "--every", 5], 2, 6),
        (["--steps", 0], 1, 0),
    ],
)
def test_a_film_has_the_asked_steps(
    say: Say, qapp: QApplication, tmp_path: Path, words: list[object], count: int, last: int
) -> None:
    target = tmp_path / "a.webp"
    said = say("render", "demo", "--set", "rate=0.01", "--size", "240x160", "--out", target, *words)
    assert said.status == 0
    assert said.err == ""
    assert said.out == f"{target}: demo, seed 0, step {last}: running\n"
    assert pictures(target) == count


def test_a_film_ends_with_its_run_and_says_so(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    target = tmp_path / "a.webp"
    said = say("render", "demo", "--set", "rate=1.0", "--steps", 9, "--every", 4, "--size", "240x160", "--out", target)
    # It converges with its first step: the start, and where it ended.
    assert pictures(target) == 2
    assert said.err == "playground: the run ended at step 1, and the film with it\n"


def test_a_film_of_a_scene_begins_at_its_start(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    scene, acts, a, b = (tmp_path / name for name in ("a.scene.json", "acts", "a.gif", "b.gif"))
    acts.write_text('{"step": 2, "set": {"rate": 0.5}}\n')
    run = ["demo", "--set", "rate=0.01", "--gestures", acts]
    say("run", *run, "--steps", 4, "--save", scene)
    assert say("render", *run, "--steps", 4, "--size", "240x160", "--out", a).status == 0
    assert say("render", "demo", "--scene", scene, "--every", 1, "--size", "240x160", "--out", b).status == 0
    assert pictures(a) == 5
    assert a.read_bytes() == b.read_bytes()


def test_a_drawing_and_a_picture_without_ground(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    said = say("render", "demo", "--steps", 3, "--size", "600x400", "--words", "paths", "--clear", "--out", svg)
    assert said.status == 0
    assert "<title>" in svg.read_text()
    assert "seed 0, step 3</title>" in svg.read_text()
    assert "<text" not in svg.read_text()
    say("render", "demo", "--steps", 3, "--size", "600x400", "--clear", "--out", png)
    assert QImage(str(png)).pixelColor(2, 2).alpha() == 0


def test_progress_is_told_to_a_program_and_the_end_of_its_input_cancels(tmp_path: Path) -> None:
    target = tmp_path / "a.webp"
    words = [sys.executable, "-m", "playground", "render", "minimax", "--size", "240x160", "--progress"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*words, "--steps", "100000", "--out", str(target)], text=True, **pipes) as export:
        assert export.stdout is not None
        assert export.stdin is not None
        first = json.loads(export.stdout.readline())
        assert (first["done"], first["total"]) == (1, 100_001)
        export.stdin.close()
        assert export.wait() == 130
        assert export.stderr is not None
        assert export.stderr.read() == "playground: cancelled; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGQUIT", "SIGUSR1"])
def test_a_signal_leaves_no_unfinished_file(tmp_path: Path, name: str) -> None:
    words = [sys.executable, "-m", "playground", "render", "minimax", "--size", "240x160", "--progress"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*words, "--steps", "100000", "--out", str(tmp_path / "a.webp")], **pipes) as export:
        assert export.stdout is not None
        assert export.stdout.readline()
        assert list(tmp_path.iterdir())
        export.send_signal(getattr(signal, name))
        assert export.wait() == 128 + getattr(signal, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["render", "demo", "--steps", 1], "--out is missing"),
        (["render", "--out", "a.png"], "ID is missing"),
        (["render", "dmo", "--out", "/tmp/a.png"], "did you mean demo?"),
        (["render", "demo", "--out", "/nowhere/a.png"], "the folder /nowhere does not exist"),
        (
            ["render", "demo", "--out", "/tmp/a.png", "--theme", "drak"],
            "theme 'drak' does not exist; did you mean dark?",
        ),
        (["render", "demo", "--out", "/tmp/a.png", "--size", "10x10"], "argument --size: '10x10'"),
        (["render", "demo", "--out", "/tmp/a.png", "--size", "big"], "argument --size: 'big'"),
        (["render", "demo", "--out", "/tmp/a.png", "--set", "rate=99"], "rate is 99"),
        (["render", "demo", "--steps", 1, "--out", "/tmp/a.avi"], "its ending is .avi, allowed are .png, .svg"),
        (["render", "demo", "--steps", 1, "--out", "/tmp/a"], "its ending is missing, allowed are"),
        (["render", "demo", "--from", 9, "--out", "/tmp/a.mp4"], "--from is 9, allowed is at most the last step, "),
        (["render", "demo", "--fps", 51, "--out", "/tmp/a.gif"], "--fps is 51, allowed for a GIF is at most 50"),
        (["render", "demo", "--steps", 3, "--pace", 0, "--out", "/tmp/a.gif"], "'0' is not a number of steps a second"),
        (["render", "demo", "--pace", "story", "--every", 2, "--out", "/tmp/a.gif"], "--every does not go with --pace"),
        (["render", "demo", "--hold", "1", "--out", "/tmp/a.gif"], "'1' is not two numbers of seconds"),
        (["render", "demo", "--hold", "1,2", "--out", "/tmp/a.png"], "--hold does not go with .png: it is for films"),
        (["render", "demo", "--steps", 3, "--from", 5, "--out", "/tmp/a.mp4"], "--from is 5, allowed is at most"),
        (["render", "demo", "--steps", 3, "--every", 0, "--out", "/tmp/a.mp4"], "--every: '0' is not a whole number"),
        (["render", "demo", "--steps", 3, "--fps", 61, "--out", "/tmp/a.mp4"], "--fps: '61' is not a whole number"),
        (["render", "demo", "--every", 2, "--out", "/tmp/a.png"], "--every does not go with .png: it is for films"),
        (["render", "demo", "--words", "text", "--out", "/tmp/a.pdf"], "--words does not go with .pdf"),
        (["render", "demo", "--steps", 3, "--clear", "--out", "/tmp/a.gif"], "--clear does not go with .gif"),
        (["render", "demo", "--sheet", "/tmp/a.png"], "leave out ID"),
        (["render", "--sheet", "/nowhere/a.png"], "the folder /nowhere does not exist"),
    ],
)
def test_bad_input_is_one_line_and_status_2(say: Say, words: list[object], sentence: str) -> None:
    assert sentence in say(*words).refusal


def test_a_process_of_its_own_draws_and_ends_well(tmp_path: Path) -> None:
    target = tmp_path / "panel.png"
    words = [sys.executable, "-m", "playground", "render", catalog.ids()[0], "--out", str(target)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert target.stat().st_size > 1000


LESSON = """format = "playground.lesson"
title = "Two beats"
concept = "demo"

[[beats]]
params = { rate = 0.02 }
until = 3
pace = 6.0
caption = "Three steps"

[[beats]]
question = "Where?"
after = "There"
"""


def lesson(folder: Path, text: str = LESSON) -> Path:
    path = folder / "two.lesson.toml"
    path.write_text(text)
    return path


def test_a_lesson_is_filmed_for_as_long_as_it_is_read(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    target = tmp_path / "a.webp"
    said = say("render", lesson(tmp_path), "--size", "240x160", "--fps", 6, "--out", target)
    assert (said.status, said.err) == (0, "")
    assert said.out == f"{target}: Two beats, 2 beats, 7 s\n"
    # Three steps at six a second and two seconds at each of three stops: its end, the question, the answer.
    assert length_of(target) == pytest.approx(6.5, abs=0.05)


def length_of(path: Path) -> float:
    """Seconds of a WebP film."""
    with Image.open(path) as film:
        total = 0
        for i in range(int(getattr(film, "n_frames", 1))):
            film.seek(i)
            film.load()
            total += int(film.info["duration"])
    return total / 1000


def test_runs_stand_side_by_side(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    one, two, film = tmp_path / "a.png", tmp_path / "b.svg", tmp_path / "c.webp"
    beside = ["--compare", "rate=0.02", "--compare", "rate=0.5"]
    assert say("render", "demo", "--steps", 3, "--size", "900x400", "--out", one, *beside).status == 0
    assert size_of(one) == (900, 400)
    assert say("render", "demo", "--steps", 3, "--size", "900x400", "--out", two, *beside).status == 0
    drawn = two.read_text()
    assert [drawn.count(f">{words}<") for words in ("learning rate 0.02", "learning rate 0.50")] == [1, 1]
    said = say("render", "demo", "--set", "rate=0.01", "--steps", 4, "--size", "640x200", "--out", film, *beside)
    assert said.status == 0
    assert pictures(film) == 5


def test_a_scene_of_twins_is_drawn_with_them(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    scene, a, b = tmp_path / "a.scene.json", tmp_path / "a.png", tmp_path / "b.png"
    sessions = [Session(catalog.load("demo"), seed=seed) for seed in (0, 3)]
    for one in sessions:
        one.advance(3)
    records = mark_records(Cast(tuple(sessions), ("@seed",)), [store(one) for one in sessions])
    save_scene(scene, pack_records(records))
    say("render", "demo", "--scene", scene, "--size", "640x300", "--out", a)
    say("render", "demo", "--steps", 3, "--compare", "seed=3", "--size", "640x300", "--out", b)
    assert a.read_bytes() == b.read_bytes()
    assert "holds several runs" in say("render", "demo", "--scene", scene, "--seed", 4, "--out", a).refusal


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--compare", "rate"], "'rate' is not of the form NAME=VALUE"),
        (["--compare", "rte=1"], "did you mean rate?"),
        (["--compare", "rate=99"], "rate is 99"),
        (["--compare", "rate=0.1", "--compare", "seed=2"], "names rate and seed, allowed is one"),
        (["--compare", "seed=2", "--compare", "seed=2"], "seed 2 stands there already"),
        (["--compare", "seed=-1"], "allowed is a whole number from 0"),
        (["--compare", "preset=nope"], "preset of demo 'nope' does not exist"),
        (["--compare", "rate=*"], "rate=* is for choices"),
        ([word for seed in range(1, 5) for word in ("--compare", f"seed={seed}")], "sets 4 runs beside one"),
    ],
)
def test_a_comparison_that_cannot_be_made_gets_a_sentence(say: Say, words: list[object], sentence: str) -> None:
    assert sentence in say("render", "demo", "--steps", 1, "--out", "/tmp/a.png", *words).refusal


def test_a_lesson_that_cannot_be_filmed_gets_a_sentence(say: Say, tmp_path: Path) -> None:
    path, target = lesson(tmp_path), tmp_path / "a.mp4"
    assert "--steps does not go with a lesson" in say("render", path, "--steps", 2, "--out", target).refusal
    assert "must end in .mp4, .gif or .webp" in say("render", path, "--out", tmp_path / "a.png").refusal
    assert "nope.lesson does not exist" in say("render", "nope.lesson", "--out", target).refusal
    lesson(tmp_path, LESSON.replace("rate", "rat"))
    assert f"{path} line 6: beat 1: " in say("render", path, "--out", target).refusal
    assert not target.exists()
