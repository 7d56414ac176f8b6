"""The digits: drawn here or written by people, those to learn from and those held out, and a picture of the user's."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.shape import SIDES
from playground.engine.errors import BadInput
from playground.engine.kit import strokes
from playground.engine.reading.picture import read_picture
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
    return made._replace(opened=as_drawing(path, SIDES[params.digits]), name=path.name)


def as_drawing(path: Path, side: int) -> Tensor:
    """A picture as ink on square paper: darkest is ink, lightest is paper, with a margin as the digits have it.

    Raises:
        BadInput: it is no picture, or of one tone.
    """
    grey = torch.tensor(read_picture(path).grey, dtype=torch.float32)
    low, high = float(grey.min()), float(grey.max())
    if high - low < 0.05:
        raise BadInput(f"{path.name} has only one tone, so nothing tells ink from paper", "file")
    ink = (high - grey) / (high - low)
    rim = torch.cat([ink[0], ink[-1], ink[:, 0], ink[:, -1]])
    if float(rim.median()) > 0.5:  # light on dark
        ink = 1.0 - ink
    rows, columns = (np.flatnonzero((ink > 0.3).any(axis).numpy()) for axis in (1, 0))
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    longest = max(ink.shape)
    room = round(longest * MARGIN / (1 - 2 * MARGIN))
    whole = longest + 2 * room
    top, left = (whole - ink.shape[0]) // 2, (whole - ink.shape[1]) // 2
    paper = torch.zeros((whole, whole))
    paper[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    # In two strides, so that a large picture is averaged rather than sampled.
    return functional.adaptive_avg_pool2d(_enlarged(paper, side)[None, None], side)[0, 0]


def _enlarged(paper: Tensor, side: int) -> Tensor:
    """A small picture with each pixel repeated, so that every new one covers whole ones."""
    times = -(-4 * side // len(paper))
    return paper.repeat_interleave(times, 0).repeat_interleave(times, 1) if times > 1 else paper
