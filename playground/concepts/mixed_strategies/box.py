"""Players in a box: the weird saddle x y - x^2 y^2 on [-2, 2]^2, pure play against mixed strategies.

x minimises, y (the omega of the slides) maximises. The value is 0: y = 0 is forced, but every law of x with mean 0 is
optimal, so the mixed equilibrium is not unique. Langevin players add noise of temperature tau; if all meet all, their
laws tend to the entropic pair p ~ exp(-E_q Phi / tau), q ~ exp(E_p Phi / tau), which is unique.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params
from playground.engine.run.context import Ctx

HALF = 2.0
TRAP = 0.1
BINS = 33
GRID = 401
_MOST_RECORDS = 128


class Box(NamedTuple):
    """Populations in lockstep.

    Attributes:
        z: pairs of players, (methods, pairs, 2).
        total: histogram counts of both players since `averaged_from`, (methods, 2, bins).
        averaged_from: the iteration from which histograms are summed.
        iteration: since the start.
        caught: the iteration, and for each method the share of pairs in the trap, (k, 1 + methods); of 128 rows every
            second one goes.
        apart: iterations from one record to the next.
    """

    z: Tensor
    total: Tensor
    averaged_from: int
    iteration: int
    caught: Tensor
    apart: int


def begin(params: Params, names: tuple[str, ...], ctx: Ctx) -> Box:
    """Pairs spread evenly at random over the box, the same for all methods."""
    starts = (2 * ctx.rand(params.particles, 2) - 1) * HALF
    z = starts.expand(len(names), *starts.shape).contiguous()
    first = torch.cat([torch.zeros(1, dtype=torch.float64), trapped(z)])[None]
    return Box(z, torch.zeros((len(names), 2, BINS), dtype=torch.float64), 0, 0, first, 1)


def langevin(z: Tensor, eta: float, tau: float, noise: Tensor, players: str) -> Tensor:
    """z+ = clip(z - eta V(z) + sqrt(2 eta tau) noise) for pairs (n, 2).

    Args:
        z: x and y of each pair.
        eta: the step size.
        tau: the temperature.
        noise: standard normal numbers, (n, 2).
        players: "pairs": V at the pair; "all": the mean of V over all players of the other side.
    """
    moved = z - eta * _drift(z, players) + math.sqrt(2 * eta * tau) * noise
    return moved.clamp(-HALF, HALF)


def _drift(z: Tensor, players: str) -> Tensor:
    x, y = z[:, 0], z[:, 1]
    if players == "pairs":
        return torch.stack([y - 2 * x * y * y, 2 * x * x * y - x], 1)
    across = y.mean() - 2 * x * (y * y).mean()
    up = x.mean() - 2 * y * (x * x).mean()
    return torch.stack([across, -up], 1)


def pure(name: str, z: Tensor, eta: float) -> Tensor:
    """GDA or extragradient with every point kept in the box, pairs (n, 2)."""

    def move(at: Tensor) -> Tensor:
        return (z - eta * _drift(at, "pairs")).clamp(-HALF, HALF)

    return move(move(z)) if name == "eg" else move(z)


def iterated(params: Params, names: tuple[str, ...], state: Box, ctx: Ctx) -> Box:
    """One iteration of all populations."""
    parts = []
    for name, z in zip(names, state.z, strict=True):
        if name == "langevin":
            noise = ctx.randn(len(z), 2)
            parts.append(langevin(z, params.eta, params.temperature, noise, params.players))
        else:
            parts.append(pure(name, z, params.eta))
    z = torch.stack(parts) if parts else state.z
    iteration = state.iteration + 1
    # Averages forget the first half: the sums begin anew whenever the time has doubled.
    begins = iteration >= 2 * max(state.averaged_from, 25)
    total = (torch.zeros_like(state.total) if begins else state.total) + histograms(z)
    caught, apart = state.caught, state.apart
    if iteration % apart == 0:
        row = torch.cat([torch.tensor([float(iteration)], dtype=torch.float64), trapped(z)])
        caught = torch.cat([caught, row[None]])
    if len(caught) >= _MOST_RECORDS:
        caught, apart = caught[::2].clone(), 2 * apart
    return Box(z, total, iteration if begins else state.averaged_from, iteration, caught, apart)


def histograms(z: Tensor) -> Tensor:
    """Counts of both players, (methods, 2, bins)."""
    cells = ((z + HALF) / (2 * HALF) * BINS).long().clamp(0, BINS - 1)
    rows = torch.arange(z.shape[0] * 2).reshape(z.shape[0], 1, 2) * BINS
    counts = torch.bincount((cells + rows).ravel(), minlength=z.shape[0] * 2 * BINS)
    return counts.reshape(z.shape[0], 2, BINS).to(torch.float64)


def trapped(z: Tensor) -> Tensor:
    """The share of pairs on the trap, the hyperbola x y = 1/2, to within 0.1, for (methods, pairs, 2)."""
    return ((z[..., 0] * z[..., 1] - 0.5).abs() < TRAP).to(torch.float64).mean(-1)


def between(share: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Where 95 % of chance puts the share behind a share of `count` (Wilson 1927), both ends in the shape of it."""
    z = 1.96
    middle, spread = share + z * z / (2 * count), z * (share * (1 - share) / count + z * z / (4 * count**2)).sqrt()
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


class Mixed(NamedTuple):
    """What two independent mixed strategies are worth."""

    value: Tensor
    exploitability: Tensor


def worth(z: Tensor) -> Mixed:
    """The mean payoff of all x against all y, and what both could gain by best answers, for (methods, pairs, 2)."""
    m1, n1 = z[..., 0].mean(-1), z[..., 1].mean(-1)
    m2, n2 = (z[..., 0] ** 2).mean(-1), (z[..., 1] ** 2).mean(-1)
    value = m1 * n1 - m2 * n2
    # Against a law of x the payoff of y is m1 y - m2 y^2: the best y is m1 / (2 m2), kept in the box.
    y = (m1 / (2 * m2).clamp_min(1e-300)).clamp(-HALF, HALF)
    best_y = m1 * y - m2 * y * y
    # Against a law of y the payoff of x is n1 x - n2 x^2, concave: the best x is a border.
    best_x = torch.minimum(n1 * HALF - n2 * HALF**2, -n1 * HALF - n2 * HALF**2)
    return Mixed(value, best_y - best_x)


class Pair(NamedTuple):
    """The entropic equilibrium on points.

    Attributes:
        p, q: shares of x and y, (n,).
        value: the payoff of p against q.
        x2, y2: the second moments.
    """

    p: Tensor
    q: Tensor
    value: float
    x2: float
    y2: float


def entropic(points: Tensor, tau: float) -> Pair:
    """P ~ exp(-(G q)/tau), q ~ exp((G'p)/tau) on the same symmetric points for both, by bisection on E x^2.

    By symmetry both have mean 0, so p depends on q through E y^2 alone, and q on p through E x^2.
    """
    squares = points * points

    def laws(x2: float) -> tuple[Tensor, Tensor]:
        q = torch.softmax(-squares * x2 / tau, 0)
        return torch.softmax(squares * float(q @ squares) / tau, 0), q

    low, high = 0.0, float(squares.max())
    while high - low > 1e-16 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        p, _ = laws(middle)
        low, high = (middle, high) if float(p @ squares) > middle else (low, middle)
    p, q = laws((low + high) / 2)
    x2, y2 = float(p @ squares), float(q @ squares)
    return Pair(p, q, -x2 * y2, x2, y2)


@lru_cache(maxsize=32)
def densities(tau: float) -> tuple[Tensor, Tensor, Tensor]:
    """Points of the box and the densities of the entropic pair there."""
    points = torch.linspace(-HALF, HALF, GRID, dtype=torch.float64)
    pair = entropic(points, tau)
    width = 2 * HALF / (GRID - 1)
    return points, pair.p / width, pair.q / width


def payoffs(x: Tensor, y: Tensor) -> Tensor:
    """The payoff of each x (rows) against each y (columns)."""
    product = x[:, None] * y[None, :]
    return product - product * product


def laws(players: Box, row: int) -> tuple[Tensor, Tensor]:
    """Densities of x and y of one population, averaged over the second half of the run, (bins,) each."""
    counts = players.total[row]
    if not float(counts.sum()):
        counts = histograms(players.z[row : row + 1])[0]
    width = 2 * HALF / BINS
    density = counts / counts.sum(-1, keepdim=True) / width
    return density[0].contiguous(), density[1].contiguous()


def second_moment(players: Box, row: int) -> float:
    """E x^2 of that density of x, by the middles of the bins."""
    width = 2 * HALF / BINS
    middles = -HALF + (torch.arange(BINS, dtype=torch.float64) + 0.5) * width
    return float((laws(players, row)[0] * middles**2).sum() * width)
