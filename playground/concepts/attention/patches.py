"""The picture of a digit as patches, and which of them a token looks at."""

from __future__ import annotations

import torch

from playground.concepts.attention.head import LEAST, Head
from playground.concepts.attention.tasks import PATCH, PATCHES, pictures
from playground.figures.figure import Mouse, Plot
from playground.figures.layers import Graph, Image, Lines
from playground.resources import SIDE


def digit(one: Head) -> Plot:
    """The picture, its patches, and how much the chosen query looks at each."""
    side, places = SIDE // PATCH, torch.arange(PATCHES)
    across, down = PATCH * (places % side + 0.5), SIDE - PATCH * (places // side + 0.5)
    outside = torch.tensor([[-1.0, SIDE / 2]])
    cuts = torch.arange(PATCH, SIDE, PATCH, dtype=torch.float64)
    ends = torch.tensor([0.0, SIDE], dtype=torch.float64).expand(len(cuts), 2)
    upright = torch.stack([cuts, ends[:, 0], cuts, ends[:, 1]], 1)
    weights = one.of(one.layer.weights)[one.query]
    seen = torch.arange(len(weights))[(weights > LEAST) & (torch.arange(len(weights)) != one.query)]
    return Plot(
        name="digit",
        title="Patches of a digit",
        badge="exact",
        unit="where {query_word} looks; it says {said}",
        main=True,
        axes=False,
        layers=(
            Image(
                name="pixels",
                z=pictures()[0][one.params.digit],
                extent=torch.tensor([0.0, SIDE, 0.0, SIDE]),
                levels=(0.0, 1.8),
            ),
            Lines(name="cuts", role="grid", xy=torch.cat([upright, upright[:, [1, 0, 3, 2]]]), halo=False, found=False),
            Graph(
                name="patches",
                xy=torch.cat([outside, torch.stack([across, down], 1)]),
                pairs=torch.stack([torch.full_like(seen, one.query), seen], 1),
                widths=weights[seen],
                strong=torch.ones(len(seen), dtype=torch.bool),
                values=weights,
                sizes=weights,
                color_map="sequential",
                levels=(0.0, 1.0),
                words=one.asks,
                hover="{values}",
                mark=torch.arange(len(one.asks)) == one.query,
                linked="tokens",
                outcome=True,
                symbol="A α",
            ),
        ),
        mouse=(
            Mouse(on="click", target="patches", kind="choose_query", take={"query": "id"}, label="follow this token"),
        ),
    )
