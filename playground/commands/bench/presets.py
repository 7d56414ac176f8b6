"""Which run of a panel is measured: one that goes on, and one that can be touched."""

from __future__ import annotations

import time
from functools import cache
from itertools import product
from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Concept, Field
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

ENOUGH = 1000  # steps after which a run counts as one that goes on
_LONGEST = 0.4  # s of processor time spent on finding that out


@cache
def playing_preset(concept_id: str) -> str:
    """The first preset that goes on while it is measured; if all come to an end, the one with the most steps."""
    lengths: dict[str, int] = {}
    for name in catalog.presets(concept_id):
        lengths[name] = _steps_of(started(concept_id, name))
        if lengths[name] >= ENOUGH:
            return name
    return max(lengths, key=lambda name: lengths[name], default="")


def _steps_of(session: Session) -> int:
    """How many steps a run has; those of one without an end that is known are tried, for a while."""
    if session.length is not None:
        return session.length
    begun = time.process_time()
    while session.status not in STOPPED and session.step < ENOUGH:
        session.advance(16)
        if time.process_time() - begun > _LONGEST:
            return ENOUGH
    return session.step


@cache
def goes_on(concept_id: str) -> bool:
    """Whether the playing preset goes on while it is measured."""
    return _steps_of(started(concept_id, playing_preset(concept_id))) >= ENOUGH


@cache
def touched_preset(concept_id: str) -> tuple[str, dict[str, Any] | None]:
    """The playing preset if it takes a gesture, else the first that does, and the gesture; None: there is none."""
    playing = playing_preset(concept_id)
    for preset in (playing, *catalog.presets(concept_id)):
        gesture = accepted_gesture(catalog.load(concept_id), preset)
        if gesture is not None:
            return preset, gesture
    return playing, None


def started(concept_id: str, preset: str) -> Session:
    """A run of a preset, or of the parameters as they are where a panel has none."""
    return begin(catalog.load(concept_id), catalog.presets(concept_id).get(preset, {"params": {}}))


def accepted_gesture(concept: Concept, preset: str) -> dict[str, Any] | None:
    """A gesture that a run of the preset accepts, if possible one that moves something; None if there is none."""
    chosen = catalog.presets(concept.id)[preset]
    for declared in sorted(concept.declaration.gestures, key=lambda gesture: not gesture.target):
        names = [field.name for field in declared.fields]
        for values in product(*(_values(field) for field in declared.fields)):
            given = dict(zip(names, values, strict=True))
            try:
                begin(concept, chosen).act(declared.kind, given)
            except BadInput:
                continue
            return {"kind": declared.kind, "values": given}
    return None


def _values(field: Field) -> list[Any]:
    """A few values to try."""
    low, high = max(field.low, -1.0), min(field.high, 1.0)
    match field.kind:
        case "real":
            return [low + 0.6 * (high - low)]
        case "integer":
            return [int(max(field.low, 0)) + extra for extra in range(3)]
        case "vector":
            return [[low + 0.6 * (high - low)] * (field.length or 2)]
        case "choice":
            return list(field.choices[:1])
        case "text":
            return [""]
