"""Settings of the window that outlive it, as a small JSON file; a broken file is set aside and counts as none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.files import is_there, read_bytes, write_bytes
from playground.engine.reading.strict_json import parse_json
from playground.engine.reading.text import decode
from playground.lecture.anonymise import short_path
from playground.lecture.folders import make_private, state_folder

RECENT = 10
LARGEST = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Settings:
    """What the window finds again.

    Attributes:
        theme: light, dark or projector.
        scale: the user's text factor.
        recent: paths of scenes, the newest first, at most ten.
        window: geometry and open parts of the window, as plain JSON values.
        hinted: concepts whose first-run hint was seen.
        challenges: those that were done, as panel/name.
        tasks: whether challenges are offered.
    """

    theme: str = "light"
    scale: float = 1.0
    recent: tuple[str, ...] = ()
    window: Mapping[str, Any] = field(default_factory=dict)
    hinted: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    tasks: bool = True


def settings_file() -> Path:
    """Where the settings are."""
    return state_folder() / "settings.json"


def open_settings(path: Path | None = None) -> tuple[Settings, str]:
    """The settings in a file, and what to say where it is broken: it is set aside, so that nothing in it is lost."""
    target = path or settings_file()
    if not is_there(target):
        return Settings(), ""
    try:
        raw = parse_json(decode(target.name, read_bytes(target, LARGEST)))
    except BadInput:
        raw = None
    if not isinstance(raw, dict):
        return Settings(), f"The settings were broken and start afresh{_set_aside(target)}"
    found = _settings(raw)
    kept = json.loads(json.dumps(asdict(found)))
    wrong = [name for name in kept if name in raw and kept[name] != raw[name]]
    if not wrong:
        return found, ""
    return found, f"These settings were broken and start afresh: {', '.join(wrong)}{_set_aside(target)}"


def _set_aside(path: Path) -> str:
    """Moves a broken file out of the way; returns where it is now, as the end of a sentence."""
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    try:
        path.replace(aside)
    except OSError:
        return ""
    return f"; the old file is {short_path(aside)}"


def write_settings(settings: Settings, path: Path | None = None) -> bool:
    """Writes the settings atomically; false when the place cannot be written, which must never stop a lecture."""
    target = path or settings_file()
    try:
        make_private(target.parent)
        write_bytes(target, json.dumps(asdict(settings), indent=1, allow_nan=False).encode())
    except (OSError, ValueError):
        return False
    return True


def _settings(raw: Mapping[str, Any]) -> Settings:
    good: dict[str, Any] = {}
    for entry in fields(Settings):
        value = raw.get(entry.name)
        match entry.name:
            case "theme" if isinstance(value, str):
                good["theme"] = value
            case "scale" if isinstance(value, int | float) and not isinstance(value, bool) and 0.5 <= value <= 4:
                good["scale"] = float(value)
            case "tasks" if isinstance(value, bool):
                good["tasks"] = value
            case "recent" | "hinted" | "challenges" if isinstance(value, list):
                good[entry.name] = tuple(word for word in value if isinstance(word, str))
            case "window" if isinstance(value, dict):
                good["window"] = value
    good["recent"] = good.get("recent", ())[:RECENT]
    return Settings(**good)
