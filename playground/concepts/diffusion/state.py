"""The state of a run: one part for each kind of view, the others are None."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion.measures import Measured
from playground.engine.kit.diffusion.training import Training

CHUNK = 32


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
        move: how many moves were made.
        measured: of each cloud.
        truth: the data of which the known half of the plane is kept, (n, 2), float32; none without inpainting, (0, 2).
    """

    x: Tensor
    followed: Tensor
    path: Trail
    move: int
    measured: tuple[Measured, ...]
    truth: Tensor


class Chains(NamedTuple):
    """Markov chains on one target, in lockstep on the same noise.

    Attributes:
        x: (chains, n, d), float64; on the simplex the first two shares.
        v: velocities, of the underdamped chain alone, (n, d).
        accepted: moves that were accepted so far, of all particles, (chains,).
        square: mean squared distance from the target's mean in units of its variance, over the particles and about
            the last 50 moves, (chains,).
        mean: of x, over the same, (chains, d).
        followed: rows of the followed particles.
        path: where they were.
        move: how many moves were made.
        burnt: first move at which the spread was within a tenth of the target's, (chains,); -1: not yet.
        visited: modes that each particle has been to, (chains, n, modes).
        outside: whether a particle ever left the simplex.
    """

    x: Tensor
    v: Tensor
    accepted: Tensor
    square: Tensor
    mean: Tensor
    followed: Tensor
    path: Trail
    move: int
    burnt: Tensor
    visited: Tensor
    outside: bool


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


class Digits(NamedTuple):
    """Pictures of 8x8 pixels on their way from noise.

    Attributes:
        x: (n, 64), float64, pixels from -1 to 1.
        truth: the pictures whose pixels inpainting knows, (n, 64).
        move: how many moves were made.
        nearest: mean distance to the nearest training picture.
    """

    x: Tensor
    truth: Tensor
    move: int
    nearest: float


class Learning(NamedTuple):
    """A net in training.

    Attributes:
        training: the net, its average and the optimiser.
        error: relative error of the score against the exact one, averaged over the levels that are looked at.
        errors: the same at each of them, (levels,).
        move: how many steps were made.
    """

    training: Training
    error: float
    errors: Tensor
    move: int


class State(NamedTuple):
    """The part that the view has."""

    clouds: Clouds | None = None
    denoising: Denoising | None = None
    chains: Chains | None = None
    learning: Learning | None = None
    digits: Digits | None = None
    noise: int | None = None
