"""Runs that were left behind: in words for the window, and as lines beside the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import Array, Branch
from playground.engine.run.timeline import Run

LONGEST_NAME = 60


def describe_branches(runs: Sequence[Run], params: ConceptParams, seed: int) -> tuple[Branch, ...]:
    """Kept runs in words, in their order.

    Args:
        runs: the kept ones.
        params: of the present run.
        seed: of the present run.
    """
    return tuple(Branch(run.name or _words(run, params, seed), run.reached) for run in runs)


def _words(run: Run, params: ConceptParams, seed: int) -> str:
    """In what a run differs from the present one, where it has no name: its values at the end."""
    specs = params.specs()
    end = _at_end(run)
    differs = {name: getattr(end, name) for name in params.diff(end) if specs[name].effect.name != "VIEW"}
    words = [f"{specs[name].label} {_format_value(value)}" for name, value in differs.items()][:2]
    if run.base.seed != seed:
        words.append(f"seed {run.base.seed}")
    return ", ".join(words) or "the same settings"


def _format_value(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _at_end(run: Run) -> ConceptParams:
    params = run.base.params
    for entry in run.log:
        params = params.changed(entry.changes) if entry.changes else params
    return params


def ghosts(ghost: Run | None, names: tuple[str, ...], points: int) -> dict[str, tuple[Array, Array]]:
    """Steps (n,) and values (n,) of metrics of the run that the present one left, by name; empty if there is none."""
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
