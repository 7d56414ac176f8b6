"""Named kernels, signals and taps."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.convolution.parameters import Params
from playground.engine.run.context import Ctx

_BANK = ("upright", "level", "outline", "blur")
"""What the filters of one layer are, after the first."""


def kernels(params: Params, channels: int, ctx: Ctx) -> Tensor:
    """The kernels, (filters, channels, k, k); a named one is shared out equally among the channels."""
    k = params.size
    if params.kernel == "random":
        return ctx.randn(params.filters, channels, k, k).to(torch.float64) / k
    names = [params.kernel, *(name for name in _BANK if name != params.kernel)][: params.filters]
    return torch.stack([named(name, k, params.cells).expand(channels, k, k) / channels for name in names]).contiguous()


def _bell(k: int) -> Tensor:
    """Binomial weights that add up to 1, (k,)."""
    row = torch.tensor([math.comb(k - 1, j) for j in range(k)], dtype=torch.float64)
    return row / row.sum()


def named(name: str, k: int, cells: Sequence[float] = ()) -> Tensor:
    """One kernel, (k, k)."""
    at = torch.arange(k, dtype=torch.float64) - (k - 1) / 2
    bell = _bell(k)
    middle = torch.zeros(k, k, dtype=torch.float64)
    middle[k // 2, k // 2] = 1.0
    match name:
        case "upright" | "level":
            # Sobel at 3: a bell along the edge, a sign across it.
            across = at.sign() * 2 ** (k - 1) * bell.max() if k > 1 else torch.ones(1, dtype=torch.float64)
            edge = (bell / bell.max())[:, None] * across[None, :] if k != 3 else _sobel()
            return (edge if name == "upright" else edge.T).contiguous()
        case "outline":
            return k * k * middle - 1.0
        case "blur":
            return torch.full((k, k), 1.0 / (k * k), dtype=torch.float64)
        case "gauss":
            return bell[:, None] * bell[None, :]
        case "sharpen":
            return 2.0 * middle - bell[:, None] * bell[None, :]
        case "emboss":
            return (at[:, None] + at[None, :]).sign() + middle
        case "ramp":
            return (torch.arange(k * k, dtype=torch.float64) + 1).reshape(k, k)
        case "typed":
            flat = torch.zeros(k * k, dtype=torch.float64)
            given = torch.tensor(cells[: k * k], dtype=torch.float64)
            flat[: len(given)] = given
            return flat.reshape(k, k)
    return middle


def _sobel() -> Tensor:
    return torch.tensor([[1.0, 0.0, -1.0], [2.0, 0.0, -2.0], [1.0, 0.0, -1.0]], dtype=torch.float64)


def signal(params: Params, ctx: Ctx) -> Tensor:
    """The signal, (n,)."""
    n = params.length
    t = torch.arange(n, dtype=torch.float64)
    match params.signal:
        case "pulse":
            return ((t >= n // 3) & (t < n - n // 3)).to(torch.float64)
        case "die":
            return torch.ones(6, dtype=torch.float64)
        case "wave":
            return torch.sin(2 * math.pi * t / max(4.0, n / 2)) + 0.35 * ctx.randn(n).to(torch.float64)
        case "stairs":
            return torch.floor(3 * t / n) + 1
        case "impulse":
            return (t == n // 2).to(torch.float64)
        case "noise":
            return ctx.randn(n).to(torch.float64)
    return torch.tensor(params.samples, dtype=torch.float64)


def taps(params: Params, ctx: Ctx) -> Tensor:
    """The kernel of a signal, (m,)."""
    m = params.width
    match params.taps:
        case "ramp":
            return torch.arange(1, m + 1, dtype=torch.float64)
        case "mean":
            return torch.full((m,), 1 / m, dtype=torch.float64)
        case "difference":
            return torch.tensor([1.0, -1.0], dtype=torch.float64)
        case "die":
            return torch.ones(6, dtype=torch.float64)
        case "gauss":
            return _bell(m)
        case "echo":
            echo = torch.zeros(max(2, m), dtype=torch.float64)
            echo[0], echo[-1] = 1.0, 0.5
            return echo
        case "noise":
            return ctx.randn(m).to(torch.float64)
    return torch.tensor(params.weights, dtype=torch.float64)
