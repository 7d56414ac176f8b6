"""Autosaved sessions: offered after a crash, never while their program lives or after it ended in order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from playground.lecture.autosave import Autosave

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
    assert first.save("a", RECORD)
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
    assert not store.save("a", RECORD)
    assert store.leftovers() == []
    store.clean_exit()
