"""The view on messages: the values of the nodes, who reaches whom, and how the values lose their differences."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes, widths
from playground.concepts.graphs.passing import matrix
from playground.concepts.graphs.rounds import rounds, theory
from playground.concepts.graphs.state import State, values_now
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Image, Lines, Trace

CELLS = 80  # of the matrix of a large graph
STEPS = Axis(label="step", whole=True, zero=True)
DISTANCE = Plot(
    name="distance",
    title="Distance to the limit",
    unit="limit: √(d + 1) in each component",
    x=STEPS,
    y=Axis(log=True),
    layers=(Trace(name="distance", series="distance_to_limit", log=True, text="{distance_to_limit}", outcome=True),),
)


def messages(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """Values on the graph, the matrix of influences, and energy and distance to the limit against the rounds."""
    layer = replace(
        nodes(params, data, state, findings),
        values=values_now(state)[:, 0],
        strong=(data.edges == state.focus).any(1),
        widths=widths(data, state, state.coupling.along) if params.layer == "gat" else "",
        hover="{values}",
        symbol="h",
    )
    k, slowest = theory(params, state)
    numbers = rounds(state) | {"has_theory": len(k) > 0}
    heard = f"who reaches whom; node {data.label(state.focus)} hears {numbers['reached']}"
    numbers["matrix_words"] = "edges in blocks of nodes" if state.power is None else heard
    unit = "round {rounds_done}; node {chosen_name} = {chosen_value:4}"
    plots = (
        network(params, data, layer, "Values on the graph", unit),
        _matrix(data, state),
        _energy(k, slowest),
        DISTANCE,
    )
    hint = "Press the right arrow: one round of messages. Click a node for its sum"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


def _matrix(data: Data, state: State) -> Plot:
    """The product of all couplings: row i, column j is ∂h_i/∂x_j; before the first round the coupling itself."""
    n, power = data.n, state.power
    below, above = n - state.focus - 1, n - state.focus
    row = torch.tensor([[0, below], [n, below], [n, above], [0, above], [0, below]], dtype=torch.float64)
    if power is None:
        reach = _blocks(data)
    else:
        reach = power if state.rounds > state.base else matrix(state.graph, state.coupling)
    return Plot(
        name="matrix",
        title="Coupling of the nodes",
        unit="{matrix_words}",
        plane=True,
        axes=False,
        layers=(
            Image(name="reach", z=reach, linked="nodes"),
            Lines(name="row", role="now", xy=row[:0] if power is None else row, dash="solid", found=False),
        ),
        mouse=(Mouse(on="click", target="reach", kind="choose_row", take={"row": "row"}, label="choose its node"),),
    )


def _blocks(data: Data) -> Tensor:
    """log(1 + edges) between blocks of nodes, for graphs that are too large for their matrix, (80, 80)."""
    cell = data.edges * CELLS // data.n
    counts = torch.bincount(cell[:, 0] * CELLS + cell[:, 1], minlength=CELLS**2).reshape(CELLS, CELLS)
    return (counts + counts.T).to(torch.float64).log1p()


def _energy(k: Tensor, slowest: Tensor) -> Plot:
    """The energy, and that of the slowest mode after k rounds by theory."""
    return Plot(
        name="energy",
        title="Dirichlet energy",
        unit="how much neighbours differ",
        x=STEPS,
        y=Axis(log=True),
        layers=(
            Curve(name="theory", role="theory", x=k, y=slowest, text="theory", show="has_theory"),
            Trace(name="energy", series="dirichlet_energy", log=True, text="{dirichlet_energy}", outcome=True),
        ),
    )
