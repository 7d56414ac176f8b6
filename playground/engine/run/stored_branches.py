"""Runs that were left behind as part of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.run.branches import checked_name
from playground.engine.run.series import Series
from playground.engine.run.session import Session
from playground.engine.run.source import MADE, source_of
from playground.engine.run.timeline import Base, Run

VERSION = 1
MOST_BYTES = 300_000  # of a branch in a record: of its history, or else it goes without, and of its data


def store(session: Session, dump: Any, lines: bool) -> dict[str, Any] | None:
    """The kept runs as JSON values, each of bounded size; None if there are none.

    Args:
        session: whose runs.
        dump: (tree) -> JSON values, with a hash.
        lines: with the histories, which are drawn beside the run.
    """
    ghost = session.ghost
    runs = [(run, _stored_data(session, run, dump, lines)) for run in session.branches]
    kept = [(run, one) for run, one in runs if one is not None]
    if not kept and not session.run.name:
        return None
    place = next((i for i, (run, _) in enumerate(kept) if run is ghost), None)
    return {"version": VERSION, "name": session.run.name, "ghost": place, "runs": [one for _, one in kept]}


def _stored_data(session: Session, run: Run, dump: Any, lines: bool) -> dict[str, Any] | None:
    base = run.base
    same = base.data is session.run.base.data
    made: dict[str, Any] = {
        "name": run.name,
        "params": base.params.plain(),
        "seed": base.seed,
        **base.source.store(),
        "data": None if same or base.source == MADE else dump(base.data),
        "same": same,
        "log": [entry.as_dict() for entry in run.log],
        "reached": run.reached,
    }
    if len(json.dumps(made)) > MOST_BYTES:
        return None
    history = run.series.dump() if lines else None
    return made | {"series": history if history is not None and len(history["table"]) <= MOST_BYTES else None}


def restore(session: Session, stored: Any, undump: Any, log: Any) -> None:
    """Gives a session the runs back that `store` described; they are computed when somebody goes there.

    Args:
        session: at its own place already.
        stored: from `store`.
        undump: (JSON values, like) -> tree.
        log: (JSON values) -> entries.

    Raises:
        BadInput: something in it cannot be used.
    """
    if not isinstance(stored, Mapping) or not isinstance(stored.get("runs"), list):
        raise BadInput("branches of the scene cannot be read", "branches")
    if stored.get("version") != VERSION:
        raise BadInput(f"branches of the scene have version {stored.get('version')!r}, known is {VERSION}", "branches")
    session.run.name = checked_name(str(stored.get("name", "")))
    runs = [_run(session, one, undump, log) for one in stored["runs"]]
    place = stored.get("ghost")
    session.take_branches(runs, runs[place] if isinstance(place, int) and 0 <= place < len(runs) else None)


def _run(session: Session, stored: Any, undump: Any, log: Any) -> Run:
    try:
        params = session.concept.declaration.params.make(stored["params"])
        seed, reached = int(stored["seed"]), int(stored["reached"])
        source = source_of(stored, stored["data"] is not None)
        data = session.run.base.data if stored["same"] else None
        if data is None:
            data = session.data_of(params, seed) if stored["data"] is None else undump(stored["data"], session.data)
        run = Run(Base(params, data, seed, source), session.memory)
        run.log[:] = log(stored["log"])
        run.name, run.promised = checked_name(str(stored["name"])), reached
        if stored.get("series") is not None:
            run.series = Series.undump(stored["series"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"branches of the scene cannot be read: {error}", "branches") from None
    return run
