"""The state of a run, one part for each kind of view, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion.names import PerSampler
from playground.engine.frame import Status
from playground.engine.kit.diffusion.measures import Measured

CHUNK = 32
TAIL = 8  # places in a tail


class Trail(NamedTuple):
    """The paths of the followed particles; `recent` goes on where `old` ends and stays short, so that a step is cheap.

    Attributes:
        old, recent: (steps, clouds, followed, d).
    """

    old: Tensor
    recent: Tensor

    @property
    def whole(self) -> Tensor:
        """All of it, (steps, clouds, followed, d)."""
        return torch.cat([self.old, self.recent]) if len(self.recent) else self.old


def trail(places: Tensor) -> Trail:
    """A trail that begins at these places (clouds, followed, d)."""
    return Trail(places[None].contiguous(), places[None][:0].contiguous())


def extended(path: Trail, places: Tensor) -> Trail:
    """The trail with one more place for each followed particle."""
    recent = torch.cat([path.recent, places[None]])
    if len(recent) < CHUNK:
        return path._replace(recent=recent)
    return Trail(torch.cat([path.old, recent]), recent[:0].clone())


class Clouds(NamedTuple):
    """Particles on their way forward or back, one cloud a sampler (forward: one).

    Attributes:
        x: (clouds, n, d), float32.
        followed: rows of the followed particles, (f,).
        path: where they were.
        tail: where the first particles of each cloud were last, the newest place last, (places, clouds, few, d).
        move: how many moves were made.
        measured: of each cloud.
        truth: the data of which the known half of the plane is kept, (n, 2), float32; none without inpainting, (0, 2).
    """

    x: Tensor
    followed: Tensor
    path: Trail
    tail: Tensor
    move: int
    measured: tuple[Measured, ...]
    truth: Tensor


class Denoising(NamedTuple):
    """A cloud of noisy points on its way from one level to the data, beside the one jump.

    Attributes:
        noisy: (n, d), at the start.
        jump: the posterior means from there, (n, d).
        x: where the many small steps are, (n, d).
        probed: the path of the noisy sample that is looked at, by small steps.
        level: of `noisy`.
        move: how many small steps were made.
        measured: of the jumps and of the small steps.
    """

    noisy: Tensor
    jump: Tensor
    x: Tensor
    probed: Trail
    level: int
    move: int
    measured: tuple[Measured, ...]


class State(NamedTuple):
    """The part that the view has; the laws have none."""

    clouds: Clouds | None = None
    denoising: Denoising | None = None


class Info(NamedTuple):
    """What the audience should see about the last step; None where the view has no such number.

    Attributes:
        status: done at the last move.
        t: the level of noise.
        alpha_bar: share of the signal in the variance (VP), scale^2.
        snr: signal-to-noise ratio; None without noise.
        energy_distance, sliced_wasserstein, mode_mass_error, modes_covered: of each sampler's cloud.
        norm: mean of |x|^2 over the forward cloud; norm_theory: of its exact law.
        moment_error: largest relative error of its mean and variances against the closed form.
        jump_distance, steps_distance: sliced Wasserstein distance of the one jump and of the many steps to the data.
    """

    status: Status
    t: int | None = None
    alpha_bar: float | None = None
    snr: float | None = None
    energy_distance: PerSampler = PerSampler()
    sliced_wasserstein: PerSampler = PerSampler()
    mode_mass_error: PerSampler = PerSampler()
    modes_covered: PerSampler = PerSampler()
    norm: float | None = None
    norm_theory: float | None = None
    moment_error: float | None = None
    jump_distance: float | None = None
    steps_distance: float | None = None
