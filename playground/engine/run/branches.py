"""Runs that were left behind: in words for the window, as lines beside the run, and as part of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import Array, Branch
from playground.engine.run.series import Series
from playground.engine.run.timeline import Base, Run

if TYPE_CHECKING:
    from playground.engine.run.session import Session

VERSION = 1
LONGEST_NAME = 60
MOST_BYTES = 300_000  # of a branch in a record: of its history, or else it goes without, and of its data


def described(session: Session) -> tuple[Branch, ...]:
    """The kept runs in words, the newest last."""
    return tuple(Branch(run.name or _words(session, run), run.reached) for run in session.branches)


def _words(session: Session, run: Run) -> str:
    """In what a run differs from the present one, where it has no name: its values at the end."""
    specs = session.params.specs()
    end = _at_end(run)
    differs = {name: getattr(end, name) for name in session.params.diff(end) if specs[name].effect.name != "VIEW"}
    words = [f"{specs[name].label} {_shown(value)}" for name, value in differs.items()][:2]
    if run.base.seed != session.seed:
        words.append(f"seed {run.base.seed}")
    return ", ".join(words) or "the same settings"


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _at_end(run: Run) -> ConceptParams:
    params = run.base.params
    for entry in run.log:
        params = params.changed(entry.changes) if entry.changes else params
    return params


def ghosts(session: Session, names: tuple[str, ...], points: int) -> dict[str, tuple[Array, Array]]:
    """The recorded metrics of the run that the present one left, by name."""
    ghost = session.ghost
    found = {name: ghost.series.get(name, points) for name in names} if ghost is not None else {}
    return {name: pair for name, pair in found.items() if pair is not None}


def checked_name(name: str) -> str:
    """A name as it is kept.

    Raises:
        BadInput: it is too long.
    """
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        raise BadInput(f"name has {len(name)} characters, allowed is at most {LONGEST_NAME}", "name")
    return name


def store(session: Session, dump: Any, lines: bool) -> dict[str, Any] | None:
    """The kept runs as JSON values, each of bounded size; None if there are none.

    Args:
        session: whose runs.
        dump: (tree) -> JSON values, with a hash.
        lines: with the histories, which are drawn beside the run.
    """
    ghost = session.ghost
    runs = [(run, _stored(session, run, dump, lines)) for run in session.branches]
    kept = [(run, one) for run, one in runs if one is not None]
    if not kept and not session.run.name:
        return None
    place = next((i for i, (run, _) in enumerate(kept) if run is ghost), None)
    return {"version": VERSION, "name": session.run.name, "ghost": place, "runs": [one for _, one in kept]}


def _stored(session: Session, run: Run, dump: Any, lines: bool) -> dict[str, Any] | None:
    base = run.base
    same = base.data is session.run.base.data
    made: dict[str, Any] = {
        "name": run.name,
        "params": base.params.plain(),
        "seed": base.seed,
        "source": base.source,
        "data": None if same or base.source == "made" else dump(base.data),
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
        seed, reached, source = int(stored["seed"]), int(stored["reached"]), str(stored["source"])
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
