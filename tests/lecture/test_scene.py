"""Scene files: what is written is read again; everything else is refused in one sentence and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playground.engine.errors import BadInput
from playground.lecture import scene as scenes
from playground.lecture.scene import read_scene, save_scene

RECORD: dict[str, Any] = {
    "concept": "perceptron",
    "version": "0.1.0",
    "params": {"rate": 0.5, "data": "iris", "bias": True},
    "seed": 3,
    "data": {"plain": {"x": {"float": "0x1.8p+0"}}, "tensors": ""},
    "log": [{"step": 2, "set": {"rate": 0.25}}],
    "step": 12,
    "digests": {"10": "ab"},
}


def broken(tmp_path: Path, **changes: Any) -> Path:
    scene = {**RECORD, "format": "playground.scene", "version": 1, **changes}
    path = tmp_path / "broken.scene.json"
    path.write_text(json.dumps({key: value for key, value in scene.items() if value is not KeyError}))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_scene(path)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    assert caught.value.field == str(path)
    return sentence.replace(str(path), "FILE")


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.scene.json"
    save_scene(path, RECORD, {"plane": [0, 1]})
    head = {"format": "playground.scene", "version": 1, "program": "0.1.0"}
    assert read_scene(path) == {**RECORD, **head, "view": {"plane": [0, 1]}}
    save_scene(path, read_scene(path))
    assert read_scene(path) == {**RECORD, **head, "view": None}
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.scene.json"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "missing.json") == "FILE does not exist"


def test_a_folder_is_not_a_scene(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "FILE cannot be opened: it is a folder or a device, not a file"


@pytest.mark.parametrize(
    "content", [b"", b"x,y\n1,2\n", b"\x89PNG\r\n\x1a\n\xff", b"[1, 2]", b"null", b'{"cells": []}']
)
def test_foreign_files_are_called_foreign(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    assert refusal(path) == "FILE is not a scene of this program"


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    save_scene(whole, RECORD)
    content = whole.read_bytes()
    cut = tmp_path / "cut.json"
    for length in range(1, len(content) - 2):
        cut.write_bytes(content[:length])
        assert "damaged or cut off" in refusal(cut)


def test_a_newer_format_is_called_newer(tmp_path: Path) -> None:
    assert "newer version" in refusal(broken(tmp_path, version=2))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": "1"}, "version"),
        ({"version": True}, "version"),
        ({"version": 0}, "version"),
        ({"concept": 7}, "concept is not text"),
        ({"concept": KeyError}, "concept is missing"),
        ({"params": []}, "params is not an object"),
        ({"seed": "3"}, "seed is not a whole number"),
        ({"seed": True}, "seed is not a whole number"),
        ({"step": 1.5}, "step is not a whole number"),
        ({"step": -1}, "step is -1"),
        ({"log": {}}, "log is not a list"),
        ({"log": [3]}, "log[0] is not an object"),
        ({"state": 3}, "state is not"),
        ({"view": "x"}, "view is not"),
    ],
)
def test_wrong_types_name_their_key(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    assert words in refusal(broken(tmp_path, **changes))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_numbers_that_are_none_are_refused(tmp_path: Path, number: str) -> None:
    path = broken(tmp_path, params={"rate": 123456})
    path.write_text(path.read_text().replace("123456", number))
    assert "number" in refusal(path)


@pytest.mark.parametrize("depth", [60, 200_000])
def test_deep_nesting_is_refused(tmp_path: Path, depth: int) -> None:
    path = broken(tmp_path, params={"rate": 123456})
    path.write_text(path.read_text().replace("123456", "[" * depth + "]" * depth))
    assert "nested too deeply" in refusal(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(scenes.LARGEST + 1)
    assert "has 50,000,001 bytes, allowed are 50,000,000" in refusal(path)


def test_a_state_too_large_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "LARGEST", 2000)
    path = tmp_path / "a.scene.json"
    save_scene(path, {**RECORD, "state": {"plain": {}, "tensors": "A" * 4000}})
    assert "state" not in read_scene(path)
    with pytest.raises(BadInput, match="allowed are 50 MB"):
        save_scene(path, {**RECORD, "data": {"tensors": "A" * 4000}})
    assert read_scene(path)["step"] == 12


def test_a_failed_save_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.scene.json"
    save_scene(path, RECORD)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(BadInput, match="no space left"):
        save_scene(path, {**RECORD, "step": 99})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"folder .*nowhere does not exist"):
        save_scene(tmp_path / "nowhere" / "a.json", RECORD)
