"""Data sets whose law is known: Gaussian mixtures, curves by many small components."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.declared import LINE


class Components(NamedTuple):
    """The components of a data set.

    Attributes:
        masses: not scaled to sum 1, (K,).
        means: (K, d).
        spreads: standard deviations, (K,).
        modes: the mode that each component belongs to, (K,), int64.
    """

    masses: Tensor
    means: Tensor
    spreads: Tensor
    modes: Tensor


def components(kind: str, width: float) -> Components:
    """The data set of this name, out of `declared.LINE` and `declared.PLANE`; those in the plane are standardised.

    Args:
        kind: its name; "blank" is one wide component until something is drawn.
        width: standard deviation of a component before, of the sets that are made of a few.
    """
    found = _components(kind, width)
    if kind in (*LINE, "blank"):
        return found
    means, spreads = _standardised(found.masses, found.means, found.spreads)
    return found._replace(means=means, spreads=spreads)


def _components(kind: str, width: float) -> Components:
    match kind:
        case "line2":
            return _apart([[-2.0], [2.0]], 2.5 * width)
        case "line3":
            return _apart([[-2.4], [0.0], [2.2]], 2.5 * width, [0.2, 0.5, 0.3])
        case "two":
            return _apart([[-1.0, 0.0], [1.0, 0.0]], width)
        case "eight":
            angle = torch.arange(8, dtype=torch.float64) * (math.pi / 4)
            return _apart((1.4 * torch.stack([angle.cos(), angle.sin()], 1)).tolist(), width)
        case "grid":
            place = [-1.4, -0.7, 0.0, 0.7, 1.4]
            return _apart([[x, y] for y in place for x in place], 0.6 * width)
        case "unequal":
            return _apart([[-1.4, -0.8], [1.3, -0.9], [0.1, 1.4]], 1.5 * width, [0.1, 0.3, 0.6])
        case "moons":
            return _moons()
        case "swiss":
            return _swiss()
        case "checker":
            return _checker()
        case "pinwheel":
            return _pinwheel()
    return _apart([[0.0, 0.0]], 0.5)


def _apart(means: list[list[float]], width: float, masses: list[float] | None = None) -> Components:
    """Components that are modes of their own."""
    n = len(means)
    made = torch.tensor(masses, dtype=torch.float64) if masses else torch.ones(n, dtype=torch.float64)
    spread = torch.full((n,), width, dtype=torch.float64)
    return Components(made, torch.tensor(means, dtype=torch.float64), spread, torch.arange(n))


def _along(means: Tensor, spread: Tensor | float, modes: Tensor) -> Components:
    """Equally heavy components."""
    n = len(means)
    wide = torch.full((n,), spread, dtype=torch.float64) if isinstance(spread, float) else spread
    return Components(torch.ones(n, dtype=torch.float64), means, wide, modes)


def _moons(each: int = 24) -> Components:
    angle = (torch.arange(each, dtype=torch.float64) + 0.5) * (math.pi / each)
    upper = torch.stack([angle.cos(), angle.sin()], 1)
    lower = torch.stack([1.0 - angle.cos(), 0.5 - angle.sin()], 1)
    modes = torch.arange(2).repeat_interleave(each)
    return _along(torch.cat([upper, lower]), 0.1, modes)


def _swiss(count: int = 72) -> Components:
    """A spiral of one and a half turns, equally dense along its length."""
    fine = torch.linspace(1.5 * math.pi, 4.5 * math.pi, 2000, dtype=torch.float64)
    length = torch.cumulative_trapezoid(torch.sqrt(1 + fine**2), fine)
    wanted = (torch.arange(count, dtype=torch.float64) + 0.5) / count * length[-1]
    angle = fine[torch.searchsorted(length, wanted) + 1]
    means = torch.stack([angle * angle.cos(), angle * angle.sin()], 1)
    return _along(means, 0.6, torch.zeros(count, dtype=torch.int64))


def _checker(side: int = 4, fine: int = 4) -> Components:
    """Every second square of a board, each filled by a small grid."""
    inner = (torch.arange(fine, dtype=torch.float64) + 0.5) / fine
    parts, modes = [], []
    squares = [(i, j) for j in range(side) for i in range(side) if (i + j) % 2 == 0]
    for mode, (i, j) in enumerate(squares):
        x, y = torch.meshgrid(i + inner, j + inner, indexing="xy")
        parts.append(torch.stack([x.ravel(), y.ravel()], 1))
        modes += [mode] * fine**2
    return _along(torch.cat(parts), 0.5 / fine, torch.tensor(modes))


def _pinwheel(arms: int = 5, each: int = 10) -> Components:
    reach = torch.linspace(0.25, 1.6, each, dtype=torch.float64)
    parts = []
    for arm in range(arms):
        angle = 2 * math.pi * arm / arms + 0.75 * reach
        parts.append(reach[:, None] * torch.stack([angle.cos(), angle.sin()], 1))
    spread = (0.05 + 0.05 * reach).repeat(arms)
    return _along(torch.cat(parts), spread, torch.arange(arms).repeat_interleave(each))


def _standardised(masses: Tensor, means: Tensor, spread: Tensor) -> tuple[Tensor, Tensor]:
    """Means and standard deviations moved and scaled alike in all directions, so that E|x|^2 = d and the mean is 0."""
    mean, covariance = mixtures.moments(mixtures.mixture(masses, means, spread**2))
    scale = math.sqrt(means.shape[1] / float(covariance.trace()))
    return (means - mean) * scale, spread * scale
