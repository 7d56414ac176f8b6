"""A process of this program that makes a file: started, listened to, called off, and put away. No Qt."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playground.lecture.parent import with_parent

_PATIENCE = 2.0  # s that a process has to take its unfinished file away before it is killed
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # on Windows a console would open


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """How far it is.

    Attributes:
        done: pictures made.
        total: pictures in all.
        words: both and the time left, in words.
    """

    done: int
    total: int
    words: str


@dataclass(frozen=True, slots=True)
class ExportEnd:
    """It has ended.

    Attributes:
        status: the exit status; below zero: a signal ended it.
        sentences: its sentences for the user.
    """

    status: int
    sentences: tuple[str, ...]


class Child:
    """One process with a thread that reads what it says.

    Attributes:
        folder: for the files that it reads; it goes with the process.
    """

    def __init__(self, deliver: Callable[[ExportProgress | ExportEnd], None]) -> None:
        """Not started yet.

        Args:
            deliver: is called in the thread that reads; the last message is `ExportEnd`.
        """
        self._deliver = deliver
        self._holder = TemporaryDirectory(prefix="playground-", ignore_cleanup_errors=True)
        self.folder = Path(self._holder.name)
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._watches_input = False

    def start(self, command: Sequence[str]) -> None:
        """Starts the process.

        Args:
            command: the program and its arguments; with `--progress` the end of its input calls it off.

        Raises:
            OSError: it cannot be started.
        """
        self._watches_input = "--progress" in command
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                creationflags=_NO_WINDOW,
                env={**os.environ, **with_parent()},
            )
        self._thread = Thread(target=self._read, args=(self._process,), name="export reader", daemon=True)
        self._thread.start()

    @property
    def _errors(self) -> Path:
        return self.folder / "errors.txt"

    def cancel(self) -> None:
        """Asks it to end; it takes its unfinished file away first."""
        process = self._process
        if process is None or process.stdin is None:
            return
        with suppress(OSError):
            process.stdin.close()
        # The signal reaches it while it still plays to its first picture. Windows knows only killing.
        if os.name == "posix" or not self._watches_input:
            process.terminate()

    def close(self) -> None:
        """Ends it if it still runs, and waits until nothing of it is left."""
        self.cancel()
        if self._process is not None and self._thread is not None:
            self._thread.join(_PATIENCE)
            if self._thread.is_alive():
                self._process.kill()
                self._thread.join()
        self._holder.cleanup()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if (told := _read_progress(line)) is not None:
                    self._deliver(told)
        status = process.wait()
        self._deliver(ExportEnd(status, _sentences(self._errors.read_text(encoding="utf-8", errors="replace"))))


def _read_progress(line: bytes) -> ExportProgress | None:
    """A line of progress; None for any other."""
    try:
        found = json.loads(line)
        return ExportProgress(int(found["done"]), int(found["total"]), str(found["words"]))
    except (ValueError, TypeError, KeyError):
        return None


def _sentences(errors: str) -> tuple[str, ...]:
    """What the program said to the user, without what libraries said."""
    head = "playground: "
    return tuple(line.removeprefix(head) for line in errors.splitlines() if line.startswith(head))
