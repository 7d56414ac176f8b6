"""A panel that computes and draws next to nothing: its pace is what the machine and the window themselves leave.

On a machine that is busy with other things no panel keeps its pace; a panel is over its budget only if it is also
slower than this one, measured just before in the same window. Light, since the start of the window is measured too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Concept, Declaration, Entrance

NULL = "null"
NOTES = "## Nothing\n\nThis panel counts its steps."
GESTURE: dict[str, Any] = {"kind": "touch", "values": {}}


class WithNull:
    """The installed catalog, which also knows this panel when it is asked for by name."""

    def ids(self) -> tuple[str, ...]:
        """The ids of the installed concepts."""
        from playground import catalog

        return catalog.ids()

    def resolve(self, concept_id: str) -> Entrance:
        """Where the id of a panel or a door leads."""
        from playground import catalog
        from playground.engine.declarations.concept import Entrance

        return Entrance(NULL) if concept_id == NULL else catalog.resolve(concept_id)

    def declaration(self, concept_id: str) -> Declaration:
        """What a concept declares."""
        from playground import catalog

        if concept_id == NULL:
            from playground.commands.bench.null_panel import DECLARATION

            return DECLARATION
        return catalog.declaration(concept_id)

    def notes(self, concept_id: str) -> str:
        """The notes of a panel."""
        from playground import catalog

        return NOTES if concept_id == NULL else catalog.notes(concept_id)

    def presets(self, concept_id: str) -> Mapping[str, Mapping[str, Any]]:
        """The presets of a panel."""
        from playground import catalog

        return {} if concept_id == NULL else catalog.presets(concept_id)

    def challenges(self, concept_id: str) -> str:
        """The challenges of a panel."""
        from playground import catalog

        return "" if concept_id == NULL else catalog.challenges(concept_id)


def load(concept_id: str) -> Concept:
    """A concept with its functions, for the engine."""
    from playground import catalog

    if concept_id == NULL:
        from playground.commands.bench.null_panel import CONCEPT

        return CONCEPT
    return catalog.load(concept_id)
