"""The spectral view: the signal's spectrum, the filter, and how near Chebyshev's polynomial or the heat has come."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.spectral import HEAT_STEP, coefficient, distinct, filtered, response
from playground.concepts.graphs.state import State
from playground.engine.frame import Scalar

Shown = dict[str, Tensor | Scalar]

_POINTS = 160


def spectral(params: Params, data: Data, state: State) -> Shown:
    """Arrays and numbers of the spectral view."""
    graph, x = state.graph, state.first[:, 0]
    heat = params.process == "heat"
    result = state.total if state.rounds or heat else coefficient(params, 0, state.top) * x
    shown: Shown = {
        "node_values": (x if params.picture == "signal" else result).contiguous(),
        "lambda_max": state.top,
        "time_passed": state.rounds * HEAT_STEP if heat else None,
        "is_heat": heat,
        "is_chebyshev": not heat,
        "leak": _beyond(state, x, result) if not heat else None,
        "bounded": _bounded(x, result) if heat else None,
        "wave_number": state.wave,
        "fiedler_agree": _agreement(data, state),
    }
    if graph.spectrum is None or graph.waves is None:
        nothing = torch.zeros(0, dtype=torch.float64)
        names = ("spectrum_stems", "spectrum_points", "wave_values", "wave_at", "filter_x", "filter_y", "series_y")
        shown |= dict.fromkeys(names, nothing)
        shown |= {"spectrum_ids": torch.zeros(0, dtype=torch.int64)}
        return shown | {"wave_lambda": None, "power_gap": None, "filter_gap": None, "small_graph": False}
    return shown | _spectrum(params, state, x, result)


def _spectrum(params: Params, state: State, x: Tensor, result: Tensor) -> Shown:
    graph, top = state.graph, state.top
    assert graph.spectrum is not None
    assert graph.waves is not None
    values = graph.spectrum.clamp(min=0.0)
    parts = graph.waves.T @ x
    _, power = distinct(values, parts**2)
    size = parts.abs()
    gains = torch.exp(-state.rounds * HEAT_STEP * values) if params.process == "heat" else response(params, values)
    exact = filtered(graph.spectrum, graph.waves, gains, x)
    gap = float((result - exact).abs().max())
    scale = float(exact.abs().max())
    along = torch.linspace(0, top, _POINTS, dtype=torch.float64)
    smooth = float((values * parts**2).sum())
    edges = x[graph.source] - x[graph.target]
    quadratic = float((edges**2).sum()) / 2
    k = state.wave
    return {
        "spectrum_stems": torch.stack([values, torch.zeros_like(values), values, size], 1),
        "spectrum_points": torch.stack([values, size], 1),
        "spectrum_ids": torch.arange(graph.n),
        "wave_values": graph.waves[:, k].contiguous(),
        "wave_at": torch.stack([values[k], size[k]]),
        "wave_lambda": float(values[k]),
        "filter_x": along,
        "filter_y": torch.exp(-state.rounds * HEAT_STEP * along)
        if params.process == "heat"
        else response(params, along),
        "series_y": _series(params, state.rounds, along, top),
        "power_gap": abs(quadratic - smooth) / max(abs(quadratic), 1e-12),
        "filter_gap": gap / scale if scale > 0 else gap,
        "distinct_count": len(power),
        "small_graph": True,
    }


def _series(params: Params, order: int, along: Tensor, top: float) -> Tensor:
    """Chebyshev's polynomial of this order at eigenvalues, shape (points,)."""
    if params.process == "heat":
        return torch.full_like(along, math.nan)
    t = 2 * along / top - 1
    before, term = torch.ones_like(t), t
    total = coefficient(params, 0, top) * before
    for k in range(1, order + 1):
        total = total + coefficient(params, k, top) * term
        before, term = term, 2 * t * term - before
    return total


def _beyond(state: State, x: Tensor, result: Tensor) -> float | None:
    """The largest result at nodes that are further than the order from all nodes with a signal."""
    distance = state.graph.distance
    sources = (x != 0).nonzero()[:, 0]
    if distance is None or not len(sources):
        return None
    hops = torch.where(distance < 0, state.graph.n, distance)[:, sources].min(1).values
    return float((result.abs() * (hops > state.rounds)).max())


def _bounded(x: Tensor, result: Tensor) -> bool:
    """The maximum principle: heat is nowhere hotter or colder than at first."""
    slack = 1e-9 * max(1.0, float(x.abs().max()))
    return bool(result.max() <= x.max() + slack) and bool(result.min() >= x.min() - slack)


def _agreement(data: Data, state: State) -> int | None:
    """On how many nodes of known class the signs of the second mode agree with the two classes."""
    waves, known = state.graph.waves, data.classes >= 0
    if waves is None or data.n < 2 or not bool(known.any()):
        return None
    up = waves[known, 1] > 0
    same = int((up == (data.classes[known] == 1)).sum())
    return max(same, int(known.sum()) - same)
