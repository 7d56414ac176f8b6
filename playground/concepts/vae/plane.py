"""The latent plane: what each place decodes to, where drawings are, a point to drag, and a walk between drawings."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.vae import Params, net
from playground.concepts.vae.net import Parts
from playground.concepts.vae.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Lines, Points, Text, Tiles
from playground.resources import SIDE, digits

REACH = 2.8  # standard deviations of the prior that are shown
_CELLS = 13  # pictures each way
_WALK, _ACROSS = 10, 4  # pictures from one drawing to the other, and how many stand in a row
_CODES = 200  # drawings whose codes are shown
_NAMED = 90  # and those of them that are written as what they are


def plane(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the walk."""
    now = net.parts(state.theta, params.latent)
    ends = torch.cat([data.own, data.X])[state.ends]
    codes = net.encode(now, ends).mean
    figure = Figure(
        plots=(
            _map(params, data, state, now, codes),
            _decoded(now, state),
            _classes(params, data, now, codes),
            _walk(now, ends, codes),
        ),
        hint="Drag the point over the map; press space to train",
        share=0.62,
    )
    return Drawn(figure, _numbers(codes))


def axes_of(params: Params) -> tuple[int, int]:
    """The two units that are shown, from 0; one twice where there is one alone."""
    return min(params.across, params.latent) - 1, min(params.up, params.latent) - 1


def pictures(X: Tensor) -> Tensor:
    """Vectors (n, 64) as pictures (n, 8, 8)."""
    return X.reshape(-1, SIDE, SIDE)


def _numbers(codes: Tensor) -> dict[str, Any]:
    first, second = codes[:, 0].tolist()
    return {"end_one": first, "end_two": second, "middle": (first + second) / 2}


def _map(params: Params, data: Data, state: State, now: Parts, ends: Tensor) -> Plot:
    a, b = axes_of(params)
    at = torch.linspace(-REACH, REACH, _CELLS)
    x, y = (one.reshape(-1) for one in torch.meshgrid(at, at, indexing="xy"))
    z = state.z.repeat(len(x), 1)
    z[:, b] = y
    z[:, a] = x
    step = 2 * REACH / (_CELLS - 1)
    codes = net.encode(now, data.X[:_CODES]).mean
    ids = torch.arange(len(codes)) + len(data.own)
    room = torch.tensor([0.96 * step, 0.96 * step])
    return Plot(
        name="map",
        title="What each place decodes to",
        unit="two units of the code",
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
            Points(name="codes", role="muted", xy=codes[:, [a, b]], ids=ids, size=0.4, key="codes of digits"),
            Lines(name="walk", role="slot2", xy=ends[:, [a, b]], key="walk"),
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


def _classes(params: Params, data: Data, now: Parts, ends: Tensor) -> Plot:
    """The codes of some digits, written as the digits they are."""
    a, b = axes_of(params)
    codes = net.encode(now, data.X[:_NAMED]).mean
    return Plot(
        name="classes",
        title="Where digits have their codes",
        unit="no label was seen",
        badge="exact",
        plane=True,
        x=Axis(range=(-REACH - 0.3, REACH + 0.3)),
        y=Axis(range=(-REACH - 0.3, REACH + 0.3)),
        layers=(
            Text(
                name="digits",
                role="hero",
                words=[str(label) for label in digits()[1][:_NAMED].tolist()],
                xy=codes[:, [a, b]],
                plate=False,
                outcome=True,
            ),
            Lines(name="between", role="slot2", xy=ends[:, [a, b]], key="walk"),
        ),
        mouse=(_drag(a, b),),
    )


def _decoded(now: Parts, state: State) -> Plot:
    return Plot(
        name="picture",
        title="Decoded",
        unit="z = ({z_x}, {z_y})",
        badge="exact",
        axes=False,
        layers=(
            Tiles(
                name="picture",
                z=pictures(net.decode(now, state.z[None])),
                xy=torch.zeros(1, 2),
                size=torch.ones(2),
                color_map="sequential",
                levels=(0.0, 1.0),
                symbol="x",
            ),
        ),
    )


def _walk(now: Parts, ends: Tensor, codes: Tensor) -> Plot:
    """Straight from one code to the other, with both drawings at the ends."""
    share = torch.linspace(0, 1, _WALK)[:, None]
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
