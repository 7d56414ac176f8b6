"""Where the parts of a panel's page stand, in px of the window; known before the parts are loaded."""

from __future__ import annotations

from PySide6.QtCore import QRect

from playground.render.tokens import PROJECTOR_FACTOR, SPACING
from playground.ui.controls.style import Look

DRAWER_BELOW = 900  # logical px of the window's width
STRIP = 34  # logical px of the words under the picture


def side_width(look: Look) -> int:
    """The width of the inspector."""
    if look.theme.name == "projector":
        return round(SPACING.inspector_projector * look.factor / PROJECTOR_FACTOR)
    return look.px(SPACING.inspector)


def code_width(look: Look, width: int) -> int:
    """The width of the inspector while it shows code, in a page of this width."""
    return max(side_width(look), min(look.px(SPACING.inspector_code), round(0.45 * width)))


def is_narrow(look: Look, width: int) -> bool:
    """Whether the inspector has no room beside the stage."""
    return width / look.factor < DRAWER_BELOW


def stage_place(look: Look, width: int, height: int) -> QRect:
    """The place of the stage in a page of this size, with the inspector beside it where there is room."""
    line = SPACING.hairline
    top, bottom = look.px(SPACING.top_bar), look.px(SPACING.transport)
    room = width if is_narrow(look, width) else width - side_width(look) - line
    return QRect(0, top + line, max(1, room), max(1, height - top - bottom - 2 * line - look.px(STRIP)))
