"""The part of the controller that changes parameters and seed of the run on the stage. No Qt."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import Frame
from playground.engine.process import messages as m
from playground.lecture.challenges import SEED
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.protocols import Engine
from playground.ui.controller.sentences import REPLACED, refusal
from playground.ui.controller.state import Panel, Twin
from playground.ui.controller.store import Store

MOST_SEED = 2**53
Dice = Callable[[], int]


def roll() -> int:
    """A seed by chance."""
    return random.randrange(1000)


class Parameters:
    """Parameters and seed as they are asked for, until the engine confirms or refuses them."""

    def __init__(self, store: Store, engine: Engine, notices: Notices, dice: Dice, locks: Locks) -> None:
        self._store, self._engine, self._notices, self._dice = store, engine, notices, dice
        self._locks = locks

    def set(self, changes: Mapping[str, Any], stroke: str = "") -> bool:
        """Changes parameters; a value that is not allowed is refused beside its row and changes nothing.

        Args:
            changes: values by name.
            stroke: changes of one stroke (a drag) are taken back together.

        Returns:
            Whether the values were allowed.
        """
        panel = self._store.state.panel
        if panel is None:
            return False
        try:
            params = panel.params.changed(changes)
        except BadInput as bad:
            self.refuse(bad, changes.get(bad.field))
            return False
        difference = panel.params.diff(params)
        if why := self._locks.refusal(difference):
            name = next(name for name in difference if self._locks.refusal([name]))
            self._store.put_panel(refusal=(name, why))
            return False
        self._store.put_panel(params=params, refusal=("", ""), pending={**panel.pending, **difference})
        common = {name: value for name, value in difference.items() if name not in panel.own}
        first = {name: value for name, value in difference.items() if name in panel.own}
        if common:
            self._engine.send(panel.group, m.Set(common, stroke=stroke))
        if first:
            self._engine.send(panel.group, m.Set(first, stroke=stroke, twin=0))
        if difference:
            self._say_restart(panel, difference)
        return True

    def set_text(self, name: str, words: str) -> bool:
        """Changes one parameter by text as it was typed."""
        panel = self._store.state.panel
        if panel is None:
            return False
        try:
            value = getattr(panel.params.parse({name: words}, panel.params), name)
        except BadInput as bad:
            self.refuse(bad, words, name)
            return False
        return self.set({name: value})

    def type_all(self, pairs: Mapping[str, str]) -> None:
        """Changes several parameters by text, as behind `--set`."""
        panel = self._store.state.panel
        if panel is not None and pairs:
            self.set(panel.params.diff(panel.params.parse(pairs, panel.params)))

    def give_up(self) -> None:
        """A refused value was given up: its sentence goes."""
        if self._store.state.panel is not None:
            self._store.put_panel(refusal=("", ""))

    def default(self, name: str) -> None:
        """Takes a parameter back to its default."""
        panel = self._store.state.panel
        if panel is not None:
            self.set({name: panel.params.specs()[name].default})

    def _say_restart(self, panel: Panel, changes: Mapping[str, Any]) -> None:
        """A parameter that restarts the run asks nothing: it restarts, and the notice offers undo."""
        if panel.params.effect(list(changes)).name not in ("RESTART", "DATA"):
            return
        if panel.params.effect(list(changes)).name == "DATA" and panel.data_kind != "made":
            self._notices.notify(REPLACED, "undo", "Undo", kind="warning")
            return
        specs = panel.params.specs()
        text = f"New start: {' and '.join(specs[name].label for name in changes)} changed"
        now = self._store.state.notice.text if self._store.state.notice is not None else ""
        if now not in (text, REPLACED):
            self._notices.notify(text, "undo", "Undo")

    def reseed(self, seed: int | None = None) -> None:
        """Starts with another seed; by the die if none is given."""
        panel = self._store.state.panel
        if panel is None:
            return
        if why := self._locks.refusal([SEED]):
            self._notices.notify(why)
            return
        if seed is None:
            seed = self._dice()
            seed += seed == panel.seed
        if "@seed" in panel.own:
            self._engine.send(panel.group, m.Reseed(seed, twin=0))
        else:
            self._engine.send(panel.group, m.Reseed(seed))
        self._store.put_panel(seed=seed, pending={**panel.pending, "@seed": seed})

    def typed_seed(self, words: str) -> None:
        """Starts with a seed as it was typed."""
        words = words.strip()
        if words.isdecimal() and int(words) <= MOST_SEED:
            panel = self._store.state.panel
            if panel is not None and int(words) != panel.seed:
                self.reseed(int(words))
        else:
            self._notices.notify("The seed must be a whole number from 0 to 2^53", kind="warning")

    def refuse(self, bad: BadInput, came: Any, name: str = "") -> None:
        """Says beside its row why a value is refused.

        Args:
            bad: what is wrong.
            came: the value.
            name: the row; empty: the one that `bad` names.
        """
        panel = self._store.state.panel
        if panel is not None:
            self._store.put_panel(refusal=(name or bad.field, refusal(panel.declaration, bad, came)))

    def forget(self) -> None:
        """Whatever was asked for and not confirmed is over."""
        self._store.put_panel(pending={}, refusal=("", ""))

    # ---- what the engine says

    def take(self, frame: Frame) -> None:
        """Shows the values of a frame, but for those that were asked for since."""
        panel = self._store.state.panel
        if panel is None:
            return
        known = {**frame.params, "@seed": frame.seed}
        pending = {name: value for name, value in panel.pending.items() if not _equal(known.get(name), value)}
        shown = {**frame.params, **{name: value for name, value in pending.items() if name != "@seed"}}
        seed = pending.get("@seed", frame.seed)
        self._store.put_panel(pending=pending, params=params_of(panel, shown), seed=seed)

    def take_refusal(self, message: m.Refused) -> None:
        """The engine refuses a value that was asked for: the row says so, and the last valid one is back."""
        panel = self._store.state.panel
        if panel is not None and message.field in panel.params.specs():
            bad = BadInput(message.sentence, message.field)
            said = refusal(panel.declaration, bad, panel.pending.get(message.field))
            pending = {name: value for name, value in panel.pending.items() if name != message.field}
            self._store.put_panel(refusal=(message.field, said), pending=pending)


def params_of(shown: Panel | Twin, values: Mapping[str, Any]) -> Any:
    """The parameters of these values, the very same object while they are the same."""
    same = values == shown.params.plain() or values == shown.params.model_dump()
    return shown.params if same else type(shown.params).make(values)


def _equal(one: Any, other: Any) -> bool:
    """Values as the engine and the window write them; a vector may be a list or a tuple."""
    return (tuple(one) if isinstance(one, list) else one) == (tuple(other) if isinstance(other, list) else other)
