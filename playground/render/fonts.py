"""The shipped typefaces: Inter in three weights, tabular figures, no hinting; DejaVu Sans Mono for code."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from playground.render.tokens import STYLES
from playground.resources import asset

FILES = ("fonts/Inter-Regular.ttf", "fonts/Inter-Medium.ttf", "fonts/Inter-SemiBold.ttf")
CODE_FILE = "fonts/DejaVuSansMono.ttf"
FAMILY = "Inter"


@cache
def load() -> str:
    """Registers the shipped files with Qt; needs an application object.

    Returns:
        The family's name as Qt knows it.

    Raises:
        FileNotFoundError: a font file is missing or unreadable.
    """
    for name in FILES:
        if QFontDatabase.addApplicationFont(str(asset(name))) < 0:
            raise FileNotFoundError(f"font {name!r} cannot be read")
    return FAMILY


def install(app: QGuiApplication) -> None:
    """Makes the shipped face the application's font; call it before any graphics item exists."""
    app.setFont(font("body", 1.0))


def font(style: str, factor: float) -> QFont:
    """The font of a type style of the token table.

    Args:
        style: a key of `STYLES`.
        factor: what its px are multiplied by.
    """
    declared = STYLES[style]
    return plain(declared.px * factor, declared.weight)


@cache
def _make_font(pixels: int, weight: int) -> QFont:
    face = QFont(load())
    face.setPixelSize(pixels)
    face.setWeight(QFont.Weight(weight))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    face.setFeature(QFont.Tag("tnum"), 1)
    return face


def plain(pixels: float, weight: int = 400) -> QFont:
    """The shipped face at a size in px and a weight of 400, 500 or 600."""
    return QFont(_make_font(max(1, round(pixels)), weight))


@cache
def _code_family() -> str:
    number = QFontDatabase.addApplicationFont(str(asset(CODE_FILE)))
    if number < 0:
        raise FileNotFoundError(f"font {CODE_FILE!r} cannot be read")
    return QFontDatabase.applicationFontFamilies(number)[0]


@cache
def code(pixels: int) -> QFont:
    """The face in which code is set, all letters of one width, at a size in px; loaded when first asked for."""
    face = QFont(_code_family())
    face.setPixelSize(pixels)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face
