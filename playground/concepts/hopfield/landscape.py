"""The view on all states of a small network: energies, fixed points, basins."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.grid import grid
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import match
from playground.concepts.hopfield.net import Net, energy, learn, overlaps, products, wanted
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.stepping import Info
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Lines, Points, Regions, Ring

MOST_NEURONS = 12
MOST_BASINS = 10
SLOTS = 8  # of the palette, one a valley in turn


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


def state_of(number: int | Tensor, d: int) -> Tensor:
    """The state with this number, shape (d,), int8; of some numbers (n,) their states, (n, d)."""
    return (((torch.as_tensor(number)[..., None] >> torch.arange(d)) & 1) * 2 - 1).to(torch.int8)


def number_of(s: Tensor) -> int:
    """The number of a state."""
    return int(((s > 0).to(torch.int64) << torch.arange(len(s))).sum())


def all_states(d: int) -> Tensor:
    """All states in the order of their numbers, shape (2^d, d), float64."""
    return state_of(torch.arange(2**d), d).to(torch.float64)


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


# ---- what is shown


def landscape(params: Params, data: Data, state: State, info: Info | None) -> Drawn:
    """Every state with its energy and basin where the net is small enough, the state itself, and the basins."""
    d, small = len(state.s), len(state.s) <= MOST_NEURONS
    land = survey_of(data.X, params.rule, params.threshold) if small else _nothing()
    names = _names(state.net, data.names, state_of(land.fixed[:MOST_BASINS], d))
    numbers = {
        "fixed_points": len(land.fixed) if small else None,
        "states": 2**d if small else None,
        "ties": land.ties if small else None,
    }
    plots = _landscape(land, _path(state) if small else []), grid(params, data, state, info), _basins(land, names)
    return Drawn(Figure(plots=plots, hint="Click a state to start there"), numbers)


def _nothing() -> Landscape:
    """Of a net with too many states."""
    none, whole = torch.zeros(0, dtype=torch.float64), torch.zeros(0, dtype=torch.int64)
    return Landscape(none, whole, whole, whole, none, none.reshape(0, 2), 0)


def _names(net: Net, names: tuple[str, ...], states: Tensor) -> list[str]:
    """What the fixed points are, states of shape (n, d)."""
    found = [match(net, names, s, m) for s, m in zip(states, overlaps(net, states), strict=True)]
    return [one.words if one.exact else "spurious" for one in found]


def _path(state: State) -> list[int]:
    """The numbers of the last states, the present one at the end, by taking back the last flips one by one."""
    numbers = [number_of(state.s)]
    if state.prior is not None:
        return [number_of(state.prior), *numbers]
    for neuron in reversed(state.recent.tolist()):
        numbers.append(numbers[-1] ^ (1 << neuron))
    return numbers[::-1]


def _landscape(land: Landscape, path: list[int]) -> Plot:
    points = torch.stack([land.x, land.energies], 1)
    return Plot(
        name="landscape",
        title="All {states} states",
        unit="{fixed_points} fixed points, one valley each",
        main=True,
        x=Axis(label="states, basin by basin", ticks=False),
        badge="exact",
        layers=(
            Points(name="states", role="muted", xy=points, ids=torch.arange(len(points)), size=0.25),
            Regions(name="valleys", xy=land.ground, values=torch.arange(len(land.fixed)) % SLOTS, classes=True),
            Lines(name="path", role="hero", xy=points[path], dash="solid", outcome=True),
            Points(name="fixed", role="hero", xy=points[land.fixed], outcome=True, hover="energy {y}"),
            Ring(name="here", role="now", xy=points[path[-1:]], text="E = {energy}"),
        ),
        mouse=(Mouse(on="click", target="states", kind="stand", take={"state": "id"}, label="start from a state"),),
        empty=len(points) > 0,
        empty_text="All states are shown for at most 12 neurons",
        empty_keys="choose 3 rows and 4 columns",
    )


def _basins(land: Landscape, names: list[str]) -> Plot:
    bars = Bars(
        name="basins",
        heights=land.sizes[:MOST_BASINS],
        labels=torch.arange(len(names)) % SLOTS,
        across="horizontal",
        words=names,
        text="{heights}",
        outcome=True,
    )
    return Plot(
        name="basins",
        title="Basins",
        unit="states that end there, lowest first",
        x=Axis(zero=True, whole=True),
        badge="exact",
        layers=(bars,),
    )
