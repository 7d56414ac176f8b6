"""The memories as valleys: the energy of mixtures of them over a plane, and the state as a ball in it.

The plane is a section through the states: to every place belongs a mixture, in which each neuron copies memory k with
a share w_k and is drawn by a fair coin with the rest. At a memory's own place its share is 1, so the ground there has
the memory's energy; elsewhere it has the energy at the mean state sum w_k x_k, which for weights without a diagonal is
the mean energy of all those mixtures. The ball stands where the share of the memory with the largest overlap is that
overlap, on the side of the others that the state is like.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import Match
from playground.concepts.hopfield.net import Net, overlaps, products
from playground.concepts.hopfield.sketch import MOST_SHOWN
from playground.concepts.hopfield.state import State
from playground.engine.frame import Array
from playground.engine.kit.newest import Newest
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Image, Lines, Points, Ring, Tiles
from playground.figures.values import Range

PER_UNIT = 20  # cells of the picture for the distance of two valleys
ROOM = 0.62  # round the outermost valleys
BEYOND = 1.0  # more of the ground on all sides, for stages of another shape
TILE = 0.4
BESIDE = 0.36  # how far from its floor a memory's picture stands
NEAR = 0.8  # a state with such a share of one memory at its place needs no valley of its own
TAIL = 96  # flips behind the ball
LEVELS = (-1.0, 1.3)  # the colours reach above the ground, so that it stays light
_CLICK = Mouse(on="click", target="pictures", kind="recall", take={"memory": "id"}, label="load a damaged copy")


class Ground(NamedTuple):
    """A net's valleys.

    Attributes:
        rows: the memories that have one, (k,).
        floors: where they stand, (k, 2).
        pictures: where their pictures stand, (k, 2).
        box: x0, x1, y0, y1 of the plane.
        depth: the energy of the mixtures at the cells of the picture, which reaches further, the first row on top; from
            -1 where it is lowest to 0 where it is highest.
    """

    rows: list[int]
    floors: Array
    pictures: Array
    box: tuple[float, float, float, float]
    depth: Array


_GROUNDS: Newest[Ground] = Newest()


def valleys(data: Data, state: State, nearest: Match) -> Plot:
    """The plot: the ground, the memories at their floors, the ball with the way of its last flips."""
    net, target = state.net, state.target
    ground = _known(net, target, b"", np.zeros(0))
    track = _track(ground, state)
    ball = track[-1:]
    if len(ball) and state.unstable == 0 and not (nearest.exact and nearest.kind == "memory"):
        ground = _with_own(ground, state, ball[0])
    x0, x1, y0, y1 = ground.box
    rows = ground.rows
    return Plot(
        name="valleys",
        title="Memories as valleys",
        unit="energy of mixtures",
        main=True,
        plane=True,
        axes=False,
        x=Axis(range=Range(x0, x1)),
        y=Axis(range=Range(y0, y1)),
        badge="exact",
        layers=(
            Image(
                name="ground",
                z=ground.depth,
                levels=LEVELS,
                extent=np.array(_wider(ground.box)),
                frame=False,
                smooth=True,
                relief=True,
                symbol="E",
                key="energy, least in the valleys",
            ),
            Tiles(
                name="pictures",
                z=data.X.numpy()[rows].reshape(-1, data.rows, data.columns),
                xy=ground.pictures,
                size=np.array([TILE, TILE]),
                ids=np.array(rows, dtype=np.int64),
                mark=np.array([k == target for k in rows]),
                color_map="binary",
                words=[f"{data.names[k]}: overlap {state.overlap[k].item() / net.d:.2f}" for k in rows],
            ),
            Lines(name="track", role="now", xy=track, dash="solid", fade=0.9, outcome=True, key="its last flips"),
            Points(name="ball", role="now", xy=ball, size=1.5, outcome=True, symbol="x", key="the state"),
            Ring(name="height", role="now", xy=ball, text="E = {energy}", outcome=True),
        ),
        mouse=(_CLICK,),
        empty=net.n > 0,
        empty_text="Paint a state and store it",
    )


def _known(net: Net, target: int, own: bytes, extra: Array) -> Ground:
    """The ground of a net, with a valley more where a state of its own stands at `extra`."""
    rows = _rows(net, target)

    def make() -> Ground:
        return _ground(net, rows, np.frombuffer(own, np.int8).astype(np.float64) if own else None, extra)

    return _GROUNDS.of(net.right, (tuple(rows), own, extra.tobytes()), make)


def _rows(net: Net, target: int) -> list[int]:
    """The first memories, and the one that is to be recalled."""
    rows = list(range(min(net.n, MOST_SHOWN)))
    return [*rows[:-1], target] if target >= MOST_SHOWN else rows


def floors_of(count: int) -> Array:
    """Places in staggered rows, one apart, (count, 2)."""
    columns = max(1, math.ceil(math.sqrt(1.3 * count)))
    lines = math.ceil(count / columns)
    found = []
    for k in range(count):
        line, column = divmod(k, columns)
        inside = min(columns, count - line * columns)
        stagger = 0.25 * (-1) ** line if lines > 1 else 0.0
        found.append((column + (columns - inside) / 2 + stagger, -1.05 * line))
    return np.array(found).reshape(-1, 2)


def _ground(net: Net, rows: list[int], own: Array | None, extra: Array) -> Ground:
    X = net.right[: net.n].numpy()
    chosen = X[rows]
    floors = floors_of(len(rows))
    (x0, y0), (x1, y1) = (floors.min(0), floors.max(0)) if len(rows) else (np.zeros(2), np.zeros(2))
    box = float(x0) - ROOM, float(x1) + ROOM, float(y0) - ROOM, float(y1) + ROOM
    cells, across = _cells(_wider(box), PER_UNIT)
    anchors, shares = chosen, shares_at(cells, floors)
    if own is not None:
        anchors, shares = np.vstack([chosen, own]), with_own(cells, floors, shares, extra)
    energy = energy_of(net, anchors, shares).reshape(-1, across)
    depth = (energy - energy.max()) / ((energy.max() - energy.min()) or 1.0)
    return Ground(rows, floors, floors + _outwards(floors), box, depth.astype(np.float32))


def _wider(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, x1, y0, y1 = box
    return x0 - BEYOND, x1 + BEYOND, y0 - BEYOND, y1 + BEYOND


def _cells(box: tuple[float, float, float, float], per_unit: int) -> tuple[Array, int]:
    """The middles of cells, the first row on top, (cells, 2), and how many are in a row."""
    x0, x1, y0, y1 = box
    columns, lines = round((x1 - x0) * per_unit), round((y1 - y0) * per_unit)
    x = x0 + (np.arange(columns) + 0.5) / columns * (x1 - x0)
    y = y1 - (np.arange(lines) + 0.5) / lines * (y1 - y0)
    gx, gy = np.meshgrid(x, y)
    return np.stack([gx.ravel(), gy.ravel()], 1), columns


def shares_at(places: Array, floors: Array) -> Array:
    """How much of each memory is in the mixture at each place, (places, k), together at most 1.

    It is (1 - r²)³ at the distance r from a memory's floor, so all of it there, and none at the floors of others, which
    are 1 or more away.
    """
    squared = ((places[:, None] - floors) ** 2).sum(2)
    found: Array = np.clip(1.0 - squared, 0.0, None) ** 3
    return found


def _outwards(floors: Array) -> Array:
    """From each floor to its picture: up in the upper half and down in the lower, since the ball comes from within."""
    up = floors[:, 1] > floors[:, 1].mean() if len(floors) else np.zeros(0, bool)
    return np.stack([np.zeros(len(floors)), np.where(up, BESIDE, -BESIDE)], 1)


def with_own(places: Array, floors: Array, shares: Array, own: Array) -> Array:
    """The shares of the memories and of a state at a place of its own, which reaches to the nearest floor."""
    reach = ((floors - own) ** 2).sum(1).min(initial=1.0)
    mine = np.clip(1.0 - ((places - own) ** 2).sum(1) / reach, 0.0, None) ** 3
    found: Array = np.concatenate([shares * (1.0 - mine)[:, None], mine[:, None]], 1)
    return found


def energy_of(net: Net, anchors: Array, shares: Array) -> Array:
    """The energy at the mean states of mixtures of these states, (k, d), with such shares, (places, k): (places,)."""
    states = torch.from_numpy(np.ascontiguousarray(anchors))
    tilt = (anchors * net.bars.numpy()).sum(1) / net.unit
    if net.dense and net.n:
        agreeing = shares @ (anchors @ net.right[: net.n].numpy().T)
        top = agreeing.max(1, initial=0.0)
        found: Array = shares @ tilt - top - np.log(np.exp(agreeing - top[:, None]).sum(1))
        return found
    pulls = products(net, states, overlaps(net, states)).numpy() / net.unit
    coupled = anchors @ pulls.T
    found = shares @ tilt - 0.5 * np.einsum("pk,kl,pl->p", shares, coupled, shares, optimize=True)
    return found


def _track(ground: Ground, state: State) -> Array:
    """Where the ball was before each of the last flips, and where it is, (n, 2)."""
    if not ground.rows:
        return np.zeros((0, 2))
    flips = state.recent[-TAIL:].numpy()
    right = state.net.right.numpy()[ground.rows]
    now = state.overlap.numpy()[ground.rows]
    s = state.s.numpy()[flips].astype(np.float64)
    # Taking a flip of neuron i back lowers the overlaps by 2 s_i x_i.
    steps = 2.0 * right[:, flips] * s
    back = np.concatenate([np.cumsum(steps[:, ::-1], 1)[:, ::-1], np.zeros((len(now), 1))], 1)
    return places_of(ground.floors, (now[:, None] - back).T / state.net.d)


def places_of(floors: Array, overlaps: Array) -> Array:
    """Where states with these overlaps stand, (states, k): (states, 2)."""
    best, which = overlaps.argmax(1), np.arange(len(overlaps))
    alike = np.clip(overlaps, 0.0, 1.0)
    away = np.sqrt(1.0 - np.cbrt(alike[which, best]))
    gaps = floors - floors[best][:, None]
    squared = (gaps**2).sum(2)
    pull = (gaps * np.divide(alike, squared, out=np.zeros_like(alike), where=squared > 0.0)[..., None]).sum(1)
    length = np.hypot(*pull.T)
    side = np.where(length[:, None] > 0.0, pull / np.where(length > 0.0, length, 1.0)[:, None], (0.0, 1.0))
    found: Array = floors[best] + away[:, None] * side
    return found


def _with_own(ground: Ground, state: State, ball: Array) -> Ground:
    """The ground with a valley where the state rests that is no memory, if it is not at a memory's floor."""
    if shares_at(ball[None], ground.floors).max() > NEAR:
        return ground
    return _known(state.net, state.target, state.s.numpy().tobytes(), ball)
