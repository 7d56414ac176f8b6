"""What rounds of messages do to values, in both views in which they travel: sums, energy, limit, and who was heard."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import Graph, decay, dirichlet, stationary
from playground.concepts.graphs.state import State, values_now
from playground.texts.sums import products

_WRITTEN_OUT = 8  # summands
ENDLESS = 64  # rounds of theory that are drawn at first where there is no last round


def limit(params: Params, graph: Graph, x: Tensor) -> Tensor | None:
    """What the values (n, f) become after ever more rounds, or None where there is no limit that is known."""
    if params.weights == "random" or params.remedy not in ("nothing", "skip"):
        return None
    match params.layer:
        case "gcn":
            # Two halves without self loops change places for ever, unless half of the old is kept.
            return None if graph.swings and params.remedy == "nothing" else stationary(graph, x)
        case "mean":
            return stationary(graph, x, graph.degree + 1)
        case "sage":
            return stationary(graph, x, graph.degree)
        case "alone":
            return x
    return None


def rounds(params: Params, state: State) -> dict[str, Any]:
    """Numbers of all values, of the sum of the chosen node, and of who has heard of whom."""
    graph, x, i = state.graph, values_now(state), state.focus
    energy, square, size = dirichlet(graph, x), float((x * x).sum()), float(x.norm())
    end, rate = limit(params, graph, x), decay(graph)
    distance = None if end is None else float((x - end).norm())
    coming, own = graph.target == i, float(state.coupling.own[i])
    weights = state.coupling.along[coming]
    before = state.x[:, 0] if state.position else state.sent
    return {
        "dirichlet_energy": energy,
        "energy_share": energy / square if square > 0 else None,
        "distance_to_limit": distance,
        "relative_distance": distance / size if distance is not None and size > 0 else None,
        "decay_factor": rate,
        "decay_squared": None if rate is None else rate**2,
        "rate_gap": _rate_gap(state, energy, rate),
        "chosen_value": float(x[i, 0]),
        "own_weight": own,
        "message_weights": weights,
        "own_before": float(before[i]),
        "message_values": before[graph.source[coming]],
        "weights_sum": own + float(weights.sum()),
        "hand_sum": _by_hand(params, state, coming),
        **_heard(state),
    }


def _by_hand(params: Params, state: State, coming: Tensor) -> str:
    """The sum that gave the chosen node its value, in digits; empty where a round is no such sum, or a long one."""
    done = state.rounds > state.base and not state.position and state.x.shape[1] == 1
    if not done or params.weights == "random" or params.remedy != "nothing" or params.layer in ("sage_max", "gin"):
        return ""
    rows = [state.focus, *state.graph.source[coming].tolist()]
    if len(rows) > _WRITTEN_OUT:
        return ""
    weights = [float(state.coupling.own[state.focus]), *state.coupling.along[coming].tolist()]
    return products(weights, state.sent[rows].tolist(), 3)


def _rate_gap(state: State, energy: float, rate: float | None) -> float | None:
    """By how much the energy over that before the round differs from the square of the decay factor."""
    if rate is None or state.position or state.rounds == state.base or state.x.shape[1] > 1:
        return None
    before = dirichlet(state.graph, state.sent[:, None])
    return abs(energy / before - rate**2) if before > 0 else None


def _heard(state: State) -> dict[str, Any]:
    """How many nodes the chosen one has heard of, and the largest influence from further away than the rounds."""
    power, distance, k = state.power, state.graph.distance, state.rounds - state.base
    if power is None or distance is None:
        return {"leak": None, "reached": None}
    near = (distance >= 0) & (distance <= k)
    return {"leak": float((power.abs() * ~near).max()), "reached": int(near[state.focus].sum())}


def verdicts(k: Tensor, state: State) -> dict[str, Any]:
    """Whether there is a theory of rounds `k`, and whether it says that the values settle or swing for ever."""
    return {
        "has_theory": len(k) > 0,
        "fading": len(k) > 0 and not state.graph.swings,
        "swinging": len(k) > 0 and state.graph.swings,
    }


def theory(params: Params, state: State) -> tuple[Tensor, Tensor]:
    """Rounds, and log10 of the energy of the slowest mode after each, (1 - mu) c^2 mu^(2k), both (rounds,).

    Both are empty where that is not known: it is of GCN layers with fixed weights and without a remedy.
    """
    graph, nothing = state.graph, torch.zeros(0)
    fits = params.layer == "gcn" and params.remedy == "nothing" and params.weights == "fixed"
    if not fits or graph.rates is None or graph.modes is None or graph.n <= graph.ones:
        return nothing, nothing
    rates, modes = graph.rates[: graph.n - graph.ones], graph.modes[:, : graph.n - graph.ones]
    slowest = float(rates.abs().max())
    same = (rates.abs() - slowest).abs() < 1e-9
    size = (((modes.T @ state.first) ** 2).sum(1) * (1 - rates))[same].sum()
    if float(size) < 1e-20 or slowest < 1e-9:
        return nothing, nothing
    last = params.rounds or max(ENDLESS, state.rounds)
    k = torch.arange(state.base, max(last, state.base + 1) + 1, dtype=torch.float64)
    return k, torch.log10(size) + 2 * (k - state.base) * math.log10(slowest)
