"""Where the pictures of presets are kept on the user's machine, and for how long they are true."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Any

from playground import __version__
from playground.lecture.folders import cache_folder

Presets = Mapping[str, Mapping[str, Any]]


def preset_picture(folder: Path, preset: str, theme: str) -> Path:
    """The file of one preset in the folder of its panel."""
    return folder / f"{preset}-{theme}.png"


def picture_folder(concept_id: str, presets: Presets) -> Path:
    """The folder of a panel's pictures: another one when the program, the panel's code or its presets change."""
    spec = find_spec(f"playground.concepts.{concept_id}")
    places = spec.submodule_search_locations if spec is not None else None
    files = [file for place in places or () for file in Path(place).glob("*.py")]
    newest = max((file.stat().st_mtime_ns for file in files), default=0)
    told = json.dumps([__version__, newest, presets], default=str, sort_keys=True)
    key = blake2b(told.encode(), digest_size=6).hexdigest()
    return cache_folder() / "thumbnails" / f"{concept_id}-{key}"


def missing(concept_id: str, presets: Presets, theme: str) -> bool:
    """Whether a preset has no picture yet."""
    folder = picture_folder(concept_id, presets)
    return not all(preset_picture(folder, name, theme).exists() for name in presets)


def forget_others(concept_id: str, folder: Path) -> None:
    """Removes the pictures of a panel that are true no more."""
    for old in folder.parent.glob(f"{concept_id}-*"):
        if old != folder and len(old.name) == len(folder.name):
            rmtree(old, ignore_errors=True)
