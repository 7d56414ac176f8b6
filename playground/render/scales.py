"""Ranges and ticks: round numbers, the same for the same data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from playground.engine.kit.arrays import Floats

Span = tuple[float, float]

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_KEPT = 2.5  # a range that fits is kept while it is at most so many times what is needed
_GROWTH = 0.4
_SHORT = 1.5  # decades; a log axis that has fewer has numbers between the powers of ten
_DECADES = 1.0  # the least range of a log axis: in less a wiggle would look like a fall
_CLOSER = (1.0, 0.7, 0.5, 0.35, 0.25, 0.17, 0.11)  # of the distance of numbers where there would not be two of them
_ROUNDS = 4  # until words at both ends have their room
_FAR = 1e6  # px; Qt's rasteriser keeps no more


@dataclass(frozen=True, slots=True)
class Mapping:
    """From data to px of a view box and back; y points up in data and down in px."""

    x: Span
    y: Span
    width: float
    height: float

    def px(self, xy: Floats) -> Floats:
        """Positions (n, 2) in px, held within what Qt can draw."""
        out = np.empty((len(xy), 2))
        out[:, 0] = (xy[:, 0] - self.x[0]) * (self.width / (self.x[1] - self.x[0]))
        out[:, 1] = self.height - (xy[:, 1] - self.y[0]) * (self.height / (self.y[1] - self.y[0]))
        return np.clip(out, -_FAR, _FAR, out=out)

    def data(self, px: float, py: float) -> tuple[float, float]:
        """The position in data units under a px position."""
        x = self.x[0] + px / self.width * (self.x[1] - self.x[0])
        return x, self.y[0] + (self.height - py) / self.height * (self.y[1] - self.y[0])


UNIT = Mapping((0.0, 1.0), (0.0, 1.0), 1.0, 1.0)


def nice_step(least: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    for times in (1, 2, 5):
        if times * power >= least * (1 - 1e-9):
            return times * power
    return 10 * power


def auto_range(
    data: Span | None,
    *,
    zero: bool,
    before: Span | None = None,
    room: float = 0.0,
    whole: bool = False,
    log: bool = False,
) -> Span:
    """Round numbers round the data, kept while the data fit.

    Args:
        data: lowest and highest value, or None without data.
        zero: zero is included.
        before: the range so far.
        room: the share of the span that is left free at the high end, for names.
        whole: the quantity has whole numbers only.
        log: the data are decimal logarithms: the range is a decade at least.
    """
    if data is None:
        return before or (0.0, 1.0)
    if log:
        data = at_least_a_decade(data)
    low, high = (min(data[0], 0.0), max(data[1], 0.0)) if zero else data
    span = high - low
    if span <= 0:
        span = 1.0 if whole or high == 0 else abs(high) * 0.5
        low, high = (low, low + span) if zero and low == 0 else (low - span / 2, high + span / 2)
    pad = 0.05 * span
    wanted_low = low if zero and low == 0 else low - (0.0 if room else pad)
    wanted_high = high if zero and high == 0 and not room else high + max(pad, room * span)
    fits = before is not None and before[0] <= low and before[1] >= high + room * span * 0.5
    if before is not None and fits and before[1] - before[0] <= _KEPT * (wanted_high - wanted_low):
        return before
    if before is not None and before[0] < high > before[1]:
        # A range that has to grow grows by more than is needed now: it must not creep with every frame.
        wanted_high = max(wanted_high, high + _GROWTH * (high - low))
    step = nice_step(max((wanted_high - wanted_low) / 12, 1.0 if whole else 0.0))
    return math.floor(wanted_low / step + 1e-9) * step, math.ceil(wanted_high / step - 1e-9) * step


def roomy_range(data: Span, room: tuple[float, float], least: float, **options: Any) -> Span:
    """As `auto_range`, with what words at the ends of the data need.

    Args:
        data: lowest and highest value.
        room: the shares of the whole axis that are for words, at the low and at the high end.
        least: the share of the data that is left free at the high end anyway, if there is less.
        options: see `auto_range`.
    """
    low, high = (min(data[0], 0.0), max(data[1], 0.0)) if options["zero"] else data
    span, asked = (high - low) or abs(high) or 1.0, room
    made = data
    # Round numbers widen the other side as well, and so take a share from this one.
    for _ in range(_ROUNDS):
        whole = span / max(0.1, 1 - sum(asked))
        wanted = low - asked[0] * whole, high + asked[1] * whole
        made = auto_range(wanted, room=max(least - asked[1], 1e-6), **options)
        whole = made[1] - made[0]
        short = max(room[0] - (low - made[0]) / whole, room[1] - (made[1] - high) / whole)
        if short <= 1e-9:
            break
        asked = asked[0] + (short if room[0] else 0.0), asked[1] + (short if room[1] else 0.0)
    return made


def at_least_a_decade(span: Span) -> Span:
    """A range of decimal logarithms, widened round its middle."""
    spare = (_DECADES - (span[1] - span[0])) / 2
    return span if spare <= 0 else (span[0] - spare, span[1] + spare)


def steady(x: Span, y: Span, before: tuple[Span, Span] | None) -> tuple[Span, Span]:
    """The ranges of a plane, grown with what is asked for and kept while they are not far too wide."""
    if before is None:
        return x, y
    both = [(min(old[0], new[0]), max(old[1], new[1])) for old, new in zip(before, (x, y), strict=True)]
    wide, asked = (max(span[1] - span[0] for span in spans) for spans in (both, (x, y)))
    return (both[0], both[1]) if wide <= _KEPT * asked else (x, y)


def equal_aspect(x: Span, y: Span, width: float, height: float) -> tuple[Span, Span]:
    """The two ranges widened round their middles so that a unit is as long across as it is up."""
    unit = max((x[1] - x[0]) / width, (y[1] - y[0]) / height)
    half_x, half_y = unit * width / 2, unit * height / 2
    mid_x, mid_y = (x[0] + x[1]) / 2, (y[0] + y[1]) / 2
    return (mid_x - half_x, mid_x + half_x), (mid_y - half_y, mid_y + half_y)


_LARGEST = 300  # power of ten up to which round numbers between the powers are written: floats end at 308


def ticks(span: Span, length: float, gap: float, *, log: bool = False, whole: bool = False) -> list[tuple[float, str]]:
    """Round values inside a range with their labels, at least `gap` px apart; closer where there would not be two.

    Args:
        span: the visible range; of log10 values if `log`.
        length: of the axis in px.
        gap: the least distance in px.
        log: labels are powers of ten.
        whole: whole numbers only, as long as there are two.
    """
    low, high = span
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low or length <= 0:
        return []
    least = (high - low) * gap / length
    found = _log_ticks(low, high, least) if log else _even_ticks(low, high, nice_step(max(least, float(whole))))
    for closer in _CLOSER:
        if len(found) >= 2:
            return found
        fewer = _narrow_ticks(low, high, closer * least) if log else _even_ticks(low, high, nice_step(closer * least))
        found = [fewer[0], fewer[-1]] if len(fewer) > 1 else found
    return found


def word_ticks(words: Sequence[str], span: Span, length: float, gap: float) -> list[tuple[float, str]]:
    """Ticks of words at 0, 1, 2 and so on inside a range: all, or every second, third, ... so that they stand apart.

    Args:
        words: of the ticks.
        span: the visible range.
        length: of the axis in px.
        gap: the least distance in px.
    """
    every = max(1, math.ceil((span[1] - span[0]) * gap / max(length, 1.0) - 1e-9))
    return [(float(i), words[i]) for i in range(0, len(words), every) if span[0] <= i <= span[1]]


def _even_ticks(low: float, high: float, step: float) -> list[tuple[float, str]]:
    """All multiples of a step, unless there are far too many."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    if last - first > 200:
        return []
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return [(index * step, tick_label(index * step, decimals)) for index in range(first, last + 1)]


def _log_ticks(low: float, high: float, least: float) -> list[tuple[float, str]]:
    """Powers of ten, and what is between them on a short range."""
    if high - low < _SHORT:
        return _within_decades(low, high, least)
    return [(value, power_label(round(value))) for value, _ in _even_ticks(low, high, nice_step(max(least, 1.0)))]


def _narrow_ticks(low: float, high: float, least: float) -> list[tuple[float, str]]:
    """Round numbers where a log axis has no room for two of its own: those of an even axis, at their places."""
    if high - low > _SHORT or max(-low, high) > _LARGEST:
        return _within_decades(low, high, least)
    first, last = 10.0**low, 10.0**high
    even = _even_ticks(first, last, nice_step(least / (high - low) * (last - first)))
    return [(math.log10(value), words) for value, words in even if value > 0]


def _within_decades(low: float, high: float, least: float) -> list[tuple[float, str]]:
    for times in ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 5), (1, 3), (1,)):
        found = [
            (
                power + math.log10(digit),
                power_label(power) if digit == 1 else tick_label(digit * 10.0**power, max(0, -power)),
            )
            for power in range(math.floor(low), math.ceil(high) + 1)
            for digit in times
            if (digit == 1 or abs(power) < _LARGEST) and low <= power + math.log10(digit) <= high
        ]
        if all(b[0] - a[0] >= least for a, b in pairwise(found)):
            return found
    return found


def tick_label(value: float, decimals: int) -> str:
    """A tick's label: fixed decimals, a real minus sign, thousands parted, no minus zero."""
    if abs(value) >= 1e6 or decimals > 5:
        if value == 0:
            return "0"
        power = math.floor(math.log10(abs(value)) + 1e-9)
        words = f"{value / 10.0**power:.{min(12, max(2, power + decimals + 1))}g}"
        return f"{words}·{power_label(power)}".replace("-", "−")
    words = f"{0.0 if round(value, decimals) == 0 else value:,.{decimals}f}"
    return words.replace("-", "−")


def power_label(power: int) -> str:
    """A power of ten: 1, 10¹, 10⁻²."""
    return "1" if power == 0 else "10" + str(power).translate(_SUPERSCRIPTS)


def to_segments(x: float, y: float, starts: Floats, ends: Floats) -> Floats:
    """The distance of a position from each straight piece, (n,); infinite where an end is not finite.

    Args:
        x: of the position.
        y: of the position.
        starts: one end of each, (n, 2).
        ends: the other, (n, 2).
    """
    along = ends - starts
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip((((x, y) - starts) * along).sum(axis=1) / square, 0.0, 1.0)
    apart = np.hypot(*(starts + share[:, None] * along - (x, y)).T)
    return np.asarray(np.where(np.isfinite(apart), apart, np.inf))
