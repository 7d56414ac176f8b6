"""The picture that is drawn, its ways to go on, and what they cost in nats: for "pixel by pixel" and "complete it"."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.data import PIXELS, Data
from playground.concepts.autoregressive.declared import SIDE
from playground.concepts.autoregressive.state import (
    PICTURES,
    Info,
    State,
    futures,
    given_of,
    order_of,
    weights_of,
)
from playground.engine.kit import brush
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Level, Lines, Role, Text, Tiles, Trace
from playground.figures.values import Range
from playground.texts.template import fixed

SHOWN = PICTURES // 2
_ACROSS = 8
_WIDE, _HIGH = 1.98, 2.95  # the room of a picture
_TILE = 1.75
_LEFT = SIDE + 0.9  # where the pictures begin
_PAPER = np.array([0.0, SIDE, 0.0, SIDE])
_HINT = {
    "fill": "Click a pixel to turn it over, click a picture and it comes true, press space to go on",
    "complete": "Draw on the left, Shift and drag to rub out, click a picture to see what it costs",
}


_ON_PAPER = {
    "fill": (
        Mouse(on="click", target="paper", kind="flip", take={"row": "row", "column": "column"}, label="turn over"),
    ),
    "complete": (
        Mouse(on="drag", target="paper", kind="draw", take={"path": "path"}, label="draw"),
        Mouse(on="shift+drag", target="paper", kind="erase", take={"path": "path"}, label="rub out"),
    ),
}


class Costs(NamedTuple):
    """The pictures and what they cost.

    Attributes:
        x: (PICTURES, 64).
        nats: -log p of each pixel of each picture, by one pass of the net, and last of your own, (PICTURES + 1, 64).
        places: the pixel at each place of the order, (64,).
        given: which pixels are given, (64,) flags.
        z: the logit of the next pixel as the pictures were drawn; None where all is given.
    """

    x: Tensor
    nats: Tensor
    places: Tensor
    given: Tensor
    z: float | None


_COSTS: Newest[Costs] = Newest()


def costs(params: Params, data: Data, state: State) -> Costs:
    """The pictures on screen and what they cost; kept while nothing changes."""
    found, order = futures(params, data, state), order_of(params, data, state)

    def make() -> Costs:
        given, places = given_of(params, data, state), order.argsort()
        x = torch.cat([found.x, state.drawing[None]])
        logits = made.run(weights_of(params, state.theta, order), x).logits
        free = (~given[places]).nonzero()[:, 0]
        z = float(found.logits[0, places[free[0]]]) if len(free) else None
        return Costs(found.x, -made.log_shares(logits, x), places, given, z)

    return _COSTS.of((found.x, state.drawing), (params.mode, params.half), make)


def canvas(params: Params, data: Data, state: State, info: Info | None) -> Drawn:
    """The paper beside its ways to go on; below it what the pixels cost, what digits cost, and how the net learns."""
    found = costs(params, data, state)
    numbers = _numbers(params, state, found)
    plots = (
        _main(params, state, found, numbers),
        _surprise(state, found),
        _meter(params, state, data, info),
        learning(),
    )
    return Drawn(Figure(plots=plots, hint=_HINT[params.mode], wide=True, share=0.58), numbers)


# ---- the paper and the pictures


def _main(params: Params, state: State, found: Costs, numbers: dict[str, Any]) -> Plot:
    follows = found.given if params.half != "nothing" or params.mode == "fill" else found.given & False
    own = state.drawing if params.mode == "complete" else state.picture
    paper = torch.where(follows, own, found.x.mean(0)).view(SIDE, SIDE)
    middle = _middles()
    each = found.nats[:SHOWN].sum(1).tolist()
    following = params.mode == "fill" and numbers["next_place"] is not None
    cell = found.places[numbers["next_place"] - 1 : numbers["next_place"]].numpy() if following else np.zeros(0, int)
    title = {
        "fill": ("Pixel by pixel", "{next_words}; below each picture its −log p(x) in nats"),
        "complete": ("Your drawing, and ways to go on", "below each its −log p(x) in nats; your own costs {own_nats}"),
    }[params.mode]
    return Plot(
        name="canvas",
        title=title[0],
        unit=title[1],
        main=True,
        axes=False,
        badge="exact",
        x=Axis(range=(-0.2, _LEFT + _ACROSS * _WIDE)),
        y=Axis(range=(-0.5, SIDE + 0.15)),
        layers=(
            Image(name="paper", z=paper, extent=_PAPER, levels=(0.0, 1.0), symbol="x"),
            Lines(name="next", role="now", xy=_outlines(cell), dash="solid", found=False, key="the next pixel"),
            _rim(params.mode, found.given),
            Tiles(
                name="pictures",
                z=found.x[:SHOWN].view(-1, SIDE, SIDE),
                xy=middle,
                size=np.array([_TILE, _TILE]),
                mark=np.arange(SHOWN) == state.chosen,
                color_map="sequential",
                levels=(0.0, 1.0),
                outcome=True,
            ),
            Text(
                name="costs",
                role="muted",
                words=[f"{value:.1f}" for value in each],
                xy=middle - np.array([0.0, 0.4 * _TILE]),
                side="below",
                plate=False,
                outcome=True,
            ),
        ),
        mouse=(
            *_ON_PAPER[params.mode],
            Mouse(
                on="click", target="pictures", kind="choose_picture", take={"id": "id"}, label="let this one come true"
            ),
        ),
    )


def _middles() -> Floats:
    """The middles of the pictures, (SHOWN, 2)."""
    row, column = np.divmod(np.arange(SHOWN), _ACROSS)
    return np.stack([_LEFT + (column + 0.5) * _WIDE, SIDE - row * _HIGH - _TILE / 2], 1)


def _outlines(cells: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return brush.outlines(cells, SIDE, SIDE) if len(cells) else np.zeros((0, 2))


def _rim(mode: str, given: Tensor) -> Lines:
    """The border of what is given, or a dash on each pixel that is to be drawn."""
    filling = mode == "fill"
    return Lines(
        name="rim",
        role="muted" if filling else "slot2",
        xy=_dashes(given) if filling else _border(given),
        dash="solid",
        halo=False,
        found=False,
        key="to be drawn: the share of ink in 48 pictures" if filling else "round what is given",
    )


def _dashes(given: Tensor) -> Floats:
    """A short line in the middle of each free pixel, (n, 4)."""
    row, column = np.divmod(np.flatnonzero(~given.numpy()), SIDE)
    return np.stack([column + 0.42, SIDE - row - 0.5, column + 0.58, SIDE - row - 0.5], 1)


def _border(given: Tensor) -> Floats:
    """The sides between given and free pixels, (n, 4)."""
    flags = given.view(SIDE, SIDE).numpy()
    rows, columns = np.nonzero(flags[1:] != flags[:-1])
    level = np.stack([columns, SIDE - 1 - rows, columns + 1, SIDE - 1 - rows], 1)
    rows, columns = np.nonzero(flags[:, 1:] != flags[:, :-1])
    upright = np.stack([columns + 1, SIDE - rows, columns + 1, SIDE - 1 - rows], 1)
    return np.concatenate([level, upright]).astype(np.float64)


# ---- below


def _surprise(state: State, found: Costs) -> Plot:
    """-log p of each pixel of the chosen picture, in the order in which they are drawn."""
    nats, given = found.nats[state.chosen][found.places], found.given[found.places]
    return Plot(
        name="surprise",
        title="Surprise: {spent} of {total} nats",
        unit="−log p of each pixel",
        badge="exact",
        x=Axis(label="place in the order", range=(0.0, PIXELS + 1.0)),
        y=Axis(range=Range(0.0, float(math.ceil(max(2.0, float(nats.max())))))),
        layers=(
            _sticks("given", "hero", nats, given, "drawn or given"),
            _sticks("ahead", "muted", nats, ~given, "to come"),
        ),
    )


def _sticks(name: str, role: Role, nats: Tensor, shown: Tensor, key: str) -> Lines:
    """Upright lines at the places that are shown."""
    at = shown.nonzero()[:, 0]
    x = (at + 1.0).double()
    return Lines(
        name=name,
        role=role,
        xy=torch.stack([x, torch.zeros_like(x), x, nats[at].double()], 1),
        dash="solid",
        halo=False,
        found=False,
        outcome=name == "ahead",
        key=key,
        symbol="n",
    )


def _meter(params: Params, state: State, data: Data, info: Info | None) -> Plot:
    """What a digit costs without a model, without dependence, and with the net."""
    loss = info.loss if info is not None and info.loss is not None else math.nan
    held, mixture = state.held.double().mean(1).tolist()
    bars = {"coins": PIXELS * math.log(2), "independent": independent(data), "net, held out": held}
    if params.order == "several":
        bars["mixture"] = mixture
    bars["net, learnt"] = loss
    return Plot(
        name="meter",
        title="Nats a digit",
        unit="less is better",
        badge="exact",
        x=Axis(range=(0.0, 54.0)),
        layers=(
            Bars(
                name="nats",
                heights=np.array(list(bars.values())),
                names=tuple(bars),
                across="horizontal",
                text="{heights}",
                outcome=True,
            ),
        ),
    )


def learning() -> Plot:
    """Nats of the held out digits, update by update."""
    return Plot(
        name="learning",
        title="Nats, held out",
        unit="{nats} after {updates} updates",
        badge="exact",
        x=Axis(label="updates", whole=True, zero=True),
        layers=(
            Level(name="independent", role="theory", value="independent", text="independent {independent}"),
            Trace(name="nats", series="nats", against="updates", outcome=True, text="{nats}"),
        ),
    )


_INDEPENDENT: Newest[float] = Newest()


def independent(data: Data) -> float:
    """Mean nats of the held out digits where no pixel knows of another."""
    return _INDEPENDENT.of(data.held, 0, lambda: float(made.independent_nats(data.shares, data.held).double().mean()))


# ---- numbers


def _numbers(params: Params, state: State, found: Costs) -> dict[str, Any]:
    nats, given = found.nats.double(), found.given
    own = nats[state.chosen]
    spent, rest, total = float(own[given].sum()), float(own[~given].sum()), float(own.sum())
    place = None if found.z is None else int((~given[found.places]).nonzero()[0]) + 1
    pixel = int(found.places[place - 1]) if place is not None else 0
    given_nats = float(nats[:-1, given].sum(1).mean())
    shown = found.x[:SHOWN].long()
    return {
        "spent": spent,
        "rest": rest,
        "total": total,
        "apart": abs(spent + rest - total),
        "completions_nats": float(nats[:-1].sum(1).mean()),
        "given_nats": given_nats,
        "own_nats": float(nats[-1].sum()),
        "effective": effective(-nats[:-1, given].sum(1)) if params.mode == "complete" else None,
        "misfit": given_nats - float(nats[-1, given].sum()) if params.mode == "complete" else None,
        "different": len({tuple(one) for one in shown.tolist()}),
        "next_place": place,
        "next_row": pixel // SIDE + 1 if place is not None else None,
        "next_column": pixel % SIDE + 1 if place is not None else None,
        "z_next": found.z,
        "p_next": _chance(found.z, params.temperature),
        "next_words": "the digit is drawn" if place is None else _spoken(found.z, params.temperature),
        "chance_sum": _chance_sum(found.z, params.temperature),
        "cold": params.temperature == 0.0,
        "given_count": int(given.sum()),
        "before": place - 1 if place is not None else PIXELS,
    }


def effective(logs: Tensor) -> float:
    """As how many draws from the right law weighted ones count: (sum w)² over the sum of w², from log w, (n,)."""
    return float((2.0 * logs.logsumexp(0) - (2.0 * logs).logsumexp(0)).exp())


def _chance_sum(z: float | None, temperature: float) -> str:
    """The probability of the next pixel, written out."""
    return f"1 / (1 + exp({fixed(-(z or 0.0), 2)} / {fixed(temperature, 2)}))"


def _spoken(z: float | None, temperature: float) -> str:
    return f"the next pixel is ink with probability {_chance(z, temperature):.2f}"


def _chance(z: float | None, temperature: float) -> float | None:
    if z is None:
        return None
    if temperature == 0.0:
        return float(z > 0)
    return float(torch.sigmoid(torch.tensor(z / temperature, dtype=torch.float64)))
