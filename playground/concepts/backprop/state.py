"""Data and state of a run, how it begins, and one step: one node, or one batch of samples."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params
from playground.concepts.backprop.building import graph_of
from playground.concepts.backprop.estimators import Setting, moments, reparameterised, score, typed_function
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.engine.frame import Status
from playground.engine.run.context import Ctx

MOST_INPUTS = 6
ESTIMATES = 500  # of each kind in a step
BINS = 60
_SPAN = 4.0  # standard deviations of the wider estimator that the histograms cover to each side
_BIAS = 0.3


class Data(NamedTuple):
    """What the user gives.

    Attributes:
        values: of the variables of an expression, (6,), in their order.
        sample: the input of a net, (6,).
        target: its target, (6,).
    """

    values: Tensor
    sample: Tensor
    target: Tensor


class State(NamedTuple):
    """How far the passes are.

    Attributes:
        values: of all nodes, flat; what is not computed yet is 0.
        deltas: of all nodes, flat: sums of what has arrived so far.
        cursor: how many nodes of this pass have been worked on, forward and then backward.
        passes: how many passes ended with an update.
        chosen: the row of the node that is read; -1: that of each step.
        grip: of the value that is being dragged: its row, the first place of the stroke, and the value there, (4,).
        sums: of the estimates, their number, sums and squares: (2, 3), score function first.
        bins: counts of the estimates over the range of the histograms, (2, bins).
    """

    values: Tensor
    deltas: Tensor
    cursor: int
    passes: int
    chosen: int
    grip: Tensor
    sums: Tensor
    bins: Tensor


class Turn(NamedTuple):
    """What is to be seen of a step on a graph.

    Attributes:
        status: done when the last node has handed its delta on in the last pass.
        output: the value of the last node, of the pass before until it is computed; None before.
        forward_work, backward_work: operations of arithmetic so far.
    """

    status: Status
    output: float | None
    forward_work: int
    backward_work: int


class Tally(NamedTuple):
    """What is to be seen of all samples so far; None where there are too few.

    Attributes:
        status: sampling goes on.
        score_mean, path_mean: means of the estimates with the score, and through the sample.
        score_variance, path_variance: their variances.
    """

    status: Status
    score_mean: float | None
    path_mean: float | None
    score_variance: float | None
    path_variance: float | None


Info = Turn | Tally


def filled(given: tuple[float, ...], rest: float) -> Tensor:
    """Six numbers: those that were given, then the rest."""
    return torch.tensor([*given, *[rest] * (MOST_INPUTS - len(given))], dtype=torch.float64)


def make_data(params: Params, ctx: Ctx) -> Data:
    """The values that were typed."""
    return Data(filled(params.values, 1.0), filled(params.sample, 1.0), filled(params.target, 0.0))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """The leaves with their values, nothing else computed."""
    graph = graph_of(params)
    sums, bins = torch.zeros((2, 3), dtype=torch.float64), torch.zeros((2, BINS), dtype=torch.float64)
    grip = torch.full((4,), -1.0, dtype=torch.float64)
    if params.mode == "estimators":
        nothing = torch.zeros(0, dtype=torch.float64)
        return State(nothing, nothing, 0, 0, -1, grip, sums, bins)
    values = np.zeros(graph.numbers)
    weights = drawn(graph, params.spread, ctx) if params.mode != "expression" else {}
    for k in graph.leaves:
        a, b = graph.spans[k]
        values[a:b] = weights.get(k, graph.nodes[k].constant)
    flat = with_data(params, graph, data, torch.from_numpy(values))
    return State(flat, torch.zeros_like(flat), 0, 0, -1, grip, sums, bins)


def first_choice(graph: Graph) -> int:
    """The node that is read at first: the shown leaf with the most uses, where paths meet."""
    shown = [k for k in graph.leaves if graph.nodes[k].shown and graph.nodes[k].source == "input"]
    return max(shown, key=lambda k: len(graph.uses[k]))


def drawn(graph: Graph, spread: float, ctx: Ctx) -> dict[int, Floats]:
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
        count = max(int(np.prod(node.size, dtype=int)), 1)
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


def place_in_data(graph: Graph, leaf: int) -> int:
    """Which number of its data a leaf of one number shows."""
    source = graph.nodes[leaf].source
    return sum(
        graph.spans[k][1] - graph.spans[k][0] for k in graph.leaves if k < leaf and graph.nodes[k].source == source
    )


# ---- one step


def period(graph: Graph) -> int:
    """The steps of a pass forward, a pass backward, and an update."""
    return 2 * len(graph.order) + 1


def turn(graph: Graph, cursor: int) -> tuple[int, bool]:
    """The node that a step of a pass works on, and whether it goes backward."""
    count = len(graph.order)
    return (graph.order[cursor], False) if cursor < count else (graph.order[2 * count - 1 - cursor], True)


def moved(graph: Graph, flat: Floats, deltas: Floats, cursor: int) -> tuple[Floats, Floats]:
    """Values and deltas after one more node; both are new."""
    k, back = turn(graph, cursor)
    values = graph.unpacked(flat)
    if not back:
        values[k] = graph.value(k, values)
        return graph.packed(values), deltas
    sums = graph.unpacked(deltas)
    if k == len(graph.nodes) - 1:
        sums[k] = np.ones(())
    graph.hand_on(k, values, sums)
    return flat, graph.packed(sums)


def replayed(graph: Graph, leaves: Tensor, cursor: int) -> tuple[Tensor, Tensor]:
    """Values and deltas at a cursor, computed anew from the leaves in a flat vector."""
    flat = leaves.numpy().copy()
    for k in graph.order:
        a, b = graph.spans[k]
        flat[a:b] = 0.0
    deltas = np.zeros_like(flat)
    for done in range(cursor):
        flat, deltas = moved(graph, flat, deltas, done)
    return torch.from_numpy(flat), torch.from_numpy(deltas)


def work_so_far(graph: Graph, cursor: int) -> tuple[int, int]:
    """Operations of arithmetic up to a cursor, forward and backward."""
    forward = backward = 0
    for done in range(cursor):
        k, back = turn(graph, done)
        cost = graph.work(k)
        forward, backward = (forward, backward + cost[1]) if back else (forward + cost[0], backward)
    return forward, backward


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One node forward or backward; of estimators one batch of samples."""
    if params.mode == "estimators":
        return _sampled(params, state, ctx)
    graph = graph_of(params)
    if state.cursor == 2 * len(graph.order):
        new = state._replace(values=updated(params, graph, state), cursor=0, passes=state.passes + 1)
        new = new._replace(deltas=torch.zeros_like(new.deltas))
    else:
        flat, deltas = moved(graph, state.values.numpy(), state.deltas.numpy(), state.cursor)
        new = state._replace(values=torch.from_numpy(flat), deltas=torch.from_numpy(deltas), cursor=state.cursor + 1)
    last = new.cursor == 2 * len(graph.order) and new.passes == params.passes - 1
    output = float(new.values[-1]) if new.passes or new.cursor >= len(graph.order) else None
    return new, Turn("done" if last else "running", output, *work_so_far(graph, new.cursor))


def updated(params: Params, graph: Graph, state: State) -> Tensor:
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


# ---- samples


def setting_of(params: Params) -> Setting:
    """What is estimated."""
    return Setting(*typed_function(params.function), params.mu, params.sigma, params.by, params.baseline)


@lru_cache(maxsize=64)
def histogram_range(params: Params) -> tuple[float, float]:
    """The range of both histograms: the exact mean, and four standard deviations of the wider estimator."""
    setting, many = setting_of(params), params.average
    middle, spreads = 0.0, [1e-3]
    for estimate in (score, reparameterised):
        found = moments(estimate, setting)
        if np.isfinite(found.mean) and np.isfinite(found.variance):
            middle = found.mean
            spreads.append((found.variance / many) ** 0.5)
    return middle - _SPAN * max(spreads), middle + _SPAN * max(spreads)


def _sampled(params: Params, state: State, ctx: Ctx) -> tuple[State, Info]:
    """More estimates of both kinds from the same random numbers."""
    setting = setting_of(params)
    eps = ctx.randn(ESTIMATES, params.average).cpu().numpy()
    low, high = histogram_range(params)
    sums, bins = state.sums.numpy().copy(), state.bins.numpy().copy()
    for row, estimate in enumerate((score, reparameterised)):
        with np.errstate(all="ignore"):
            found = estimate(setting, eps).mean(1)
        found = found[np.isfinite(found)]
        sums[row] += (len(found), found.sum(), (found * found).sum())
        bins[row] += np.histogram(found, BINS, (low, high))[0]
    new = state._replace(sums=torch.from_numpy(sums), bins=torch.from_numpy(bins), cursor=state.cursor + 1)
    return new, tally(new)


def tally(state: State) -> Tally:
    """Means and variances of both estimators so far."""
    means: list[float | None] = []
    variances: list[float | None] = []
    for count, total, squares in state.sums.tolist():
        mean = total / count if count else 0.0
        means.append(mean if count else None)
        variances.append(max(squares - count * mean * mean, 0.0) / (count - 1) if count > 1 else None)
    return Tally("running", *means, *variances)
