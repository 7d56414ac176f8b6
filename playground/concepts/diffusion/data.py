"""The law of the data as a Gaussian mixture, a sample of it, and what the user made."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.engine.kit.diffusion import datasets, mixtures
from playground.engine.kit.diffusion.halves import Half, through
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.run.context import Ctx

CURVE = (0.97, 0.85, 0.6, 0.25, 0.02)
"""alpha_bar of the drawn schedule at T/5, 2T/5, ..., T, before the user drags it."""
BORDER = ((1.9, 0.5), (-1.9, -0.5))
PROBE = (-1.5, 1.3)
START = (-2.4, -2.2)


class Data(NamedTuple):
    """What the run is about.

    Attributes:
        masses: of the components, (K,), not scaled to sum 1.
        means: (K, d).
        variances: (K,).
        modes: the mode that each component belongs to, (K,), int64.
        labels: 0 (blue) or 1 (orange) for guidance, (K,), int64.
        ids: stable numbers of the components, (K,), int64.
        next_id: the number that the next component gets.
        strokes: how many strokes the user has drawn.
        examples: the training examples, (n, d).
        curve: alpha_bar of the drawn schedule at equally spaced times, (5,).
        probe: the noisy sample that is looked at in denoising, (d,).
        start: where chains start, (d,).
        hidden: pixels of a digit that inpainting has to find, (64,), bool.
        border: two points of the line that bounds the known half of the plane; what lies on the left of the way from
            the first to the second is generated, (2, 2).
        net: the parameters of the net that the user kept or opened; empty without one.
        net_words: what that net is, in words; empty without one.
    """

    masses: Tensor
    means: Tensor
    variances: Tensor
    modes: Tensor
    labels: Tensor
    ids: Tensor
    next_id: int
    strokes: int
    examples: Tensor
    curve: Tensor
    probe: Tensor
    start: Tensor
    hidden: Tensor
    border: Tensor
    net: tuple[Tensor, ...]
    net_words: str

    @property
    def law(self) -> Mixture:
        """The mixture."""
        return mixtures.mixture(self.masses, self.means, self.variances)

    @property
    def half(self) -> Half:
        """The half of the plane that is generated."""
        return through(self.border[0], self.border[1])

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""
        return self.means.shape[1]


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name, with a sample of it."""
    masses, means, spreads, modes = datasets.components(params.data, params.width)
    return data_of(masses, means, spreads**2, modes, params.examples, ctx.rng)


def data_of(
    masses: Tensor, means: Tensor, variances: Tensor, modes: Tensor, examples: int, rng: torch.Generator
) -> Data:
    """Data with fresh ids and a sample of that many points."""
    law = mixtures.mixture(masses, means, variances)
    sample, _ = mixtures.sample(law, examples, rng)
    return Data(
        masses=masses,
        means=means.contiguous(),
        variances=variances.contiguous(),
        modes=modes,
        labels=modes % 2,
        ids=torch.arange(len(masses)),
        next_id=len(masses),
        strokes=0,
        examples=sample.contiguous(),
        curve=torch.tensor(CURVE, dtype=torch.float64),
        probe=torch.tensor(PROBE[: means.shape[1]], dtype=torch.float64),
        start=torch.tensor(START[: means.shape[1]], dtype=torch.float64),
        hidden=torch.arange(64) >= 32,
        border=torch.tensor(BORDER, dtype=torch.float64),
        net=(),
        net_words="",
    )
