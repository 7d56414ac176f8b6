"""What is counted of samples: modes that are held, how that goes on over time, and how near the training points are."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

HELD = 10
"""Samples within 3 deviations by which a mode counts as held."""
SAMPLES = 2500
"""Samples that are looked at."""
KEPT = 12
"""Counts that a verdict looks back on."""


class NearModes(NamedTuple):
    """Samples beside modes: the nearest mode and its distance of each, (n,), and samples within 3 deviations, (K,)."""

    nearest: Tensor
    distance: Tensor
    hits: Tensor


def near_modes(x: Tensor, modes: Tensor, sigma: float) -> NearModes:
    """Samples (n, 2) beside modes (K, 2); of equally near modes the first counts."""
    distance, nearest = (x[:, None] - modes).square().sum(-1).min(1)
    distance = distance.sqrt()
    return NearModes(nearest, distance, torch.bincount(nearest[distance <= 3 * sigma + 1e-12], minlength=len(modes)))


def with_count(past: Tensor, held: Tensor) -> Tensor:
    """The last counts (t, ..., K) with the newest."""
    return torch.cat([past, held[None]])[-KEPT:]


def verdict(past: Tensor) -> str:
    """What the modes that were held at the last counts, (t, K), say: collapse, cycling, growing, or settled."""
    if len(past) < 4:
        return "too early to say"
    counts = past.sum(1)
    lost = int((past[:-1] & ~past[1:]).sum())
    gained = int((~past[:-1] & past[1:]).sum())
    if int(counts[-1]) * 2 <= int(counts.max()) and int(counts.max()) >= 4:
        return "collapse"
    if lost >= 4 and gained >= 4:
        return "cycling"
    return "growing" if gained > lost + 2 else "settled" if lost + gained <= 3 else "wavering"


def nearest_training(x: Tensor, train: Tensor) -> tuple[Tensor, Tensor]:
    """The row of the nearest training point of each sample, (n,), and its distance, (n,)."""
    distance, row = torch.cdist(x, train).min(1)
    return row, distance
