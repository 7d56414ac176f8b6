"""What a challenge locks on the stage, and the sentence that says why. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playground.engine.declarations.params import VIEW
from playground.lecture.challenges import SEED
from playground.ui.controller.state import Panel
from playground.ui.controller.store import Store

MOST_NAMED = 4


class Locks:
    """Whether a hand may do what it does; the solution that is shown lifts them for its own moves."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lifted = False

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Nothing is locked for what is done inside."""
        before, self._lifted = self._lifted, True
        try:
            yield
        finally:
            self._lifted = before

    def refusal(self, names: Iterable[str]) -> str:
        """Why parameters, gestures or the seed are locked on the stage; empty: they are not."""
        panel = self._store.state.panel
        if panel is None or self._lifted:
            return ""
        return next((why for name in names if (why := lock(panel, name))), "")

    def whole(self) -> str:
        """Why what concerns the run as a whole is locked: other data, a comparison; empty: it is not."""
        panel = self._store.state.panel
        return "" if panel is None or self._lifted or not _holds(panel) else _sentence(panel)


def lock(panel: Panel, name: str) -> str:
    """Why a parameter, a gesture or the seed is locked in the challenge on the stage; empty: it is not."""
    if not _holds(panel) or panel.task is None:
        return ""
    spec = panel.params.specs().get(name)
    free = spec is not None and spec.effect is VIEW
    if free or (panel.task.phase == "trying" and panel.task.challenge.permits(name, panel.declaration)):
        return ""
    return _sentence(panel)


def _holds(panel: Panel) -> bool:
    return panel.task is not None and panel.task.phase in ("trying", "showing", "shown")


def _sentence(panel: Panel) -> str:
    assert panel.task is not None
    if panel.task.phase != "trying":
        return "Locked while the solution is shown"
    return f"Locked in this challenge, which is about {allowed_text(panel)}"


def allowed_text(panel: Panel) -> str:
    """What the challenge on the stage allows, in words."""
    assert panel.task is not None
    specs = panel.declaration.params.specs()
    gestures = {one.kind: one.button or one.meaning.rstrip(".") for one in panel.declaration.gestures}
    words = [
        specs[name].label if name in specs else "the seed" if name == SEED else gestures[name]
        for name in panel.task.challenge.allows
    ]
    words = [f"{word[:1].lower()}{word[1:]}" if word[1:2].islower() else word for word in words]
    return ", ".join(words[:MOST_NAMED]) + (" and more" if len(words) > MOST_NAMED else "")
