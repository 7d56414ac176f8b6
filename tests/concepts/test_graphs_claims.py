"""Every claim of the graphs fails with a model that is spoilt where the claim looks."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, replaced
from torch import Tensor

from playground import catalog
from playground.concepts.graphs import (
    algebra,
    renumbering,
    rounds,
    squashing,
    starting,
    stepping,
    training,
    wl,
)

CLAIMS = [claim.id for claim in catalog.declaration("graphs").claims]


def by_number(true: Any, layer: str, graph: Any, X: Tensor, sharpness: float) -> Any:
    """A layer that listens less to nodes with large numbers."""
    coupling = true(layer, graph, X, sharpness)
    return coupling._replace(along=coupling.along * (1 - 1e-9 * graph.source))


def without_messages(true: Any, layer: str, *rest: Any) -> Any:
    """A net without messages, whatever was asked for."""
    return true("alone", *rest)


def by_place(true: Any, graph: Any, x: Tensor, aggregator: str) -> Tensor:
    """A sum that knows the numbers of the nodes."""
    found: Tensor = true(graph, x, aggregator) + torch.arange(graph.n)
    return found


def turned_round(true: Any, graph: Any, x: Tensor) -> Tensor:
    """Heat that flows to where it is warm."""
    found: Tensor = -0.1 * true(graph, x)
    return found


def confused(true: Any, layer: str, *rest: Any) -> Any:
    """A net without messages that is as poor as one with them."""
    made = true("gcn" if layer == "alone" else layer, *rest)
    return made


def weak(true: Any, layer: str, graph: Any, given: Tensor, heads: int, net: Any, rate: float, epoch: int) -> Any:
    """Attention that does not learn."""
    return true(layer, graph, given, heads, net, 1e-9 if layer == "gat" else rate, epoch)


def loud(true: Any, graph: Any, coupling: Any) -> Tensor:
    """A matrix in which all hear all."""
    found: Tensor = true(graph, coupling) + 1e-12
    return found


def everywhere(true: Any, graph: Any, x: Tensor) -> Tensor:
    """A Laplacian that knows the mean of all nodes."""
    found: Tensor = true(graph, x) + 1e-12 * x.mean()
    return found


SPOILT: dict[str, Spoil] = {
    "equivariant": replaced(renumbering, "coupling_of", by_number),
    "unshared": replaced(renumbering, "outputs", lambda true, kind, *rest: true("sets", *rest)),
    "hop_by_hop": replaced(stepping, "matrix", loud),
    "two_labels": replaced(training, "one_layer", without_messages),
    "oversmoothing": replaced(stepping, "coupling_of", without_messages),
    "rate": replaced(rounds, "decay", lambda true, graph: 0.999 * true(graph)),
    "limit": replaced(rounds, "stationary", lambda true, graph, x, kept=None: true(graph, x, graph.degree + 1)),
    "squashing": replaced(squashing, "gcn", lambda true, graph: true(graph)._replace(along=0.999 * true(graph).along)),
    "edges": replaced(training, "one_layer", without_messages),
    "astray": replaced(training, "one_layer", confused),
    "attention": replaced(training, "trained", weak),
    "wl_blind": replaced(stepping, "refined", lambda true, colours, near: list(range(len(colours)))),
    "skips_blind": replaced(
        wl, "aggregated", lambda true, graph, x, kind: true(graph, x, kind) + torch.arange(graph.n)
    ),
    "wl_tells": replaced(stepping, "refined", lambda true, colours, near: colours),
    "sum_sees": replaced(wl, "aggregated", lambda true, graph, x, aggregator: true(graph, x, "mean")),
    "mean_blind": replaced(wl, "aggregated", lambda true, graph, x, aggregator: true(graph, x, "sum")),
    "max_blind": replaced(wl, "aggregated", lambda true, graph, x, aggregator: true(graph, x, "sum")),
    "fourier": replaced(starting, "graph_of", lambda true, *given: _stretched(true(*given))),
    "fiedler": replaced(starting, "graph_of", lambda true, *given: _rolled(true(*given))),
    "chebyshev": replaced(stepping, "coefficient", lambda true, *given: (1 - 1e-8) * true(*given)),
    "local": replaced(stepping, "times_laplacian", everywhere),
    "heat": replaced(stepping, "times_laplacian", lambda true, *given: 1.001 * true(*given)),
    "maximum": replaced(stepping, "times_laplacian", turned_round),
}


def _stretched(graph: algebra.Graph) -> algebra.Graph:
    """Eigenvalues that are a little too large."""
    assert graph.spectrum is not None
    return graph._replace(spectrum=graph.spectrum * (1 + 1e-12))


def _rolled(graph: algebra.Graph) -> algebra.Graph:
    """The modes of other eigenvalues."""
    assert graph.waves is not None
    return graph._replace(waves=graph.waves.roll(1, 1).contiguous())


def test_every_claim_has_a_spoilt_model() -> None:
    assert set(SPOILT) == set(CLAIMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_a_spoilt_model_fails_its_claim(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[name](monkeypatch)
    assert failing("graphs", (name,)) == {name}
