"""The process that the bench looks at: the real window, playing flat out and acted upon, timing itself.

Started with an order in JSON; prints one JSON object. Frames are measured first for a panel that does nothing, so that
the bench can tell a panel from the machine.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from playground.commands.bench import null
from playground.commands.bench.readings import Moment, clock, drawing_clock, memory, moment, quantile
from playground.commands.bench.script import Script, patience, waiting
from playground.engine.frame import STOPPED

if TYPE_CHECKING:
    from playground.commands.bench.stall import StallMeter
    from playground.engine.frame import Frame
    from playground.ui.controller.controller import Controller
    from playground.ui.controller.state import Speed
    from playground.ui.page import PanelPage
    from playground.ui.system.application import Application

WARM_UP = 0.8
NULL_SECONDS = 2.0
MEMORY_WARM = 5.0
_KEPT = 20_000  # of the newest frames: an hour of them would be memory of the probe's own
_POLL = 10  # ms between looks at what is waited for
_LEAST_FRAMES = 3


class Probe:
    """Drives the window and keeps what it sees.

    Attributes:
        results: times of the start by name, and what was found of each visit and each act.
        trouble: why the script was not played to its end, or empty.
        painting: the processor time that went into paint events since the last frame, in seconds.
        drawing: that into taking its data as well.
        meter: of the event loop.
    """

    def __init__(self, app: Application, order: dict[str, Any], meter: StallMeter) -> None:
        self.app, self.order, self.meter = app, order, meter
        self.results: dict[str, Any] = {"frames": [], "acts": {}}
        self.trouble = ""
        self.painting = self.drawing = 0.0
        self._times: deque[Moment] = deque(maxlen=_KEPT)
        self._breaks: set[float] = set()
        self._paintings: deque[float] = deque(maxlen=_KEPT)
        self._drawings: deque[float] = deque(maxlen=_KEPT)
        self._steps: deque[tuple[int, float]] = deque(maxlen=_KEPT)
        self._latencies: list[float] = []
        self._acted: tuple[Moment, int] | None = None
        self._step = 0
        self._watched: PanelPage | None = None
        self._is_measured = False
        self._play(self._script())

    @property
    def controller(self) -> Controller:
        """That of the window, which is there once the first panel is."""
        assert self.app.controller is not None
        return self.app.controller

    @property
    def page(self) -> PanelPage:
        """The page of panels."""
        assert self.app.window.page is not None
        return self.app.window.page

    def frame(self) -> Frame | None:
        """The newest frame of the panel, or None."""
        controller = self.app.controller
        panel = controller.state.panel if controller is not None else None
        return panel.frame if panel is not None else None

    def _play(self, script: Script) -> None:
        """Plays a script to its end, and the window with it; gives up where a test does not come to hold."""
        from PySide6.QtCore import QTimer

        test, since = next(script), time.perf_counter()

        def look() -> None:
            nonlocal test, since
            if test():
                try:
                    test, since = next(script), time.perf_counter()
                except StopIteration:
                    self.app.qt.quit()
                    return
            elif time.perf_counter() - since > patience(test):
                name = getattr(test, "__qualname__", type(test).__name__)
                self.trouble = f"the window did not get past {name} at {self._watched and self._watched.concept}"
                self.app.qt.quit()
                return
            QTimer.singleShot(_POLL, look)

        look()

    def _script(self) -> Script:
        from playground.commands.bench import acts

        yield lambda: "first_frame" in self.results
        yield waiting(acts.SETTLE)
        self.results["acts"]["held_first"] = self.meter.read()
        if self.order.get("memory"):
            yield from self._memory(**self.order["memory"])
        if self.order.get("visits"):
            self.meter.stop()  # what it reads would be part of what is measured
            yield from self._visit(null.NULL, "", NULL_SECONDS, null.GESTURE)
            for visit in self.order["visits"]:
                yield from self._visit(**visit)
        for act in self.order.get("acts", ()):
            yield from acts.script(self.controller, self.meter, self.results["acts"], **act)

    # ---- frames

    def _visit(
        self, concept: str, preset: str, seconds: float, gesture: dict[str, Any] | None, goes_on: bool = True
    ) -> Script:
        """Plays a panel and measures it once it is warm: flat out, or a run that ends soon at its usual pace."""
        found: dict[str, float] = {}
        yield from self._played(concept, preset, "fast" if goes_on else "normal")
        if seconds:
            for kept in (self._times, self._paintings, self._drawings, self._steps):
                kept.clear()
            self._breaks.clear()
            self._is_measured = True
            yield waiting(seconds)
            # On a machine that is busy with other things the time may pass without a frame.
            yield lambda: len(self._times) > _LEAST_FRAMES
            self._is_measured = False
            found |= self._painted()
            if goes_on:
                found |= self._flat_out()
        if gesture is not None:
            self._latencies.clear()
            while len(self._latencies) < self.order["gestures"]:
                before = len(self._latencies)
                yield waiting(0.025 + 0.001 * (7 * before % 17))  # at another place between two frames each time
                self._act(gesture)
                yield lambda before=before: len(self._latencies) > before  # type: ignore[misc]
            found["gesture_p95"] = quantile(self._latencies, 0.95)
        self.results["frames"].append(found)

    def _played(self, concept: str, preset: str, speed: Speed) -> Script:
        self.controller.opening.open(concept, preset=preset)
        if self._watched is not self.page:
            self._watched = self.page
            self.page.stage.painted.connect(self._on_paint)
        self.controller.clock.set_speed(speed)
        self.controller.clock.play()

        def is_playing() -> bool:
            frame, panel = self.frame(), self.controller.state.panel
            return frame is not None and panel is not None and panel.declaration.id == concept and frame.step > 0

        yield is_playing
        yield waiting(WARM_UP)

    def _painted(self) -> dict[str, float]:
        return {
            "painting_p95": quantile(list(self._paintings), 0.95),
            "drawing_p95": quantile(list(self._drawings), 0.95),
        }

    def _flat_out(self) -> dict[str, float]:
        pairs = [(a, b) for a, b in pairwise(self._times) if b.time not in self._breaks]
        intervals = [b.since(a) for a, b in pairs]
        steps = sum(taken for taken, _ in self._steps)
        return {
            "interval_p95": quantile(intervals, 0.95),
            "interval_p99": quantile(intervals, 0.99),
            "steps_per_second": steps / max(1e-9, sum(spent for _, spent in self._steps)),
            "frames_per_second": len(intervals) / max(1e-9, sum(intervals)),
        }

    def _act(self, gesture: dict[str, Any]) -> None:
        frame = self.frame()
        assert frame is not None
        self._acted = (self._now(), frame.epoch)
        self.page.stage.gesture.emit(gesture["kind"], gesture["values"], "")

    def _now(self) -> Moment:
        return moment(self.app.client.pid if self.app.client is not None else None)

    def _on_paint(self) -> None:
        """A frame is on screen."""
        now, frame = self._now(), self.frame()
        if frame is None:
            return
        if self._is_measured:
            self._count(now, frame)
        self.painting = self.drawing = 0.0
        self._step = frame.step
        if self._acted is not None and frame.epoch > self._acted[1]:
            self._latencies.append(now.since(self._acted[0]))
            self._acted = None
        if frame.status in STOPPED:
            self.controller.clock.reset()
        elif self.controller.state.panel is not None and not self.controller.state.panel.playing:
            self.controller.clock.play()

    def _count(self, now: Moment, frame: Frame) -> None:
        """Keeps an interval; one in which the run ended or began anew counts for nothing."""
        taken = frame.step - self._step
        if taken < 0 or self._step == 0 or frame.status in STOPPED:
            self._breaks.add(now.time)
        elif self._times:
            last = self._times[-1]
            self._steps.append((taken, now.time - last.time - (now.engine - last.engine)))
        self._times.append(now)
        self._paintings.append(self.painting)
        self._drawings.append(self.drawing)

    # ---- memory

    def _memory(self, concept: str, preset: str, seconds: float, warm: float = MEMORY_WARM) -> Script:
        """How both processes grow while a panel plays flat out."""
        yield from self._played(concept, preset, "fast")
        yield waiting(warm)
        before = self._sizes()
        yield waiting(seconds)
        after = self._sizes()
        self.results["memory"] = {"before": before, "after": after}

    def _sizes(self) -> tuple[float, float]:
        import os

        assert self.app.client is not None
        pid = self.app.client.pid
        assert pid is not None
        return memory(os.getpid()), memory(pid)


def time_drawing(probes: list[Probe]) -> None:
    """Has every picture tell how long drawing takes; called once the first window is there."""
    from playground.render.canvas import Canvas
    from playground.render.figure_view import FigureView

    paint = Canvas.paintEvent

    def timed_paint(canvas: Canvas, event: Any) -> None:
        started = drawing_clock()
        paint(canvas, event)
        spent = drawing_clock() - started
        if probes:
            probes[0].painting += spent
            probes[0].drawing += spent
            if probes[0].frame() is not None:
                client = probes[0].app.client
                if "first_frame" not in probes[0].results:
                    probes[0].results["first_frame"] = clock(client.pid if client is not None else None)

    def timed(take: Callable[..., None]) -> Callable[..., None]:
        def taken(*args: Any) -> None:
            started = drawing_clock()
            take(*args)
            if probes:
                probes[0].drawing += drawing_clock() - started

        return taken

    Canvas.paintEvent = timed_paint  # type: ignore[method-assign, assignment]
    FigureView._take = timed(FigureView._take)  # type: ignore[method-assign]
    FigureView._present = timed(FigureView._present)  # type: ignore[method-assign]


def main() -> None:
    """Opens the window on the ordered concept, measures, and prints."""
    order = json.loads(sys.argv[1])
    from playground.ui.system.application import Application
    from playground.ui.system.start_request import Start

    probes: list[Probe] = []
    marks: dict[str, float] = {}
    begin = Application._start

    def timed_start(app: Application) -> None:
        from playground.commands.bench.stall import StallMeter

        marks["first_window"] = clock()
        probes.append(Probe(app, order, StallMeter()))
        begin(app)
        time_drawing(probes)

    Application._start = timed_start  # type: ignore[method-assign, assignment]
    entry = (sys.executable, "-m", "playground")
    app = Application(sys.argv[:1], catalog=null.WithNull(), load=null.load, entry=entry)
    app.window.resize(1280, 720)
    try:
        app.open_first(Start(order["first"]))
        app.execute()
    finally:
        app.close()
    if probes[0].trouble:
        sys.exit(probes[0].trouble)
    print(json.dumps({**marks, **probes[0].results}), flush=True)  # noqa: T201  the answer to the bench
