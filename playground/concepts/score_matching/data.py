"""The law of the data as a Gaussian mixture: a named one, the user's own drawing, or a file."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.score_matching import Params
from playground.concepts.score_matching.state import Data
from playground.engine.files import read_bytes
from playground.engine.kit.diffusion import datasets, drawn_components, files, mixtures, training
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.reading.preview import kind_of
from playground.engine.run.context import Ctx


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name, with a sample of it."""
    return _with_examples(datasets.components(params.data, params.width), params, ctx)


def _with_examples(found: Components, params: Params, ctx: Ctx) -> Data:
    masses, means, spreads, modes = found
    variances = spreads**2
    examples, _ = mixtures.sample(mixtures.mixture(masses, means, variances), params.examples, ctx.rng)
    return Data(masses, means.contiguous(), variances.contiguous(), modes, examples.contiguous(), edited=False, net=())


def with_stroke(params: Params, data: Data, path: list[float], ctx: Ctx) -> Data:
    """The data with small components along a stroke, and a new sample of them.

    The first stroke on the empty sheet replaces what stands for it.

    Raises:
        BadInput: the path is no stroke, or there are too many components of a mode of their own.
    """
    old = Components(data.masses, data.means, data.variances.sqrt(), data.modes)
    new = drawn_components.with_stroke(old, path, fresh=params.data == "blank" and not data.edited)
    return _with_examples(new, params, ctx)._replace(edited=True, net=data.net)


def load(params: Params, path: Path) -> Data:
    """The data of a file.

    Table: a row a point, its first columns of numbers (two, or one on a line), at most 300 rows evenly over the file,
    each a small Gaussian. Picture: dark pixels become the density. Weights: a net that was exported, from which
    training goes on; the data are those of the parameters.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    raw = read_bytes(path, files.MOST_BYTES)
    if kind_of(raw) != "weights":
        found = files.read_components(path, raw, 1 if params.data in LINE else 2)
        return _with_examples(found, params, ctx)._replace(edited=True)
    data = make_data(params, ctx)
    return data._replace(net=training.packed(files.read_net(path, raw, data.d)))
