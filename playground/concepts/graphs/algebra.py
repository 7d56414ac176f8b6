"""Graphs as arrays: degrees, components, distances, coupling matrices and spectra."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

SMALL = 400  # nodes; of larger graphs neither distances nor spectra are computed


class Graph(NamedTuple):
    """An undirected simple graph, each edge in both directions.

    Attributes:
        n: the number of nodes.
        source, target: the ends of the 2m directed edges, sorted by target.
        edge: the number of the undirected edge behind each.
        degree: neighbours of each node, self loops not counted, shape (n,).
        component: the number of each node's component, by first appearance, shape (n,).
        loop: the weight c of the self loops of the GCN matrix.
        swings: the GCN matrix has the eigenvalue -1: there are no self loops, and some component is bipartite.
        distance: hops between all pairs, -1 where there is no path, shape (n, n); None for large graphs.
        rates, modes: eigenvalues of the GCN matrix, ascending, and its eigenvectors as columns; None for large graphs.
        spectrum, waves: eigenvalues and eigenvectors of L = D - A; None for large graphs.
    """

    n: int
    source: Tensor
    target: Tensor
    edge: Tensor
    degree: Tensor
    component: Tensor
    loop: float
    swings: bool
    distance: Tensor | None
    rates: Tensor | None
    modes: Tensor | None
    spectrum: Tensor | None
    waves: Tensor | None

    @property
    def components(self) -> int:
        """How many components there are."""
        return int(self.component.max()) + 1 if self.n else 0

    @property
    def ones(self) -> int:
        """How often the GCN matrix has the eigenvalue 1: once a component, but not for a node without any edge."""
        return self.components - int((self.degree + self.loop == 0).sum())

    @property
    def diameter(self) -> int | None:
        """The largest finite distance."""
        return None if self.distance is None else int(self.distance.max())


def graph_of(n: int, edges: Tensor, loop: float = 1.0, spectra: bool = True) -> Graph:
    """A graph of its undirected edges (m, 2), each listed once, without self loops."""
    both = torch.cat([edges, edges.flip(1)]).reshape(-1, 2)
    number = torch.arange(len(edges)).repeat(2)
    order = torch.argsort(both[:, 1] * n + both[:, 0])
    source, target = both[order, 0].contiguous(), both[order, 1].contiguous()
    degree = torch.bincount(target, minlength=n).to(torch.float64)
    component = _components(n, edges)
    swings = loop == 0 and _bipartite(n, edges)
    graph = Graph(
        n, source, target, number[order].contiguous(), degree, component, loop, swings, None, None, None, None, None
    )
    if n > SMALL or not spectra:
        return graph
    rates, modes = torch.linalg.eigh(gcn_matrix(graph))
    spectrum, waves = torch.linalg.eigh(laplacian(graph))
    return graph._replace(
        distance=_distances(graph), rates=rates, modes=_signed(modes), spectrum=spectrum, waves=_signed(waves)
    )


def _signed(vectors: Tensor) -> Tensor:
    """Eigenvectors with their largest entry positive, so that the picture does not depend on the library."""
    if not len(vectors):
        return vectors
    largest = vectors.abs().argmax(0)
    signs = vectors.gather(0, largest[None]).sign()
    return (vectors * signs).contiguous()


def _components(n: int, edges: Tensor) -> Tensor:
    """The component of each node, numbered by first appearance, by label propagation with pointer jumping."""
    label = np.arange(n)
    a, b = edges[:, 0].numpy(), edges[:, 1].numpy()
    while True:
        low = np.minimum(label[a], label[b])
        new = label.copy()
        np.minimum.at(new, a, low)
        np.minimum.at(new, b, low)
        new = new[new]
        if np.array_equal(new, label):
            break
        label = new
    _, first, number = np.unique(label, return_index=True, return_inverse=True)
    return torch.from_numpy(np.argsort(np.argsort(first))[number].astype(np.int64))


def _bipartite(n: int, edges: Tensor) -> bool:
    """Whether some component with edges has two halves without edges inside: then it is twice in the double cover."""
    cover = _components(2 * n, torch.cat([edges + torch.tensor([0, n]), edges + torch.tensor([n, 0])]))
    apart = cover[:n] != cover[n:]
    return bool(apart[edges[:, 0]].any()) if len(edges) else False


def neighbours(graph: Graph) -> list[list[int]]:
    """The neighbours of each node, ascending."""
    near: list[list[int]] = [[] for _ in range(graph.n)]
    for s, t in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        near[t].append(s)
    return near


def hops(near: list[list[int]], start: int) -> list[int]:
    """Distances from a node by breadth-first search; -1 where there is no path."""
    found = [-1] * len(near)
    found[start] = 0
    queue = deque([start])
    while queue:
        i = queue.popleft()
        for j in near[i]:
            if found[j] < 0:
                found[j] = found[i] + 1
                queue.append(j)
    return found


def _distances(graph: Graph) -> Tensor:
    near = neighbours(graph)
    rows = [hops(near, i) for i in range(graph.n)]
    return torch.tensor(rows, dtype=torch.int64).reshape(graph.n, graph.n)


def adjacency(graph: Graph) -> Tensor:
    """A, shape (n, n)."""
    A = torch.zeros((graph.n, graph.n), dtype=torch.float64)
    A[graph.target, graph.source] = 1.0
    return A


def inverse_root(degree: Tensor) -> Tensor:
    """d^-1/2 with 0 for isolated nodes."""
    return torch.where(degree > 0, degree.clamp(min=1e-300) ** -0.5, 0.0)


def gcn_matrix(graph: Graph) -> Tensor:
    """D~^-1/2 (A + c I) D~^-1/2 with d~ = degree + c (Kipf and Welling, c = 1), shape (n, n)."""
    root = inverse_root(graph.degree + graph.loop)
    loops = graph.loop * torch.eye(graph.n, dtype=torch.float64)
    return root[:, None] * (adjacency(graph) + loops) * root


def laplacian(graph: Graph) -> Tensor:
    """L = D - A with the true degrees, shape (n, n)."""
    return torch.diag(graph.degree) - adjacency(graph)


def normalised_laplacian(graph: Graph, isolated: float = 0.0) -> Tensor:
    """D^-1/2 (D - A) D^-1/2 with the true degrees; the entry of an isolated node is a convention, shape (n, n)."""
    root = inverse_root(graph.degree)
    L = root[:, None] * laplacian(graph) * root
    return L + torch.diag(torch.where(graph.degree > 0, 0.0, isolated).to(torch.float64))


def lambda_bound(graph: Graph) -> float:
    """The largest eigenvalue of L, or its bound max (d_i + d_j) where it is not computed; at least a little above 0."""
    if graph.spectrum is not None:
        return max(float(graph.spectrum[-1]), 1e-9)
    if not len(graph.source):
        return 1e-9
    return float((graph.degree[graph.source] + graph.degree[graph.target]).max())


def incidence(n: int, edges: Tensor) -> Tensor:
    """B with a row for each edge: -1 at its first end and 1 at its second, so that L = B'B, shape (m, n)."""
    B = torch.zeros((len(edges), n), dtype=torch.float64)
    rows = torch.arange(len(edges))
    B[rows, edges[:, 0]] = -1.0
    B[rows, edges[:, 1]] = 1.0
    return B


# ---- oversmoothing


def stationary(graph: Graph, X: Tensor, kept: Tensor | None = None) -> Tensor:
    """The limit of repeated coupling, shape as X: in each component r l' X / l'r, both of its eigenvalue 1.

    Args:
        graph: its components are apart.
        X: values (n, f).
        kept: l, the weights whose sum over the values a round keeps, (n,), where r is 1 (rows that sum to 1); None: of
            the GCN matrix, whose l and r are sqrt(d + c).
    """
    left = (graph.degree + graph.loop).sqrt() if kept is None else kept
    right = left if kept is None else torch.ones_like(left)
    k = graph.components
    square = torch.zeros(k, dtype=torch.float64).index_add_(0, graph.component, left * right)
    share = torch.zeros((k, X.shape[1]), dtype=torch.float64).index_add_(0, graph.component, left[:, None] * X)
    level = share / square.clamp(min=1e-300)[:, None]
    return right[:, None] * level[graph.component]


def dirichlet(graph: Graph, X: Tensor) -> float:
    """tr(X'(I - A~) X), as a sum over edges of squares so that it cannot be negative."""
    scaled = X * inverse_root(graph.degree + graph.loop)[:, None]
    gaps = scaled[graph.source] - scaled[graph.target]
    # Each edge is there twice. A node without edges and loop keeps its whole value.
    alone = float((X[(graph.degree + graph.loop) == 0] ** 2).sum())
    return float((gaps * gaps).sum()) / 2 + alone


def decay(graph: Graph) -> float | None:
    """The largest |eigenvalue| of the GCN matrix but for the eigenvalue 1 of each component; 0 if there is no other."""
    if graph.rates is None:
        return None
    rest = graph.rates[: graph.n - graph.ones]
    return float(rest.abs().max()) if len(rest) else 0.0
