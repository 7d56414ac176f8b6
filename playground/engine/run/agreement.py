"""Whether a run that is opened again gives the numbers that were saved with it, and where it first does not.

Sums round differently on other processors, other versions of torch and other versions of the program. So a record
carries hashes of some states, which agree bit for bit or not, and the metrics at some steps, which agree within a
tolerance or not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeGuard

import torch

from playground import __version__
from playground.engine import device as devices
from playground.engine.declarations.concept import Declaration
from playground.engine.kit import tree
from playground.engine.run import observing
from playground.engine.run.position import Position

TOLERANCE = {torch.float64: 1e-6, torch.float32: 1e-3}
_FLOOR = 1e-3  # of the largest value of a metric: differences of values far below it are rounding
_STEPS = 16
_DIGESTS = 4


def digests(session: Position) -> dict[str, str]:
    """Hashes of a few states along the way, and of the newest."""
    log_steps = {entry.step for entry in session.run.log}
    along = [c for c in session.run.checkpoints.all() if 0 < c.step < session.step and c.step not in log_steps]
    chosen = along[:: max(1, len(along) // _DIGESTS)]
    found = {str(c.step): tree.digest(c.state) for c in chosen}
    return found | {str(session.step): tree.digest(session.state)}


def numbers(session: Position) -> dict[str, Any]:
    """The recorded metrics at some steps, and all metrics of the present state, as JSON values."""
    last = session.step
    steps = sorted({math.ceil(last * (k + 1) / _STEPS) for k in range(_STEPS)} | {min(1, last)}) if last else []
    history = session.run.series.at(steps)
    return {
        "steps": steps,
        "history": {name: [_plain(value) for value in values] for name, values in history.items()},
        "now": _now(session),
    }


def difference(session: Position, stored: Mapping[str, Any], bits: int | None) -> str:
    """Where the run first differs from the record that it was made from, in one sentence; empty if it does not.

    Args:
        session: at the step of the record.
        stored: the record.
        bits: the first step whose state has another hash, or None.
    """
    tolerance = TOLERANCE[session.dtype]
    found = _first(session, stored.get("numbers"), tolerance)
    if found is not None:
        step, name, was, now = found
        label = _label(session.concept.declaration, name)
        both = f"{label} was {was:.6g}, is {now:.6g}"
        return f"This run first differs from the saved one at or before step {step}: {both}{_why(stored)}"
    if bits is None:
        return ""
    return (
        f"The numbers agree to within {tolerance:g}, the last bits first differ at or before step {bits}{_why(stored)}"
    )


def agrees(session: Position, stored: Mapping[str, Any]) -> bool:
    """Whether the metrics of a record are those of the run that was made from it, but for rounding."""
    return _first(session, stored.get("numbers"), TOLERANCE[session.dtype]) is None


def agree_at(steps: list[int], one: Position, other: Position) -> bool:
    """Whether two runs have recorded the same metrics at these steps, but for rounding."""
    mine, theirs = (each.run.series.at(steps) for each in (one, other))
    tolerance = TOLERANCE[one.dtype]
    return mine.keys() == theirs.keys() and not any(
        _apart(was, now, values, tolerance)
        for name, values in theirs.items()
        for was, now in zip(values, mine[name], strict=True)
    )


def _first(session: Position, stored: Any, tolerance: float) -> tuple[int, str, float, float] | None:
    """The first step, metric, saved and present value that are further apart than rounding explains."""
    if not isinstance(stored, Mapping):
        return None
    steps, history, now = (stored.get(name) for name in ("steps", "history", "now"))
    if isinstance(steps, list) and isinstance(history, Mapping) and all(_is_step(step) for step in steps):
        present = session.run.series.at([step for step in steps if step <= session.step])
        known = {name: values for name, values in history.items() if name in present and isinstance(values, list)}
        for k, step in enumerate(steps):
            for name, values in known.items():
                if (
                    k < len(values)
                    and k < len(present[name])
                    and _apart(values[k], present[name][k], values, tolerance)
                ):
                    return step, name, values[k], present[name][k]
    present_now = _now(session)
    for name, was in now.items() if isinstance(now, Mapping) else ():
        if name in present_now and _apart(was, present_now[name], [was], tolerance):
            return session.step, name, was, present_now[name]
    return None


def _apart(was: Any, now: Any, all_saved: list[Any], tolerance: float) -> bool:
    if not (_is_number(was) and _is_number(now)):
        return False
    peak = max(abs(value) for value in all_saved if _is_number(value))
    return bool(abs(was - now) > tolerance * max(abs(was), abs(now), _FLOOR * peak))


def _now(session: Position) -> dict[str, float]:
    """The metrics of the present state that are numbers."""
    return {name: value for name, value in observing.scalars(session).items() if _is_number(value)}


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_step(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**53


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _label(declared: Declaration, name: str) -> str:
    metric = declared.metric(name)
    return metric.label if metric is not None else name


def _why(stored: Mapping[str, Any]) -> str:
    """What about the saving program or machine explains it, as a part of a sentence."""
    version = stored.get("program", stored.get("version"))
    if isinstance(version, str) and version != __version__:
        return f"; it was saved by version {version[:20]}, this is {__version__}"
    machine, here = stored.get("machine"), devices.fingerprint()
    if isinstance(machine, Mapping) and dict(machine) != here:
        other = [f"{name} {str(machine.get(name))[:20]}" for name, value in here.items() if machine.get(name) != value]
        return f"; it was saved with {', '.join(other)}"
    return ""
