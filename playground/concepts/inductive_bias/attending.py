"""Where the ViT looks: patches as tokens, the attention of one token block by block, and what reaches it in all."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.inductive_bias import Params, nets, transformer
from playground.concepts.inductive_bias.pictures import CANVAS, moved, order, scrambled
from playground.concepts.inductive_bias.shifting import digit_of
from playground.concepts.inductive_bias.state import Data, State
from playground.concepts.inductive_bias.testing import named
from playground.engine.kit import attention as at
from playground.engine.kit.contours import contours
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Cells, Image, Lines, Text, Tiles

_GAP = 1.6  # pixels between two pictures


def patches(params: Params, data: Data, state: State) -> Drawn:
    """The picture cut into tokens, the maps of every block and of them all, one block as a matrix, the answer."""
    shape = nets.transforming(params)
    picture, _ = digit_of(data, state)
    here = moved(picture, torch.tensor([state.down]), torch.tensor([state.right]))
    seen = scrambled(here, order(params.pixels, params.patch, state.deal))
    done = transformer.run(state.vit.theta, shape, seen[None])
    heads = torch.stack([block.weights[0, 0] for block in done.blocks])  # (layers, heads, tokens, tokens)
    mean = heads.mean(1)
    token = min(state.token, transformer.tokens(shape) - 1)
    head = min(params.head, nets.HEADS)
    chosen = mean if head == 0 else heads[:, head - 1]
    reached = transformer.rollout(mean)
    layer = (min(params.layer, len(heads)) or len(heads)) - 1
    said = done.logits[0, 0].softmax(-1)
    row = chosen[layer, token]
    numbers = {
        "token_name": _name(token, shape),
        "patches": transformer.tokens(shape) - 1,
        "block": layer + 1,
        "head_words": "mean of its heads" if head == 0 else f"head {head}",
        "answer": named(params, int(said.argmax())),
        "sure": float(said.max()),
        "own_weight": float(row[0]),
        "spread_over": float(at.entropy(row).exp()),
        "reached_self": float(reached[-1, token, token]),
        "token_values": transformer.cut(seen, shape.patch)[0],
    }
    plots = (
        _tokens(shape, seen[0], token),
        _maps(shape, seen[0], chosen, reached[-1], token),
        _matrix(shape, chosen[layer], token),
        _answer(params, said),
    )
    return Drawn(Figure(plots=plots, hint="Click a patch: the maps show where that token looks"), numbers)


def _name(token: int, shape: transformer.Shape) -> str:
    across = shape.side // shape.patch
    if token == 0:
        return "class token"
    row, column = divmod(token - 1, across)
    return f"patch {row + 1}, {column + 1}"


def _tokens(shape: transformer.Shape, picture: Tensor, token: int) -> Plot:
    """The picture in pieces, as many as there are tokens, and the class token beside them."""
    across, p = shape.side // shape.patch, shape.patch
    pieces = transformer.cut(picture, p).view(-1, p, p)
    blank = torch.full((1, p, p), 0.0)
    places = torch.arange(len(pieces))
    middles = torch.stack([places % across + 0.5, across - 0.5 - (places // across).double()], 1).double()
    asks = torch.tensor([[-0.75, across / 2]], dtype=torch.float64)
    return Plot(
        name="tokens",
        title="Tokens",
        unit="{patches} patches and the class token",
        main=True,
        axes=False,
        x=Axis(range=(-1.3, across + 0.1)),
        y=Axis(range=(-0.1, across + 0.1)),
        badge="exact",
        layers=(
            Tiles(
                name="tokens",
                z=torch.cat([blank, pieces]),
                xy=torch.cat([asks, middles]),
                size=torch.tensor([0.88, 0.88]),
                color_map="sequential",
                levels=(0.0, 1.0),
                ids=torch.arange(len(pieces) + 1),
                mark=torch.arange(len(pieces) + 1) == token,
                words=[_name(k, shape) for k in range(len(pieces) + 1)],
                linked="tokens",
            ),
            Text(name="class", text="class", xy=asks, plate=False),
        ),
        mouse=(Mouse(on="click", target="tokens", kind="follow", take={"token": "id"}, label="follow this token"),),
    )


def _maps(shape: transformer.Shape, picture: Tensor, chosen: Tensor, reached: Tensor, token: int) -> Plot:
    """How much the token looks at each patch in every block, and how much of each reaches it, with the ink drawn over."""
    side, across = float(CANVAS), shape.side // shape.patch
    ink = outline(picture)
    layers: list[Any] = []
    maps = [*chosen[:, token], reached[token]]
    top = max(float(one[1:].max()) for one in maps)
    for k, weights in enumerate(maps):
        last = k == len(maps) - 1
        name, left = "all" if last else f"block{k + 1}", k * (side + _GAP)
        layers += [
            Image(
                name=name,
                z=weights[1:].view(across, across),
                levels=(0.0, 1.0),
                extent=torch.tensor([left, left + side, 0.0, side]),
                gaps=True,
                outcome=True,
                symbol="" if last else "A",
            ),
            Lines(name=f"{name}_ink", role="now", xy=ink + torch.tensor([left, 0.0, left, 0.0]), halo=False, found=False, key="the ink" if k == 0 else ""),
            Text(
                name=f"{name}_name",
                text="all blocks" if last else f"block {k + 1}",
                xy=torch.tensor([[left + side / 2, side]]),
                side="above",
                plate=False,
            ),
        ]
    return Plot(
        name="maps",
        title="Where the {token_name} looks",
        unit="{head_words}; last, what reaches it through all blocks",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=(-0.4, len(maps) * (side + _GAP) - _GAP + 0.4)),
        y=Axis(range=(-0.4, side + 2.2)),
        badge="exact",
        layers=tuple(layers),
    )


def outline(picture: Tensor) -> Tensor:
    """The border of the ink at half its darkness, (n, 4), in pixels with y up."""
    wide = torch.nn.functional.pad(picture.double(), (1, 1, 1, 1))
    places = torch.arange(-0.5, CANVAS + 1, dtype=torch.float64)
    return contours(wide.flip(0), places, places, [0.4])


def _matrix(shape: transformer.Shape, weights: Tensor, token: int) -> Plot:
    """The attention of a block: who looks at whom."""
    T, across = transformer.tokens(shape), shape.side // shape.patch
    names = ["class", *(f"{r + 1},{c + 1}" for r in range(across) for c in range(across))]
    row = torch.stack([torch.arange(T).double(), torch.full((T,), float(T - 1 - token)).double()], 1)
    return Plot(
        name="matrix",
        title="Attention of block {block}",
        unit="row looks at column, {head_words}",
        badge="exact",
        layers=(
            Image(name="weights", z=weights, levels=(0.0, 1.0), row_words=names, column_words=names, linked="tokens", outcome=True, symbol="A"),
            Cells(name="row", role="now", xy=row),
        ),
        mouse=(Mouse(on="click", target="weights", kind="follow", take={"token": "row"}, label="follow this token"),),
    )


def _answer(params: Params, said: Tensor) -> Plot:
    return Plot(
        name="answer",
        title="What the class token says",
        unit="probability",
        y=Axis(range=(0.0, 1.05)),
        badge="exact",
        layers=(
            Bars(
                name="said",
                role="slot3",
                heights=said,
                words=[named(params, k) for k in range(len(said))],
                outcome=True,
            ),
        ),
    )
