"""Weights of several nets alike, each a row of numbers, and the parts that the row consists of."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

Sizes = Mapping[str, tuple[int, ...]]


def length(sizes: Sizes) -> int:
    """How many numbers there are."""
    return sum(map(math.prod, sizes.values()))


def parts(theta: Tensor, sizes: Sizes) -> dict[str, Tensor]:
    """The parts of each row by name, (copies, *size): views of theta, (copies, N)."""
    pieces = torch.split(theta, [math.prod(size) for size in sizes.values()], 1)
    return {name: piece.view(len(theta), *size) for (name, size), piece in zip(sizes.items(), pieces, strict=True)}


def affine(x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """X W + b of each copy, (copies, rows, outputs)."""
    return torch.baddbmm(b[:, None], x, W)
