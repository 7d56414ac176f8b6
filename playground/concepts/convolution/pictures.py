"""The pictures that a kernel slides over: made here, or the user's own; brightness from 0 to 1."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution.parameters import LARGEST, Params
from playground.engine.reading.picture import read_picture
from playground.engine.reading.remarks import remark
from playground.engine.run.context import Ctx
from playground.resources import INK, digits

_EXACT = 1 << 16  # numbers; larger pictures are kept in single precision
_TENTHS = 32  # rows and columns; the cells of smaller pictures are tenths, which can be written in them
_TINTS = (1.0, 0.8, 0.55)  # of a grey picture in red, green and blue


def kept(picture: Tensor) -> Tensor:
    """The picture in the precision in which it is computed with."""
    return picture.to(torch.float64 if picture.numel() <= _EXACT else torch.float32).contiguous()


def made(params: Params, ctx: Ctx) -> Tensor:
    """The chosen picture, (channels, rows, columns)."""
    n, three = params.side, params.colours == "three"
    if params.picture == "house":
        found = _house(n) if three else _house(n).mean(0, keepdim=True)
    elif params.picture == "noise":
        found = ctx.rand(3 if three else 1, n, n)
    else:
        grey = _grey(params.picture, n)
        found = torch.stack([grey * tint for tint in _TINTS]) if three else grey[None]
    return kept((10 * found).round() / 10 if n <= _TENTHS else found)


def _axes(n: int) -> tuple[Tensor, Tensor]:
    """The middles of the cells down and across, from 0 to 1, (n, 1) and (1, n)."""
    at = (torch.arange(n, dtype=torch.float64) + 0.5) / n
    return at[:, None], at[None, :]


def _grey(name: str, n: int) -> Tensor:
    y, x = _axes(n)
    match name:
        case "digit":
            stored = torch.from_numpy(digits()[0][3] / INK)[None, None]
            mode = "bilinear" if n > 8 else "area"
            return torch.nn.functional.interpolate(stored, (n, n), mode=mode)[0, 0]
        case "rings":  # the frequency grows outwards, up to that of the cells
            r = (x - 0.5).square() + (y - 0.5).square()
            return 0.5 + 0.5 * torch.cos(math.pi * n * r)
        case "squares":
            return (torch.floor(4 * x) + 4 * torch.floor(4 * y)).remainder(5) / 4
        case "checks":
            side = max(1, n // 8)
            at = torch.arange(n) // side
            return ((at[:, None] + at[None, :]) % 2).to(torch.float64)
        case "point":
            point = torch.zeros(n, n, dtype=torch.float64)
            point[n // 2, n // 2] = 1.0
            return point
    return torch.full((n, n), 1.0 if name == "even" else 0.0, dtype=torch.float64)


def _house(n: int) -> Tensor:
    """A house under a sun, in red, green and blue, (3, n, n)."""
    y, x = _axes(n)
    sky = torch.stack([0.45 + 0.3 * y + 0 * x, 0.65 + 0.2 * y + 0 * x, 0.95 - 0.1 * y + 0 * x])

    def lay(part: Tensor, colour: tuple[float, float, float]) -> None:
        sky.copy_(torch.where(part, torch.tensor(colour, dtype=sky.dtype)[:, None, None], sky))

    lay((x - 0.82).square() + (y - 0.18).square() < 0.011, (1.0, 0.95, 0.6))
    lay(y > 0.8 + 0.05 * torch.sin(5 * x), (0.25, 0.5, 0.2))
    lay((x > 0.24) & (x < 0.72) & (y > 0.48) & (y < 0.88), (0.9, 0.82, 0.7))
    lay((y - 0.18 > (x - 0.48).abs() * 1.05) & (y < 0.5), (0.55, 0.18, 0.14))
    lay((x > 0.32) & (x < 0.44) & (y > 0.56) & (y < 0.69), (0.15, 0.2, 0.3))
    lay((x > 0.52) & (x < 0.64) & (y > 0.6) & (y < 0.88), (0.35, 0.22, 0.12))
    return sky


def opened(params: Params, path: Path) -> Tensor:
    """The picture in a file, (channels, rows, columns), reduced to at most 1,024 rows and columns.

    Raises:
        BadInput: it is no picture, or damaged.
    """
    picture = read_picture(path)
    if params.colours == "three":
        rgba = picture.rgba.astype(np.float32) / 255
        whole = torch.from_numpy((rgba[..., :3] * rgba[..., 3:] + 1 - rgba[..., 3:]).transpose(2, 0, 1).copy())
    else:
        whole = torch.from_numpy(picture.grey[None].astype(np.float32))
    rows, columns = whole.shape[1:]
    scale = LARGEST / max(rows, columns)
    if scale < 1:
        shape = (max(2, round(rows * scale)), max(2, round(columns * scale)))
        remark(f"{path.name} of {columns} x {rows} pixels is reduced to {shape[1]} x {shape[0]}")
        whole = torch.nn.functional.interpolate(whole[None], shape, mode="area")[0]
    return kept(whole)
