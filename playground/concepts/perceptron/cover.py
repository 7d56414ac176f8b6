"""How many labelings of n points one hyperplane can separate.

Source: T. Cover, "Geometrical and statistical properties of systems of linear inequalities with applications in
pattern recognition", IEEE Transactions on Electronic Computers EC-14 (1965).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb, log10, sqrt
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine.kit.separability import is_separable

Labeling = tuple[int, ...]
CHUNK = 4


@cache
def cover_number(n: int, d: int) -> int:
    """C(n, d) = 2 sum_{i < d} binom(n - 1, i): separable labelings of n points in general position, through the origin.

    Args:
        n: number of points, at least 1.
        d: number of weights; with a bias one more than there are features.
    """
    return 2 * sum(comb(n - 1, i) for i in range(d))


def share(n: int, d: int) -> float:
    """C(n, d) / 2^n, exactly 1/2 at n = 2 d."""
    return cover_number(n, d) / (1 << n)


def log_number(n: int, d: int) -> float:
    """log10 of C(n, d)."""
    return log10(cover_number(n, d))


def grow_labelings(points: Tensor) -> Iterator[list[Labeling] | None]:
    """The separable labelings of the first 1, 2, ..., n points, exactly, whatever their position.

    A separable labeling stays separable without its last point, so only those are extended: at most 2 C(k, d) tests
    for k + 1 points instead of 2^(k + 1). Labelings come in pairs y and -y; those with y_1 = +1 are tested.

    Args:
        points: (augmented) points, shape (n, d).

    Yields:
        The labelings for each number of points, and None between them so that the caller may pause.
    """
    rows = points.numpy()
    found: list[Labeling] = [()]
    for k in range(len(rows)):
        signs = (1,) if k == 0 else (1, -1)
        tried = [(*labeling, sign) for labeling in found for sign in signs]
        found = []
        for i, labeling in enumerate(tried, 1):
            if is_separable(np.array(labeling, dtype=np.float64)[:, None] * rows[: k + 1]):
                found.append(labeling)
            if i % CHUNK == 0:
                yield None
        yield found + [tuple(-sign for sign in labeling) for labeling in found]


class Sample(NamedTuple):
    """A share of separable labelings, estimated.

    Attributes:
        tried: how many labelings were tried.
        share: how many of them are separable, as a share.
        error: its standard error (with one labeling added to each side, so that it is never 0).
    """

    tried: int
    share: float
    error: float


def sample_labelings(points: Tensor, trials: int, rng: torch.Generator) -> Iterator[Sample]:
    """The share of fair-coin labelings of these (augmented) points, shape (n, d), that are separable.

    Yields:
        The estimate so far, every few labelings and at the end.
    """
    coins = torch.rand((trials, len(points)), generator=rng, dtype=torch.float64) < 0.5
    signs = torch.where(coins, 1.0, -1.0).to(torch.float64).numpy()
    rows, hits = points.numpy(), 0
    for tried, labels in enumerate(signs, 1):
        hits += is_separable(labels[:, None] * rows)
        if tried % CHUNK == 0 or tried == trials:
            smoothed = (hits + 1) / (tried + 2)
            yield Sample(tried, hits / tried, sqrt(smoothed * (1 - smoothed) / (tried + 2)))
