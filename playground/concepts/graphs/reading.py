"""The user's own graph from a file, or two of them side by side."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import graph_of
from playground.concepts.graphs.graphs import Data, Pairs, Plan, beside, finished, first_values, labelled
from playground.concepts.graphs.layouts import laid_out
from playground.engine.errors import BadInput
from playground.engine.reading.graph import read_graphs
from playground.engine.reading.graphs.graph_file import GraphFile
from playground.engine.run.context import Ctx

MOST_NODES = 2000
MOST_EDGES = 20_000
_LONGEST = 60  # letters of a name


def load(params: Params, path: Path, second: Path | None = None) -> Data:
    """The graph of a file, or two side by side: of two files, of one that holds several, or two components.

    Directions, weights, repeated edges and loops are dropped and told.

    Raises:
        BadInput: a file cannot be used; the sentence names the row or the entry.
    """
    found = read_graphs(path)
    remarks = []
    if second is not None:
        two = read_graphs(second)
        remarks = [f"the first graph of {one[0].name} is used" for one in (found, two) if len(one) > 1]
        found = [found[0], two[0]]
    elif len(found) > 2:
        remarks = [f"the first two of {len(found)} graphs are used"]
    first = _plan(found[0])
    if len(found) == 1:
        return finished(_parted(first), params.start, params.labels, None)
    other = _plan(found[1])
    if first.n + other.n > MOST_NODES:
        raise BadInput(f"both graphs have {first.n + other.n} nodes, allowed are {MOST_NODES}", "file")
    pair = beside(_placed(first), _placed(other))
    names = "\n".join(one.names or "\n".join(map(str, range(one.n))) for one in (first, other))
    remarks = [*remarks, *dict.fromkeys(one.remark for one in (first, other) if one.remark)]
    return finished(pair._replace(names=names, remark="; ".join(remarks)), params.start, params.labels, None)


def redraw(params: Params, data: Data, ctx: Ctx) -> Data:
    """The same graph with the first values and the labels that the parameters ask for."""
    degree = torch.bincount(data.edges.flatten(), minlength=data.n).to(torch.float64)
    return data._replace(signal=first_values(params.start, degree, ctx), given=labelled(data.classes, params.labels))


def _placed(plan: Plan) -> Plan:
    return plan._replace(xy=laid_out(plan.n, torch.tensor(plan.edges, dtype=torch.int64).reshape(-1, 2)))


def _parted(plan: Plan) -> Plan:
    """A graph of two components as two graphs side by side, each node in its place; any other as it is."""
    edges = torch.tensor(plan.edges, dtype=torch.int64).reshape(-1, 2)
    graph = graph_of(plan.n, edges, spectra=False)
    halves = [(graph.component == k).nonzero()[:, 0] for k in range(2)]
    if graph.components != 2 or min(map(len, halves)) < 2:
        return plan
    one, two = (_placed(Plan(len(mine), _within(plan.edges, mine))) for mine in halves)
    together = beside(one, two).xy
    xy = torch.zeros((plan.n, 2), dtype=torch.float64)
    if together is not None:
        xy[torch.cat(halves)] = together
    said = "; ".join(filter(None, (plan.remark, "its two components stand side by side")))
    return plan._replace(xy=xy, side=graph.component.tolist(), remark=said)


def _within(edges: Pairs, mine: Tensor) -> Pairs:
    """The edges within a component, its nodes counted from 0."""
    place = {node: k for k, node in enumerate(mine.tolist())}
    return [(place[a], place[b]) for a, b in edges if a in place]


def _plan(found: GraphFile) -> Plan:
    """Nodes by first appearance, edges once each, and what had to be dropped, in words."""
    place, links = found.numbered(), found.links
    if not 2 <= len(place) <= MOST_NODES:
        count = "1 node" if len(place) == 1 else f"{len(place):,} nodes"
        raise BadInput(f"{found.name} has {count}, allowed are 2 to {MOST_NODES:,}", "file")
    loops = sum(a == b for a, b in links)
    edges = sorted({(min(place[a], place[b]), max(place[a], place[b])) for a, b in links if a != b})
    if len(edges) > MOST_EDGES:
        raise BadInput(f"{found.name} has {len(edges):,} edges, allowed are {MOST_EDGES:,}", "file")
    words = list(found.remarks)
    if found.directed:
        some = f" of {found.directed} of {len(links)} edges" if found.directed < len(links) else ""
        words.append(f"directions{some} are dropped")
    if loops:
        words.append(f"{_count(loops, 'self loop')} dropped, layers add their own")
    # Both directions of an edge are no repetition.
    different = len({link for link in links if link[0] != link[1]}) if found.directed else len(edges)
    repeated = len(links) - loops - different
    if repeated > 0:
        words.append(f"{_count(repeated, 'repeated edge')} dropped")
    names = [" ".join(found.labels.get(name, name).split())[:_LONGEST] or "?" for name in place]
    numbered = names == [str(k) for k in range(len(names))]
    return Plan(len(names), edges, names="" if numbered else "\n".join(names), remark="; ".join(words))


def _count(number: int, what: str) -> str:
    return f"1 {what} is" if number == 1 else f"{number:,} {what}s are"
