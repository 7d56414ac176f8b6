"""The view on all maps: the drawing, the maps of every layer, and the window that the chosen unit looks through."""

from __future__ import annotations

import numpy as np
from torch import Tensor
from torch.nn import functional

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.scene import Block, Box, blocks, clipped, funnel, outline, paper, seen_box
from playground.concepts.conv_nets.shape import field_of, fields, shape_of, windows
from playground.concepts.conv_nets.state import State, maps_of, place_of
from playground.engine.frame import Array
from playground.engine.kit.arrays import Floats
from playground.engine.kit.conv_nets import Maps, Shape, sides
from playground.figures.figure import Axis, Event, Mouse, Plot
from playground.figures.layers import Image, Lines, Text, Tiles
from playground.figures.values import Range

DRAWING = (
    Mouse(on="drag", target="drawing", kind="draw", take={"path": "path"}, label="draw"),
    Mouse(on="shift+drag", target="drawing", kind="erase", take={"path": "path"}, label="rub out"),
)
_TOP, _BOTTOM = 0.13, 0.03  # room above and below, as shares of the paper's side


def maps(params: Params, state: State) -> Plot:
    """The paper and the maps of every layer."""
    shape, found, standing = shape_of(params), maps_of(params, state), blocks(shape_of(params))
    side = shape.side
    row, column = place_of(params, state)
    box = clipped(seen_box(field_of(shape, state.layer), row, column, side), side)
    cell = standing[state.layer].cell(state.channel, row, column)
    return Plot(
        name="net",
        title="Every map of the net",
        unit="{weights} weights; the chosen unit sees {field} × {field} pixels",
        main=True,
        axes=False,
        x=Axis(range=Range(-0.02 * side, standing[-1].right + 0.02 * side)),
        y=Axis(range=Range(-_BOTTOM * side, (1 + _TOP) * side)),
        badge="exact",
        layers=(
            Image(name="drawing", z=state.drawing, extent=paper(params.digits), levels=(0.0, 1.0), symbol="x"),
            *(_tiles(params, state, found, standing[k], k) for k in range(len(standing))),
            Text(name="heads", xy=_head_places(standing, side), words=_heads(shape), side="right", plate=False),
            Lines(
                name="before",
                role="slot2",
                xy=_inputs(shape, standing, state, row, column),
                dash="solid",
                halo=False,
                found=False,
                key="its inputs",
            ),
            Lines(name="ways", role="now", xy=funnel(box, cell), dash="solid", halo=False, found=False),
            Lines(
                name="field", role="now", xy=outline(box), dash="solid", found=False, key="what the chosen unit sees"
            ),
            Lines(name="unit", role="now", xy=outline(_at_least(cell, 0.012 * side)), dash="solid", found=False),
        ),
        mouse=(
            *DRAWING,
            *(
                Mouse(
                    on=on,
                    target=f"layer {k + 1}",
                    kind=kind,
                    take={"id": "id", **({"x": "x", "y": "y"} if kind == "choose_unit" else {})},
                    give={"layer": k + 1},
                    label=words,
                )
                for k in range(len(standing))
                for on, kind, words in _ON_MAPS
            ),
        ),
    )


_ON_MAPS: tuple[tuple[Event, str, str], ...] = (
    ("click", "choose_unit", "choose a unit"),
    ("alt+click", "silence", "silence a channel"),
)


def _tiles(params: Params, state: State, found: Maps, block: Block, k: int) -> Tiles:
    """The maps of a layer, each number as a share of the largest of the layer."""
    z, diverging = shown(params, found, k), params.tiles == "raw"
    n, channels = z.shape[0], np.arange(z.shape[0])
    first = sum(len(one) for one in _counts(found)[:k])
    alive = state.alive.numpy()[first : first + n]
    largest = z.amax((1, 2)).tolist()
    return Tiles(
        name=f"layer {k + 1}",
        z=(z / z.abs().max().clamp_min(1e-12)).numpy(),
        xy=block.middles(n),
        size=np.array([block.tile, block.tile]),
        ids=channels,
        mark=(channels == state.channel) & (k == state.layer),
        color_map="diverging" if diverging else "sequential",
        levels=(-1.0, 1.0) if diverging else (0.0, 1.0),
        words=[
            f"layer {k + 1}, channel {c}: at most {most:.2f}" if on else f"layer {k + 1}, channel {c}: silent"
            for c, (most, on) in enumerate(zip(largest, alive.tolist(), strict=True))
        ],
        symbol="u a",
    )


def _counts(found: Maps) -> list[range]:
    return [range(one.shape[1]) for one in found.maps]


def shown(params: Params, found: Maps, k: int) -> Tensor:
    """What the tiles of a layer show, (channels, side, side)."""
    match params.tiles:
        case "raw":
            return found.raw[k][0]
        case "winners":
            return won(found, k)
        case "relu":
            return found.maps[k][0]


def won(found: Maps, k: int) -> Tensor:
    """The maps of a layer where only the winners of the pooling are left, (channels, side, side)."""
    z, pooled = found.maps[k], found.pooled[k]
    pool = z.shape[-1] // pooled.shape[-1]
    if pool == 1:
        return z[0]
    values, where = functional.max_pool2d(z, pool, return_indices=True)
    return functional.max_unpool2d(values, where, [pool, pool], output_size=z.shape[-2:])[0]


def _heads(shape: Shape) -> list[str]:
    """What stands above the paper and above each block."""
    known = zip(shape.layers, sides(shape), strict=True)
    words = [f"{layer.channels} maps of {m} × {m}" for layer, (m, _) in known]
    return [f"Draw here: {shape.side} × {shape.side}", *(f"{one}" for one in words)]


def _head_places(standing: list[Block], side: int) -> Floats:
    return np.array([[left, (1 + 0.06) * side] for left in (0.0, *(block.left for block in standing))])


def _at_least(box: Box, least: float) -> Box:
    """A box that can be seen."""
    x, y = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
    across, up = max(box[1] - box[0], least) / 2, max(box[3] - box[2], least) / 2
    return x - across, x + across, y - up, y + up


def _inputs(shape: Shape, standing: list[Block], state: State, row: int, column: int) -> Array:
    """The window of the chosen unit on every map of the layer before; nothing for the first layer."""
    k = state.layer
    if k == 0:
        return np.zeros((0, 2))
    before, layer = shape.layers[k - 1], shape.layers[k]
    pool = [(before.pool, before.pool, 1, 0)] if before.pool > 1 else []
    own = fields([*pool, *windows([layer._replace(pool=1)])])[-1]
    m = standing[k - 1].side
    (top, bottom), (left, right) = (
        (min(max(a, 0), m), min(max(b, 0), m)) for a, b in (own.span(row), own.span(column))
    )
    block = standing[k - 1]
    return outline(*(block.cell(c, top, left, bottom - top, right - left) for c in range(before.channels)))
