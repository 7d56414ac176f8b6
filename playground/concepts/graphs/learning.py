"""The view on training: predicted classes on the graph, the embedding, and how well it goes."""

from __future__ import annotations

from dataclasses import replace

import torch

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.misleading import dependence
from playground.concepts.graphs.nodes import network, nodes, widths
from playground.concepts.graphs.state import State
from playground.concepts.graphs.training import accuracy
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Points, Ring, Text, Trace

EPOCHS = Axis(label="epoch", whole=True, zero=True)
LOSS = Plot(
    name="loss",
    title="Loss",
    badge="exact",
    unit="of the labelled nodes",
    x=EPOCHS,
    y=Axis(zero=True),
    layers=(Trace(name="loss", series="loss", text="{loss}", outcome=True),),
)


def learning(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """The predicted classes on the graph, the embedding, loss and accuracy."""
    net = state.net
    assert net is not None
    chance, predicted = torch.softmax(net.logits, 1), net.logits.argmax(1)
    labelled, right = data.given >= 0, accuracy(net.logits, data.classes, data.given)
    known = data.classes >= 0
    asked = int((known & ~labelled).sum())
    numbers = {
        "loss": net.loss if bool(labelled.any()) else None,
        "accuracy": right,
        "right": None if right is None else round(right * asked),
        "known": asked,
        "told": int(labelled.sum()),
    }
    layer = replace(
        nodes(params, data, state, findings),
        values=chance[:, 1] - chance[:, 0],
        levels=(-1.0, 1.0),
        widths=widths(data, state, net.weight_of_edge) if params.layer == "gat" else "",
        mark=labelled,
        hover="{values}",
        symbol="h",
        key="predicted class, paler: less certain",
    )
    plane = Plot(
        name="plane",
        title="Embedding",
        badge="exact",
        unit="of the nodes; colour: true class",
        plane=True,
        x=Axis(range=(-1.3, 1.3)),
        y=Axis(range=(-1.3, 1.3)),
        layers=(
            Points(
                name="points",
                role="class",
                xy=net.plane,
                labels=torch.where(known, data.classes, predicted),
                ids=data.ids,
                linked="nodes",
            ),
            Ring(name="told", role="now", xy=net.plane[labelled]),
        ),
    )
    unit = "ringed: the {told} labelled nodes; depth of colour: certainty"
    curve = _accuracy(right is not None)
    graph = network(params, data, layer, "Predicted classes", unit)
    plots = (graph, plane, LOSS, curve)
    if params.graph == "blocks":
        plots = (graph, dependence(findings), curve, plane)
        told = ("edges_help", "edges_harm", "attention_gain", "attention_gap")
        numbers |= {name: findings["mislead"].get(name) for name in told}
    hint = "Shift-click a node to label it blue, Alt-click for orange, then press space"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


def _accuracy(known: bool) -> Plot:
    """The accuracy where classes are known, and what a comparison of layers has found."""
    return Plot(
        name="accuracy",
        title="Accuracy",
        badge="exact",
        unit="of the nodes not told: {right} of {known}",
        x=EPOCHS,
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Trace(name="accuracy", series="accuracy", role="slot1", text="{accuracy}", show=known, outcome=True),
            Text(
                name="compared",
                text="5 seeds: GCN {accuracy_gcn}, GAT {accuracy_gat}, alone {accuracy_alone:3}",
                anchor="bottom left",
                show="accuracy_alone",
                outcome=True,
            ),
        ),
    )
