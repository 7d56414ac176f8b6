"""`playground bench`: the budgets, measured within five minutes, as ratios within one run where possible."""

from __future__ import annotations

import os
from argparse import Namespace

from playground.commands import Outcome
from playground.commands.bench.rows import Row
from playground.commands.output import table, to_json


def main(args: Namespace) -> Outcome:
    """Measures every row; the status is 1 when one is over its budget."""
    before = load()
    rows = all_rows(args.long)
    status = 0 if all(row.ok for row in rows) else 1
    if args.json:
        loads = {"before": before, "after": load()}
        return Outcome(to_json({"rows": [row.as_dict() for row in rows], "load": loads}), status)
    lines = [("", "what", "measured", "budget")]
    lines += [("ok" if row.ok else "OVER", row.name, f"{row.value:.4g} {row.unit}", row.limit) for row in rows]
    busy = (
        ""
        if before is None
        else f"\nload of the machine: {before:.1f} before, {load():.1f} after, on {os.cpu_count()} processors"
    )
    return Outcome(table(lines, indent="") + busy, status)


def load() -> float | None:
    """How many processes wanted a processor in the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def all_rows(long: bool) -> list[Row]:
    """All rows; `long` adds the hour of memory."""
    from playground.commands.bench import film, session, window

    rows = [*session.rows(), *film.rows(), *window.rows()]
    return [*rows, window.memory_row()] if long else rows
