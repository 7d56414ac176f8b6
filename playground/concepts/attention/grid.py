"""The weights of all heads at once."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.attention.head import Head
from playground.figures.figure import SET, Mouse, Plot
from playground.figures.layers import Image, Lines


def grid(one: Head) -> Plot:
    """The weights of all heads: a row a layer, a column a head, each in a frame; a click shows one of them."""
    layers = one.done.layers
    count, tall, wide = layers[0].weights.shape[1:]
    places = [(layer, head) for layer in range(len(layers)) for head in range(count)]
    corners = [_corner(len(layers), tall, wide, *place) for place in places]
    images = tuple(
        Image(
            name=f"layer {layer + 1} head {head + 1}",
            z=layers[layer].weights[0, head],
            extent=torch.tensor([x, x + wide, y, y + tall]),
            levels=(0.0, 1.0),
            outcome=True,
            frame=False,
            symbol="A α",
        )
        for (layer, head), (x, y) in zip(places, corners, strict=True)
    )
    shown = _corner(len(layers), tall, wide, one.number, one.head)
    frames = torch.cat([_frame(corner, tall, wide) for corner in corners])
    return Plot(
        name="grid",
        title="All heads",
        badge="exact",
        unit="a row a layer, a column a head",
        main=True,
        axes=False,
        layers=(
            *images,
            Lines(name="frames", role="muted", xy=frames, halo=False, found=False),
            Lines(
                name="shown",
                role="now",
                xy=_frame(shown, tall, wide),
                halo=False,
                found=False,
                key="head shown",
            ),
        ),
        mouse=tuple(
            Mouse(
                on="click",
                target=image.name,
                kind=SET,
                give={"layer": layer + 1, "head": head + 1},
                label="show this head",
            )
            for image, (layer, head) in zip(images, places, strict=True)
        ),
    )


def _corner(layers: int, tall: int, wide: int, layer: int, head: int) -> tuple[float, float]:
    """The lower left corner of a head; heads are a cell apart."""
    return head * (wide + 1.0), (layers - 1 - layer) * (tall + 1.0)


def _frame(corner: tuple[float, float], tall: int, wide: int) -> Tensor:
    """The outline of a head, and a row of NaN."""
    x, y = corner
    corners = [[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall], [x, y], [math.nan, math.nan]]
    return torch.tensor(corners, dtype=torch.float64)
