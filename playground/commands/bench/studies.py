"""Rows of studies: what a run costs in one beside itself, what a second process gains, and the room in the file."""

from __future__ import annotations

from collections.abc import Iterator

from playground.commands.bench.rows import Row
from playground.sweep import measure
from playground.sweep.executors.processes import cores

WORKERS = 2
SETTINGS, SEEDS, STEPS = 20, 50, 200  # some seconds of work, beside which the first and last tasks do not count


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a study of the panel whose runs are the shortest."""
    name = min(filter(measure.has_sample, panels), key=lambda one: measure.bare(measure.sample(one, 2, 1)))
    short, long = measure.sample(name), measure.sample(name, SETTINGS, SEEDS, STEPS)
    yield Row.of("study_run", "", measure.overhead(short), f"{len(short)} runs, {name}")
    yield gain_row(measure.gain(long, WORKERS), f"{len(long):,} runs, {name}")
    metrics = len(long.base.metrics)
    yield Row.of("study_file", "", measure.size(long), f"{metrics} metrics, {SEEDS} seeds a setting")  # bytes a row


def gain_row(gain: float, note: str) -> Row:
    """How many times the pace of one process two have; on a single core they can only share it."""
    row = Row.of("study_gain", "", gain, note)
    if cores() >= WORKERS:
        return row
    return Row(row.key, "", gain, row.limit / WORKERS, f"{note}, on the one core that there is")
