"""Plane vectors as complex numbers: arithmetic that takes Python numbers and tensors alike."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax.games import Entries, Z, pair


def dot(u: Z, v: Z) -> Any:
    """The inner product of two plane vectors."""
    return u.real * v.real + u.imag * v.imag


def root(value: Any) -> Any:
    """The square root."""
    return value.sqrt() if isinstance(value, Tensor) else math.sqrt(value)


def where(condition: Any, a: Any, b: Any) -> Any:
    """A where the condition holds, else b."""
    return torch.where(condition, a, b) if isinstance(condition, Tensor) else a if condition else b


def some(condition: Any) -> bool:
    """Whether it holds anywhere."""
    return bool(condition.any()) if isinstance(condition, Tensor) else bool(condition)


def stretch(entries: Entries) -> Any:
    """The spectral norm of 2 x 2 matrices given by their entries."""
    p, q, r, s = entries
    # The two parts are the norms of the conformal and the anticonformal part: nothing cancels.
    turning = (p + s) * (p + s) + (q - r) * (q - r)
    mirroring = (p - s) * (p - s) + (q + r) * (q + r)
    return (root(turning) + root(mirroring)) / 2


def solved(entries: Entries, right: Z) -> Z:
    """The solution of 2 x 2 systems; where the matrix is singular, the right side itself."""
    p, q, r, s = entries
    det = p * s - q * r
    safe = where(det != 0, det, det + 1)
    x, y = right.real, right.imag
    found = pair((s * x - q * y) / safe, (p * y - r * x) / safe)
    return where(det != 0, found, right)
