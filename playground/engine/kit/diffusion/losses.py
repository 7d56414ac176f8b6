"""Losses whose minimiser is the score of the noised law, with their gradients.

With x = scale x_0 + sigma z, h the net's score and lambda the weight of a level:

    noise       |z + sigma h|^2                          noise prediction, eps = -sigma h (Ho et al. 2020)
    denoising   lambda |h + z / sigma|^2, lambda = V sigma^2 / (scale c)^2 (Vincent 2011; weight of Karras et al. 2022)
    hyvarinen   sigma^2 (|h|^2 / 2 + tr J_h)             never looks at z (Hyvarinen 2005)
    sliced      sigma^2 (|h|^2 / 2 + v' J_h v)           one random direction v a point (Song et al. 2020)

The first two differ in the weights of the levels, the last two in the noise of their gradients.
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.kit.diffusion.nets import Net, NoiseLevel, backward, forward

KINDS = ("noise", "denoising", "sliced", "hyvarinen")


def value_and_gradient(
    net: Net, kind: str, x: Tensor, z: Tensor, level: NoiseLevel, rng: torch.Generator
) -> tuple[float, Tensor]:
    """The loss over a batch and its gradient with respect to theta, (P,).

    Args:
        net: the net.
        kind: out of `KINDS`.
        x: noised points, (B, d).
        z: the noise in them, (B, d); only `noise` and `denoising` look at it.
        level: the numbers of their levels.
        rng: draws the directions of `sliced`.
    """
    y = (x - level.shift * net.mean) / level.size
    gaussian = -y / level.size
    if kind in ("noise", "denoising"):
        seen = forward(net, y, level.features)
        residual = (gaussian + level.gain * seen.output) * level.sigma + z
        weight = torch.ones_like(level.sigma) if kind == "noise" else (level.size / (level.shift * net.spread)) ** 2
        loss = (weight * residual.square()).sum(1).mean()
        return loss.item(), backward(net, seen, (2.0 / len(x)) * weight * level.gain * level.sigma * residual)
    return _implicit(net, kind, y, gaussian, level, rng)


def _implicit(
    net: Net, kind: str, y: Tensor, gaussian: Tensor, level: NoiseLevel, rng: torch.Generator
) -> tuple[float, Tensor]:
    count, d = y.shape
    if kind == "hyvarinen":
        v = torch.eye(d)[:, None, :].expand(d, count, d)
    else:
        v = torch.randint(0, 2, (1, count, d), generator=rng).float().mul_(2).sub_(1)
    seen = forward(net, y, level.features, v)
    assert seen.tangents is not None
    h = gaussian + level.gain * seen.output
    squared = level.sigma**2
    slope = squared * level.gain / level.size
    bent = (seen.tangents * v).sum((0, 2))[:, None]
    loss = (squared * (h.square().sum(1, keepdim=True) / 2 - d / level.size**2) + slope * bent).mean()
    return loss.item(), backward(net, seen, squared * level.gain * h / count, slope * v / count)
