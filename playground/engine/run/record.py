"""Sessions as JSON values: what a scene file, an autosave and a checkpoint of the engine hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, get_args

from playground import __version__
from playground.engine import device as devices
from playground.engine.declarations.concept import Concept
from playground.engine.declarations.params import LIVE
from playground.engine.errors import BadInput
from playground.engine.frame import Status
from playground.engine.kit import tree
from playground.engine.run import agreement, stored_branches, validation
from playground.engine.run.series import Series, recorded
from playground.engine.run.session import Session
from playground.engine.run.source import MADE, source_of
from playground.engine.run.timeline import Base, Entry, Snapshot

REPLAY_SECONDS = 1.0
LONGEST_REPLAY = 1_000_000
REPLAY_LIMIT = 60.0  # seconds


def store(
    session: Session, with_state: bool | None = None, history: Callable[[Series], Any] = Series.dump
) -> dict[str, Any]:
    """The run as JSON values.

    Args:
        session: what to store.
        with_state: whether the newest state is stored too; None: where replay would take over a second.
        history: how the history that goes with the state is stored.
    """
    if with_state is None:
        with_state = session.seconds_per_step * session.step > REPLAY_SECONDS
    run = session.run
    base = run.base
    view_values = session.view_values
    stored: dict[str, Any] = {
        "concept": session.concept.id,
        "version": __version__,
        "params": base.params.changed(view_values).plain(),
        "seed": base.seed,
        "data": {**base.source.store(), "stored": None if base.source == MADE else _sign(base.data)},
        "log": session.log,
        "step": session.step,
        "digests": agreement.digests(session),
        "machine": devices.fingerprint(),
    }
    if jobs := session.asked_jobs():
        stored["jobs"] = list(jobs)
    kept = stored_branches.store(session, _sign, history is Series.dump)
    if kept is not None:
        stored["branches"] = kept
    if history == Series.dump:  # a scene; a checkpoint of the engine is opened by the very same program
        stored["numbers"] = agreement.numbers(session)
    before = session.previous or (run.checkpoints.before(session.step - 1) if session.step else None)
    if with_state and before is not None:
        stored["state"] = {
            "step": before.step,
            "applied": before.applied,
            "params": before.params.plain(),
            "data": None if before.data is base.data else _sign(before.data),
            "state": _sign(before.state),
            "info": None if before.info is None else _sign(before.info),
            "status": before.status,
            "series": history(run.series if run.series.last == session.step else run.series.upto(session.step)),
        }
    return stored


def _sign(part: Any) -> dict[str, Any]:
    """A tree with its hash: what was changed by hand is not taken for a state of the run."""
    return {**tree.dump(part), "digest": tree.digest(part)}


def _unsign(stored: Mapping[str, Any], name: str, like: Any, what: str, finite: bool = False) -> Any:
    """The tree of `_signed`.

    Raises:
        BadInput: it is none, was changed, or is not of the kind of `like`.
    """
    raw = _mapping(stored, name)
    part = tree.undump(raw, like, what)
    if tree.digest(part) != raw.get("digest"):
        raise BadInput(f"{what} was changed: it does not fit its digest", name)
    validation.vet(part, like, what, finite)
    return part


def restore(concept: Concept, stored: Mapping[str, Any], sign: Callable[[], None] = lambda: None) -> Session:
    """The session that `store` described, equal bit for bit on the same machine.

    Args:
        concept: of the record.
        stored: from `store`.
        sign: called while a replay gets on.

    Raises:
        BadInput: something in it cannot be used; the sentence names it.
    """
    if stored.get("concept") != concept.id:
        raise BadInput(f"concept is {stored.get('concept')!r}, allowed is {concept.id}", "concept")
    params = concept.declaration.params.make(_mapping(stored, "params"))
    session = Session(concept, params, _whole(stored, "seed"))
    _restore_base(session, _mapping(stored, "data"))
    session.run.log[:] = _log(concept, stored.get("log", []))
    session.find_entries()
    step = _whole(stored, "step")
    state = stored.get("state")
    digests = _mapping(stored, "digests") if stored.get("digests") else {}
    if state is not None:
        _restore_state(session, state, step)
        bits = step if digests.get(str(step), "") not in ("", tree.digest(session.state)) else None
    else:
        bits = _replay(session, step, digests, sign)
    if session.step != step:
        raise BadInput(f"step is {step}, but the run ends at step {session.step}{_why(session)}", "step")
    session.note = agreement.difference(session, stored, bits)
    if stored.get("branches") is not None:

        def undump(raw: Any, like: Any) -> Any:
            return _unsign({"data": raw}, "data", like, "data of a branch")

        stored_branches.restore(session, stored["branches"], undump, lambda raw: _log(concept, raw))
    for name in _jobs(stored):
        session.start_job(name)
    return session


def _why(session: Session) -> str:
    """Why a run went no further, as the end of a sentence."""
    if session.failure is None:
        return ""
    return f": {session.failure.sentence if session.failure.kind == 'nonfinite' else validation.MISFIT}"


def _jobs(stored: Mapping[str, Any]) -> list[str]:
    names = stored.get("jobs", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput(f"jobs are {str(names)[:40]!r}, allowed is a list of names", "jobs")
    return names


def _restore_base(session: Session, data: Mapping[str, Any]) -> None:
    source = source_of(data, data.get("stored") is not None)
    if data.get("stored") is not None:
        what = "data of the scene"
        kept = _unsign(data, "stored", session.data, what, finite=True)
        try:
            session.begin(Base(session.params, kept, session.seed, source))
        except BadInput:
            raise
        except Exception as error:
            raise validation.unusable(what, error) from None
        validation.try_out(session, what)


def _restore_state(session: Session, stored: Any, last: int) -> None:
    if not isinstance(stored, Mapping):
        raise BadInput("state of the scene cannot be read: it is no object", "state")
    step, applied = _whole(stored, "step"), _whole(stored, "applied")
    if step >= last or applied > len(session.run.log):
        raise BadInput(f"state of the scene is at step {step}, allowed is 0 to {last - 1}", "state")
    params = session.concept.declaration.params.make(_mapping(stored, "params"))
    data = session.data
    if stored.get("data") is not None:
        data = _unsign(stored, "data", session.data, "edited data of the scene", finite=True)
    state = _unsign(stored, "state", session.state, "state of the scene")
    series = session.run.series = Series.undump(_mapping(stored, "series"))
    if series.names and not step <= series.last <= last:
        raise BadInput(f"the history in the scene ends at step {series.last}, allowed is {step} to {last}", "series")
    snapshot = Snapshot(step, applied, params, data, state, None, "running")
    session.run.head = snapshot
    try:
        session.seek(last)
    except Exception as error:  # of an entry of the log, at a state that the concept never made
        raise validation.unusable("state of the scene", error) from None
    unknown = sorted(set(series.names) - set(recorded(session.info))) if session.info is not None else []
    if unknown:
        raise BadInput(f"the history in the scene has the unknown number {unknown[0][:40]!r}", "series")
    if step == 0:  # the start stands there already, as it was before the first entry
        return
    # The Info of the stored state has the type of the one after it, which is known only now.
    info = stored.get("info")
    if info is not None and session.info is not None:
        known = str(stored.get("status")) if stored.get("status") in get_args(Status) else "running"
        info = _unsign(stored, "info", session.info, "info of the scene")
        session.run.checkpoints.put(snapshot._replace(info=info, status=known))
    else:
        session.run.checkpoints.forget(step, -1)


def _replay(session: Session, step: int, digests: Mapping[str, Any], sign: Callable[[], None]) -> int | None:
    """Go to the step; returns the first step whose state has another hash than the stored one, or None.

    Raises:
        BadInput: that takes too long.
    """
    if step > LONGEST_REPLAY:
        raise BadInput(f"step is {step}, allowed without a stored state is at most {LONGEST_REPLAY}", "step")
    checks = {int(key): value for key, value in digests.items() if len(key) < 16 and key.isdecimal()}
    started, bits = time.monotonic(), None
    for at in [0, *sorted(k for k in checks if 0 < k < step), step]:
        for _ in _acting(session.seeking(at)):
            sign()
            if time.monotonic() - started > REPLAY_LIMIT:
                far = f"more than {REPLAY_LIMIT:g} s of computing away, and no state is stored"
                raise BadInput(f"step {step} of this scene is {far}", "step")
        if bits is None and at in checks and session.step == at and checks[at] != tree.digest(session.state):
            bits = at
    return bits


def _acting(journey: Iterator[float]) -> Iterator[float]:
    """A replay in which an entry of the log may be one that the concept never took.

    Raises:
        BadInput: it is.
    """
    try:
        yield from journey
    except BadInput:
        raise
    except Exception as error:
        raise validation.unusable("log of the scene", error) from None


def _log(concept: Concept, stored: Any) -> list[Entry]:
    if not isinstance(stored, list):
        raise BadInput("log cannot be read: it is no list", "log")
    entries = [entry(concept, raw) for raw in stored]
    if any(a.step > b.step for a, b in pairwise(entries)):
        raise BadInput("log is not in the order of its steps", "log")
    return entries


def entry(concept: Concept, raw: Any) -> Entry:
    """One entry of a log or a gesture file, checked.

    Raises:
        BadInput: it is not one.
    """
    if not isinstance(raw, Mapping):
        raise BadInput(f"a log entry is {str(raw)[:40]!r}, allowed is an object with step and set or kind", "log")
    step = _whole(raw, "step")
    if "set" in raw:
        changes = _mapping(raw, "set")
        checked = concept.declaration.params().changed(changes)
        if type(checked).effect(list(changes)) > LIVE:
            raise BadInput(f"log changes {', '.join(changes)}, allowed are parameters that act at once", "log")
        return Entry(step, changes={name: getattr(checked, name) for name in changes})
    kind = raw.get("kind")
    declared = concept.declaration.gesture(kind if isinstance(kind, str) else repr(kind))
    values = {name: value for name, value in raw.items() if name not in ("step", "kind")}
    return Entry(step, kind=declared.kind, values=declared.check(values))


def _mapping(stored: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = stored.get(name)
    if not isinstance(value, Mapping):
        raise BadInput(f"{name} is {str(value)[:40]!r}, allowed is an object", name)
    return value


def _whole(stored: Mapping[str, Any], name: str) -> int:
    value = stored.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 2**53:
        raise BadInput(f"{name} is {str(value)[:40]}, allowed is a whole number from 0 to 2^53", name)
    return value
