"""The layers equal those of torch_geometric, where it is installed."""

from __future__ import annotations

import importlib
import time
import warnings
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.concepts.graphs.algebra import Graph, graph_of, normalised_laplacian
from playground.concepts.graphs.crowd import layer_once, random_graph
from playground.concepts.graphs.passing import applied, attention, gcn, gin, largest, neighbour_mean, summed
from playground.concepts.graphs.spectral import chebyshev_terms


@pytest.fixture(scope="module")
def reference() -> Any:
    """The layers of torch_geometric."""
    pytest.importorskip("torch_geometric")
    with warnings.catch_warnings():
        # Its own imports use what newer versions of torch have deprecated.
        warnings.simplefilter("ignore")
        return importlib.import_module("torch_geometric.nn")


@pytest.fixture
def graph() -> Graph:
    """A ring with chords and two nodes by themselves."""
    edges = [(k, k + 1) for k in range(11)] + [(0, 11), (0, 5), (2, 9), (3, 7)]
    return graph_of(14, torch.tensor(edges))


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def run(layer: Any, graph: Graph, X: Tensor) -> Tensor:
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out: Tensor = layer.double()(X, torch.stack([graph.source, graph.target]))
    return out


def test_gcn(reference: Any, graph: Graph) -> None:
    layer, X = reference.GCNConv(3, 5, bias=False), numbers(14, 3)
    W = layer.lin.weight.detach().double().T
    assert torch.allclose(run(layer, graph, X), applied(graph, gcn(graph), X @ W), atol=1e-12)


@pytest.mark.parametrize("how", ["mean", "max"])
def test_sage(reference: Any, graph: Graph, how: str) -> None:
    layer, X = reference.SAGEConv(3, 5, aggr=how, bias=False), numbers(14, 3)
    other, own = layer.lin_l.weight.detach().double().T, layer.lin_r.weight.detach().double().T
    seen = summed(graph, neighbour_mean(graph), X) if how == "mean" else largest(graph, X)[0]
    assert torch.allclose(run(layer, graph, X), X @ own + seen @ other, atol=1e-12)


@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_gat(reference: Any, graph: Graph, size: float) -> None:
    layer, X = reference.GATConv(3, 4, heads=2, bias=False), size * numbers(14, 3)
    lin = (X @ layer.lin.weight.detach().double().T).reshape(14, 2, 4)
    to, of = layer.att_dst.detach().double()[0], layer.att_src.detach().double()[0]
    heads = [applied(graph, attention(graph, lin[:, k] @ to[k], lin[:, k] @ of[k]), lin[:, k]) for k in (0, 1)]
    assert torch.allclose(run(layer, graph, X), torch.cat(heads, 1), rtol=1e-10, atol=1e-12 * size)


def test_gin(reference: Any, graph: Graph) -> None:
    net = torch.nn.Sequential(torch.nn.Linear(3, 6), torch.nn.ReLU(), torch.nn.Linear(6, 2))
    X = numbers(14, 3)
    got = run(reference.GINConv(net, eps=0.3), graph, X)
    with torch.no_grad():
        assert torch.allclose(got, net.double()(applied(graph, gin(graph, 0.3), X)), atol=1e-12)


def test_chebyshev(reference: Any) -> None:
    graph = graph_of(8, torch.tensor([(k, (k + 1) % 8) for k in range(8)]).sort(1).values)
    layer, X = reference.ChebConv(2, 3, K=4, bias=False), numbers(8, 2)
    scaled = normalised_laplacian(graph) - torch.eye(8, dtype=torch.float64)
    terms = chebyshev_terms(scaled, X, 4)
    ours = sum(
        (term @ lin.weight.detach().double().T for term, lin in zip(terms, layer.lins, strict=True)),
        torch.zeros((8, 3), dtype=torch.float64),
    )
    assert torch.allclose(run(layer, graph, X), ours, atol=1e-12)


@pytest.mark.slow
def test_a_compressed_layer_is_faster(reference: Any) -> None:
    big = random_graph(100_000, 1_000_000, torch.Generator().manual_seed(0))
    X = torch.randn((big.n, 16), generator=torch.Generator().manual_seed(1))
    target = torch.repeat_interleave(torch.arange(big.n), big.rows.diff())
    layer = reference.GCNConv(16, 16, bias=False, add_self_loops=False, normalize=False)
    links = torch.stack([big.columns, target])

    def theirs() -> Tensor:
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out: Tensor = layer(X, links, big.weights)
        return out

    def ours() -> Tensor:
        with torch.no_grad():
            return layer_once(big, X @ layer.lin.weight.T)

    assert torch.allclose(theirs(), ours(), atol=1e-4)
    times = []
    for work in (theirs, ours):
        best = float("inf")
        for _ in range(5):
            started = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - started)
        times.append(best)
    assert times[0] > 2 * times[1], times
