"""All states of a small network: energies, fixed points, basins."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.hopfield.net import Net, energy, learn, overlaps, products, wanted

MOST_NEURONS = 12


class Landscape(NamedTuple):
    """Every one of the 2^d states; state number c has neuron i at +1 where bit i of c is set.

    Attributes:
        energies: of all states, shape (2^d,).
        fixed: the numbers of the fixed points by rising energy, shape (k,), int64.
        basin: for each state the place in `fixed` of the one where the cyclic dynamics ends, shape (2^d,).
        sizes: states in each basin, shape (k,).
        x: where each state stands in the picture, shape (2^d,): one valley a basin, as wide as it has states, its
            fixed point in the middle and the others rising to both sides.
        ground: each valley as a polygon from its floor up to the energies, shape (corners, 2), parted by NaN.
        ties: pairs of state and neuron whose field is exactly at the threshold.
    """

    energies: Tensor
    fixed: Tensor
    basin: Tensor
    sizes: Tensor
    x: Tensor
    ground: Tensor
    ties: int


def state_of(number: int, d: int) -> Tensor:
    """The state with this number, shape (d,), int8."""
    return (((number >> torch.arange(d)) & 1) * 2 - 1).to(torch.int8)


def number_of(s: Tensor) -> int:
    """The number of a state."""
    return int(((s > 0).to(torch.int64) << torch.arange(len(s))).sum())


def all_states(d: int) -> Tensor:
    """All states in the order of their numbers, shape (2^d, d), float64."""
    return (((torch.arange(2**d)[:, None] >> torch.arange(d)) & 1) * 2 - 1).to(torch.float64)


def survey(net: Net) -> Landscape:
    """The landscape under asynchronous updates in turn, sgn(0) = +1."""
    d = net.d
    states = all_states(d)
    m = overlaps(net, states)
    product = products(net, states, m)
    energies = energy(net, states, product, m)
    up = wanted(net, product)
    numbers = torch.arange(2**d)
    ends = _ends(up, numbers)
    fixed = numbers[ends == numbers]
    fixed = fixed[torch.argsort(energies[fixed], stable=True)]
    place = torch.full((2**d,), -1, dtype=torch.int64)
    place[fixed] = torch.arange(len(fixed))
    basin = place[ends]
    sizes = torch.bincount(basin, minlength=len(fixed))
    ties = int(((product - net.bars).abs() <= net.near).sum())
    x = _places(energies, basin, sizes)
    return Landscape(energies, fixed, basin, sizes, x, _ground(x, energies, basin, len(fixed)), ties)


def _ends(up: Tensor, numbers: Tensor) -> Tensor:
    """Where the dynamics ends from each state; `up` says for each state and neuron which sign it wants."""
    here = numbers.clone()
    while True:
        before = here.clone()
        for i in range(up.shape[1]):
            bit = 1 << i
            here = torch.where(up[here, i], here | bit, here & ~bit)
        if torch.equal(here, before):
            return here


def _places(energies: Tensor, basin: Tensor, sizes: Tensor) -> Tensor:
    """Basin after basin; within one the lowest state in the middle, the next ones to its left and right in turn."""
    order = torch.argsort(energies, stable=True)
    order = order[torch.argsort(basin[order], stable=True)]
    starts = torch.cumsum(sizes, 0) - sizes
    rank = torch.arange(len(energies)) - starts[basin[order]]
    side = torch.where(rank % 2 == 0, rank // 2, -(rank + 1) // 2)
    x = torch.empty(len(energies), dtype=torch.float64)
    x[order] = (starts + sizes.to(torch.float64) / 2)[basin[order]] + side
    return x


def _ground(x: Tensor, energies: Tensor, basin: Tensor, valleys: int) -> Tensor:
    span = float(energies.max() - energies.min()) or 1.0
    floor = float(energies.min()) - 0.08 * span
    corners: list[Tensor] = []
    for k in range(valleys):
        own = (basin == k).nonzero()[:, 0]
        own = own[torch.argsort(x[own])]
        left, right = float(x[own[0]]) - 0.5, float(x[own[-1]]) + 0.5
        slope = torch.stack([x[own], energies[own]], 1)
        foot = [[right, float(slope[-1, 1])], [right, floor], [left, floor], [left, float(slope[0, 1])]]
        corners += [slope, torch.tensor(foot), torch.full((1, 2), float("nan"))]
    return torch.cat([part.to(torch.float64) for part in corners])[:-1]


def survey_of(X: Tensor, rule: str, threshold: float) -> Landscape:
    """The landscape of the net of these memories, shape (n, d); remembered for a few nets."""
    return _remembered(X.numpy().tobytes(), X.shape[0], X.shape[1], rule, threshold)


@lru_cache(maxsize=16)
def _remembered(raw: bytes, n: int, d: int, rule: str, threshold: float) -> Landscape:
    X = torch.frombuffer(bytearray(raw), dtype=torch.int8).reshape(n, d) if raw else torch.zeros((0, d))
    return survey(learn(X.to(torch.int8), rule, threshold))
