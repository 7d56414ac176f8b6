"""Masked kernels: convolutions that look at earlier pixels alone, and the pixels that they can never see."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import conv2d


def kernel_mask(k: int, centre: bool) -> Tensor:
    """The mask of a k x k kernel in raster order, with its centre (B) or without (A), (k, k) flags."""
    flat = torch.arange(k * k)
    middle = k * k // 2
    return (flat <= middle if centre else flat < middle).view(k, k)


class Seen(NamedTuple):
    """What an output pixel depends on, as flags (rows, columns).

    Attributes:
        reached: some way leads from the pixel to the output.
        blind: an earlier pixel that no number of layers reaches.
        ways: how many ways lead there, (rows, columns) of float64.
    """

    reached: Tensor
    blind: Tensor
    ways: Tensor


def seen_from(k: int, size: tuple[int, int], place: tuple[int, int], b_layers: int) -> Seen:
    """What a pixel sees through one layer with mask A and then so many with mask B, zeros round the picture.

    Args:
        k: side of the kernels, odd.
        size: rows and columns of the picture.
        place: row and column of the pixel.
        b_layers: layers behind the first.
    """
    rows, columns = size
    at = torch.zeros((1, 1, rows, columns), dtype=torch.float64)
    at[0, 0, place[0], place[1]] = 1.0
    first, later = (kernel_mask(k, centre).double()[None, None].flip(2, 3) for centre in (False, True))
    # From the output backwards: the B layers, then the A layer. So many layers reach whatever can be reached.
    far = (at > 0).double()
    for _ in range(rows * columns):
        wider = (conv2d(far, later, padding=k // 2) > 0).double()
        if torch.equal(wider, far):
            break
        far = wider
    for _ in range(b_layers):
        at = conv2d(at, later, padding=k // 2)
    ways = conv2d(at, first, padding=k // 2)[0, 0]
    ever = conv2d(far, first, padding=k // 2)[0, 0] > 0
    earlier = (torch.arange(rows * columns) < place[0] * columns + place[1]).view(rows, columns)
    return Seen(ways > 0, earlier & ~ever, ways)
