"""Finds the parts of a page that the tour points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from playground.ui.help.tour import Stop

if TYPE_CHECKING:
    from playground.ui.panel.page import PanelPage


def part(page: PanelPage, name: str) -> QWidget:
    """A part of a page by its name in the tour.

    Raises:
        KeyError: there is no such part.
    """
    transport, top = page.transport, page.top
    parts: dict[str, QWidget] = {
        "stage": page.stage,
        "scrub": transport.scrub,
        "speed": transport.segments if transport.segments.isVisibleTo(page) else transport.short,
        "inspector": page.inspector,
        "presets": top.presets,
        "badge": top.badge_button,
        **top.icons,
        **transport.buttons,
    }
    return parts[name]


def anchor(page: PanelPage, stop: Stop) -> QWidget:
    """What a stop points at: its first part that is visible, else the stage."""
    if stop.block and page.inspector.split:
        page.inspector.choose(stop.block)
    shown = (part(page, name) for name in stop.anchors)
    return next((widget for widget in shown if widget.isVisibleTo(page)), page.stage)
