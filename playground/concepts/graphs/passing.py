"""The layers: how the values of neighbours are weighted, and one round of message passing."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.graphs.algebra import Graph, inverse_root

SLOPE = 0.2  # of LeakyReLU, as in the GAT paper
ALPHA = 0.1  # share of the first values that "initial" adds


class Coupling(NamedTuple):
    """How a round combines values: out_i = own_i x_i + sum over edges j -> i of along_e x_j.

    Attributes:
        along: for each directed edge, shape (2m,).
        own: for each node, shape (n,).
    """

    along: Tensor
    own: Tensor


def summed(graph: Graph, along: Tensor, X: Tensor) -> Tensor:
    """sum_j along_ij x_j for each node i, shape as X (n, f)."""
    return torch.zeros_like(X).index_add(0, graph.target, along[:, None] * X[graph.source])


def applied(graph: Graph, coupling: Coupling, X: Tensor) -> Tensor:
    """One round without weights, shape as X (n, f)."""
    return coupling.own[:, None] * X + summed(graph, coupling.along, X)


def gcn(graph: Graph) -> Coupling:
    """1 / sqrt(d~_i d~_j) (Kipf and Welling)."""
    root = inverse_root(graph.degree + graph.loop)
    return Coupling(root[graph.target] * root[graph.source], graph.loop * root * root)


def mean(graph: Graph) -> Coupling:
    """The mean over the neighbours and the node itself: the rows sum to 1."""
    share = 1 / (graph.degree + 1)
    return Coupling(share[graph.target], share)


def neighbour_mean(graph: Graph) -> Tensor:
    """The weights of the mean over the neighbours alone, for each directed edge."""
    return (1 / graph.degree.clamp(min=1))[graph.target]


def sage(graph: Graph) -> Coupling:
    """Half of the node itself and half of the mean of its neighbours; an isolated node keeps half."""
    return Coupling(neighbour_mean(graph) / 2, torch.full((graph.n,), 0.5, dtype=torch.float64))


def largest(graph: Graph, X: Tensor) -> tuple[Tensor, Tensor]:
    """The largest value of the neighbours, 0 where there are none, and which edge brings it (f = 1), -1 for none."""
    where = graph.target[:, None].expand(-1, X.shape[1])
    lowest = torch.full_like(X, -torch.inf)
    best = lowest.scatter_reduce(0, where, X[graph.source], "amax")
    best = torch.where(torch.isinf(best), 0.0, best)
    brings = X[graph.source, 0] == best[graph.target, 0]
    numbers = torch.where(brings, torch.arange(len(graph.source)), len(graph.source))
    first = torch.full((graph.n,), len(graph.source)).scatter_reduce(0, graph.target, numbers, "amin")
    return best, torch.where(first < len(graph.source), first, -1)


def sage_max(graph: Graph, X: Tensor) -> Coupling:
    """Half of the node itself and half of its largest neighbour, by the first feature."""
    _, first = largest(graph, X)
    along = torch.zeros(len(graph.source), dtype=torch.float64)
    along[first[first >= 0]] = 0.5
    return Coupling(along, torch.full((graph.n,), 0.5, dtype=torch.float64))


def attention(graph: Graph, to: Tensor, of: Tensor, loops: bool = True) -> Coupling:
    """Softmax over j of LeakyReLU(to_i + of_j), over the neighbours and the node itself (Velickovic et al.).

    The largest logit is taken off first, so that logits of many digits are safe. Without loops an isolated node has
    no weights and gets 0. Parts of shape (n,).
    """
    logit = torch.nn.functional.leaky_relu(to[graph.target] + of[graph.source], SLOPE)
    mine = torch.nn.functional.leaky_relu(to + of, SLOPE)
    base = mine if loops else torch.full_like(mine, -torch.inf)
    top = base.detach().scatter_reduce(0, graph.target, logit.detach(), "amax")
    top = torch.where(torch.isinf(top), 0.0, top)
    along = torch.exp(logit - top[graph.target])
    own = torch.exp(mine - top) if loops else torch.zeros_like(mine)
    total = own.index_add(0, graph.target, along)
    total = torch.where(total > 0, total, 1.0)
    return Coupling(along / total[graph.target], own / total)


def gin(graph: Graph, eps: float = 0.0) -> Coupling:
    """(1 + eps) x_i + sum of the neighbours (Xu et al.), before the MLP."""
    return Coupling(
        torch.ones(len(graph.source), dtype=torch.float64), torch.full((graph.n,), 1.0 + eps, dtype=torch.float64)
    )


def coupling_of(layer: str, graph: Graph, X: Tensor, sharpness: float) -> Coupling:
    """How a layer without learned weights combines the values X (n, f); attention reads the first feature."""
    match layer:
        case "gcn":
            return gcn(graph)
        case "mean":
            return mean(graph)
        case "sage":
            return sage(graph)
        case "sage_max":
            return sage_max(graph, X)
        case "gat":
            return attention(graph, sharpness * X[:, 0], sharpness * X[:, 0])
        case "gin":
            return gin(graph)
    return Coupling(torch.zeros(len(graph.source), dtype=torch.float64), torch.ones(graph.n, dtype=torch.float64))


def matrix(graph: Graph, coupling: Coupling) -> Tensor:
    """The coupling as a matrix, shape (n, n)."""
    M = torch.diag(coupling.own)
    M[graph.target, graph.source] = coupling.along
    return M


def spread(x: Tensor) -> float:
    """The root of the mean square distance of the rows from their mean."""
    centred = x - x.mean(0)
    return math.sqrt(float((centred * centred).sum(1).mean()))


def remedied(remedy: str, before: Tensor, after: Tensor, first: Tensor) -> Tensor:
    """What a remedy against oversmoothing makes of a round.

    skip: the mean of old and new; initial: a tenth of the first values (as in APPNP); pairnorm: the mean over the
    nodes is taken off and all rows are scaled to a mean square of 1 (Zhao and Akoglu 2020).
    """
    match remedy:
        case "skip":
            return (before + after) / 2
        case "initial":
            return (1 - ALPHA) * after + ALPHA * first
        case "pairnorm":
            return (after - after.mean(0)) / (spread(after) or 1.0)
    return after
