"""Training: two layers of messages to a plane, a linear readout, Adam, and how well it classifies."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.graphs.algebra import Graph
from playground.concepts.graphs.passing import (
    Coupling,
    applied,
    attention,
    gcn,
    gin,
    largest,
    mean,
    neighbour_mean,
    summed,
)
from playground.concepts.graphs.state import Trained, Weights
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory, Settings, adam
from playground.engine.run.context import Ctx

HIDDEN = 16
NAMED = 400  # nodes; larger graphs have random names of this many features
_NOISY = 8
_RANDOM = 32
_DECAY = 5e-4


def shapes(layer: str, features: int, classes: int, heads: int) -> list[tuple[int, ...]]:
    """The shapes of the weights: those of both layers, then readout and bias."""
    found: list[tuple[int, ...]] = []
    width = math.ceil(HIDDEN / heads) * heads if layer == "gat" else HIDDEN
    for before, after, many in ((features, width, heads), (width, 2, 1)):
        match layer:
            case "sage" | "sage_max":
                found += [(before, after), (before, after)]
            case "gin":
                found += [(before, HIDDEN), (HIDDEN, after)]
            case "gat":
                found += [(before, after), (many, after // many), (many, after // many)]
            case _:
                found += [(before, after)]
    return [*found, (2, classes), (1, classes)]


def begin(layer: str, graph: Graph, given: Tensor, classes: Tensor, features: str, heads: int, ctx: Ctx) -> Trained:
    """A net with Glorot's weights, evaluated once."""
    X = inputs(graph.n, classes, features, ctx)
    count = max(2, int(given.max()) + 1 if len(given) else 2, int(classes.max()) + 1 if len(classes) else 2)
    weights = []
    for shape in shapes(layer, X.shape[1], count, heads):
        limit = math.sqrt(6 / (shape[0] + shape[-1])) if shape[0] > 1 or layer == "gat" else 0.0
        weights.append(((2 * ctx.rand(*shape) - 1) * limit).to(torch.float64))
    nothing = tuple(torch.zeros_like(w) for w in weights)
    empty = Trained(X, tuple(weights), nothing, nothing, X, X, X, 0.0)
    return evaluated(layer, graph, given, heads, empty)


def inputs(n: int, classes: Tensor, features: str, ctx: Ctx) -> Tensor:
    """One-hot names, or the class as ±1 in noise of twice its size on eight features, shape (n, f)."""
    if features == "noisy":
        level: Tensor = torch.where(classes == 1, 1.0, -1.0).to(torch.float64)[:, None]
        noisy: Tensor = 0.5 * level + ctx.randn(n, _NOISY).to(torch.float64)
        return noisy
    if n <= NAMED:
        return torch.eye(n, dtype=torch.float64)
    return ctx.randn(n, _RANDOM).to(torch.float64) / math.sqrt(_RANDOM)


def forward(layer: str, graph: Graph, X: Tensor, weights: Weights, heads: int) -> tuple[Tensor, Tensor, Tensor]:
    """The plane, the logits, and the weights along the edges in the first layer."""
    per = (len(weights) - 2) // 2
    hidden, along = one_layer(layer, graph, X, weights[:per], heads)
    give_way()
    plane, _ = one_layer(layer, graph, torch.tanh(hidden), weights[per : 2 * per], 1)
    plane = torch.tanh(plane)
    return plane, plane @ weights[-2] + weights[-1], along


def one_layer(layer: str, graph: Graph, X: Tensor, W: Weights, heads: int) -> tuple[Tensor, Tensor]:
    """A layer before its nonlinearity, and the weights of the directed edges."""
    match layer:
        case "sage":
            along = neighbour_mean(graph)
            return X @ W[0] + summed(graph, along, X @ W[1]), along
        case "sage_max":
            best, _ = largest(graph, X)
            return X @ W[0] + best @ W[1], torch.ones(len(graph.source), dtype=torch.float64)
        case "gin":
            coupling = gin(graph)
            return torch.relu(applied(graph, coupling, X @ W[0])) @ W[1], coupling.along
        case "gat":
            return gat_layer(graph, X, W, heads)
        case "alone":
            return X @ W[0], torch.zeros(len(graph.source), dtype=torch.float64)
    coupling = gcn(graph) if layer == "gcn" else mean(graph)
    return applied(graph, coupling, X @ W[0]), coupling.along


def gat_layer(graph: Graph, X: Tensor, W: Weights, heads: int) -> tuple[Tensor, Tensor]:
    """Heads side by side, each attending with its own vectors; and their mean attention along the edges."""
    lin = (X @ W[0]).reshape(len(X), heads, -1)
    outs, total = [], torch.zeros(len(graph.source), dtype=torch.float64)
    for k in range(heads):
        give_way()
        coupling: Coupling = attention(graph, lin[:, k] @ W[1][k], lin[:, k] @ W[2][k])
        outs.append(applied(graph, coupling, lin[:, k]))
        total = total + coupling.along / heads
    return torch.cat(outs, 1), total


def loss_of(logits: Tensor, given: Tensor) -> Tensor:
    """The mean cross-entropy of the labelled nodes; 0 without labels."""
    known = given >= 0
    if not bool(known.any()):
        return logits.sum() * 0.0
    return torch.nn.functional.cross_entropy(logits[known], given[known])


def evaluated(layer: str, graph: Graph, given: Tensor, heads: int, net: Trained) -> Trained:
    """The net with plane, logits and loss that fit its weights."""
    give_way()
    plane, logits, along = forward(layer, graph, net.X, net.weights, heads)
    return net._replace(plane=plane, logits=logits, weight_of_edge=along, loss=float(loss_of(logits, given)))


def trained(layer: str, graph: Graph, given: Tensor, heads: int, net: Trained, rate: float, epoch: int) -> Trained:
    """One epoch of Adam, counted from 1."""
    give_way()
    leaves = [w.detach().clone().requires_grad_(True) for w in net.weights]
    with torch.enable_grad():
        _, logits, _ = forward(layer, graph, net.X, tuple(leaves), heads)
        grads = torch.autograd.grad(loss_of(logits, given), leaves, allow_unused=True, materialize_grads=True)
    give_way()
    weights, first, second = [], [], []
    for w, g, m, v in zip(net.weights, grads, net.first, net.second, strict=True):
        moved, memory = adam(w, g + _DECAY * w, Memory(m, v, epoch - 1), Settings(rate=rate))
        weights.append(moved)
        first.append(memory.first)
        second.append(memory.second)
    new = net._replace(weights=tuple(weights), first=tuple(first), second=tuple(second))
    return evaluated(layer, graph, given, heads, new)


def accuracy(logits: Tensor, classes: Tensor, given: Tensor) -> float | None:
    """The share of nodes of known class that were not told and are classified right; None where there are none."""
    known = (classes >= 0) & (given < 0)
    if not bool(known.any()):
        return None
    return float((logits.argmax(1) == classes)[known].to(torch.float64).mean())
