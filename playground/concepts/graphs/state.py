"""The state of a run: values under way, a net in training, colours, or a filter in progress."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.graphs.algebra import Graph
from playground.concepts.graphs.passing import Coupling

Weights = tuple[Tensor, ...]


class Trained(NamedTuple):
    """The net in training.

    Attributes:
        X: input features, shape (n, f).
        weights: all matrices, in the order of `shapes`.
        first, second: Adam's moments.
        plane: the embedding of the nodes, shape (n, 2).
        logits: of the classes, shape (n, c).
        weight_of_edge: attention along the directed edges, of the first layer and averaged over its heads; or the
            coupling of the layer.
        loss: the cross-entropy of the labelled nodes.
    """

    X: Tensor
    weights: Weights
    first: Weights
    second: Weights
    plane: Tensor
    logits: Tensor
    weight_of_edge: Tensor
    loss: float


class Renumbered(NamedTuple):
    """What other numbers change.

    Attributes:
        order: which node has each number, (n,).
        dense: weights of a net that has one for each pair of nodes, in two layers, (2, n, n); empty for large graphs.
        gaps: by how much each kind of net minded the last order; large graphs have no dense one.
        worst: the largest gap so far of nets with shared weights.
        least: the smallest so far of the dense net, None before the first.
    """

    order: Tensor
    dense: Tensor
    gaps: Tensor
    worst: float
    least: float | None


class State(NamedTuple):
    """Where a run stands; parts that a view does not use are empty.

    Attributes:
        graph: the structure.
        focus: the row of the chosen node.
        wave: the number of the chosen Fourier mode.
        rounds: finished rounds, orders, epochs or refinements.
        x: the values after them, shape (n, f).
        first: the values at `base`, shape (n, f).
        base: the round at which the values were last touched.
        sent: the values of which the messages of the last round were made, shape (n,).
        history: the values after each round since `base`, the newest last, at most 200 rounds of 100 nodes, (k, m).
        W: random weights, shape (f, f); empty for fixed ones.
        coupling: how the last round combined values (before the first: how it will).
        power: the product of all couplings since `base`, shape (n, n); None for large graphs.
        ahead: the values after the round that is under way, node by node; shape (n, f).
        position: how many nodes of it had their turn.
        net: the net in training.
        colours: of the refinement, shape (n,).
        stable: no further round can change the classes.
        before, term, total: of Chebyshev's recursion, or `total` alone as the heat, shape (n,).
        top: the largest eigenvalue of L, or a bound of it.
        renumbered: of the view on renumbering.
    """

    graph: Graph
    focus: int
    wave: int
    rounds: int
    x: Tensor
    first: Tensor
    base: int
    sent: Tensor
    history: Tensor
    W: Tensor
    coupling: Coupling
    power: Tensor | None
    ahead: Tensor
    position: int
    net: Trained | None
    colours: Tensor
    stable: bool
    before: Tensor
    term: Tensor
    total: Tensor
    top: float
    renumbered: Renumbered


MOST_ROUNDS = 200
MOST_THREADS = 100


def threads(n: int) -> Tensor:
    """The rows of the nodes whose history is kept: all of few, evenly spread ones of many."""
    return torch.arange(n) if n <= MOST_THREADS else torch.arange(MOST_THREADS) * n // MOST_THREADS


def values_now(state: State) -> Tensor:
    """The values (n, f), those of a round under way where a node has had its turn."""
    if not state.position:
        return state.x
    turn = torch.arange(state.graph.n) < state.position
    return torch.where(turn[:, None], state.ahead, state.x)
