"""Models of text by counting: all characters alike, how often each comes, and how often each follows another.

Counts begin at a small number, so that nothing is impossible (Lidstone's rule). Shannon wrote with such tables in 1948.

Source: C. E. Shannon, "A mathematical theory of communication" (1948).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

FIRST_COUNT = 0.1
"""What every count begins at."""
_MOST_BITS = 1023.0  # two to more is no number any more


class NgramTables(NamedTuple):
    """Chances from the counts of a text.

    Attributes:
        single: how often each sign comes, (V,).
        pairs: how often each sign, a column, follows each other, a row, (V, V).
        counts: the counts of pairs themselves, (V, V).
    """

    single: Tensor
    pairs: Tensor
    counts: Tensor


def counted(numbers: Tensor, V: int, first: float = FIRST_COUNT) -> NgramTables:
    """The tables of a text of V signs, in float64."""
    at = numbers.long()
    counts = torch.bincount(at[:-1] * V + at[1:], minlength=V * V).view(V, V).double()
    single = torch.bincount(at, minlength=V).double() + first
    pairs = counts + first
    return NgramTables(single / single.sum(), pairs / pairs.sum(1, keepdim=True), counts)


def surprises(chances: Tensor) -> Tensor:
    """-log2 of what was given to what came, in bits; 0 has infinitely many."""
    return -torch.log2(chances)


class TextSurprise(NamedTuple):
    """How surprised a model was.

    Attributes:
        bits, nats: the mean of -log2 p and of -log p.
        perplexity: 2 to the bits, which is e to the nats.
        log_likelihood: the sum of log p.
    """

    bits: float
    nats: float
    perplexity: float
    log_likelihood: float


def measured(chances: Tensor) -> TextSurprise:
    """Cross-entropy and perplexity of the chances that were given to what came; a chance of 0 gives infinity."""
    bits, nats = float(surprises(chances).mean()), float(-chances.log().mean())
    return TextSurprise(bits, nats, 2.0**bits if bits < _MOST_BITS else math.inf, float(chances.log().sum()))
