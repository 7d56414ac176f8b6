"""Where a run begins: at a preset, with what was asked for instead, and at the step at which its picture tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.declarations.concept import Concept
from playground.engine.declarations.params import ConceptParams
from playground.engine.run.session import Session

Preset = Mapping[str, Any]


def begin(
    concept: Concept,
    preset: Preset,
    change: Callable[[ConceptParams], ConceptParams] = lambda params: params,
    seed: int | None = None,
    **options: Any,
) -> Session:
    """A run of a preset at its start.

    Args:
        concept: what is run.
        preset: its `params` and, unless 0, its `seed`; empty: the defaults.
        change: gives the parameters that were asked for on top of the preset's.
        seed: instead of the preset's.
        options: of the session.
    """
    params = change(concept.declaration.params.make(preset.get("params", {})))
    return Session(concept, params, int(preset.get("seed", 0)) if seed is None else seed, **options)


def at_telling_step(concept: Concept, preset: Preset) -> Session:
    """A run of a preset at the step that tells its story, its `steps`."""
    session = begin(concept, preset)
    session.seek(int(preset.get("steps", 0)))
    return session
