"""Radial power spectrum of small images: how an image takes shape from low to high frequencies (Dieleman 2024)."""

from __future__ import annotations

import torch
from torch import Tensor


def frequencies(side: int) -> Tensor:
    """The radial frequencies of images of side x side pixels, in cycles an image: 0, 1, ..., side // 2."""
    return torch.arange(side // 2 + 1, dtype=torch.float64)


def power(images: Tensor) -> Tensor:
    """Mean power at each radial frequency, (n, side // 2 + 1).

    The transform is orthonormal, so that white noise of variance v has the power v at every frequency. Corners of the
    frequency square beyond side / 2 are left out.

    Args:
        images: (n, side, side).
    """
    side = images.shape[-1]
    spectrum = torch.fft.fft2(images, norm="ortho").abs().square().flatten(-2)
    ring = _rings(side)
    seen = ring <= side // 2
    count = torch.bincount(ring[seen], minlength=side // 2 + 1).to(spectrum.dtype)
    found = torch.zeros((len(images), side // 2 + 1), dtype=spectrum.dtype)
    return found.index_add_(1, ring[seen], spectrum[:, seen]) / count


def crossing(signal: Tensor, scale: float, sigma: float) -> int:
    """The highest frequency whose power still stands above the noise, -1 if none does.

    Args:
        signal: power of the clean images at each frequency, (frequencies,).
        scale: what the images are multiplied with.
        sigma: standard deviation of the noise.
    """
    above = (scale**2 * signal > sigma**2).nonzero()
    return int(above[-1].item()) if len(above) else -1


def _rings(side: int) -> Tensor:
    """The rounded distance of each entry of the transform from frequency 0, (side * side,)."""
    k = torch.fft.fftfreq(side) * side
    return torch.sqrt(k[:, None] ** 2 + k**2).round().long().flatten()
