"""Prefix scans of z_t = a_t z_{t-1} + b_t: pairs (a, b) are combined, later after earlier, round by round.

(a2, b2) o (a1, b1) = (a2 a1, a2 b1 + b2) is associative, so any tree of it gives the states; it is not commutative.

Sources: W. D. Hillis and G. L. Steele, Data parallel algorithms (1986); G. E. Blelloch, Prefix sums and their
applications (1990), whose two sweeps are run here in place, as by R. P. Brent and H. T. Kung (1982).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.linear_recurrence.names import ScanKind


class Round(NamedTuple):
    """What one round combines, all at the same time: the pair at `later` becomes later after earlier; (m,) int64."""

    later: Tensor
    earlier: Tensor


@lru_cache(maxsize=32)
def rounds(T: int, kind: ScanKind) -> tuple[Round, ...]:
    """The rounds of a scan of length T.

    Args:
        T: how many pairs.
        kind: the loop; doubling (Hillis and Steele); an up-sweep and a down-sweep (Blelloch).
    """
    every = torch.arange(T)
    if kind == "loop":
        return tuple(Round(every[t : t + 1], every[t - 1 : t]) for t in range(1, T))
    strides = [1 << r for r in range(max(T - 1, 0).bit_length())]
    if kind == "doubling":
        return tuple(Round(every[s:], every[:-s]) for s in strides)
    up = [every[2 * s - 1 :: 2 * s] for s in strides]
    down = [every[3 * s - 1 :: 2 * s] for s in reversed(strides)]
    ways = [(at, s) for at, s in zip(up, strides, strict=True)]
    ways += [(at, s) for at, s in zip(down, reversed(strides), strict=True)]
    return tuple(Round(at, at - s) for at, s in ways if len(at))


def work(T: int, kind: ScanKind) -> int:
    """How many combinations that takes."""
    return sum(len(one.later) for one in rounds(T, kind))


def combined(a: Tensor, b: Tensor, one: Round) -> tuple[Tensor, Tensor]:
    """The pairs (T,) after one more round."""
    later, earlier = one
    new_a, new_b = a.clone(), b.clone()
    new_a[later] = a[later] * a[earlier]
    new_b[later] = a[later] * b[earlier] + b[later]
    return new_a, new_b


def scan(a: Tensor, b: Tensor, kind: ScanKind = "doubling") -> tuple[Tensor, Tensor]:
    """All prefixes (A_t, B_t), so that z_t = A_t z_0 + B_t, (T,) each."""
    for one in rounds(len(a), kind):
        a, b = combined(a, b, one)
    return a, b


def loop(a: Tensor, b: Tensor, z0: float = 0.0) -> Tensor:
    """z_1 to z_T one after another, (T,), in plain numbers."""
    z, states = z0, []
    for factor, added in zip(a.tolist(), b.tolist(), strict=True):
        z = factor * z + added
        states.append(z)
    return torch.tensor(states, dtype=b.dtype)


@lru_cache(maxsize=16)
def reach(T: int, kind: ScanKind, most: int) -> Tensor:
    """How many pairs each prefix holds after rounds from 0 to the last, at most `most` of them, (rows, T)."""
    ways = rounds(T, kind)
    kept = {round(row * len(ways) / (most - 1)) for row in range(most)}
    counts = torch.ones(T, dtype=torch.int64)
    rows = [counts]
    for number, one in enumerate(ways, 1):
        counts = counts.clone()
        counts[one.later] += counts[one.earlier]
        if number in kept or len(ways) < most:
            rows.append(counts)
    return torch.stack(rows)
