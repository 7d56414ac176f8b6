"""Everything that leads to the weights of a head: queries, keys, values, scores, and what comes out."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.attention.head import CHOOSE, Head, weights
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Cells, Image


def vectors(one: Head) -> tuple[Plot, ...]:
    """Queries, keys and values, scores, weights and outputs."""
    layer, (rows, columns) = one.layer, one.links

    def features(name: str, title: str, z: Tensor, symbol: str, words: list[str], link: str, out: bool = False) -> Plot:
        image = Image(
            name=name,
            z=one.of(z),
            color_map="diverging",
            gaps=True,
            row_words=words,
            linked=link,
            linked_columns="features",
            symbol=symbol,
            outcome=out,
        )
        return Plot(name=name, title=title, badge="exact", layers=(image,), x=Axis(ticks=False))

    seen = torch.where(one.of(layer.weights) > 0, one.of(layer.scores), torch.nan)
    scores = Image(
        name="scores",
        z=seen,
        color_map="diverging",
        gaps=True,
        row_words=one.asks,
        column_words=one.looked,
        linked=rows,
        linked_columns=columns,
        symbol="S",
    )
    pick = Mouse(
        on="click",
        target="scores",
        kind="choose_cell",
        take={"query": "row", "key": "column"},
        label="work out a weight",
    )
    chosen = Cells(name="chosen", role="now", xy=one.chosen, symbol="α")
    return (
        features("queries", "Queries Q = X Wq", layer.Q, "Q q", one.asks, rows),
        features("keys", "Keys K = X Wk", layer.K, "K k", one.looked, columns or rows),
        features("values", "Values V = X Wv", layer.V, "V v", one.looked, columns or rows),
        Plot(name="scores", title="Scores QK'/{root:3}", badge="exact", layers=(scores, chosen), mouse=(pick,)),
        Plot(
            name="matrix",
            title="Softmax",
            badge="exact",
            unit="{head_name}",
            layers=(weights(one), chosen),
            mouse=(CHOOSE,),
        ),
        features("outputs", "Output A V", layer.output, "o", one.asks, rows, out=True),
    )
