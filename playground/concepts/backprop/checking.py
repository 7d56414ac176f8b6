"""Gradient checks: central and one-sided differences against backprop, at one step or at all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats

STEPS = np.linspace(-14.0, -1.0, 53)  # log10 of the steps
_LEAST = 1e-17


class Entries(NamedTuple):
    """The numbers by which the check differentiates: their nodes and places in the flat vector, (entries,)."""

    nodes: tuple[int, ...]
    places: tuple[int, ...]


def entries(graph: Graph) -> Entries:
    """All numbers of inputs, weights and targets, in this order; constants of the formula are none."""
    leaves = [k for source in ("input", "weight", "target") for k in graph.leaves if graph.nodes[k].source == source]
    found = [(k, place) for k in leaves for place in range(*graph.spans[k])]
    return Entries(tuple(k for k, _ in found), tuple(place for _, place in found))


def central(graph: Graph, flat: Floats, places: tuple[int, ...], h: float) -> Floats:
    """(L(x + h e_i) - L(x - h e_i)) / 2h by every entry, in one batched forward pass."""
    count = len(places)
    moved = np.repeat(flat[None], 2 * count, 0)
    rows = np.arange(count)
    moved[rows, places] += h
    moved[count + rows, places] -= h
    with np.errstate(all="ignore"):
        width = moved[rows, places] - moved[count + rows, places]
        out = graph.output(moved)
        return np.asarray((out[:count] - out[count:]) / width)


def relative(found: Floats, right: Floats) -> Floats:
    """Differences over 1 or the right value, whichever is larger."""
    return np.asarray(np.abs(found - right) / np.maximum(1.0, np.abs(right)))


class Sweep(NamedTuple):
    """log10 of relative errors at each step of `STEPS`."""

    one_sided: Floats
    central: Floats
    rounding: Floats


def sweep(graph: Graph, flat: Floats, gradient: Floats, places: tuple[int, ...]) -> Sweep:
    """Errors of the derivative along one direction that moves all entries alike, with alternating signs."""
    h = 10.0**STEPS
    direction = np.zeros_like(flat)
    direction[list(places)] = (-1.0) ** np.arange(len(places)) / np.sqrt(len(places))
    right = float(gradient @ direction[list(places)])
    with np.errstate(all="ignore"):
        ahead, behind = graph.output(flat + h[:, None] * direction), graph.output(flat - h[:, None] * direction)
        here = float(graph.output(flat[None])[0])
        scale = max(1.0, abs(right))
        one_sided = np.abs((ahead - here) / h - right) / scale
        both = np.abs((ahead - behind) / (2 * h) - right) / scale
        rounding = np.finfo(float).eps * max(abs(here), 1e-300) / h / scale
        return Sweep(*(np.log10(np.maximum(error, _LEAST)) for error in (one_sided, both, rounding)))


def differences(coefficients: list[float], x: float, h: float) -> tuple[float, float]:
    """One-sided and central difference of a polynomial (ascending coefficients) without rounding: by expansion.

    f(x + h) - f(x) is a sum of f^(k)(x) h^k / k!; the central difference keeps the odd terms alone.
    """
    taylor = [float(np.polynomial.polynomial.polyval(x, np.polynomial.polynomial.polyder(coefficients, k))) for k in
              range(len(coefficients))]  # fmt: skip
    factorial = np.cumprod([1.0, *range(1, len(taylor))])
    terms = [value * h ** (k - 1) / factorial[k] for k, value in enumerate(taylor) if k]
    return sum(terms), sum(terms[::2])
