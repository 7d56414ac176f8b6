"""How well an engine process keeps up: frames, gestures, and the cost of everything round a step. For `bench`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED, View
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient

_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Intervals:
    """Quantiles of measured times in seconds, and how many there were."""

    p50: float
    p95: float
    p99: float
    count: int

    @classmethod
    def of(cls, seconds: list[float]) -> Intervals:
        """The quantiles of these times."""
        p50, p95, p99 = (float(q) for q in np.quantile(seconds, [0.5, 0.95, 0.99]))
        return cls(p50, p95, p99, len(seconds))


@dataclass(frozen=True, slots=True)
class Throughput:
    """What a playing engine did.

    Attributes:
        frames: the times between frames, flat out.
        gestures: the times from a gesture to the first frame that shows it.
        steps_per_second: flat out, with frames.
    """

    frames: Intervals
    gestures: Intervals
    steps_per_second: float


class _Stand:
    """Stands in for a window that takes `draw_seconds` to draw a frame, then asks for the next."""

    def __init__(self, draw_seconds: float) -> None:
        self.client: EngineClient | None = None
        self.arrivals: list[tuple[float, m.FrameMessage]] = []
        self.trouble = ""
        self._draw_seconds = draw_seconds
        self._news = threading.Condition()

    def deliver(self, message: m.Message) -> None:
        now = time.perf_counter()
        with self._news:
            if isinstance(message, m.FrameMessage):
                self.arrivals.append((now, message))
            elif isinstance(message, m.Refused | m.Fault):
                self.trouble = message.sentence
            self._news.notify_all()
        if isinstance(message, m.FrameMessage) and self.client is not None:
            time.sleep(self._draw_seconds)
            self.client.send(message.group, m.Ask())

    def wait(self, test: Callable[[m.FrameMessage], bool], start: int = 0) -> float:
        """When the first frame message from number `start` on that passes the test came.

        Raises:
            RuntimeError: none came, or the engine refused something.
        """
        at = start

        def found() -> bool:
            nonlocal at
            while at < len(self.arrivals) and not test(self.arrivals[at][1]):
                at += 1
            return at < len(self.arrivals) or bool(self.trouble)

        with self._news:
            if not self._news.wait_for(found, _PATIENCE) or self.trouble:
                raise RuntimeError(self.trouble or "the engine sent no frame")
            return self.arrivals[at][0]


def throughput(
    load: Callable[[str], Concept],
    concept_id: str,
    params: Mapping[str, Any] | None = None,
    *,
    gesture: Callable[[int], tuple[str, Mapping[str, Any]]],
    seconds: float = 3.0,
    gestures: int = 40,
    draw_seconds: float = 0.004,
    view: View | None = None,
) -> Throughput:
    """Play a concept flat out in an engine process of its own, and act on it meanwhile.

    Args:
        load: as for `EngineClient`.
        concept_id: what to play; it must not stop by itself.
        params: its parameters.
        gesture: i -> (kind, values) of the i-th gesture.
        seconds: how long frames are measured.
        gestures: how many gestures are measured.
        draw_seconds: how long a frame takes to draw.
        view: what the picture shows.

    Raises:
        RuntimeError: the engine refused something or sent nothing.
    """
    stand = _Stand(draw_seconds)
    client = EngineClient(load, stand.deliver)
    stand.client = client
    client.start()
    try:
        client.send("bench", m.Open.of(concept_id, params))
        client.send("bench", m.SetView(view if view is not None else View()))
        client.send("bench", m.Pace(None))
        client.send("bench", m.Play())
        begin = stand.wait(lambda message: message.frames[0].step > 0)
        stand.wait(lambda _: time.perf_counter() - begin > 0.5)  # warm caches
        first = len(stand.arrivals)
        stand.wait(lambda _: time.perf_counter() - begin > 0.5 + seconds)
        played = stand.arrivals[first:]
        latencies = [_latency(client, stand, gesture(i)) for i in range(gestures)]
    finally:
        client.stop()
    times = np.array([at for at, _ in played])
    steps = [message.frames[0].step for _, message in played]
    rate = (steps[-1] - steps[0]) / float(times[-1] - times[0])
    return Throughput(Intervals.of(np.diff(times).tolist()), Intervals.of(latencies), rate)


def _latency(client: EngineClient, stand: _Stand, act: tuple[str, Mapping[str, Any]]) -> float:
    """From a gesture to the first frame whose log has it."""
    before = stand.arrivals[-1][1].frames[0]
    start = len(stand.arrivals)
    stand.wait(lambda _: True, start)  # at another place of the raster each time: right behind a frame is the worst
    begin = time.perf_counter()
    client.send("bench", m.Act(*act))
    return stand.wait(lambda message: message.frames[0].epoch > before.epoch, start) - begin


def bare_loop(concept: Concept, params: Mapping[str, Any] | None = None, seconds: float = 1.0) -> float:
    """Steps per second of the model alone: a loop round `step` with a fresh generator, nothing kept or recorded.

    A run that comes to its end begins again, off the clock, so that the steps are those of a session.
    """
    import torch

    from playground.engine import device as devices
    from playground.engine.run.context import Ctx

    card = concept.declaration.card
    device, dtype = devices.choose(card.dtype, card.heavy)
    values = concept.declaration.params.make(params or {})
    with devices.prepared(), torch.no_grad():
        data = concept.model.make_data(values, Ctx(device, dtype, 0, "data"))
        ctx, steps, spent, step = Ctx(device, dtype, 0, "step"), 0, 0.0, concept.model.step
        while spent < seconds:
            state, at, status = concept.model.init(values, data, Ctx(device, dtype, 0, "init")), 0, "running"
            begin = time.perf_counter()
            while status not in STOPPED and spent + time.perf_counter() - begin < seconds:
                for _ in range(64):
                    state, info = step(values, data, state, ctx.at(at))
                    at += 1
                status = info.status
            spent += time.perf_counter() - begin
            steps += at
        return steps / spent
