"""The law of the data as a Gaussian mixture, a sample of it, and what the user made."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.engine.files import read_bytes
from playground.engine.kit.diffusion import datasets, files, mixtures, training
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.kit.diffusion.halves import Half, through
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.reading.preview import kind_of
from playground.engine.run.context import Ctx

CURVE = (0.97, 0.85, 0.6, 0.25, 0.02)
"""alpha_bar of the drawn schedule at T/5, 2T/5, ..., T, before the user drags it."""
BORDER = ((1.9, 0.5), (-1.9, -0.5))
PROBE = (-1.5, 1.3)


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
        border: two points of the line that bounds the known half of the plane; what lies on the left of the way from
            the first to the second is generated, (2, 2).
        net: the parameters of the net that the user opened; empty without one.
        net_words: the name of its file; empty without one.
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
    return _data_of(datasets.components(params.data, params.width), params.examples, ctx.rng)


def load(params: Params, path: Path) -> Data:
    """The data of a file.

    Table: a row a point, its first columns of numbers (two, or one on a line), at most 300 rows evenly over the file,
    each a small Gaussian. Picture: dark pixels become the density. Weights: a net trained by score matching; the data
    are those of the parameters.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    raw = read_bytes(path, files.MOST_BYTES)
    if kind_of(raw) != "weights":
        found = files.read_components(path, raw, 1 if params.data in LINE else 2)
        return _data_of(found, params.examples, ctx.rng)
    data = make_data(params, ctx)
    return data._replace(net=training.packed(files.read_net(path, raw, data.d)), net_words=path.name)


def _data_of(found: Components, examples: int, rng: torch.Generator) -> Data:
    """Data of these components with fresh ids and a sample of that many points."""
    masses, means, spreads, modes = found
    variances = spreads**2
    sample, _ = mixtures.sample(mixtures.mixture(masses, means, variances), examples, rng)
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
        border=torch.tensor(BORDER, dtype=torch.float64),
        net=(),
        net_words="",
    )
