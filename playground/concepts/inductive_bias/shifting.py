"""The shift test: one digit, drawn or taken from the tests, moved to 81 places, and what each net says there."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import torch
from torch import Tensor

from playground.concepts.inductive_bias import ROLES, Params, by_hand, nets
from playground.concepts.inductive_bias.pictures import (
    FARTHEST,
    FREE,
    POOL,
    bare,
    middle,
    moved,
    order,
    place_of,
    scrambled,
    shifts,
)
from playground.concepts.inductive_bias.state import NAMES, NETS, Data, State
from playground.concepts.inductive_bias.testing import PLACES, named
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Event, Figure, Mouse, Plot
from playground.figures.layers import Cells, Curve, Image, Level, Lines, Role, Text

ACROSS = 2 * FARTHEST + 1
_INSIDE = FREE // 2  # pixels that a digit of 8 can be moved by and stay whole
_GAP = 1.4  # cells between two squares
_LEFT = {name: place * (ACROSS + _GAP) for place, name in enumerate(NETS, 1)}


class Tested(NamedTuple):
    """What a net says of the digit at all 81 places.

    Attributes:
        logits: before the softmax, (81, 10).
        said: probabilities, (81, 10).
        right: the probability of what it should say, (81,).
        hit: whether that is its answer, (81,).
    """

    logits: Tensor
    said: Tensor
    right: Tensor
    hit: Tensor


_TESTED: Newest[Tested] = Newest(9)


def digit_of(data: Data, state: State) -> tuple[Tensor, int]:
    """The picture of the shift test before it is moved, (12, 12), and which digit it is meant to be."""
    if data.own:
        return data.drawn, data.meant
    base = bare(state.deal)
    return middle(base.x[POOL + data.test : POOL + data.test + 1])[0], int(base.y[POOL + data.test])


def targets(params: Params, meant: int) -> Tensor:
    """What should be said at each of the 81 places, (81,)."""
    if params.task == "digit":
        return torch.full((ACROSS**2,), meant)
    down, right = shifts()
    return place_of((torch.stack([down, right], 1) + _INSIDE).clamp(0, FREE))


def tested(name: str, params: Params, data: Data, state: State) -> Tested:
    """What a net says of the digit at all places."""
    theta: Tensor = getattr(state, name).theta

    def make() -> Tested:
        picture, meant = digit_of(data, state)
        x = scrambled(moved(picture, *shifts()), order(params.pixels, params.patch, state.deal))
        logits = nets.logits(name, params, theta, x[None])[0]
        said = logits.softmax(-1)
        wanted = targets(params, meant)
        return Tested(logits, said, said.gather(1, wanted[:, None])[:, 0], said.argmax(1) == wanted)

    shape = (params.task, params.pixels, params.patch, params.readout, params.border, params.coordinates)
    key = (name, shape, data.own, data.test, data.meant, id(data.drawn))
    return _TESTED.of(theta, key, make)


def shift(params: Params, data: Data, state: State) -> Drawn:
    """The digit where it is, the maps of the three nets, a row of them, and all probabilities here."""
    found = {name: tested(name, params, data, state) for name in NETS}
    _, meant = digit_of(data, state)
    here = (state.down + FARTHEST) * ACROSS + state.right + FARTHEST
    wanted = int(targets(params, meant)[here])
    numbers = {
        **{f"steady.{name}": steady(found[name]) for name in NETS},
        **{f"said_here.{name}": named(params, int(found[name].said[here].argmax())) for name in NETS},
        "wanted": PLACES[wanted] if params.task == "place" else str(wanted),
        "moved_words": moved_words(state),
        **parity(found["cnn"]),
        "shown_name": data.name or ("your drawing" if data.own else f"test digit {data.test + 1}"),
        "same_within": spread(params, data, state),
        "followed": NAMES[params.net],
        "hand_here": by_hand.softmax(found[params.net].logits[here], wanted),
        "hand_steady": by_hand.share(found[params.net].hit[inside()]),
    }
    plots = (_places(params, data, state, found), _row(params, state, found), _here(params, found, here, wanted))
    hint = "Draw a digit, then click in a map to move it there"
    return Drawn(Figure(plots=plots, hint=hint, wide=True), numbers)


def inside() -> Tensor:
    """Which of the 81 places keep a digit of 8x8 pixels whole, (81,) of flags."""
    down, right = shifts()
    return (down.abs() <= _INSIDE) & (right.abs() <= _INSIDE)


def steady(found: Tested) -> float:
    """The share of the 25 places inside the frame at which a net is right."""
    return float(found.hit[inside()].double().mean())


def parity(found: Tested) -> dict[str, float]:
    """The mean probability of what is right inside the frame, at even shifts and at the others."""
    down, right = shifts()
    even = (down % 2 == 0) & (right % 2 == 0)
    return {
        "even_mean": float(found.right[inside() & even].mean()),
        "odd_mean": float(found.right[inside() & ~even].mean()),
    }


def moved_words(state: State) -> str:
    """How far the digit is moved, in words."""
    across = f"{abs(state.right)} {'right' if state.right > 0 else 'left'}" if state.right else ""
    down = f"{abs(state.down)} {'down' if state.down > 0 else 'up'}" if state.down else ""
    return ", ".join(part for part in (across, down) if part) or "not moved"


def spread(params: Params, data: Data, state: State) -> float:
    """How much the CNN's probabilities of the digit at the nine places of the task differ at most."""
    down, right = shifts()
    nine = inside() & (down % 2 == 0) & (right % 2 == 0)
    said = tested("cnn", params, data, state).said[nine]
    return float((said.amax(0) - said.amin(0)).max())


def _box(x: float, y: float, side: float) -> Tensor:
    """A closed square, (5, 2)."""
    corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]
    return torch.tensor(corners, dtype=torch.float64) * side + torch.tensor([x, y], dtype=torch.float64)


def _places(params: Params, data: Data, state: State, found: dict[str, Tested]) -> Plot:
    """The digit where it is, and beside it a map of each net: what it says of the digit at each place."""
    picture, _ = digit_of(data, state)
    here = moved(picture, torch.tensor([state.down]), torch.tensor([state.right]))[0]
    size = float(ACROSS)
    canvas = Image(
        name="digit", z=here, levels=(0.0, 1.0), extent=torch.tensor([0.0, size, 0.0, size]), gaps=True, symbol="x"
    )
    title = _above("canvas_name", "muted", "{shown_name}, {moved_words}", 0.0)
    layers: list[Any] = [canvas, title]
    for name in NETS:
        layers += _map(name, state, found[name])
    strokes = (("drag", "ink", "draw"), ("shift+drag", "paper", "rub out"))
    draw = (
        Mouse(on=on, target="digit", kind="draw", take={"path": "path"}, give={"ink": ink}, label=label)
        for on, ink, label in cast(tuple[tuple[Event, str, str], ...], strokes)
    )
    place = (
        Mouse(on=on, target=name, kind="move", take={"row": "row", "column": "column"}, label="move the digit here")
        for name in NETS
        for on in cast(tuple[Event, ...], ("drag", "click"))
    )
    asked = "its place" if params.task == "place" else "{wanted}"
    return Plot(
        name="places",
        title=f"Probability of {asked} wherever the digit is",
        unit="and the share of the dashed places that each net says right",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=(-0.3, _LEFT["vit"] + size + 0.3)),
        y=Axis(range=(-0.4, size + 1.5)),
        badge="exact",
        layers=tuple(layers),
        mouse=(*draw, *place),
    )


def _above(name: str, role: Role, text: str, left: float) -> Text:
    """Words above a square."""
    at = torch.tensor([[left + ACROSS / 2, float(ACROSS)]])
    return Text(name=name, role=role, text=text, xy=at, side="above", plate=False)


def _map(name: str, state: State, found: Tested) -> tuple[Any, ...]:
    left, size, first = _LEFT[name], float(ACROSS), name == NETS[0]
    whole = _box(left + FARTHEST - _INSIDE, FARTHEST - _INSIDE, 2 * _INSIDE + 1)
    here = _box(left + FARTHEST + state.right, FARTHEST - state.down, 1)
    return (
        Image(
            name=name,
            z=found.right.view(ACROSS, ACROSS),
            levels=(0.0, 1.0),
            extent=torch.tensor([left, left + size, 0.0, size]),
            outcome=True,
        ),
        _above(f"{name}_name", ROLES[name], f"{NAMES[name]}  {{steady.{name}:2}}", left),
        Lines(
            name=f"{name}_inside",
            role="theory",
            xy=whole,
            dash="dashed",
            halo=False,
            found=False,
            key="where tests lie" if first else "",
        ),
        Lines(
            name=f"{name}_here", role="now", xy=here, dash="solid", halo=False, found=False, key="here" if first else ""
        ),
    )


def _row(params: Params, state: State, found: dict[str, Tested]) -> Plot:
    x = torch.arange(-FARTHEST, FARTHEST + 1, dtype=torch.float64)
    row = state.down + FARTHEST
    return Plot(
        name="row",
        title="Moved to the right",
        unit="probability of {wanted}" if params.task == "digit" else "probability of its place",
        x=Axis(label="pixels to the right", range=(-FARTHEST - 0.2, FARTHEST + 1.6), whole=True),
        y=Axis(range=(0.0, 1.05)),
        badge="exact",
        layers=(
            Level(name="here", role="now", value=float(state.right), across="vertical"),
            *(
                Curve(
                    name=name,
                    role=ROLES[name],
                    x=x,
                    y=found[name].right.view(ACROSS, ACROSS)[row],
                    markers=True,
                    text=NAMES[name],
                    outcome=True,
                )
                for name in NETS
            ),
        ),
    )


def _here(params: Params, found: dict[str, Tested], here: int, wanted: int) -> Plot:
    z = torch.stack([found[name].said[here] for name in NETS])
    words = [named(params, k) for k in range(nets.CLASSES)]
    mouse = Mouse(
        on="click", target="said", kind="mean", take={"digit": "column"}, label="it is meant to be this digit"
    )
    return Plot(
        name="here",
        title="What they say here",
        unit="probability of each class",
        badge="exact",
        layers=(
            Image(
                name="said",
                z=z,
                levels=(0.0, 1.0),
                row_words=[NAMES[name] for name in NETS],
                column_words=words,
                gaps=True,
                outcome=True,
            ),
            Cells(
                name="wanted", role="now", xy=torch.tensor([[float(wanted), float(row)] for row in range(len(NETS))])
            ),
        ),
        mouse=(mouse,) if params.task == "digit" else (),
    )
