"""Longer work: a force layout, training over seeds, trees of growing depth, shuffled nodes, and a large graph."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.graphs import Params, training
from playground.concepts.graphs.algebra import graph_of
from playground.concepts.graphs.crowd import histogram, layer_once, random_graph, thumbnail
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.layouts import forces
from playground.concepts.graphs.passing import applied, coupling_of, gcn
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

COMPARED = ("gcn", "gat", "alone")
SEEDS = 5
EPOCHS = 100
LEVELS = 9
_LAYERS = 12


def layout(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Edges pull and nodes push until the picture has settled."""
    rounds = 200
    for k, xy in enumerate(forces(data.n, data.edges, data.xy, rounds)):
        yield Partial({"nodes_xy": xy}, (k + 1) / rounds, f"{k + 1} of {rounds} rounds")


def compare(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """GCN, GAT and a net without messages, each trained from five seeds on this graph."""
    found: dict[str, list[float]] = {layer: [] for layer in COMPARED}
    work = len(COMPARED) * SEEDS * EPOCHS
    done = 0
    for layer in COMPARED:
        for seed in range(SEEDS):
            net = training.begin(layer, state.graph, data.given, data.classes, params.features, params.heads, ctx)
            for epoch in range(1, EPOCHS + 1):
                net = training.trained(layer, state.graph, data.given, params.heads, net, params.rate, epoch)
                done += 1
                if epoch % 5 == 0:
                    yield Partial(_compared(found), done / work, f"{layer}, seed {seed + 1} of {SEEDS}")
            right = training.accuracy(net.logits, data.classes)
            found[layer].append(math.nan if right is None else right)
    yield Partial(_compared(found), 1.0, f"{SEEDS} seeds each")


def _compared(found: dict[str, list[float]]) -> dict[str, Tensor | float]:
    arrays: dict[str, Tensor | float] = {}
    for layer, values in found.items():
        if len(values) == SEEDS:
            arrays[f"accuracy_{layer}"] = sum(values) / SEEDS
            if layer == "gcn":
                arrays["accuracy_least"] = min(values)
    return arrays


def levels(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """How far the root of a binary tree hears a leaf after as many GCN layers as it has levels."""
    depths: list[float] = []
    heard: list[float] = []
    numbers: dict[str, Tensor | float] = {}
    for depth in range(1, LEVELS + 1):
        n = 2 ** (depth + 1) - 1
        edges = torch.tensor([((k - 1) // 2, k) for k in range(1, n)])
        graph = graph_of(n, edges, spectra=False)
        coupling, x = gcn(graph), torch.zeros((n, 1), dtype=torch.float64)
        x[n - 1] = 1.0
        for _ in range(depth):
            x = applied(graph, coupling, x)
        depths.append(float(depth))
        heard.append(float(x[0, 0]))
        numbers = {
            "level_x": torch.tensor(depths, dtype=torch.float64),
            "level_y": torch.tensor(heard, dtype=torch.float64).log10(),
        }
        if depth > 2:
            numbers["level_ratio"] = heard[-1] / heard[-2]
        yield Partial(numbers, depth / LEVELS, f"depth {depth} of {LEVELS}")


def shuffle(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Three rounds of every layer on ten renumbered copies: f(P X, P A P') against P f(X, A)."""
    worst, layers = 0.0, ("gcn", "mean", "sage", "sage_max", "gat", "gin", "alone")
    x = data.signal[:, None]
    for tries in range(10):
        order = ctx.randperm(data.n)
        place = torch.empty_like(order)
        place[order] = torch.arange(data.n)
        renumbered = graph_of(data.n, place[data.edges].sort(1).values, spectra=False)
        for layer in layers:
            ends = []
            for graph, y in ((state.graph, x), (renumbered, x[order])):
                for _ in range(3):
                    y = applied(graph, coupling_of(layer, graph, y, params.sharpness), y)
                ends.append(y)
            size = max(1.0, float(ends[0].abs().max()))
            worst = max(worst, float((ends[0][order] - ends[1]).abs().max()) / size)
        yield Partial({"shuffle_gap": worst}, (tries + 1) / 10, f"{tries + 1} of 10 orders")


def large(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """GCN layers on 100,000 nodes and 1,000,000 edges: the time of one, the values and the matrix."""
    yield Partial({}, 0.0, "making the graph")
    big = random_graph(100_000, 1_000_000, ctx.rng)
    x = torch.randn((big.n, 1), generator=ctx.rng)
    picture = thumbnail(big)
    yield Partial({"big_matrix": picture}, 0.2, "made")
    best = math.inf
    for k in range(_LAYERS):
        started = time.perf_counter()
        x = layer_once(big, x)
        best = min(best, time.perf_counter() - started)
        counts, edges = histogram(x)
        numbers: dict[str, Tensor | float] = {"big_matrix": picture, "big_counts": counts, "big_edges": edges}
        yield Partial(numbers | {"big_ms": 1000 * best}, 0.2 + 0.8 * (k + 1) / _LAYERS, f"layer {k + 1} of {_LAYERS}")


JOBS = {"layout": layout, "compare": compare, "levels": levels, "shuffle": shuffle, "large": large}
