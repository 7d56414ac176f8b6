"""Longer work: a force layout, training over seeds and over misleading edges, and a large graph."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.graphs import Params, training
from playground.concepts.graphs.crowd import histogram, layer_once, random_graph, thumbnail
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.layouts import forces
from playground.concepts.graphs.misleading import mislead
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

COMPARED = ("gcn", "gat", "alone")
SEEDS = 5
EPOCHS = 100
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
            right = training.accuracy(net.logits, data.classes, data.given)
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


JOBS = {"layout": layout, "compare": compare, "mislead": mislead, "large": large}
