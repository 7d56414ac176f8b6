"""The process that the bench looks at: the real window, playing flat out and acted upon, timing itself.

Started with an order in JSON; prints one JSON object.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.ui.start import Application

WARM_UP = 1.0
GESTURES = 40
MEMORY_FROM = 300.0
_POLL = 20  # ms between looks while waiting for a phase to end
_GIVE_UP = 30.0


class Probe:
    """Drives the window through its phases and keeps what it sees.

    Attributes:
        found: the measurements by name, in seconds, bytes or steps a second.
        trouble: why a phase was not reached, or empty.
        paints: the times that painting took.
    """

    def __init__(self, app: Application, order: dict[str, Any]) -> None:
        self.found: dict[str, float] = {}
        self.trouble = ""
        self.paints: list[float] = []
        self._app = app
        self._order = order
        self._times: list[float] = []
        self._latencies: list[float] = []
        self._acted: tuple[float, int] | None = None
        self._wait(lambda: "first_frame" in self.found, self._first_frame)

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

    def _first_frame(self) -> None:
        """The first frame is on screen: play the preset that does not stop, flat out."""
        controller = self._app.controller
        assert controller is not None
        assert self._app.window.page is not None
        controller.open(self._order["concept"], preset=self._order["preset"])
        controller.set_speed("fast")
        controller.play()
        self._app.window.page.stage.painted.connect(self._painted)
        begin = time.perf_counter()
        self._wait(lambda: self.frame().step > 0 and time.perf_counter() - begin > WARM_UP, self._measure)

    def _measure(self) -> None:
        """Frames, undisturbed."""
        from PySide6.QtCore import QTimer

        self._times.clear()
        self.paints.clear()
        seconds = self._order["seconds"]
        if seconds > MEMORY_FROM:
            QTimer.singleShot(int(1000 * MEMORY_FROM), lambda: self.found.update(memory_start=memory()))
        QTimer.singleShot(int(1000 * seconds), self._measured)

    def _measured(self) -> None:
        controller = self._app.controller
        assert controller is not None
        assert controller.state.panel is not None
        intervals = [b - a for a, b in zip(self._times, self._times[1:], strict=False)]
        self.found |= {
            "interval_p95": quantile(intervals, 0.95),
            "interval_p99": quantile(intervals, 0.99),
            "paint_p95": quantile(self.paints, 0.95),
            "steps_per_second": controller.state.panel.steps_per_second,
            "memory_end": memory(),
        }
        if self._order["gesture"] is None:
            self._app.qt.quit()
        else:
            self._act()

    def _act(self) -> None:
        gesture, page = self._order["gesture"], self._app.window.page
        assert page is not None
        self._acted = (time.perf_counter(), self.frame().epoch)
        page.stage.gesture.emit(gesture["kind"], gesture["values"], "")

    def _painted(self) -> None:
        """A frame is on screen."""
        from PySide6.QtCore import QTimer

        now = time.perf_counter()
        self._times.append(now)
        if self._acted is not None and self.frame().epoch > self._acted[1]:
            self._latencies.append(now - self._acted[0])
            self._acted = None
            if len(self._latencies) < GESTURES:
                # At another place between two frames each time.
                QTimer.singleShot(30 + 7 * len(self._latencies) % 17, self._act)
            else:
                self.found["gesture_p95"] = quantile(self._latencies, 0.95)
                self._app.qt.quit()


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def memory() -> float:
    """The resident memory of this process in bytes."""
    import os

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
        started = time.perf_counter()
        paint(canvas, event)
        if probes:
            probes[0].paints.append(time.perf_counter() - started)
        if probes and probes[0].frame() is not None:
            probes[0].found.setdefault("first_frame", time.time())

    Canvas.paintEvent = timed_paint  # type: ignore[method-assign, assignment]


def main() -> None:
    """Opens the window on the ordered concept, measures, and prints."""
    order = json.loads(sys.argv[1])
    from playground.ui.start import Application

    marks: dict[str, float] = {}
    probes: list[Probe] = []
    begin = Application._start

    def timed_start(app: Application) -> None:
        marks["first_window"] = time.time()
        begin(app)
        time_paints(probes)

    Application._start = timed_start  # type: ignore[method-assign, assignment]
    app = Application(sys.argv[:1])
    app.window.resize(1280, 720)
    try:
        app.open_first(order["concept"])
        probes.append(Probe(app, order))
        app.execute()
    finally:
        app.close()
    if probes[0].trouble:
        sys.exit(probes[0].trouble)
    print(json.dumps({**marks, **probes[0].found}), flush=True)  # noqa: T201  the answer to the bench
