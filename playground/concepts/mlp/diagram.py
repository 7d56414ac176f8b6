"""The net as a diagram: a tile for each feature, unit and output, weights as lines, one unit laid out."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.features import named
from playground.concepts.mlp.gestures import weight_place
from playground.concepts.mlp.state import State
from playground.engine.frame import Scalar
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import softmax
from playground.engine.kit.dense.layout import Sizes, parts
from playground.engine.kit.dense.passes import ForwardValues

MOST_TILES = 10  # units of a layer that are drawn
FEW_BARS, MOST_BARS = 8, 17  # weights that are laid out where the plot is small, and where it is large
_ACROSS = 0.62  # share of the distance between layers that a tile may take
_UP = 0.84  # share of the distance between units

Shown = dict[str, Tensor | Scalar]


def columns_of(sizes: Sizes) -> list[Floats]:
    """Where the tiles of features, hidden layers and outputs stand, each (units drawn, 2)."""
    found = []
    for depth, n in enumerate(sizes):
        m = min(n, MOST_TILES)
        y = 0.5 + ((m - 1) / 2 - np.arange(m)) / max(_rows(sizes), 4)
        found.append(np.stack([np.full(m, float(depth)), y], axis=1))
    return found


def _rows(sizes: Sizes) -> int:
    return max(min(n, MOST_TILES) for n in sizes)


def drawn_units(sizes: Sizes) -> int:
    """How many features, units and outputs are drawn."""
    return sum(min(n, MOST_TILES) for n in sizes)


def diagram(params: Params, data: Data, state: State, seen: ForwardValues, side: int) -> Shown:
    """The arrays of the diagram, from a pass over the window in `side` rows and columns."""
    sizes, places = state.sizes, columns_of(state.sizes)
    flat = state.theta[state.shown].numpy()
    pictures, start = [], 0
    ids: list[int] = []
    for depth, m in enumerate(sizes[1:], 1):
        drawn, hidden = len(places[depth]), depth < len(sizes) - 1
        values = (seen.values[depth - 1] if hidden else squeezed(data, seen.out))[:, :drawn]
        if hidden:
            values = values * state.alive.numpy()[start : start + drawn]
        pictures.append(_unit_scaled(_tiles(values, data, side), params, hidden))
        ids += range(start, start + drawn)
        start += m
    features, xy = _scaled(_tiles(seen.inputs[0][:, : len(places[0])], data, side)), np.concatenate(places[1:])
    up, down, wide_up, wide_down = _wires(flat, sizes, places)
    room = np.array([_ACROSS, _UP / max(_rows(sizes), 4)])
    signs = _biases(flat, sizes, places)
    hidden_more = [f"{n - MOST_TILES} more in layer {k}" for k, n in enumerate(sizes) if n > MOST_TILES]
    shown: Shown = {
        "feature_tiles": torch.from_numpy(-features),
        "features_xy": torch.from_numpy(places[0]),
        "tiles": torch.from_numpy(-np.concatenate(pictures)),
        "tiles_xy": torch.from_numpy(xy),
        "tile_room": torch.from_numpy(room),
        "tile_ids": torch.tensor(ids, dtype=torch.int32),
        "tile_mark": torch.tensor([one == state.chosen for one in ids]),
        "tile_words": "\n".join(_words(params, data, state, flat, places)),
        "feature_words": "\n".join(named(params.features, data)),
        "wires_up": torch.from_numpy(up),
        "wires_down": torch.from_numpy(down),
        "width_up": torch.from_numpy(wide_up),
        "width_down": torch.from_numpy(wide_down),
        "biases": torch.from_numpy(signs),
        "diagram_x": torch.tensor([-0.62, len(sizes) - 0.5], dtype=torch.float64),
        "diagram_y": torch.tensor([0.0, 1.0], dtype=torch.float64),
        "more_units": ", ".join(hidden_more) or None,
    }
    return shown | _laid_out(params, data, state, flat)


def squeezed(data: Data, out: Floats) -> Floats:
    """Outputs as numbers from -1 to 1: 2 p - 1 of classes, values as they are."""
    if data.classes == 2:
        return np.tanh(out / 2)
    return 2.0 * softmax(out) - 1.0 if data.classes else np.clip(out, -1.0, 1.0)


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


def _unit_scaled(pictures: Floats, params: Params, hidden: bool) -> Floats:
    """Units of a bounded activation by its bounds, the others by their largest value; outputs as they are."""
    if not hidden or params.activation in ("tanh", "sine"):
        return pictures
    return 2.0 * pictures - 1.0 if params.activation == "sigmoid" else _scaled(pictures)


def _wires(flat: Floats, sizes: Sizes, places: list[Floats]) -> tuple[Floats, Floats, Floats, Floats]:
    """Positive and negative weights between drawn tiles as lines, and their sizes as shares of the layer's largest."""
    lines, weights = [np.zeros((0, 4))], [np.zeros(0)]
    for depth, (a, b, _) in enumerate(parts(sizes)):
        left, right = places[depth], places[depth + 1]
        W = flat[a:b].reshape(sizes[depth], sizes[depth + 1])[: len(left), : len(right)]
        ends = (*W.shape, 2)
        start, end = np.broadcast_to(left[:, None], ends), np.broadcast_to(right[None], ends)
        lines.append(np.concatenate([start, end], axis=2).reshape(-1, 4))
        weights.append((W / max(float(np.abs(W).max()), 1e-12)).ravel())
    every, share = np.concatenate(lines), np.concatenate(weights)
    return every[share > 0], every[share < 0], share[share > 0], -share[share < 0]


def _biases(flat: Floats, sizes: Sizes, places: list[Floats]) -> Floats:
    """The bias of each drawn tile."""
    found = []
    for depth, (_, b, c) in enumerate(parts(sizes)):
        found.append(flat[b:c][: len(places[depth + 1])])
    return np.concatenate(found)


def _words(params: Params, data: Data, state: State, flat: Floats, places: list[Floats]) -> list[str]:
    """What is said of each tile under the cursor."""
    words: list[str] = []
    unit = 0
    for depth, (_, b, c) in enumerate(parts(state.sizes)):
        for k in range(len(places[depth + 1])):
            silent = unit + k < state.hidden and not bool(state.alive[unit + k])
            words.append(
                f"{unit_name(data, state, unit + k)}, bias {signed(float(flat[b:c][k]))}" + ", silent" * silent
            )
        unit += state.sizes[depth + 1]
    return words


def unit_name(data: Data, state: State, unit: int) -> str:
    """What a unit is called: its place in its layer, or what it puts out."""
    at = unit
    for depth, m in enumerate(state.sizes[1:], 1):
        if at < m:
            if depth < len(state.sizes) - 1:
                return f"layer {depth}, unit {at + 1}"
            return f"output {data.names[at]}" if data.classes > 2 else "output"
        at -= m
    raise IndexError(unit)


def signed(value: float) -> str:
    """Two decimals with a real minus sign."""
    return f"{value:.2f}".replace("-", "−")


def _laid_out(params: Params, data: Data, state: State, flat: Floats) -> Shown:
    """The weights into the chosen unit as bars with handles, the bias last; of very many the largest."""
    places = weight_place(state, state.chosen)
    names = [*_sources(params, data, state), "bias"]
    most = MOST_BARS if params.mode == "units" else FEW_BARS
    if len(places) > most:
        sizes = np.abs(flat[places[:-1]])
        kept = [*sorted(np.argsort(-sizes)[: most - 1].tolist()), len(places) - 1]
        places, names = [places[k] for k in kept], [names[k] for k in kept]
    values = flat[places]
    rows = np.arange(len(places))[::-1]
    reach = 2.0 ** max(0, int(np.ceil(np.log2(max(float(np.abs(values).max()), 1e-9) * 1.1))))
    return {
        "unit_weights": torch.from_numpy(values),
        "unit_xy": torch.from_numpy(np.stack([values, rows], axis=1)),
        "unit_ids": torch.tensor(places, dtype=torch.int32),
        "unit_range": torch.tensor([-1.25 * reach, 1.25 * reach], dtype=torch.float64),
        "unit_words": "\n".join(names),
        "unit_name": unit_name(data, state, state.chosen),
        "unit_bias": float(values[-1]),
    }


def _sources(params: Params, data: Data, state: State) -> list[str]:
    """What enters the chosen unit: features by name, units by number."""
    at = state.chosen
    for (n, m), depth in zip(pairwise(state.sizes), range(len(state.sizes)), strict=False):
        if at < m:
            return named(params.features, data) if depth == 0 else [f"unit {k + 1}" for k in range(n)]
        at -= m
    raise IndexError(state.chosen)
