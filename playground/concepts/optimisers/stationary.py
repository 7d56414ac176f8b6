"""Stationary points of a surface, and the constant of the PL inequality of x^2 + a sin^2 x."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from playground.engine.kit.arrays import Reals


def grid(half: float, centre: tuple[float, float], side: int) -> Reals:
    """Points of a square grid, rows along y, (side, side, 2)."""
    x, y = (np.linspace(middle - half, middle + half, side) for middle in centre)
    return np.stack(np.meshgrid(x, y, indexing="xy"), -1)


def stationary(
    starts: Reals,
    gradient: Callable[[Reals], Reals],
    hessian: Callable[[Reals], Reals],
    half: float,
    centre: tuple[float, float],
) -> list[tuple[float, float]]:
    """Places in the home window with a gradient of 0, by Newton's method from some of the starts."""
    z = starts[::7]
    for _ in range(40):
        z = _newton_steps(z, gradient(z), hessian(z))
        z = z[np.isfinite(z).all(-1) & (np.abs(z) < 1e6).all(-1)]
    inside = (np.abs(z - np.array(centre)) <= half).all(-1)
    z = z[inside]
    z = z[np.linalg.norm(gradient(z), axis=-1) < 1e-9] if len(z) else z
    return [(float(x), float(y)) for x, y in np.unique(np.round(z, 6), axis=0)[:40]]


def _newton_steps(z: Reals, slope: Reals, bent: Reals) -> Reals:
    """Newton's steps by the inverse of each 2 x 2 matrix written out; not finite where it is singular."""
    a, b, d = bent[:, 0, 0], bent[:, 0, 1], bent[:, 1, 1]
    x, y = slope[:, 0], slope[:, 1]
    return z - np.stack([d * x - b * y, a * y - b * x], -1) / (a * d - b * b)[:, None]


def kind_of(bent: Reals) -> str:
    """Minimum, maximum or saddle, by the eigenvalues of the Hessian."""
    low, high = np.linalg.eigvalsh(bent)
    return "minimum" if low > 0 else "maximum" if high < 0 else "saddle"


@lru_cache(maxsize=8)
def pl_constant(a: float) -> tuple[float, float | None, list[float]]:
    """The smallest f'^2 / (2 f) of x^2 + a sin^2 x, where it is, and the other stationary points with x > 0.

    The constant is 0 where there are others, which lie below x = a: there |sin 2x| is x / (a / 2) at least.
    """
    x = np.linspace(0.0, max(a, 1.0) + math.pi, 20_001)[1:]
    slope = 2 * x + a * np.sin(2 * x)
    others = [_root_between(a, x[i], x[i + 1]) for i in np.flatnonzero(slope[:-1] * slope[1:] < 0)]
    if others:
        return 0.0, None, others
    at = float(x[int((slope**2 / (2 * (x * x + a * np.sin(x) ** 2))).argmin())])
    low, high = at - 1e-3, at + 1e-3
    for _ in range(80):
        third = (high - low) / 3
        if _quotient(a, low + third) < _quotient(a, high - third):
            high -= third
        else:
            low += third
    return _quotient(a, (low + high) / 2), (low + high) / 2, []


def _quotient(a: float, x: float) -> float:
    return (2 * x + a * math.sin(2 * x)) ** 2 / (2 * (x * x + a * math.sin(x) ** 2))


def _root_between(a: float, low: float, high: float) -> float:
    """A zero of the derivative, by halving."""
    for _ in range(60):
        middle = (low + high) / 2
        if (2 * low + a * math.sin(2 * low)) * (2 * middle + a * math.sin(2 * middle)) <= 0:
            high = middle
        else:
            low = middle
    return float((low + high) / 2)
