"""Digits made of strokes, and the soft pen that draws them: the same for made digits and for those drawn by hand.

A digit is a polyline or two in the unit square, x to the right and y down. It is smoothed by a spline, its corners
jitter, and the whole is turned, slanted, scaled and moved. The pen is a Gaussian dot that travels at an even pace:
what it leaves at a place is 1 - exp(-3 t), with t the share of the full passage of the pen's middle, so that a stroke
is dark, its rim is soft, and crossing it twice makes it no blacker than black.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.kit.giving_way import give_way

PenStroke = tuple[tuple[float, float], ...]
_DRAWN = (
    "52,16 34,22 26,42 27,64 38,82 54,84 69,72 74,50 69,28 52,16",
    "38,30 54,16 53,50 51,84",
    "29,32 36,20 52,15 67,24 67,40 52,58 28,82 50,81 74,81",
    "30,23 47,15 65,22 66,37 45,47 66,55 70,70 55,84 29,78",
    "42,15 34,36 25,57 50,58 77,58; 62,36 60,60 58,86",
    "70,17 53,17 37,17 35,30 33,46 50,41; 33,46 52,42 69,52 71,69 56,84 29,80",
    "62,15 45,26 32,48 30,70 44,84 62,80 69,65 57,52 40,56 31,69",
    "27,18 50,18 73,18 62,38 50,60 42,85",
    "66,27 52,15 36,22 36,36 52,48 68,62 66,78 50,85 34,77 34,62 50,48 64,38 66,27",
    "68,35 57,46 39,45 32,31 43,17 60,17 69,31 66,55 58,85",
)
DIGITS: tuple[tuple[PenStroke, ...], ...] = tuple(
    tuple(
        tuple((int(x) / 100, int(y) / 100) for x, y in (corner.split(",") for corner in piece.split()))
        for piece in drawn.split(";")
    )
    for drawn in _DRAWN
)
"""The corners of the strokes of 0 to 9; the first and last corner of a stroke are its ends."""

PEN = 0.034  # standard deviation of the pen's dot, as a share of the side: a stroke is about 2.5 pixels of 28 wide
DOTS = 56  # dots of a made digit
_DARK = 3.0
_RUBBER = 2.0  # times as wide as the pen
_SMALL, _FINE = 16, 4  # a stroke on smaller paper is drawn so much finer, and averaged
_AT_ONCE = 64  # digits between two moments to give way


def digits(labels: Tensor, rng: torch.Generator, side: int = 28, wild: float = 1.0) -> Tensor:
    """A newly drawn digit for each label.

    Args:
        labels: 0 to 9, (n,).
        rng: a CPU generator.
        side: of the pictures in pixels.
        wild: how much the digits vary; 0: all of a kind are alike.

    Returns:
        Pictures from 0, paper, to 1, ink, (n, side, side), float32, the first row on top.
    """
    n = len(labels)
    bends = torch.randn((n, 14, 2), generator=rng) * 0.02 * wild
    turn, slant = (torch.randn((2, n), generator=rng) * wild * torch.tensor([[0.14], [0.18]])).unbind(0)
    scale = 1.0 + torch.randn((n, 2), generator=rng) * 0.09 * wild
    moved = torch.randn((n, 2), generator=rng) * 0.035 * wild
    pen = PEN * (1.0 + 0.18 * wild * torch.randn(n, generator=rng)).clamp(0.6, 1.6)
    corners, places, spent = _corners(), _places(), torch.empty((n, side, side))
    cos, sin = turn.cos(), turn.sin()
    # Slanted, then turned: the columns are the images of x and of y.
    across = torch.stack([cos, sin], 1) * scale[:, :1]
    down = torch.stack([slant * cos - sin, slant * sin + cos], 1) * scale[:, 1:]
    for first in range(0, n, _AT_ONCE):
        give_way()
        part = slice(first, first + _AT_ONCE)
        kind = labels[part]
        bent = corners[kind] + bends[part] - 0.5
        along = places[kind] @ bent
        dots = along[..., :1] * across[part, None] + along[..., 1:] * down[part, None] + 0.5 + moved[part, None]
        spent[part] = inked(dots, _paces(dots, kind), pen[part], side)
    return spent


def inked(dots: Tensor, paces: Tensor, pen: Tensor, side: int) -> Tensor:
    """What a pen leaves on the paper, by one product of matrices a picture, since a Gaussian dot is one of x times y.

    Args:
        dots: where it was, in the unit square, (n, m, 2).
        paces: how far it travelled from dot to dot, (n, m); 0: a dot that leaves nothing.
        pen: the standard deviation of its dot, (n,).
        side: of the pictures in pixels.

    Returns:
        Pictures from 0 to 1, (n, side, side).
    """
    middles = (torch.arange(side, dtype=dots.dtype, device=dots.device) + 0.5) / side
    spread = pen[:, None, None]
    across, down = (
        torch.exp(-0.5 * ((middles[None, None] - dots[..., axis, None]) / spread).square()) for axis in (0, 1)
    )
    passage = (down * paces[..., None]).transpose(1, 2) @ across / (spread * math.sqrt(2 * math.pi))
    return 1.0 - torch.exp(-_DARK * passage)


def stroke(path: Sequence[float], side: int, pen: float = PEN) -> Tensor:
    """A stroke drawn by hand, (side, side), from 0 to 1.

    Args:
        path: x, y, x, y, ... in the unit square, y down; a single place is a dot.
        side: of the picture in pixels.
        pen: the standard deviation of the pen's dot.
    """
    corners = torch.tensor(path, dtype=torch.float64).reshape(-1, 2)
    legs = corners.diff(dim=0)
    lengths = torch.linalg.vector_norm(legs, dim=1)
    total = float(lengths.sum())
    if total < pen:  # a dot, as dark as a stroke is
        dots, paces = corners[:1], torch.full((1,), pen * math.sqrt(2 * math.pi), dtype=torch.float64)
    else:
        m = min(2000, math.ceil(total / (0.4 * pen)))
        at = (torch.arange(m, dtype=torch.float64) + 0.5) * (total / m)
        ends = lengths.cumsum(0)
        leg = torch.searchsorted(ends, at).clamp(max=len(legs) - 1)
        share = 1.0 - (ends[leg] - at) / lengths[leg].clamp_min(1e-12)
        dots, paces = corners[leg] + share[:, None] * legs[leg], torch.full((m,), total / m, dtype=torch.float64)
    found = inked(dots[None], paces[None], torch.tensor([pen], dtype=torch.float64), side)[0]
    return found.to(torch.float32)


def by_hand(path: Sequence[float], side: int, times: float = 1.0) -> Tensor:
    """A stroke over paper whose unit is a pixel, y up, as gestures have it; finer on small paper, then averaged.

    Args:
        path: x, y, x, y, ... in pixels from the bottom left.
        side: of the paper in pixels.
        times: how much wider than usual the pen is.

    Returns:
        Ink from 0 to 1, (side, side), float32.

    Raises:
        BadInput: there is half a place too many, or none.
    """
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    inside = [(x / side if i % 2 == 0 else 1.0 - x / side) for i, x in enumerate(path)]
    fine = _FINE if side < _SMALL else 1
    # On small paper the people who wrote the digits had a wider pen.
    ink = stroke(inside, side * fine, PEN * times * (1.7 if fine > 1 else 1.0))
    return ink.reshape(side, fine, side, fine).mean((1, 3))


def rubbed(drawing: Tensor, path: Sequence[float]) -> Tensor:
    """What a rubber twice as wide as the pen leaves of a square drawing."""
    left = (1.0 - 2.0 * by_hand(path, len(drawing), _RUBBER)).clamp_min(0.0)
    return torch.minimum(drawing, left)


@cache
def _corners() -> Tensor:
    """The corners of each digit, all strokes after one another, filled up with its last one, (10, 14, 2)."""
    found = torch.empty((10, 14, 2))
    for k, pieces in enumerate(DIGITS):
        flat = [corner for piece in pieces for corner in piece]
        found[k] = torch.tensor(flat + [flat[-1]] * (14 - len(flat)))
    return found


@cache
def _places() -> Tensor:
    """Each dot as a mixture of corners: Catmull-Rom splines through the corners of each stroke, (10, DOTS, 14)."""
    found = torch.zeros((10, DOTS, 14))
    for k, pieces in enumerate(DIGITS):
        legs = [
            (start + i, start, start + len(piece)) for piece, start in _starts(pieces) for i in range(len(piece) - 1)
        ]
        for dot in range(DOTS):
            leg, t = divmod((dot + 0.5) * len(legs) / DOTS, 1.0)
            at, low, high = legs[int(leg)]
            weights = (
                -0.5 * t + t**2 - 0.5 * t**3,
                1 - 2.5 * t**2 + 1.5 * t**3,
                0.5 * t + 2 * t**2 - 1.5 * t**3,
                -0.5 * t**2 + 0.5 * t**3,
            )
            for offset, weight in zip((-1, 0, 1, 2), weights, strict=True):
                found[k, dot, min(max(at + offset, low), high - 1)] += weight
    return found


def _starts(pieces: tuple[PenStroke, ...]) -> list[tuple[PenStroke, int]]:
    """Each stroke with the number of its first corner."""
    found, start = [], 0
    for piece in pieces:
        found.append((piece, start))
        start += len(piece)
    return found


def _paces(dots: Tensor, kind: Tensor) -> Tensor:
    """How far the pen travelled at each dot of made digits: half the way from the dot before to the next, (n, DOTS)."""
    legs = torch.linalg.vector_norm(dots.diff(dim=1), dim=2) * _joined()[kind]
    before, after = torch.nn.functional.pad(legs, (1, 0)), torch.nn.functional.pad(legs, (0, 1))
    ends = (before == 0) | (after == 0)
    return torch.where(ends, before + after, 0.5 * (before + after))


@cache
def _joined() -> Tensor:
    """1 where a dot and the next lie on the same stroke, 0 where the pen was lifted between them, (10, DOTS - 1)."""
    found = torch.ones((10, DOTS - 1))
    for k, pieces in enumerate(DIGITS):
        owner = [which for which, piece in enumerate(pieces) for _ in range(len(piece) - 1)]
        strokes = [owner[int((dot + 0.5) * len(owner) / DOTS)] for dot in range(DOTS)]
        found[k] = torch.tensor([float(a == b) for a, b in pairwise(strokes)])
    return found
