"""A theme at a factor: what painters ask for widths, colours and fonts; and what each role looks like."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from playground.figures.layers import Role
from playground.render import fonts
from playground.render.colour_mixing import mix
from playground.render.tokens import FUTURE_DASH, LECTURE_SCALE, LIGHT, THEORY_DASH, Theme


@dataclass(frozen=True, slots=True)
class Ink:
    """How a role draws.

    Attributes:
        color: of lines and points.
        text: of words.
        width: of lines, px.
        dash: in line widths; empty: solid.
        slot: the palette slot from 0, or -1.
    """

    color: str
    text: str
    width: float
    dash: tuple[float, ...] = ()
    slot: int = -1


@dataclass(frozen=True, slots=True)
class FigureLook:
    """A theme at a factor, in lecture mode or not.

    Attributes:
        theme: the column of the token table.
        factor: what sizes are multiplied by.
        lecture: lines and points are thicker, planes have no ticks.
        dashes: series slots carry their dash, since no line of the plot means theory.
        dpr: device pixels a px.
    """

    theme: Theme = LIGHT
    factor: float = 1.0
    lecture: bool = False
    dashes: bool = False
    dpr: float = 1.0
    _inks: dict[Role, Ink] = field(default_factory=dict, init=False, repr=False, compare=False)

    def px(self, value: float) -> int:
        """A size of the table in whole px."""
        return max(1, round(value * self.factor))

    @property
    def scale(self) -> float:
        """What line widths and points are multiplied by."""
        return self.theme.scale(self.factor) * (LECTURE_SCALE if self.lecture else 1.0)

    @property
    def hero(self) -> float:
        """Width of the current result."""
        return self.theme.hero * self.scale

    @property
    def second(self) -> float:
        """Width of theory, ghosts and what was before."""
        return self.theme.second * self.scale

    @property
    def hairline(self) -> float:
        """Width of level sets and frames."""
        return self.theme.hairline * self.scale

    @property
    def rule(self) -> float:
        """Width of frames and axes, which are drawn on whole px."""
        return float(max(1, int(self.hairline)))

    @property
    def point(self) -> float:
        """Diameter of a point."""
        return self.theme.point * self.scale

    @property
    def outline(self) -> float:
        """Width of a point's outline."""
        return self.theme.point_outline * self.scale

    def font(self, style: str) -> QFont:
        """A font of the token table."""
        return _font(style, self.factor)

    def text_width(self, style: str, text: str) -> float:
        """Width of words in px; measured once."""
        return _width(style, self.factor, text)

    def shorten(self, style: str, text: str, room: float) -> str:
        """As many letters of words as have room in px, the first one at least."""
        while len(text) > 1 and self.text_width(style, text) > room:
            text = text[:-1].rstrip()
        return text

    def text_height(self, style: str) -> float:
        """Height of a line in px."""
        return _height(style, self.factor)[0]

    def cap_height(self, style: str) -> float:
        """Height of a capital in px."""
        return _height(style, self.factor)[1]

    def slot(self, number: int) -> Ink:
        """A series by its place in the palette, from 0; after eight they begin again."""
        place = self.theme.slots[number % len(self.theme.slots)]
        return Ink(place.line, place.text, self.hero, place.dash if self.dashes else (), number % len(self.theme.slots))

    def label(self, value: float) -> Ink:
        """A class by its label; what is no number counts as the first."""
        return self.slot(int(value) if math.isfinite(value) else 0)

    def ink(self, role: Role) -> Ink:
        """How a role draws."""
        if role not in self._inks:
            self._inks[role] = self._ink(role)
        return self._inks[role]

    def _ink(self, role: Role) -> Ink:
        theme = self.theme
        if role.startswith("slot"):
            return self.slot(int(role[4:]) - 1)
        match role:
            case "positive" | "class":
                return replace(self.slot(0), dash=())
            case "negative":
                return replace(self.slot(1), dash=())
            case "second":
                return Ink(theme.muted, theme.muted, self.second)
            case "theory":
                return Ink(theme.text, theme.text, self.second, THEORY_DASH)
            case "ghost":
                return Ink(theme.muted, theme.muted, self.second, FUTURE_DASH)
            case "now":
                return Ink(theme.accent, theme.accent, self.hero)
            case "field":
                return Ink(theme.field, theme.muted, self.rule)
            case "grid":
                return Ink(theme.line, theme.muted, self.rule)
            case "muted":
                return Ink(theme.control, theme.muted, self.second)
        return Ink(theme.text, theme.text, self.hero)

    def tint(self, ink: Ink) -> str:
        """An ink's tint in `surface`."""
        return mix(self.theme.surface, ink.color, self.theme.tint)


@lru_cache(maxsize=128)
def _font(style: str, factor: float) -> QFont:
    return fonts.font(style, factor)


@lru_cache(maxsize=4096)
def _width(style: str, factor: float, text: str) -> float:
    return QFontMetricsF(fonts.font(style, factor)).horizontalAdvance(text)


@lru_cache(maxsize=128)
def _height(style: str, factor: float) -> tuple[float, float]:
    metrics = QFontMetricsF(fonts.font(style, factor))
    return metrics.height(), metrics.capHeight()
