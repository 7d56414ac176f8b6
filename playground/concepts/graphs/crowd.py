"""The view on graphs of 100,000 nodes: one sparse matrix, shown as a thumbnail and a histogram."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings
from playground.engine.kit.giving_way import give_way
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Image

_RANGES = 32
_CELLS = 100
_BINS = 40


class Big(NamedTuple):
    """A large graph as its GCN matrix in compressed rows, float32.

    Attributes:
        n: nodes.
        rows, columns, weights: of the matrix: row starts (n + 1,), column of each entry, its value.
    """

    n: int
    rows: Tensor
    columns: Tensor
    weights: Tensor


def compressed(n: int, edges: Tensor) -> Big:
    """The GCN matrix of undirected edges (m, 2), each once."""
    loops = torch.arange(n)
    source = torch.cat([edges[:, 0], edges[:, 1], loops])
    target = torch.cat([edges[:, 1], edges[:, 0], loops])
    give_way()
    keys = target * n
    give_way()
    ordered = [(piece // n, piece % n) for piece in _ascending(keys.add_(source), n * n)]
    target, source = (torch.cat(parts) for parts in zip(*ordered, strict=True))
    give_way()
    degree = torch.bincount(target, minlength=n)
    give_way()
    root = degree.to(torch.float32).rsqrt()
    rows = torch.zeros(n + 1, dtype=torch.int64)
    rows[1:] = degree.cumsum(0)
    give_way()
    weights = root[source]
    give_way()
    weights = weights * root[target]
    give_way()
    return Big(n, rows, source, weights)


def _ascending(keys: Tensor, end: int) -> Iterator[Tensor]:
    """Keys from 0 to below an end in ascending order, range by range."""
    for k in range(_RANGES):
        low, high = end * k // _RANGES, end * (k + 1) // _RANGES
        here = keys[(keys >= low) & (keys < high)]
        give_way()
        yield here.sort().values
        give_way()


def random_graph(n: int, m: int, rng: torch.Generator) -> Big:
    """Ten blocks of nodes with about m edges, nine of ten inside a block."""
    size = n // 10
    first = torch.randint(n, (m + m // 50,), generator=rng)
    inside = torch.rand(len(first), generator=rng) < 0.9
    give_way()
    near = first // size * size + torch.randint(size, (len(first),), generator=rng)
    second = torch.where(inside, near, torch.randint(n, (len(first),), generator=rng))
    give_way()
    low, high = torch.minimum(first, second), torch.maximum(first, second)
    give_way()
    keys = (low * n + high)[low != high]
    give_way()
    keys = torch.cat([torch.unique_consecutive(piece) for piece in _ascending(keys, n * n)])
    give_way()
    chosen = torch.randperm(len(keys), generator=rng)[:m]
    give_way()
    keys = keys[chosen]
    give_way()
    return compressed(n, torch.stack([keys // n, keys % n], 1))


def layer_once(big: Big, X: Tensor) -> Tensor:
    """One GCN layer without weights, shape as X (n, f)."""
    with warnings.catch_warnings():
        # torch says once that compressed rows are new.
        warnings.simplefilter("ignore", UserWarning)
        A = torch.sparse_csr_tensor(big.rows, big.columns, big.weights, (big.n, big.n), check_invariants=False)
        return A @ X


def thumbnail(big: Big) -> Tensor:
    """The share of entries in each of 100 x 100 blocks of the matrix, as log10(1 + count)."""
    give_way()
    target = torch.repeat_interleave(torch.arange(big.n), big.rows.diff())
    give_way()
    across = big.columns * _CELLS // big.n
    give_way()
    cell = (target * _CELLS // big.n) * _CELLS + across
    give_way()
    return torch.bincount(cell, minlength=_CELLS**2).reshape(_CELLS, _CELLS).to(torch.float64).log1p()


def histogram(X: Tensor) -> tuple[Tensor, Tensor]:
    """Counts of the values of the first feature in 40 bins, and the borders."""
    x = X[:, 0]
    low, high = float(x.min()), float(x.max())
    high = high if high > low else low + 1.0
    return torch.histc(x, _BINS, low, high).to(torch.float64), torch.linspace(low, high, _BINS + 1)


# ---- what is shown


def crowd(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """What the job has found so far: the matrix in blocks, and a histogram of the values."""
    found, nothing = findings["large"], torch.zeros(0)
    matrix = Plot(
        name="big",
        title="100,000 nodes, 1,000,000 edges",
        badge="exact",
        unit="one GCN layer in {big_ms:1} ms; log of the entries in blocks",
        main=True,
        plane=True,
        axes=False,
        layers=(Image(name="big", z=found.get("big_matrix", torch.zeros(0, 0))),),
    )
    heights, edges = found.get("big_counts", nothing), found.get("big_edges", nothing)
    values = Plot(
        name="big_values",
        title="Values of all nodes",
        badge="exact",
        unit="nodes in each bin",
        x=Axis(label="value"),
        y=Axis(zero=True),
        layers=(Bars(name="values", role="slot1", heights=heights, edges=edges, outcome=True),),
    )
    hint = "Wait for the graph: a dozen layers are timed"
    return Drawn(Figure(plots=(matrix, values), hint=hint), {"big_ms": found.get("big_ms")})
