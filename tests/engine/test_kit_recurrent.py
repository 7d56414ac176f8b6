"""Recurrent cells: the pass against torch's own, and the way back against automatic differentiation."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from playground.engine.kit import recurrent as rc
from playground.engine.kit import recurrent_back as back
from playground.engine.kit import recurrent_layers as deep
from playground.engine.kit.recurrent import CellKind, RecurrentCell

T, B, N, M = 7, 3, 4, 5
KINDS: tuple[CellKind, ...] = ("linear", "relu", "elman", "gru", "lstm")


def _drawn(*shape: int, seed: int = 0, scale: float = 1.0) -> Any:
    return scale * np.random.default_rng(seed).standard_normal(shape)


def _reference(
    cell: RecurrentCell, theta: Tensor, x: Tensor, h: Tensor, c: Tensor, alive: Tensor
) -> tuple[Tensor, Tensor]:
    """The definition in torch's words, one net: all states and the last cell."""
    m = cell.units
    rows = torch.cat(list(theta.reshape(cell.gates, cell.inputs + cell.units + 1, m)), -1)
    Wx, Wh, b = rows[: cell.inputs], rows[cell.inputs : -1], rows[-1]
    found = []
    for t in range(x.shape[0]):
        d = x[t] @ Wx + b
        new_c = c
        if cell.kind == "lstm":
            z = d + h @ Wh
            o, f, i = (z[:, k * m : (k + 1) * m].sigmoid() for k in range(3))
            new_c = f * c + i * z[:, 3 * m :].tanh()
            new = o * new_c.tanh()
        elif cell.kind == "gru":
            s, r = ((d + h @ Wh)[:, k * m : (k + 1) * m].sigmoid() for k in range(2))
            n = (d[:, 2 * m :] + (r * h) @ Wh[:, 2 * m :]).tanh()
            new = s * h + (1 - s) * n
        else:
            z = d + h @ Wh
            new = z.tanh() if cell.kind == "elman" else z.relu() if cell.kind == "relu" else z
        h, c = torch.where(alive[t] > 0, new, h), torch.where(alive[t] > 0, new_c, c)
        found.append(h)
    return torch.stack(found), c


@pytest.mark.parametrize(("kind", "nets", "padded"), list(itertools.product(KINDS, (0, 2), (False, True))))
def test_the_way_back_is_that_of_autograd(kind: CellKind, nets: int, padded: bool) -> None:
    """States, and derivatives by weights, inputs and first states, in double precision."""
    cell = RecurrentCell(kind, N, M)
    lead = (nets,) if nets else ()
    theta = rc.begin(cell, _drawn(*lead, rc.length(cell)), keep=0.5)
    x, h0, c0 = _drawn(T, B, N, seed=1), _drawn(*lead, B, M, seed=2), _drawn(*lead, B, M, seed=3)
    asked, last_h, last_c = _drawn(*lead, T, B, M, seed=4), _drawn(*lead, B, M, seed=5), _drawn(*lead, B, M, seed=6)
    alive = np.ones((T, B, 1))
    if padded:
        alive[3:, 1], alive[:2, 2] = 0.0, 0.0
    known = rc.weights(theta, cell)
    drive = rc.driven(known, x)
    seen = rc.forward_alive(cell, known.Wh, drive, alive if padded else None, h0, c0)
    slopes = back.backward(seen, known.Wh, asked, back.StateSlope(last_h, last_c if kind == "lstm" else None))
    grown = np.zeros_like(theta)
    out = rc.weights(grown, cell)
    back.recurrent_gradient(seen, slopes.drive, out.Wh)
    by_x = back.driven_back(known, x, slopes.drive, out)
    for net in range(max(1, nets)):
        at = (net,) if nets else ()
        leaves = [torch.tensor(a, requires_grad=True) for a in (theta[at], x, h0[at], c0[at])]
        weights, entered, h, c = leaves
        states, c = _reference(cell, weights, entered, h, c, torch.tensor(alive))
        loss = (states * torch.tensor(asked[at])).sum() + (states[-1] * torch.tensor(last_h[at])).sum()
        if kind == "lstm":
            loss = loss + (c * torch.tensor(last_c[at])).sum()
        wanted = torch.autograd.grad(loss, leaves, allow_unused=True)
        assert np.allclose(seen.states[at], states.detach(), atol=1e-12)
        for got, true in zip((grown[at], by_x[at], slopes.h[at][0]), wanted, strict=False):
            assert true is not None
            assert np.allclose(got, true, atol=1e-11), np.abs(got - true.numpy()).max()
        if slopes.c is not None and wanted[3] is not None:
            assert np.allclose(slopes.c[at][0], wanted[3], atol=1e-11)


def test_the_lstm_is_that_of_torch() -> None:
    """Torch's gates stand in another order: input, forget, candidate, output."""
    cell = RecurrentCell("lstm", N, M)
    theta = rc.begin(cell, _drawn(rc.length(cell)), keep=1.0)
    known = rc.weights(theta, cell)
    theirs: Any = torch.nn.LSTM(N, M, dtype=torch.float64)
    order = [2, 1, 3, 0]
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(torch.tensor(known.Wx[order].swapaxes(1, 2).reshape(4 * M, N)))
        theirs.weight_hh_l0.copy_(torch.tensor(known.Wh[order].swapaxes(1, 2).reshape(4 * M, M)))
        theirs.bias_ih_l0.copy_(torch.tensor(known.b[order].ravel()))
        theirs.bias_hh_l0.zero_()
    x = _drawn(T, B, N, seed=1)
    states, (_, c) = theirs(torch.tensor(x))
    seen = rc.forward(cell, known.Wh, rc.driven(known, x))
    assert seen.c is not None
    assert np.allclose(seen.states, states.detach(), atol=1e-12)
    assert np.allclose(seen.c[-1], c[0].detach(), atol=1e-12)


@pytest.mark.parametrize(("kind", "both"), list(itertools.product(("elman", "gru", "lstm"), (False, True))))
def test_layers_over_one_another(kind: CellKind, both: bool) -> None:
    """Two layers, in one direction and in both: derivatives by all weights and by what entered."""
    layers = deep.RecurrentLayers(kind, N, M, depth=2, both=both)
    theta = deep.begin(layers, _drawn(2, deep.length(layers)), keep=1.0)
    x, asked = _drawn(2, T, B, N, seed=1), _drawn(2, T, B, layers.outputs, seed=2)
    grown = np.zeros_like(theta)
    passes = deep.forward(theta, layers, x)
    found = deep.backward(theta, layers, passes, asked, grown)
    leaf, entered = torch.tensor(theta, requires_grad=True), torch.tensor(x, requires_grad=True)
    zero, alive, loss = (
        torch.zeros(B, M, dtype=torch.float64),
        torch.ones(T, B, 1),
        torch.zeros((), dtype=torch.float64),
    )
    for net in range(2):
        stream, start = entered[net], 0
        for row in layers.cells:
            ways = []
            for way, cell in enumerate(row):
                part = leaf[net, start : start + rc.length(cell)]
                start += rc.length(cell)
                states, _ = _reference(cell, part, stream.flip(0) if way else stream, zero, zero, alive)
                ways.append(states.flip(0) if way else states)
            stream = torch.cat(ways, -1)
        assert np.allclose(passes[-1].output[net], stream.detach(), atol=1e-12)
        loss = loss + (stream * torch.tensor(asked[net])).sum()
    by_theta, by_x = torch.autograd.grad(loss, (leaf, entered))
    assert np.allclose(grown, by_theta, atol=1e-11)
    assert np.allclose(found.x, by_x, atol=1e-11)


def test_a_truncated_way_back_leaves_what_lies_before_at_0() -> None:
    """Two steps back from the end are those of the whole way; before them there is nothing."""
    cell = RecurrentCell("elman", N, M)
    theta = rc.begin(cell, _drawn(rc.length(cell)))
    known = rc.weights(theta, cell)
    seen = rc.forward(cell, known.Wh, rc.driven(known, _drawn(T, B, N, seed=1)))
    last = back.StateSlope(_drawn(B, M, seed=2))
    whole, cut = back.backward(seen, known.Wh, None, last), back.backward(seen, known.Wh, None, last, steps=2)
    assert np.array_equal(cut.drive[:, -2:], whole.drive[:, -2:])
    assert np.array_equal(cut.h[-3:], whole.h[-3:])
    assert not cut.drive[:, :-2].any()
    assert not cut.h[:-3].any()


def test_single_precision_stays_single() -> None:
    """Nets train in single precision: nothing on the way is computed in double."""
    layers = deep.RecurrentLayers("lstm", N, M, depth=2, both=True)
    theta = deep.begin(layers, _drawn(deep.length(layers)).astype(np.float32))
    grown = np.zeros_like(theta)
    passes = deep.forward(theta, layers, _drawn(T, B, N).astype(np.float32))
    found = deep.backward(theta, layers, passes, passes[-1].output, grown)
    assert {a.dtype for a in (passes[-1].output, found.x, grown, found.ways[0][1].drive)} == {np.dtype(np.float32)}
