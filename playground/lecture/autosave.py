"""Autosaved sessions: every running program keeps the records of its open sessions in a folder of its own.

A program that ends in order removes its folder. One that crashes leaves it, and the next one offers the sessions again.
Whether a program still lives is known by a lock that the operating system takes from a dead process, so that neither a
reused process number nor a changed clock can mislead.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from playground.engine.errors import BadInput
from playground.lecture.folders import PRIVATE, make_private, state_folder
from playground.lecture.locks import is_held, take
from playground.lecture.scene import SUFFIX, read_scene, save_scene


@dataclass(frozen=True, slots=True)
class Leftover:
    """A session that a crashed program left behind.

    Attributes:
        path: its record, a scene file.
        concept: its concept.
        step: the step at which it was saved.
        saved: when, in seconds since 1970.
    """

    path: Path
    concept: str
    step: int
    saved: float

    def read(self) -> dict[str, Any]:
        """The record, as `read_scene` gives it.

        Raises:
            BadInput: it was removed or damaged meanwhile.
        """
        return read_scene(self.path)


class Autosave:
    """The autosaved sessions of this program.

    Failing to autosave must never stop a lecture: `save` says why it did not work, and raises nothing for a full disk.
    """

    def __init__(self, root: Path | None = None) -> None:
        self._root = root or state_folder() / "autosave"
        self._folder: Path | None = None
        self._lock: IO[bytes] | None = None

    def save(self, key: str, record: Mapping[str, Any], view: Mapping[str, Any] | None = None) -> str:
        """Saves one open session atomically, in place of its last record; returns why it could not, or nothing."""
        try:
            save_scene(self._own() / _name(key), record, view)
        except BadInput as bad:
            return str(bad.__cause__.strerror if isinstance(bad.__cause__, OSError) else bad).lower()
        except (OSError, RuntimeError) as error:  # no place that can be written, or no home at all
            return str(getattr(error, "strerror", None) or error).lower()
        return ""

    def forget(self, key: str) -> None:
        """The user closed a session: its record goes."""
        if self._folder is not None:
            (self._folder / _name(key)).unlink(missing_ok=True)

    def leftovers(self) -> list[Leftover]:
        """The sessions of programs that died without a clean exit, the newest first; damaged ones are left out.

        Folders of programs that died before they had saved anything go.
        """
        found = []
        for folder in self._folders():
            if folder != self._folder and not _alive(folder):
                found += [session for path in folder.glob("*" + SUFFIX) if (session := _leftover(path)) is not None]
                if not any(folder.glob("*" + SUFFIX)):
                    _remove(folder)
        return sorted(found, key=lambda session: session.saved, reverse=True)

    def discard(self, leftover: Leftover | None = None) -> None:
        """Removes one session that was left behind, or all of them."""
        if leftover is not None:
            leftover.path.unlink(missing_ok=True)
        for folder in self._folders():
            empty = not any(folder.glob("*" + SUFFIX))
            if folder != self._folder and (leftover is None or empty) and not _alive(folder):
                _remove(folder)

    def clean_exit(self) -> None:
        """The program ends in order: nothing is left to offer."""
        if self._lock is not None:
            self._lock.close()
        if self._folder is not None:
            _remove(self._folder)
        self._lock = self._folder = None

    def leave(self) -> None:
        """The program ends without the user's wish: the next one offers what is here."""
        if self._lock is not None:
            self._lock.close()
        self._lock = self._folder = None

    def _own(self) -> Path:
        if self._folder is None:
            folder = self._root / secrets.token_hex(8)
            make_private(self._root)
            self._lock = _lock_of(folder).open("wb")  # before the folder, which so is never seen without an owner
            try:
                take(self._lock)
                folder.mkdir(mode=PRIVATE)
            except OSError:
                self._lock.close()
                self._lock = None
                _lock_of(folder).unlink(missing_ok=True)
                raise
            self._folder = folder
        return self._folder

    def _folders(self) -> list[Path]:
        return [path for path in self._root.iterdir() if path.is_dir()] if self._root.is_dir() else []


def _name(key: str) -> str:
    return re.sub(r"[^\w-]", "_", key) + SUFFIX


def _lock_of(folder: Path) -> Path:
    return folder.with_suffix(".lock")


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    _lock_of(folder).unlink(missing_ok=True)


def _leftover(path: Path) -> Leftover | None:
    try:
        scene = read_scene(path)
        return Leftover(path, scene["concept"], scene["step"], path.stat().st_mtime)
    except (OSError, BadInput):
        return None


def _alive(folder: Path) -> bool:
    """Whether the program that made the folder still holds its lock."""
    return is_held(_lock_of(folder))
