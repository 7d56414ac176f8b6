"""The user's own graph from a file."""

from __future__ import annotations

from pathlib import Path

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data, Plan, finished
from playground.engine.errors import BadInput
from playground.engine.reading.graph import GraphFile, read_graph

MOST_NODES = 2000
MOST_EDGES = 20_000


def load(params: Params, path: Path) -> Data:
    """The graph of a file. Directions, weights, repeated edges and self loops are dropped, and that is said.

    Raises:
        BadInput: the file cannot be used; the sentence names the row or the entry.
    """
    return finished(_plan(read_graph(path)), params.start, params.labels, None)


def _plan(found: GraphFile) -> Plan:
    """Nodes by first appearance, edges once each, and what had to be dropped, in words."""
    place, links = found.numbered(), found.links
    if not 2 <= len(place) <= MOST_NODES:
        raise BadInput(f"{found.name} has {len(place)} nodes, allowed are 2 to {MOST_NODES}", "file")
    loops = sum(a == b for a, b in links)
    edges = sorted({(min(place[a], place[b]), max(place[a], place[b])) for a, b in links if a != b})
    if len(edges) > MOST_EDGES:
        raise BadInput(f"{found.name} has {len(edges)} edges, allowed are {MOST_EDGES}", "file")
    words = []
    if found.directed:
        words.append("directions are dropped")
    if loops:
        words.append(f"{loops} self loops are dropped, layers add their own")
    if not found.directed and len(links) - loops > len(edges):
        words.append(f"{len(links) - loops - len(edges)} repeated edges are dropped")
    names = list(place)
    numbered = names == [str(k) for k in range(len(names))]
    clean = [" ".join(name.split()) or "?" for name in names]
    return Plan(len(names), edges, names="" if numbered else "\n".join(clean), remark="; ".join(words))
