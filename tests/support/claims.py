"""A claim as the window reproduces it, and whether it still holds: for tests that spoil a model and see it fail."""

from __future__ import annotations

from typing import Any

from playground import catalog
from playground.engine.run.session import Session


def failing(concept_id: str, names: tuple[str, ...], seed: int | None = None) -> set[str]:
    """Those of some claims of a panel that do not hold.

    Args:
        concept_id: the panel.
        names: the claims.
        seed: None: that of the preset.
    """
    concept, presets = catalog.load(concept_id), catalog.presets(concept_id)
    runs: dict[tuple[str, int, str], Any] = {}
    failed = set()
    for claim in concept.declaration.claims:
        if claim.id not in names:
            continue
        key, preset = (claim.preset, claim.steps, claim.job), presets[claim.preset]
        if key not in runs:
            params = concept.declaration.params.make(preset["params"])
            session = Session(concept, params, preset.get("seed", 0) if seed is None else seed)
            session.advance(claim.steps)
            if claim.job:
                session.finish_job(claim.job)
            runs[key] = session.frame().metrics
        if not claim.holds(runs[key]):
            failed.add(claim.id)
    return failed
