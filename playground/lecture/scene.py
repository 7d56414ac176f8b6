"""Scene files: one run as versioned JSON, data only. Read strictly, written atomically."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes, write_bytes
from playground.engine.reading.strict_json import NotJson, parse_json
from playground.engine.reading.text import decode

FORMAT = "playground.scene"
VERSION = 1
TWINS = 1  # the version of what a scene says about twins
SUFFIX = ".scene.json"
LARGEST = 50_000_000  # bytes

# What a scene must hold, and what it may hold, with the JSON types.
_NEEDED: dict[str, tuple[type, ...]] = {
    "concept": (str,),
    "params": (dict,),
    "seed": (int,),
    "log": (list,),
    "step": (int,),
}
_ALLOWED: dict[str, tuple[type, ...]] = {
    "view": (dict, type(None)),
    "digests": (dict, list, type(None)),
    "state": (dict, str, type(None)),
    "twins": (dict,),
    "jobs": (list,),
    "branches": (dict,),
}
_WORDS: dict[type, str] = {str: "text", dict: "an object", list: "a list", int: "a whole number", type(None): "null"}


def keys() -> list[tuple[str, str, bool]]:
    """The keys of a scene beside its format and version: name, type in words, and whether it must be there."""
    both = ((_NEEDED, True), (_ALLOWED, False))
    return [
        (key, " or ".join(_WORDS[one] for one in types), needed)
        for table, needed in both
        for key, types in table.items()
    ]


def save_scene(path: str | Path, record: Mapping[str, Any], view: Mapping[str, Any] | None = None) -> None:
    """Writes a session's record as a scene file; nothing is left behind if that fails.

    A scene over the size limit is written without its state, which a replay of the log makes again.

    Args:
        path: where; the folder must exist.
        record: what `Session.record` gives, or a scene that was read; its `version` is that of the program.
        view: what the window wants to find again (ranges, theme, open parts), as plain JSON values.

    Raises:
        BadInput: the file cannot be written, or the scene is too large even without its state.
    """
    head = {"format": FORMAT, "version": VERSION, "program": record.get("program", record.get("version"))}
    scene = {**head, **_without_head(record), "view": dict(view) if view else None}
    content = _encode(scene)
    if len(content) > LARGEST:
        content = _encode({name: value for name, value in scene.items() if name != "state"})
    if len(content) > LARGEST:
        raise BadInput(f"{path} cannot be written: the scene has {_size(len(content))}, allowed are 50 MB", str(path))
    write_bytes(path, content)


def at_start(record: Mapping[str, Any]) -> dict[str, Any]:
    """The run of a record at its start, with its acts still to come."""
    kept = {name: value for name, value in record.items() if name not in ("state", "numbers", "jobs")}
    return {**kept, "step": 0, "digests": {}}


def read_scene(path: str | Path) -> dict[str, Any]:
    """The scene in a file, checked; it is the record that `record.restore` takes, with `view` beside it.

    Raises:
        BadInput: the file is missing, too large, broken, truncated, foreign, newer or of the wrong types.
    """
    return parse_scene(read_bytes(path, LARGEST, str(path)), str(path))


def parse_scene(content: bytes, name: str) -> dict[str, Any]:
    """The scene in these bytes; `name` is how errors call the file.

    Raises:
        BadInput: the bytes are not a scene of this version.
    """
    scene = _json(content, name)
    if not isinstance(scene, dict) or scene.get("format") != FORMAT:
        raise BadInput(f"{name} is not a scene of this program", name)
    version = scene.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"{name} is damaged: its version is {version!r}, expected a whole number", name)
    if version > VERSION:
        raise BadInput(
            f"{name} was made by a newer version of the program (format {version}, known is {VERSION})", name
        )
    _check_types(scene, name)
    if scene["step"] < 0:
        raise BadInput(f"{name} is damaged: step is {scene['step']}, allowed is 0 or more", name)
    _check_twins(scene, name)
    return scene


def _without_head(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in ("format", "version", "program", "view")}


def _encode(scene: Mapping[str, Any]) -> bytes:
    def text(ascii_alone: bool) -> bytes:
        return (json.dumps(scene, allow_nan=False, ensure_ascii=ascii_alone, separators=(",", ":")) + "\n").encode()

    try:
        return text(False)
    except UnicodeEncodeError:  # half a letter somewhere, which only an escape can name; it must not cost the run
        return text(True)


def _json(content: bytes, name: str) -> Any:
    foreign = BadInput(f"{name} is not a scene of this program", name)
    try:
        text = decode(name, content)
    except BadInput:
        raise foreign from None
    try:
        return parse_json(text)
    except NotJson as bad:
        raise (
            BadInput(f"{name} is damaged or cut off{bad.where}", name) if text.lstrip()[:1] == "{" else foreign
        ) from None
    except BadInput as bad:
        raise BadInput(f"{name} is damaged: {bad}", name) from None


def _check_types(scene: Mapping[str, Any], name: str) -> None:
    for key, types in _NEEDED.items():
        if key not in scene:
            raise BadInput(f"{name} is damaged: {key} is missing", name)
        _check_type(key, scene[key], types, name)
    for key, types in _ALLOWED.items():
        if key in scene:
            _check_type(key, scene[key], types, name)
    for number, entry in enumerate(scene["log"]):
        _check_type(f"log[{number}]", entry, (dict,), name)


def _check_twins(scene: Mapping[str, Any], name: str) -> None:
    """Runs beside the first one, each as complete as a scene of its own."""
    twins = scene.get("twins")
    if twins is None:
        return
    version = twins.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"{name} is damaged: the version of its twins is {version!r}, expected a whole number", name)
    if version > TWINS:
        raise BadInput(f"{name} was made by a newer version of the program (twins {version}, known is {TWINS})", name)
    for key in ("names", "titles", "runs"):
        _check_type(f"twins.{key}", twins.get(key), (list,), name)
    if not all(isinstance(words, str) for words in (*twins["names"], *twins["titles"])):
        raise BadInput(f"{name} is damaged: the names of its twins are not text", name)
    for run in twins["runs"]:
        _check_type("twins.runs", run, (dict,), name)
        _check_types(run, f"{name}, in its twins,")


def _check_type(key: str, value: Any, types: tuple[type, ...], name: str) -> None:
    if not isinstance(value, types) or isinstance(value, bool):
        wanted = " or ".join(_WORDS[kind] for kind in types)
        raise BadInput(f"{name} is damaged: {key} is not {wanted}", name)


def _size(number: int) -> str:
    return f"{number / 1e6:.0f} MB"
