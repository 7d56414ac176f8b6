"""How much the edges help: nets with and without messages on blocks of which more and more edges lead astray."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.graphs import Params, training
from playground.concepts.graphs.algebra import graph_of
from playground.concepts.graphs.graphs import Data, blocks
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Curve, Role

LAYERS: tuple[tuple[str, Role, str], ...] = (
    ("gcn", "slot1", "GCN"),
    ("gat", "slot2", "GAT"),
    ("alone", "slot3", "alone"),
)
SHARES = (0.0, 0.15, 0.3, 0.4, 0.5)
GRAPHS, NODES, FRIENDS = 6, 60, 6
EPOCHS = 60
_NONE = torch.zeros(0, dtype=torch.float64)


def mislead(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Trains each net on six graphs at once, half of the nodes told, and asks the other half, for each share."""
    right = torch.zeros(len(LAYERS), len(SHARES), GRAPHS, dtype=torch.float64)
    total = len(LAYERS) * len(SHARES)
    for s, share in enumerate(SHARES):
        made = [blocks(NODES, FRIENDS, share, ctx) for _ in range(GRAPHS)]
        edges = [(i + k * NODES, j + k * NODES) for k, plan in enumerate(made) for i, j in plan.edges]
        classes = torch.tensor([one for plan in made for one in plan.classes or []])
        graph = graph_of(len(classes), torch.tensor(edges), spectra=False)
        asked = ctx.rand(len(classes)) < 0.5
        given = torch.where(asked, -1, classes)
        X = training.inputs(len(classes), classes, "noisy", ctx)
        for k, (layer, _, name) in enumerate(LAYERS):
            net = training.begin(layer, graph, given, classes, "noisy", params.heads, ctx)._replace(X=X)
            for epoch in range(1, EPOCHS + 1):
                net = training.trained(layer, graph, given, params.heads, net, params.rate, epoch)
                if epoch % 10 == 0:
                    done = (len(LAYERS) * s + k + epoch / EPOCHS) / total
                    yield Partial(_found(right[:, :s]), done, f"{name}, {share:.0%} of the edges lead astray")
            hits = (net.logits.argmax(1) == classes).view(GRAPHS, NODES)
            known = asked.view(GRAPHS, NODES)
            right[k, s] = (hits & known).sum(1) / known.sum(1).clamp(min=1)
    yield Partial(_found(right), 1.0, f"{GRAPHS} graphs each")


def _found(right: Tensor) -> dict[str, Tensor | float]:
    """Mean accuracies (layers, shares), twice their standard error, and what the claims compare."""
    if not right.shape[1]:
        return {}
    mean = right.mean(2)
    found: dict[str, Tensor | float] = {
        "mislead_mean": mean,
        "mislead_error": 2 * right.std(2) / GRAPHS**0.5,
    }
    if mean.shape[1] == len(SHARES):
        gain = float((mean[1] - mean[0]).mean())
        found |= {"attention_gain": gain, "attention_gap": abs(gain)}
        found["edges_help"] = float(mean[0, 0] - mean[2, 0])
        found["edges_harm"] = float(mean[2, -1] - mean[0, -1])
    return found


def dependence(findings: Findings) -> Plot:
    """Accuracy against the share of edges that lead astray, with a band of two standard errors."""
    found = findings["mislead"]
    mean = found.get("mislead_mean", torch.zeros(len(LAYERS), 0, dtype=torch.float64))
    error = found.get("mislead_error", torch.zeros_like(mean))
    x = torch.tensor(SHARES[: mean.shape[1]], dtype=torch.float64)
    return Plot(
        name="dependence",
        title="Do the edges help?",
        badge="sampled",
        unit="six graphs; bands: 2 standard errors",
        x=Axis(label="share of the edges that lead astray", range=(0.0, 0.6)),
        y=Axis(range=(0.45, 1.05)),
        layers=tuple(
            Curve(
                name=layer,
                role=role,
                x=x,
                y=mean[k],
                low=mean[k] - error[k],
                high=mean[k] + error[k],
                text=name,
                markers=True,
                outcome=True,
            )
            for k, (layer, role, name) in enumerate(LAYERS)
        ),
        empty=mean.shape[1] > 0,
        empty_text="Trains three nets on graphs with more and more misleading edges",
        empty_keys="Mislead them",
    )
