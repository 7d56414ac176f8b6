"""The view on messages: the values of the nodes, who reaches whom, and how the values lose their differences."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes, widths
from playground.concepts.graphs.passing import matrix
from playground.concepts.graphs.rounds import rounds, theory, verdicts
from playground.concepts.graphs.state import State, threads, values_now
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Graph, Image, Lines, Messages, Threads, Trace
from playground.figures.values import Range

CELLS = 80  # of the matrix of a large graph
MOST_EDGES = 300  # with the messages of all nodes; of more those to the chosen one alone
WAY = (0.12, 0.5, 0.88)  # where messages stand while a round goes on in slow motion, as shares of their way
FIRST = 2.0  # how many times the later values a first value may be to be within the range
STEPS = Axis(label="step", whole=True, zero=True)


def messages(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """Values and messages on the graph, all values over the rounds, the energy, and the matrix of influences."""
    values = values_now(state)[:, 0]
    layer = replace(
        nodes(params, data, state, findings),
        values=values,
        strong=(data.edges == state.focus).any(1),
        widths=widths(data, state, state.coupling.along) if params.layer == "gat" else "",
        hover="{values}",
        symbol="h",
        part=len(WAY) - 1,
        key="value, 0 in the middle",
    )
    k, slowest = theory(params, state)
    numbers = rounds(params, state) | verdicts(k, state)
    heard = f"who reaches whom; node {data.label(state.focus)} hears {numbers['reached']}"
    numbers["matrix_words"] = "edges in blocks of nodes" if state.power is None else heard
    unit = "round {rounds_done}; node {chosen_name} = {chosen_value:4}"
    graph = network(params, data, layer, "Values on the graph", unit)
    plots = (
        replace(graph, layers=(*graph.layers, *_travelling(data, state, layer, values))),
        _ribbon(params, state),
        _energy(k, slowest),
        _matrix(data, state),
    )
    hint = "Press the right arrow: one round of messages. Click a node for its sum"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


def _travelling(data: Data, state: State, layer: Graph, values: Tensor) -> tuple[Messages, ...]:
    """The messages a_ij x_j of the last round, at three places of their way; at rest the last one is seen."""
    graph, sent = state.graph, state.x[:, 0] if state.position else state.sent
    to_chosen = graph.target == state.focus
    seen = to_chosen if state.position or len(data.edges) > MOST_EDGES else torch.ones_like(to_chosen)
    if state.rounds == state.base and not state.position:
        seen = torch.zeros_like(to_chosen)
    most = float(values.abs().max()) or 1.0
    sizes = (state.coupling.along * sent[graph.source]).abs()[seen]
    dots = Messages(
        name="messages",
        role="muted",
        xy=layer.xy,
        pairs=torch.stack([graph.source, graph.target], 1)[seen],
        sizes=sizes,
        values=sent[graph.source][seen],
        levels=torch.tensor([-most, most]),
        node_sizes=layer.sizes,
        strong=to_chosen[seen],
        moment=True,
        symbol="x",
    )
    last = len(WAY) - 1
    return tuple(
        replace(dots, name=f"messages {part + 1}", part=part, at=at, key="message, by its size" if part == last else "")
        for part, at in enumerate(WAY)
    )


def _ribbon(params: Params, state: State) -> Plot:
    """All values over the rounds, and those of the chosen node."""
    kept, history = threads(state.graph.n), state.history
    along = torch.arange(state.rounds - len(history) + 1, state.rounds + 1, dtype=torch.float64)
    mine = (kept == state.focus).nonzero().flatten()
    chosen = history[:, mine[0]] if len(mine) else history[:, 0][:0]
    some, sizes = state.graph.n > len(kept), history.abs().amax(1)
    # First values that are far larger than all later ones would press these into a line.
    most = float(sizes.max()) if len(sizes) < 2 else min(float(sizes.max()), FIRST * float(sizes[1:].max()))
    most = 1.1 * most or 1.0
    return Plot(
        name="ribbon",
        title="All values",
        badge="exact",
        unit=f"{len(kept)} of {{node_count}} nodes" if some else "a line a node",
        x=Axis(label="round", whole=True, zero=True, range=(0.0, 1.2 * params.rounds) if params.rounds else "auto"),
        y=Axis(range=Range(-most, most)),
        layers=(
            Threads(name="values", role="muted", x=along, y=history.T.contiguous(), outcome=True, part=len(WAY) - 1),
            Curve(
                name="chosen",
                x=along[: len(chosen)],
                y=chosen,
                text="node {chosen_name}",
                outcome=True,
                part=len(WAY) - 1,
            ),
        ),
    )


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
        badge="exact",
        unit="{matrix_words}",
        plane=True,
        axes=False,
        layers=(
            Image(name="reach", z=reach, linked="nodes", part=len(WAY) - 1, key="darker: hears more"),
            Lines(
                name="row",
                role="now",
                xy=row[:0] if power is None else row,
                dash="solid",
                found=False,
                key="row of node {chosen_name}",
            ),
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
        badge="exact",
        unit="how much neighbours differ",
        x=STEPS,
        y=Axis(log=True),
        layers=(
            Curve(name="theory", role="theory", x=k, y=slowest, text="slowest mode", show="has_theory"),
            Trace(
                name="energy",
                series="dirichlet_energy",
                log=True,
                text="{dirichlet_energy}",
                outcome=True,
                part=len(WAY) - 1,
            ),
        ),
    )
