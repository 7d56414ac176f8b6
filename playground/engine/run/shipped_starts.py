"""Runs that ship at their telling step, so that no long computation stands between a person and the first picture.

A shipped start is a record of `record.store`, with what the jobs of its view have found under `findings`. It is used
where it fits: the same parameters, seed and step, the first steps as this program computes them, the last step as
this program computes it, and results of jobs that have read the very same data. Anything else is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.declarations.concept import Partial
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.run import agreement
from playground.engine.run.jobs import JobKey
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session

FIRST_STEPS = (1, 2, 3)


def pack(session: Session) -> dict[str, Any]:
    """The record of a run with its state, and with what its jobs have found."""
    found = {job.declaration.name: job for job in session.jobs.collect()}
    findings = {
        name: {
            "key": job.key,
            "step": job.step,
            "text": job.latest.text,
            "found": {part: tree.dump((value,)) for part, value in job.latest.found.items()},
        }
        for name, job in found.items()
    }
    return {**store(session, with_state=session.step > 0), "findings": findings}


def shipped(session: Session, step: int) -> Session:
    """The run at a step as it ships, or the same session where none ships that fits.

    Args:
        session: a run at its start.
        step: where it shall stand.
    """
    record = session.concept.starts(session.params.plain(), session.seed, step)
    if record is None:
        return session
    try:
        found = restore(session.concept, record) if step else session
        if step and not (_begins_so(session, found) and agreement.agrees(found, record)):
            return session
        found.note = ""
        _hand_over(found, record.get("findings", {}))
    except (BadInput, KeyError, TypeError):  # it was made by another version of the concept or the program
        return session
    return found


def _begins_so(session: Session, restored: Session) -> bool:
    """Whether the first steps are those of the restored run; they are taken in a run of their own."""
    fresh = Session(session.concept, session.params, session.seed, device=session.device)
    fresh.advance(min(restored.step, FIRST_STEPS[-1]))
    steps = [step for step in FIRST_STEPS if step <= fresh.step]
    return agreement.agree_at(steps, fresh, restored)


def _hand_over(session: Session, findings: Mapping[str, Any]) -> None:
    """Give a session what its jobs found; what was found for other data has another key and is never asked for."""
    for name, one in findings.items():
        declared = session.concept.declaration.job(name)
        found = {part: _value(session, name, part, stored) for part, stored in one["found"].items()}
        session.jobs.know(declared, JobKey(*one["key"]), one["step"], Partial(found, 1.0, one["text"]))


def _value(session: Session, name: str, part: str, stored: Mapping[str, Any]) -> Any:
    what = f"{part} of the job {name}"
    try:
        return tree.undump(stored, (None,), what)[0]
    except BadInput:
        # Of a tree only the job itself knows the type: its first partial result has it.
        work = session.concept.model.jobs[name]
        first = next(work(session.params, session.data, session.state, View(), session.context(name)))
        return tree.undump(stored, (first.found[part],), what)[0]
