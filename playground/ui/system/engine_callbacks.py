"""What the engine process calls: concepts by id and their shipped cases. No Qt.

The window hands these functions to the engine by name before it has loaded the catalog itself, so that the engine
starts at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Concept


def load_concept(concept_id: str) -> Concept:
    """A concept with its functions, from the catalog."""
    from playground import catalog

    return catalog.load(concept_id)


def shipped_cases(concept_id: str) -> Iterator[dict[str, Any]]:
    """The result of every shipped case of a concept, one by one, as the fields of `CaseResult`."""
    from playground import catalog
    from playground.verify import run_cases

    for result in run_cases(catalog.cases(concept_id), lambda _panel: catalog.checks(concept_id)):
        yield asdict(result)
