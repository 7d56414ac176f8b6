"""Clocks and memory as a process reads them, without what others on the machine took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

_COARSE = 1e-4  # s; a clock of processor time that ticks slower cannot time a painting

# Drawing is computing: the time that others had the processor meanwhile is not its own.
_fine = time.get_clock_info("thread_time").resolution < _COARSE
drawing_clock = time.thread_time if _fine else time.perf_counter


class Moment(NamedTuple):
    """A time, and how long window and engine had waited for a processor until then, all in seconds."""

    time: float
    window: float = 0.0
    engine: float = 0.0

    def since(self, before: Moment) -> float:
        """The time that passed, without the longer of the two waits: what others took is not the program's."""
        return self.time - before.time - max(self.window - before.window, self.engine - before.engine)


def moment(engine: int | None = None) -> Moment:
    """Now, in this process and that of the engine, if there is one."""
    return Moment(time.perf_counter(), waiting_time(os.getpid()), waiting_time(engine))


def clock(engine: int | None = None) -> float:
    """The time of day, without what others took of the processor since this process, or that of the engine, began."""
    return time.time() - max(waiting_time(os.getpid()), waiting_time(engine))


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def waiting_time(pid: int | None) -> float:
    """How long a process has waited for a processor since it began, in seconds; 0 where the system does not tell."""
    path = Path(f"/proc/{pid}/schedstat")
    try:
        return 1e-9 * float(path.read_text().split()[1])
    except (OSError, IndexError):
        return 0.0


def memory(pid: int) -> float:
    """The resident memory of a process in bytes."""
    status = Path(f"/proc/{pid}/statm")
    if status.exists():
        return float(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        words = ["tasklist", "/fi", f"PID eq {pid}", "/fo", "csv", "/nh"]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return 1024 * float("".join(letter for letter in said.rsplit('","', 1)[1] if letter.isdigit()))
    words = ["ps", "-o", "rss=", "-p", str(pid)]
    return 1024 * float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
