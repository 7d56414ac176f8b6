"""The digits: drawn here or written by people, those to learn from and those held out, and a picture of the user's."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.shape import SIDES
from playground.engine.kit import strokes
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.context import Ctx
from playground.resources import INK, digits

LEARNT, HELD = 1200, 400
MARGIN = 0.14  # of the side, round a picture of the user's


class Data(NamedTuple):
    """What is learnt from, and what the net is tested on.

    Attributes:
        pictures: (n, side, side), 0 paper to 1 ink, float32.
        labels: (n,).
        held_pictures, held_labels: the same of 400 others.
        opened: a picture of the user's own, (side, side); (0, 0) where there is none.
        name: of its file; empty where there is none.
    """

    pictures: Tensor
    labels: Tensor
    held_pictures: Tensor
    held_labels: Tensor
    opened: Tensor
    name: str


def make_data(params: Params, ctx: Ctx) -> Data:
    """New strokes, or the digits that people wrote in a random order."""
    none = torch.zeros((0, 0))
    if params.digits == "strokes":
        labels = torch.randint(10, (LEARNT + HELD,), generator=ctx.rng)
        learnt = strokes.digits(labels[:LEARNT], ctx.rng, wild=params.wild)
        held = strokes.digits(labels[LEARNT:], ctx.rng)
        return Data(learnt, labels[:LEARNT], held, labels[LEARNT:], none, "")
    images, known = digits()
    order = torch.randperm(len(known), generator=ctx.rng).numpy()
    pictures = torch.tensor(images[order] / INK, dtype=torch.float32)
    labels = torch.tensor(known[order])
    return Data(pictures[HELD:], labels[HELD:], pictures[:HELD], labels[:HELD], none, "")


def load(params: Params, path: Path) -> Data:
    """The same digits, with the user's picture on the paper.

    Raises:
        BadInput: the file is no picture that can be used.
    """
    made = make_data(params, Ctx(torch.device("cpu"), torch.float32, 0, "data"))
    return made._replace(opened=as_drawing(path, SIDES[params.digits], MARGIN), name=path.name)
