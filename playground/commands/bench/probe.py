"""The process that the bench looks at: the real window, playing flat out and acted upon, timing itself.

Started with an order in JSON; prints one JSON object. What counts for a panel is measured first for one that does
nothing, so that the bench can tell the panel from the machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from playground.commands.bench import null
from playground.engine.frame import STOPPED

if TYPE_CHECKING:
    from playground.ui.system.application import Application

WARM_UP = 1.0
NULL_SECONDS = 2.0
GESTURES = 40
MEMORY_FROM = 300.0
_KEPT = 20_000  # of the newest frames: an hour of them would be memory of the probe's own
_POLL = 20  # ms between looks while waiting for a phase to end
_GIVE_UP = 90.0
_LEAST_FRAMES = 3
_COARSE = 1e-4  # s; a clock of processor time that ticks slower cannot time a painting

# Painting is computing: the time that others had the processor meanwhile is not its own.
_fine = time.get_clock_info("thread_time").resolution < _COARSE
paint_clock = time.thread_time if _fine else time.perf_counter


class Moment(NamedTuple):
    """A time, and how long window and engine had waited for a processor until then, all in seconds."""

    time: float
    window: float = 0.0
    engine: float = 0.0

    def since(self, before: Moment) -> float:
        """The time that passed, without the longer of the two waits: what others took is not the program's."""
        return self.time - before.time - max(self.window - before.window, self.engine - before.engine)


class Probe:
    """Drives the window through its phases and keeps what it sees.

    Attributes:
        results: the measurements by name, in seconds, bytes or steps a second; those of the null panel as "null_...".
        trouble: why a phase was not reached, or empty.
        paints: the times that painting took, of the newest frames.
    """

    def __init__(self, app: Application, order: dict[str, Any]) -> None:
        self.results: dict[str, float] = {}
        self.trouble = ""
        self.paints: deque[float] = deque(maxlen=_KEPT)
        self._app = app
        self._order = order
        self._phase = ""
        self._gesture: dict[str, Any] | None = None
        self._times: deque[Moment] = deque(maxlen=_KEPT)
        self._latencies: list[float] = []
        self._acted: tuple[Moment, int] | None = None
        self._begun = Moment(0.0)
        self._step = self._steps = 0
        self._wait(lambda: "first_frame" in self.results, self._null)

    def frame(self) -> Any:
        """The newest frame of the panel, or None."""
        controller = self._app.controller
        panel = controller.state.panel if controller is not None else None
        return panel.frame if panel is not None else None

    def _wait(self, test: Callable[[], bool], then: Callable[[], None], since: float | None = None) -> None:
        """Calls `then` once the test holds; gives the whole probe up when that takes too long."""
        from PySide6.QtCore import QTimer

        since = time.perf_counter() if since is None else since
        if test():
            then()
        elif time.perf_counter() - since > _GIVE_UP:
            self.trouble = f"the window did not get past {then.__name__.strip('_')}"
            self._app.qt.quit()
        else:
            QTimer.singleShot(_POLL, lambda: self._wait(test, then, since))

    # ---- phases

    def _null(self) -> None:
        """The first frame is on screen: see what pace the machine leaves to a panel that does nothing."""
        gesture = null.GESTURE if self._order["gesture"] is not None else None
        self._play("null_", null.NULL, "", NULL_SECONDS, gesture)

    def _panel(self) -> None:
        """The preset that does not stop."""
        self._play("", self._order["concept"], self._order["preset"], self._order["seconds"], self._order["gesture"])

    def _play(self, phase: str, concept: str, preset: str, seconds: float, gesture: dict[str, Any] | None) -> None:
        """Plays a panel flat out and measures it once it is warm."""
        controller = self._app.controller
        assert controller is not None
        controller.opening.open(concept, preset=preset)
        controller.clock.set_speed("fast")
        controller.clock.play()
        assert self._app.window.page is not None
        self._app.window.page.stage.painted.connect(self._on_paint)
        self._phase, self._gesture = phase, gesture
        begin = time.perf_counter()

        def warm() -> bool:
            frame = self.frame()
            return frame is not None and frame.step > 0 and time.perf_counter() - begin > WARM_UP

        self._wait(warm, lambda: self._measure(seconds))

    def _measure(self, seconds: float) -> None:
        """Frames, undisturbed."""
        from PySide6.QtCore import QTimer

        self._times.clear()
        self.paints.clear()
        self._steps = 0
        self._begun = self._now()
        if seconds > MEMORY_FROM:
            QTimer.singleShot(int(1000 * MEMORY_FROM), lambda: self.results.update(memory_start=memory()))
        # On a machine that is busy with other things the time may pass without a frame.
        enough = partial(self._wait, lambda: len(self._times) >= _LEAST_FRAMES, self._finish)
        QTimer.singleShot(int(1000 * seconds), enough)

    def _now(self) -> Moment:
        client = self._app.client
        engine = waiting_time(client.pid if client is not None else None)
        return Moment(time.perf_counter(), waiting_time(os.getpid()), engine)

    def _finish(self) -> None:
        begun, ended = self._begun, self._now()
        running = ended.time - begun.time - (ended.engine - begun.engine)
        intervals = [b.since(a) for a, b in pairwise(self._times)]
        found = {
            "interval_p95": quantile(intervals, 0.95),
            "interval_p99": quantile(intervals, 0.99),
            "paint_p95": quantile(list(self.paints), 0.95),
            "steps_per_second": self._steps / running,
            "memory_end": memory(),
        }
        self.results |= {self._phase + name: value for name, value in found.items()}
        self._latencies.clear()
        if self._gesture is None:
            self._next()
        else:
            self._act()

    def _next(self) -> None:
        """The panel after the null panel, then the end."""
        if self._phase:
            self._panel()
        else:
            self._app.qt.quit()

    def _act(self) -> None:
        gesture, page = self._gesture, self._app.window.page
        assert gesture is not None
        assert page is not None
        self._acted = (self._now(), self.frame().epoch)
        page.stage.gesture.emit(gesture["kind"], gesture["values"], "")

    def _on_paint(self) -> None:
        """A frame is on screen."""
        from PySide6.QtCore import QTimer

        now = self._now()
        self._times.append(now)
        self._count_steps()
        if self._acted is not None and self.frame().epoch > self._acted[1]:
            self._latencies.append(now.since(self._acted[0]))
            self._acted = None
            if len(self._latencies) < GESTURES:
                # At another place between two frames each time.
                QTimer.singleShot(30 + 7 * len(self._latencies) % 17, self._act)
            else:
                self.results[self._phase + "gesture_p95"] = quantile(self._latencies, 0.95)
                self._next()

    def _count_steps(self) -> None:
        """Adds the steps since the last frame; a run that has come to its end begins again."""
        controller, frame = self._app.controller, self.frame()
        assert controller is not None
        self._steps += max(0, frame.step - self._step)
        self._step = frame.step
        if frame.status in STOPPED:
            controller.clock.reset()
        elif controller.state.panel is not None and not controller.state.panel.playing:
            controller.clock.play()


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


def memory() -> float:
    """The resident memory of this process in bytes."""
    status = Path("/proc/self/statm")
    if status.exists():
        return float(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        words = ["tasklist", "/fi", f"PID eq {os.getpid()}", "/fo", "csv", "/nh"]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return 1024 * float("".join(letter for letter in said.rsplit('","', 1)[1] if letter.isdigit()))
    words = ["ps", "-o", "rss=", "-p", str(os.getpid())]
    return 1024 * float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def time_paints(probes: list[Probe]) -> None:
    """Has every canvas that is made from now on tell how long it paints; called once the first window is there."""
    from playground.render.canvas import Canvas

    paint = Canvas.paintEvent

    def timed_paint(canvas: Canvas, event: Any) -> None:
        started = paint_clock()
        paint(canvas, event)
        if probes:
            probes[0].paints.append(paint_clock() - started)
        if probes and probes[0].frame() is not None:
            probes[0].results.setdefault("first_frame", time.time())

    Canvas.paintEvent = timed_paint  # type: ignore[method-assign, assignment]


def main() -> None:
    """Opens the window on the ordered concept, measures, and prints."""
    order = json.loads(sys.argv[1])
    from playground.ui.system.application import Application
    from playground.ui.system.start_request import Start

    marks: dict[str, float] = {}
    probes: list[Probe] = []
    begin = Application._start

    def timed_start(app: Application) -> None:
        marks["first_window"] = time.time()
        begin(app)
        time_paints(probes)

    Application._start = timed_start  # type: ignore[method-assign, assignment]
    app = Application(sys.argv[:1], catalog=null.WithNull(), load=null.load)
    app.window.resize(1280, 720)
    try:
        app.open_first(Start(order["concept"]))
        probes.append(Probe(app, order))
        app.execute()
    finally:
        app.close()
    if probes[0].trouble:
        sys.exit(probes[0].trouble)
    print(json.dumps({**marks, **probes[0].results}), flush=True)  # noqa: T201  the answer to the bench
