"""One hidden layer in its five forms, forward and back, on one net or on several side by side.

Plain: h' = φ(W h + b). Residual: h' = h + α φ(W h + b). Batch and layer normalisation stand before φ, with a gain and
the bias as shift. Weight normalisation divides each unit's weights by their length and scales them by its gain.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import Activation
from playground.engine.kit.dense.normalise import Normed, normalised, normalised_back

_AXES = {"batch": -2, "layer": -1}


class Block(NamedTuple):
    """The numbers of a layer, with or without a leading axis of nets.

    Attributes:
        W: (..., inputs, units).
        b: bias or shift, (..., 1, units).
        g: gain, (..., 1, units); of a weight normalised layer the length of each unit's weights.
    """

    W: Floats
    b: Floats
    g: Floats


class Passed(NamedTuple):
    """What a layer did, and what its way back needs.

    Attributes:
        h: what came in, (..., rows, inputs).
        z: what φ was given, (..., rows, units).
        a: φ(z).
        out: what goes on.
        normed: of batch and layer normalisation.
        lengths: of the weights of each unit, where those are normalised, (..., 1, units).
        W: the weights that were multiplied with.
    """

    h: Floats
    z: Floats
    a: Floats
    out: Floats
    normed: Normed | None
    lengths: Floats | None
    W: Floats


class BlockSlopes(NamedTuple):
    """The loss's derivatives: by what came in, and by the numbers of the layer, shaped as those."""

    h: Floats
    W: Floats | None
    b: Floats
    g: Floats


def forward(method: str, h: Floats, block: Block, phi: Activation, skip: float) -> Passed:
    """A layer; `skip` is the factor α of a residual branch, and 0 where there is no way round."""
    W, normed, lengths = block.W, None, None
    if method == "weight":
        lengths = np.sqrt(np.square(W).sum(axis=-2, keepdims=True))
        W = W * (block.g / lengths)
    z = h @ W
    if method in _AXES:
        normed = normalised(z, block.g, block.b, _AXES[method])
        z = normed.out.astype(z.dtype, copy=False)
    else:
        z += block.b
    a = phi.value(z, np.empty_like(z))
    out = h + skip * a if method == "residual" and skip else a
    return Passed(h, z, a, out, normed, lengths, W)


def backward(
    method: str, slope: Floats, seen: Passed, block: Block, phi: Activation, skip: float, weights: bool = True
) -> BlockSlopes:
    """The way back of a layer from the derivative by what went on; `weights`: whether that by W is asked for."""
    by_z = phi.slope(seen.z, seen.a).astype(slope.dtype, copy=False)
    by_z *= slope
    around = method == "residual" and skip
    if around:
        by_z *= skip
    by_g: Floats = np.zeros_like(block.g)
    if seen.normed is not None:
        by_z, by_g, by_b = normalised_back(by_z, seen.normed, block.g, _AXES[method])
        by_g, by_b = by_g[..., None, :], by_b[..., None, :]
    else:
        by_b = by_z.sum(axis=-2, keepdims=True)
    by_h = by_z @ seen.W.swapaxes(-1, -2)
    if around:
        by_h += slope
    by_w: Floats | None = None
    if weights:
        by_w = seen.h.swapaxes(-1, -2) @ by_z
        if seen.lengths is not None:
            unit = block.W / seen.lengths
            by_g = (by_w * unit).sum(axis=-2, keepdims=True)
            by_w = block.g / seen.lengths * (by_w - by_g * unit)
    return BlockSlopes(by_h, by_w, by_b, by_g)
