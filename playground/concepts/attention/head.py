"""The head on screen, and its weights as a matrix."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.attention import Params, net
from playground.figures.figure import Mouse, Plot
from playground.figures.layers import Cells, Image

LEAST = 0.03  # weights below are no arcs
CHOOSE = Mouse(
    on="click", target="weights", kind="choose_cell", take={"query": "row", "key": "column"}, label="work out a weight"
)


class Head(NamedTuple):
    """The head on screen.

    Attributes:
        params, shape, done: what is asked of which net, and all that it did.
        layer, kind: what its layer did, and of which kind that is.
        number, head: counted from 0.
        asks, looked: the words of its queries and keys.
        query, key: the cell that is worked out.
        aims: the cells where the answers stand, (answers, 2).
    """

    params: Params
    shape: net.Shape
    done: net.Pass
    layer: net.Layer
    kind: net.Kind
    number: int
    head: int
    asks: list[str]
    looked: list[str]
    query: int
    key: int
    aims: Tensor

    def of(self, what: Tensor) -> Tensor:
        """Of what the layer did for a batch of all heads that of this one."""
        return what[0, self.head]

    @property
    def chosen(self) -> Tensor:
        """The cell that is worked out, in the picture of the weights."""
        return torch.tensor([self.key, len(self.asks) - 1 - self.query], dtype=torch.float64)

    @property
    def links(self) -> tuple[str, str]:
        """What rows and columns of a matrix stand for; in one sequence both are its tokens."""
        return ("targets", "sources") if self.params.mode == "translation" else ("tokens", "")


def weights(one: Head) -> Image:
    """The weights of the head, a query each row."""
    rows, columns = one.links
    return Image(
        name="weights",
        z=one.of(one.layer.weights),
        levels=(0.0, 1.0),
        gaps=True,
        outcome=True,
        symbol="A α",
        row_words=one.asks,
        column_words=one.looked,
        linked=rows,
        linked_columns=columns,
    )


def matrix(one: Head, main: bool = False) -> Plot:
    """The weights; cells where the answers stand are outlined, and the one that is worked out is ringed."""
    answers = (
        ()
        if one.params.mode == "digits"
        else (Cells(name="answers", role="theory", xy=one.aims, key="where the answer stands"),)
    )
    return Plot(
        name="matrix",
        title="Weights",
        badge="exact",
        unit="{head_name}; a query each row, a key each column",
        main=main,
        layers=(weights(one), *answers, Cells(name="chosen", role="now", xy=one.chosen, symbol="α", key="worked out")),
        mouse=(CHOOSE,),
    )
