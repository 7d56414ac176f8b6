"""The law of the data as a Gaussian mixture, a sample of it, and what the user made."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.names import LINE
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.halves import Half, through
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.run.context import Ctx

CURVE = (0.97, 0.85, 0.6, 0.25, 0.02)
"""alpha_bar of the drawn schedule at T/5, 2T/5, ..., T, before the user drags it."""
BORDER = ((1.9, 0.5), (-1.9, -0.5))
PROBE = (-1.5, 1.3)


class Data(NamedTuple):
    """What the run is about.

    Attributes:
        masses: of the components, (K,), not scaled to sum 1.
        means: (K, d).
        variances: (K,).
        modes: the mode that each component belongs to, (K,), int64.
        labels: 0 (blue) or 1 (orange) for guidance, (K,), int64.
        ids: stable numbers of the components, (K,), int64.
        next_id: the number that the next component gets.
        strokes: how many strokes the user has drawn.
        examples: the training examples, (n, d).
        curve: alpha_bar of the drawn schedule at equally spaced times, (5,).
        probe: the noisy sample that is looked at in denoising, (d,).
        border: two points of the line that bounds the known half of the plane; what lies on the left of the way from
            the first to the second is generated, (2, 2).
        net: the parameters of the net that the user opened; empty without one.
        net_words: the name of its file; empty without one.
    """

    masses: Tensor
    means: Tensor
    variances: Tensor
    modes: Tensor
    labels: Tensor
    ids: Tensor
    next_id: int
    strokes: int
    examples: Tensor
    curve: Tensor
    probe: Tensor
    border: Tensor
    net: tuple[Tensor, ...]
    net_words: str

    @property
    def law(self) -> Mixture:
        """The mixture."""
        return mixtures.mixture(self.masses, self.means, self.variances)

    @property
    def half(self) -> Half:
        """The half of the plane that is generated."""
        return through(self.border[0], self.border[1])

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""
        return self.means.shape[1]


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name, with a sample of it."""
    masses, means, spread, modes = _components(params)
    if params.data not in (*LINE, "blank"):
        means, spread = _standardised(masses, means, spread)
    return data_of(masses, means, spread**2, modes, params.examples, ctx.rng)


def data_of(
    masses: Tensor, means: Tensor, variances: Tensor, modes: Tensor, examples: int, rng: torch.Generator
) -> Data:
    """Data with fresh ids and a sample of that many points."""
    law = mixtures.mixture(masses, means, variances)
    sample, _ = mixtures.sample(law, examples, rng)
    return Data(
        masses=masses,
        means=means.contiguous(),
        variances=variances.contiguous(),
        modes=modes,
        labels=modes % 2,
        ids=torch.arange(len(masses)),
        next_id=len(masses),
        strokes=0,
        examples=sample.contiguous(),
        curve=torch.tensor(CURVE, dtype=torch.float64),
        probe=torch.tensor(PROBE[: means.shape[1]], dtype=torch.float64),
        border=torch.tensor(BORDER, dtype=torch.float64),
        net=(),
        net_words="",
    )


def mode_masses(data: Data) -> Tensor:
    """The probability of each mode, (modes,)."""
    count = int(data.modes.max()) + 1
    shares = torch.zeros(count, dtype=torch.float64)
    return shares.index_add(0, data.modes, data.masses / data.masses.sum())


Components = tuple[Tensor, Tensor, Tensor, Tensor]


def _components(params: Params) -> Components:
    """Masses (K,), means (K, d), standard deviations (K,), modes (K,)."""
    width = params.width
    match params.data:
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
    return made, torch.tensor(means, dtype=torch.float64), spread, torch.arange(n)


def _along(means: Tensor, spread: Tensor | float, modes: Tensor) -> Components:
    """Equally heavy components."""
    n = len(means)
    wide = torch.full((n,), spread, dtype=torch.float64) if isinstance(spread, float) else spread
    return torch.ones(n, dtype=torch.float64), means, wide, modes


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
