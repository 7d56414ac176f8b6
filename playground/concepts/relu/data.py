"""What the net learns, and the user's own net."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.relu import LINE, Params
from playground.engine.kit import data2d
from playground.engine.run.context import Ctx

REACH = 3.0  # the window is [-3, 3] across, and up for two inputs
NODES = ((-2.0, 1.0), (-1.0, -1.0), (1.0, 2.0), (2.0, 2.0))


class Data(NamedTuple):
    """Points, and a net that was opened from a file.

    Attributes:
        X: inputs, shape (n, d) with d = 1 or 2, float64.
        y: labels +1 (blue) and -1 (orange) for d = 2, values for d = 1, shape (n,).
        ids: stable numbers of the points, shape (n,), int64.
        next_id: the number that the next new point gets.
        window: x0, x1, y0, y1 of the inputs, shape (4,).
        own: the net from the file, its layers as (W, b) with a row a unit; empty without one.
        name: of the file; empty without one.
    """

    X: Tensor
    y: Tensor
    ids: Tensor
    next_id: int
    window: Tensor
    own: tuple[tuple[Tensor, Tensor], ...]
    name: str

    @property
    def inputs(self) -> int:
        """The dimension of the inputs."""
        return self.X.shape[1]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The window as plain numbers."""
        x0, x1, y0, y1 = self.window.tolist()
        return x0, x1, y0, y1


def data_of(X: Tensor, y: Tensor, own: tuple[tuple[Tensor, Tensor], ...] = (), name: str = "") -> Data:
    """Data with fresh ids in the standing window."""
    n = len(y)
    window = torch.tensor([-REACH, REACH, -REACH, REACH], dtype=torch.float64)
    return Data(X.contiguous(), y.contiguous(), torch.arange(n), n, window, own, name)


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name."""
    if params.data in LINE:
        return data_of(*_on_line(params, ctx))
    n, noise = params.points, params.noise
    match params.data:
        case "moons":
            X, y = data2d.moons(n, 1.5 * noise, ctx.rng)
        case "circles":
            X, y = data2d.circles(n, 1.5 * noise, ctx.rng)
        case "spirals":
            X, y = data2d.spirals(n, noise, ctx.rng)
        case "xor":
            X, y = data2d.xor(n, noise, ctx.rng)
        case _:
            X, y = torch.zeros((0, 2), dtype=torch.float64), torch.zeros(0, dtype=torch.float64)
    return data_of(X.clamp(-0.98 * REACH, 0.98 * REACH), y)


def _on_line(params: Params, ctx: Ctx) -> tuple[Tensor, Tensor]:
    """Points of a function of one input, or the nodes of a broken line."""
    if params.data == "nodes":
        nodes = torch.tensor(NODES, dtype=torch.float64)
        return nodes[:, :1], nodes[:, 1]
    n = params.points
    x = 2 * REACH * (torch.arange(n, dtype=torch.float64) + 0.5) / n - REACH
    y = torch.sin(2 * x) if params.data == "sine" else torch.round(x) / 2
    noise = params.noise * torch.randn(n, generator=ctx.rng, dtype=torch.float64)
    return x[:, None], y + noise
