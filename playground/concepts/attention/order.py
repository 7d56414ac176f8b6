"""The view on order: what a new order of the tokens changes, and what tells their positions."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.attention import Params, net
from playground.concepts.attention.signs import exact, head_name, power
from playground.concepts.attention.state import State, order_of, shown
from playground.concepts.attention.tasks import Probe, shape_of
from playground.engine.kit import attention as at
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Lines, Points, Text
from playground.figures.values import Range

POSITIONS = 48  # of the picture of an encoding
LATER = 8  # the second place from which dot products are taken


def order(params: Params, asked: Probe, state: State) -> Drawn:
    """The tokens, the weights before and after, what comes out, and what tells the positions, where anything does."""
    shape = shape_of(params)
    number, head = shown(params, len(shape.layers))
    order = order_of(state, len(asked.asks))
    moved = asked.batch._replace(source=asked.batch.source[:, order])
    before, after = net.run(state.theta, shape, asked.batch), net.run(state.theta, shape, moved)
    change = torch.zeros(len(order), dtype=state.theta.dtype)
    change[order] = (after.stream[0] - before.stream[0][order]).abs().amax(1)
    typed = list(asked.asks)
    words = [typed[token] for token in order.tolist()]
    plots = (
        _strip(typed, words, order),
        _matrix("typed", "Weights as typed", before.layers[number].weights[0, head], typed),
        _matrix("reordered", "Weights in the new order", after.layers[number].weights[0, head], words, outcome=True),
        _change(change, typed),
    )
    rows, spread = encoding(params)
    numbers = {
        "head_name": head_name("self", number, head),
        "shuffle_gap": float(change.max()),
        "moved": bool((order != torch.arange(len(order))).any()),
        "offset_spread": spread,
        "spread_within": None if spread is None else power(spread),
        **exact(after.layers[number].weights),
    }
    more = () if params.encoding == "none" else (_encoding(rows), _dots(rows))
    return Drawn(Figure(plots=(*plots, *more), even=True, hint="Drag a token, or press space to shuffle"), numbers)


def _strip(typed: list[str], words: list[str], order: Tensor) -> Plot:
    places = torch.arange(len(order), dtype=torch.float64)
    above, below = torch.stack([places, torch.ones_like(places)], 1), torch.stack([places, torch.zeros_like(places)], 1)
    return Plot(
        name="strip",
        title="Tokens",
        badge="exact",
        unit="as typed above, in their new order below",
        x=Axis(ticks=False),
        y=Axis(range=(-0.5, 1.5), ticks=False),
        layers=(
            Lines(name="moves", role="field", xy=torch.cat([above[order], below], 1), halo=False, found=False),
            Points(name="typed", role="muted", xy=above),
            Points(name="tokens", xy=below, ids=order),
            Text(name="typed words", xy=above, words=typed, side="above"),
            Text(name="new words", xy=below, words=words, side="below"),
        ),
        mouse=(
            Mouse(on="drag", target="tokens", kind="move_token", take={"id": "id", "place": "x"}, label="move a token"),
        ),
    )


def _matrix(which: str, title: str, weights: Tensor, words: list[str], outcome: bool = False) -> Plot:
    image = Image(
        name="weights",
        z=weights,
        levels=(0.0, 1.0),
        gaps=True,
        row_words=words,
        column_words=words,
        outcome=outcome,
        symbol="A α",
    )
    return Plot(name=f"weights_{which}", title=title, badge="exact", unit="{head_name}", layers=(image,))


def _change(change: Tensor, typed: list[str]) -> Plot:
    return Plot(
        name="change",
        title="Change of what comes out",
        badge="exact",
        # Rounding errors must not fill the plot.
        y=Axis(range=Range(0.0, max(1.0, 1.1 * float(change.max())))),
        layers=(
            Bars(name="change", heights=change, words=typed, outcome=True),
            Text(name="largest", text="largest {shuffle_gap}", anchor="top right", outcome=True),
        ),
    )


def encoding(params: Params) -> tuple[Tensor, float | None]:
    """The encoding of the first positions, and how much dot products at the same distance differ, None of odd sizes.

    For a rotary encoding the rows are cosines and sines of what a key is turned by, and the product is that of a query
    and a key whose pairs are (1, 0), turned by their places.
    """
    features = params.key if params.encoding == "rotary" else params.width
    rows = torch.zeros(POSITIONS, features, dtype=torch.float64)
    if params.encoding != "none":
        rows = at.sinusoidal(torch.arange(POSITIONS, dtype=torch.float64), features)
    # A sine without its cosine: the products depend on more than the distance.
    if features % 2:
        return rows, None
    pairs = rows @ rows.T
    far = range(POSITIONS - LATER)
    return rows, max(float(torch.diagonal(pairs, -offset).sub(pairs[offset, 0]).abs().max()) for offset in far)


def _encoding(rows: Tensor) -> Plot:
    numbered = [["" if number % 8 else str(number) for number in range(n)] for n in rows.shape]
    image = Image(
        name="encoding",
        z=rows,
        color_map="diverging",
        levels=(-1.0, 1.0),
        symbol="P",
        row_words=numbered[0],
        column_words=numbered[1],
    )
    return Plot(name="encoding", title="Positions", badge="exact", unit="a row each; features across", layers=(image,))


def _dots(rows: Tensor) -> Plot:
    far = torch.arange(POSITIONS - LATER)
    first, later = rows[0] @ rows[far].T, rows[LATER] @ rows[LATER + far].T
    return Plot(
        name="dots",
        title="Dot product against distance",
        badge="exact",
        x=Axis(label="distance", whole=True, zero=True),
        layers=(
            Curve(name="first", role="theory", x=far.double(), y=first, key="from place 0"),
            Curve(name="later", role="second", x=far.double(), y=later, markers=True, key="from place 8"),
        ),
    )
