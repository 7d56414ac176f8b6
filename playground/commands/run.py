"""`playground run ID`: a run without a window, its numbers as JSON, CSV, NPZ and as a scene."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import Any

import numpy as np
from torch import Tensor

from playground import __version__
from playground.commands import Outcome
from playground.commands.output import table, to_json
from playground.commands.run_arguments import play, read_acts, start
from playground.engine.declarations.concept import Declaration, Metric
from playground.engine.errors import BadInput, unknown
from playground.engine.files import check_target
from playground.engine.frame import Array, Frame, Scalar, View
from playground.engine.run import observing
from playground.engine.run.record import store
from playground.engine.run.series import recorded
from playground.engine.run.session import Session
from playground.export.script import write_script
from playground.export.table import StepTable, step_table, write_npz
from playground.export.weights import check_weights, write_weights
from playground.figures.values import Rows
from playground.lecture.acts import Act
from playground.lecture.scene import save_scene


def main(args: Namespace) -> Outcome:
    """Plays, writes the files that were asked for, and prints the numbers."""
    if args.steps is None and args.scene is None:
        raise BadInput("--steps is missing: to which step the run plays, a whole number from 0", "steps")
    session, notes = play_session(args)
    return report(args, session, notes)


def play_session(args: Namespace) -> tuple[Session, list[str]]:
    """The session at the asked step, with the asked jobs done, and notes for stderr.

    Raises:
        BadInput: an option does not fit; nothing was written.
    """
    session, acts = ready(args)
    left = _to_step(args, session, acts)
    for name in dict.fromkeys((*args.job, *session.asked_jobs())):  # those of a scene are asked for again
        session.finish_job(name)
    if not left:
        return session, []
    missed = f"not reached: {len(left)} of the gestures, from step {left[0].step} on"
    return session, [f"the run ended at step {session.step}, {missed}"]


def ready(args: Namespace) -> tuple[Session, list[Act]]:
    """The session where playing begins and what is to be done to it, with all options checked.

    Raises:
        BadInput: an option does not fit.
    """
    for target in (args.csv, args.npz, args.weights, args.save, args.script):
        if target is not None:
            check_target(target)
    session = start(args)
    declared = session.concept.declaration
    if args.weights is not None:
        check_weights(declared)
    for name in args.job:
        declared.job(name)
    if args.arrays:
        _check_arrays(args.arrays, arrays(session))
    return session, read_acts(args.gestures, declared) if args.gestures is not None else []


def _to_step(args: Namespace, session: Session, acts: list[Act]) -> list[Act]:
    """Goes to the asked step, with every step in the CSV file if there is one; returns the acts not reached."""
    steps = session.step if args.steps is None else args.steps
    if steps < session.step:
        if args.set or args.load or args.seed is not None or acts or args.csv:
            raise BadInput(f"--steps is {steps}, but the scene stands at step {session.step} already", "steps")
        session.seek(steps)
    with step_table(args.csv) if args.csv else nullcontext() as rows:
        if rows is None:
            return play(session, steps, acts)
        return _play_into(rows, session, steps, acts)


def _play_into(rows: StepTable, session: Session, steps: int, acts: list[Act]) -> list[Act]:
    """Plays with a row a step; the row of the starting step comes from what is observed there."""
    first = (
        session.step,
        {name: value for name, value in session.frame().metrics.items() if not isinstance(value, str)},
    )
    started = False

    def on_step(at: Session) -> None:
        nonlocal started
        recorded = _scalars(at.info)
        if not started:
            rows.row(first[0], {name: first[1].get(name) for name in recorded})
            started = True
        rows.row(at.step, recorded)

    left = play(session, steps, acts, on_step)
    if not started:
        rows.row(*first)
    return left


def _scalars(info: Any) -> dict[str, Any]:
    """The recorded scalars of a step."""
    return recorded(info) if info is not None else {}


def _check_arrays(asked: Iterable[str], known: Iterable[str]) -> None:
    for name in asked:
        if name != "all" and name not in known:
            raise unknown("array", name, [*known, "all"])


def report(args: Namespace, session: Session, notes: list[str]) -> Outcome:
    """Writes NPZ and scene, and says how the run came out; status 1 if the model itself failed."""
    frame = session.frame()
    fault = frame.failure is not None and frame.failure.kind == "exception"
    if args.weights is not None and not fault:
        write_weights(args.weights, session)
    if args.npz is not None and not fault:
        write_npz(args.npz, {**_requested_arrays(session, args.arrays or ("all",)), **_series(session, frame)})
    if args.script is not None and not fault:
        write_script(args.script, session)
    if args.save is not None:
        save_scene(args.save, store(session))
    if frame.failure is not None:
        notes = [*notes, f"the run stopped at step {frame.failure.step}: {frame.failure.sentence}"]
    if session.note:
        notes = [*notes, session.note]
    result = summary(session, frame, _requested_arrays(session, args.arrays) if args.arrays and not fault else {})
    said = to_json(result) if args.json else _text(result, session.concept.declaration)
    return Outcome(said, 1 if fault else 0, tuple(notes))


def summary(session: Session, frame: Frame, asked: Mapping[str, Array]) -> dict[str, Any]:
    """The stable JSON form: concept, version, seed, params, step, status, metrics, arrays."""
    return {
        "concept": session.concept.id,
        "version": __version__,
        "seed": session.seed,
        "params": session.params.plain(),
        "step": session.step,
        "status": frame.status,
        "metrics": numbers(session, frame),
        "arrays": dict(asked),
    }


def numbers(session: Session, frame: Frame) -> dict[str, Any]:
    """The numbers, flags and words of a step by name; a table is a list of its rows, each with its columns by name."""
    tables = {name: table.records() for name, table in frame.tables.items()}
    unseen = frame.failure is not None and frame.failure.kind == "exception"
    drawn = () if unseen else observing.see(session, View()).data
    found: dict[str, Any] = {**frame.metrics, **frame.words, **tables}
    return {name: value for name, value in found.items() if name not in drawn}


def arrays(session: Session) -> dict[str, Array]:
    """The arrays of this step by name, at full precision; lists of words and the columns of tables are arrays too."""
    found: dict[str, Array] = {}
    for name, value in observing.see(session, View()).values.items():
        if isinstance(value, Rows):
            for i, column in enumerate(value.columns):
                found[f"{name}.{column.name}"] = _column(value.column(i))
        elif isinstance(value, list | tuple) or (isinstance(value, Tensor | np.ndarray) and value.ndim):
            found[name] = _array(value)
    return found


def _column(cells: list[Scalar]) -> Array:
    """The cells of a table's column: numbers where all are, else words."""
    if all(isinstance(cell, bool | int | float) for cell in cells):
        return np.asarray(cells)
    return np.asarray(["" if cell is None else str(cell) for cell in cells])


def _requested_arrays(session: Session, asked: Iterable[str]) -> dict[str, Array]:
    there, names = arrays(session), list(asked)
    return there if "all" in names else {name: there[name] for name in names}


def _array(value: Any) -> Array:
    return value.detach().cpu().numpy() if isinstance(value, Tensor) else np.asarray(value)


def _series(session: Session, frame: Frame) -> dict[str, Array]:
    """The recorded metrics as `series.NAME`, each an array of (step, value) rows."""
    view = View(series=tuple(frame.metrics), points=2**31)
    return {f"series.{name}": np.stack(pair, axis=1) for name, pair in session.frame(view).series.items()}


def _with_unit(metric: Metric, value: Scalar) -> str:
    return metric.text(value) if value is None or not metric.unit else f"{metric.text(value)} {metric.unit}"


def _text(result: Mapping[str, Any], declared: Declaration) -> str:
    """The numbers that the inspector shows, as it shows them; `--json` has all of them in full."""
    head = f"{result['concept']}, seed {result['seed']}, step {result['step']}: {result['status']}"
    found = ((name, value, declared.metric(name)) for name, value in result["metrics"].items())
    rows = [(name, _with_unit(m, value), m.meaning) for name, value, m in found if m and m.shown]
    parts = [head, table(rows), *(f"{name}\n{value}" for name, value in result["arrays"].items())]
    return "\n".join(part for part in parts if part)
