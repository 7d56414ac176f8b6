"""A picture file as a drawing in ink: for panels that take a digit of the user's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.engine.errors import BadInput
from playground.engine.reading.picture import read_picture

_LEAST = 0.05  # difference of tones that tells ink from paper
_INK = 0.3


def as_drawing(path: Path, side: int, margin: float) -> Tensor:
    """A picture as ink on square paper, (side, side), float32, from 0 to 1; the drawing is centred.

    Args:
        path: the file.
        side: of the paper in pixels.
        margin: round the drawing, as a share of the paper's side.

    Raises:
        BadInput: it is no picture, or of one tone.
    """
    grey = torch.tensor(read_picture(path).grey, dtype=torch.float32)
    low, high = float(grey.min()), float(grey.max())
    if high - low < _LEAST:
        raise BadInput(f"{path.name} has only one tone, so nothing tells ink from paper", "file")
    ink = (high - grey) / (high - low)
    rim = torch.cat([ink[0], ink[-1], ink[:, 0], ink[:, -1]])
    if float(rim.median()) > 0.5:  # light on dark
        ink = 1.0 - ink
    rows, columns = (np.flatnonzero((ink > _INK).any(axis).numpy()) for axis in (1, 0))
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    longest = max(ink.shape)
    whole = longest + 2 * round(longest * margin / (1 - 2 * margin))
    top, left = (whole - ink.shape[0]) // 2, (whole - ink.shape[1]) // 2
    paper = torch.zeros((whole, whole))
    paper[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    # In two strides, so that a large picture is averaged rather than sampled.
    return functional.adaptive_avg_pool2d(_enlarged(paper, side)[None, None], side)[0, 0].contiguous()


def _enlarged(paper: Tensor, side: int) -> Tensor:
    """A small picture with each pixel repeated, so that every new one covers whole ones."""
    times = -(-4 * side // len(paper))
    return paper.repeat_interleave(times, 0).repeat_interleave(times, 1) if times > 1 else paper
