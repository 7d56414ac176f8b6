"""The view on renumbering: layers do not mind which number a node has, a net without shared weights does."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import Graph, graph_of
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes
from playground.concepts.graphs.passing import applied, coupling_of
from playground.concepts.graphs.state import Renumbered, State
from playground.engine.declarations.concept import Findings
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Lines, Points

LAYERS = ("gcn", "mean", "sage", "sage_max", "gat", "gin", "alone")
KINDS = (*LAYERS, "sets", "dense")
NAMES = ("GCN", "Mean", "SAGE", "SAGE max", "GAT", "GIN", "No messages", "Deep Sets", "No sharing")
ROUNDS = 3
MOST = 200  # nodes of a net that has a weight for each pair
_NONE = torch.zeros(0, dtype=torch.float64)


def begin(params: Params, data: Data, ctx: Ctx) -> Renumbered:
    """Random weights for each pair of nodes, and the nodes as they are numbered."""
    n = data.n
    many = n if params.mode == "renumber" and n <= MOST else 0
    weights = torch.zeros(2, many, many, dtype=torch.float64)
    if many:
        weights = ctx.randn(2, n, n).to(torch.float64) * (2 / n) ** 0.5
    kinds = len(KINDS) if many else len(KINDS) - 1
    return Renumbered(torch.arange(n), weights, torch.zeros(kinds, dtype=torch.float64), 0.0, None)


def outputs(kind: str, graph: Graph, x: Tensor, dense: Tensor, sharpness: float) -> Tensor:
    """What three layers of a kind give, (n,): sets see the mean of all, the dense net has a weight for each pair."""
    if kind == "dense":
        return dense[1] @ torch.tanh(dense[0] @ x)
    for _ in range(ROUNDS):
        if kind == "sets":
            x = (x + x.mean()) / 2
        else:
            x = applied(graph, coupling_of(kind, graph, x[:, None], sharpness), x[:, None])[:, 0]
    return x


def both(kind: str, params: Params, data: Data, state: State) -> tuple[Tensor, Tensor]:
    """f(X, A) and, brought back to the first numbers, f(PX, PAP'), (n,) each; both empty for too large a net."""
    if kind == "dense" and not state.renumbered.dense.numel():
        return _NONE, _NONE
    order, x = state.renumbered.order, data.signal
    place = torch.empty_like(order)
    place[order] = torch.arange(data.n)
    other = graph_of(data.n, place[data.edges].sort(1).values, params.self_weight, spectra=False)
    before = outputs(kind, state.graph, x, state.renumbered.dense, params.sharpness)
    after = outputs(kind, other, x[order], state.renumbered.dense, params.sharpness)
    return before, after[place]


def turned(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """A new random order, and by how much each kind of net minds it, relative to the largest of its outputs."""
    state = state._replace(renumbered=state.renumbered._replace(order=ctx.randperm(data.n)), rounds=state.rounds + 1)
    now, shared = state.renumbered, len(KINDS) - 1
    gaps = [_gap(*both(kind, params, data, state)) for kind in KINDS[: len(now.gaps)]]
    least = min([*gaps[shared:], *([] if now.least is None else [now.least])], default=None)
    worst = max(now.worst, *gaps[:shared])
    return state._replace(
        renumbered=now._replace(gaps=torch.tensor(gaps, dtype=torch.float64), worst=worst, least=least)
    )


def _gap(before: Tensor, after: Tensor) -> float:
    """The largest change over the largest output; 0 where nothing comes out."""
    size = float(before.abs().max())
    return float((before - after).abs().max()) / size if size > 0 else 0.0


# ---- what is shown


def renumbering(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """The graph with its new numbers, outputs before and after, and how much each kind of net minds."""
    now = state.renumbered
    before, after = both(params.layer, params, data, state)
    mixed, moved = both("dense", params, data, state)
    place = torch.empty_like(now.order)
    place[now.order] = torch.arange(data.n)
    turned_once = state.rounds > 0
    numbers = {
        "shuffle_gap": now.worst if turned_once else None,
        "dense_gap": now.least,
        "sum_before": float(before.sum()),
        "sum_after": float(after.sum()),
        "dense_before": float(mixed.sum()) if len(mixed) else None,
        "dense_after": float(moved.sum()) if len(moved) else None,
    }
    layer = replace(
        nodes(params, data, state, findings),
        values=after,
        mark="",
        words=[str(number) for number in place.tolist()] if params.names else [],
        hover="{values}",
        symbol="h",
        key="what the layers give, 0 in the middle",
    )
    size = max(float(torch.cat([before, after]).abs().max()), 1e-9)
    other = max(float(torch.cat([mixed, moved]).abs().max()), 1e-9) if len(mixed) else 1.0
    plots = (
        network(params, data, layer, "The same graph, renumbered", "order {rounds_done}; colour: three layers"),
        _compared(before / size, after / size, mixed / other, moved / other),
        Plot(
            name="gaps",
            title="How much each net minds",
            badge="exact",
            unit="largest change over largest output",
            x=Axis(range=(0.0, 2.5)),
            layers=(
                Bars(
                    name="gaps",
                    heights=now.gaps,
                    words=NAMES[: len(now.gaps)],
                    across="horizontal",
                    text="{heights}",
                    outcome=True,
                    mark=torch.tensor([kind == params.layer for kind in KINDS[: len(now.gaps)]]),
                ),
            ),
        ),
    )
    return Drawn(Figure(plots=plots, hint="Press the right arrow: the nodes get other numbers"), numbers)


def _compared(before: Tensor, after: Tensor, mixed: Tensor, moved: Tensor) -> Plot:
    """The outputs of each node before and after, over the largest: on the diagonal if numbers do not matter."""
    diagonal = torch.tensor([[-1.2, -1.2], [1.2, 1.2]], dtype=torch.float64)
    return Plot(
        name="compared",
        title="Before and after",
        badge="exact",
        unit="a point a node; sum {sum_before:3}, {sum_after:3}",
        plane=True,
        x=Axis(label="with the first numbers", range=(-1.2, 1.2)),
        y=Axis(range=(-1.2, 1.2)),
        layers=(
            Lines(name="same", role="theory", xy=diagonal, found=False, key="the same"),
            Points(
                name="unshared",
                role="slot2",
                xy=torch.stack([mixed, moved], 1),
                outcome=True,
                linked="nodes",
                key="no sharing",
            ),
            Points(
                name="shared",
                role="slot1",
                xy=torch.stack([before, after], 1),
                outcome=True,
                linked="nodes",
                key="the layer",
            ),
        ),
    )
