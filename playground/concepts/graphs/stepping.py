"""One step: a round of messages or one node of it, an epoch, a refinement, a Chebyshev order, or a while of heat."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.graphs import Params, renumbering, training
from playground.concepts.graphs.algebra import dirichlet, neighbours
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.passing import Coupling, applied, coupling_of, largest, matrix, remedied, spread
from playground.concepts.graphs.rounds import limit
from playground.concepts.graphs.spectral import HEAT_STEP, coefficient, times_laplacian
from playground.concepts.graphs.state import MOST_ROUNDS, State, threads, values_now
from playground.concepts.graphs.wl import refined
from playground.engine.frame import Status
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx

MOST_ORDERS = 64
MOST_HEAT = 400
_LOST = 1e100  # sums that grow without bound are stopped well before the largest number


class Info(NamedTuple):
    """What came of the last step; the numbers are metrics of the same names, None in other views."""

    status: Status
    dirichlet_energy: float | None = None
    distance_to_limit: float | None = None
    loss: float | None = None
    accuracy: float | None = None


def length(params: Params) -> int | None:
    """The last step where it is known beforehand."""
    if params.mode == "training":
        return params.epochs
    if params.mode in ("messages", "squashing"):
        return params.rounds or None if params.update == "all" else None
    if params.mode == "spectral":
        return MOST_ORDERS if params.process == "chebyshev" else MOST_HEAT
    return None


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One step of the chosen view."""
    match params.mode:
        case "training":
            return _epoch(params, data, state)
        case "wl":
            return _refinement(state)
        case "renumber":
            return renumbering.turned(params, data, state, ctx), Info("running")
        case "crowd":
            return state, Info("done")
        case "spectral":
            return _order(params, state) if params.process == "chebyshev" else _heat(params, state)
    return _round(params, state) if params.update == "all" else _one_node(params, state)


# ---- messages


def _next_values(params: Params, state: State) -> tuple[Coupling, Tensor, Tensor]:
    """How the coming round combines the values, what comes out, and what a remedy makes of it."""
    coupling = coupling_of(params.layer, state.graph, state.x, params.sharpness)
    if params.layer == "sage_max":
        best, _ = largest(state.graph, state.x)
        out = (state.x + best) / 2
    else:
        out = applied(state.graph, coupling, state.x)
    if len(state.W):
        out = torch.relu(out @ state.W)
    return coupling, out, remedied(params.remedy, state.x, out, state.first)


def _after_round(params: Params, state: State, coupling: Coupling, out: Tensor, x: Tensor) -> State:
    """The state after a whole round that gave `out`, of which a remedy made `x`."""
    power = state.power
    if power is not None:
        once = matrix(state.graph, coupling) @ power
        power = remedied(params.remedy, power, once, torch.eye(len(power), dtype=torch.float64))
        if params.remedy == "pairnorm":
            # The scale is held as it was.
            power = (once - once.mean(0)) / (spread(out) or 1.0)
    history = torch.cat([state.history[-MOST_ROUNDS + 1 :], x[threads(state.graph.n), 0][None]])
    now = state._replace(x=x, ahead=x, position=0, rounds=state.rounds + 1, coupling=coupling, power=power)
    return now._replace(sent=state.x[:, 0].contiguous(), history=history)


def _round(params: Params, state: State) -> tuple[State, Info]:
    coupling, out, x = _next_values(params, state)
    new = _after_round(params, state, coupling, out, x)
    return new, _info(params, _status(params, new), new)


def _one_node(params: Params, state: State) -> tuple[State, Info]:
    """The next node of the round; all read the values of the round before."""
    coupling, out, x = _next_values(params, state)
    if state.position + 1 < state.graph.n:
        new = state._replace(ahead=x, position=state.position + 1, focus=state.position, coupling=coupling)
        return new, _info(params, "running", new)
    new = _after_round(params, state, coupling, out, x)._replace(focus=state.graph.n - 1)
    return new, _info(params, _status(params, new), new)


def _info(params: Params, status: Status, state: State) -> Info:
    x = values_now(state)
    end = limit(params, state.graph, x)
    distance = None if end is None else float((x - end).norm())
    return Info(status, dirichlet_energy=dirichlet(state.graph, x), distance_to_limit=distance)


def _status(params: Params, state: State) -> Status:
    ended = 0 < params.rounds <= state.rounds
    if float(state.x.abs().max()) > _LOST:
        return "done" if ended else "diverging"
    return "done" if ended and params.update == "one" else "running"


# ---- training


def _epoch(params: Params, data: Data, state: State) -> tuple[State, Info]:
    if state.net is None:
        return state, Info("done")
    rounds = state.rounds + 1
    net = training.trained(params.layer, state.graph, data.given, params.heads, state.net, params.rate, rounds)
    new = state._replace(net=net, rounds=rounds)
    loss = net.loss if bool((data.given >= 0).any()) else None
    return new, Info("running", loss=loss, accuracy=training.accuracy(net.logits, data.classes, data.given))


# ---- colour refinement


def _refinement(state: State) -> tuple[State, Info]:
    """One round; the run ends once the number of classes stops growing."""
    colours = state.colours.tolist()
    new = refined(colours, neighbours(state.graph))
    if len(set(new)) == len(set(colours)):
        return state._replace(stable=True), Info("converged")
    return state._replace(colours=torch.tensor(new), rounds=state.rounds + 1), Info("running")


# ---- spectral


def _order(params: Params, state: State) -> tuple[State, Info]:
    """One more term of Chebyshev's series of the filter; order 0 stands before the first step."""
    k, top = state.rounds + 1, state.top
    scaled = 2 * times_laplacian(state.graph, state.term) / top - state.term
    term = scaled if k == 1 else 2 * scaled - state.before
    base = state.total if state.rounds else coefficient(params, 0, top) * state.first[:, 0]
    total = base + coefficient(params, k, top) * term
    new = state._replace(before=state.term, term=term, total=total, rounds=k)
    return new, Info("done" if k >= MOST_ORDERS else "running")


def _heat(params: Params, state: State) -> tuple[State, Info]:
    """Follows x' = -L x for a time of 0.05 by the classical Runge-Kutta method, in stable parts."""
    parts = max(1, math.ceil(HEAT_STEP * state.top))
    h, x = HEAT_STEP / parts, state.total
    for _ in range(parts):
        give_way()
        a = -times_laplacian(state.graph, x)
        b = -times_laplacian(state.graph, x + h / 2 * a)
        c = -times_laplacian(state.graph, x + h / 2 * b)
        d = -times_laplacian(state.graph, x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
    rounds = state.rounds + 1
    return state._replace(total=x, rounds=rounds), Info("done" if rounds >= MOST_HEAT else "running")
