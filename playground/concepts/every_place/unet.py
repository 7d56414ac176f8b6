"""A small U-Net for 32 x 32 pixels, with bridges from the way down to the way up or without, and its blobs."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.every_place.flat import Form, views

SIDE = 32
_WIDE = (6, 8, 12)  # channels at 32, 16 and 8 pixels
_SMOOTH = 3.2  # standard deviation of the blur that makes blobs, in pixels
_COVERED = 0.27  # share of the paper that is blob, on average


@cache
def forms(skips: bool) -> tuple[Form, ...]:
    """The arrays: down, down, bottom, up, up, and the output; kernels and biases in turn."""
    a, b, c = _WIDE
    layers = [(a, 1, 3), (b, a, 3), (c, b, 3), (b, c + b * skips, 3), (a, b + a * skips, 3), (1, a, 1)]
    return tuple(form for out, into, k in layers for form in ((out, into, k, k), (out,)))


def run(theta: Tensor, skips: bool, pictures: Tensor) -> Tensor:
    """The logit of blob at every pixel, (n, SIDE, SIDE), of pictures (n, SIDE, SIDE)."""
    w = views(theta, forms(skips))

    def conv(z: Tensor, k: int) -> Tensor:
        return functional.conv2d(z, w[2 * k], w[2 * k + 1], padding="same").relu()

    def up(z: Tensor, bridge: Tensor) -> Tensor:
        wide = z.repeat_interleave(2, 2).repeat_interleave(2, 3)
        return torch.cat([wide, bridge], 1) if skips else wide

    first = conv(pictures[:, None] - 0.5, 0)
    second = conv(functional.max_pool2d(first, 2), 1)
    bottom = conv(functional.max_pool2d(second, 2), 2)
    rising = conv(up(bottom, second), 3)
    top = conv(up(rising, first), 4)
    return functional.conv2d(top, w[10], w[11])[:, 0]


def blobs(n: int, rng: torch.Generator) -> Tensor:
    """Masks of smooth blobs with sharp rims, (n, SIDE, SIDE), 0 and 1, float32."""
    at = torch.arange(-9, 10, dtype=torch.float32)
    bell = torch.exp(-0.5 * (at / _SMOOTH).square())
    bell = bell / bell.square().sum().sqrt()
    raw = torch.randn((n, 1, SIDE, SIDE), generator=rng)
    across = functional.conv2d(raw, bell.view(1, 1, 1, -1), padding="same")
    smooth = functional.conv2d(across, bell.view(1, 1, -1, 1), padding="same")
    level = torch.quantile(smooth.flatten(1), 1 - _COVERED, dim=1)
    return (smooth[:, 0] > level[:, None, None]).to(torch.float32)


def pictured(masks: Tensor, noise: Tensor, amount: float) -> Tensor:
    """What the net is shown: the blobs, and noise."""
    return masks + amount * noise


def rim(masks: Tensor) -> Tensor:
    """The pixels of a mask that touch what is not of it, over the edge too, (n, SIDE, SIDE), bool."""
    inside = masks > 0.5
    near = functional.max_pool2d(functional.pad((~inside).to(torch.float32)[:, None], (1,) * 4, value=1.0), 3, stride=1)
    return inside & (near[:, 0] > 0.5)


def overlap(found: Tensor, true: Tensor) -> Tensor:
    """Pixels in both over pixels in either, of each picture, (n,); 1 where there are none."""
    both, either = (found & true).sum((1, 2)), (found | true).sum((1, 2))
    return torch.where(either > 0, both / either.clamp_min(1), 1.0)


def scores(logits: Tensor, masks: Tensor) -> tuple[float, float]:
    """The mean IoU of all pixels, and of the rims alone."""
    found, true = logits > 0, masks > 0.5
    return float(overlap(found, true).mean()), float(overlap(rim(found.float()), rim(masks)).mean())
