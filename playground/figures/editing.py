"""The mouse on points that the user edits: events that become the gestures of `engine.kit.points.declared`."""

from __future__ import annotations

from typing import Any

from playground.figures.figure import Event, Mouse

_XY = {"x": "x", "y": "y"}


def add(words: str, label: Any = None, on: Event = "click", kind: str = "add_point") -> Mouse:
    """A new point under the cursor, with that label where it has one."""
    return Mouse(on=on, kind=kind, take=_XY, give=_given_fields(label), label=words)


def draw(words: str, label: Any = None, on: Event = "shift+drag", kind: str = "draw_points") -> Mouse:
    """New points along a stroke, with that label where they have one."""
    return Mouse(on=on, kind=kind, take={"path": "path"}, give=_given_fields(label), label=words)


def move(words: str = "move a point", target: str = "points", kind: str = "move_point") -> Mouse:
    """A point dragged to another place."""
    return Mouse(on="drag", target=target, kind=kind, take={"id": "id", **_XY}, label=words)


def delete(words: str = "delete a point", target: str = "points", kind: str = "delete_point") -> Mouse:
    """A point taken away."""
    return Mouse(on="alt+click", target=target, kind=kind, take={"id": "id"}, label=words)


def relabel(words: str = "give it the other label", kind: str = "flip_label") -> Mouse:
    """Another label for a point."""
    return Mouse(on="double-click", target="points", kind=kind, take={"id": "id"}, label=words)


def _given_fields(label: Any) -> dict[str, Any]:
    return {} if label is None else {"label": label}
