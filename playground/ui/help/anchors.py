"""Finds the parts of a page that the tour points at."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from playground.ui.controller.tour import Stop
from playground.ui.inspector.inspector import Inspector
from playground.ui.panel.stage import Stage
from playground.ui.panel.topbar import TopBar
from playground.ui.panel.transport import Transport


class TourPage(Protocol):
    """What the tour needs of a panel's page."""

    top: TopBar
    stage: Stage
    inspector: Inspector
    transport: Transport

    def lay_below(self, what: str, height: int | None) -> QRect:
        """Makes room below the picture, and returns the place."""


def part(page: TourPage, name: str) -> QWidget:
    """A part of a page by its name in the tour.

    Raises:
        KeyError: there is no such part.
    """
    transport, top = page.transport, page.top
    parts: dict[str, QWidget] = {
        "stage": page.stage,
        "scrub": transport.scrub,
        "speed": transport.segments if transport.segments.isVisibleTo(page.stage.window()) else transport.short,
        "inspector": page.inspector,
        "presets": top.presets,
        "badge": top.badge_button,
        **top.icons,
        **transport.buttons,
    }
    return parts[name]


def anchor(page: TourPage, stop: Stop) -> QWidget:
    """What a stop points at: its first part that is visible, else the stage."""
    if stop.block and page.inspector.split:
        page.inspector.choose(stop.block)
    shown = (part(page, name) for name in stop.anchors)
    return next((widget for widget in shown if widget.isVisibleTo(page.stage.window())), page.stage)
