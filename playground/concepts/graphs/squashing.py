"""The view on squashing: how much the chosen node hears of each other one, and how that falls with the distance."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import graph_of
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes
from playground.concepts.graphs.passing import applied, gcn
from playground.concepts.graphs.rounds import rounds, theory, verdicts
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve

LEVELS = 9


def squashing(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """What the chosen node hears, on the graph and by distance, and trees of growing depth."""
    numbers = rounds(params, state) | verdicts(theory(params, state)[0], state)
    heard = torch.zeros(data.n, dtype=torch.float64)
    per_hop = torch.zeros(0, dtype=torch.float64)
    if state.power is not None and state.graph.distance is not None:
        row, hops = state.power[state.focus].abs(), state.graph.distance[state.focus]
        numbers |= _farthest(data, row, hops)
        logs, reach = _log10(row), hops.clamp(min=0)
        # What is not heard at all has a place of its own, one power of ten below the rest.
        heard = torch.nan_to_num(logs, nan=float(torch.nan_to_num(logs, nan=0.0).min()) - 1.0)
        per_hop = _log10(torch.bincount(reach, weights=row) / torch.bincount(reach).clamp(min=1))
    layer = replace(
        nodes(params, data, state, findings),
        values=heard,
        color_map="sequential",
        strong=(data.edges == state.focus).any(1),
        hover="{values}",
        symbol="h_i",
        key="darker: more is heard",
    )
    depths, of_depth = levels(params.self_weight)
    ratio = float(of_depth[-1] / of_depth[-2])
    numbers |= {"level_ratio": ratio, "level_gap": abs(ratio - 1 / (3 + params.self_weight))}
    plots = (
        network(params, data, layer, "What node {chosen_name} hears", "log₁₀ |∂h/∂x| after {rounds_done} layers"),
        _by_distance(per_hop),
        _levels(depths, _log10(of_depth)),
    )
    return Drawn(Figure(plots=plots, hint="Click a node to hear with its ears"), numbers)


def _log10(values: Tensor) -> Tensor:
    """The logarithm of numbers that are not negative, NaN for 0."""
    return torch.where(values > 0, values, math.nan).log10()


def _farthest(data: Data, row: Tensor, hops: Tensor) -> dict[str, Any]:
    """How much is heard of the node that is farthest, the last of them."""
    far = int((hops + torch.arange(data.n) / (2 * data.n)).argmax())
    return {"sensitivity": float(row[far]), "sensitivity_hops": int(hops[far]), "far_name": data.label(far)}


@lru_cache(maxsize=64)
def levels(c: float) -> tuple[Tensor, Tensor]:
    """How far the root of a binary tree hears a leaf after as many GCN layers as it has levels, for depths 1 to 9."""
    heard = []
    for depth in range(1, LEVELS + 1):
        n = 2 ** (depth + 1) - 1
        graph = graph_of(n, torch.tensor([((k - 1) // 2, k) for k in range(1, n)]), c, spectra=False)
        coupling, x = gcn(graph), torch.zeros((n, 1), dtype=torch.float64)
        x[n - 1] = 1.0
        for _ in range(depth):
            x = applied(graph, coupling, x)
        heard.append(float(x[0, 0]))
    return torch.arange(1, LEVELS + 1, dtype=torch.float64), torch.tensor(heard, dtype=torch.float64)


def _by_distance(per_hop: Tensor) -> Plot:
    hops = torch.arange(len(per_hop), dtype=torch.float64)
    return Plot(
        name="by_distance",
        title="Heard by distance",
        badge="exact",
        unit="mean |∂h/∂x| at that many hops",
        x=Axis(label="hops from node {chosen_name}", whole=True, zero=True),
        y=Axis(log=True),
        layers=(Curve(name="heard", x=hops, y=per_hop, markers=True, outcome=True),),
    )


def _levels(depths: Tensor, heard: Tensor) -> Plot:
    return Plot(
        name="levels",
        title="Root and leaf of binary trees",
        badge="exact",
        unit="GCN: 1 / (3 + c) with each level",
        x=Axis(label="depth of the tree = layers", whole=True, zero=True),
        y=Axis(log=True),
        layers=(Curve(name="levels", role="slot2", x=depths, y=heard, markers=True, outcome=True),),
    )
