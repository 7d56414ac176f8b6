"""When steps are due and when a frame may leave. All times are seconds of one clock; nothing here waits."""

from __future__ import annotations

import math
from collections import deque

FRAMES_PER_SECOND = 62.0  # a 16 ms raster, which a 60 Hz screen never outruns
PERIOD = 1.0 / FRAMES_PER_SECOND
SLICE = 0.002  # the engine steps this long, then looks for commands
FRAME_SHARE = 2.0  # a frame that takes long leaves half its time to steps
FLAT_OUT_SHARE = 5.0  # and four fifths of it where they go as fast as they can
SELDOM = 1.0 / 30.0  # but frames come no more seldom for that
MOST_BEHIND = 0.1  # what a late clock makes up; the rest is dropped
RATE_WINDOW = 0.5


class StepPace:
    """The clock of a group: how many steps are due. The size of a step never depends on it.

    Attributes:
        rate: steps per second; None: as fast as possible.
    """

    def __init__(self, rate: float | None) -> None:
        self.rate = rate
        self._next = 0.0

    def start(self, now: float) -> None:
        """The clock begins to run: the first step is due at once."""
        self._next = now

    def change(self, rate: float | None, now: float) -> None:
        """Another rate from now on."""
        self.rate = rate
        self._next = min(self._next, now + 1.0 / rate) if rate else now

    def due(self, now: float) -> float:
        """How many whole steps are due; infinity when flat out."""
        if self.rate is None:
            return math.inf
        self._next = max(self._next, now - MOST_BEHIND)
        return 0 if now < self._next else 1 + math.floor((now - self._next) * self.rate)

    def took(self, steps: int) -> None:
        """So many steps were taken."""
        if self.rate is not None:
            self._next += steps / self.rate

    def wait(self, now: float) -> float:
        """How long until the next step is due."""
        return 0.0 if self.rate is None else max(0.0, self._next - now)


class FramePace:
    """A regular raster for frames, with earlier ones for what a hand just did."""

    def __init__(self) -> None:
        self._due = -math.inf
        self._last = -math.inf
        self._cost = 0.0  # of the frame before

    def wait(self, now: float, urgent: bool) -> float:
        """How long until a frame may leave; an urgent one need not wait for the raster."""
        due = min(self._due, self._last + PERIOD / 2) if urgent else self._due
        return max(0.0, due - now)

    def note_frame(self, started: float, ended: float, flat_out: bool = False) -> None:
        """A frame was made and sent between these times; `flat_out`: while steps are taken as fast as they can."""
        cost = ended - started
        interval = max(PERIOD, FRAME_SHARE * cost)
        if flat_out:  # by the smaller of two, so that one that was held up does not delay the next
            interval = max(interval, min(FLAT_OUT_SHARE * min(cost, self._cost), SELDOM))
        self._cost = cost
        on_time = started - self._due < interval
        self._due = (self._due if on_time else started) + interval
        self._last = started


class Rate:
    """Steps per second, measured over the last half second or the last two steps of a slow clock."""

    def __init__(self) -> None:
        self._total = 0
        self._marks: deque[tuple[float, int]] = deque()

    def start(self, now: float) -> None:
        """Begin anew."""
        self._total = 0
        self._marks = deque([(now, 0)])

    def add(self, steps: int, now: float, pace: float | None) -> None:
        """So many steps were taken by now."""
        self._total += steps
        self._marks.append((now, self._total))
        span = max(RATE_WINDOW, 2.0 / pace) if pace else RATE_WINDOW
        while len(self._marks) > 2 and self._marks[1][0] <= now - span:
            self._marks.popleft()

    def value(self) -> float:
        """Steps per second; 0 before anything was measured."""
        if len(self._marks) < 2:
            return 0.0
        (t0, n0), (t1, n1) = self._marks[0], self._marks[-1]
        return (n1 - n0) / (t1 - t0) if t1 > t0 else 0.0
