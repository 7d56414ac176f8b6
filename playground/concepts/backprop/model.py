"""A run: both passes over a graph, or samples of two estimators; pure functions of the contract."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params, checking, cost
from playground.concepts.backprop.building import graph_of
from playground.concepts.backprop.diagram import diagram
from playground.concepts.backprop.estimators import BINS, estimators, sample
from playground.concepts.backprop.gestures import apply
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.node import descent_plot, jacobian_plot, node_numbers, paths_plot, read_node
from playground.concepts.backprop.ops import KINKED, Floats
from playground.concepts.backprop.passes import Passes, advance, period, turn, work_so_far
from playground.concepts.backprop.state import Data, Info, State, Turn
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure

MOST_INPUTS = 6
HINT = "Press space for one node after the other; drag an input up or down; click a node"
_BIAS = 0.3  # of the spread of the weights


def fill(given: tuple[float, ...], rest: float) -> Tensor:
    """Six numbers: those that were given, then the rest."""
    return torch.tensor([*given, *[rest] * (MOST_INPUTS - len(given))], dtype=torch.float64)


def make_data(params: Params, ctx: Ctx) -> Data:
    """The values that were typed."""
    return Data(fill(params.values, 1.0), fill(params.sample, 1.0), fill(params.target, 0.0))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """The leaves with their values, nothing else computed."""
    graph = graph_of(params)
    sums, bins = torch.zeros((2, 3), dtype=torch.float64), torch.zeros((2, BINS), dtype=torch.float64)
    grip = torch.full((4,), -1.0, dtype=torch.float64)
    if params.mode == "estimators":
        nothing = torch.zeros(0, dtype=torch.float64)
        return State(nothing, nothing, 0, 0, -1, grip, sums, bins)
    values = np.zeros(graph.numbers)
    made = weights(graph, params.spread, ctx) if params.mode != "expression" else {}
    for k in graph.leaves:
        a, b = graph.spans[k]
        values[a:b] = made.get(k, graph.nodes[k].constant)
    flat = with_data(params, graph, data, torch.from_numpy(values))
    return State(flat, torch.zeros_like(flat), 0, 0, -1, grip, sums, bins)


def weights(graph: Graph, spread: float, ctx: Ctx) -> dict[int, Floats]:
    """Normal weights with the standard deviation spread / sqrt(inputs of the unit), biases with 0.3 of the spread."""
    found = {}
    for k in graph.leaves:
        node = graph.nodes[k]
        if node.source != "weight":
            continue
        (user, place) = graph.uses[k][0]
        args = graph.nodes[user].args
        if graph.nodes[user].op == "affine":
            fan, bias = graph.nodes[args[1]].size[1], place == 2
        else:
            fan, bias = len(args) // 2, place == len(args) - 1
        count = max(math.prod(node.size), 1)
        scale = _BIAS * spread if bias else spread / fan**0.5
        found[k] = scale * ctx.randn(count).cpu().numpy().astype(float)
    return found


def with_data(params: Params, graph: Graph, data: Data, values: Tensor) -> Tensor:
    """The flat values with the user's own in their leaves."""
    found = values.clone()
    seen = {"input": 0, "target": 0}
    for k in graph.leaves:
        source = graph.nodes[k].source
        if source in seen:
            a, b = graph.spans[k]
            given = data.values if params.mode == "expression" else data.target if source == "target" else data.sample
            found[a:b] = given[seen[source] : seen[source] + b - a]
            seen[source] += b - a
    return found


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One node forward or backward; of estimators one batch of samples."""
    if params.mode == "estimators":
        return sample(params, state, ctx)
    graph = graph_of(params)
    if state.cursor == 2 * len(graph.order):
        new = state._replace(values=descend(params, graph, state), cursor=0, passes=state.passes + 1)
        new = new._replace(deltas=torch.zeros_like(new.deltas))
    else:
        flat, deltas = advance(graph, state.values.numpy(), state.deltas.numpy(), state.cursor)
        new = state._replace(values=torch.from_numpy(flat), deltas=torch.from_numpy(deltas), cursor=state.cursor + 1)
    last = new.cursor == 2 * len(graph.order) and new.passes == params.passes - 1
    output = float(new.values[-1]) if new.passes or new.cursor >= len(graph.order) else None
    return new, Turn("done" if last else "running", output, *work_so_far(graph, new.cursor))


def descend(params: Params, graph: Graph, state: State) -> Tensor:
    """One step downhill: the variables of an expression, the weights of a net, less the rate times their delta."""
    source = "input" if params.mode == "expression" else "weight"
    values = state.values.clone()
    for k in graph.leaves:
        if graph.nodes[k].source == source:
            a, b = graph.spans[k]
            values[a:b] -= params.rate * state.deltas[a:b]
    return values


def length(params: Params) -> int | None:
    """Each node once forward and once backward in every pass, and an update between; sampling is open."""
    return None if params.mode == "estimators" else params.passes * period(graph_of(params)) - 1


# ---- what is seen


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The graph with what stands beside it, or a random node; and the numbers that are read."""
    drawn = estimators(params, state) if params.mode == "estimators" else _graph(params, state, view, findings)
    return replace(drawn, numbers={**drawn.numbers, "nets_checked": None, **findings["nets"]})


def _graph(params: Params, state: State, view: View, findings: Findings) -> Drawn:
    graph = graph_of(params)
    passes, read, count = Passes(graph, state), read_node(graph, state), len(graph.order)
    check = checking.check(passes, params.h)
    main, drawing_numbers = diagram(passes, read, view)
    numbers = {
        "output": float(passes.values[-1]) if state.passes or state.cursor >= count else None,
        "nodes_done": state.cursor,
        "nodes_all": 2 * count,
        "passes_done": state.passes,
        "forward_phase": state.cursor < count,
        "phase": _phase(params, graph, state),
        "kinks": sum(node.op in KINKED for node in graph.nodes),
        **drawing_numbers,
        **node_numbers(passes, read),
        **checking.check_numbers(check, passes, params.h),
        **cost.cost_numbers(passes, len(check.gradient)),
    }
    if params.beside == "cost":
        scaling, found = cost.scaling_plot(findings["scaling"])
        return Drawn(Figure(plots=(main, scaling, cost.cost_plot()), hint=HINT), numbers | found)
    beside = [checking.steps_plot(check.errors, params.h) if params.beside == "differences" else paths_plot()]
    if params.beside == "check" and params.passes > 1:
        beside.append(descent_plot())
    elif params.beside == "check" and params.mode == "layers":
        jacobian, found = jacobian_plot(graph, check.values, read)
        beside, numbers = [*beside, jacobian], numbers | found
    return Drawn(Figure(plots=(main, *beside, checking.check_plot(check, read)), hint=HINT), numbers)


def _phase(params: Params, graph: Graph, state: State) -> str:
    """What the next step does."""
    if state.cursor == 2 * len(graph.order):
        return "done: every node has its δ" if state.passes == params.passes - 1 else "next: one step downhill"
    node, back = turn(graph, state.cursor)
    name = graph.nodes[node].name
    return f"next: the δ of {name} goes back" if back else f"next: the value of {name}"


JOBS = {"scaling": cost.scaling, "nets": checking.nets}
CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, jobs=JOBS, length=length)
