"""Settings: kept, and never a reason not to start."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from playground.lecture.folders import state_folder
from playground.lecture.settings import Settings, open_settings, write_settings


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    kept = Settings("dark", 1.25, ("/a.json",), {"geometry": "AAA", "inspector": True}, ("perceptron",))
    assert write_settings(kept, path)
    assert open_settings(path)[0] == kept


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "null", "[" * 100_000, '{"theme": 3, "scale": true, "recent": "x"}'),
        '{"window": ' + "[" * 600 + "]" * 600 + "}",
        '{"scale": ' + "9" * 400 + "}",
        '{"theme": "\\ud800"}',
        '{"scale": NaN}',
    ],
)
def test_broken_settings_are_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content)
    assert open_settings(path)[0] == Settings()


def test_only_the_broken_part_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "dark", "scale": 99, "recent": ["/a", 3], "window": [], "later": 1}))
    assert open_settings(path)[0] == Settings(theme="dark", recent=("/a",))


@pytest.mark.parametrize("content", ["{", "[]", '{"theme": "dark", "scale": 99, "recent": ["/a", 3]}'])
def test_broken_settings_are_set_aside_and_said(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content)
    found, said = open_settings(path)
    assert found == (Settings(theme="dark", recent=("/a",)) if "scale" in content else Settings())
    assert (tmp_path / "settings.broken.json").read_text() == content
    assert not path.exists()
    assert "broken" in said
    assert said.endswith("settings.broken.json")
    if "scale" in content:
        assert said.startswith("These settings were broken and start afresh: scale, recent")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_whatever_stands_in_the_place_of_settings_stops_no_start(tmp_path: Path) -> None:
    for name in ("folder", "pipe", "round", "zero"):
        path = tmp_path / f"{name}.json"
        if name == "folder":
            path.mkdir()
        elif name == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(path if name == "round" else "/dev/zero")
        found, said = open_settings(path)
        assert found == Settings()
        assert "broken" in said
        assert write_settings(found, path)
        assert open_settings(path) == (found, "")


def test_good_settings_are_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert open_settings(path) == (Settings(), "")
    kept = Settings("dark", 1.25, ("/a.json",), {"geometry": "AAA"}, ("toy",))
    write_settings(kept, path)
    path.write_text(path.read_text().replace("{", '{"later": 1,', 1))
    assert open_settings(path) == (kept, "")
    assert path.exists()


def test_missing_settings_are_none(tmp_path: Path) -> None:
    assert open_settings(tmp_path / "missing")[0] == Settings()


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not write_settings(Settings(), tmp_path / "file" / "settings.json")


@pytest.mark.parametrize(
    ("platform", "env", "expected"),
    [
        ("linux", {"XDG_STATE_HOME": "/state"}, Path("/state/ml-playground")),
        ("linux", {}, Path.home() / ".local/state/ml-playground"),
        ("linux", {"XDG_STATE_HOME": "relative"}, Path.home() / ".local/state/ml-playground"),
        ("darwin", {}, Path.home() / "Library/Application Support/ml-playground"),
        ("win32", {"LOCALAPPDATA": "/local", "APPDATA": "/roaming"}, Path("/local/ml-playground")),
        ("win32", {"APPDATA": "/roaming"}, Path("/roaming/ml-playground")),
    ],
)
def test_the_folder_follows_the_custom_of_the_platform(platform: str, env: dict[str, str], expected: Path) -> None:
    assert state_folder(env, platform) == expected
