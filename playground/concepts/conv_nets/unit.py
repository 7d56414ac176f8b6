"""The view on one unit: what it can see, what it does see, what drives it most, and the net without its channel."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.beside import learning
from playground.concepts.conv_nets.data import Data
from playground.concepts.conv_nets.maps import DRAWING, won
from playground.concepts.conv_nets.scene import Box, clipped, outline, paper, seen_box
from playground.concepts.conv_nets.shape import field_of, paths, shape_of, windows
from playground.concepts.conv_nets.state import State, maps_of, place_of, spoken
from playground.engine.kit import conv_nets
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Lines, Points, Text, Tiles
from playground.figures.values import Range

LOOKED_THROUGH = 80  # learnt digits among which the patches are sought
AVERAGED = 40  # held out digits over which the size of the gradient is averaged
SHOWN = 12
_ACROSS = 6
_MASS = 0.95


class Patches(NamedTuple):
    """What drives a channel most.

    Attributes:
        pictures: what the best unit saw in each of the digits that drive it most, (n, r, r); paper beyond the rim.
        values: before the ReLU, (n,).
        labels: which digits they are of, (n,).
    """

    pictures: Tensor
    values: Tensor
    labels: Tensor


_PATCHES: Newest[Patches] = Newest()
_MEANS: Newest[Tensor] = Newest()


def observe(params: Params, data: Data, state: State) -> Drawn:
    """The box, the heat, the patches, the chosen map with its winners, and the probabilities without the channel."""
    side = shape_of(params).side
    row, column = place_of(params, state)
    box = clipped(seen_box(field_of(shape_of(params), state.layer), row, column, side), side)
    heat = _heat(params, data, state, row, column)
    plots = (
        _box(params, state, box),
        _hot(params, heat, box),
        patches(params, data, state),
        _map(params, state, row, column),
        _silenced(params, state),
        learning(),
    )
    inside = torch.zeros_like(heat, dtype=torch.bool)
    inside[side - round(box[3]) : side - round(box[2]), round(box[0]) : round(box[1])] = True
    numbers: dict[str, Any] = {
        "outside": float(heat[~inside].abs().max()) if bool((~inside).any()) else 0.0,
        "effective": effective(heat),
        "silent_fall": _fall(params, state),
        "silent_words": _silent_words(params, state),
        "averaged": AVERAGED,
    }
    return Drawn(Figure(plots=plots, hint="Click the drawing or a cell of the map for another unit"), numbers)


# ---- the field


def _box(params: Params, state: State, box: Box) -> Plot:
    return Plot(
        name="box",
        title="What the unit can see",
        unit="{field} × {field} pixels",
        main=True,
        axes=False,
        badge="exact",
        layers=(
            Image(name="drawing", z=state.drawing, extent=paper(params.digits), levels=(0.0, 1.0), symbol="x"),
            Lines(
                name="field", role="now", xy=outline(box), dash="solid", found=False, key="receptive field", symbol="r"
            ),
        ),
        mouse=(*DRAWING, _here("drawing")),
    )


def _here(target: str) -> Mouse:
    return Mouse(
        on="click", target=target, kind="choose_place", take={"x": "x", "y": "y"}, label="the unit that sees this"
    )


def _hot(params: Params, heat: Tensor, box: Box) -> Plot:
    """The derivative of the unit by every pixel."""
    titles = {
        "one": ("What it does see", "derivative by each pixel"),
        "mean": ("What it sees as a rule", "mean |derivative| over {averaged} digits"),
        "paths": ("Ways to the unit", "how many from each pixel"),
    }
    title, unit = titles[params.heat]
    signed = params.heat == "one"
    top = float(heat.abs().max()) or 1.0
    return Plot(
        name="heat",
        title=title,
        unit=unit,
        main=True,
        axes=False,
        badge="sampled" if params.heat == "mean" else "exact",
        layers=(
            Image(
                name="gradient",
                z=heat / top,
                extent=paper(params.digits),
                color_map="diverging" if signed else "sequential",
                levels=(-1.0, 1.0) if signed else (0.0, 1.0),
                outcome=True,
            ),
            Lines(name="field", role="now", xy=outline(box), dash="solid", found=False, key="receptive field"),
        ),
        mouse=(_here("gradient"),),
    )


def _heat(params: Params, data: Data, state: State, row: int, column: int) -> Tensor:
    """What the heat shows, (side, side)."""
    shape = shape_of(params)
    if params.heat == "paths":
        known = windows(shape.layers[: state.layer + 1], pooled=False)
        found = torch.outer(paths(known, shape.side, row), paths(known, shape.side, column))
        return found.to(torch.float32)
    if params.heat == "mean":
        key = (state.layer, state.channel, row, column, data.held_pictures)
        pictures = data.held_pictures[:AVERAGED]
        return _MEANS.of(state.theta, key, lambda: _by_pixels(params, state, pictures, row, column).abs().mean(0))
    return _by_pixels(params, state, state.drawing[None], row, column)[0]


def _by_pixels(params: Params, state: State, pictures: Tensor, row: int, column: int) -> Tensor:
    """The derivatives of the unit by every pixel, (n, side, side)."""
    shape = shape_of(params)
    m = conv_nets.sides(shape)[state.layer][0]
    weight = torch.zeros((1, shape.layers[state.layer].channels, m, m))
    weight[0, state.channel, row, column] = 1.0
    return conv_nets.by_pictures(state.theta, shape, pictures, (state.layer, weight), spoken(shape, state.alive))


def effective(heat: Tensor) -> float | None:
    """The share of the pixels that are reached which holds 95 % of the size of the gradient, hottest first."""
    sizes = heat.abs().flatten().sort(descending=True).values
    reached = int((sizes > 0).sum())
    if not reached:
        return None
    mass = sizes.cumsum(0) / sizes.sum()
    return (int((mass < _MASS).sum()) + 1) / reached


# ---- what drives it


def patches(params: Params, data: Data, state: State) -> Plot:
    """The patches of the learnt digits that drive the chosen channel most."""
    found = most_driven(params, data, state)
    n = len(found.pictures)
    row, column = np.divmod(np.arange(n), _ACROSS)
    return Plot(
        name="patches",
        title="What drives it most",
        unit="layer {layer}, channel {channel}, among {looked_through} digits",
        axes=False,
        badge="exact",
        x=Axis(range=Range(-0.55, _ACROSS - 0.45)),
        y=Axis(range=Range(-0.55 - (SHOWN - 1) // _ACROSS, 0.55)),
        layers=(
            Tiles(
                name="drivers",
                z=found.pictures.numpy(),
                xy=np.stack([column, -row], 1).astype(np.float64),
                size=np.array([0.9, 0.9]),
                color_map="sequential",
                levels=(0.0, 1.0),
                words=[
                    f"of a {label}: {value:.2f}".replace("-", "−")
                    for label, value in zip(found.labels.tolist(), found.values.tolist(), strict=True)
                ],
                outcome=True,
            ),
        ),
    )


def most_driven(params: Params, data: Data, state: State) -> Patches:
    """The digits in which the channel is largest, and what its best unit saw there."""
    shape = shape_of(params)

    def make() -> Patches:
        pictures = data.pictures[:LOOKED_THROUGH]
        z = conv_nets.seen_by(state.theta, shape, pictures, state.layer)[:, state.channel]
        values, places = z.flatten(1).max(1)
        best = values.argsort(descending=True)[:SHOWN]
        field = field_of(shape, state.layer)
        cut = torch.zeros((len(best), field.size, field.size))
        room = field.size + abs(field.start)
        wide = functional.pad(pictures[best], (room,) * 4)
        for k, place in enumerate(places[best].tolist()):
            (top, _), (left, _) = (field.span(at) for at in divmod(place, z.shape[-1]))
            top, left = (min(max(at + room, 0), wide.shape[-1] - field.size) for at in (top, left))
            cut[k] = wide[k, top : top + field.size, left : left + field.size]
        return Patches(cut, values[best], data.labels[best])

    return _PATCHES.of(state.theta, (state.layer, state.channel, data.pictures), make)


# ---- the chosen map, and the net without it


def _map(params: Params, state: State, row: int, column: int) -> Plot:
    """The map of the chosen channel, its winners, and the chosen unit."""
    found = maps_of(params, state)
    z, side = found.maps[state.layer][0, state.channel], found.maps[state.layer].shape[-1]
    kept = won(found, state.layer)[state.channel] > 0
    at = kept.nonzero().numpy()
    middles = np.stack([at[:, 1] + 0.5, side - at[:, 0] - 0.5], 1).reshape(-1, 2)
    pooled = found.pooled[state.layer].shape[-1] < side
    cell = (float(column), column + 1.0, side - row - 1.0, float(side - row))
    return Plot(
        name="map",
        title="Its map",
        unit="behind the ReLU; a dot: kept by the pooling" if pooled else "behind the ReLU",
        axes=False,
        badge="exact",
        layers=(
            Image(
                name="map",
                z=(z / z.max().clamp_min(1e-12)).numpy(),
                extent=np.array([0.0, side, 0.0, side]),
                levels=(0.0, 1.0),
                symbol="a",
            ),
            *((_dots(middles),) if any(layer.pool > 1 for layer in shape_of(params).layers) else ()),
            Lines(name="unit", role="now", xy=outline(cell), dash="solid", found=False, key="chosen unit"),
        ),
        mouse=(
            Mouse(
                on="click",
                target="map",
                kind="choose_cell",
                take={"row": "row", "column": "column"},
                label="choose this unit",
            ),
        ),
    )


def _dots(middles: Floats) -> Points:
    return Points(name="winners", role="second", xy=middles, size=0.6, key="winner")


def _without(params: Params, state: State) -> Tensor:
    """The probabilities with the chosen channel silent, or speaking again if it is silent, (10,)."""
    shape = shape_of(params)
    first = sum(layer.channels for layer in shape.layers[: state.layer])
    alive = state.alive.clone()
    alive[first + state.channel] = 1.0 - alive[first + state.channel]
    return conv_nets.run(state.theta, shape, state.drawing[None], spoken(shape, alive)).logits[0].softmax(0)


def _fall(params: Params, state: State) -> float:
    """How much the probability of the likeliest digit falls."""
    shares = maps_of(params, state).logits[0].softmax(0)
    best = int(shares.argmax())
    return float(shares[best] - _without(params, state)[best])


def _silent_words(params: Params, state: State) -> str:
    """What the net says without the channel."""
    best = int(maps_of(params, state).logits[0].argmax())
    other = int(_without(params, state).argmax())
    return f"still a {other}" if other == best else f"a {other}, no longer a {best}"


def _silenced(params: Params, state: State) -> Plot:
    """The probabilities with and without the chosen channel, side by side."""
    both = torch.stack([maps_of(params, state).logits[0].softmax(0), _without(params, state)]).numpy()
    edges = np.arange(11) - 0.5
    return Plot(
        name="silenced",
        title="Without this channel",
        unit="probabilities; alt and click a map silences it for good",
        badge="exact",
        x=Axis(range=(-0.6, 9.6), whole=True),
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Bars(name="with", role="muted", heights=both[0], edges=edges, key="as it is"),
            Lines(
                name="without",
                role="hero",
                xy=_caps(both[1]),
                dash="solid",
                halo=False,
                found=False,
                key="without it",
                outcome=True,
            ),
            Text(name="says", text="{silent_words}", anchor="top right", plate=False),
        ),
    )


def _caps(heights: Any) -> Floats:
    """A bar of a line at each height, as segments, (10, 4)."""
    at = np.arange(10)
    return np.stack([at - 0.42, heights, at + 0.42, heights], 1)
