"""What is learnt from: digits, drawn here or written by people, and points of two classes in the plane."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.attacks import Params
from playground.engine.kit import data2d, strokes
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.context import Ctx
from playground.resources import INK, SIDE, digits

LEARNT, HELD = 1200, 400
MARGIN = 0.14  # of the side, round a picture of the user's
POINTS = 120
REACH = 3.0
SIDES = {"strokes": 28, "handwritten": SIDE}


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
        name: of its file; empty where there is none.
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
        name="",
    )


def load(params: Params, path: Path) -> Data:
    """The same digits, with the user's picture on the paper.

    Raises:
        BadInput: the file is no picture that can be used.
    """
    made = make_data(params, Ctx(torch.device("cpu"), torch.float32, 0, "data"))
    drawing = as_drawing(path, SIDES[params.digits], MARGIN).to(torch.float64)
    return made._replace(opened=drawing, name=path.name)
