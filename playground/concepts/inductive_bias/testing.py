"""Twelve test digits, and what each net says of them."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.inductive_bias import ROLES, Params, nets
from playground.concepts.inductive_bias.pictures import POOL, made
from playground.concepts.inductive_bias.state import NETS, State
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Text, Tiles

ACROSS, DOWN = 6, 2
_ROOM = 1.55  # height of a row, with the answers below the picture
SHOWN = ACROSS * DOWN
PLACES = ("upper left", "top", "upper right", "left", "middle", "right", "lower left", "bottom", "lower right")
_SIGNS = "↖↑↗←·→↙↓↘"


def named(params: Params, k: int) -> str:
    """A class in one sign: a digit, or an arrow to its place."""
    return (_SIGNS + "–")[k] if params.task == "place" else str(k)


def tests(params: Params, state: State) -> tuple[Plot, dict[str, Any]]:
    """The plot of twelve test digits with the answers below each, and how many answers are right."""
    known = made(params, state.deal)
    x, y = known.x[POOL : POOL + SHOWN], known.y[POOL : POOL + SHOWN]
    places = torch.arange(SHOWN)
    rows = (DOWN - 1 - places // ACROSS).double()
    middles = torch.stack([places % ACROSS + 0.5, _ROOM * rows + _ROOM - 0.5], 1)
    layers: list[Any] = []
    wrong = torch.zeros(SHOWN, dtype=torch.bool)
    for place, name in enumerate(NETS):
        said = nets.logits(name, params, getattr(state, name).theta, x[None])[0].argmax(-1)
        if name == params.net:
            wrong = said != y
        words = [named(params, int(k)) for k in said]
        at = middles + torch.tensor([0.3 * (place - 1), -0.5])
        layers.append(
            Text(name=f"{name}_says", role=ROLES[name], words=words, xy=at, side="below", plate=False, outcome=True)
        )
    pictures = Tiles(
        name="tests",
        z=x,
        xy=middles,
        size=torch.tensor([0.92, 0.92]),
        color_map="sequential",
        levels=(0.0, 1.0),
        mark=wrong,
        ids=places,
        symbol="x",
        words=[f"{'place' if params.task == 'place' else 'digit'} {named(params, int(k))}" for k in y],
        key=f"outlined: {params.net.upper() if params.net != 'vit' else 'ViT'} is wrong",
    )
    plot = Plot(
        name="tests",
        title="Test digits",
        unit="below each what MLP, CNN, ViT say",
        axes=False,
        x=Axis(range=(0.0, float(ACROSS))),
        y=Axis(range=(-0.05, _ROOM * DOWN)),
        badge="exact",
        layers=(pictures, *layers),
        mouse=(
            Mouse(on="click", target="tests", kind="choose", take={"test": "id"}, label="take it for the shift test"),
        ),
    )
    return plot, {"wrong_shown": int(wrong.sum())}
