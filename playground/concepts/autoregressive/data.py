"""Handwritten digits of ink or paper, those learnt from and those held out, the orders, and a picture of the user's."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.declared import SIDE
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.context import Ctx
from playground.resources import INK, digits

PIXELS = SIDE * SIDE
HELD = 400
MARGIN = 0.06  # of the side, round a picture of the user's


class Data(NamedTuple):
    """What is learnt from, and what the net is tested on.

    Attributes:
        pictures: (n, 64) of 0, paper, and 1, ink.
        held: the same of 400 others.
        held_labels: which digits those are, (400,).
        shares: the share of ink of each pixel of those learnt from, (64,).
        orders: place of each pixel, from 1: by rows, by rows from the end, by columns, by columns from the end, and
            four at random, (8, 64).
        opened: a picture of the user's own, (64,); empty where there is none.
        name: of its file.
    """

    pictures: Tensor
    held: Tensor
    held_labels: Tensor
    shares: Tensor
    orders: Tensor
    opened: Tensor
    name: str


def make_data(params: Params, ctx: Ctx) -> Data:
    """The digits in a random order, and random orders of the pixels."""
    images, known = digits()
    shuffled = torch.randperm(len(known), generator=ctx.rng)
    ink = torch.tensor(images.reshape(-1, PIXELS) > INK / 2, dtype=torch.float32)[shuffled]
    by_rows = torch.arange(PIXELS).view(SIDE, SIDE) + 1
    by_columns = by_rows.T.contiguous()
    fixed = [by_rows, PIXELS + 1 - by_rows, by_columns, PIXELS + 1 - by_columns]
    drawn = [torch.randperm(PIXELS, generator=ctx.rng) + 1 for _ in range(4)]
    learnt = ink[HELD : HELD + params.learnt]
    return Data(
        pictures=learnt,
        held=ink[:HELD],
        held_labels=torch.tensor(known)[shuffled[:HELD]],
        shares=made.independent(learnt),
        orders=torch.stack([one.flatten() for one in fixed + drawn]),
        opened=torch.zeros(0),
        name="",
    )


def load(params: Params, path: Path) -> Data:
    """The same digits, with the user's picture on the paper.

    Raises:
        BadInput: the file is no picture that can be used.
    """
    data = make_data(params, Ctx(torch.device("cpu"), torch.float32, 0, "data"))
    soft = as_drawing(path, SIDE, MARGIN).flatten()
    return data._replace(opened=(soft > 0.5 * soft.max()).to(torch.float32), name=path.name)
