"""Many states, or many networks, relaxed at once: one neuron of each in lockstep."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield.net import Net, energy, overlaps, products, wanted
from playground.engine.frame import Array

MOST_SWEEPS = 200
_SLICE = 1_000_000  # multiplications between two pauses where they come in small pieces: a few milliseconds
_PRODUCT = 60_000_000  # and where they are one large product


def relax_nets(X: Array) -> Iterator[Array]:
    """Hebbian networks that each start at their first memory, until all are at fixed points.

    In every sweep those neurons have their turn, one after the other, that wanted to change in some network when it
    began. All numbers are whole and below 2^24, so float32 is exact.

    Args:
        X: memories as +1 and -1, shape (nets, n, d), float32.

    Yields:
        The states so far, shape (nets, d), several times a sweep and at the end.
    """
    nets, n, d = X.shape
    by_neuron = np.empty((d, nets, n), dtype=X.dtype)
    s = np.ascontiguousarray(X[:, 0].T)  # (d, nets)
    for k in range(nets):
        by_neuron[:, k] = X[k].T
        yield s.T
    m = np.einsum("inm,in->nm", by_neuron, s)
    turns = max(1, _SLICE // (nets * n * 20))
    for _ in range(MOST_SWEEPS):
        field = np.empty_like(s)
        for k in range(nets):
            field[:, k] = m[k] @ X[k]
            yield s.T
        coming = (((field - n * s) >= 0) != (s > 0)).any(1).nonzero()[0]
        if not len(coming):
            break
        for turn, i in enumerate(coming.tolist()):
            own, old = by_neuron[i], s[i]
            new = np.where(np.einsum("nm,nm->n", own, m) - n * old >= 0, np.float32(1), np.float32(-1))
            m += (new - old)[:, None] * own
            s[i] = new
            if turn % turns == turns - 1:
                yield s.T
    yield s.T


def relax_states(net: Net, states: Tensor, check: bool = False) -> Iterator[tuple[Tensor, int]]:
    """States of one network under asynchronous updates, until all are at fixed points.

    Args:
        net: the network.
        states: shape (k, d).
        check: whether the energies are compared before and after every update.

    Yields:
        The states so far, shape (k, d), and how many energies rose (0 unless checked).
    """
    s = states.to(torch.float64).clone()
    m = overlaps(net, s)
    turns = max(1, _SLICE // (len(s) * (len(net.right) + 1) * (net.d if check or net.dense else 40)))
    before, rises = energy(net, s, products(net, s, m), m), 0
    for _ in range(MOST_SWEEPS):
        coming = (wanted(net, products(net, s, m)) != (s > 0)).any(0).nonzero()[:, 0].tolist()
        if not coming:
            break
        for turn, i in enumerate(coming):
            product = products(net, s, m)[:, i] if net.dense else m @ net.left[:, i] - net.diagonal[i] * s[:, i]
            new = torch.where(product - net.bars[i] >= -net.near, 1.0, -1.0).to(torch.float64)
            m += (new - s[:, i])[:, None] * net.right[:, i]
            s[:, i] = new
            if check:
                now = energy(net, s, products(net, s, m), m)
                rises += int((now > before).sum())
                before = now
            if turn % turns == turns - 1:
                yield s, rises
    yield s, rises


def unstable_counts(X: Array) -> Iterator[int]:
    """How many bits are unstable, for the memories of one Hebbian network in slices.

    Args:
        X: shape (n, d), float32, +1 and -1.
    """
    n, d = X.shape
    rows = max(1, _PRODUCT // (2 * n * d))
    whole = torch.from_numpy(X)
    for first in range(0, n, rows):
        own = whole[first : first + rows]
        field = torch.addmm(own, own @ whole.T, whole, beta=-n)
        yield int(torch.count_nonzero((field >= 0) != (own > 0)))


def is_fixed(net: Net, s: Tensor) -> Tensor:
    """Whether each state, shape (..., d), is a fixed point."""
    s = s.to(torch.float64)
    return (wanted(net, products(net, s, overlaps(net, s))) == (s > 0)).all(-1)
