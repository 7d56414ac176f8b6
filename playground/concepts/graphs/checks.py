"""The shipped cases, computed by the code that the panel runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.graphs.algebra import (
    Graph,
    decay,
    dirichlet,
    gcn_matrix,
    graph_of,
    incidence,
    laplacian,
    neighbours,
    normalised_laplacian,
    stationary,
)
from playground.concepts.graphs.passing import applied, attention, gcn, gin, matrix, mean
from playground.concepts.graphs.spectral import chebyshev_terms, distinct, filtered, powers
from playground.concepts.graphs.wl import first_difference, partitions

Inputs = Mapping[str, Any]


def _edges(inputs: Inputs) -> Tensor:
    return torch.tensor(inputs["edges"], dtype=torch.int64).reshape(-1, 2)


def _graph(inputs: Inputs) -> Graph:
    return graph_of(inputs["n"], _edges(inputs))


def _real(values: Any) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def _gcn_matrix(inputs: Inputs) -> Mapping[str, Any]:
    graph = _graph(inputs)
    A = matrix(graph, gcn(graph))
    return {
        "matrix": A,
        "self_loop_degrees": graph.degree + 1,
        "row_sums": A.sum(1),
        "eigenvalues": torch.linalg.eigvalsh(gcn_matrix(graph)),
        "row_normalised": matrix(graph, mean(graph)),
    }


def _gcn_layer(inputs: Inputs) -> Mapping[str, Any]:
    graph, X, W = _graph(inputs), _real(inputs["X"]), _real(inputs["W"])
    order = torch.tensor(inputs["permutation"])
    place = torch.empty_like(order)
    place[order] = torch.arange(graph.n)
    shuffled = graph_of(graph.n, place[_edges(inputs)].sort(1).values)
    before = applied(graph, gcn(graph), X @ W)
    return {
        "layer": torch.relu(before),
        "pre_activation": before,
        "layer_of_permuted_graph": torch.relu(applied(shuffled, gcn(shuffled), X[order] @ W)),
        "aggregate_only": applied(graph, gcn(graph), X),
    }


def _gat_layer(inputs: Inputs) -> Mapping[str, Any]:
    graph, lin = _graph(inputs), _real(inputs["X"]) @ _real(inputs["W"])
    to, of = lin @ _real(inputs["a_dst"]), lin @ _real(inputs["a_src"])
    whole, others = attention(graph, to, of), attention(graph, to, of, loops=False)
    return {
        "alpha": matrix(graph, whole),
        "out": applied(graph, whole, lin),
        "alpha_no_self_loops": matrix(graph, others),
        "out_no_self_loops": applied(graph, others, lin),
    }


def _gin_layer(inputs: Inputs) -> Mapping[str, Any]:
    graph = _graph(inputs)
    total = applied(graph, gin(graph, inputs["eps"]), _real(inputs["X"]))
    hidden = torch.relu(total @ _real(inputs["W1"]) + _real(inputs["b1"]))
    out = hidden @ _real(inputs["W2"]) + _real(inputs["b2"])
    return {"out": out, "sum_readout": out.sum(0)}


def _wl_test(inputs: Inputs) -> Mapping[str, Any]:
    a, b = _graph(inputs["graph_a"]), _graph(inputs["graph_b"])
    near = [*neighbours(a), *([j + a.n for j in row] for row in neighbours(b))]
    side = [0] * a.n + [1] * b.n
    first, stable = first_difference(near, side), partitions(near)[-1]
    found: dict[str, Any] = {"first_differing_round": first, "wl_distinguishes": first is not None}
    for name, part in (("a", stable[: a.n]), ("b", stable[a.n :])):
        found[f"stable_class_sizes_{name}"] = sorted(Counter(part).values())
    found["isomorphic"] = first is None and _isomorphic(neighbours(a), neighbours(b))
    return found


def _isomorphic(a: list[list[int]], b: list[list[int]]) -> bool:
    """Whether two small graphs are the same but for the order of their nodes, by search."""
    if len(a) != len(b):
        return False

    def fits(image: list[int], j: int) -> bool:
        i = len(image)
        return len(a[i]) == len(b[j]) and all((k in a[i]) == (image[k] in b[j]) for k in range(i))

    def extended(image: list[int]) -> bool:
        if len(image) == len(a):
            return True
        return any(extended([*image, j]) for j in range(len(b)) if j not in image and fits(image, j))

    return extended([])


def _wl_partition(inputs: Inputs) -> Mapping[str, Any]:
    rounds = partitions(neighbours(_graph(inputs)))
    return {"partitions": rounds, "rounds_until_stable": len(rounds) - 1}


def _oversmoothing(inputs: Inputs) -> Mapping[str, Any]:
    graph, X = _graph(inputs), _real(inputs["X"])
    limit, at = stationary(graph, X), {0: X}
    for k in range(max(inputs["depths"])):
        at[k + 1] = applied(graph, gcn(graph), at[k])
    return {
        "limit": limit,
        "distance_to_limit": [float((at[k] - limit).norm()) for k in inputs["depths"]],
        "dirichlet_energy": [dirichlet(graph, at[k]) for k in inputs["depths"]],
        "decay_factor": decay(graph),
        "A_power_2_X": at[2],
    }


def _graph_fourier(inputs: Inputs) -> Mapping[str, Any]:
    graph, x = _graph(inputs), _real(inputs["x"])
    assert graph.spectrum is not None
    assert graph.waves is not None
    values, waves = graph.spectrum, graph.waves
    levels, power = distinct(values, (waves.T @ x) ** 2)
    return {
        "laplacian": laplacian(graph),
        "eigenvalues": values,
        "zero_eigenvalues": int((values.abs() < 1e-9).sum()),
        "distinct_eigenvalues": levels,
        "power": power,
        "quadratic_form": x @ laplacian(graph) @ x,
        "heat": filtered(values, waves, torch.exp(-inputs["t"] * values), x),
        "low_pass": filtered(values, waves, (values <= inputs["cutoff"]).to(torch.float64), x),
        "incidence": incidence(graph.n, _edges(inputs)),
    }


def _normalised_laplacian(inputs: Inputs) -> Mapping[str, Any]:
    graph = _graph(inputs)
    return {
        "L_sym_isolated_0": normalised_laplacian(graph),
        "L_sym_isolated_1": normalised_laplacian(graph, isolated=1.0),
        "L_self_looped": torch.eye(graph.n, dtype=torch.float64) - gcn_matrix(graph),
        "eigenvalues_isolated_0": torch.linalg.eigvalsh(normalised_laplacian(graph)),
    }


def _chebyshev(inputs: Inputs) -> Mapping[str, Any]:
    graph, x, theta = _graph(inputs), _real(inputs["x"]), inputs["theta"]
    L = normalised_laplacian(graph)
    top = float(torch.linalg.eigvalsh(L)[-1])
    found: dict[str, Any] = {"lambda_max": top}
    for name, bound in (("lambda_max_2", 2.0), ("lambda_max_exact", top)):
        scaled = 2 * L / bound - torch.eye(graph.n, dtype=torch.float64)
        terms = chebyshev_terms(scaled, x, len(theta))
        total = sum((t * term for t, term in zip(theta, terms, strict=True)), torch.zeros_like(x))
        found[name] = {"terms_T_k_x": torch.stack(terms), "out": total}
    return found


def _polynomial(inputs: Inputs) -> Mapping[str, Any]:
    return {"out": powers(laplacian(_graph(inputs)), _real(inputs["x"]), inputs["alpha"])}


def _receptive_field(inputs: Inputs) -> Mapping[str, Any]:
    graph = _graph(inputs)
    assert graph.distance is not None
    first = graph.distance[0]
    sizes = [int(((first >= 0) & (first <= k)).sum()) for k in range(int(first.max()) + 1)]
    return {
        "distances": graph.distance,
        "diameter_of_components_max": graph.diameter,
        "receptive_field_size_of_node_0": sizes,
    }


def _given_basis(inputs: Inputs) -> Mapping[str, Any]:
    U, x, y = (_real(inputs[name]) for name in ("U", "x", "y"))
    return {"Ux": U.T @ x, "Uy": U.T @ y, "convolution": U @ ((U.T @ x) * (U.T @ y))}


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "gcn_matrix": _gcn_matrix,
    "gcn_layer": _gcn_layer,
    "gat_layer": _gat_layer,
    "gin_layer": _gin_layer,
    "wl_test": _wl_test,
    "wl_partition": _wl_partition,
    "oversmoothing": _oversmoothing,
    "graph_fourier": _graph_fourier,
    "normalised_laplacian": _normalised_laplacian,
    "chebyshev_filter": _chebyshev,
    "polynomial_filter": _polynomial,
    "receptive_field": _receptive_field,
    "spectral_convolution_given_basis": _given_basis,
}
