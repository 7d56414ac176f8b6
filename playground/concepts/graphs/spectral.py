"""Graph Fourier: filters in the spectrum, by polynomials and by Chebyshev's recursion, and the flow of heat."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import Graph

HEAT_STEP = 0.05
_NODES = 256  # at which a filter is read for its Chebyshev coefficients


def response(params: Params, values: Tensor) -> Tensor:
    """The chosen filter at eigenvalues."""
    match params.filter:
        case "low":
            return (values <= params.cut + 1e-9).to(torch.float64)
        case "high":
            return (values > params.cut + 1e-9).to(torch.float64)
        case "heat":
            return torch.exp(-params.time * values)
    total = torch.zeros_like(values)
    for alpha in reversed(params.coefficients):
        total = total * values + alpha
    return total


def filtered(spectrum: Tensor, waves: Tensor, gains: Tensor, x: Tensor) -> Tensor:
    """U diag(gains) U' x, shape (n,)."""
    return waves @ (gains * (waves.T @ x))


def times_laplacian(graph: Graph, x: Tensor) -> Tensor:
    """L x without the matrix: degree times the value minus the sum of the neighbours, shape (n,)."""
    return graph.degree * x - torch.zeros_like(x).index_add(0, graph.target, x[graph.source])


def lambda_bound(graph: Graph) -> float:
    """The largest eigenvalue of L, or its bound max (d_i + d_j) where it is not computed; at least a little above 0."""
    if graph.spectrum is not None:
        return max(float(graph.spectrum[-1]), 1e-9)
    if not len(graph.source):
        return 1e-9
    return float((graph.degree[graph.source] + graph.degree[graph.target]).max())


def coefficient(params: Params, order: int, top: float) -> float:
    """The Chebyshev coefficient of the filter on [0, top], by the discrete cosine transform at 256 nodes."""
    angle = math.pi * (torch.arange(_NODES, dtype=torch.float64) + 0.5) / _NODES
    values = response(params, top * (angle.cos() + 1) / 2)
    scale = 1.0 if order == 0 else 2.0
    return float(scale * (values * (order * angle).cos()).mean())


def chebyshev_terms(times: Tensor, x: Tensor, terms: int) -> list[Tensor]:
    """T_k(M) x for k = 0 to terms - 1 with T_k = 2 M T_(k-1) - T_(k-2), M a matrix with eigenvalues in [-1, 1]."""
    found = [x]
    if terms > 1:
        found.append(times @ x)
    while len(found) < terms:
        found.append(2 * (times @ found[-1]) - found[-2])
    return found[:terms]


def powers(L: Tensor, x: Tensor, alphas: list[float]) -> Tensor:
    """sum_k alpha_k L^k x, from k = 0, by Horner's rule."""
    total = torch.zeros_like(x)
    for alpha in reversed(alphas):
        total = L @ total + alpha * x
    return total


def distinct(values: Tensor, parts: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues without repetition and the sums of their parts: what does not depend on the eigenvectors chosen."""
    if not len(values):
        return values, parts
    fresh = torch.ones(len(values), dtype=torch.bool)
    fresh[1:] = values[1:] - values[:-1] > 1e-8 * max(1.0, float(values.abs().max()))
    group = fresh.long().cumsum(0) - 1
    sums = torch.zeros(int(group[-1]) + 1, dtype=torch.float64).index_add_(0, group, parts)
    return values[fresh].contiguous(), sums
