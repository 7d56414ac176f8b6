"""A drawn density that has too many components is thinned, so that there is room for another stroke."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Thinned(NamedTuple):
    """What is left of the components.

    Attributes:
        rows: the rows that are kept, in order.
        masses: their masses, with those of the rows that they stand for, (n,).
    """

    rows: Tensor
    masses: Tensor


def with_room(masses: Tensor, modes: Tensor, most: int) -> Thinned:
    """At most so many components: of each mode every second one is left out, its mass given to the one before it.

    Args:
        masses: of the components, (n,).
        modes: which one each belongs to, (n,); a mode keeps one component at least.
        most: components at most, as far as modes allow.
    """
    rows, left = torch.arange(len(masses)), masses.clone()
    while len(rows) > most:
        kept, carried = [], left.clone()
        for mode in torch.unique(modes[rows]).tolist():
            members = (modes[rows] == mode).nonzero()[:, 0]
            first, second = members[::2], members[1::2]
            carried[first[: len(second)]] += left[second]
            kept.append(first)
        order = torch.cat(kept).sort().values
        if len(order) == len(rows):
            break
        rows, left = rows[order], carried[order]
    return Thinned(rows, left)
