"""What is learnt from: digits, drawn here or written by people, and points of two classes in the plane."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.attacks import Params
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.kit import data2d, strokes
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.reading.preview import kind_of
from playground.engine.reading.weights import Limits, read_layers
from playground.engine.run.context import Ctx
from playground.resources import INK, SIDE, digits

LEARNT, HELD = 1200, 400
MARGIN = 0.14  # of the side, round a picture of the user's
POINTS = 120
REACH = 3.0
SIDES = {"strokes": 28, "handwritten": SIDE}
UNITS = 64  # of the nets that read digits
DIVIDER = (2, 16, 16, 1)  # inputs, units and outputs of the nets that divide the plane by a curve
MOST_BYTES = 16 << 20
_LIMITS = Limits(layers=3, units=UNITS, inputs=(2, SIDE**2, 28**2), outputs=(1, 10), most_bytes=MOST_BYTES)


class Data(NamedTuple):
    """What is learnt from, and what the nets are tested on.

    Attributes:
        pictures: (n, side * side), 0 paper to 1 ink.
        labels: (n,).
        held_pictures, held_labels: the same of 400 others.
        X: points of the plane, (m, 2).
        y: +1 blue or -1 orange, (m,).
        ids, next_id: numbers of the points, see `engine.kit.points`.
        opened: a picture of the user's own, (side, side); (0, 0) where there is none.
        net: the weights of a net of the user's own, (N,); (0,) where there is none.
        name: of the file; empty where there is none.
    """

    pictures: Tensor
    labels: Tensor
    held_pictures: Tensor
    held_labels: Tensor
    X: Tensor
    y: Tensor
    ids: Tensor
    next_id: int
    opened: Tensor
    net: Tensor
    name: str


def make_data(params: Params, ctx: Ctx) -> Data:
    """New strokes, or the digits that people wrote in a random order; and new points."""
    match params.points:
        case "moons":
            X, y = data2d.moons(POINTS, 0.2, ctx.rng)
        case "circles":
            X, y = data2d.circles(POINTS, 0.2, ctx.rng)
        case "blobs":
            X, y = data2d.blobs(POINTS, 0.3, ctx.rng)
    if params.digits == "strokes":
        labels = torch.randint(10, (LEARNT + HELD,), generator=ctx.rng)
        pictures = strokes.digits(labels, ctx.rng).to(torch.float64)
    else:
        images, known = digits()
        order = torch.randperm(len(known), generator=ctx.rng).numpy()
        pictures, labels = torch.tensor(images[order] / INK), torch.tensor(known[order])
    flat = pictures.flatten(1)
    return Data(
        pictures=flat[HELD:],
        labels=labels[HELD:],
        held_pictures=flat[:HELD],
        held_labels=labels[:HELD],
        X=X,
        y=y,
        ids=torch.arange(POINTS),
        next_id=POINTS,
        opened=torch.zeros((0, 0), dtype=torch.float64),
        net=torch.zeros(0, dtype=torch.float64),
        name="",
    )


def load(params: Params, path: Path) -> Data:
    """The same digits and points, with the user's picture on the paper or their net in the place of the standard one.

    Raises:
        BadInput: the file is no picture that can be used, or no net of the right shape.
    """
    made = make_data(params, Ctx(torch.device("cpu"), torch.float32, 0, "data"))
    if kind_of(read_bytes(path, MOST_BYTES)) == "weights":
        return made._replace(net=_read_net(params, path), name=path.name)
    drawing = as_drawing(path, SIDES[params.digits], MARGIN).to(torch.float64)
    return made._replace(opened=drawing, name=path.name)


def _read_net(params: Params, path: Path) -> Tensor:
    """The weights of a net of the shape of one of the standard nets, (N,), as `engine.kit.dense.layout` has them.

    Raises:
        BadInput: it has another shape.
    """
    pairs = read_layers(path, _LIMITS)
    found = (pairs[0][0].shape[1], *(len(b) for _, b in pairs))
    allowed = ((SIDES[params.digits] ** 2, UNITS, 10), DIVIDER)
    if found not in allowed:
        wanted = " or ".join("-".join(map(str, one)) for one in allowed)
        raise BadInput(f"{path.name} is a net {'-'.join(map(str, found))}, allowed is {wanted}", "file")
    return torch.cat([part.flatten() for W, b in pairs for part in (W.T, b)])
