"""The formulas of the notes from their own terms, by loops over windows in double precision; see `texts.terms`."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from playground.concepts.conv_nets.architectures import KNOWN
from playground.concepts.conv_nets.shape import shape_of
from playground.engine.kit.arrays import Floats
from playground.engine.kit.conv_nets import named
from playground.texts.terms import Terms


def _forward(terms: Terms) -> tuple[list[Floats], Floats, Floats]:
    """The maps of every layer before the ReLU, what enters the output, and the logits."""
    shape = shape_of(terms.params)
    known = {name: part.numpy().astype(np.float64) for name, part in named(terms.state.theta, shape).items()}
    z, alive, raw = terms.state.drawing.numpy().astype(np.float64)[None], terms.state.alive.numpy(), list[Floats]()
    first = 0
    for k, layer in enumerate(shape.layers, 1):
        W, b = known[f"conv{k}.weight"], known[f"conv{k}.bias"]
        wide = np.pad(z, ((0, 0), (layer.padding,) * 2, (layer.padding,) * 2))
        reach = layer.dilation * (layer.kernel - 1)
        starts = range(0, wide.shape[1] - reach, layer.stride)
        u = np.empty((layer.channels, len(starts), len(starts)))
        for i, top in enumerate(starts):
            for j, left in enumerate(starts):
                window = wide[:, top : top + reach + 1 : layer.dilation, left : left + reach + 1 : layer.dilation]
                u[:, i, j] = np.tensordot(W, window, 3) + b
        raw.append(u)
        z = np.maximum(u, 0.0) * alive[first : first + layer.channels][:, None, None]
        first += layer.channels
        m = z.shape[1] // layer.pool
        z = z[:, : m * layer.pool, : m * layer.pool].reshape(len(z), m, layer.pool, m, layer.pool).max((2, 4))
    seen = z.mean((1, 2)) if shape.head == "mean" else z.ravel()
    return raw, z, known["output.weight"] @ seen + known["output.bias"]


def probability(terms: Terms) -> dict[str, Any]:
    """The softmax, one exponential after another."""
    logits = _forward(terms)[2].tolist()
    return {"probability": max(map(exp, logits)) / sum(map(exp, logits))}


def unit_value(terms: Terms) -> dict[str, Any]:
    """The sum over the window of the chosen unit."""
    at = terms.numbers
    u = _forward(terms)[0][terms.state.layer][terms.state.channel]
    return {"unit_value": u[at["row"], at["column"]]}


def field(terms: Terms) -> dict[str, Any]:
    """The inputs of the inputs of one unit, layer by layer backwards, as a set."""
    shape, places = shape_of(terms.params), {0}
    for k in range(terms.state.layer, -1, -1):
        layer = shape.layers[k]
        if k < terms.state.layer:
            places = {at * layer.pool + i for at in places for i in range(layer.pool)}
        places = {at * layer.stride - layer.padding + i * layer.dilation for at in places for i in range(layer.kernel)}
    return {"field": max(places) - min(places) + 1}


def map_side(terms: Terms) -> dict[str, Any]:
    """How many windows there are, one after another."""
    shape, n = shape_of(terms.params), shape_of(terms.params).side
    for layer in shape.layers[: terms.state.layer + 1]:
        last, m = n + 2 * layer.padding - layer.dilation * (layer.kernel - 1), 0
        for _ in range(0, last, layer.stride):
            m += 1
        n = m // layer.pool
    return {"map_side": m}


def logit(terms: Terms) -> dict[str, Any]:
    """What each place of the last maps adds, and the bias."""
    digit, shape = int(terms.numbers["asked"]), shape_of(terms.params)
    known = named(terms.state.theta, shape)
    z = _forward(terms)[1]
    W = known["output.weight"][digit].numpy().astype(np.float64)
    each = W.reshape(z.shape) if shape.head == "flat" else (W / z[0].size)[:, None, None]
    total = float(known["output.bias"][digit])
    for i in range(z.shape[1]):
        for j in range(z.shape[2]):
            total += float((np.broadcast_to(each, z.shape)[:, i, j] * z[:, i, j]).sum())
    return {"logit": total}


def ways(terms: Terms) -> dict[str, Any]:
    """Weights by adding up the units one after another."""
    one, n = shape_of(terms.params).layers[0], terms.params.side
    if n < one.kernel:
        return {"shared_weights": None, "local_weights": None, "full_weights": None}
    shared = sum(one.kernel**2 + 1 for _ in range(one.channels))
    places = (n - one.kernel + 1) ** 2
    local = sum(shared for _ in range(places))
    full = sum(one.channels * (n * n + 1) for _ in range(places))
    return {"shared_weights": shared, "local_weights": local, "full_weights": full}


def ratio(terms: Terms) -> dict[str, Any]:
    """The cells of two kernels of 3 x 3 over those of one of 5 x 5."""
    return {"stack_ratio": len([None for _ in range(2) for _ in range(9)]) / 25}


def saving(terms: Terms) -> dict[str, Any]:
    """Multiply-adds at one place, with and without the 1 x 1."""
    (_, (wide,)), (_, (squeeze, narrow)) = KNOWN["wide"], KNOWN["bottleneck"]
    return {"saving": 25 * wide[1] * wide[2] / (squeeze[1] * squeeze[2] + 25 * narrow[1] * narrow[2])}
