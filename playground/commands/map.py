"""`playground map ID`: two parameters swept over a grid, as a picture or as numbers."""

from __future__ import annotations

import csv
from argparse import Namespace
from pathlib import Path

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.phase import Phase  # isort: skip

from playground.commands import Outcome
from playground.commands.run_arguments import start
from playground.engine.declarations.axes import STATUSES
from playground.engine.errors import BadInput, unknown
from playground.engine.files import check_target, replacing
from playground.engine.frame import PhaseMap
from playground.engine.run.session import Session
from playground.engine.run.variants import Sweep

SUFFIXES = (".png", ".csv")


def main(args: Namespace) -> Outcome:
    """Computes the map and writes it."""
    target = check_target(args.out)
    if target.suffix not in SUFFIXES:
        raise BadInput(f"--out is {args.out}, allowed are files that end in {' or '.join(SUFFIXES)}", "out")
    session = start(args)
    columns, rows = args.grid
    phase = Phase.begin(session, Sweep(args.x, args.y, args.metric, args.steps, columns, rows))
    while phase.advance(1.0):
        pass
    if target.suffix == ".csv":
        _write_table(phase.map, target)
    else:
        _write_picture(session, phase.map, args)
    return Outcome(f"{args.out}: {len(phase.map.xs)} x {len(phase.map.ys)} runs of {args.steps} steps")


def _write_table(phase: PhaseMap, target: Path) -> None:
    with replacing(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([phase.x, phase.y, phase.metric])
        for j, y in enumerate(phase.ys):
            for i, x in enumerate(phase.xs):
                z = phase.z[j, i].item()
                writer.writerow([x, y, "" if z != z else STATUSES[int(z)] if phase.metric == "status" else z])


def _write_picture(session: Session, phase: PhaseMap, args: Namespace) -> None:
    from playground.commands.filming import drawing
    from playground.render.phase import frame
    from playground.render.slide import Sight
    from playground.render.still import save_png, still
    from playground.render.tokens import THEMES

    theme = THEMES.get(args.theme)
    if theme is None:
        raise unknown("theme", args.theme, THEMES)
    declared = session.concept.declaration
    shown = frame(declared, phase, session.params)
    with drawing():
        save_png(still(Sight(declared, lambda view: shown), args.size, theme), args.out)
