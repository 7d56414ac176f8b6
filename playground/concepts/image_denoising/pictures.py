"""The 8x8 digits: training pictures and others, the nearest of them, the best guess, mosaics and power spectra."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.resources import SIDE, digits

TRAINING = 1500
"""The first digits are the training set; inpainting takes its pictures from the others."""
FREQUENCIES = 6


@lru_cache(maxsize=1)
def _stored() -> tuple[Tensor, Tensor]:
    """All pictures with pixels from -1 to 1, (1797, 64), and their digits, (1797,)."""
    images, labels = digits()
    return torch.from_numpy(images.reshape(-1, SIDE * SIDE) / 8 - 1), torch.from_numpy(labels.copy())


@lru_cache(maxsize=11)
def training(digit: int) -> Tensor:
    """The training pictures of a digit, or of all for -1, (n, 64)."""
    pixels, labels = (part[:TRAINING] for part in _stored())
    return pixels if digit < 0 else pixels[labels == digit].contiguous()


def unseen(digit: int) -> Tensor:
    """Pictures that the training set lacks, (n, 64)."""
    pixels, labels = (part[TRAINING:] for part in _stored())
    return pixels if digit < 0 else pixels[labels == digit].contiguous()


# ---- among the training pictures


def _distances(x: Tensor, pictures: Tensor) -> Tensor:
    """Distances of every x to every picture, (n, pictures)."""
    return torch.cdist(x, pictures, compute_mode="use_mm_for_euclid_dist")


def nearest_distance(digit: int, x: Tensor) -> float:
    """Mean distance of pictures (n, 64) to the nearest training picture."""
    return float(_distances(x, training(digit)).min(1).values.mean())


def nearest(digit: int, x: Tensor) -> Tensor:
    """The nearest training picture of each, (n, 64)."""
    pictures = training(digit)
    return pictures[_distances(x, pictures).argmin(1)]


def guesses(digit: int, x: Tensor, scale: float, sigma: float) -> tuple[Tensor, float]:
    """The best guess of each clean picture (n, 64), and how many training pictures it averages (exp of the entropy)."""
    if sigma == 0:
        return x, 1.0
    pictures = training(digit)
    squares = _distances(x, scale * pictures).square()
    weights = torch.softmax(-squares / (2 * sigma**2), 1)
    entropy = -(weights * weights.clamp_min(1e-300).log()).sum(1)
    return weights @ pictures, float(entropy.exp().mean())


def weights_by_digit(x: Tensor, sigma: float) -> Tensor:
    """The posterior probability of each digit given a noisy picture (1, 64), (10,)."""
    labels = _stored()[1][:TRAINING]
    squares = _distances(x, training(-1)).square()[0]
    weights = torch.softmax(-squares / (2 * sigma**2), 0)
    return torch.zeros(10, dtype=weights.dtype).index_add_(0, labels.long(), weights)


# ---- as they are drawn


def strip(rows: list[list[Tensor]]) -> Tensor:
    """Rows of pictures (64,) side by side, with gaps of NaN."""
    height, width = len(rows) * (SIDE + 1), len(rows[0]) * (SIDE + 1)
    whole = torch.full((height, width), torch.nan, dtype=torch.float64)
    for r, row in enumerate(rows):
        for c, picture in enumerate(row):
            top, left = r * (SIDE + 1), c * (SIDE + 1)
            whole[top : top + SIDE, left : left + SIDE] = picture.reshape(SIDE, SIDE)
    return whole[:-1, :-1].contiguous()


def mosaic(pictures: Tensor) -> Tensor:
    """Pictures (n, 64) side by side in a square, with gaps of NaN."""
    side = math.isqrt(len(pictures))
    cells = torch.full((side, side, SIDE + 1, SIDE + 1), torch.nan, dtype=pictures.dtype)
    cells[:, :, :SIDE, :SIDE] = pictures[: side * side].reshape(side, side, SIDE, SIDE)
    whole = cells.permute(0, 2, 1, 3).reshape(side * (SIDE + 1), side * (SIDE + 1))
    return whole[:-1, :-1].contiguous()


@lru_cache(maxsize=1)
def _rings() -> Tensor:
    """The radial frequency of each entry of the transform, rounded, (8, 8)."""
    k = torch.fft.fftfreq(SIDE, 1.0 / SIDE, dtype=torch.float64)
    return torch.hypot(k[:, None], k[None]).round().long()


@lru_cache(maxsize=11)
def clean_spectrum(digit: int) -> Tensor:
    """The spectrum of the training pictures, (6,)."""
    return spectrum(training(digit))


def spectrum(pictures: Tensor) -> Tensor:
    """Mean power at radial frequencies 0 to 5 of pictures (n, 64), (6,); white noise of variance v has power v."""
    power = torch.fft.fft2(pictures.reshape(-1, SIDE, SIDE)).abs().square().mean(0) / SIDE**2
    rings = _rings()
    return torch.stack([power[rings == k].mean() for k in range(FREQUENCIES)])
