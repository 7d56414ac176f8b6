"""The last of a process that used Qt: it ends as it is, before Qt's objects are taken down without their Python halves.

PySide goes over all its wrappers when the interpreter ends, and may touch one that is freed already; Qt's own objects
come after it, and call Python that is gone. Either ends a process with a fault of memory whose work was done.
"""

from __future__ import annotations

import atexit
import os
import sys


class Leave:
    """How this process leaves, once its status is known; whatever else waits for its end has its turn before."""

    def __init__(self) -> None:
        """To be made before anything is imported that waits for the end: what is registered first comes last."""
        self._status: int | None = None
        atexit.register(self._leave)

    def with_status(self, status: int) -> int:
        """Keeps the status, and returns it."""
        self._status = status
        if (core := sys.modules.get("PySide6.QtCore")) is not None:
            atexit.unregister(vars(core)["__moduleShutdown"])
        return status

    def _leave(self) -> None:
        if self._status is None or "PySide6.QtCore" not in sys.modules:
            return
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):  # there is none, or nobody reads it any more
                continue
        os._exit(self._status)
