"""Scenes that this user has saved or opened before: they need not be tried again. Hashes alone are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes, write_bytes
from playground.lecture.folders import make_private, state_folder

MOST = 1000
_LETTERS = 32  # of a hash
_HEAD = ("format", "version", "program", "view")  # what saving adds or changes


def is_known(scene: Mapping[str, Any]) -> bool:
    """Whether a scene was saved or opened here."""
    return _hash(scene) in _kept()


def remember(scene: Mapping[str, Any]) -> None:
    """From now on a scene is known; a place that cannot be written stops nothing."""
    mark, kept = _hash(scene), _kept()
    if mark in kept:
        return
    try:
        make_private(_file().parent)
        write_bytes(_file(), "".join(f"{one}\n" for one in [*kept[1 - MOST :], mark]).encode())
    except (OSError, BadInput):
        return


def _hash(scene: Mapping[str, Any]) -> str:
    content = {name: value for name, value in scene.items() if name not in _HEAD}
    return blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=_LETTERS // 2).hexdigest()


def _file() -> Path:
    return state_folder() / "known-scenes"


def _kept() -> list[str]:
    try:
        lines = read_bytes(_file(), 2 * MOST * (_LETTERS + 1)).decode("ascii").splitlines()
    except ValueError:  # there is none, or it is broken: scenes are tried once more
        return []
    return [line for line in lines if len(line) == _LETTERS]
