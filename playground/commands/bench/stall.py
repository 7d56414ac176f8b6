"""How long the event loop of the window is held, and by what."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from types import FrameType
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer

from playground.commands.bench.readings import Moment, moment

BEAT = 2  # ms between two signs of life of a loop that is free
_LOOK = 0.005  # s between two looks at a loop that is held
_LONG = 0.02  # s from which on it is looked at
_PACKAGE = "playground"
_OUTSIDE = ("playground.commands.bench", "playground.ui.system.application.execute")  # round every callback


class Held(NamedTuple):
    """The longest time without a sign of life.

    Attributes:
        seconds: how long, without what other processes took.
        where: which functions of the window were at it, by samples; empty where it was short.
    """

    seconds: float
    where: str


class StallMeter(QObject):
    """Watches the loop of the thread in which it is made, by a timer in it and a thread beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()
        self._last = moment()
        self._longest = Held(0.0, "")
        self._samples: list[tuple[str, ...]] = []
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self.beat)
        self._timer.start()
        threading.Thread(target=self._watch, name="stall meter", daemon=True).start()

    def start(self) -> None:
        """Forgets what was, for another act that begins now."""
        self._last, self._longest = moment(), Held(0.0, "")
        self._samples.clear()

    def read(self) -> Held:
        """The longest time since `start`."""
        self.beat()
        return self._longest

    def beat(self) -> None:
        """A sign of life."""
        now = moment()
        held = now.since(self._last)
        self._last = now
        samples, self._samples = self._samples, []
        if held > self._longest.seconds:
            self._longest = Held(held, _words(samples))

    def stop(self) -> None:
        """No more is watched."""
        self._timer.stop()
        self._ended.set()

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK):
            last: Moment = self._last
            if time.perf_counter() - last.time > _LONG:
                frame = sys._current_frames().get(self._thread)
                stack = _stack(frame)
                del frame  # it would keep what the window has long left
                if self._last is last:
                    self._samples.append(stack)


def _stack(frame: FrameType | None) -> tuple[str, ...]:
    """The functions of the program in a stack, the outermost first, without those of the bench."""
    names = []
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        name = f"{module}.{frame.f_code.co_name}"
        if module.split(".")[0] == _PACKAGE and not name.startswith(_OUTSIDE):
            names.append(name.removeprefix(f"{_PACKAGE}."))
        frame = frame.f_back
    return tuple(reversed(names))


def _words(samples: list[tuple[str, ...]]) -> str:
    """The callback that was there most often and the innermost function in it, with their shares of the samples."""
    if not samples:
        return ""
    outer, times = Counter(stack[0] if stack else "Qt itself" for stack in samples).most_common(1)[0]
    words = f"{outer} ({times / len(samples):.0%})"
    within = Counter(stack[-1] for stack in samples if len(stack) > 1 and stack[0] == outer).most_common(1)
    return f"{words}, in it {within[0][0]} ({within[0][1] / len(samples):.0%})" if within else words
