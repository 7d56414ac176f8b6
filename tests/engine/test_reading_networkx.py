"""What networkx writes is read as the same graph, in every form that it writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.engine.reading.graph import read_graphs

_NAMES = ["ann", "bob", "cid", "dan", "eve", "flo"]

Write = Callable[[nx.Graph, Path], object]


def _dumped(form: Callable[[nx.Graph], object]) -> Write:
    return lambda graph, path: path.write_text(json.dumps(form(graph)))


WRITERS: dict[str, Write] = {
    "adjlist": nx.write_adjlist,
    "multiline": nx.write_multiline_adjlist,
    "edgelist": nx.write_edgelist,
    "gexf": nx.write_gexf,
    "gml": nx.write_gml,
    "graphml": nx.write_graphml,
    "net": nx.write_pajek,
    "node_link.json": _dumped(nx.node_link_data),
    "links.json": _dumped(lambda graph: nx.node_link_data(graph, edges="links")),
    "adjacency.json": _dumped(nx.adjacency_data),
    "cyjs": _dumped(nx.cytoscape_data),
}
NUMBERED: dict[str, Write] = {"g6": nx.write_graph6, "s6": nx.write_sparse6}


@st.composite
def graphs(draw: st.DrawFn, named: bool) -> nx.Graph:
    """A simple graph of two to six nodes with an edge at least; names or numbers."""
    n = draw(st.integers(2, 6))
    pairs = [(i, j) for j in range(n) for i in range(j)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    graph = nx.empty_graph(n)
    graph.add_edges_from(chosen)
    return nx.relabel_nodes(graph, dict(enumerate(_NAMES))) if named else graph


def _check(write: Write, suffix: str, graph: nx.Graph) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"g.{suffix}"
        write(graph, path)
        (found,) = read_graphs(path)
    names = [found.labels.get(node, node) for node in found.numbered()]
    edges = {frozenset(found.labels.get(end, end) for end in link) for link in found.links}
    kept = {end for link in graph.edges for end in link} if suffix == "edgelist" else set(graph)
    expected = set(map(str, kept))
    assert set(names) == expected
    assert len(names) == len(expected)
    assert edges == {frozenset(map(str, link)) for link in graph.edges}
    assert not found.directed


@pytest.mark.parametrize("suffix", list(WRITERS))
@settings(max_examples=25, deadline=None)
@given(graph=graphs(named=True))
def test_named_graphs_come_back(suffix: str, graph: nx.Graph) -> None:
    _check(WRITERS[suffix], suffix, graph)


@pytest.mark.parametrize("suffix", [*WRITERS, *NUMBERED])
@settings(max_examples=25, deadline=None)
@given(graph=graphs(named=False))
def test_numbered_graphs_come_back(suffix: str, graph: nx.Graph) -> None:
    _check({**WRITERS, **NUMBERED}[suffix], suffix, graph)
