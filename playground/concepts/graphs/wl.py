"""The view on colour refinement by Weisfeiler and Leman, and what sums, means and maxima can tell apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import Graph
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.nodes import network, nodes
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars

AGGREGATORS = ("sum", "mean", "max")
SHADES = 8  # of the palette


def refined(colours: list[int], near: list[list[int]]) -> list[int]:
    """One round: a colour for each pair of own colour and multiset of the neighbours', by first appearance."""
    seen: dict[tuple[int, tuple[int, ...]], int] = {}
    found = []
    for i, own in enumerate(colours):
        key = (own, tuple(sorted(colours[j] for j in near[i])))
        found.append(seen.setdefault(key, len(seen)))
    return found


def partitions(near: list[list[int]]) -> list[list[int]]:
    """The colours after each round until the number of classes stops growing, the first common one included."""
    rounds = [[0] * len(near)]
    while True:
        new = refined(rounds[-1], near)
        if len(set(new)) == len(set(rounds[-1])):
            return rounds
        rounds.append(new)


def differ(colours: list[int], side: list[int]) -> bool:
    """Whether the two graphs have other histograms of colours."""
    left = Counter(c for c, s in zip(colours, side, strict=True) if s == 0)
    right = Counter(c for c, s in zip(colours, side, strict=True) if s == 1)
    return left != right


def first_difference(near: list[list[int]], side: list[int]) -> int | None:
    """The first round whose histograms differ; None if they never do."""
    return next((k for k, colours in enumerate(partitions(near)) if differ(colours, side)), None)


def centre_gaps(graph: Graph, side: Tensor) -> list[float]:
    """How far the centres of two graphs are apart after a round of (x + aggregate) / 2 on values that are all 1.

    One gap for each aggregator, relative to the larger value. The centre of a graph is its first node of the largest
    degree.
    """
    x = torch.ones(graph.n, dtype=torch.float64)
    halves = [(side == k).nonzero()[:, 0] for k in (0, 1)]
    centres = [int(mine[graph.degree[mine].argmax()]) for mine in halves if len(mine)]
    gaps = []
    for aggregator in AGGREGATORS:
        after = (x + aggregated(graph, x, aggregator)) / 2
        ends = [*after[centres].tolist(), 0.0][:2]
        gaps.append(abs(ends[0] - ends[1]) / max(*ends, 1e-300))
    return gaps


def aggregated(graph: Graph, x: Tensor, aggregator: str) -> Tensor:
    """The sum, mean or max of the neighbours' values (n,), 0 where there are none."""
    total = torch.zeros_like(x).index_add(0, graph.target, x[graph.source])
    if aggregator == "sum":
        return total
    if aggregator == "mean":
        return total / graph.degree.clamp(min=1)
    best = torch.full_like(x, -torch.inf).scatter_reduce(0, graph.target, x[graph.source], "amax")
    return torch.where(graph.degree > 0, best, 0.0)


# ---- what is shown


def wl(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """The colours on the graph, how many nodes of each colour both graphs have, and the gaps of their centres."""
    side, colours = data.side, state.colours
    pair = bool((side == 1).any())
    kinds = int(colours.max()) + 1 if len(colours) else 1
    apart = pair and differ(colours.tolist(), side.tolist())
    blind = pair and state.stable and not apart
    gaps = centre_gaps(state.graph, side) if pair else [None] * len(AGGREGATORS)
    words = ("told apart" if apart else "cannot tell" if blind else "not yet told apart") if pair else "one graph"
    numbers = {
        "wl_rounds": state.rounds,
        "wl_classes": kinds,
        "wl_stable": state.stable,
        "wl_distinguishes": True if apart else False if blind else None,
        "wl_told": apart,
        "wl_words": words,
        "wl_pair": pair,
        "wl_blind": blind,
        **{f"gap_{name}": gap for name, gap in zip(AGGREGATORS, gaps, strict=True)},
    }
    layer = replace(nodes(params, data, state, findings), labels=colours % SHADES, symbol="c")
    sides = [torch.bincount(colours[side == k], minlength=kinds) for k in (0, 1)]
    plots = (
        network(params, data, layer, "Colours", "round {wl_rounds}: {wl_words}"),
        _histogram("left", "First graph", sides[0]),
        _histogram("right", "Second graph", sides[1] if pair else sides[1][:0]),
        _gaps(torch.tensor(gaps if pair else [], dtype=torch.float64)),
    )
    return Drawn(Figure(plots=plots, hint="Press the right arrow: one round of colours"), numbers)


def _histogram(name: str, title: str, counts: Tensor) -> Plot:
    """How many nodes have each colour."""
    slots = torch.arange(len(counts)) % SHADES
    return Plot(
        name=name,
        title=title,
        badge="exact",
        unit="nodes of each colour",
        x=Axis(label="colour", whole=True),
        y=Axis(zero=True),
        layers=(Bars(name="bars", role="class", heights=counts, labels=slots, text="{heights}", outcome=True),),
    )


def _gaps(gaps: Tensor) -> Plot:
    bars = Bars(name="gaps", heights=gaps, names=AGGREGATORS, across="horizontal", text="{heights}", outcome=True)
    return Plot(
        name="gaps",
        title="Gap of the two centres",
        badge="exact",
        unit="after one round from equal values",
        x=Axis(range=(0.0, 0.5)),
        layers=(bars,),
    )
