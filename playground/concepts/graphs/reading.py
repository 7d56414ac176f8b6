"""The user's own graph from a file."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data, Plan, beside, finished
from playground.concepts.graphs.layouts import laid_out
from playground.engine.errors import BadInput
from playground.engine.reading.graph import GraphFile, read_graph

MOST_NODES = 2000
MOST_EDGES = 20_000


def load(params: Params, path: Path, second: Path | None = None) -> Data:
    """The graph of a file, or two side by side. Directions, weights, repeated edges and loops are dropped and told.

    Raises:
        BadInput: a file cannot be used; the sentence names the row or the entry.
    """
    first = _plan(read_graph(path))
    if second is None:
        return finished(first, params.start, params.labels, None)
    other = _plan(read_graph(second))
    if first.n + other.n > MOST_NODES:
        raise BadInput(f"both graphs have {first.n + other.n} nodes, allowed are {MOST_NODES}", "file")
    pair = beside(_placed(first), _placed(other))
    names = "\n".join(one.names or "\n".join(map(str, range(one.n))) for one in (first, other))
    remark = "; ".join(one.remark for one in (first, other) if one.remark)
    return finished(pair._replace(names=names, remark=remark), params.start, params.labels, None)


def _placed(plan: Plan) -> Plan:
    return plan._replace(xy=laid_out(plan.n, torch.tensor(plan.edges, dtype=torch.int64).reshape(-1, 2)))


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
