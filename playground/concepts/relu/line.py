"""Nets of one input: all breakpoints on the whole line, layer by layer, and the hinge form of a broken line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.relu.subdivide import Flags, Floats, Ints, Layers
from playground.engine.errors import BadInput

MOST_BREAKS = 50_000
ROUNDING = 1e-12
CANCELS = 1e-10


class Pieces(NamedTuple):
    """A net of one input on the whole line.

    Attributes:
        breaks: where some unit switches, ascending, shape (k,).
        bits: activations in the k + 1 intervals, shape (units, k + 1).
        slope, offset: the output there is slope x + offset, shape (k + 1,).
        kinks: which of the breaks bend the output, shape (k,).
    """

    breaks: Floats
    bits: Flags
    slope: Floats
    offset: Floats
    kinks: Flags


def pieces(layers: Layers) -> Pieces:
    """Every interval with one activation pattern, from minus to plus infinity, and the output's line in each.

    Raises:
        BadInput: there are more than `MOST_BREAKS` breaks.
    """
    breaks = np.zeros(0)
    slope, offset = np.ones((1, 1)), np.zeros((1, 1))  # of what enters the layer: (intervals, units)
    size = np.ones((1, 1))  # the sum of the sizes of the terms that made the slopes
    rows: list[Flags] = []
    for W, b in layers[:-1]:
        a, c, s = slope @ W.T, offset @ W.T + b, size @ np.abs(W).T
        breaks, parent = _refined(breaks, a, c, s)
        if len(breaks) > MOST_BREAKS:
            raise BadInput(
                f"the net switches more than {MOST_BREAKS:,} times along a line, the most that is computed", "net"
            )
        inside = _inside(breaks)[:, None]
        a, c, s = a[parent], c[parent], s[parent]
        terms = np.abs(slope[parent] * inside + offset[parent]) @ np.abs(W).T + np.abs(b)
        on = a * inside + c > ROUNDING * terms
        rows = [row[:, parent] for row in rows] + [on.T]
        slope, offset, size = on * a, on * c, on * s
    W, b = layers[-1]
    a, c, s = (slope @ W.T)[:, 0], (offset @ W.T + b)[:, 0], (size @ np.abs(W).T)[:, 0]
    kinks = np.abs(np.diff(a)) > CANCELS * np.maximum(s[1:], s[:-1])
    bits = np.concatenate(rows) if rows else np.zeros((0, 1), np.bool_)
    return Pieces(breaks, bits, a, c, kinks)


def _refined(breaks: Floats, a: Floats, c: Floats, size: Floats) -> tuple[Floats, Ints]:
    """The breaks with the zeros of a x + c in each interval, and the old interval of each new one."""
    low = np.concatenate([[-np.inf], breaks])[:, None]
    high = np.concatenate([breaks, [np.inf]])[:, None]
    steep = np.abs(a) > ROUNDING * size
    zero = np.divide(-c, a, out=np.full_like(a, np.nan), where=steep)
    near = ROUNDING * (1.0 + np.abs(zero))
    new = np.sort(zero[(zero > low + near) & (zero < high - near)])
    if len(new):
        apart = np.diff(new, prepend=-np.inf) > ROUNDING * (1.0 + np.abs(new))
        new = new[apart]
    finer = np.sort(np.concatenate([breaks, new]))
    return finer, np.searchsorted(breaks, _inside(finer))


def _inside(breaks: Floats) -> Floats:
    """A point in each interval."""
    if len(breaks) == 0:
        return np.zeros(1)
    return np.concatenate([[breaks[0] - 1.0], (breaks[1:] + breaks[:-1]) / 2, [breaks[-1] + 1.0]])


def linear(found: Pieces) -> tuple[Floats, Floats, Floats]:
    """The breakpoints of the output and slope and offset of its linear pieces."""
    first = np.concatenate([[True], found.kinks])
    return found.breaks[found.kinks], found.slope[first], found.offset[first]


def drawn(found: Pieces, low: float, high: float) -> Floats:
    """The corners of the graph over [low, high], shape (n, 2)."""
    x = np.concatenate([[low], found.breaks[(found.breaks > low) & (found.breaks < high)], [high]])
    return on_graph(found, x)


def on_graph(found: Pieces, x: Floats) -> Floats:
    """The points of the graph at these places, shape (n, 2)."""
    return np.stack([x, value(found, x)], 1)


def value(found: Pieces, x: Floats) -> Floats:
    """The output at these places."""
    at = np.searchsorted(found.breaks, x)
    return found.slope[at] * x + found.offset[at]


def within(found: Pieces, low: float, high: float) -> tuple[int, int]:
    """How many activation intervals and linear pieces meet the inside of [low, high]."""
    inside = (found.breaks > low) & (found.breaks < high)
    return 1 + int(inside.sum()), 1 + int((inside & found.kinks).sum())


def restricted(layers: Layers, start: Floats, end: Floats) -> Layers:
    """The net along start + t (end - start), as a net of the one input t."""
    W, b = layers[0]
    return (((W @ (end - start))[:, None], W @ start + b), *layers[1:])


# ---- hinge form


class Hinges(NamedTuple):
    """g(x) = a x + b + sum of c_i (x - x_i)_+."""

    a: float
    b: float
    c: Floats
    x: Floats


def hinges(x: Floats, y: Floats, left: float, right: float) -> Hinges:
    """The hinge form of the broken line through nodes with ascending x, with given slopes outside."""
    slopes = np.concatenate([[left], np.diff(y) / np.diff(x), [right]])
    return Hinges(left, float(y[0] - left * x[0]) if len(x) else 0.0, np.diff(slopes), x)


def hinge_value(form: Hinges, at: Floats) -> Floats:
    """The value of the form."""
    return form.a * at + form.b + np.maximum(at[:, None] - form.x, 0.0) @ form.c


def hinge_net(form: Hinges) -> Layers:
    """The form as a net with one hidden layer: a unit a node, and two opposite units for a x."""
    W = np.concatenate([np.ones(len(form.x)), [1.0, -1.0]])[:, None]
    b = np.concatenate([-form.x, [0.0, 0.0]])
    out = np.concatenate([form.c, [form.a, -form.a]])[None, :]
    return ((W, b), (out, np.array([form.b])))
