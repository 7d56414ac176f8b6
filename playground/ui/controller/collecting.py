"""The part of the controller that collects runs for a figure, and has it made with its recipe beside it. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.files import check_target, write_bytes
from playground.lecture.figure_recipe import MOST_PANELS, SUFFIX, checked_recipe, recipe_text
from playground.lecture.link import to_link
from playground.lecture.scene import save_scene
from playground.ui.controller.exports import Exports
from playground.ui.controller.notices import Notices
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Collected
from playground.ui.controller.store import Store


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """How the figure shall be.

    Attributes:
        suffix: the ending of the file's name, which says the format.
        options: of the recipe, by name.
    """

    suffix: str = ".pdf"
    options: Mapping[str, Any] = field(default_factory=dict)


class Collecting:
    """Runs as they stood when they were added, in the order of their letters."""

    def __init__(self, store: Store, notices: Notices, records: RecordRequests, exports: Exports) -> None:
        self._store, self._notices, self._records, self._exports = store, notices, records, exports
        self._count = 0

    def add(self) -> None:
        """Takes the run on the stage as it stands; its place in the figure is the last."""
        panel = self._store.state.panel
        if panel is None or panel.frame is None:
            return
        if len(self._store.state.collected) >= MOST_PANELS:
            self._notices.notify(f"A figure has at most {MOST_PANELS} panels")
            return
        self._count += 1
        origin = "" if panel.origin == "Presets" else f", {panel.origin}"
        taken = Collected(self._count, f"{panel.declaration.card.title}{origin}", panel.step)
        self._store.put(collected=(*self._store.state.collected, taken), tray=True)
        self._records.ask(lambda record: self._know(taken.number, record))

    def _know(self, number: int, record: Mapping[str, Any]) -> None:
        self._put([one.knowing(record) if one.number == number else one for one in self._store.state.collected])

    def arrange(self, numbers: Sequence[int]) -> None:
        """Puts the runs into this order; those that are not named leave."""
        known = {one.number: one for one in self._store.state.collected}
        self._put([known[number] for number in numbers if number in known])

    def remove(self, number: int) -> None:
        """Takes a run out of the figure."""
        self._put([one for one in self._store.state.collected if one.number != number])

    def _put(self, collected: Sequence[Collected]) -> None:
        self._store.put(collected=tuple(collected))

    def toggle(self) -> None:
        """Shows or hides what is collected."""
        self._store.put(tray=not self._store.state.tray)

    def hide(self) -> None:
        """Hides it; nothing is lost."""
        self._store.put(tray=False)

    def export(self, choice: FigureChoice, path: str) -> None:
        """Writes the recipe beside the figure, and has the figure made by it.

        Args:
            choice: how it shall be.
            path: where the figure goes.
        """
        collected = self._store.state.collected
        if not collected or any(one.record is None for one in collected):
            return
        target = Path(path)
        recipe = target.with_name(target.stem + SUFFIX)
        try:
            check_target(target)
            panels = [{"scene": _scene(one, recipe, letter)} for letter, one in enumerate(collected)]
            write_bytes(recipe, recipe_text(checked_recipe(panels, choice.options)).encode())
        except BadInput as bad:
            self._notices.notify(f"{target.name} was not made: {bad}", kind="failed")
            return
        self._exports.start_command(["figure", str(recipe), "--out", path], path)


def _scene(one: Collected, recipe: Path, letter: int) -> str:
    """The run in a recipe: a link, or where it is too large for one the name of a scene file beside the recipe."""
    record = one.record or {}
    try:
        return to_link(record)
    except BadInput:
        name = f"{recipe.name.removesuffix(SUFFIX)}-{chr(97 + letter)}.scene.json"
        save_scene(recipe.with_name(name), record)
        return name
