"""Many matrices in one flat vector of weights: one optimiser's step moves them all, and a state holds one tensor."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from torch import Tensor


class FlatPart(NamedTuple):
    """Where a matrix lies.

    Attributes:
        start: of its first number.
        stop: behind its last one.
        size: its shape.
    """

    start: int
    stop: int
    size: tuple[int, ...]


FlatLayout = Mapping[str, FlatPart]


def laid_out(sizes: Mapping[str, tuple[int, ...]]) -> dict[str, FlatPart]:
    """The places of matrices of these sizes, one behind the other."""
    found, start = {}, 0
    for name, size in sizes.items():
        stop = start + math.prod(size)
        found[name] = FlatPart(start, stop, size)
        start = stop
    return found


def length_of(layout: FlatLayout) -> int:
    """How many weights there are."""
    return max(part.stop for part in layout.values())


def matrices_of(theta: Tensor, layout: FlatLayout) -> dict[str, Tensor]:
    """The matrices as views of the flat weights."""
    return {name: theta[part.start : part.stop].view(part.size) for name, part in layout.items()}
