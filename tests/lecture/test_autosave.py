"""Autosaved sessions: offered after a crash, never while their program lives or after it ended in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from playground.lecture.autosave import Autosave
from playground.lecture.folders import state_folder
from playground.lecture.scene import read_scene
from playground.lecture.settings import Settings, write_settings

RECORD: dict[str, Any] = {"concept": "perceptron", "params": {}, "seed": 0, "log": [], "step": 5}

CRASH = """
import os, sys
from pathlib import Path
from playground.lecture.autosave import Autosave
store = Autosave(Path(sys.argv[1]))
record = {"concept": "perceptron", "params": {}, "seed": 0, "log": [], "step": 5}
store.save("one", record)
store.save("two", {**record, "step": 9})
print("saved", flush=True)
sys.stdin.readline()
os._exit(9)
"""


def crash(root: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CRASH, str(root)], input="\n", text=True, check=False)
    assert done.returncode == 9


def test_a_crash_leaves_its_sessions(tmp_path: Path) -> None:
    crash(tmp_path)
    store = Autosave(tmp_path)
    found = store.leftovers()
    assert sorted(session.step for session in found) == [5, 9]
    assert {session.concept for session in found} == {"perceptron"}
    assert found[0].read()["format"] == "playground.scene"


def test_a_living_program_keeps_its_sessions(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CRASH, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as living:
        assert living.stdout is not None
        assert living.stdout.readline() == "saved\n"
        store = Autosave(tmp_path)
        assert store.leftovers() == []
        store.discard()
        living.communicate("\n")
    assert len(store.leftovers()) == 2


def test_own_sessions_are_not_offered(tmp_path: Path) -> None:
    first, second = Autosave(tmp_path), Autosave(tmp_path)
    assert first.save("a", RECORD) == ""
    assert first.leftovers() == []
    assert second.leftovers() == []
    first.clean_exit()


def test_a_clean_exit_leaves_nothing(tmp_path: Path) -> None:
    store = Autosave(tmp_path)
    store.save("a", RECORD)
    store.clean_exit()
    store.clean_exit()
    assert list(tmp_path.iterdir()) == []


def test_a_closed_session_is_forgotten_and_a_newer_record_replaces_the_old(tmp_path: Path) -> None:
    store = Autosave(tmp_path)
    store.save("a/b", RECORD)
    store.save("a/b", {**RECORD, "step": 6})
    assert len(list(tmp_path.rglob("*.scene.json"))) == 1
    store.forget("a/b")
    assert list(tmp_path.rglob("*.scene.json")) == []
    store.clean_exit()


def test_discarding_one_and_all(tmp_path: Path) -> None:
    crash(tmp_path)
    store = Autosave(tmp_path)
    store.discard(store.leftovers()[0])
    assert len(store.leftovers()) == 1
    store.discard(store.leftovers()[0])
    assert list(tmp_path.iterdir()) == []
    crash(tmp_path)
    store.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_record_is_left_out(tmp_path: Path) -> None:
    crash(tmp_path)
    next(tmp_path.rglob("one.scene.json")).write_text("{")
    assert [session.step for session in Autosave(tmp_path).leftovers()] == [9]


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = Autosave(blocked / "autosave")
    assert store.save("a", RECORD) == "not a directory"
    assert store.leftovers() == []
    store.clean_exit()


@pytest.mark.skipif(sys.platform == "win32", reason="devices of POSIX")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    store = Autosave(tmp_path)
    assert store.save("a", RECORD) == ""
    kept = next(tmp_path.rglob("a.scene.json"))
    import resource

    now = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, now[1]))
    try:
        assert store.save("a", {**RECORD, "step": 6}) == "file too large"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, now)
        signal.signal(signal.SIGXFSZ, before)
    assert read_scene(kept)["step"] == 5, "what was kept before stays"
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    store.clean_exit()


def test_a_program_that_died_before_it_saved_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "0123").mkdir()
    (tmp_path / "0123.lock").touch()
    assert Autosave(tmp_path).leftovers() == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_nobody_else_reads_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    old = os.umask(0)
    try:
        for folder in (state_folder(), state_folder() / "autosave"):
            folder.mkdir()
            folder.chmod(0o755)
        store = Autosave()
        assert store.save("a", RECORD) == ""
        assert write_settings(Settings())
    finally:
        os.umask(old)
    found = [path for path in tmp_path.rglob("*") if path.is_dir()]
    assert len(found) == 3
    assert [path.stat().st_mode & 0o077 for path in found] == [0, 0, 0]
    store.clean_exit()
