"""The 8x8 digits: the reverse process with the exact score of the training set, inpainting, and power spectra.

The score of finitely many digits under noise is known exactly, and so is where it leads: back to a training digit. That
is memorisation, and the panel says how near the nearest one is.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import levels_of, schedule_of
from playground.concepts.diffusion.state import Digits
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import SamplerSetting, Score, advance, inpainted, start
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.run.context import Ctx
from playground.resources import SIDE, digits

TRAINING = 1500
"""The first digits are the training set; inpainting takes its pictures from the others."""
COUNT = 16
FREQUENCIES = 6
_METHOD = ("ancestral",)


@lru_cache(maxsize=1)
def _stored() -> tuple[Tensor, Tensor]:
    """All pictures with pixels from -1 to 1, (1797, 64), and their digits, (1797,)."""
    images, labels = digits()
    return torch.from_numpy(images.reshape(-1, SIDE * SIDE) / 8 - 1), torch.from_numpy(labels.copy())


@lru_cache(maxsize=11)
def training(digit: int) -> Tensor:
    """The training pictures of a digit, or of all for -1."""
    pixels, labels = (part[:TRAINING] for part in _stored())
    return pixels if digit < 0 else pixels[labels == digit].contiguous()


def unseen(digit: int) -> Tensor:
    """Pictures that the training set lacks."""
    pixels, labels = (part[TRAINING:] for part in _stored())
    return pixels if digit < 0 else pixels[labels == digit].contiguous()


def score_of(params: Params, schedule: Schedule) -> Score:
    """The exact score of the noised training set."""
    law = mixtures.points(training(params.digit))

    def score(x: Tensor, t: int) -> Tensor:
        return cloud_score(_later(law, schedule, t), x)

    return score


def _later(law: Mixture, schedule: Schedule, t: int) -> Mixture:
    return mixtures.noised(law, float(schedule.scale[t]), float(schedule.sigma[t]))


def begin(params: Params, data: Data, ctx: Ctx) -> Digits:
    """Pure noise, and for inpainting the pictures whose pixels are known."""
    z = torch.randn(COUNT, SIDE * SIDE, generator=ctx.rng, dtype=torch.float64)
    pictures = unseen(params.digit)
    chosen = torch.randperm(len(pictures), generator=ctx.rng)[:COUNT]
    truth = pictures[chosen[torch.arange(COUNT) % len(chosen)]].contiguous()
    x = start(schedule_of(params, data), z).contiguous()
    return Digits(x, truth, 0, _nearest(params, x))


def advance_digits(params: Params, data: Data, digits: Digits, ctx: Ctx) -> Digits:
    """One ancestral move; in inpainting the known pixels are replaced by what the forward process makes of them."""
    levels, schedule = levels_of(params, data), schedule_of(params, data)
    t, s = levels[digits.move], levels[digits.move + 1]
    z = torch.randn(2, COUNT, SIDE * SIDE, generator=ctx.rng, dtype=torch.float64)
    x = advance(digits.x[None], _METHOD, t, s, schedule, score_of(params, schedule), z[:1], SamplerSetting())[0]
    if params.task == "inpaint":
        x = inpainted(x, ~data.hidden, digits.truth, s, schedule, z[1])
    x = x.contiguous()
    return digits._replace(x=x, move=digits.move + 1, nearest=_nearest(params, x))


def _distances(x: Tensor, pictures: Tensor) -> Tensor:
    """Distances of every x to every picture, (n, pictures)."""
    return torch.cdist(x, pictures, compute_mode="use_mm_for_euclid_dist")


def _nearest(params: Params, x: Tensor) -> float:
    """Mean distance to the nearest training picture."""
    return float(_distances(x, training(params.digit)).min(1).values.mean())


def nearest(params: Params, x: Tensor) -> Tensor:
    """The nearest training picture of each, (n, 64)."""
    pictures = training(params.digit)
    return pictures[_distances(x, pictures).argmin(1)]


def guesses(params: Params, schedule: Schedule, x: Tensor, t: int) -> tuple[Tensor, float]:
    """The best guess of each clean picture, and how many training pictures it averages (exp of the entropy)."""
    if t == 0:
        return x, 1.0
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    pictures = training(params.digit)
    squares = _distances(x, scale * pictures).square()
    weights = torch.softmax(-squares / (2 * sigma**2), 1)
    entropy = -(weights * weights.clamp_min(1e-300).log()).sum(1)
    return weights @ pictures, float(entropy.exp().mean())


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
    """The spectrum of the training pictures."""
    return spectrum(training(digit))


def spectrum(pictures: Tensor) -> Tensor:
    """Mean power at radial frequencies 0 to 5 of pictures (n, 64), (6,); white noise of variance v has power v."""
    power = torch.fft.fft2(pictures.reshape(-1, SIDE, SIDE)).abs().square().mean(0) / SIDE**2
    rings = _rings()
    return torch.stack([power[rings == k].mean() for k in range(FREQUENCIES)])
