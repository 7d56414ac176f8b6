"""The law of the data, a named one, the user's drawing or a file, and standardised points of it."""

from __future__ import annotations

import math
from pathlib import Path

import torch

from playground.concepts.flows import Params
from playground.concepts.flows.state import Data, standardised_log_density
from playground.engine.files import read_bytes
from playground.engine.kit.diffusion import datasets, drawn_components, files, mixtures
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.run.context import Ctx

HELD_OUT = 600
"""Points that the flow never sees."""
MOONS_NOISE = 0.05
_EACH = 120  # components of a moon
_NEVER = 12.0  # nats below the least likely of the points held out


def make_data(params: Params, ctx: Ctx) -> Data:
    """The law that the parameters name, with points of it."""
    found = _moons() if params.data == "moons" else datasets.components(params.data, params.width)
    return _with_points(found, params, ctx)


def with_stroke(params: Params, data: Data, path: list[float], ctx: Ctx) -> Data:
    """The law with small components along a stroke in the standardised plane; new points of it.

    Raises:
        BadInput: the path is no stroke, or there are too many components.
    """
    raw = torch.tensor(path, dtype=torch.float64)
    if len(path) % 2 == 0:
        raw = (raw.reshape(-1, 2) * data.deviation + data.mean).reshape(-1)
    fresh = params.data == "blank" and not data.edited
    new = drawn_components.with_stroke(data.components, raw.tolist(), fresh)
    return _with_points(new, params, ctx)._replace(edited=True)


def load(params: Params, path: Path) -> Data:
    """The law of a file: small Gaussians at the points of a table, or the dark parts of a picture.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    found = files.read_components(path, read_bytes(path, files.MOST_BYTES), 2)
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    return _with_points(found, params, ctx)._replace(edited=True)


def _with_points(found: Components, params: Params, ctx: Ctx) -> Data:
    law = mixtures.mixture(found.masses, found.means, found.spreads**2)
    mean, covariance = mixtures.moments(law)
    deviation = covariance.diagonal().sqrt()
    raw, _ = mixtures.sample(law, params.examples + HELD_OUT, ctx.rng)
    points = ((raw - mean) / deviation).float().contiguous()
    parts = [part.contiguous() for part in found]
    train, heldout = points[: params.examples].clone(), points[params.examples :].clone()
    logs = standardised_log_density(law, mean, deviation, heldout)
    # Of a Gaussian with the moments of the law: 1 + log 2π + log det(covariance) / 2, where variances are 1.
    normal = 1.0 + math.log(2 * math.pi)
    correlation = float(covariance[0, 1] / deviation.prod())
    bests = torch.tensor(
        [-float(logs.mean()), normal + 0.5 * math.log1p(-(correlation**2)), normal], dtype=torch.float64
    )
    floor = logs.min() - _NEVER
    masses, means, spreads, modes = parts
    return Data(masses, means, spreads, modes, mean, deviation.contiguous(), train, heldout, bests, floor, edited=False)


def _moons() -> Components:
    """Two half circles under noise of 0.05, by so many components that they cannot be told from a curve."""
    angle = (torch.arange(_EACH, dtype=torch.float64) + 0.5) * (math.pi / _EACH)
    upper = torch.stack([angle.cos(), angle.sin()], 1)
    lower = torch.stack([1.0 - angle.cos(), 0.5 - angle.sin()], 1)
    one = torch.ones(2 * _EACH, dtype=torch.float64)
    return Components(one, torch.cat([upper, lower]), MOONS_NOISE * one, torch.arange(2).repeat_interleave(_EACH))
