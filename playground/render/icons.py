"""Icons: glyphs of the shipped subset of Material Design Icons, drawn as text in the theme's colour."""

from __future__ import annotations

import json
from functools import cache, lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPainter, QPixmap

from playground.render.tokens import Theme
from playground.resources import asset


@cache
def codepoints() -> dict[str, int]:
    """Icon name to codepoint."""
    return {str(name): int(code) for name, code in json.loads(asset("icons/icons.json").read_text("utf-8")).items()}


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(asset("icons/icons.ttf")))
    if number < 0:
        raise FileNotFoundError("font 'icons/icons.ttf' cannot be read")
    return QFontDatabase.applicationFontFamilies(number)[0]


def glyph(name: str) -> str:
    """The character of an icon, to be drawn in `icon_font`.

    Raises:
        KeyError: no icon of that name is shipped.
    """
    return chr(codepoints()[name])


def icon_font(pixels: float) -> QFont:
    """The icon face at a size in px."""
    face = QFont(_family())
    face.setPixelSize(max(1, round(pixels)))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


@lru_cache(maxsize=2048)
def pixmap(name: str, color: str, size: float, dpr: float = 1.0) -> QPixmap:
    """An icon as a square picture of `size` px in one colour."""
    side = max(1, round(size))
    picture = QPixmap(round(side * dpr), round(side * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.setFont(icon_font(side))
    painter.setPen(QColor(color))
    painter.drawText(QRectF(0, 0, side, side), Qt.AlignmentFlag.AlignCenter, glyph(name))
    painter.end()
    return picture


def icon(name: str, theme: Theme, size: float, color: str = "", checked: str = "") -> QIcon:
    """An icon in the theme's colours for its normal and disabled states, at the device ratios of the screens.

    Args:
        name: of the icon.
        theme: gives `text` for the normal state and half of `muted` for the disabled one.
        size: in px.
        color: instead of `text`.
        checked: the colour while a button is checked; empty: as normal.
    """
    ratios = frozenset(screen.devicePixelRatio() for screen in QGuiApplication.screens()) | {1.0}
    return _icon(name, theme, size, color, checked, ratios)


@lru_cache(maxsize=512)
def _icon(name: str, theme: Theme, size: float, color: str, checked: str, ratios: frozenset[float]) -> QIcon:
    made = QIcon()
    off = QColor(theme.muted)
    off.setAlphaF(0.5)
    for dpr in sorted(ratios):
        normal = pixmap(name, color or theme.text, size, dpr)
        made.addPixmap(normal, QIcon.Mode.Normal, QIcon.State.Off)
        on = pixmap(name, checked, size, dpr) if checked else normal
        made.addPixmap(on, QIcon.Mode.Normal, QIcon.State.On)
        made.addPixmap(pixmap(name, off.name(QColor.NameFormat.HexArgb), size, dpr), QIcon.Mode.Disabled)
    return made
