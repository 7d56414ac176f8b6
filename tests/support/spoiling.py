"""Spoilt models: which claims of a panel still hold where a part of it is replaced by a wrong one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from playground import catalog
from playground.engine.run.session import Session


def fresh(panel: str) -> None:
    """Forgets what the functions of a panel keep, so that a replaced part counts."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"playground.concepts.{panel}"):
            for part in list(vars(module).values()):
                clear = getattr(part, "cache_clear", None)
                if clear is not None and not isinstance(part, type):
                    clear()


def failing(panel: str, claims: Iterable[str]) -> set[str]:
    """Those of some claims that do not hold now."""
    declared, presets, concept = catalog.declaration(panel), catalog.presets(panel), catalog.load(panel)
    runs: dict[tuple[str, int, str], Any] = {}
    wrong = set()
    wanted = set(claims)
    for claim in declared.claims:
        if claim.id not in wanted:
            continue
        key = (claim.preset, claim.steps, claim.job)
        if key not in runs:
            preset = presets[claim.preset]
            session = Session(concept, declared.params.make(preset["params"]), preset.get("seed", 0))
            session.advance(claim.steps)
            if claim.job:
                session.finish_job(claim.job)
            runs[key] = session.frame().metrics
        if not claim.holds(runs[key]):
            wrong.add(claim.id)
    return wrong
