"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import torch

from playground.concepts.backprop.building import graph_of
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.typed import read
from playground.engine.kit.formula_torch import value_of
from playground.texts.terms import Sides, Terms

_ACTIVATIONS: dict[str, Any] = {
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "relu": torch.relu,
    "leaky_relu": lambda z: torch.nn.functional.leaky_relu(z, 0.01),
    "softplus": torch.nn.functional.softplus,
    "linear": lambda z: z,
}
_STEP, _POLE = "abs(z) / z", "1 / z"


def _leaves(terms: Terms, graph: Graph) -> dict[str, torch.Tensor]:
    """The leaves by name, as tensors that autograd follows."""
    found = {}
    for k in graph.leaves:
        a, b = graph.spans[k]
        value = terms.state.values[a:b].clone().reshape(graph.nodes[k].size)
        found[graph.nodes[k].name] = value.requires_grad_()
    return found


def _loss(terms: Terms, graph: Graph, leaf: dict[str, torch.Tensor]) -> torch.Tensor:
    """The last node by torch alone: the expression as it was typed, or the net by matrices."""
    params = terms.params
    if params.mode == "expression":
        return value_of(read(params.expression), leaf)
    act, sizes = _ACTIVATIONS[params.activation], [int(width) for width in params.widths]
    depth = len(sizes) - 1
    if params.mode == "units":
        h = torch.stack([leaf[_indexed("x", i + 1)] for i in range(sizes[0])])
        y = [leaf["y" if sizes[-1] == 1 else _indexed("y", i + 1)] for i in range(sizes[-1])]
        target = torch.stack(y)
    else:
        h, target = leaf["x"], leaf["y"]
    for k, (fan, width) in enumerate(pairwise(sizes), 1):
        mark = _UP[k] if params.mode == "units" or depth > 1 else ""
        if params.mode == "units":
            rows = [[leaf[f"w{mark}{_down(i + 1)}{_down(j + 1)}"] for j in range(fan)] for i in range(width)]
            W, b = (
                torch.stack([torch.stack(row) for row in rows]),
                [leaf[f"b{mark}{_down(i + 1)}"] for i in range(width)],
            )
            z = W @ h + torch.stack(b)
        else:
            z = leaf[f"W{mark}"] @ h + leaf[f"b{mark}"]
        h = act(z) if k < depth else z
    functional, name = torch.nn.functional, "half_mse" if params.mode == "units" else params.loss
    match name:
        case "half_mse":
            return ((h - target) ** 2).sum() / 2
        case "mse":
            return functional.mse_loss(h, target)
        case "bce_with_logits":
            return functional.binary_cross_entropy_with_logits(h, target, reduction="sum")
    return -(target * torch.log_softmax(h, 0)).sum()


_DOWN, _UP = "₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"


def _down(number: int) -> str:
    return "".join(_DOWN[int(digit)] for digit in str(number))


def _indexed(letter: str, number: int) -> str:
    return letter + _down(number)


def forward(terms: Terms) -> bool:
    """Whether some value is still missing."""
    return bool(terms.params.mode != "estimators" and 2 * terms.numbers["nodes_done"] < terms.numbers["nodes_all"])


def backward(terms: Terms) -> bool:
    """Whether all values are there."""
    return terms.params.mode != "estimators" and not forward(terms)


def output(terms: Terms) -> Any:
    """The last value, computed from the leaves at once."""
    graph = graph_of(terms.params)
    return float(_loss(terms, graph, _leaves(terms, graph)).detach())


def deltas(terms: Terms) -> Any:
    """The derivatives by all leaves from automatic differentiation, against the deltas once all have come back."""
    graph = graph_of(terms.params)
    if terms.state.cursor < 2 * len(graph.order):
        return NotImplemented
    leaf = _leaves(terms, graph)
    loss = _loss(terms, graph, leaf)
    if not loss.requires_grad or not bool(torch.isfinite(loss)):
        return NotImplemented
    known = [k for k in graph.leaves if graph.nodes[k].source != "number"]
    grads = torch.autograd.grad(loss, [leaf[graph.nodes[k].name] for k in known], allow_unused=True)
    left, right = [], []
    for k, grad in zip(known, grads, strict=True):
        a, b = graph.spans[k]
        left += terms.state.deltas[a:b].tolist()
        right += [0.0] * (b - a) if grad is None else grad.reshape(-1).tolist()
    return Sides(left, right)


def gradient(terms: Terms) -> Any:
    """Of z squared and of the step, in closed form."""
    p = terms.params
    if p.function == "z^2":
        return 2 * p.mu if p.by == "mu" else 2 * p.sigma
    if p.function == _STEP:
        density = math.exp(-((p.mu / p.sigma) ** 2) / 2) / (2 * math.pi) ** 0.5
        return 2 * density / p.sigma if p.by == "mu" else -2 * density * p.mu / p.sigma**2
    return NotImplemented


def has_mean(terms: Terms) -> Any:
    """What is known of the functions that the presets have."""
    return {"z^2": True, _STEP: True, _POLE: False}.get(terms.params.function, NotImplemented)


def has_no_mean(terms: Terms) -> Any:
    """The same of what has none."""
    told = has_mean(terms)
    return told if told is NotImplemented else not told


def biased(terms: Terms) -> Any:
    """A square has no jump; the step has one, which matters where z comes near it."""
    if terms.params.function == "z^2":
        return False
    return abs(gradient(terms)) > 1e-9 if terms.params.function == _STEP else NotImplemented
