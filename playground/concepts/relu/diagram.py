"""The net as a diagram: nodes, weights as lines, a dot on each weight to take it by, and what each unit sees."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu.subdivide import Floats, Layers
from playground.engine.frame import Scalar
from playground.engine.kit.dense.layout import Sizes, parts

MOST_DOTS = 700
WEAK = 0.25  # of the largest weight of a layer
RASTER = 16  # cells of a unit's picture, each way
MOST_PICTURES = 16  # units of a layer that are pictured
_DROP = 0.06  # how far below its unit a bias stands

Shown = dict[str, Tensor | Scalar]


def places(sizes: Sizes) -> tuple[list[Floats], Floats]:
    """Where the nodes stand, layer by layer, and the dot of every weight and bias in flat order, shape (N, 2)."""
    nodes = []
    for depth, n in enumerate(sizes):
        y = 1.0 - (np.arange(n) + 0.5) / n
        nodes.append(np.stack([np.full(n, float(depth)), y], 1))
    dots = []
    for depth, m in enumerate(sizes[1:]):
        share = 0.3 + 0.45 * (np.arange(m) + 0.5) / m
        a, b = nodes[depth][:, None], nodes[depth + 1][None]
        dots.append((a + share[None, :, None] * (b - a)).reshape(-1, 2))
        dots.append(nodes[depth + 1] - np.array([0.0, min(_DROP, 0.45 / m)]))
    return nodes, np.concatenate(dots)


def diagram(theta: Tensor, sizes: Sizes, chosen: int) -> Shown:
    """The arrays of the diagram; of a net with very many weights only the biases have dots."""
    nodes, dots = places(sizes)
    flat = theta.numpy()
    wires, strengths, ids = [], [], []
    for depth, (a, b, c) in enumerate(parts(sizes)):
        n, m = sizes[depth], sizes[depth + 1]
        W = flat[a:b].reshape(n, m)
        if len(flat) <= 4 * MOST_DOTS:
            start = np.broadcast_to(nodes[depth][:, None], (n, m, 2))
            end = np.broadcast_to(nodes[depth + 1][None], (n, m, 2))
            wires.append(np.concatenate([start, end], 2).reshape(-1, 4))
            strengths.append((W / max(float(np.abs(W).max()), 1e-12)).ravel())
        ids.append(np.arange(a if len(flat) <= MOST_DOTS else b, c))
    shown = np.concatenate(ids)
    lines = np.concatenate(wires) if wires else np.zeros((0, 4))
    strength = np.concatenate(strengths) if strengths else np.zeros(0)
    value = float(flat[chosen])
    reach = 2.0 ** max(1, int(np.ceil(np.log2(max(abs(value), 1e-9) * 1.25))))
    return {
        "nodes_xy": torch.from_numpy(np.concatenate(nodes)),
        "wires_up": torch.from_numpy(lines[strength >= WEAK]),
        "wires_down": torch.from_numpy(lines[strength <= -WEAK]),
        "wires_weak": torch.from_numpy(lines[np.abs(strength) < WEAK]),
        "dots_xy": torch.from_numpy(dots[shown]),
        "dots_ids": torch.from_numpy(shown),
        "chosen_xy": torch.from_numpy(dots[chosen]),
        "diagram_x": torch.tensor([-0.25, len(sizes) - 0.7], dtype=torch.float64),
        "diagram_y": torch.tensor([-0.06, 1.04], dtype=torch.float64),
        "dial_xy": torch.tensor([[value, 0.0]], dtype=torch.float64),
        "dial_track": torch.tensor([[-reach, 0.0], [reach, 0.0]], dtype=torch.float64),
        "dial_x": torch.tensor([-1.05 * reach, 1.05 * reach], dtype=torch.float64),
        "dial_y": torch.tensor([-1.0, 1.0], dtype=torch.float64),
        "chosen_value": value,
        "chosen_name": weight_name(sizes, chosen),
    }


def weight_name(sizes: Sizes, place: int) -> str:
    """What a place of the flat vector is called: "w of layer 2, unit 3 from 1", counted from 1."""
    for depth, (_, b, c) in enumerate(parts(sizes)):
        if place < c:
            layer = "output" if depth == len(sizes) - 2 else f"layer {depth + 1}"
            start, m = parts(sizes)[depth][0], sizes[depth + 1]
            if place >= b:
                return "output bias" if layer == "output" else f"bias of {layer}, unit {place - b + 1}"
            source, unit = divmod(place - start, m)
            return f"weight of {layer}, unit {unit + 1}, from {source + 1}"
    raise IndexError(place)


def thumbnails(layers: Layers, window: tuple[float, float, float, float]) -> Tensor:
    """What each unit gives over the window, scaled to its largest value, a row of pictures a layer."""
    x0, x1, y0, y1 = window
    step = (np.arange(RASTER) + 0.5) / RASTER
    if layers[0][0].shape[1] == 2:
        gx, gy = np.meshgrid(x0 + step * (x1 - x0), y1 - step * (y1 - y0))
        points = np.stack([gx.ravel(), gy.ravel()], 1)
    else:
        points = np.repeat((x0 + step * (x1 - x0))[None, :], RASTER, 0).reshape(-1, 1)
    most = min(MOST_PICTURES, max(len(b) for _, b in layers[:-1]))
    cell = RASTER + 2
    image = np.full((cell * (len(layers) - 1) - 2, cell * most - 2), np.nan)
    h = points
    for row, (W, b) in enumerate(layers[:-1]):
        h = np.maximum(h @ W.T + b, 0.0)
        for column in range(min(most, h.shape[1])):
            picture = h[:, column].reshape(RASTER, RASTER)
            top = float(picture.max())
            y, x = cell * row, cell * column
            image[y : y + RASTER, x : x + RASTER] = picture / top if top > 0.0 else picture
    return torch.from_numpy(image)
