"""The law that is imitated: a named one, the user's drawing or a file, and points of it."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.gan import Params
from playground.concepts.gan.state import Data
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.kit.diffusion import datasets, drawn_components, files, mixtures
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.run.context import Ctx

_FRESH = 500
_LINE_POINTS = 4000
SIGMA = 0.05
"""Standard deviation of each of the 25 Gaussians, which stand 1 apart."""
_GRID = [[float(x), float(y)] for y in range(-2, 3) for x in range(-2, 3)]


def make_data(params: Params, ctx: Ctx) -> Data:
    """The law that the parameters name, with points of it."""
    if params.mode == "modes":
        one = torch.ones(25, dtype=torch.float64)
        means = torch.tensor(_GRID, dtype=torch.float64)
        return _with_points(Components(one, means, SIGMA * one, torch.arange(25)), params, ctx)
    name = params.law if params.mode in ("line", "dirac") else params.data
    found = datasets.components(name, params.width)
    if params.mode in ("line", "dirac"):
        found = found._replace(means=found.means[:, :1].contiguous())
    return _with_points(found, params, ctx)


def with_stroke(params: Params, data: Data, path: list[float], ctx: Ctx) -> Data:
    """The law with small components along a stroke; new points of it.

    Raises:
        BadInput: the path is no stroke, or there are too many components.
    """
    name = params.law if params.mode == "line" else params.data
    new = drawn_components.with_stroke(data.components, path, name == "blank" and not data.edited)
    return _with_points(new, params, ctx)._replace(edited=True)


def load(params: Params, path: Path) -> Data:
    """The law of a file: small Gaussians at the points of a table, or the dark parts of a picture.

    Raises:
        BadInput: the file or the view cannot be used; the sentence says why.
    """
    if params.mode in ("modes", "dirac"):
        raise BadInput("this view has data of its own; open the file in the cloud or on the line", "mode")
    d = 1 if params.mode == "line" else 2
    found = files.read_components(path, read_bytes(path, files.MOST_BYTES), d)
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    return _with_points(found, params, ctx)._replace(edited=True)


def _with_points(found: Components, params: Params, ctx: Ctx) -> Data:
    law = mixtures.mixture(found.masses, found.means, found.spreads**2)
    n = params.examples if params.mode == "plane" else _LINE_POINTS
    points = mixtures.sample(law, n + _FRESH, ctx.rng)[0].float().contiguous()
    masses, means, spreads, modes = (part.contiguous() for part in found)
    return Data(masses, means, spreads, modes, points[:n].clone(), points[n:].clone(), edited=False)
