"""Which memory, negative or mixture of three a state is, or is near to."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield.net import Net
from playground.engine.frame import Array

MOST_MIXED = 6  # mixtures are tried of the memories with the largest overlaps
NEAR = 0.7  # a state with less overlap with everything known has no name
BARS = 8

MEMORY, NEGATIVE, MIXTURE, OTHER = "memory", "negative", "mixture", "other"


class Match(NamedTuple):
    """What a state resembles most.

    Attributes:
        kind: memory, negative or mixture; other if the overlap is too small for a name.
        words: what is nearest.
        overlap: with it, 1 if it is exactly that.
        mixed: the best mixture in words, or empty where there are not three memories.
        mixed_overlap: the overlap with that; 0 where there is none.
    """

    kind: str
    words: str
    overlap: float
    mixed: str
    mixed_overlap: float

    @property
    def exact(self) -> bool:
        """Whether the state is exactly that."""
        return self.kind != OTHER and self.overlap == 1.0


def match(net: Net, names: tuple[str, ...], s: Tensor, overlap: Tensor) -> Match:
    """The memory, negative or mixture with the largest overlap; a memory goes before a mixture.

    Args:
        net: the network.
        names: of the memories.
        s: the state, shape (d,).
        overlap: right s.
    """
    if net.n == 0:
        return Match(OTHER, "no memory", 0.0, "", 0.0)
    d = len(s)
    m = overlap[: net.n].numpy() / d
    best = int(np.abs(m).argmax())
    mixed, mixed_overlap = _best_mixture(net, names, s, m)
    named = max(abs(m[best]), mixed_overlap) >= NEAR
    if mixed_overlap > abs(m[best]):
        return Match(MIXTURE if named else OTHER, f"mixture of {mixed}", mixed_overlap, mixed, mixed_overlap)
    if m[best] > 0:
        return Match(MEMORY if named else OTHER, names[best], float(m[best]), mixed, mixed_overlap)
    return Match(NEGATIVE if named else OTHER, f"negative of {names[best]}", float(-m[best]), mixed, mixed_overlap)


def _best_mixture(net: Net, names: tuple[str, ...], s: Tensor, m: Array) -> tuple[str, float]:
    """sgn(x_a ± x_b ± x_c), each with the sign of its own overlap, and its overlap with the state."""
    largest = sorted(np.argsort(-np.abs(m), kind="stable")[:MOST_MIXED].tolist())
    triples = list(combinations(largest, 3))
    if not triples:
        return "", 0.0
    signs = np.where(m[largest] < 0, -1.0, 1.0)
    rows = net.right.numpy()[largest] * signs[:, None]
    picks = np.array([[float(k in triple) for k in largest] for triple in triples])
    overlaps = np.sign(picks @ rows) @ s.numpy().astype(np.float64) / len(s)
    best = int(overlaps.argmax())
    words = ""
    for k in triples[best]:
        minus = m[k] < 0
        words += ("−" if minus else "") + names[k] if not words else (" − " if minus else " + ") + names[k]
    return words, float(overlaps[best])


def shown_memories(overlap: Tensor, net: Net, target: int) -> list[int]:
    """Which memories have a bar: all of a few, else the one to be recalled and those with the largest overlaps."""
    if net.n <= BARS:
        return list(range(net.n))
    size = overlap[: net.n].abs()
    if target >= 0:
        size = size.clone()
        size[target] = float("inf")
    return sorted(torch.topk(size, BARS).indices.tolist())


def verdict(found: Match, target: str, d: int, stable: bool, cycling: bool) -> str:
    """Where the state is, in one clause; empty while it is still on its way.

    Args:
        found: what it resembles most.
        target: the name of the memory that was to be recalled.
        d: the number of neurons.
        stable: whether it is a fixed point.
        cycling: whether two states take turns.
    """
    if cycling:
        return "two states in turn, for ever"
    if not stable:
        return ""
    if found.kind == OTHER:
        return "no memory is stored" if found.words == "no memory" else "a spurious state without a name"
    if found.exact:
        return {
            MEMORY: f"{found.words}, every unit right"
            if found.words == target
            else f"{found.words} instead of {target}",
            NEGATIVE: f"the {found.words}, a valley as well",
            MIXTURE: f"a {found.words}, which nobody stored",
        }[found.kind]
    units = round(d * (1 - found.overlap) / 2)
    return f"stuck near {found.words}, {units} units off"
