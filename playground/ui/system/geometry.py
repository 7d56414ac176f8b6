"""Between the settings file and the window: its first state, and its place on the screen."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget

from playground.lecture.settings import Settings
from playground.ui.controller.state import State


def state_of(settings: Settings) -> State:
    """The window's first state."""
    window = settings.window
    return State(
        theme=settings.theme if settings.theme in ("light", "dark", "projector") else "light",
        scale=min(2.0, max(0.85, settings.scale)),
        still=window.get("still") is True,
        recent=settings.recent,
        recent_panels=tuple(str(name) for name in _list(window.get("recent_panels"))),
        hinted=settings.hinted,
        challenges_done=settings.challenges,
        challenges_on=settings.tasks,
        unfolded=tuple(str(name) for name in _list(window.get("unfolded"))),
        welcomed=window.get("welcomed") is True,
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def settings_of(settings: Settings, state: State, geometry: str) -> Settings:
    """The settings with what the window has now."""
    window = {
        **settings.window,
        "geometry": geometry,
        "still": state.still,
        "welcomed": state.welcomed,
        "unfolded": list(state.unfolded),
        "recent_panels": list(state.recent_panels),
    }
    return replace(
        settings,
        theme=state.theme,
        scale=state.scale,
        recent=state.recent,
        hinted=state.hinted,
        challenges=state.challenges_done,
        tasks=state.challenges_on,
        window=window,
    )


def geometry_of(window: QWidget) -> str:
    """Place and size of a window as text."""
    return base64.b64encode(window.saveGeometry().data()).decode("ascii")


def restore_geometry(window: QWidget, settings: Settings) -> bool:
    """Puts a window where it was; false if that is not known."""
    text = settings.window.get("geometry")
    if not isinstance(text, str):
        return False
    try:
        return window.restoreGeometry(QByteArray(base64.b64decode(text, validate=True)))
    except ValueError:
        return False
