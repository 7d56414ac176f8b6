"""Rows of other panels: optimisers by torch.optim, a graph net by torch_geometric, a perceptron by scikit-learn."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import torch

from playground import catalog
from playground.commands.bench.peers.timing import of_loop, of_run, versus
from playground.commands.bench.rows import Row
from playground.engine.run.session import Session
from playground.engine.run.starting import begin


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """Each peer that is installed, beside the panel that does the same."""
    yield from _race(panels)
    yield from _graph_net(panels)
    yield from _perceptron(panels)


def _steps(run: Session) -> int:
    return run.step


def _race(panels: tuple[str, ...], name: str = "optimisers", preset: str = "race") -> Iterator[Row]:
    """Four methods on a quadratic, each an optimiser of torch with a parameter of its own."""
    if name not in panels:
        return
    start = catalog.presets(name)[preset]
    yield versus(f"torch.optim: {name}", partial(of_run, name, start, _steps), lambda: of_loop(_optimisers()), "steps")


def _optimisers() -> Callable[[], int]:
    scale = torch.tensor([1.0, 30.0], dtype=torch.float64)
    places = [torch.nn.Parameter(torch.tensor([-2.4, 1.6], dtype=torch.float64)) for _ in range(4)]
    optimisers: list[torch.optim.Optimizer] = [
        torch.optim.SGD([places[0]], lr=0.02),
        torch.optim.SGD([places[1]], lr=0.02, momentum=0.8),
        torch.optim.SGD([places[2]], lr=0.02, momentum=0.8, nesterov=True),
        torch.optim.Adam([places[3]], lr=0.1),
    ]

    def step() -> int:
        for place, optimiser in zip(places, optimisers, strict=True):
            optimiser.zero_grad()
            (0.5 * (scale * place * place).sum()).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
        return 1

    return step


def _graph_net(panels: tuple[str, ...], name: str = "graphs", preset: str = "two_labels") -> Iterator[Row]:
    """Epochs of a two-layer GCN on the same graph with the same widths and Adam."""
    if name not in panels or find_spec("torch_geometric") is None:
        return
    start = catalog.presets(name)[preset]
    run = begin(catalog.load(name), start)
    with warnings.catch_warnings():
        # Its own code uses what newer versions of torch have deprecated.
        warnings.simplefilter("ignore")
        epoch = _epoch(importlib.import_module("torch_geometric.nn"), run)
        yield versus(f"torch_geometric: {name}", partial(of_run, name, start, _steps), lambda: of_loop(epoch), "epochs")


def _epoch(geometric: Any, run: Session) -> Callable[[], int]:
    graph, trained = run.state.graph, run.state.net
    edges, given = torch.stack([graph.source, graph.target]), run.data.given
    known, shapes = given >= 0, [tuple(part.shape) for part in trained.weights]
    layers = [geometric.GCNConv(*shape, bias=False, cached=True).double() for shape in shapes[:2]]
    readout = torch.nn.Linear(*shapes[2]).double()
    parameters = [part for module in (*layers, readout) for part in module.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=0.02, weight_decay=5e-4)

    def epoch() -> int:
        optimiser.zero_grad()
        values = trained.X
        for layer in layers:
            values = torch.tanh(layer(values, edges))
        logits = readout(values)
        torch.nn.functional.cross_entropy(logits[known], given[known]).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        return 1

    return epoch


def _perceptron(panels: tuple[str, ...], name: str = "perceptron", preset: str = "noisy") -> Iterator[Row]:
    """Single points shown one after the other."""
    if name not in panels or find_spec("sklearn") is None:
        return
    from sklearn.linear_model import Perceptron

    start = catalog.presets(name)[preset]
    points = begin(catalog.load(name), start).data
    x, y = points.X.numpy(), points.y.numpy().astype(int)
    model, at = Perceptron(), iter(range(1 << 62))

    def show() -> int:
        k = next(at) % len(x)
        model.partial_fit(x[k : k + 1], y[k : k + 1], classes=sorted(set(y.tolist())))
        return 1

    yield versus(f"scikit-learn: {name}", partial(of_run, name, start, _steps), lambda: of_loop(show), "points")
