"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import cmath
from itertools import product as pairs
from typing import Any

import numpy as np
import torch

from playground.concepts.convolution.backward import gradients
from playground.concepts.convolution.layer import along, delta_of, layer_of, line_slide, pool_of, pooled_of
from playground.concepts.convolution.line import full
from playground.concepts.convolution.pooled import back_of
from playground.concepts.convolution.shifting import map_of, nearest_circulant
from playground.engine.kit.convolution import transposed
from playground.texts.terms import Sides, Terms

_MOST = 1 << 12  # numbers of a picture that is gone through cell by cell
_PAD = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def _padded(x: Any, before: tuple[int, ...], after: tuple[int, ...], border: str) -> Any:
    mode: Any = _PAD[border]
    return np.pad(x, list(zip(before, after, strict=True)), mode=mode)


def _layer(terms: Terms, x: Any) -> Any:
    """The layer's output (filters, rows, columns) for a picture (channels, rows, columns), window by window."""
    p, s, d = terms.params.padding, terms.params.stride, terms.params.dilation
    w = terms.data.kernel.numpy()
    w = w[:, :, ::-1, ::-1] if terms.params.operation == "convolution" else w
    wide, k = _padded(x, (0, p, p), (0, p, p), terms.params.border), w.shape[-1]
    rows, columns = (len(range(0, n - d * (k - 1), s)) for n in wide.shape[1:])
    reach = d * (k - 1) + 1
    return np.array(
        [
            [(w * wide[:, u * s : u * s + reach : d, v * s : v * s + reach : d]).sum((1, 2, 3)) for v in range(columns)]
            for u in range(rows)
        ]
    ).transpose(2, 0, 1)


def window(terms: Terms) -> Any:
    """The window cut out of the padded picture."""
    p, s, d = terms.params.padding, terms.params.stride, terms.params.dilation
    row, column = terms.numbers["row"], terms.numbers["column"]
    o = min(terms.params.filter, len(terms.data.kernel)) - 1
    w = terms.data.kernel.numpy()[o]
    w = w[:, ::-1, ::-1] if terms.params.operation == "convolution" else w
    wide = _padded(terms.data.picture.numpy(), (0, p, p), (0, p, p), terms.params.border)
    reach = d * (w.shape[-1] - 1) + 1
    seen = wide[:, row * s : row * s + reach : d, column * s : column * s + reach : d]
    return {"row": row, "column": column, "value": float((w * seen).sum())}


def size(terms: Terms) -> Any:
    """The first cells of all windows, counted."""
    p, s, d = terms.params.padding, terms.params.stride, terms.params.dilation
    last = terms.data.picture.shape[1] + 2 * p - d * (terms.data.kernel.shape[-1] - 1)
    return {"formula_size": len(range(0, last, s))}


# ---- signals


def _slid(terms: Terms, convolution: bool) -> float:
    """One output by the definition."""
    params, h, f = terms.params, terms.data.taps.numpy(), terms.data.signal.numpy()
    d, m = params.dilation, len(h)
    reach = d * (m - 1)
    low, high = {"full": (reach, reach), "valid": (0, 0), "same": (reach // 2, reach - reach // 2)}[params.extent]
    low, high = (high, low) if convolution else (low, high)
    wide = _padded(f, (low,), (high,), params.border)
    start = terms.numbers["at"] * params.stride
    return float(sum(h[j] * wide[start + d * (m - 1 - j if convolution else j)] for j in range(m)))


def convolved(terms: Terms) -> Any:
    """The kernel counted backwards."""
    return {"conv_value": _slid(terms, True)}


def correlated(terms: Terms) -> Any:
    """The kernel counted forwards."""
    return {"corr_value": _slid(terms, False)}


def swapped(terms: Terms) -> Any:
    """NumPy's convolution against the panel's with both swapped."""
    f, h = terms.data.signal, terms.data.taps
    return Sides(np.convolve(f.numpy(), h.numpy()), full(h, f).numpy())


def matrix(terms: Terms) -> Any:
    """The matrix written entry by entry, times the signal, against the outputs."""
    params, f = terms.params, terms.data.signal
    convolution = params.operation == "convolution"
    h = terms.data.taps.flip(0) if convolution else terms.data.taps
    how = line_slide(params, len(h), convolution)
    y = along(f, h, how).numpy()
    places = _padded(np.arange(len(f)), (how.before[1],), (how.after[1],), params.border)
    inside = _padded(np.ones(len(f)), (how.before[1],), (how.after[1],), params.border)
    T = np.zeros((len(y), len(f)))
    for u, j in pairs(range(len(y)), range(len(h))):
        at = u * params.stride + j * params.dilation
        T[u, places[at]] += float(h[j]) * inside[at]
    return Sides(T @ f.numpy(), y)


# ---- shifts


def _used(terms: Terms) -> Any:
    A = map_of(terms.params, terms.data)
    if terms.params.nearest and len(A) == len(terms.data.signal):
        A = nearest_circulant(A).circulant
    return A.numpy()


def shifted(terms: Terms) -> Any:
    """With the shift as a matrix of permutation."""
    A, x, t = _used(terms), terms.data.signal.numpy(), terms.numbers["at"]
    n = len(x)
    S = np.linalg.matrix_power(np.roll(np.eye(n), 1, 0), t)
    y, moved = A @ x, A @ (S @ x)
    rolls = [t] if len(y) == n else range(len(y))
    gap = min(float(np.abs(moved - np.roll(y, r)).max()) for r in rolls)
    return {"this_error": gap / max(float(np.abs(y).max()), 1e-300)}


def circulant(terms: Terms) -> Any:
    """The least squares of all circulants: shifted copies of the identity as a basis."""
    A = map_of(terms.params, terms.data).numpy()
    n = len(A)
    if n > 40:
        return NotImplemented
    basis = np.stack([np.roll(np.eye(n), k, 0).ravel() for k in range(n)], 1)
    column = np.linalg.lstsq(basis, A.ravel(), rcond=None)[0]
    whole = float(np.linalg.norm(A))
    return {"distance": float(np.linalg.norm(A.ravel() - basis @ column)) / whole if whole > 0 else None}


# ---- spectra


def _dft(values: Any, N: int, k: int) -> complex:
    return sum((value * cmath.exp(-2j * cmath.pi * k * t / N) for t, value in enumerate(values)), 0j)


def transform(terms: Terms) -> Any:
    """The sum by its definition against the FFT."""
    f, N, k = terms.data.signal, terms.numbers["N"], terms.numbers["at"]
    one, other = _dft(f.tolist(), N, k), complex(torch.fft.fft(f, N)[k])
    return Sides(np.array([one.real, one.imag]), np.array([other.real, other.imag]), within=1e-8)


def product(terms: Terms) -> Any:
    """Both sums by their definition."""
    N, k = terms.numbers["N"], terms.numbers["at"]
    return {"length_product": abs(_dft(terms.data.signal.tolist(), N, k) * _dft(terms.data.taps.tolist(), N, k))}


def enough(terms: Terms) -> Any:
    """The length of NumPy's full convolution."""
    return {"enough": len(np.convolve(terms.data.signal.numpy(), terms.data.taps.numpy()))}


# ---- the transposed layer


def _raised(terms: Terms) -> tuple[Any, Any]:
    """The input of the view and its kernel."""
    o = min(terms.params.filter, len(terms.data.kernel)) - 1
    c = min(terms.params.channel, len(terms.data.picture)) - 1
    return terms.data.picture[c, :32, :32].to(torch.float64), terms.data.kernel[o, c]


def raised(terms: Terms) -> Any:
    """The inputs pulled apart by the stride, convolved in full with the kernel pulled apart by the dilation."""
    x, w = _raised(terms)
    apart, holes = np.zeros((len(x) - 1) * terms.params.stride + 1), np.zeros((len(w) - 1) * terms.params.dilation + 1)
    return {"rows": len(np.convolve(apart, holes)) - 2 * terms.params.padding}


def adjoint(terms: Terms) -> Any:
    """The strided layer window by window, against the copies laid down by the panel."""
    x, w = _raised(terms)
    if x.numel() > _MOST // 4:
        return NotImplemented
    p, s, d = terms.params.padding, terms.params.stride, terms.params.dilation
    y = transposed(x[None], w[None, None], s, p, d)[0].numpy()
    u = np.sin(1.0 + np.arange(y.size)).reshape(y.shape)
    wide, reach, k = np.pad(u, p), d * (len(w) - 1) + 1, w.numpy()
    left = sum(
        float(x[i, j]) * float((k * wide[i * s : i * s + reach : d, j * s : j * s + reach : d]).sum())
        for i, j in pairs(range(x.shape[0]), range(x.shape[1]))
    )
    return Sides(left, float((u * y).sum()), within=1e-8)


# ---- gradients


def _delta(terms: Terms) -> Any:
    return delta_of(terms.data, layer_of(terms.params, terms.data).size or (0, 0)).numpy()


def unit(terms: Terms) -> Any:
    """The layer is linear, so the gradient by a cell is the loss of a picture that is 1 there and 0 elsewhere."""
    x = terms.data.picture.numpy().astype(np.float64)
    if x.size > _MOST:
        return NotImplemented
    row, column = terms.numbers["row"], terms.numbers["column"]
    one = np.zeros_like(x)
    one[min(terms.params.channel, len(x)) - 1, row, column] = 1.0
    return {"row": row, "column": column, "value": float((_delta(terms) * _layer(terms, one)).sum())}


def kernel(terms: Terms) -> Any:
    """The loss as a sum over the weights, which are linear in it, against the panel's gradient of the kernel."""
    x = terms.data.picture.numpy().astype(np.float64)
    if x.size > _MOST:
        return NotImplemented
    found = gradients(terms.params, terms.data, layer_of(terms.params, terms.data))
    loss = float((_delta(terms) * _layer(terms, x)).sum())
    return Sides(loss, float((found.dw * terms.data.kernel).sum()), within=1e-8)


# ---- pooling


def _windows(terms: Terms) -> Any:
    """Each output with the cells of its window, in reading order."""
    pool = pool_of(terms.params)
    rows, columns = (min(n, 128) for n in terms.data.picture.shape[1:])
    (k, _), (s, _), (p, _), (d, _) = pool[:4]
    down, across = (range(0, n + 2 * p - d * (k - 1), s) for n in (rows, columns))
    for (u, top), (v, left) in pairs(enumerate(down), enumerate(across)):
        cells = [(top + i * d - p, left + j * d - p) for i, j in pairs(range(k), range(k))]
        yield (u, v), [(i, j) for i, j in cells if 0 <= i < rows and 0 <= j < columns]


def largest(terms: Terms) -> Any:
    """The largest of the window's cells."""
    here = terms.numbers["row"], terms.numbers["column"]
    x = terms.data.picture[0].numpy()
    cells = next(cells for at, cells in _windows(terms) if at == here)
    return {"row": here[0], "column": here[1], "value": max((float(x[cell]) for cell in cells), default=-np.inf)}


def routed(terms: Terms) -> Any:
    """Window by window, against the panel's gradient."""
    found = pooled_of(terms.params, terms.data)
    if found is None or terms.data.picture[0].numel() > _MOST:
        return NotImplemented
    x, panel = terms.data.picture[0].numpy(), back_of(terms.params, terms.data, found)
    delta, back = panel.delta.numpy(), np.zeros(panel.back.shape)
    for at, cells in _windows(terms):
        most = max((x[cell] for cell in cells), default=None)
        won = [cell for cell in cells if x[cell] == most]
        for cell in won if terms.params.ties == "shared" else won[:1]:
            back[cell] += delta[at] / (len(won) if terms.params.ties == "shared" else 1)
    return Sides(back, panel.back.numpy(), within=1e-6)
