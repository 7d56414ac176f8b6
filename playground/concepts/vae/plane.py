"""The latent plane: what each place decodes to, where drawings are, a point to drag, and a walk between drawings."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.vae import Params, net
from playground.concepts.vae.net import Code, Parts
from playground.concepts.vae.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Image, Lines, Points, Text, Tiles
from playground.figures.values import Range
from playground.resources import SIDE, digits

REACH = 2.8  # standard deviations of the prior that are shown
_CELLS = 13  # pictures each way
WALK, _ACROSS = 10, 6  # pictures from one drawing to the other, and how many stand in a row
_CODES = 200  # drawings whose codes are shown
_GAP = 0.085  # between digits that are written, as a share of half the plane
_TURN = torch.linspace(0, 2 * math.pi, 49)
_APART = 1.5  # pixels between the papers
_AT = (0.0, SIDE + _APART, 2 * (SIDE + _APART))  # where the papers begin


def plane(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the walk."""
    now = net.parts(state.theta, params.latent)
    ends = torch.stack([state.drawing, data.X[state.other]])
    code = net.encode(now, ends)
    figure = Figure(
        plots=(
            _map(params, data, state, now, code),
            _papers(now, state, code),
            _classes(params, data, now, code.mean),
            _walk(now, ends, code.mean),
        ),
        hint="Drag the point over the map, or draw on the paper; press space to train",
        share=0.62,
    )
    return Drawn(figure, _numbers(code))


def axes_of(params: Params) -> tuple[int, int]:
    """The two units that are shown, from 0; one twice where there is one alone."""
    return min(params.across, params.latent) - 1, min(params.up, params.latent) - 1


def pictures(X: Tensor) -> Tensor:
    """Vectors (n, 64) as pictures (n, 8, 8)."""
    return X.reshape(-1, SIDE, SIDE)


def _numbers(code: Code) -> dict[str, Any]:
    first, second = code.mean[:, 0].tolist()
    log = float(code.log_variance[0, 0])
    spread = math.exp(0.5 * log)
    told = {"end_one": first, "end_two": second, "middle": (first + second) / 2}
    return told | {"end_log": log, "end_spread": spread, "end_high": first + 2 * spread}


def _map(params: Params, data: Data, state: State, now: Parts, code: Code) -> Plot:
    a, b = axes_of(params)
    at = torch.linspace(-REACH, REACH, _CELLS)
    x, y = (one.reshape(-1) for one in torch.meshgrid(at, at, indexing="xy"))
    z = state.z.repeat(len(x), 1)
    z[:, b] = y
    z[:, a] = x
    step = 2 * REACH / (_CELLS - 1)
    codes = net.encode(now, data.X[:_CODES]).mean
    room = torch.tensor([0.96 * step, 0.96 * step])
    middle, spread = code.mean[0, [a, b]], (0.5 * code.log_variance[0, [a, b]]).exp()
    around = middle + 2 * spread * torch.stack([_TURN.cos(), _TURN.sin()], 1)
    return Plot(
        name="map",
        title="What each place decodes to",
        unit="unit {shown_across} across, unit {shown_up} upwards",
        badge="exact",
        main=True,
        plane=True,
        x=Axis(range=(-REACH - 0.3, REACH + 0.3)),
        y=Axis(range=(-REACH - 0.3, REACH + 0.3)),
        layers=(
            Tiles(
                name="decoded",
                z=pictures(net.decode(now, z)),
                xy=torch.stack([x, y], 1),
                size=room,
                color_map="sequential",
                levels=(0.0, 1.0),
                outcome=True,
            ),
            Points(
                name="codes",
                role="muted",
                xy=codes[:, [a, b]],
                ids=torch.arange(_CODES),
                size=0.4,
                key="codes of digits",
            ),
            Lines(name="walk", role="slot2", xy=code.mean[:, [a, b]], key="walk"),
            Lines(
                name="posterior",
                role="slot2",
                xy=around,
                dash="dashed",
                found=False,
                key="q of the drawing, two standard deviations",
                symbol="q",
            ),
            Points(name="z", role="slot1", xy=state.z[[a, b]][None], size=1.3, key="z, to be dragged", symbol="z"),
        ),
        mouse=(
            _drag(a, b),
            Mouse(
                on="click",
                target="codes",
                kind="choose",
                take={"row": "id"},
                give={"end": "second"},
                label="walk to this drawing",
            ),
        ),
    )


def _drag(a: int, b: int) -> Mouse:
    """The point follows the mouse in units a and b, from 0."""
    take, give = {"x": "x", "y": "y"}, {"across": a + 1, "up": b + 1}
    return Mouse(on="drag", kind="drag_z", take=take, give=give, label="move the point")


def _papers(now: Parts, state: State, code: Code) -> Plot:
    """The drawing, what the mean of its code gives back, and the picture at the point."""
    made = net.decode(now, torch.stack([code.mean[0], state.z]))
    shown = zip(("drawing", "back", "decoded"), (state.drawing, *made), _AT, ("", "", "x"), strict=True)
    heads = ("drawing", "given back", "at z")
    return Plot(
        name="papers",
        title="Draw a digit",
        unit="z = ({z_x}, {z_y})",
        badge="exact",
        axes=False,
        x=Axis(range=Range(-0.4, _AT[-1] + SIDE + 0.4)),
        y=Axis(range=Range(-0.4, SIDE + 1.9)),
        layers=(
            *(
                Image(
                    name=name,
                    z=pictures(x)[0],
                    extent=torch.tensor([left, left + SIDE, 0.0, SIDE]),
                    levels=(0.0, 1.0),
                    symbol=symbol,
                )
                for name, x, left, symbol in shown
            ),
            Text(
                name="heads",
                words=list(heads),
                xy=torch.tensor([[left + SIDE / 2, SIDE + 0.2] for left in _AT]),
                side="above",
                plate=False,
            ),
        ),
        mouse=(
            Mouse(on="drag", target="drawing", kind="draw", take={"path": "path"}, label="draw"),
            Mouse(on="shift+drag", target="drawing", kind="erase", take={"path": "path"}, label="rub out"),
        ),
    )


def _with_room(codes: Tensor, gap: float) -> Tensor:
    """The rows that lie at least a gap from those before that are kept."""
    far = (codes[:, None] - codes[None]).abs().amax(2) > gap
    free, kept = torch.ones(len(codes), dtype=torch.bool).numpy(), list[int]()
    for row, others in enumerate(far.numpy()):
        if free[row]:
            kept.append(row)
            free &= others
    return torch.tensor(kept)


def _classes(params: Params, data: Data, now: Parts, ends: Tensor) -> Plot:
    """The codes of some digits, written as the digits they are, in a plane that holds all of them."""
    a, b = axes_of(params)
    codes = net.encode(now, data.X[:_CODES]).mean[:, [a, b]].nan_to_num()
    reach = max(REACH + 0.3, math.ceil(float(codes.abs().max()) + 0.3))
    rows = _with_room(codes, 2 * _GAP * reach)
    labels = digits()[1]
    return Plot(
        name="classes",
        title="Where digits have their codes",
        unit="no label was seen",
        badge="exact",
        axes=False,
        x=Axis(range=Range(-reach, reach)),
        y=Axis(range=Range(-reach, reach)),
        layers=(
            Lines(
                name="prior",
                role="theory",
                xy=2 * torch.stack([_TURN.cos(), _TURN.sin()], 1),
                found=False,
                key="prior, two standard deviations",
            ),
            Text(
                name="digits",
                words=[str(labels[row]) for row in rows.tolist()],
                xy=codes[rows],
                plate=False,
                outcome=True,
            ),
        ),
        mouse=(_drag(a, b),),
    )


def _walk(now: Parts, ends: Tensor, codes: Tensor) -> Plot:
    """Straight from one code to the other, with both drawings at the ends."""
    share = torch.linspace(0, 1, WALK)[:, None]
    made = net.decode(now, (1 - share) * codes[0] + share * codes[1])
    z = torch.cat([ends[:1], made, ends[1:]])
    k = torch.arange(len(z))
    xy = torch.stack([(k % _ACROSS).double(), -(k // _ACROSS).double()], 1)
    return Plot(
        name="walk",
        title="A walk between two drawings",
        unit="first and last are drawings",
        badge="exact",
        axes=False,
        layers=(
            Tiles(
                name="walk",
                z=pictures(z),
                xy=xy,
                size=torch.tensor([0.94, 0.94]),
                color_map="sequential",
                levels=(0.0, 1.0),
                outcome=True,
            ),
        ),
    )
