"""The net as a diagram: a tile for each feature, unit and output, and the weights between them as lines."""

from __future__ import annotations

from typing import Literal

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import Flags, Whole, evaluate, squeezed
from playground.concepts.mlp.features import named
from playground.concepts.mlp.grid import features_over, tile_side
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.state import State
from playground.concepts.mlp.unit import unit_name
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import Sizes, parts
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Text, Tiles
from playground.figures.values import Range

HINT = "Press space to train; click a unit for its weights, drag a bar's end to change one"
MOST_TILES = 10  # units of a layer that are drawn
MOST_WIRES = 48  # weights that all stand out where no unit is under the cursor
_ACROSS = 0.62  # share of the distance between layers that a tile may take
_UP = 0.84  # share of the distance between units
_MOUSE = (
    Mouse(on="click", target="tiles", kind="choose", take={"id": "id"}, label="lay out the weights of a unit"),
    Mouse(on="double-click", target="tiles", kind="silence", take={"id": "id"}, label="silence a unit"),
)


def net(params: Params, data: Data, state: State, view: View, main: bool = False) -> Plot:
    """The diagram of the net on screen; of many weights those of the unit under the cursor stand out."""
    sizes, places = state.sizes, _places(state.sizes)
    lines, shares, ends = _wires(state, places)
    room = np.array([_ACROSS, _UP / max(_rows(sizes), 4)])
    seen = view.plot("net")
    under = _under(places, room, seen.cursor if seen is not None else None)
    if under is None and len(lines) > MOST_WIRES:
        under = _drawn_place(sizes, state.chosen)
    strong = (ends == under).any(axis=1) if under is not None else np.ones(len(lines), dtype=bool)
    features = named(params.features, data)
    pictures, units = _pictures(params, data, state)
    wires: tuple[tuple[Literal["negative", "positive"], Literal["dashed", "solid"], Flags], ...] = (
        ("negative", "dashed", strong & (shares < 0)),
        ("positive", "solid", strong & (shares > 0)),
    )
    return Plot(
        name="net",
        badge="exact",
        title="Net {shape}",
        unit="{weights} weights and biases" if main else "{more_units}",
        main=main,
        x=Axis(range=Range(-0.62, len(sizes) - 0.5), ticks=False),
        y=Axis(range=Range(0.0, 1.0), ticks=False),
        cursor=True,
        layers=(
            fine(name="others", role="grid", xy=lines[~strong], key="other weights"),
            *(
                fine(
                    name=name,
                    role=name,
                    xy=lines[here],
                    widths=np.abs(shares[here]),
                    dash=dash,
                    symbol="W",
                    key=name,
                )
                for name, dash, here in wires
            ),
            Tiles(
                name="features",
                z=pictures,
                xy=places[0],
                size=room,
                smooth=True,
                words=features,
                names=features,
                symbol="x",
            ),
            _units(data, state, places, units, room),
            *((Text(name="more", role="muted", text="{more_units}", anchor="bottom right"),) if main else ()),
        ),
        mouse=_MOUSE,
    )


def _units(data: Data, state: State, places: list[Floats], pictures: Floats, room: Floats) -> Tiles:
    """The tiles of hidden units and outputs, with what is said of each under the cursor."""
    flat, start = state.theta[state.shown].numpy(), 0
    ids: list[int] = []
    biases = []
    for drawn, (_, b, c) in zip(map(len, places[1:]), parts(state.sizes), strict=True):
        ids += range(start, start + drawn)
        biases.append(flat[b:c][:drawn])
        start += c - b
    bias = np.concatenate(biases)
    silent = {unit for unit, alive in enumerate(state.alive.tolist()) if not alive}
    return Tiles(
        name="tiles",
        z=pictures,
        xy=np.concatenate(places[1:]),
        size=room,
        smooth=True,
        ids=np.array(ids),
        mark=np.array(ids) == state.chosen,
        words=[
            f"{unit_name(data, state, unit)}, bias {_signed(one)}" + ", silent" * (unit in silent)
            for unit, one in zip(ids, bias.tolist(), strict=True)
        ],
        dots=bias,
        key="unit",
        outcome=True,
        symbol="h b",
    )


def _pictures(params: Params, data: Data, state: State) -> tuple[Floats, Floats]:
    """What features, and what units and outputs give over the window, the sign turned, each (tiles, side, side)."""
    drawn = [min(n, MOST_TILES) for n in state.sizes]
    side = tile_side(sum(drawn))
    seen = evaluate(params, state, features_over(params.features, data, side))[1]
    units, start = [], 0
    for values, n in zip(seen.values, drawn[1:-1], strict=True):
        alive = state.alive.numpy()[start : start + n]
        units.append(_unit_scaled(params, _tiles(values[:, :n] * alive, data, side)))
        start += values.shape[1]
    outputs = _tiles(squeezed(data, seen.out)[:, : drawn[-1]], data, side)
    features = _scaled(_tiles(seen.inputs[0][:, : drawn[0]], data, side))
    return -features, -np.concatenate([*units, outputs])


def _tiles(values: Floats, data: Data, side: int) -> Floats:
    """Columns (cells, units) as pictures (units, side, side)."""
    if data.dimension == 1:
        return np.asarray(np.repeat(values.T[:, None, :], side, axis=1), dtype=np.float64)
    found: Floats = np.reshape(values.T, (-1, side, side))
    return found


def _scaled(pictures: Floats) -> Floats:
    """Each picture divided by its largest size."""
    found: Floats = pictures / np.maximum(np.abs(pictures).max(axis=(1, 2), keepdims=True), 1e-12)
    return found


def _unit_scaled(params: Params, pictures: Floats) -> Floats:
    """Hidden units of a bounded activation by its bounds, the others by their largest value."""
    if params.activation in ("tanh", "sine"):
        return pictures
    return 2.0 * pictures - 1.0 if params.activation == "sigmoid" else _scaled(pictures)


def _places(sizes: Sizes) -> list[Floats]:
    """Where the tiles of features, hidden layers and outputs stand, each (units drawn, 2)."""
    found = []
    for depth, n in enumerate(sizes):
        m = min(n, MOST_TILES)
        y = 0.5 + ((m - 1) / 2 - np.arange(m)) / max(_rows(sizes), 4)
        found.append(np.stack([np.full(m, float(depth)), y], axis=1))
    return found


def _rows(sizes: Sizes) -> int:
    return max(min(n, MOST_TILES) for n in sizes)


def _under(places: list[Floats], room: Floats, cursor: tuple[float, float] | None) -> int | None:
    """Which of all drawn tiles, counted in order, is under the cursor; None if none is."""
    if cursor is None:
        return None
    inside = (np.abs(np.concatenate(places) - cursor) <= room / 2).all(axis=1)
    return int(inside.argmax()) if inside.any() else None


def _drawn_place(sizes: Sizes, unit: int) -> int | None:
    """Which of all drawn tiles a hidden unit or output is; None where it has no room."""
    start = min(sizes[0], MOST_TILES)
    for m in sizes[1:]:
        if unit < m:
            return start + unit if unit < MOST_TILES else None
        unit, start = unit - m, start + min(m, MOST_TILES)
    return None


def _wires(state: State, places: list[Floats]) -> tuple[Floats, Floats, Whole]:
    """The weights between drawn tiles: lines (n, 4), shares of the layer's largest (n,), and both tiles (n, 2)."""
    flat, sizes = state.theta[state.shown].numpy(), state.sizes
    lines, shares, ends = [np.zeros((0, 4))], [np.zeros(0)], [np.zeros((0, 2), dtype=np.int64)]
    first = 0
    for depth, (a, b, _) in enumerate(parts(sizes)):
        left, right = places[depth], places[depth + 1]
        W = flat[a:b].reshape(sizes[depth], sizes[depth + 1])[: len(left), : len(right)]
        size = (*W.shape, 2)
        start, end = np.broadcast_to(left[:, None], size), np.broadcast_to(right[None], size)
        lines.append(np.concatenate([start, end], axis=2).reshape(-1, 4))
        shares.append((W / max(float(np.abs(W).max()), 1e-12)).ravel())
        source, target = np.indices(W.shape)
        ends.append(np.stack([first + source.ravel(), first + len(left) + target.ravel()], axis=1))
        first += len(left)
    return np.concatenate(lines), np.concatenate(shares), np.concatenate(ends)


def more_units(sizes: Sizes) -> str:
    """Which units have no room in the diagram, in words; empty if all have."""
    return ", ".join(f"{n - MOST_TILES} more in layer {k}" for k, n in enumerate(sizes) if n > MOST_TILES)


def _signed(value: float) -> str:
    """Two decimals with a real minus sign."""
    return f"{value:.2f}".replace("-", "−")
