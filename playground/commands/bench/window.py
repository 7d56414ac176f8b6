"""Rows of the real window, each run in a process of its own: start, frames, painting, gestures, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

from playground import catalog
from playground.commands.bench import rows as budgets
from playground.commands.bench.probe import waiting_time
from playground.commands.bench.rows import NULL_SLACK, TAKES, Row
from playground.commands.bench.session import endless_preset
from playground.engine.declarations.concept import Concept, Field
from playground.engine.errors import BadInput
from playground.engine.process.measure import bare_loop
from playground.engine.run.starting import begin

BARE_WINDOW = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import pyqtgraph
class View(pyqtgraph.GraphicsLayoutWidget):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, done)
def done():
    print(time.time(), flush=True)
    app.exit()
app = QApplication(sys.argv[:1])
view = View()
view.addPlot().plot([0, 1], [1, 0])
view.resize(1280, 720)
view.show()
app.exec()
view.close()
"""
BARE_TORCH = "import time, torch; print(time.time(), flush=True)"
# By way of the command line, as a user starts it.
PROBE = "from playground import cli; cli.parser(); from playground.commands.bench import probe; probe.main()"
FRAME_SECONDS = 4.0
BARE_SECONDS = 0.4
MEMORY_SECONDS = 3600.0
_PATIENCE = 300.0


def rows() -> Iterator[Row]:
    """Start, and the frames of one light and one heavy panel, where the catalog has them."""
    for heavy in (False, True):
        found = panel(heavy)
        if found is None:
            continue
        concept, preset = found
        takes = [_take(concept, preset) for _ in range(TAKES)]
        yield from _frame_rows(concept, preset, takes, 2 if heavy else 1)
        if not heavy:
            yield from _start_rows(takes)


def panel(heavy: bool) -> tuple[Concept, str] | None:
    """The first light or heavy panel with a preset that does not end and takes a gesture; None: there is none."""
    for name in catalog.ids():
        if catalog.declaration(name).card.heavy == heavy:
            concept = catalog.load(name)
            preset = endless_preset(concept)
            if preset and accepted_gesture(concept, preset) is not None:
                return concept, preset
    return None


def memory_row() -> Row:
    """The window's memory after an hour of play over that after five minutes."""
    concept = catalog.load(next(name for name in catalog.ids() if endless_preset(catalog.load(name))))
    order = _order(concept, endless_preset(concept), MEMORY_SECONDS)
    found = probe(order, MEMORY_SECONDS + _PATIENCE)
    return Row("window memory after an hour", found["memory_end"] / found["memory_start"], "", budgets.MEMORY)


def _take(concept: Concept, preset: str) -> dict[str, float]:
    """One run of everything, so that each ratio is of neighbours in time."""
    found = {"bare_window": _until_printed(BARE_WINDOW), "bare_torch": _until_printed(BARE_TORCH)}
    found |= probe(_order(concept, preset, FRAME_SECONDS), FRAME_SECONDS + _PATIENCE)
    params = catalog.presets(concept.id)[preset]["params"]
    begun, away = time.perf_counter(), waiting_time(os.getpid())
    steps_per_second = bare_loop(concept, params, BARE_SECONDS)
    running = 1 - (waiting_time(os.getpid()) - away) / (time.perf_counter() - begun)
    return found | {"bare_step": running / steps_per_second}


def _start_rows(takes: list[dict[str, float]]) -> Iterator[Row]:
    window, bare = _least(takes, "first_window"), _least(takes, "bare_window")
    yield Row("first window over a bare window", window / bare, "", budgets.FIRST_WINDOW)
    after = _least(takes, "first_frame") - _least(takes, "bare_torch")
    yield Row("first computed frame after a bare import of torch", after, "s", budgets.FIRST_FRAME)


def _frame_rows(concept: Concept, preset: str, takes: list[dict[str, float]], slack: int) -> Iterator[Row]:
    what = f"with {concept.id}"
    limits = {
        f"frame interval p95 {what}": ("interval_p95", slack * budgets.INTERVAL_P95),
        f"frame interval p99 {what}": ("interval_p99", slack * budgets.INTERVAL_P99),
        f"painting p95 {what}": ("paint_p95", slack * budgets.PAINT_P95),
        f"gesture to picture p95 {what}": ("gesture_p95", budgets.GESTURE_P95),
    }
    for name, (key, limit) in limits.items():
        if key in takes[0]:
            yield paced_row(name, key, limit, takes)
    bare, whole = _least(takes, "bare_step"), 1 / max(take["steps_per_second"] for take in takes)
    if bare >= budgets.LONG_STEP:
        yield Row(f"steps with the window over bare loop {what}", bare / whole, "", budgets.WINDOW_SHARE, "at least")


def paced_row(name: str, key: str, limit: float, takes: list[dict[str, float]]) -> Row:
    """A time that a busy machine lengthens: the take that keeps best to its budget, which grows with the null panel.

    Args:
        name: of the row.
        key: what was measured, in seconds; "null_" + key is the null panel's in the same window.
        limit: the budget in seconds.
        takes: all that was measured.
    """
    pairs = [(take[key], max(limit, NULL_SLACK * take[f"null_{key}"])) for take in takes]
    value, budget = min(pairs, key=lambda pair: pair[0] / pair[1])
    return Row(name, 1000 * value, "ms", 1000 * budget)


def _least(takes: list[dict[str, float]], key: str) -> float:
    return min(take[key] for take in takes)


def _order(concept: Concept, preset: str, seconds: float) -> dict[str, Any]:
    return {
        "concept": concept.id,
        "preset": preset,
        "seconds": seconds,
        "gesture": accepted_gesture(concept, preset),
    }


def accepted_gesture(concept: Concept, preset: str) -> dict[str, Any] | None:
    """A gesture that a run of the preset accepts, if possible one that moves something; None if there is none."""
    chosen = catalog.presets(concept.id)[preset]
    for declared in sorted(concept.declaration.gestures, key=lambda gesture: not gesture.target):
        names = [field.name for field in declared.fields]
        for values in product(*(_values(field) for field in declared.fields)):
            given = dict(zip(names, values, strict=True))
            try:
                begin(concept, chosen).act(declared.kind, given)
            except BadInput:
                continue
            return {"kind": declared.kind, "values": given}
    return None


def _values(field: Field) -> list[Any]:
    """A few values to try."""
    low, high = max(field.low, -1.0), min(field.high, 1.0)
    match field.kind:
        case "real":
            return [low + 0.6 * (high - low)]
        case "integer":
            return [int(max(field.low, 0)) + extra for extra in range(3)]
        case "vector":
            return [[low + 0.6 * (high - low)] * (field.length or 2)]
        case "choice":
            return list(field.choices[:1])
        case "text":
            return [""]


def probe(order: dict[str, Any], timeout: float) -> dict[str, float]:
    """What the real window measures of itself, with times since its process was started.

    Raises:
        RuntimeError: the window did not answer.
    """
    with tempfile.TemporaryDirectory() as state:
        words = [sys.executable, "-c", PROBE, json.dumps(order)]
        begin = time.time()
        done = subprocess.run(
            words, env=_environment(state), capture_output=True, text=True, timeout=timeout, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(f"the window of the bench ended with status {done.returncode}: {done.stderr.strip()}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found | {name: found[name] - begin for name in ("first_window", "first_frame")}


def _until_printed(script: str) -> float:
    """Seconds from the start of a process to the moment that it prints."""
    begin = time.time()
    done = subprocess.run(
        [sys.executable, "-c", script], env=_environment(""), capture_output=True, text=True, timeout=60, check=True
    )
    return float(done.stdout) - begin


def _environment(state: str) -> dict[str, str]:
    """The user's environment without the user's settings, and without a screen where there is none."""
    from playground.ui.system.requirements import check_system

    env = dict(os.environ)
    if state:
        env |= {"XDG_STATE_HOME": state, "LOCALAPPDATA": state}
    if state and sys.platform == "darwin":
        env["HOME"] = state
    try:
        check_system()
    except BadInput:
        env["QT_QPA_PLATFORM"] = "offscreen"
    return env
