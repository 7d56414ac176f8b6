"""A variational autoencoder of one hidden layer on each side, its loss and gradients by hand, and Adam.

Pixels are Bernoulli: the reconstruction term is a sum of cross-entropies in nats. Weights lie in one flat vector.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

PIXELS = 64
HIDDEN = 64
_MOMENTS, _EPSILON = (0.9, 0.999), 1e-8
MOST_LOG = 8.0  # log variances of the encoder are cut off beyond


class Parts(NamedTuple):
    """The weights by layer: hidden of the encoder, code, hidden of the decoder, logits; matrices are (in, out)."""

    W1: Tensor
    b1: Tensor
    W2: Tensor
    b2: Tensor
    W3: Tensor
    b3: Tensor
    W4: Tensor
    b4: Tensor


def shapes(latent: int) -> tuple[tuple[int, ...], ...]:
    """The shape of each part."""
    return (
        (PIXELS, HIDDEN),
        (HIDDEN,),
        (HIDDEN, 2 * latent),
        (2 * latent,),
        (latent, HIDDEN),
        (HIDDEN,),
        (HIDDEN, PIXELS),
        (PIXELS,),
    )


def parts(theta: Tensor, latent: int) -> Parts:
    """The flat vector cut into its parts, as views."""
    sizes = [math.prod(shape) for shape in shapes(latent)]
    pieces = torch.split(theta, sizes)
    return Parts(*(piece.view(shape) for piece, shape in zip(pieces, shapes(latent), strict=True)))


def begin(latent: int, rng: torch.Generator, dtype: torch.dtype = torch.float32) -> Tensor:
    """First weights: normal, with variance 2 or 1 over the inputs; biases 0."""
    made = []
    for shape in shapes(latent):
        size = math.prod(shape)
        scale = math.sqrt((2.0 if shape[0] == PIXELS or shape[0] == latent else 1.0) / shape[0])
        drawn = torch.randn(size, generator=rng, dtype=dtype) * scale
        made.append(drawn if len(shape) == 2 else torch.zeros(size, dtype=dtype))
    return torch.cat(made)


class Code(NamedTuple):
    """What the encoder says of pictures: means and log variances, both (n, latent), and its hidden layer."""

    mean: Tensor
    log_variance: Tensor
    hidden: Tensor


def encode(now: Parts, x: Tensor) -> Code:
    """The code of pictures (n, 64)."""
    hidden = torch.relu(torch.addmm(now.b1, x, now.W1))
    mean, log_variance = torch.addmm(now.b2, hidden, now.W2).chunk(2, 1)
    return Code(mean, log_variance.clamp(-MOST_LOG, MOST_LOG), hidden)


def decode(now: Parts, z: Tensor) -> Tensor:
    """The pictures of codes (n, latent), (n, 64), from 0 to 1."""
    return torch.sigmoid(torch.addmm(now.b4, torch.relu(torch.addmm(now.b3, z, now.W3)), now.W4))


def divergences(code: Code) -> Tensor:
    """KL of each unit's posterior to N(0, 1), (n, latent)."""
    return 0.5 * (code.mean.square() + code.log_variance.exp() - code.log_variance - 1)


class Losses(NamedTuple):
    """Means over pictures, in nats: reconstruction, KL, and the gradient of their sum with beta in all weights."""

    reconstruction: Tensor
    kl: Tensor
    slope: Tensor


def losses(theta: Tensor, latent: int, x: Tensor, noise: Tensor, beta: float) -> Losses:
    """Forward and backward pass.

    Args:
        theta: all weights.
        latent: units of the code.
        x: pictures (n, 64).
        noise: standard normal numbers (n, latent): z = mean + exp(log variance / 2) noise.
        beta: weight of the KL.
    """
    now, n = parts(theta, latent), len(x)
    code = encode(now, x)
    spread = (0.5 * code.log_variance).exp()
    z = code.mean + spread * noise
    hidden = torch.relu(torch.addmm(now.b3, z, now.W3))
    logits = torch.addmm(now.b4, hidden, now.W4)
    reconstruction = (torch.nn.functional.softplus(logits) - x * logits).sum() / n
    kl = divergences(code).sum() / n

    back = (torch.sigmoid(logits) - x) / n
    gW4, gb4 = hidden.T @ back, back.sum(0)
    back = (back @ now.W4.T) * (hidden > 0)
    gW3, gb3 = z.T @ back, back.sum(0)
    to_z = back @ now.W3.T
    inside = code.log_variance.abs() < MOST_LOG
    to_mean = to_z + beta / n * code.mean
    to_log = (0.5 * to_z * spread * noise + 0.5 * beta / n * (spread.square() - 1)) * inside
    back = torch.cat([to_mean, to_log], 1)
    gW2, gb2 = code.hidden.T @ back, back.sum(0)
    back = (back @ now.W2.T) * (code.hidden > 0)
    gW1, gb1 = x.T @ back, back.sum(0)
    slope = torch.cat([one.reshape(-1) for one in (gW1, gb1, gW2, gb2, gW3, gb3, gW4, gb4)])
    return Losses(reconstruction, kl, slope)


def slope_in_sample(now: Parts, code: Code, x: Tensor, noise: Tensor) -> Tensor:
    """The slope of each picture's reconstruction term in its sample z, (n, latent)."""
    z = code.mean + (0.5 * code.log_variance).exp() * noise
    hidden = torch.relu(torch.addmm(now.b3, z, now.W3))
    back = torch.sigmoid(torch.addmm(now.b4, hidden, now.W4)) - x
    return ((back @ now.W4.T) * (hidden > 0)) @ now.W3.T


class Adam(NamedTuple):
    """Moments of Adam, and how many updates were made."""

    first: Tensor
    second: Tensor
    updates: int


def updated(theta: Tensor, memory: Adam, slope: Tensor, rate: float) -> tuple[Tensor, Adam]:
    """One update of Adam."""
    a, b = _MOMENTS
    k = memory.updates + 1
    first = memory.first.lerp(slope, 1 - a)
    second = memory.second.lerp(slope.square(), 1 - b)
    size = (second / (1 - b**k)).sqrt_().add_(_EPSILON)
    return theta - rate / (1 - a**k) * first / size, Adam(first, second, k)
