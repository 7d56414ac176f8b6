"""Who looks at whom as arcs: above a sentence, or between two sequences."""

from __future__ import annotations

import torch

from playground.concepts.attention.head import LEAST, Head
from playground.concepts.attention.tasks import Probe
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Graph, Points, Sentence, Text
from playground.figures.values import Range


def sentence(one: Head, asked: Probe, answered: tuple[str, ...]) -> Plot:
    """The sentence with what the net says in its place, and arcs from each answer to where the head looked for it."""
    weights = one.of(one.layer.weights)
    speaks = asked.batch.counted[0] > 0
    if not bool(speaks.any()):
        speaks = torch.ones_like(speaks)
    queries = speaks.nonzero()[:, 0]
    right = dict(zip(queries.tolist(), zip(answered, asked.right, strict=False), strict=False))
    # What a token says stands in the place after it.
    words, wrong = [one.asks[0]], [False]
    for place in range(1, len(one.asks) + 1):
        says = right.get(place - 1)
        if says is not None or place < len(one.asks):
            words.append(one.asks[place] if says is None else says[0])
            wrong.append(says is not None and says[0] != says[1])
    pairs = ((weights > LEAST) & speaks[:, None]).nonzero()
    aims = asked.aims[pairs[:, 0]] == pairs[:, 1]
    # A click on what was said follows the token that said it.
    ids = torch.arange(len(words))
    ids[[query + 1 for query in right]] -= 1
    mark = one.query + 1 if one.query in right else one.query
    return Plot(
        name="arcs",
        title="Who looks at whom",
        badge="exact",
        unit="{head_name}; {said_right} of {asked_count} right, the others outlined",
        main=True,
        x=Axis(ticks=False),
        y=Axis(ticks=False),
        layers=(
            Sentence(
                name="sentence",
                role="slot1",
                words=words,
                pairs=torch.stack([pairs[:, 0] + 1, pairs[:, 1]], 1),
                weights=weights[pairs[:, 0], pairs[:, 1]],
                strong=aims,
                hollow=torch.tensor(wrong),
                mark=torch.arange(len(words)) == mark,
                ids=ids,
                key="weight where the answer stands",
                outcome=True,
                symbol="A α",
            ),
        ),
        mouse=(
            Mouse(on="click", target="sentence", kind="choose_query", take={"query": "id"}, label="follow this token"),
        ),
    )


def arcs(one: Head) -> Plot:
    """Queries at the left, keys at the right, and a line for each weight that counts."""
    weights, (rows, columns) = one.of(one.layer.weights), one.links
    left, right = (torch.arange(len(words), dtype=weights.dtype) for words in (one.asks, one.looked))
    asks, looked = torch.stack([torch.zeros_like(left), -left], 1), torch.stack([torch.ones_like(right), -right], 1)
    pairs = (weights > LEAST).nonzero()
    return Plot(
        name="arcs",
        title="Who looks at whom",
        badge="exact",
        unit="{head_name}; queries left, keys right",
        main=True,
        x=Axis(range=(-0.35, 1.35), ticks=False),
        y=Axis(range=Range(-max(len(left), len(right)) + 0.3, 0.7), ticks=False),
        layers=(
            Graph(
                name="arcs",
                xy=torch.cat([asks, looked]),
                pairs=pairs + torch.tensor([0, len(left)]),
                widths=weights[pairs[:, 0], pairs[:, 1]],
                strong=pairs[:, 0] == one.query,
                scale=0.1,
                outcome=True,
                symbol="A α",
            ),
            Points(name="asks", xy=asks, size=0.8, linked=rows),
            Points(name="looked", role="second", xy=looked, size=0.8, linked=columns or rows),
            Text(name="asking", xy=asks, words=one.asks, side="left"),
            Text(name="looked at", xy=looked, words=one.looked, side="right"),
        ),
        mouse=(Mouse(on="click", target="asks", kind="choose_query", take={"query": "id"}, label="follow this token"),),
    )
