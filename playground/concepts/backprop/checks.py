"""What the shipped cases compute, by the panel's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from playground.concepts.backprop.building import layers
from playground.concepts.backprop.checking import differences
from playground.concepts.backprop.estimators import Setting, best_baseline, expectation, moments, reparameterised, score
from playground.concepts.backprop.graph import Graph, Node
from playground.concepts.backprop.ops import ACTIVATIONS, Floats, activation, slope

Inputs = Mapping[str, Any]
_ESTIMATED = (
    "score_function_mu",
    "score_function_sigma",
    "score_function_mu_with_baseline",
    "reparameterised_mu",
    "reparameterised_sigma",
    "score_function_mu_with_best_baseline",
    "expectation",
    "best_constant_baseline",
    "variance_ratio_mu",
)


def expression_graph(inputs: Inputs) -> dict[str, Any]:
    """Values, adjoints and local derivatives of a graph given by its nodes."""
    rows: dict[str, int] = {name: k for k, name in enumerate(inputs["inputs"])}
    nodes = [Node(name, "leaf", source="input") for name in rows]
    for one in inputs["nodes"]:
        rows[one["name"]] = len(nodes)
        nodes.append(Node(one["name"], one["op"], tuple(rows[arg] for arg in one["args"])))
    assert rows[inputs["output"]] == len(nodes) - 1
    graph = Graph(tuple(nodes))
    values = graph.forward({rows[name]: np.array(value) for name, value in inputs["inputs"].items()})
    deltas = graph.backward(values)
    edges = [
        {"from": nodes[arg].name, "to": nodes[k].name, "local_derivative": float(graph.slopes(k, values)[place])}
        for arg, k, place in graph.edges
    ]
    return {
        "values": {name: float(values[k]) for name, k in rows.items()},
        "adjoints": {name: float(deltas[k]) for name, k in rows.items()},
        "edges": sorted(edges, key=lambda edge: (edge["from"], edge["to"])),
        "edge_visits_backward": len(graph.edges),
    }


def _net(inputs: Inputs, loss: str, samples: int) -> tuple[Graph, dict[int, Floats], list[list[int]]]:
    """A net by layers, its weights, and the rows of weights, biases, sums and values of each layer."""
    given = inputs["layers"]
    widths = (len(given[0]["W"][0]), *(len(one["b"]) for one in given))
    graph = layers(widths, tuple(one["activation"] for one in given), loss, samples)
    leaves: dict[int, Floats] = {}
    rows = []
    sums = [k for k, node in enumerate(graph.nodes) if node.op == "affine"]
    for k, one in zip(sums, given, strict=True):
        _, weight, bias = graph.nodes[k].args
        leaves |= {weight: np.array(one["W"], dtype=float), bias: np.array(one["b"], dtype=float)}
        out = k if one["activation"] == "linear" else graph.uses[k][0][0]
        rows.append([weight, bias, k, out])
    return graph, leaves, rows


def named(graph: Graph, name: str) -> int:
    """The row of the node of this name."""
    return next(k for k, node in enumerate(graph.nodes) if node.name == name)


def mlp_forward_backward(inputs: Inputs) -> dict[str, Any]:
    """Values, loss, deltas and gradients of a net on a batch."""
    X, loss = np.array(inputs["X"], dtype=float), inputs["loss"]
    Y = np.array(inputs["Y"])
    if loss == "softmax_cross_entropy":
        Y = np.eye(len(inputs["layers"][-1]["b"]))[Y]
    graph, leaves, rows = _net(inputs, loss, len(X))
    target = graph.nodes[-1].args[1]
    source = named(graph, "x")
    values = graph.forward({source: X, target: Y.astype(float), **leaves})
    deltas = graph.backward(values)
    return {
        "pre_activations": [values[k].tolist() for _, _, k, _ in rows],
        "activations": [values[k].tolist() for *_, k in rows],
        "loss": float(values[-1]),
        "deltas": [deltas[k].tolist() for _, _, k, _ in rows],
        "grad_W": [deltas[weight].tolist() for weight, *_ in rows],
        "grad_b": [deltas[bias].tolist() for _, bias, *_ in rows],
        "grad_X": deltas[source].tolist(),
        "parameters": sum(leaf.size for leaf in leaves.values()),
    }


def jacobian_chain(inputs: Inputs) -> dict[str, Any]:
    """Jacobians of the layers, their product in the right order, products with vectors, and what these cost."""
    graph, leaves, rows = _net(inputs, "half_mse", 0)
    x = np.array(inputs["x"], dtype=float)
    values = graph.forward({named(graph, "x"): x, **leaves})
    jacobians = []
    for _, _, k, out in rows:
        to_sum = graph.jacobian(k, 0, values)
        jacobians.append(to_sum if out == k else graph.jacobian(out, 0, values) @ to_sum)
    row, rows_back = np.array(inputs["output_vector"], dtype=float), []
    for matrix in reversed(jacobians):
        row = row @ matrix
        rows_back.append(row.tolist())
    column, product = np.array(inputs["input_vector"], dtype=float), np.eye(len(x))
    for matrix in jacobians:
        column, product = matrix @ column, matrix @ product
    sizes = [len(x), *(len(matrix) for matrix in jacobians)]
    return {
        "jacobians": [matrix.tolist() for matrix in jacobians],
        "shapes": [list(matrix.shape) for matrix in jacobians],
        "product": product.tolist(),
        "layer_values": [values[out].tolist() for *_, out in rows],
        "vector_jacobian_products": rows_back,
        "jacobian_vector_product": column.tolist(),
        "multiplications": multiplications(sizes),
        "rank": int(np.linalg.matrix_rank(product)),
    }


def multiplications(sizes: list[int]) -> dict[str, int]:
    """Products of numbers that a chain of Jacobians between layers of these sizes takes.

    One row from the output costs the entries of all Jacobians; the full Jacobian is multiplied from the output (as
    many rows as outputs) or from the input (as many columns as inputs).
    """
    blocks = [a * b for a, b in pairwise(sizes)]
    return {
        "one_vector_jacobian_product": sum(blocks),
        "full_jacobian_reverse": sizes[-1] * sum(blocks[:-1]),
        "full_jacobian_forward": sizes[0] * sum(blocks[1:]),
    }


def activations(inputs: Inputs) -> dict[str, Any]:
    """Values and derivatives of the activations."""
    z = np.array(inputs["x"], dtype=float)
    found = {}
    for name in ACTIVATIONS:
        h = activation(name, z)
        found[name] = {"value": h.tolist(), "derivative": slope(name, z, h).tolist()}
    return found


def finite_difference(inputs: Inputs) -> dict[str, Any]:
    """Differences of a polynomial and their errors, without rounding; the best steps of float64."""
    coefficients, x = [float(c) for c in inputs["coefficients"]], float(inputs["x"])
    right = float(np.polynomial.polynomial.polyval(x, np.polynomial.polynomial.polyder(coefficients)))
    pairs = [differences(coefficients, x, h) for h in inputs["h"]]
    eps = float(np.finfo(float).eps)
    return {
        "derivative": right,
        "forward_difference": [one for one, _ in pairs],
        "central_difference": [two for _, two in pairs],
        "forward_error": [one - right for one, _ in pairs],
        "central_error": [two - right for _, two in pairs],
        "float64_optimal_h": {"forward": eps**0.5, "central": 2.0 ** round(np.log2(eps ** (1 / 3)))},
    }


def score_function_and_reparameterisation(inputs: Inputs) -> dict[str, Any]:
    """Means and variances of both estimators for a polynomial, by mu and by sigma."""
    if not inputs["sigma"] > 0:
        return dict.fromkeys(_ESTIMATED)  # a number that is not random has no score
    c = np.polynomial.Polynomial(inputs["coefficients"])
    slope_of = c.deriv()
    plain = Setting(c, slope_of, inputs["mu"], inputs["sigma"])
    based = plain._replace(baseline=inputs["baseline"])
    best = best_baseline(plain)
    found: dict[str, Any] = {
        "score_function_mu": moments(score, plain),
        "score_function_sigma": moments(score, plain._replace(by="sigma")),
        "score_function_mu_with_baseline": moments(score, based),
        "reparameterised_mu": moments(reparameterised, plain),
        "reparameterised_sigma": moments(reparameterised, plain._replace(by="sigma")),
        "score_function_mu_with_best_baseline": moments(score, plain._replace(baseline=best)),
    }
    by_score, by_path = found["score_function_mu"].variance, found["reparameterised_mu"].variance
    return {
        **{name: value._asdict() for name, value in found.items()},
        "expectation": expectation(plain),
        "best_constant_baseline": best,
        "variance_ratio_mu": by_score / by_path if by_path > 1e-12 else None,
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "expression_graph": expression_graph,
    "mlp_forward_backward": mlp_forward_backward,
    "jacobian_chain": jacobian_chain,
    "activations": activations,
    "finite_difference": finite_difference,
    "score_function_and_reparameterisation": score_function_and_reparameterisation,
}
