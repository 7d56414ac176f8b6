"""Where the program keeps what is the user's own, autosaved sessions and settings, and what it can make again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "ml-playground"
PRIVATE = 0o700
_NOWHERE = Path(os.sep) / "nonexistent"


def home() -> Path:
    """The user's home; where there is none, a place that cannot be written, of which each writer says so."""
    try:
        return Path.home()
    except RuntimeError:
        return _NOWHERE


def make_private(folder: Path) -> None:
    """Makes a folder; others are kept out of it, and of all that lies in the program's state.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
    state = state_folder()
    for own in {folder, state} if state in (folder, *folder.parents) else ():
        if own.stat().st_mode & 0o077:
            own.chmod(PRIVATE)


def state_folder(env: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder for the program's state, by the custom of the platform; it need not exist yet.

    `XDG_STATE_HOME` or ~/.local/state on Linux, `LOCALAPPDATA` or `APPDATA` on Windows, ~/Library on a Mac.
    """
    env = os.environ if env is None else env
    if platform == "win32":
        base = env.get("LOCALAPPDATA") or env.get("APPDATA")
        return (Path(base) if base else home() / "AppData" / "Local") / NAME
    if platform == "darwin":
        return home() / "Library" / "Application Support" / NAME
    base = env.get("XDG_STATE_HOME")
    return (Path(base) if base and Path(base).is_absolute() else home() / ".local" / "state") / NAME


def cache_folder(env: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder for what can be made again, by the custom of the platform; it need not exist yet.

    `XDG_CACHE_HOME` or ~/.cache on Linux, below the state on Windows, ~/Library/Caches on a Mac.
    """
    env = os.environ if env is None else env
    if platform == "win32":
        return state_folder(env, platform) / "cache"
    if platform == "darwin":
        return home() / "Library" / "Caches" / NAME
    base = env.get("XDG_CACHE_HOME")
    return (Path(base) if base and Path(base).is_absolute() else home() / ".cache") / NAME
