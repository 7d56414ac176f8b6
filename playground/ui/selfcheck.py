"""The self-check of a panel: its shipped cases through its own code. Called in the engine process; no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground import catalog
from playground.verify import run_cases


def shipped_cases(concept_id: str) -> Iterator[dict[str, Any]]:
    """The result of every shipped case of a concept, one by one: name, kind, ok, deviation, where, reason."""
    for result in run_cases(catalog.cases(concept_id), lambda _panel: catalog.checks(concept_id)):
        yield result.as_dict() | {"reason": result.reason}
