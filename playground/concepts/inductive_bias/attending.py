"""Where the ViT looks: patches as tokens, the attention of one token block by block, and what reaches it in all."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.inductive_bias import Params, by_hand, nets, transformer
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
_NAMED = 3  # patches across that all have their names beside the matrix


def patches(params: Params, data: Data, state: State) -> Drawn:
    """The picture cut into tokens, the maps of every block and of them all, one block as a matrix, the answer."""
    shape = nets.transforming(params)
    seen = shown_picture(params, data, state)[None]
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
    queries, keys = (part[0, 0, max(head, 1) - 1] for part in (done.blocks[layer].queries, done.blocks[layer].keys))
    numbers = {
        "token_name": _name(token, shape),
        "patches": transformer.tokens(shape) - 1,
        "tokens": transformer.tokens(shape),
        "patch_side": shape.patch,
        "block": layer + 1,
        "head_words": "mean of its heads" if head == 0 else f"head {head}",
        "answer": named(params, int(said.argmax())),
        "sure": float(said.max()),
        "own_weight": float(row[0]),
        "spread_over": float(at.entropy(row).exp()),
        "reached_self": float(reached[-1, token, token]),
        "hand_score": by_hand.score(queries[token], keys[0]),
        "hand_weight": by_hand.softmax(queries[token] @ keys.T / math.sqrt(len(keys[0])), 0),
        "hand_head": max(head, 1),
        "hand_mean": by_hand.mean(heads[layer, :, token, 0]) if head == 0 else "",
    }
    plots = (
        _looks(shape, seen[0], chosen, reached[-1], token),
        _matrix(shape, chosen[layer], token),
        _answer(params, said),
    )
    return Drawn(Figure(plots=plots, hint="Click a patch: the maps show where that token looks", wide=True), numbers)


def shown_picture(params: Params, data: Data, state: State) -> Tensor:
    """The digit of the shift test where it is, as the nets see it, (12, 12)."""
    picture, _ = digit_of(data, state)
    here = moved(picture, torch.tensor([state.down]), torch.tensor([state.right]))
    return scrambled(here, order(params.pixels, params.patch, state.deal))[0]


def _name(token: int, shape: transformer.Shape) -> str:
    across = shape.side // shape.patch
    if token == 0:
        return "class token"
    row, column = divmod(token - 1, across)
    return f"patch {row + 1}, {column + 1}"


def _looks(shape: transformer.Shape, picture: Tensor, chosen: Tensor, reached: Tensor, token: int) -> Plot:
    """The picture in pieces, as many as there are tokens, and beside it where one looks, block by block."""
    side = float(CANVAS)
    layers: list[Any] = [*_tokens(shape, picture, token)]
    maps = [*chosen[:, token], reached[token]]
    for k, weights in enumerate(maps):
        last = k == len(maps) - 1
        name, words = ("all", "all blocks") if last else (f"block{k + 1}", f"block {k + 1}")
        layers += _map(shape, picture, weights, (k + 1) * (side + _GAP), name, words)
    return Plot(
        name="looks",
        title="Where the {token_name} looks",
        unit="{head_words}; at last what reaches it through all blocks",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=(-shape.patch - 1.3, (len(maps) + 1) * (side + _GAP) - _GAP + 0.3)),
        y=Axis(range=(-0.4, side + 2.2)),
        badge="exact",
        layers=tuple(layers),
        mouse=(Mouse(on="click", target="tokens", kind="follow", take={"token": "id"}, label="follow this token"),),
    )


def _tokens(shape: transformer.Shape, picture: Tensor, token: int) -> tuple[Any, ...]:
    """The pieces of the picture, and the class token left of them."""
    p, across = shape.patch, shape.side // shape.patch
    pieces = transformer.cut(picture, p).view(-1, p, p)
    places, count = torch.arange(len(pieces)), len(pieces) + 1
    middles = p * torch.stack([places % across + 0.5, across - 0.5 - (places // across).double()], 1).double()
    asks = torch.tensor([[-p / 2 - 1.0, CANVAS / 2]], dtype=torch.float64)
    tiles = Tiles(
        name="tokens",
        z=torch.cat([torch.zeros(1, p, p), pieces]),
        xy=torch.cat([asks, middles]),
        size=torch.tensor([0.88 * p, 0.88 * p]),
        color_map="sequential",
        levels=(0.0, 1.0),
        ids=torch.arange(count),
        mark=torch.arange(count) == token,
        words=[_name(k, shape) for k in range(count)],
        linked="tokens",
    )
    return (
        tiles,
        Text(name="class", text="class", xy=asks - torch.tensor([0.0, p / 2]), plate=False, side="below"),
        _above("tokens_name", "{patches} patches", 0.0),
    )


def _above(name: str, text: str, left: float) -> Text:
    """Words above a square."""
    at = torch.tensor([[left + CANVAS / 2, float(CANVAS)]])
    return Text(name=name, role="muted", text=text, xy=at, side="above", plate=False)


def _map(
    shape: transformer.Shape, picture: Tensor, weights: Tensor, left: float, name: str, words: str
) -> tuple[Any, ...]:
    """How much a token holds of each patch, with the border of the ink drawn over."""
    side, across = float(CANVAS), shape.side // shape.patch
    return (
        Image(
            name=name,
            z=weights[1:].view(across, across),
            levels=(0.0, _darkest(shape)),
            extent=torch.tensor([left, left + side, 0.0, side]),
            gaps=True,
            outcome=True,
            symbol="" if name == "all" else "A",
        ),
        Lines(
            name=f"{name}_ink",
            role="theory",
            xy=outline(picture) + torch.tensor([left, 0.0, left, 0.0]),
            dash="solid",
            halo=False,
            found=False,
            key="border of the ink" if name == "all" else "",
        ),
        _above(f"{name}_name", words, left),
    )


def _darkest(shape: transformer.Shape) -> float:
    """The weight that is drawn darkest: four times an equal share."""
    return 4.0 / transformer.tokens(shape)


def outline(picture: Tensor) -> Tensor:
    """The border of the ink at half its darkness, (n, 4), in pixels with y up."""
    wide = torch.nn.functional.pad(picture.double(), (1, 1, 1, 1))
    places = torch.arange(-0.5, CANVAS + 1, dtype=torch.float64)
    return contours(wide.flip(0), places, places, [0.4])


def _matrix(shape: transformer.Shape, weights: Tensor, token: int) -> Plot:
    """The attention of a block: who looks at whom."""
    T, across = transformer.tokens(shape), shape.side // shape.patch
    # Where there are many, only the first patch of each later row of the picture is named.
    named_columns = range(across) if across <= _NAMED else range(1)
    places = [(r, c) for r in range(across) for c in range(across)]
    names = [
        "CLS",
        *(f"{r + 1},{c + 1}" if c in named_columns and (r or across <= _NAMED) else "" for r, c in places),
    ]
    row = torch.stack([torch.arange(T).double(), torch.full((T,), float(T - 1 - token)).double()], 1)
    return Plot(
        name="matrix",
        title="Attention of block {block}",
        unit="row looks at column, {head_words}",
        badge="exact",
        layers=(
            Image(
                name="weights",
                z=weights,
                levels=(0.0, _darkest(shape)),
                row_words=names,
                column_words=names,
                linked="tokens",
                outcome=True,
                symbol="A",
            ),
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
