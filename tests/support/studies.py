"""Studies small enough for tests, of a panel whose runs are quick."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import patience

from playground.sweep.conduct import Conductor, Progress
from playground.sweep.executors import Executor, Serial
from playground.sweep.store import Store
from playground.sweep.study import Base, Study
from playground.sweep.vary import grid, read_axes

METRICS = ("errors", "margin", "max_margin")
WORDS = ("perceptron", "--vary", "rate=0.1,1", "--vary", "points=8,20", "--seed", "5", "--every", "2")
"""The study of `make_study` on the command line, without steps, seeds and file."""


def make_study(seeds: int = 3, steps: int = 6, metrics: tuple[str, ...] = METRICS) -> Study:
    """A perceptron with two rates, two sizes and some seeds."""
    base = Base("perceptron", steps=steps, every=2, metrics=metrics)
    axes = read_axes([("rate", "0.1,1"), ("points", "8,20")], base.params())
    return Study(base, tuple(axes), grid(axes, seeds), 5, seeds)


def carry_out(
    study: Study, path: Path, executor: Executor | None = None, report: Callable[[Progress], None] = lambda _: None
) -> list[tuple[Any, ...]]:
    """Computes a study into a file; gives its `outcome`."""
    executor = executor if executor is not None else Serial()
    try:
        with Store.open(path, study) as store:
            Conductor(store, executor, report).carry_on()
    finally:
        executor.close()
    return outcome(path)


def outcome(path: Path) -> list[tuple[Any, ...]]:
    """What must be equal however a study was computed: rows without their times, and what was kept along the way."""
    with Store.read(path) as store:
        rows = [(row.number, row.seed, row.status, row.step, row.reason, row.values) for row in store.rows()]
        return [*rows, *store.along()]


def until(holds: Callable[[], Any], what: str) -> Any:
    """Waits until something holds; gives what it gave."""
    end = time.monotonic() + patience.SECONDS
    while not (found := holds()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)
    return found


def rows_in(path: Path) -> int:
    """How many runs a file holds that another program writes."""
    if not path.exists():
        return 0
    with Store.read(path) as store:
        return store.count()
