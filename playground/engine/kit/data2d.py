"""Two-class point sets in the plane, drawn from a given generator.

Every coordinate is rounded to a multiple of 1/64: sums of such numbers are exact in float64, so that trajectories of
exact algorithms repeat exactly when they repeat, and nobody sees the difference on a screen.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

GRID = 64.0


def on_grid(points: Tensor) -> Tensor:
    """The points rounded to multiples of 1/64."""
    return torch.round(points * GRID) / GRID


def alternating(n: int) -> Tensor:
    """Labels +1, -1, +1, ... of shape (n,), float64."""
    labels = torch.ones(n, dtype=torch.float64)
    labels[1::2] = -1.0
    return labels


def flip_some(labels: Tensor, share: float, rng: torch.Generator) -> Tensor:
    """The labels with each one flipped with probability `share`."""
    flips = torch.rand(len(labels), generator=rng, dtype=torch.float64) < share
    return torch.where(flips, -labels, labels)


def blobs(n: int, margin: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Two clouds on both sides of a line through the origin in a random direction.

    Args:
        n: number of points.
        margin: no point is closer to the line than this, up to the rounding to the grid.
        rng: the generator.

    Returns:
        Points (n, 2) and labels (n,), float64.
    """
    angle = 2 * math.pi * float(torch.rand(1, generator=rng, dtype=torch.float64))
    normal = torch.tensor([math.cos(angle), math.sin(angle)], dtype=torch.float64)
    along = torch.tensor([-math.sin(angle), math.cos(angle)], dtype=torch.float64)
    noise = torch.randn(n, 2, generator=rng, dtype=torch.float64)
    labels = alternating(n)
    distance = labels * (margin + noise[:, 0].abs().clamp(max=2.5))
    across = 1.3 * noise[:, 1].clamp(-2.2, 2.2)
    return on_grid(distance[:, None] * normal + across[:, None] * along), labels


def moons(n: int, jitter: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Two interleaved half circles of radius 1.5 with Gaussian jitter: points (n, 2) and labels (n,)."""
    labels = alternating(n)
    angle = math.pi * torch.rand(n, generator=rng, dtype=torch.float64)
    upper = torch.stack([1.5 * torch.cos(angle) - 0.75, 1.5 * torch.sin(angle) - 0.375], 1)
    points = torch.where(labels[:, None] > 0, upper, -upper)
    return on_grid(points + jitter * torch.randn(n, 2, generator=rng, dtype=torch.float64)), labels


def circles(n: int, jitter: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """A circle of radius 0.9 (label +1) inside one of radius 2.2, with Gaussian jitter: points (n, 2), labels (n,)."""
    labels = alternating(n)
    angle = 2 * math.pi * torch.rand(n, generator=rng, dtype=torch.float64)
    radius = 1.55 - 0.65 * labels
    points = radius[:, None] * torch.stack([torch.cos(angle), torch.sin(angle)], 1)
    return on_grid(points + jitter * torch.randn(n, 2, generator=rng, dtype=torch.float64)), labels


def scattered(n: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Gaussian points with fair-coin labels: points (n, 2) in general position up to the grid, labels (n,)."""
    points = on_grid(1.4 * torch.randn(n, 2, generator=rng, dtype=torch.float64).clamp(-2.2, 2.2))
    return points, flip_some(torch.ones(n, dtype=torch.float64), 0.5, rng)


def spirals(n: int, jitter: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Two arms of one and a half turns: points (n, 2) and labels (n,)."""
    y = alternating(n)
    along = torch.rand(n, generator=rng, dtype=torch.float64).sqrt()
    angle = 3 * math.pi * along + torch.where(y > 0, 0.0, math.pi)
    X = 2.6 * along[:, None] * torch.stack([torch.cos(angle), torch.sin(angle)], 1)
    return on_grid(X + jitter * torch.randn(n, 2, generator=rng, dtype=torch.float64)), y


def xor(n: int, jitter: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Four squares, label +1 where both coordinates have one sign: points (n, 2) and labels (n,)."""
    X = 4.4 * torch.rand(n, 2, generator=rng, dtype=torch.float64) - 2.2
    X = X + 0.3 * torch.sign(X)
    y = torch.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0).to(torch.float64)
    return on_grid(X + jitter * torch.randn(n, 2, generator=rng, dtype=torch.float64)), y


def round_blobs(n: int, classes: int, spread: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Gaussian clouds round a circle, one a class: points (n, 2) and class numbers from 0, (n,)."""
    y = (torch.arange(n) % classes).to(torch.float64)
    angle = 2 * math.pi * y / classes + 0.3
    centres = 1.7 * torch.stack([torch.cos(angle), torch.sin(angle)], 1)
    return on_grid(centres + spread * torch.randn(n, 2, generator=rng, dtype=torch.float64)), y


def pinwheel(n: int, classes: int, jitter: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Bent arms from the middle, one a class: points (n, 2) and class numbers from 0, (n,)."""
    y = (torch.arange(n) % classes).to(torch.float64)
    along = torch.rand(n, generator=rng, dtype=torch.float64)
    angle = 2 * math.pi * y / classes + 2.2 * along
    angle = angle + (0.05 + jitter) * torch.randn(n, generator=rng, dtype=torch.float64)
    return on_grid((0.3 + 2.3 * along)[:, None] * torch.stack([torch.cos(angle), torch.sin(angle)], 1)), y
