"""The learned network: weights in factored form, fields, energies and the effect of a flip.

Every rule gives W = left' right - diag(diagonal) with few rows, so W itself (16.8 million entries at 64 x 64) is never
built: a column costs two short products. For Hebb's rule the products are kept in units of 1/d, where they are whole
numbers and therefore exact in float64 (up to 2^53), ties included.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine.frame import Array
from playground.engine.kit.giving_way import give_way

NEAR_ZERO = 1e-9  # a field this small is a tie where weights are not whole numbers
_SNAP = 1e-9
_BLOCK = 64
_RANK = 1e-9  # smallest eigenvalue, as a share of the largest, of what counts as independent memories


class Net(NamedTuple):
    """What the memories were turned into; it changes only when they or the rule do.

    Attributes:
        left, right: factors, shape (r, d); the first n rows of `right` are the memories.
        diagonal: what is taken off the diagonal of left' right, shape (d,).
        unit: fields and energies are kept in units of 1 / unit.
        bars: the thresholds in these units, shape (d,).
        near: a field is a tie if it is within this of the threshold.
        dense: fields and energy of the modern dense network, which has no W.
        n: the number of memories.
        unstable: for each memory how many of its bits the network would flip, shape (n,), int64.
    """

    left: Tensor
    right: Tensor
    diagonal: Tensor
    unit: float
    bars: Tensor
    near: float
    dense: bool
    n: int
    unstable: Tensor

    @property
    def d(self) -> int:
        """The number of neurons."""
        return self.right.shape[1]


def learn(X: Tensor, rule: str, threshold: float) -> Net:
    """The network of these memories, shape (n, d).

    hebb: W = (1/d) (sum x x' - n I). projection: W = (1/d) X' (X X'/d)^+ X without its diagonal (Personnaz et al.).
    storkey: memory by memory, W_ij += (1/d) (x_i x_j - x_i h_ji - h_ij x_j) with h_ij = sum_{k not i, j} W_ik x_k
    (Storkey 1997). dense: E = -log sum exp(x_k.s) (Demircigil et al. 2017, under a logarithm).
    """
    right = X.to(torch.float64).contiguous()
    n, d = right.shape
    bars = torch.full((d,), threshold, dtype=torch.float64)
    none = torch.zeros(n, dtype=torch.int64)
    if rule == "hebb":
        diagonal = torch.full((d,), float(n), dtype=torch.float64)
        net = Net(right, right, diagonal, float(d), _snapped(bars * d), 0.0, False, n, none)
    elif rule == "projection":
        left = _pseudo_inverse(right @ right.T / d) @ right / d
        net = Net(left, right, (left * right).sum(0), 1.0, bars, NEAR_ZERO, False, n, none)
    elif rule == "storkey":
        left, right, diagonal = _storkey(right)
        net = Net(left, right, diagonal, 1.0, bars, NEAR_ZERO, False, n, none)
    else:
        net = Net(right, right, torch.zeros(d, dtype=torch.float64), 1.0, bars, NEAR_ZERO, True, n, none)
    return net._replace(unstable=_unstable_bits(net))


def of_matrix(W: Tensor, b: Tensor) -> Net:
    """The network with these weights and thresholds, shapes (d, d) and (d,)."""
    d = len(b)
    W, b = W.to(torch.float64), b.to(torch.float64)
    eye, none = torch.eye(d, dtype=torch.float64), torch.zeros(0, dtype=torch.int64)
    return Net(W.contiguous(), eye, torch.zeros(d, dtype=torch.float64), 1.0, b, 0.0, False, 0, none)


def _snapped(bars: Tensor) -> Tensor:
    """Whole numbers where only rounding keeps them from being whole."""
    whole = bars.round()
    return torch.where((bars - whole).abs() < _SNAP * bars.abs().clamp(min=1.0), whole, bars)


def _pseudo_inverse(C: Tensor) -> Tensor:
    if len(C) == 0:
        return C
    values, vectors = torch.linalg.eigh(C)
    kept = values > _RANK * values[-1]
    inverse = torch.where(kept, 1.0 / torch.where(kept, values, 1.0), 0.0)
    found: Tensor = (vectors * inverse) @ vectors.T
    return found


def _storkey(X: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Left, right and diagonal; the excluded terms of Storkey's fields sum up to a growth of W by 1 + 2/d."""
    n, d = X.shape
    left, fields = torch.zeros((2 * n, d), dtype=torch.float64), torch.zeros_like(X)
    diagonal = torch.zeros(d, dtype=torch.float64)
    for k, x in enumerate(X):
        h = left[:k].T @ (X[:k] @ x) + left[n : n + k].T @ (fields[:k] @ x) - diagonal * x
        left, diagonal = left * (1 + 2 / d), diagonal * (1 + 2 / d)
        left[k], left[n + k], fields[k] = (x - h) / d, -x / d, h
        diagonal = diagonal + (1 - 2 * x * h) / d
    return left, torch.cat([X, fields]), diagonal


def weights(net: Net) -> Tensor:
    """W in true units, shape (d, d); for small nets."""
    W = net.left.T @ net.right
    return (W - torch.diag(net.diagonal)) / net.unit


# ---- fields


def overlaps(net: Net, s: Tensor) -> Tensor:
    """The products right s, the first n entries being x_k.s; s is (d,) or (states, d)."""
    return s.to(torch.float64) @ net.right.T


def products(net: Net, s: Tensor, m: Tensor) -> Tensor:
    """The products unit * sum_j w_ij s_j, or for the dense network half the energy lost by turning neuron i to +1.

    Args:
        net: the network.
        s: states, shape (..., d).
        m: their overlaps, shape (..., r).
    """
    s = s.to(torch.float64)
    if not net.dense:
        return m @ net.left - net.diagonal * s
    if net.n == 0:
        return torch.zeros_like(s)
    weight = torch.softmax(m, -1)
    aligned = s * (weight @ net.right)
    return 0.5 * s * -turned_log(aligned)


def turned_log(aligned: Tensor) -> Tensor:
    """The logarithm of (sum_k exp(x_k.s') / sum_k exp(x_k.s)) with s' = s after a turn of neuron i.

    Args:
        aligned: s_i sum_k weight_k x_ki, the weighted share of memories that agree minus that of those that do not.
    """
    agree, differ = (1 + aligned) / 2, (1 - aligned).clamp(min=0.0) / 2
    return torch.log(math.exp(-2) * agree + math.exp(2) * differ)


def wanted(net: Net, product: Tensor) -> Tensor:
    """Which neurons have the sign +1 under the rule sgn(H), sgn(0) = +1; H = (product - bars) / unit."""
    return product - net.bars >= -net.near


def energy(net: Net, s: Tensor, product: Tensor, m: Tensor) -> Tensor:
    """E = -1/2 s'Ws + b's, or -log sum exp(x_k.s) + b's for the dense network; s is (..., d)."""
    s = s.to(torch.float64)
    tilt = s @ net.bars
    if net.dense:
        return (tilt - torch.logsumexp(m, -1)) / net.unit if net.n else tilt
    # Twice the energy is whole for Hebb's rule, so there is one rounding only.
    return (2 * tilt - (s * product).sum(-1)) / (2 * net.unit)


def column(net: Net, i: int) -> Array:
    """Column i of unit * W, shape (d,): what the products of all neurons change by when neuron i changes by 1."""
    found: Array = np.ascontiguousarray(net.right.numpy()[:, i]) @ net.left.numpy()
    found[i] -= net.diagonal[i].item()
    return found


def _unstable_bits(net: Net) -> Tensor:
    X = net.right[: net.n]
    wrong = wanted(net, products(net, X, overlaps(net, X))) != (X > 0)
    return wrong.sum(1)


class Walk(NamedTuple):
    """Where a walk from neuron to neuron ended.

    Attributes:
        s: the state as +1.0 and -1.0, shape (d,).
        m: its overlaps, shape (r,).
        flipped: the neurons that changed, in order.
    """

    s: Array
    m: Array
    flipped: list[int]


def walk(net: Net, s: Tensor, m: Tensor, order: Array, levels: Array) -> Walk:
    """Asynchronous updates of the neurons in `order`, each seeing all changes before it.

    The neurons are taken in blocks: the fields of a block come from the overlaps, a flip changes them by a column of
    the block's own weights, and the overlaps by a column of `right`.

    Args:
        net: the network.
        s: the state, shape (d,).
        m: its overlaps, shape (r,).
        order: neuron numbers.
        levels: a neuron becomes +1 if unit * H is at least this, shape of `order`.
    """
    state, overlap = s.numpy().astype(np.float64), m.numpy().copy()
    left, right = net.left.numpy(), net.right.numpy()
    diagonal, bars = net.diagonal.numpy(), net.bars.numpy()
    flipped: list[int] = []
    size = _BLOCK if len(right) <= _BLOCK else _BLOCK // 4
    for first in range(0, len(order), size):
        give_way()
        block, level = order[first : first + size], levels[first : first + size]
        mine, outof, bar = state[block], right[:, block], bars[block]
        into = outof if net.left is net.right else left[:, block]
        weight = _block_weights(into, outof, diagonal[block]) if not net.dense else None
        field = _block_field(net, mine, into, overlap, diagonal[block], bar)
        done = 0
        while True:
            wrong = (field[done:] >= level[done:]) != (mine[done:] > 0)
            ahead = int(wrong.argmax()) if done < len(block) else 0
            if done >= len(block) or not wrong[ahead]:
                break
            i = done + ahead
            mine[i] = -mine[i]
            change = 2 * mine[i]
            overlap += change * outof[:, i]
            if weight is not None:
                field += change * weight[:, i]
            else:
                field = _block_field(net, mine, into, overlap, diagonal[block], bar)
            flipped.append(int(block[i]))
            done = i + 1
        state[block] = mine
    return Walk(state, overlap, flipped)


def _block_weights(into: Array, outof: Array, diagonal: Array) -> Array:
    weight: Array = into.T @ outof
    weight[np.arange(len(diagonal)), np.arange(len(diagonal))] -= diagonal
    return weight


def _block_field(net: Net, s: Array, into: Array, m: Array, diagonal: Array, bars: Array) -> Array:
    """The fields unit * H of some neurons."""
    if not net.dense:
        found: Array = m @ into - diagonal * s - bars
        return found
    if net.n == 0:
        return -bars
    raised = np.exp(m - m.max())
    aligned = s * (raised @ into) / raised.sum()
    lost = np.log(math.exp(-2) * (1 + aligned) / 2 + math.exp(2) * np.maximum(0.0, 1 - aligned) / 2)
    found = -0.5 * s * lost - bars
    return found
