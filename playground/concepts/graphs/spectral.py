"""The view on graph Fourier: filters in the spectrum, by polynomials and Chebyshev's recursion, and heat."""

from __future__ import annotations

import math
from dataclasses import replace

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import Graph
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Lines, Points, Ring

HEAT_STEP = 0.05
ALONE = 1e-8  # how far an eigenvalue is from the next if its mode is the only one
POINTS = 160  # of the curve of a filter
_NODES = 256  # at which a filter is read for its Chebyshev coefficients
_ANGLES = math.pi * (torch.arange(_NODES, dtype=torch.float64) + 0.5) / _NODES


def response(params: Params, values: Tensor) -> Tensor:
    """The chosen filter at eigenvalues."""
    match params.filter:
        case "low":
            return (values <= params.cut + 1e-9).to(torch.float64)
        case "high":
            return (values > params.cut + 1e-9).to(torch.float64)
        case "heat":
            return torch.exp(-params.time * values)
    total = torch.zeros_like(values)
    for alpha in reversed(params.coefficients):
        total = total * values + alpha
    return total


def filtered(spectrum: Tensor, waves: Tensor, gains: Tensor, x: Tensor) -> Tensor:
    """U diag(gains) U' x, shape (n,)."""
    return waves @ (gains * (waves.T @ x))


def times_laplacian(graph: Graph, x: Tensor) -> Tensor:
    """L x without the matrix: degree times the value minus the sum of the neighbours, shape (n,)."""
    return graph.degree * x - torch.zeros_like(x).index_add(0, graph.target, x[graph.source])


def coefficient(params: Params, order: int, top: float) -> float:
    """The Chebyshev coefficient of the filter on [0, top], by the discrete cosine transform at 256 nodes."""
    values = response(params, top * (_ANGLES.cos() + 1) / 2)
    scale = 1.0 if order == 0 else 2.0
    return float(scale * (values * (order * _ANGLES).cos()).mean())


def chebyshev_terms(times: Tensor, x: Tensor, terms: int) -> list[Tensor]:
    """T_k(M) x for k = 0 to terms - 1 with T_k = 2 M T_(k-1) - T_(k-2), M a matrix with eigenvalues in [-1, 1]."""
    found = [x]
    if terms > 1:
        found.append(times @ x)
    while len(found) < terms:
        found.append(2 * (times @ found[-1]) - found[-2])
    return found[:terms]


def powers(L: Tensor, x: Tensor, alphas: list[float]) -> Tensor:
    """sum_k alpha_k L^k x, from k = 0, by Horner's rule."""
    total = torch.zeros_like(x)
    for alpha in reversed(alphas):
        total = L @ total + alpha * x
    return total


def distinct(values: Tensor, parts: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues without repetition and the sums of their parts: what does not depend on the eigenvectors chosen."""
    if not len(values):
        return values, parts
    fresh = torch.ones(len(values), dtype=torch.bool)
    fresh[1:] = values[1:] - values[:-1] > 1e-8 * max(1.0, float(values.abs().max()))
    group = fresh.long().cumsum(0) - 1
    sums = torch.zeros(int(group[-1]) + 1, dtype=torch.float64).index_add_(0, group, parts)
    return values[fresh].contiguous(), sums


# ---- what is shown


def spectral(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """Signal or result on the graph, the signal's spectrum, the filter, and a mode; spectra up to 400 nodes."""
    graph, x, k = state.graph, state.first[:, 0], state.wave
    result = state.total if state.rounds or params.process == "heat" else coefficient(params, 0, state.top) * x
    title, shown = ("Signal", x) if params.picture == "signal" else ("Result", result)
    layer = replace(
        nodes(params, data, state, findings), values=shown, hover="{values}", symbol="x", key="value, 0 in the middle"
    )
    values, waves = torch.zeros(0, dtype=torch.float64), torch.zeros(data.n, 0, dtype=torch.float64)
    if graph.spectrum is not None and graph.waves is not None:
        values, waves = graph.spectrum.clamp(min=0.0), graph.waves
    parts = waves.T @ x
    numbers = {
        "lambda_max": state.top,
        "wave_number": k,
        "wave_lambda": float(values[k]) if len(values) else None,
        "fiedler_agree": _agreement(data, values, waves),
    }
    if params.process == "heat":
        numbers |= {"time_passed": state.rounds * HEAT_STEP, "bounded": _bounded(x, result)}
    else:
        numbers["leak"] = _beyond(state, x, result)
    if len(values):
        exact = waves @ (_gains(params, state, values) * parts)
        gap, scale = float((result - exact).abs().max()), float(exact.abs().max())
        numbers["filter_gap"] = gap / scale if scale > 0 else None
        numbers["power_gap"] = _power_gap(graph, x, values, parts)
    wave, bare = waves[:, k : k + 1].flatten(), replace(layer, symbol="", key="", scale=0.6)
    plots = (
        network(params, data, layer, title, "{node_count} nodes, {edge_count} edges"),
        _spectrum(values, parts.abs(), k),
        _filter(params, state, POINTS if len(values) else 0),
        Plot(
            name="wave",
            title="Mode {wave_number}",
            badge="exact",
            unit="λ = {wave_lambda:3}",
            plane=True,
            axes=False,
            layers=(replace(bare, name="wave", values=wave, sizes="", mark="", words=""),),
        ),
    )
    return Drawn(Figure(plots=plots, hint="Click an eigenvalue, shift-click nodes to paint a signal"), numbers)


def _gains(params: Params, state: State, values: Tensor) -> Tensor:
    """What the result is to have of each eigenvalue: the filter, or what the heat has left by now."""
    if params.process == "heat":
        return torch.exp(-state.rounds * HEAT_STEP * values)
    return response(params, values)


def _power_gap(graph: Graph, x: Tensor, values: Tensor, parts: Tensor) -> float | None:
    """The relative gap between x'Lx, as a sum over the edges, and the sum of λ times the power; None if that is 0."""
    edges = x[graph.source] - x[graph.target]
    quadratic = float((edges**2).sum()) / 2
    return abs(quadratic - float((values * parts**2).sum())) / quadratic if quadratic > 0 else None


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


def _agreement(data: Data, values: Tensor, waves: Tensor) -> int | None:
    """On how many nodes of known class the signs of mode 1 agree with the two classes.

    None where there are no classes, and where mode 1 is one choice of many: its eigenvalue is that of another mode.
    """
    known = data.classes >= 0
    if waves.shape[1] < 2 or not bool(known.any()) or bool((values[1] - values).abs().sort().values[1] < ALONE):
        return None
    same = int(((waves[known, 1] > 0) == (data.classes[known] == 1)).sum())
    return max(same, int(known.sum()) - same)


def _spectrum(values: Tensor, size: Tensor, wave: int) -> Plot:
    """The size of the signal's part at each eigenvalue, the chosen one ringed."""
    points = torch.stack([values, size], 1)
    return Plot(
        name="spectrum",
        title="Spectrum of the signal",
        badge="exact",
        unit="|x̂| at each eigenvalue",
        x=Axis(label="λ", zero=True),
        y=Axis(zero=True),
        layers=(
            Lines(
                name="stems",
                role="muted",
                xy=torch.stack([values, torch.zeros_like(values), values, size], 1),
                dash="solid",
            ),
            Points(name="modes", xy=points, hover="mode {id}, λ = {x}", symbol="x̂ λ"),
            Ring(name="wave", role="now", xy=points[wave : wave + 1]),
        ),
        mouse=(Mouse(on="click", target="modes", kind="wave", take={"mode": "id"}, label="show this mode"),),
        empty=len(values) > 0,
        empty_text="Spectra are computed up to 400 nodes",
        empty_keys="choose fewer nodes",
    )


def _filter(params: Params, state: State, points: int) -> Plot:
    """The filter, and Chebyshev's polynomial or what time has made of it."""
    along = torch.linspace(0, state.top, points, dtype=torch.float64)
    heat = params.process == "heat"
    exact = Curve(name="exact", role="theory", x=along, y=_gains(params, state, along), text="exact", outcome=heat)
    more = () if heat else (Curve(name="series", x=along, y=_series(params, state, along), outcome=True),)
    return Plot(
        name="filter",
        title="Filter",
        badge="exact",
        unit="exp(−t λ), t = {time_passed}" if heat else "order {rounds_done}, error {filter_gap}",
        x=Axis(label="λ", zero=True),
        y=Axis(zero=True),
        layers=(exact, *more),
    )


def _series(params: Params, state: State, along: Tensor) -> Tensor:
    """Chebyshev's polynomial of the present order at eigenvalues, shape as `along`."""
    t = 2 * along / state.top - 1
    before, term = torch.ones_like(t), t
    total = coefficient(params, 0, state.top) * before
    for k in range(1, state.rounds + 1):
        total = total + coefficient(params, k, state.top) * term
        before, term = term, 2 * t * term - before
    return total
