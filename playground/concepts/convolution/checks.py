"""The oracle cases, computed by the bench's own layers, matrices, spectra, gradients and pooling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.convolution.layer import along, matrix_of
from playground.concepts.convolution.shifting import commutator, nearest_circulant
from playground.concepts.convolution.spectrum import spectra_of
from playground.engine.kit import pooling
from playground.engine.kit.cases import Inputs, exactly
from playground.engine.kit.convolution import (
    PLAIN,
    Border,
    Sliding,
    adjoint,
    correlate,
    kernel_gradient,
    output_size,
    overlaps,
    padded,
    same_padding,
    slide,
    span,
    transposed,
    transposed_size,
    turned,
    untouched,
)
from playground.engine.kit.pooling import Pool

_BORDERS: tuple[Border, ...] = ("zeros", "reflect", "replicate", "circular")


def _added(before: int, after: int) -> Sliding:
    return Sliding(before=(0, before), after=(0, after))


def _full(f: Tensor, h: Tensor) -> Tensor:
    """The full convolution."""
    return along(f, h.flip(0), _added(len(h) - 1, len(h) - 1))


def _both(inputs: Inputs) -> Mapping[str, Any]:
    f, h = exactly(inputs["signal"]), exactly(inputs["kernel"])
    m, (before, after) = len(h), same_padding(len(h))
    return {
        "conv_full": _full(f, h),
        "conv_valid": along(f, h.flip(0), PLAIN),
        "conv_same": along(f, h.flip(0), _added(after, before)),
        "xcorr_full": along(f, h, _added(m - 1, m - 1)),
        "lags": list(range(1 - m, len(f))),
        "xcorr_valid": along(f, h, PLAIN),
        "xcorr_same": along(f, h, _added(before, after)),
        "kernel_symmetric": bool(torch.equal(h, h.flip(0))),
    }


def _algebra(inputs: Inputs) -> Mapping[str, Any]:
    f, h, g = (exactly(inputs[name]) for name in ("f", "h", "g"))
    late = torch.zeros(inputs["shift"], dtype=torch.float64)
    y, delayed = _full(f, h), _full(torch.cat([late, f]), h)
    return {
        "f_conv_h": _full(h, f),
        "triple": _full(f, _full(h, g)),
        "delayed_f_conv_h": delayed,
        "equals_delayed_output": torch.equal(delayed, torch.cat([late, y])),
        "equals_output": torch.equal(delayed, y),
        "h_xcorr_f": along(f, h, _added(len(h) - 1, len(h) - 1)),
        "f_xcorr_h": along(h, f, _added(len(f) - 1, len(f) - 1)),
    }


def _toeplitz(inputs: Inputs) -> Mapping[str, Any]:
    f, h = exactly(inputs["signal"]), exactly(inputs["kernel"])
    n, m, back = len(f), len(h), exactly(inputs["output_gradient"])
    how = _added(m - 1, m - 1)
    matrix = matrix_of(h.flip(0), n, how)
    dx = adjoint(back[None, None], h.flip(0)[None, None, None], (1, n), how)
    return {
        "matrix": matrix,
        "product": matrix @ f,
        "valid_rows": matrix[m - 1 : n],
        "transpose_product": dx[0, 0],
        "free_parameters": m,
        "entries": matrix.numel(),
        "nonzero_entries": int((matrix != 0).sum()),
        "rank": int(torch.linalg.matrix_rank(matrix)),
    }


def _circulant(inputs: Inputs) -> Mapping[str, Any]:
    matrix = exactly(inputs["matrix"])
    near = nearest_circulant(matrix)
    values = torch.fft.fft(near.column)
    gap = commutator(matrix).norm()
    return {
        "first_column": near.column,
        "distance": near.distance,
        "commutator_norm": gap,
        "is_circulant": bool(gap == 0),
        "eigenvalues_re": values.real,
        "eigenvalues_im": values.imag,
    }


def _fourier(inputs: Inputs) -> Mapping[str, Any]:
    f, h, N = exactly(inputs["signal"]), exactly(inputs["kernel"]), inputs["N"]
    found, crossed = spectra_of(f, h, N, True), spectra_of(f, h, N, False)
    return {
        "spectrum_f_re": found.f.real,
        "spectrum_f_im": found.f.imag,
        "product_re": found.product.real,
        "product_im": found.product.imag,
        "circular": found.circular,
        "linear": found.linear,
        "aliased_positions": found.wrapped,
        "smallest_alias_free_N": len(found.linear),
        "circular_xcorr": crossed.circular,
    }


def _borders(inputs: Inputs) -> Mapping[str, Any]:
    f, h, p = exactly(inputs["signal"]), exactly(inputs["kernel"]), inputs["p"]
    found: dict[str, Any] = {}
    for border in _BORDERS:
        how = _added(p, p)._replace(border=border)
        found[border] = along(f, h, how)
        found[f"padded_{border}"] = padded(f[None, None], how)[0, 0]
    return found


def _strided(inputs: Inputs) -> Mapping[str, Any]:
    f, h, s = exactly(inputs["signal"]), exactly(inputs["kernel"]), inputs["stride"]
    how = Sliding(stride=(1, s), after=(0, len(h) - 1), border="circular")
    y = along(f, h, how)
    moved = [along(f.roll(t), h, how) for t in inputs["shifts"]]
    gaps = [[float((one - y.roll(r)).abs().max()) for r in range(len(y))] for one in moved]
    return {
        "output": y,
        "shifted_outputs": torch.stack(moved),
        "roll": [gap.index(0.0) if 0.0 in gap else None for gap in gaps],
        "smallest_deviation": [min(gap) for gap in gaps],
    }


def _sizes(inputs: Inputs) -> Mapping[str, Any]:
    rows = inputs["rows"]
    return {
        "size": [output_size(*row) for row in rows],
        "span": [span(k, d) for _, k, _, _, d in rows],
        "untouched_right": [untouched(*row) for row in rows],
        "same_padding": [list(same_padding(k, d)) for _, k, _, _, d in rows],
        "transposed_size": [transposed_size(*row) for row in rows],
    }


def _layer(inputs: Inputs) -> Mapping[str, Any]:
    x, w, b = (exactly(inputs[name]) for name in ("x", "w", "bias"))
    pairs = [tuple(inputs[name]) for name in ("stride", "padding", "dilation")]
    how = Sliding(pairs[0], pairs[1], pairs[1], pairs[2])
    y = correlate(x, w, how, b)
    return {"shape": None if y is None else list(y.shape), "xcorr": y, "conv": correlate(x, turned(w), how, b)}


def _backward_line(inputs: Inputs) -> Mapping[str, Any]:
    x, w, delta = (exactly(inputs[name]) for name in ("signal", "kernel", "delta"))
    p = inputs["padding"]
    how = Sliding((1, inputs["stride"]), (0, p), (0, p), (1, inputs["dilation"]))
    found: dict[str, Any] = {"db": delta.sum()}
    for name, laid in (("xcorr", w), ("conv", w.flip(0))):
        dw = kernel_gradient(x[None, None], delta[None, None], (1, len(w)), how)[0, 0, 0]
        found[f"{name}_y"] = along(x, laid, how)
        found[f"{name}_dx"] = adjoint(delta[None, None], laid[None, None, None], (1, len(x)), how)[0, 0]
        found[f"{name}_dw"] = dw if name == "xcorr" else dw.flip(0)
    return found


def _backward_flat(inputs: Inputs) -> Mapping[str, Any]:
    x, w, delta = (exactly(inputs[name]) for name in ("x", "w", "delta"))
    how = slide(inputs["stride"], inputs["padding"])
    return {
        "dx": adjoint(delta, w, (x.shape[1], x.shape[2]), how),
        "dw": kernel_gradient(x, delta, (w.shape[2], w.shape[3]), how),
        "db": delta.sum((1, 2)),
    }


def _transposed(inputs: Inputs) -> Mapping[str, Any]:
    x, w = exactly(inputs["x"]), exactly(inputs["w"])
    s, p, d = inputs["stride"], inputs["padding"], inputs["dilation"]
    n, how = transposed_size(len(x), len(w), p, s, d), Sliding((1, s), (0, p), (0, p), (1, d))
    y = adjoint(x[None, None], w[None, None, None], (1, n), how)
    assert s != 1 or torch.equal(y, transposed(x[None, None], w[None, None, None], s, p, d))
    return {"y": y[0, 0], "overlap": overlaps((1, len(x)), (1, len(w)), (1, n), how)[0]}


def _pool(inputs: Inputs) -> tuple[Tensor, Tensor, Pool]:
    shape = {name: tuple(inputs.get(name, (1, 1))) for name in ("kernel", "stride", "padding", "dilation")}
    pool = Pool(shape["kernel"], shape["stride"], shape["padding"], shape["dilation"], inputs.get("ceil_mode", False))
    return exactly(inputs["x"]), exactly(inputs["delta"]), pool


def _max_pool(inputs: Inputs) -> Mapping[str, Any]:
    x, delta, pool = _pool(inputs)
    found = pooling.max_pool(x, pool)
    assert found is not None
    shape = (x.shape[0], x.shape[1])
    return {
        "y": found.values,
        "argmax": found.winners,
        "grad_first": pooling.routed(delta, found, shape),
        "grad_shared": pooling.shared(delta, found, shape),
        "windows_with_ties": int((found.tied > 1).sum()),
    }


def _avg_pool(inputs: Inputs) -> Mapping[str, Any]:
    x, delta, pool = _pool(inputs)
    shape, found = (x.shape[0], x.shape[1]), dict[str, Any]()
    for name, counts in (("include_pad", True), ("exclude_pad", False)):
        found[name] = pooling.average_pool(x, pool, counts)
        found[f"grad_{name}"] = pooling.spread(delta, pool, shape, counts)
    return found


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "conv_and_xcorr_1d": _both,
    "conv_algebra": _algebra,
    "toeplitz": _toeplitz,
    "nearest_circulant": _circulant,
    "fourier_theorem": _fourier,
    "border_modes": _borders,
    "stride_breaks_equivariance": _strided,
    "output_size": _sizes,
    "conv2d": _layer,
    "conv1d_backward": _backward_line,
    "conv2d_backward": _backward_flat,
    "transposed_conv1d": _transposed,
    "max_pool": _max_pool,
    "avg_pool": _avg_pool,
}
