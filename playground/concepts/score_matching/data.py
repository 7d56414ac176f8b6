"""The law of the data as a Gaussian mixture: a named one, the user's own drawing, or a file."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.score_matching import Params
from playground.concepts.score_matching.state import Data
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.kit.diffusion import datasets, files, mixtures, training
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.kit.diffusion.thinning import with_room
from playground.engine.kit.points.strokes import spaced
from playground.engine.reading.preview import kind_of
from playground.engine.run.context import Ctx

MOST = 400
"""Components of the data at most."""
_APART, _PEN = 0.12, 0.09  # distance and standard deviation of the components of a stroke


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

    The first stroke on the empty sheet replaces what stands for it; what is drawn already is thinned where there is no
    room for the stroke.

    Raises:
        BadInput: the path is no stroke, or there are too many components of a mode of their own.
    """
    fresh = params.data == "blank" and not data.edited
    old = [data.masses, data.means, data.variances, data.modes]
    masses, means, variances, modes = [part[:0] for part in old] if fresh else old
    room = len(spaced(path, _APART, MOST // 2))
    if len(masses) + room > MOST:
        left = with_room(masses, modes, MOST - room)
        masses, (means, variances, modes) = left.masses, (part[left.rows] for part in (means, variances, modes))
    places = spaced(path, _APART, MOST - len(masses))[:, : data.d].contiguous()
    m = len(places)
    if len(masses) + m > MOST:
        raise BadInput(f"{len(masses) + m} components are too many, allowed are {MOST}", "path")
    one = torch.ones(m, dtype=torch.float64)
    new = Components(
        torch.cat([masses, float(data.masses.mean()) * one]),
        torch.cat([means, places]),
        torch.cat([variances.sqrt(), _PEN * one]),
        torch.cat([modes, torch.full((m,), int(modes.max()) + 1 if len(modes) else 0)]),
    )
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
