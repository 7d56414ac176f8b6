"""Where a typed function of z may have a kink, a jump or no value: by the terms of its formula. No torch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from playground.concepts.backprop.ops import Floats
from playground.engine.kit.formula import Node
from playground.engine.kit.formula_maths import evaluate

_GRID = 8_001
_TURNS = 80  # halvings: to rounding
_TOUCHES = 1e-9  # of the values beside it: a lowest value that counts as 0


@lru_cache(maxsize=256)
def breaks(tree: Node, low: float, high: float) -> Floats:
    """All places between two ends where a term that kinks, jumps or divides does so, ascending; read only.

    Args:
        tree: of a function of z.
        low: the lower end.
        high: the upper end.
    """
    z = np.linspace(low, high, _GRID)
    found = [zero for term in dict.fromkeys(_critical(tree)) for zero in _zeros(term, z)]
    places = np.unique(np.array(found, dtype=np.float64))
    places.flags.writeable = False
    return places


def _critical(tree: Node) -> Iterator[Node]:
    """The terms whose zeros matter, of all functions and operations in a formula."""
    match tree:
        case ("call", ("abs" | "relu" | "sign" | "log" | "sqrt"), inner):
            yield inner
        case ("call", ("max" | "min"), left, right):
            yield ("-", left, right)
        case ("call", "tan", inner):
            yield ("call", "cos", inner)
        case ("/", _, below):
            yield below
        case ("^", base, power) if power[0] != "number" or power[1] < 0 or power[1] != int(power[1]):
            yield base
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from _critical(part)


def _zeros(term: Node, z: Floats) -> list[float]:
    """Where a term changes its sign, or touches 0 without changing it."""
    values = np.broadcast_to(evaluate(term, {"z": z}), z.shape)
    known = np.isfinite(values)
    found = z[known & (values == 0)].tolist()
    turns = np.flatnonzero(known[:-1] & known[1:] & (values[:-1] * values[1:] < 0))
    a, b, left = z[turns], z[turns + 1], values[turns]
    for _ in range(_TURNS):
        middle = (a + b) / 2
        same = np.broadcast_to(evaluate(term, {"z": middle}), middle.shape) * left > 0
        a, b = np.where(same, middle, a), np.where(same, b, middle)
    found += ((a + b) / 2).tolist()
    size = np.abs(values)
    dips = 1 + np.flatnonzero(known[1:-1] & (size[1:-1] < size[:-2]) & (size[1:-1] < size[2:]) & (size[1:-1] > 0))
    return [*found, *_touched(term, z[dips - 1], z[dips + 1], size[dips - 1])]


def _touched(term: Node, a: Floats, b: Floats, beside: Floats) -> list[float]:
    """The lowest places between pairs of numbers where they are 0 but for rounding."""
    for _ in range(_TURNS):
        third = (b - a) / 3
        lower, upper = (np.abs(np.broadcast_to(evaluate(term, {"z": x}), x.shape)) for x in (a + third, b - third))
        a, b = np.where(lower > upper, a + third, a), np.where(lower > upper, b, b - third)
    lowest = np.abs(np.broadcast_to(evaluate(term, {"z": (a + b) / 2}), a.shape))
    return [float(place) for place in ((a + b) / 2)[lowest < _TOUCHES * beside]]
