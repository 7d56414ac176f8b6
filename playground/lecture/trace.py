"""Where a process stood when it crashed or did not answer.

A thread writes it down while Python runs. Python's fault handler is in C and asks for no lock of the interpreter, so it
writes when a library crashes, or hangs and lets no thread run; it must not look at frames that run meanwhile, which can
take the process down, and so the thread holds it off. A crash leaves the file behind, and the next start finds it by
the lock that the dead process no longer holds.
"""

from __future__ import annotations

import faulthandler
import secrets
import sys
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO

from playground.lecture.folders import make_private, state_folder
from playground.lecture.locks import is_held, take

_LOOK = 0.25  # of the seconds in which the process must answer: how often the thread looks


class Trace:
    """The file of this process; where it cannot be made, everything else works without it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or state_folder() / "trace"
        self._path = self._folder / f"{secrets.token_hex(8)}.trace"
        self._lock: IO[bytes] | None = None
        self._file: IO[bytes] | None = None
        self._writing = threading.Lock()
        self._last = self._written = 0.0
        self._seconds = 0.0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> bool:
        """Begins to wait for a crash; false where the file cannot be made."""
        try:
            make_private(self._folder)
            self._lock = self._path.with_suffix(".lock").open("wb")
            take(self._lock)
            self._file = self._path.open("w+b", buffering=0)
        except OSError:
            return False
        faulthandler.enable(self._file)
        return True

    def alive(self, seconds: float) -> None:
        """The process answers; unless it says so again within these seconds, it is written where it stands."""
        if self._file is None:
            return
        self._last, self._seconds = time.monotonic(), seconds
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="freeze watch", daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        """Writes once for each time without an answer."""
        while not self._stopping.wait(_LOOK * self._seconds):
            with self._writing:
                if self._file is None:
                    return
                faulthandler.dump_traceback_later(2 * self._seconds, file=self._file)
                silent = time.monotonic() - self._last
                if silent > self._seconds and self._written != self._last:
                    self._written = self._last
                    self._file.write(f"No answer for {silent:.1f} s\n{stacks()}".encode(errors="replace"))

    def read(self) -> str:
        """What was written since the last time, and begins anew."""
        if self._file is None:
            return ""
        with self._writing:
            self._file.seek(0)
            text = self._file.read().decode(errors="replace")
            if text:
                self._file.seek(0)
                self._file.truncate()
        return text

    def stop(self) -> None:
        """The process ends in order: nothing is left behind."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        if self._file is not None:
            faulthandler.cancel_dump_traceback_later()
            faulthandler.disable()
            self._file.close()
        if self._lock is not None:
            self._lock.close()
        self._file = self._lock = None
        _remove(self._path)

    def left(self) -> list[str]:
        """What processes wrote that died without an end; they are forgotten."""
        found = []
        for path in sorted(self._folder.glob("*.trace")):
            if path != self._path and not is_held(path.with_suffix(".lock")):
                with suppress(OSError):
                    found.append(path.read_text(errors="replace"))
                _remove(path)
        return [text for text in found if text.strip()]


def stacks() -> str:
    """Where each thread of this process stands, as text."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    found = sys._current_frames().items()
    parts = ["".join([f"Thread {names.get(number, number)}:\n", *traceback.format_stack(at)]) for number, at in found]
    return "\n".join(parts)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
        path.with_suffix(".lock").unlink(missing_ok=True)
