"""Each view as one plain function of NumPy at the shown output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.convolution.backward import gradients
from playground.concepts.convolution.layer import (
    delta_of,
    layer_of,
    line_slide,
    output_of,
    period_of,
    pool_of,
    pool_shape,
    pooled_of,
    up_shape,
    up_size,
)
from playground.concepts.convolution.line import side_of
from playground.concepts.convolution.pooled import back_of
from playground.concepts.convolution.shifting import map_of, nearest_circulant, shift_errors
from playground.concepts.convolution.spectrum import spectra_of, waves
from playground.concepts.convolution.stepping import place
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.convolution import transposed

_MODES = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}
_MOST = 1 << 12  # numbers of a picture that is told
_NONE = "No window fits, so there is nothing to compute."
_LARGE = "The picture is too large to be told number by number; choose one of at most 64 rows and columns."


def _numbers(at: Moment) -> tuple[int, int, int]:
    return at.params.stride, at.params.padding, at.params.dilation


def _turned(at: Moment) -> bool:
    return bool(at.params.operation == "convolution")


def _shown(at: Moment) -> tuple[int, int]:
    """The filter and the channel that are shown, from 0."""
    data = at.data
    return min(at.params.filter, len(data.kernel)) - 1, min(at.params.channel, len(data.picture)) - 1


def _cannot(at: Moment) -> str:
    if layer_of(at.params, at.data).size is None:
        return _NONE
    return _LARGE if at.data.picture.numel() > _MOST else ""


# ---- a picture


def _reads_window(at: Moment) -> Mapping[str, Any] | str:
    said = _cannot(at)
    if said:
        return said
    s, p, d = _numbers(at)
    u, v = place(at.params, at.data, at.state)
    kernel = at.data.kernel[_shown(at)[0]]
    border, turn = _MODES[at.params.border], _turned(at)
    return {
        "x": at.data.picture.numpy(),
        "w": kernel.numpy(),
        "s": s,
        "p": p,
        "d": d,
        "border": border,
        "turn": turn,
        "u": u,
        "v": v,
    }


def _gives_window(at: Moment) -> Mapping[str, Any]:
    y, (u, v) = output_of(at.params, at.data), place(at.params, at.data, at.state)
    assert y is not None
    return {"y": y[_shown(at)[0], u, v], "rows": y.shape[1], "columns": y.shape[2]}


# ---- a signal


def _reads_slide(at: Moment) -> Mapping[str, Any] | str:
    f, h, turn, u = at.data.signal, at.data.taps, _turned(at), place(at.params, at.data, at.state)[1]
    if not len(side_of(at.params, at.data, u, turn).y):
        return _NONE
    how = line_slide(at.params, len(h), turn)
    before, after, border = how.before[1], how.after[1], _MODES[how.border]
    known = {"f": f.numpy(), "h": h.numpy(), "s": at.params.stride, "before": before, "after": after}
    return {**known, "d": at.params.dilation, "border": border, "turn": turn, "u": u}


def _gives_slide(at: Moment) -> Mapping[str, Any]:
    u = place(at.params, at.data, at.state)[1]
    return {"y": side_of(at.params, at.data, u, _turned(at)).y[u]}


def _used(at: Moment) -> Any:
    A = map_of(at.params, at.data)
    replaced = at.params.nearest and len(A) == len(at.data.signal)
    return nearest_circulant(A).circulant if replaced else A


def _reads_shift(at: Moment) -> Mapping[str, Any] | str:
    A, x = _used(at), at.data.signal
    if not len(A):
        return _NONE
    if float((A @ x).abs().max()) == 0:
        return "The output is 0 everywhere, so no error can be relative to it."
    return {"A": A.numpy(), "x": x.numpy(), "t": place(at.params, at.data, at.state)[1]}


def _gives_shift(at: Moment) -> Mapping[str, Any]:
    A, x, t = _used(at), at.data.signal, place(at.params, at.data, at.state)[1]
    square = len(A) == len(x)
    C = nearest_circulant(A).circulant if square else torch.zeros((len(x), len(x)), dtype=torch.float64)
    return {"error": shift_errors(A, x)[0][t], "C": C}


def _reads_multiply(at: Moment) -> Mapping[str, Any]:
    N, k = period_of(at.params, at.data), place(at.params, at.data, at.state)[1]
    return {"f": at.data.signal.numpy(), "h": at.data.taps.numpy(), "N": N, "k": k, "conjugate": not _turned(at)}


def _gives_multiply(at: Moment) -> Mapping[str, Any]:
    k = place(at.params, at.data, at.state)[1]
    found = spectra_of(at.data.signal, at.data.taps, period_of(at.params, at.data), _turned(at))
    return {"y": waves(found.product, k), "largest": found.product.abs().max()}


# ---- the transposed layer, gradients, pooling


def _raised(at: Moment) -> tuple[Any, Any, int]:
    """The input, the kernel, and how many inputs were laid down."""
    o, c = _shown(at)
    rows, columns = up_shape(at.data)
    row, column = place(at.params, at.data, at.state)
    whole = at.params.reveal == "all"
    count = rows * columns if whole else row * columns + column + 1
    x = at.data.picture[c, :rows, :columns].to(torch.float64)
    return x, at.data.kernel[o, c], count


def _reads_lay(at: Moment) -> Mapping[str, Any] | str:
    if min(up_size(at.params, at.data)) < 1:
        return "The padding takes all of the output away, so there is nothing to compute."
    s, p, d = _numbers(at)
    x, w, count = _raised(at)
    return {"x": x.numpy(), "w": w.numpy(), "s": s, "p": p, "d": d, "count": count}


def _gives_lay(at: Moment) -> Mapping[str, Any]:
    x, w, count = _raised(at)
    laid = x.flatten().clone()
    laid[count:] = 0
    return {"y": transposed(laid.view(x.shape)[None], w[None, None], *_numbers(at))[0]}


def _reads_back(at: Moment) -> Mapping[str, Any] | str:
    said, layer = _cannot(at), layer_of(at.params, at.data)
    if said:
        return said
    s, p, d = _numbers(at)
    delta = delta_of(at.data, layer.size or (0, 0), len(at.data.kernel)).numpy()
    known = {"x": at.data.picture.numpy(), "w": at.data.kernel.numpy(), "delta": delta, "s": s, "p": p, "d": d}
    return {**known, "border": _MODES[at.params.border], "turn": _turned(at)}


def _gives_back(at: Moment) -> Mapping[str, Any]:
    found = gradients(at.params, at.data, layer_of(at.params, at.data))
    return {"dx": found.dx, "dw": found.dw}


def _reads_pool(at: Moment) -> Mapping[str, Any] | str:
    found = pooled_of(at.params, at.data)
    if found is None:
        return _NONE
    rows, columns = pool_shape(at.data)
    if rows * columns > _MOST:
        return _LARGE
    pool = pool_of(at.params)
    known = {"k": pool.kernel[0], "s": pool.stride[0], "p": pool.padding[0], "d": pool.dilation[0]}
    delta = back_of(at.params, at.data, found).delta.numpy()
    return {
        "x": at.data.picture[0, :rows, :columns].numpy(),
        "delta": delta,
        **known,
        "share": at.params.ties == "shared",
    }


def _gives_pool(at: Moment) -> Mapping[str, Any]:
    found = pooled_of(at.params, at.data)
    assert found is not None
    back = back_of(at.params, at.data, found).back
    return {"y": found.values, "dx": back, "ties": int((found.tied > 1).sum())}


_SEEN = {"x": "x", "w": "w", "y": "y"}
CODES = (
    Code("window", "One output", {"mode": ("picture",)}, _reads_window, _gives_window, _SEEN),
    Code("slide", "One output", {"mode": ("signal",)}, _reads_slide, _gives_slide, {"f": "f", "h": "h"}),
    Code("shift", "Shift first, or last", {"mode": ("shift",)}, _reads_shift, _gives_shift, {"A": "A", "C": "C"}),
    Code("multiply", "Spectra multiply", {"mode": ("spectrum",)}, _reads_multiply, _gives_multiply, {"y": "y"}),
    Code("lay", "Copies laid down", {"mode": ("up",)}, _reads_lay, _gives_lay, _SEEN),
    Code("back", "The way back", {"mode": ("backward",)}, _reads_back, _gives_back, {"delta": "δ", "dx": "x"}),
    Code("pool", "Max pooling", {"mode": ("pooling",)}, _reads_pool, _gives_pool, {"x": "x", "y": "y", "delta": "δ"}),
)
WITHOUT: tuple[NoCode, ...] = ()
