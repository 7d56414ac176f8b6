"""Paths and texts without the user's home and name."""

from __future__ import annotations

import re
from pathlib import Path

from playground.lecture.folders import home as own_home


def without_names(text: str, home: Path | None = None, user: str | None = None) -> str:
    """A text without the user's home and name in its paths.

    Args:
        text: any text.
        home: the home folder; None: the user's.
        user: the user's name; None: as the system knows it.
    """
    for place in _homes(home):
        # Written with either slash, doubled as in a quoted string, and in any case where the system does not mind.
        pattern = re.escape(place.replace("\\", "/")).replace("/", r"[/\\]{1,2}")
        text = re.sub(rf"{pattern}(?![\w-])", "~", text, flags=re.IGNORECASE)
    name = _user() if user is None else user
    if len(name) > 1:
        text = re.sub(rf"(?<=[/\\]){re.escape(name)}(?=[/\\\s\"']|$)", "USER", text, flags=re.IGNORECASE)
    return text


def _homes(home: Path | None) -> list[str]:
    """The home folder as it is called and as it is reached; none where it is the root, which would be every path."""
    place = home or own_home()
    found = {str(place), str(place.resolve())}
    return sorted((place for place in found if len(Path(place).parts) > 1), key=len, reverse=True)


def _user() -> str:
    import getpass  # imported here: only a report asks for it

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a process without a name, or a system without user names
        return ""


def short_path(path: Path) -> str:
    """A path as people read it, the home as ~."""
    return without_names(str(path), user="")
