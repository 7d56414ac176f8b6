"""`playground bench`: every figure that has a budget, measured, as ratios within one run where possible."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator

from playground.commands import Outcome
from playground.commands.bench.rows import TAKES, Row, missing
from playground.commands.output import table, to_json
from playground.engine.errors import BadInput

HEAD = ("", "what", "measured", "budget", "")


def main(args: Namespace) -> Outcome:
    """Measures every row; the status is 1 when one is over its budget, or is missing."""
    from playground import catalog

    panels = catalog.ids()
    if args.panel is not None:
        if args.panel not in panels:
            raise BadInput(f"--panel: there is no panel {args.panel}; `playground list` names them")
        panels = (args.panel,)
    before, begun = load(), time.perf_counter()
    rows, troubles = measured(panels, whole=args.panel is None, long=args.long)
    status = 0 if all(row.ok for row in rows) and not troubles else 1
    if args.json:
        loads = {"before": before, "after": load()}
        found = {"rows": [row.as_dict() for row in rows], "troubles": troubles, "load": loads}
        return Outcome(to_json(found), status)
    over = sum(not row.ok for row in rows)
    said = [f"{part}: stopped by {why}" for part, why in troubles.items()]
    said += [f"{len(rows)} figures in {time.perf_counter() - begun:.0f} s, {over} over budget"]
    if before is not None:
        said.append(f"load of the machine: {before:.1f} before, {load():.1f} after, on {os.cpu_count()} processors")
    return Outcome("\n".join([table([HEAD, *(row.cells() for row in rows)], indent=""), *said]), status)


def load() -> float | None:
    """How many processes wanted a processor in the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def measured(panels: tuple[str, ...], whole: bool, long: bool) -> tuple[list[Row], dict[str, str]]:
    """All rows, those that should be there and are not among them; and why a part was not measured to its end.

    Args:
        panels: the panels that are measured.
        whole: whether what is the machine's, not a panel's, is measured as well.
        long: whether the hour of memory is.
    """
    rows: list[Row] = []
    troubles: dict[str, str] = {}
    for name, part in parts(panels, whole, long):
        try:
            for row in _told(name, part()):
                rows.append(row)
        except Exception as error:
            troubles[name] = f"{type(error).__name__}: {error}"
    from playground.commands.bench.presets import goes_on

    brief = [name for name in panels if not goes_on(name)]
    return [*rows, *missing(rows, panels, whole, long, brief)], troubles


def parts(panels: tuple[str, ...], whole: bool, long: bool) -> Iterator[tuple[str, Callable[[], Iterable[Row]]]]:
    """The parts of a run in their order, by name; another kind of figure is one more of them."""
    from playground.commands.bench import frames, memory, peers, session, stalls, start, studies

    takes = TAKES if whole else 1  # who works on one panel repeats it himself
    if whole:
        yield "start", lambda: start.rows(panels)
    yield "steps", lambda: session.rows(panels)
    yield "frames", lambda: frames.rows(panels, takes)
    yield "stalls", lambda: stalls.rows(panels, takes, None if long else stalls.PRESETS)
    yield "peers", lambda: peers.rows(panels)
    if whole:
        yield "memory", lambda: memory.rows(panels)
        yield "studies", lambda: studies.rows(panels)
    if long:
        yield "an hour of memory", lambda: memory.hour_rows(panels)


def _told(name: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Says on a terminal what is being measured."""
    if sys.stderr.isatty():
        print(f"\rmeasuring {name}\033[K", end="", file=sys.stderr)  # noqa: T201
    yield from rows
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)  # noqa: T201
