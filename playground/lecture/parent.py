"""A process that has no purpose without the one that started it, as an export without its window."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Mapping

_NAME = "PLAYGROUND_PARENT"
_LOOK = 0.5  # seconds between two looks


def with_parent() -> Mapping[str, str]:
    """What the environment of a process holds that shall end with this one."""
    return {_NAME: str(os.getpid())}


def end_with_parent() -> None:
    """Ends this process in order soon after its parent, where that has asked for it; Windows does not tell of that."""
    parent = os.environ.pop(_NAME, "")
    if parent.isdecimal():
        end_with(int(parent))


def end_with(parent: int) -> None:
    """Ends this process in order soon after another one, its parent."""
    if os.name == "posix":
        threading.Thread(target=_watch, args=(parent,), name="parent watch", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
