"""Colour refinement by Weisfeiler and Leman, and what sums, means and maxima can tell apart."""

from __future__ import annotations

from collections import Counter

import torch
from torch import Tensor

from playground.concepts.graphs.algebra import Graph


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


def centre_gap(graph: Graph, side: Tensor, aggregator: str, rounds: int) -> float:
    """How far the centres of two graphs are apart after some rounds of (x + aggregate) / 2 on values that are all 1.

    The centre of a graph is its first node of the largest degree. The gap is relative to the larger value.
    """
    x = torch.ones(graph.n, dtype=torch.float64)
    for _ in range(rounds):
        x = (x + aggregated(graph, x, aggregator)) / 2
    ends = []
    for k in (0, 1):
        mine = (side == k).nonzero()[:, 0]
        ends.append(float(x[mine[graph.degree[mine].argmax()]]) if len(mine) else 0.0)
    return abs(ends[0] - ends[1]) / max(abs(ends[0]), abs(ends[1]), 1e-300)


def aggregated(graph: Graph, x: Tensor, aggregator: str) -> Tensor:
    """The sum, mean or max of the neighbours' values (n,), 0 where there are none."""
    total = torch.zeros_like(x).index_add(0, graph.target, x[graph.source])
    if aggregator == "sum":
        return total
    if aggregator == "mean":
        return total / graph.degree.clamp(min=1)
    best = torch.full_like(x, -torch.inf).scatter_reduce(0, graph.target, x[graph.source], "amax")
    return torch.where(graph.degree > 0, best, 0.0)
