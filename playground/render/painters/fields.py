"""Smooth fields as pictures: what lies between the samples, and shading by the slope as on a map of mountains."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from playground.engine.kit.arrays import Floats

MOST = 640  # cells of a smoothed picture along a side
SHADES = 129  # from the deepest shadow over none to the brightest light
_DEEP, _BRIGHT = 0.2, 0.36  # share of the light that the deepest shadow takes, of white in the brightest light
_SHADOW = (1.0, 0.75, 0.35)  # of red, green and blue: under an open sky shadows are bluish, grey looks like dirt
_TYPICAL = 2.8  # a slope of so many times the mean one is fully lit

Entries = np.ndarray[Any, np.dtype[np.uint32]]
Lights = np.ndarray[Any, np.dtype[np.intp]]


@lru_cache(maxsize=64)
def _weights(samples: int, cells: int) -> Floats:
    """What each sample gives to each of more cells, (cells, samples).

    The pieces are cubic and go through the samples (Catmull-Rom); beyond the last one the field goes on straight.
    """
    at = (np.arange(cells) + 0.5) * samples / cells - 0.5
    base = np.floor(at).astype(int)
    t = at - base
    made = np.zeros((cells, samples))
    kernel = (
        -0.5 * t + t**2 - 0.5 * t**3,
        1 - 2.5 * t**2 + 1.5 * t**3,
        0.5 * t + 2 * t**2 - 1.5 * t**3,
        -0.5 * t**2 + 0.5 * t**3,
    )
    row, last = np.arange(cells), samples - 1
    for step, weight in enumerate(kernel):
        sample = base + step - 1
        inside = np.clip(sample, 0, last)
        beyond = sample - inside
        np.add.at(made, (row, inside), weight * (1 + np.abs(beyond)))
        np.add.at(made, (row, np.clip(inside - np.sign(beyond), 0, last)), -weight * np.abs(beyond))
    return made.astype(np.float32)


def resampled(z: Floats, rows: int, columns: int) -> Floats:
    """A field (n, m) on a finer grid (rows, columns); what is no number stays none, with a smooth border.

    A side that has as many samples as are asked for keeps them.
    """
    n, m = z.shape
    rows, columns = max(n, min(rows, MOST)), max(m, min(columns, MOST))
    if (rows, columns) == (n, m):
        return z
    # Colours have some hundred steps: single precision is finer, and twice as fast.
    z, known = z.astype(np.float32), np.isfinite(z)
    if known.all():
        return _weights(n, rows) @ z @ _weights(m, columns).T
    made = _straight(n, rows) @ np.where(known, z, np.float32(0)) @ _straight(m, columns).T
    made *= _balance(known.tobytes(), n, m, rows, columns)
    return np.asarray(made)


@lru_cache(maxsize=8)
def _balance(known: bytes, n: int, m: int, rows: int, columns: int) -> Floats:
    """What makes up for samples that are none, (rows, columns); none where most are. They stay along a run."""
    flags = np.frombuffer(known, bool).reshape(n, m).astype(np.float32)
    share = _straight(n, rows) @ flags @ _straight(m, columns).T
    return np.where(share < 0.5, np.float32(np.nan), 1 / np.maximum(share, np.float32(0.5)))


@lru_cache(maxsize=32)
def _straight(samples: int, cells: int) -> Floats:
    """As `_weights`, with straight pieces: what each of two neighbours gives, (cells, samples)."""
    at = np.clip((np.arange(cells) + 0.5) * samples / cells - 0.5, 0, samples - 1)
    return np.maximum(0.0, 1.0 - np.abs(at[:, None] - np.arange(samples))).astype(np.float32)


def slope_shades(z: Floats) -> Lights:
    """How a field (n, m), first row on top, is lit from the top left: 0 to `SHADES` - 1, in its shape."""
    if min(z.shape) < 2:
        return np.full(z.shape, SHADES // 2, np.intp)
    filled = np.nan_to_num(z.astype(np.float32, copy=False))
    slope = np.empty_like(filled)
    slope[:, 1:-1] = filled[:, 2:] - filled[:, :-2]
    slope[:, 0], slope[:, -1] = slope[:, 1], slope[:, -2]
    slope[1:-1] += filled[2:] - filled[:-2]
    slope[0], slope[-1] = slope[1], slope[-2]
    typical = float(np.abs(slope).mean()) * _TYPICAL
    if not typical > 0:
        return np.full(z.shape, SHADES // 2, np.intp)
    slope *= 1 / typical
    lit = np.tanh(slope, out=slope)
    lit += 1
    lit *= (SHADES - 1) / 2
    return np.asarray(np.rint(lit, out=lit), np.intp)


def shaded(table: Entries) -> Entries:
    """A map's entries (n,) as 0xAARRGGBB in each light, (SHADES, n), the middle row as it is."""
    channels = np.stack([table >> 16 & 255, table >> 8 & 255, table & 255], axis=-1).astype(float)
    lit = np.linspace(-1.0, 1.0, SHADES)[:, None, None]
    made = np.where(
        lit < 0, channels * (1 + _DEEP * lit * np.array(_SHADOW)), channels + (255 - channels) * _BRIGHT * lit
    )
    r, g, b = np.rint(made).astype(np.uint32).transpose(2, 0, 1)
    return np.asarray(0xFF000000 | r << 16 | g << 8 | b, np.uint32)
