"""Scenes that were saved or opened here need not be tried again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground.lecture import known_scenes
from playground.lecture.known_scenes import is_known, remember
from playground.lecture.scene import read_scene, save_scene

RECORD: dict[str, Any] = {"concept": "toy", "params": {"rate": 0.1}, "seed": 1, "log": [], "step": 2}


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))


def test_what_was_saved_is_known_when_it_is_read(tmp_path: Path) -> None:
    assert not is_known(RECORD)
    remember(RECORD)
    save_scene(tmp_path / "a.scene.json", RECORD, {"theme": "dark"})
    assert is_known(read_scene(tmp_path / "a.scene.json"))
    assert not is_known({**RECORD, "step": 3})


def test_only_the_newest_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_scenes, "MOST", 3)
    scenes = [{**RECORD, "step": step} for step in range(5)]
    for scene in scenes:
        remember(scene)
    assert [is_known(scene) for scene in scenes] == [False, False, True, True, True]


def test_a_broken_list_means_that_nothing_is_known(tmp_path: Path) -> None:
    remember(RECORD)
    (tmp_path / "state" / "ml-playground" / "known-scenes").write_bytes(b"\xff" * 100)
    assert not is_known(RECORD)
    remember(RECORD)
    assert is_known(RECORD)
