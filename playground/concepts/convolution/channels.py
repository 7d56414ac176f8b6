"""What the channels of a picture add to an output, and what all filters of a layer give, as small pictures."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution.layer import Layer
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data
from playground.engine.kit.convolution import correlate
from playground.engine.kit.newest import Newest
from playground.figures.figure import SET, Axis, Mouse, Plot
from playground.figures.layers import Text, Tiles
from playground.figures.values import Range

MOST_CELLS = 64  # of a side of a small picture
_NAMES = ("red", "green", "blue", "sum")
_APART, _DOWN = 1.12, 1.45
_PARTS: Newest[Tensor] = Newest(2)


def shown(params: Params) -> bool:
    """Whether there is more than one channel or filter."""
    return params.colours == "three" or params.filters > 1


def channels(params: Params, data: Data, layer: Layer, o: int, y: Tensor | None) -> Plot:
    """Above what each channel adds to the output of filter o, and the sum; below the outputs of all filters.

    Args:
        params: the parameters.
        data: the data.
        layer: the layer.
        o: the filter that is shown, from 0.
        y: the outputs, (filters, rows, columns); None: there are none.
    """
    three, places, words = params.colours == "three", [], []
    layers = []
    parts = torch.zeros((0, 1, 1))
    if three and y is not None:
        key = layer.how, params.operation, o
        parts = torch.cat([_PARTS.of((data.picture, data.kernel), key, lambda: _parts(data, layer, o)), y[o : o + 1]])
    if three:
        xy = np.array([[_APART * i, 0.0] for i in range(len(parts))]).reshape(-1, 2)
        layers.append(Tiles(name="parts", z=_small(parts), xy=xy, size=np.ones(2), outcome=True))
        places, words = xy.tolist(), list(_NAMES[: len(xy)])
    if params.filters > 1:
        every = _small(y) if y is not None else torch.zeros((0, 1, 1))
        for i in range(params.filters):
            at = np.array([[_APART * i, -_DOWN if three else 0.0]])
            mark = torch.tensor([i == o])
            tile = Tiles(
                name=f"filter {i + 1}",
                z=every[i : i + 1],
                xy=at[: len(every)],
                size=np.ones(2),
                mark=mark,
                outcome=True,
            )
            layers.append(tile)
            places, words = [*places, *at.tolist()], [*words, f"filter {i + 1}"]
    names = np.array(places).reshape(-1, 2) + np.array([0.0, 0.5])
    both = "Channels and filters" if params.filters > 1 else "Channels"
    return Plot(
        name="channels",
        title=both if three else "Filters",
        unit="channels add up to the output" if three else "click one to see it",
        axes=False,
        plane=True,
        x=Axis(range=Range(-0.6, _APART * (max(len(_NAMES), params.filters) - 1) + 0.6)),
        y=Axis(range=Range(-0.6 - (_DOWN if three and params.filters > 1 else 0.0), 0.85)),
        badge="exact",
        layers=(*layers, Text(name="names", words=words, xy=names, side="above", plate=False)),
        mouse=tuple(
            Mouse(on="click", target=f"filter {i + 1}", kind=SET, give={"filter": i + 1}, label="show this filter")
            for i in range(params.filters if params.filters > 1 else 0)
        ),
    )


def _small(pictures: Tensor) -> Tensor:
    """Small pictures from -1 to 1, (n, rows, columns)."""
    if not len(pictures):
        return pictures
    side = -(-max(pictures.shape[1:]) // MOST_CELLS)
    if side > 1:
        pictures = torch.nn.functional.avg_pool2d(pictures[None], side, ceil_mode=True, count_include_pad=False)[0]
    return pictures / pictures.abs().max().clamp_min(1e-30)


def _parts(data: Data, layer: Layer, o: int) -> Tensor:
    """The output of each channel alone, (channels, rows, columns)."""
    every = zip(torch.split(data.picture, 1), torch.split(layer.weights[o : o + 1], 1, 1), strict=True)
    found = [correlate(x, w, layer.how) for x, w in every]
    return torch.cat([y for y in found if y is not None])
