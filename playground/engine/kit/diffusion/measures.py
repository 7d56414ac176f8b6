"""How far a cloud of particles is from the law of the data, against that law itself and not a sample of it.

In the plane the distances are averages over directions of distances on a line, where the projected law has a closed
distribution function; the energy distance is such an average exactly (|x| is pi/2 times the mean length of its
projections), and eight equally spaced directions give it to a per cent.

Sources: Szekely and Rizzo (2013), Bonneel et al. (2015).
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.mixtures import Mixture

MEASURED = 512
"""Particles that are measured; a cloud has no order, so these are as good as any."""
_DIRECTIONS = 8
_TABLE = 512
_FLOORS = 8
_COVERED = 0.25


class Grouped(Protocol):
    """Data whose law is a mixture, each component of which belongs to a mode."""

    @property
    def masses(self) -> Tensor:
        """Of the components, not scaled to sum 1, (K,)."""

    @property
    def means(self) -> Tensor:
        """Of the components, (K, d)."""

    @property
    def variances(self) -> Tensor:
        """Of the components, (K,)."""

    @property
    def modes(self) -> Tensor:
        """The mode that each component belongs to, (K,), int64."""

    @property
    def law(self) -> Mixture:
        """The mixture."""

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""


class Measured(NamedTuple):
    """What is said of a cloud.

    Attributes:
        energy: energy distance 2 E|x-y| - E|x-x'| - E|y-y'| to the law, of the empirical law of the particles.
        energy_error: its standard error.
        sliced: sliced 1-Wasserstein distance; on a line the 1-Wasserstein distance.
        mass_error: total variation of the masses of the modes.
        covered: modes that have at least a quarter of their mass.
    """

    energy: float
    energy_error: float
    sliced: float
    mass_error: float
    covered: int


class Ruler(NamedTuple):
    """The law of the data, prepared for measuring, in single precision.

    Attributes:
        directions: (a, d).
        low, step: of the table of each direction, (a, 1).
        means: E|x - y| for x on the table and y from the projected law, (a, 512).
        ranks: 2 i + 2 - n for the sorted particles i = 0, 1, ..., (n,).
        quantiles: of the projected law at (i - 1/2)/n, (a, n).
        inner: mean over the directions of E|y - y'|.
        factor: from projections to lengths.
        floor: energy, sliced distance and mass error of samples of the law itself, and the spread of the latter two.
    """

    directions: Tensor
    low: Tensor
    step: Tensor
    means: Tensor
    ranks: Tensor
    quantiles: Tensor
    inner: float
    factor: float
    floor: tuple[float, float, float, float, float]


_rulers: Kept[Ruler] = Kept(16)


def ruler(data: Grouped, n: int) -> Ruler:
    """The ruler for clouds of n particles."""
    n = min(n, MEASURED)
    return _rulers.get((data.masses, data.means, data.variances, n), lambda: _made(data, n))


def _made(data: Grouped, n: int) -> Ruler:
    law = data.law
    directions, factor = _directions(data.d)
    mean, covariance = mixtures.moments(law)
    reach = 8.0 * math.sqrt(float(covariance.trace())) + float((law.means - mean).abs().max())
    lows, steps, tables, places, inner = [], [], [], [], 0.0
    at = (torch.arange(n, dtype=torch.float64) + 0.5) / n
    for direction in directions:
        flat = Mixture(law.weights, (law.means @ direction)[:, None], law.variances)
        middle = float(mean @ direction)
        x = torch.linspace(middle - reach, middle + reach, _TABLE, dtype=torch.float64)
        means = _mean_gap(flat, x)
        lows.append(x[0])
        steps.append(x[1] - x[0])
        tables.append(means)
        places.append(quantiles(flat, at))
        inner += _inner(flat) / len(directions)
    ranks = 2 * torch.arange(n) + 2 - n
    parts = (directions, torch.stack(lows)[:, None], torch.stack(steps)[:, None], torch.stack(tables), ranks)
    single = [part.to(torch.float32) for part in (*parts, torch.stack(places))]
    made = Ruler(
        directions=single[0],
        low=single[1],
        step=single[2],
        means=single[3],
        ranks=single[4],
        quantiles=single[5],
        inner=inner,
        factor=factor,
        floor=(0.0, 0.0, 0.0, 0.0, 0.0),
    )
    return made._replace(floor=_floor(made, data, n))


def _directions(d: int) -> tuple[Tensor, float]:
    if d == 1:
        return torch.ones((1, 1), dtype=torch.float64), 1.0
    angle = (torch.arange(_DIRECTIONS, dtype=torch.float64) + 0.5) * (math.pi / _DIRECTIONS)
    return torch.stack([angle.cos(), angle.sin()], 1), math.pi / 2


def _mean_gap(flat: Mixture, x: Tensor) -> Tensor:
    """E|x - y| for y from a mixture on the line."""
    return _folded(x[:, None] - flat.means[:, 0], flat.variances.sqrt()) @ flat.weights


def _inner(flat: Mixture) -> float:
    """E|y - y'| of two draws from a mixture on the line."""
    gap = flat.means - flat.means.T
    spread = (flat.variances[:, None] + flat.variances).sqrt()
    return float(flat.weights @ _folded(gap, spread) @ flat.weights)


def _folded(mean: Tensor, spread: Tensor) -> Tensor:
    """E|z| of normal numbers."""
    u = mean / spread
    density = torch.exp(-0.5 * u * u) / math.sqrt(2 * math.pi)
    return spread * (2 * density + u * torch.erf(u / math.sqrt(2)))


def quantiles(flat: Mixture, at: Tensor) -> Tensor:
    """The places where the distribution function of a mixture on the line takes these values, from a fine table."""
    spread = float(flat.variances.sqrt().max())
    low, high = float(flat.means.min()) - 6 * spread, float(flat.means.max()) + 6 * spread
    x = torch.linspace(low, high, 1024, dtype=torch.float64)
    heights = mixtures.cdf(flat, x)
    right = torch.searchsorted(heights, at).clamp(1, len(x) - 1)
    below, above = heights[right - 1], heights[right]
    share = (at - below) / (above - below).clamp_min(1e-300)
    return x[right - 1] + share.clamp(0, 1) * (x[1] - x[0])


def _floor(made: Ruler, data: Grouped, n: int) -> tuple[float, float, float, float, float]:
    """What samples of the law itself give: energy, sliced distance, mass error, and the spreads of the last two.

    The samples come from a generator of their own: the floor is a property of the law and of n.
    """
    rng = torch.Generator().manual_seed(0)
    samples = torch.stack([mixtures.sample(data.law, n, rng)[0] for _ in range(_FLOORS)])
    rows = [(found.sliced, found.mass_error) for found in _measured(made, data, samples)]
    table = torch.tensor(rows, dtype=torch.float64)
    means, spreads = table.mean(0).tolist(), table.std(0).tolist()
    # A sample of n has E|x - x'| too small by the n pairs of a point with itself.
    return made.factor * made.inner / n, means[0], means[1], spreads[0], spreads[1]


def measured(data: Grouped, clouds: Tensor) -> tuple[Measured, ...]:
    """The distances of clouds (m, n, d) to the law of the data."""
    seen = clouds[:, :MEASURED]
    return _measured(ruler(data, seen.shape[1]), data, seen)


def _measured(made: Ruler, data: Grouped, seen: Tensor) -> tuple[Measured, ...]:
    n = seen.shape[1]
    # numpy sorts short rows several times as fast.
    flat = (seen.to(torch.float32) @ made.directions.T).transpose(1, 2).contiguous()
    x = torch.from_numpy(np.sort(flat.numpy(), axis=2))
    exact = (x - made.low) / made.step
    place = exact.clamp(0.0, _TABLE - 1.001)
    left = place.long()
    means = made.means.expand(len(x), -1, -1)
    below = means.gather(2, left)
    # Outside of the table the mean distance grows as the distance does.
    beyond = (exact - place).abs() * made.step
    gap = below + (place - left) * (means.gather(2, left + 1) - below) + beyond
    # The mean distance of each particle to the others follows from ranks and running sums.
    running = x.cumsum(2)
    inner = (x * made.ranks + running[..., -1:] - 2 * running) / n
    energy = made.factor * ((2 * gap - inner).mean((1, 2)) - made.inner)
    influence = gap - inner
    variance = influence.square().mean(2) - influence.mean(2).square()
    spread = 2 * made.factor * variance.clamp_min(0.0).sqrt().mean(1) / math.sqrt(n)
    sliced = (x - made.quantiles).abs().mean((1, 2))
    numbers = zip(energy.clamp_min(0.0).tolist(), spread.tolist(), sliced.tolist(), strict=True)
    return tuple(Measured(*row, *modes) for row, modes in zip(numbers, _modes(data, seen), strict=True))


def mode_masses(data: Grouped) -> Tensor:
    """The probability of each mode, (modes,)."""
    count = int(data.modes.max()) + 1
    shares = torch.zeros(count, dtype=torch.float64)
    return shares.index_add(0, data.modes, data.masses / data.masses.sum())


def nearest_components(data: Grouped, x: Tensor) -> Tensor:
    """The row of the component whose mean is nearest to each point (n, d), (n,)."""
    means = data.means.to(torch.float32)
    # |x - m|^2 is smallest where m.x - |m|^2/2 is largest.
    return torch.addmm(-0.5 * means.square().sum(1), x.to(torch.float32), means.T).argmax(1)


def _modes(data: Grouped, seen: Tensor) -> list[tuple[float, int]]:
    """Of each cloud the total variation of the masses of the modes, and how many modes are there."""
    m, n = seen.shape[:2]
    masses = mode_masses(data)
    if len(masses) == 1:
        return [(0.0, 1)] * m
    nearest = nearest_components(data, seen.reshape(m * n, -1))
    place = data.modes[nearest].reshape(m, n) + len(masses) * torch.arange(m)[:, None]
    found = torch.bincount(place.ravel(), minlength=m * len(masses)).reshape(m, -1) / n
    errors = (found - masses).abs().sum(1) / 2
    covered = (found >= _COVERED * masses).sum(1)
    return list(zip(errors.tolist(), covered.tolist(), strict=True))
