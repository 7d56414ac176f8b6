"""Where a run begins: from the first values, from values that were painted over, or on a graph that was edited."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.graphs import Params, renumbering, training
from playground.concepts.graphs.algebra import SMALL, Graph, graph_of, lambda_bound
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.passing import coupling_of
from playground.concepts.graphs.state import State, threads
from playground.engine.run.context import Ctx

FEATURES = 4  # with random weights


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A run of the chosen view from the first values."""
    graph = graph_of(data.n, data.edges, params.self_weight)
    x, W = first_features(params, data, ctx)
    net = None
    if params.mode == "training":
        net = training.begin(params.layer, graph, data.given, data.classes, params.features, params.heads, ctx)
    signal = data.signal.clone()
    return State(
        graph=graph,
        focus=first_focus(params, graph),
        wave=min(1, data.n - 1),
        rounds=0,
        x=x,
        first=x,
        base=0,
        sent=x[:, 0].contiguous(),
        history=x[threads(data.n), 0][None],
        W=W,
        coupling=coupling_of(params.layer, graph, x, params.sharpness),
        power=identity(graph),
        ahead=x,
        position=0,
        net=net,
        colours=torch.zeros(data.n, dtype=torch.int64),
        stable=False,
        before=torch.zeros_like(signal),
        term=signal,
        total=signal,
        top=lambda_bound(graph),
        renumbered=renumbering.begin(params, data, ctx),
    )


def first_features(params: Params, data: Data, ctx: Ctx) -> tuple[Tensor, Tensor]:
    """The first values (n, f) and the random weights (f, f), both empty of chance where the weights are fixed."""
    x = data.signal[:, None].clone()
    if params.weights == "fixed" or params.mode not in ("messages", "squashing"):
        return x, torch.zeros((0, 0), dtype=torch.float64)
    rest = ctx.randn(data.n, FEATURES - 1).to(torch.float64)
    W = ctx.randn(FEATURES, FEATURES).to(torch.float64) * (2 / FEATURES) ** 0.5
    return torch.cat([x, rest], 1), W


def first_focus(params: Params, graph: Graph) -> int:
    """The end of the graph that is far from most for squashing, else the node with the most neighbours."""
    return 0 if params.mode == "squashing" or graph.n < 3 else min(2, graph.n - 1)


def identity(graph: Graph) -> Tensor | None:
    """The power 0 of a coupling."""
    return torch.eye(graph.n, dtype=torch.float64) if graph.n <= SMALL else None


def touched(params: Params, state: State, x: Tensor) -> State:
    """The same run with other values (n, f): sensitivities and theory begin here."""
    return state._replace(
        x=x,
        first=x,
        ahead=x,
        position=0,
        base=state.rounds,
        sent=x[:, 0].contiguous(),
        history=x[threads(state.graph.n), 0][None],
        power=identity(state.graph),
        coupling=coupling_of(params.layer, state.graph, x, params.sharpness),
    )


def relinked(params: Params, data: Data, state: State, kept: Tensor | None, ctx: Ctx) -> State:
    """The run on a changed graph: values stay with their nodes, what is refined or filtered begins anew.

    The data have already changed; `kept` has for each node its row before, -1 for a new one, and is None if the nodes
    are the same.
    """
    new = begin(params, data, ctx)
    rows = torch.arange(data.n) if kept is None else kept
    x = new.x.clone()
    x[rows >= 0] = state.x[rows[rows >= 0]]
    focus = (rows == state.focus).nonzero()
    new = new._replace(
        focus=int(focus[0, 0]) if len(focus) else min(new.focus, data.n - 1),
        rounds=state.rounds if params.mode in ("messages", "squashing", "training") else 0,
        W=state.W,
        wave=min(state.wave, data.n - 1),
    )
    if state.net is not None and kept is None:
        net = training.evaluated(params.layer, new.graph, data.given, params.heads, state.net)
        return new._replace(net=net)
    return touched(params, new, x) if params.mode in ("messages", "squashing") else new
