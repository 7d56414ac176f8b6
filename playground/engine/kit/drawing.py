"""Random numbers drawn in pieces, giving way in between: the very ones of a single draw from the same generator."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

_PIECE = 1 << 17  # numbers: a few milliseconds
_BLOCK = 16  # normal numbers that torch makes together; fewer are made in another way


def normal(shape: tuple[int, ...], rng: torch.Generator, dtype: torch.dtype) -> Tensor:
    """Standard normal numbers as `torch.randn` gives them."""
    total = math.prod(shape)
    if total <= _PIECE + _BLOCK:
        return torch.randn(shape, generator=rng, dtype=dtype)
    found = torch.empty(total, dtype=dtype)
    start = 0
    while start < total:
        stop = start + _PIECE if total - start >= _PIECE + _BLOCK else total
        found[start:stop].normal_(generator=rng)
        give_way()
        start = stop
    return found.view(shape)


def uniform(shape: tuple[int, ...], rng: torch.Generator, dtype: torch.dtype) -> Tensor:
    """Uniform numbers in [0, 1) as `torch.rand` gives them."""
    total = math.prod(shape)
    if total <= _PIECE:
        return torch.rand(shape, generator=rng, dtype=dtype)
    found = torch.empty(total, dtype=dtype)
    for start in range(0, total, _PIECE):
        found[start : start + _PIECE].uniform_(generator=rng)
        give_way()
    return found.view(shape)
