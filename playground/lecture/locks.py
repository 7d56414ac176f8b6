"""Locks that the system takes from a dead process: neither a reused process number nor a clock can mislead."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def take(lock: IO[bytes]) -> None:
    """Takes a lock without waiting; it lasts until the file is closed or the process ends.

    Raises:
        OSError: another program, or this one, holds it.
    """
    if sys.platform == "win32":
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(path: Path) -> bool:
    """Whether a living program holds the lock of this file; a file that is missing is held by nobody."""
    try:
        with path.open("rb+") as lock:
            take(lock)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
