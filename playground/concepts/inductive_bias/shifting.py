"""The shift test: one digit, drawn or taken from the tests, moved to 81 places, and what each net says there."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.inductive_bias import ROLES, Params, nets
from playground.concepts.inductive_bias.pictures import (
    CANVAS,
    FARTHEST,
    FREE,
    bare,
    middle,
    moved,
    order,
    place_of,
    scrambled,
    shifts,
    POOL,
)
from playground.concepts.inductive_bias.state import NAMES, NETS, Data, State
from playground.concepts.inductive_bias.testing import PLACES, named
from playground.engine.frame import Array
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Image, Level, Lines, Ring, Text

ACROSS = 2 * FARTHEST + 1
_INSIDE = FREE // 2  # pixels that a digit of 8 can be moved by and stay whole
_GAP = 2.0  # cells between two maps
_LEFT = {name: place * (ACROSS + _GAP) for place, name in enumerate(NETS)}


class Tested(NamedTuple):
    """What a net says of the digit at all 81 places.

    Attributes:
        said: probabilities, (81, 10).
        right: the probability of what it should say, (81,).
        hit: whether that is its answer, (81,).
    """

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
        said = nets.probabilities(name, params, theta, x)
        wanted = targets(params, meant)
        return Tested(said, said.gather(1, wanted[:, None])[:, 0], said.argmax(1) == wanted)

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
        "down": state.down,
        "right": state.right,
        "shown_name": data.name or ("your drawing" if data.own else f"test digit {data.test + 1}"),
        "same_within": spread(params, data, state),
    }
    plots = (_canvas(data, state), _maps(state, found), _row(params, state, found), _here(params, found, here, wanted))
    hint = "Draw a digit, then click in a map to move it there"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


def inside() -> Tensor:
    """Which of the 81 places keep a digit of 8x8 pixels whole, (81,) of flags."""
    down, right = shifts()
    return (down.abs() <= _INSIDE) & (right.abs() <= _INSIDE)


def steady(found: Tested) -> float:
    """The share of the 25 places inside the frame at which a net is right."""
    return float(found.hit[inside()].double().mean())


def spread(params: Params, data: Data, state: State) -> float:
    """How much the CNN's probabilities of the digit at the nine places of the task differ at most."""
    down, right = shifts()
    nine = inside() & (down % 2 == 0) & (right % 2 == 0)
    said = tested("cnn", params, data, state).said[nine]
    return float((said.amax(0) - said.amin(0)).max())


def box(left: float, bottom: float, width: float, height: float) -> Array:
    """A closed rectangle, (5, 2)."""
    x0, x1, y0, y1 = left, left + width, bottom, bottom + height
    return torch.tensor([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], dtype=torch.float64).numpy()


def _canvas(data: Data, state: State) -> Plot:
    picture, _ = digit_of(data, state)
    at = torch.tensor([state.down]), torch.tensor([state.right])
    shown = {"drag": "ink", "shift+drag": "paper"}
    side = float(CANVAS)
    return Plot(
        name="canvas",
        title="The digit",
        unit="{shown_name}, {right} right, {down} down",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=(-0.3, side + 0.3)),
        y=Axis(range=(-0.3, side + 0.3)),
        badge="exact",
        layers=(
            Image(
                name="digit",
                z=moved(picture, *at)[0],
                levels=(0.0, 1.0),
                extent=torch.tensor([0.0, side, 0.0, side]),
                gaps=True,
                symbol="x",
            ),
        ),
        mouse=tuple(
            Mouse(
                on=on,  # type: ignore[arg-type]
                target="digit",
                kind="draw",
                take={"path": "path"},
                give={"ink": ink},
                label="draw" if ink == "ink" else "rub out",
            )
            for on, ink in shown.items()
        ),
    )


def _maps(state: State, found: dict[str, Tested]) -> Plot:
    layers: list[Any] = []
    size = float(ACROSS)
    for name in NETS:
        left = _LEFT[name]
        layers.append(
            Image(
                name=name,
                z=found[name].right.view(ACROSS, ACROSS),
                levels=(0.0, 1.0),
                extent=torch.tensor([left, left + size, 0.0, size]),
                outcome=True,
            )
        )
        layers.append(
            Text(
                name=f"{name}_name",
                role=ROLES[name],
                text=f"{NAMES[name]}  {{steady.{name}:2}}",
                xy=torch.tensor([[left + size / 2, size]]),
                side="above",
                plate=False,
                outcome=True,
            )
        )
        whole = box(left + FARTHEST - _INSIDE, FARTHEST - _INSIDE, 2 * _INSIDE + 1, 2 * _INSIDE + 1)
        layers.append(Lines(name=f"{name}_inside", role="theory", xy=whole, dash="dashed", halo=False, found=False, key="places of the tests" if name == "mlp" else ""))
        here = box(left + FARTHEST + state.right, FARTHEST - state.down, 1, 1)
        layers.append(Lines(name=f"{name}_here", role="now", xy=here, dash="solid", halo=False, found=False, key="here" if name == "mlp" else ""))
    return Plot(
        name="maps",
        title="Probability of {wanted} at every place",
        unit="share of the dashed places that are right",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=(-0.5, 3 * size + 2 * _GAP + 0.5)),
        y=Axis(range=(-0.5, size + 1.8)),
        badge="exact",
        layers=tuple(layers),
        mouse=tuple(
            Mouse(on=on, target=name, kind="move", take={"row": "row", "column": "column"}, label="move the digit here")  # type: ignore[arg-type]
            for name in NETS
            for on in ("drag", "click")
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
    mouse = Mouse(on="click", target="said", kind="mean", take={"digit": "column"}, label="it is meant to be this digit")
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
            Ring(name="wanted", role="now", xy=torch.tensor([[float(wanted), 0.0]])),
        ),
        mouse=(mouse,) if params.task == "digit" else (),
    )
