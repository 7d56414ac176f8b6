"""Where the combinations of a scan stand as a net, and which of them lead to one prefix."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.concepts.linear_recurrence import scans
from playground.concepts.linear_recurrence.names import ScanKind
from playground.engine.frame import Array


class ScanNet(NamedTuple):
    """What a tree is drawn with: where nodes stand, all ways of values, and those that combine."""

    xy: Array
    carried: Array
    combining: Array


@lru_cache(maxsize=16)
def net_of(T: int, kind: ScanKind) -> ScanNet:
    """The net of a scan, a row of T nodes for each round and one before the first."""
    ways = scans.rounds(T, kind)
    time, row = np.meshgrid(np.arange(T), np.arange(len(ways) + 1))
    xy = np.stack([time.ravel(), -row.ravel()], 1).astype(float)
    carried = np.concatenate([xy[:-T], xy[T:]], 1)
    combining = np.concatenate(
        [
            np.stack([one.earlier, np.full(len(one.later), -r), one.later, np.full(len(one.later), -r - 1)], 1)
            for r, one in enumerate(ways)
        ]
    ).astype(float)
    return ScanNet(xy, carried, combining)


def cone(T: int, kind: ScanKind, row: int, time: int) -> Array:
    """The ways that lead to a node, (m, 4)."""
    ways, times, found = scans.rounds(T, kind), {time}, []
    for r in range(row, 0, -1):
        one = ways[r - 1]
        source = dict(zip(one.later.tolist(), one.earlier.tolist(), strict=True))
        found += [(at, 1 - r, at, -r) for at in times]
        found += [(source[at], 1 - r, at, -r) for at in times if at in source]
        times |= {source[at] for at in times if at in source}
    return np.array(found, dtype=float).reshape(-1, 4)
