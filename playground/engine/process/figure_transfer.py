"""Figures on their way to the window: a spec travels when it is new and stands for itself from then on. No torch.

Both sides see the same messages in the same order, and the window's side remembers more groups than the engine's, so
that it always has what the engine leaves out.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from playground.engine.process.messages import FrameMessage
from playground.figures.figure import Figure

_GROUPS = 32  # that the engine's side remembers


class Specs:
    """What was sent last of each group, or what came last."""

    def __init__(self, groups: int = _GROUPS) -> None:
        self._most = groups
        self._known: OrderedDict[str, tuple[Figure | None, ...]] = OrderedDict()

    def without(self, message: Any) -> Any:
        """A message as it travels: frames whose figure is the one that was sent last leave it out."""
        if not isinstance(message, FrameMessage):
            return message
        known = self._known.get(message.group, ())
        figures = tuple(frame.figure for frame in message.frames)
        same = tuple(i for i, figure in enumerate(figures) if i < len(known) and figure is known[i])
        self._keep(message.group, figures)
        frames = tuple(replace(frame, figure=None) if i in same else frame for i, frame in enumerate(message.frames))
        return replace(message, frames=frames, same=same)

    def whole(self, message: Any) -> Any:
        """A message as it was before `without`."""
        if not isinstance(message, FrameMessage):
            return message
        known = self._known.get(message.group, ())
        frames = tuple(
            replace(frame, figure=known[i]) if i in message.same else frame for i, frame in enumerate(message.frames)
        )
        self._keep(message.group, tuple(frame.figure for frame in frames))
        return replace(message, frames=frames, same=())

    def _keep(self, group: str, figures: tuple[Figure | None, ...]) -> None:
        self._known[group] = figures
        self._known.move_to_end(group)
        while len(self._known) > self._most:
            self._known.popitem(last=False)


def receiving() -> Specs:
    """The window's side."""
    return Specs(2 * _GROUPS)
