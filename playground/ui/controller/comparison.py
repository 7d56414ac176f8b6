"""The part of the controller that sets twins beside a run: same data, seed and clock, one thing differs. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.run.variants import Variant
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.parameters import Dice, Parameters
from playground.ui.controller.protocols import Engine
from playground.ui.controller.sentences import typed_text
from playground.ui.controller.state import Panel
from playground.ui.controller.store import Store

MOST = 4  # runs on the stage
PRESET, SEED = "@preset", "@seed"


class Comparison:
    """Twins of the run on the stage."""

    def __init__(
        self, store: Store, engine: Engine, notices: Notices, parameters: Parameters, dice: Dice, locks: Locks
    ) -> None:
        self._store, self._engine, self._notices = store, engine, notices
        self._parameters, self._dice, self._locks = parameters, dice, locks

    def compare(self, name: str, values: Sequence[Any]) -> bool:
        """Sets a twin for each value of a parameter beside the run; false if a value is not allowed."""
        panel = self._store.state.panel
        if panel is None:
            return False
        shown = [getattr(panel.params, name), *self._others(panel, (name,), name)]
        try:
            wanted = [getattr(panel.params.changed({name: value}), name) for value in values]
        except BadInput as bad:
            self._parameters.refuse(bad, values[0], name)
            return False
        fresh = [value for value in dict.fromkeys(wanted) if value not in shown][: MOST - len(shown)]
        if not fresh:
            spec = panel.params.specs()[name]
            full = len(shown) >= MOST
            self._notices.notify(
                f"At most {MOST} runs are compared" if full else f"{spec.label} has this value already"
            )
            return False
        self._parameters.give_up()
        self._compare(panel, (name,), [Variant({name: value}) for value in fresh], panel.params.specs()[name].label)
        return True

    def compare_typed(self, name: str, words: str) -> bool:
        """Sets a twin with a value as it was typed beside the run."""
        panel = self._store.state.panel
        if panel is None:
            return False
        try:
            value = getattr(panel.params.parse({name: typed_text(words)}, panel.params), name)
        except BadInput as bad:
            self._parameters.refuse(bad, words, name)
            return False
        return self.compare(name, [value])

    def compare_all(self, name: str) -> bool:
        """Sets the other values of a choice beside the run, as many as there is room for."""
        panel = self._store.state.panel
        return panel is not None and self.compare(name, list(panel.params.specs()[name].choices))

    def compare_seed(self) -> None:
        """Sets a twin with another seed beside the run, by the die."""
        panel = self._store.state.panel
        if panel is None:
            return
        shown = {panel.seed, *(twin.seed for twin in panel.twins if panel.differences == (SEED,))}
        if len(shown) >= MOST:
            self._notices.notify(f"At most {MOST} runs are compared")
            return
        seed = self._dice()
        while seed in shown:
            seed += 1
        self._compare(panel, (SEED,), [Variant({}, seed)], "seed")

    def compare_preset(self, name: str) -> None:
        """Sets a preset beside the run."""
        panel = self._store.state.panel
        if panel is None or name not in panel.presets:
            return
        if panel.differences == (PRESET,) and len(panel.twins) >= MOST - 1:
            self._notices.notify(f"At most {MOST} runs are compared")
            return
        preset = panel.presets[name]
        changes = panel.declaration.params.make(preset.get("params", {})).plain()
        twin = Variant(changes, int(preset.get("seed", 0)), str(preset["title"]), anew=True)
        self._compare(panel, (PRESET,), [twin], "preset", title=panel.origin)

    def set_beside(self, names: tuple[str, ...], twins: Sequence[Variant], title: str) -> None:
        """Sets twins beside the run without a word, as a lesson does."""
        if self._store.state.panel is not None:
            self._engine.send(self._store.state.panel.group, m.Compare(names, tuple(twins), title))

    def _compare(
        self, panel: Panel, names: tuple[str, ...], twins: Sequence[Variant], what: str, title: str = ""
    ) -> None:
        if why := self._locks.whole():
            self._notices.notify(why)
            return
        self._engine.send(panel.group, m.Compare(names, tuple(twins), title))
        self._notices.notify(f"The runs differ in one thing alone: {what}", "undo", "Undo")

    @staticmethod
    def _others(panel: Panel, names: tuple[str, ...], name: str) -> list[Any]:
        """The values of the twins that stay when more are added."""
        return [getattr(twin.params, name) for twin in panel.twins] if panel.differences == names else []

    def separate(self, twin: int | None = None) -> None:
        """Takes one of the twins away, or all but the first."""
        panel = self._store.state.panel
        if panel is None or not panel.twins:
            self._notices.notify("Nothing is compared")
            return
        self._engine.send(panel.group, m.Separate(twin))

    def type_twin(self, twin: int, name: str, words: str) -> bool:
        """Changes a value that a twin has for itself, as it was typed."""
        panel = self._store.state.panel
        if panel is None or not 1 <= twin <= len(panel.twins):
            return False
        params = panel.twins[twin - 1].params
        try:
            value = getattr(params.parse({name: typed_text(words)}, params), name)
        except BadInput as bad:
            self._parameters.refuse(bad, words, name)
            return False
        self._parameters.give_up()
        if getattr(params, name) != value:
            self._engine.send(panel.group, m.Set({name: value}, twin=twin))
        return True
