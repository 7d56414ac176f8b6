"""What the controller needs of the engine client and of the catalog: the two strangers that it talks to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Declaration, Entrance
    from playground.engine.frame import View
    from playground.engine.process.messages import Goal, Sweep, Twin


class Engine(Protocol):
    """The commands of an engine client; none of them waits."""

    def start(self) -> None:
        """Start the process, with the runs that were open."""

    def stop(self) -> None:
        """End the process."""

    def open(
        self,
        group: str,
        concept_id: str,
        params: dict[str, Any] | None,
        seed: int,
        record: dict[str, Any] | None = None,
    ) -> None:
        """Make a group, paused at its first step or at a record's."""

    def close(self, group: str) -> None:
        """Forget a group."""

    def play(self, group: str, goal: Goal | None = None) -> None:
        """Let the clock run, to a goal if one is given or stands."""

    def pause(self, group: str) -> None:
        """Let the clock stand."""

    def step(self, group: str, n: int = 1) -> None:
        """Stop the clock and go n steps on, or back."""

    def seek(self, group: str, k: int) -> None:
        """Stop the clock and go to step k."""

    def set(self, group: str, changes: Mapping[str, Any], stroke: str = "", *, twin: int | None = None) -> None:
        """Change parameters, of all twins or of one."""

    def act(self, group: str, kind: str, values: Mapping[str, Any], stroke: str = "") -> None:
        """A gesture."""

    def reseed(self, group: str, seed: int, *, twin: int | None = None) -> None:
        """A new start with another seed, of all twins or of one."""

    def compare(self, group: str, names: Sequence[str], twins: Sequence[Twin], title: str = "") -> None:
        """Set twins beside the first run."""

    def switch(self, group: str, branch: int) -> None:
        """Go to a run that was left behind."""

    def rename(self, group: str, branch: int | None, name: str) -> None:
        """Call a run that was left behind, or the present one, by a name."""

    def hide_ghost(self, group: str) -> None:
        """Draw no run beside the present one."""

    def sweep(self, group: str, sweep: Sweep) -> None:
        """Map two parameters."""

    def stop_sweep(self, group: str, forget: bool = False) -> None:
        """Leave the map off."""

    def separate(self, group: str, twin: int | None = None) -> None:
        """Take a twin away, or all but the first."""

    def reset(self, group: str) -> None:
        """Stop the clock and go back to the start."""

    def load(self, group: str, path: str) -> None:
        """A new start with the data of a file."""

    def undo(self, group: str) -> None:
        """Take back the newest act."""

    def redo(self, group: str) -> None:
        """Return to what the last undo left."""

    def view(self, group: str, view: View) -> None:
        """What the picture shows from now on."""

    def show(self, group: str, visible: bool) -> None:
        """Whether anybody looks."""

    def pace(self, group: str, steps_per_second: float | None) -> None:
        """The clock's speed; None: flat out."""

    def ask(self, group: str) -> None:
        """The window has drawn the last frame."""

    def start_job(self, group: str, name: str) -> None:
        """Start a job."""

    def stop_job(self, group: str, name: str) -> None:
        """Cancel a job."""

    def record(self, group: str, token: str) -> None:
        """Ask for the record; answered by `Recorded`."""

    def check(self, group: str, concept_id: str) -> None:
        """Run the shipped cases; answered by `Checked`."""


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
