"""Means over a standard normal number, to rounding, where they exist: across kinks, jumps and poles. No torch.

Between two breaks the integrand is smooth, with perhaps a singularity at an end: the double exponential rule (Takahasi
and Mori 1974) sums it to rounding. An integral that diverges at a break or far out has no value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from playground.concepts.backprop.ops import Floats

_STEP, _WIDEST = 1.0 / 16.0, 3.25  # of the rule
_REACHES = (12.0, 24.0, 36.0)  # standard deviations; exp overflows beyond
_SMALL = 1e-22  # of the largest value: an integrand that has died away
_AGREE = 1e-7  # of two rules, of which the coarser errs most
_SPLITS = 6
_NEAR = (1e-5, 1e-6)  # distances from a break by which the growth of the integrand is told
_EDGE = 1e-9  # of a piece
_POLE = 0.999  # growth as the inverse of the distance, or faster
_NOISE = 1e-9  # a value next to a break that may be rounding


def mean(values: Callable[[Floats], Floats], breaks: Callable[[float], Floats]) -> float:
    """The mean of a function of a standard normal number; NaN where the function has none.

    Args:
        values: the function, of arrays.
        breaks: the places within so many standard deviations where it may be singular.
    """

    def weighted(eps: Floats) -> Floats:
        with np.errstate(all="ignore"):
            return np.asarray(values(eps) * np.exp(-eps * eps / 2) / np.sqrt(2 * np.pi))

    for reach in _REACHES:
        inside = breaks(reach)
        inside = inside[np.abs(inside) < reach]
        if any(_diverges(weighted, place) for place in inside.tolist()):
            return np.nan
        edges = np.unique([*np.arange(-reach, reach + 1.0), *inside.tolist()])
        for _ in range(_SPLITS):
            fine, coarse, most, ends = _sums(weighted, edges)
            if not np.isfinite(fine):
                return np.nan
            if abs(fine - coarse) <= _AGREE * max(1e-3, abs(fine)):
                if ends <= _SMALL * most or most == 0:
                    return fine
                break
            edges = np.unique([*edges, *((edges[1:] + edges[:-1]) / 2)])
        else:
            return np.nan
    return np.nan


def _diverges(integrand: Callable[[Floats], Floats], place: float) -> bool:
    """Whether an integrand grows as the inverse of the distance from a place, or faster, on one of its sides."""
    far, near = (np.abs(integrand(place + distance * np.array([-1.0, 1.0]))) for distance in _NEAR)
    with np.errstate(all="ignore"):
        growth = np.log(near / far) / np.log(_NEAR[0] / _NEAR[1])
    return bool(((growth >= _POLE) & (near > _NOISE)).any())


def _sums(integrand: Callable[[Floats], Floats], edges: Floats) -> tuple[float, float, float, float]:
    """The integral by the rule and by every second point of it; the largest value, and that at both ends of all."""
    shares, weights = _rule()
    low, wide = edges[:-1, None], (edges[1:] - edges[:-1])[:, None]
    # Places are counted from the nearer end, so that those next to it are not lost in rounding.
    points = np.where(shares >= 0, low + wide * shares, edges[1:, None] + wide * shares)
    values = integrand(np.clip(points, low, edges[1:, None]))
    # Where a place cannot be told from the end of its piece, the function may have no value there; its weight is tiny.
    values = np.where(np.isfinite(values) | (np.abs(shares) > _EDGE), values, 0.0)
    if not np.isfinite(values).all():
        return np.nan, np.nan, np.nan, np.nan
    parts = values * weights * wide
    size = np.abs(values)
    return float(parts.sum()), float(2 * parts[:, ::2].sum()), float(size.max()), float(max(size[0, 1], size[-1, -2]))


@lru_cache(maxsize=1)
def _rule() -> tuple[Floats, Floats]:
    """Places from 0 to 1 as distances from the nearer end, those from the upper end below 0; and their weights."""
    count = round(_WIDEST / _STEP)
    t = np.arange(-count, count + 1) * _STEP
    away = 1.0 / (1.0 + np.exp(np.pi * np.sinh(np.abs(t))))
    weights = _STEP * np.pi / 4 * np.cosh(t) / np.cosh(np.pi / 2 * np.sinh(t)) ** 2
    return np.where(t <= 0, away, -away), weights
