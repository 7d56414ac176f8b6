"""What the controller needs of the engine client and of the catalog: the two strangers that it talks to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Declaration, Entrance
    from playground.engine.process.messages import Command


class Engine(Protocol):
    """An engine client, or one like it in a test."""

    def start(self) -> None:
        """Start the process, with the runs that were open."""

    def stop(self) -> None:
        """End the process."""

    def restart(self) -> None:
        """End a process that does not answer; a new one takes its place."""

    def life(self) -> int:
        """Another number each second while the process runs; -1 while there is none."""

    def send(self, group: str, command: Command) -> None:
        """Say a command to a group; it never waits."""


class Catalog(Protocol):
    """The catalog, as a module or in a test."""

    def ids(self) -> tuple[str, ...]:
        """All ids."""

    def resolve(self, concept_id: str) -> Entrance:
        """Where the id of a panel or a door leads."""

    def declaration(self, concept_id: str) -> Declaration:
        """What a concept declares."""

    def notes(self, concept_id: str) -> str:
        """The notes in Markdown."""

    def presets(self, concept_id: str) -> Mapping[str, Mapping[str, Any]]:
        """Presets by name."""

    def challenges(self, concept_id: str) -> str:
        """The challenges as their file has them; empty: none."""
