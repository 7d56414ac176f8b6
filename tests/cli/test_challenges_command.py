"""`playground challenges`: what is listed, what is played, and what is forgotten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playground.lecture.settings import Settings, open_settings, write_settings

Say = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("demo")


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_they_are_listed_with_their_ticks(say: Say) -> None:
    write_settings(Settings(challenges=("demo/jump",)))
    lines = say("challenges", "demo").out.splitlines()
    assert lines[:2] == [
        "· demo/one_step: There in one step",
        "    Choose a learning rate with which one step ends on the mean.",
    ]
    assert "✓ demo/jump: Further away at every step" in lines
    rows = json.loads(say("challenges", "demo", "--json").out)
    assert [(row["id"], row["done"]) for row in rows] == [("one_step", False), ("jump", True), ("mean", False)]
    assert rows[0]["allows"] == ["rate"]


def test_they_are_played_and_what_fails_is_told(say: Say, demo: Path) -> None:
    played = say("challenges", "demo", "--play")
    assert played.out.count("its solution does it, and nothing easier") == 3
    assert played.status == 0
    path = demo / "challenges.toml"
    sound = path.read_text()
    path.write_text(sound.replace("set = { rate = 2.5 }", "set = { rate = 1.5 }"))
    try:
        from playground import catalog

        catalog.challenges.cache_clear()
        failed = say("challenges", "demo", "--play")
    finally:
        path.write_text(sound)
        catalog.challenges.cache_clear()
    assert failed.status == 1
    assert "its solution does not do it: error > 10 at step 30, where" in failed.out


def test_ticks_are_cleared_and_nothing_else(say: Say) -> None:
    write_settings(Settings(theme="dark", challenges=("demo/jump",)))
    assert say("challenges", "--clear").out.strip() == "The ticks are cleared"
    assert open_settings() == (Settings(theme="dark"), "")


def test_playing_needs_a_panel(say: Say) -> None:
    refused = say("challenges", "--play")
    assert refused.status == 2
    assert "ID is missing" in refused.err
