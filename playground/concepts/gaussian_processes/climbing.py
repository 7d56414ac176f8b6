"""The evidence over length scale and noise: its map, and the climb to its top."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.kernels import covariance_of
from playground.concepts.gaussian_processes.regression import Evidence, Spectrum, evidence, spectra, spectrum
from playground.concepts.gaussian_processes.state import Data, State
from playground.engine.kit.newest import Newest

LENGTHS = torch.linspace(-1.3, 1.3, 40, dtype=torch.float64)  # log10
NOISES = torch.linspace(-2.6, 0.3, 40, dtype=torch.float64)
_STEP = 0.02  # of the differences, in log10
_FAR = 0.15  # the longest step of the climb, in log10
_LOG10 = math.log(10.0)
_FLAT = 1e-3  # slope of the evidence in nats a decade: what is less is a top
_SPECTRA: Newest[list[Spectrum]] = Newest(4)


def knobs_of(params: Params, state: State) -> tuple[float, float]:
    """Length scale and noise in log10: where the climb stands, or the parameters' if they were turned since."""
    if state.knobs and state.told == (params.length, params.noise):
        return state.knobs[0], state.knobs[1]
    return math.log10(params.length), math.log10(params.noise)


def pair(knobs: tuple[float, float]) -> Tensor:
    """Knobs as a row, (1, 2)."""
    return torch.tensor([knobs], dtype=torch.float64)


def evidence_at(params: Params, data: Data, lengths: Tensor, noises: Tensor) -> Evidence:
    """Fit, complexity and constant of every pair of log10 knobs, fields of shape (lengths, noises)."""
    k = covariance_of(params)
    rows = [evidence(one, data.y, 100.0**noises) for one in spectra(k, data.x, 10.0**lengths)]
    return _stacked(rows)


def _stacked(rows: list[Evidence]) -> Evidence:
    return Evidence(
        torch.stack([row.fit for row in rows]), torch.stack([row.complexity for row in rows]), rows[0].constant
    )


def chart(params: Params, data: Data) -> Evidence:
    """The whole map, 40 by 40, by one decomposition a length scale that is kept while the places stay."""
    k = covariance_of(params)
    found = _SPECTRA.of(data.x, k._replace(length=0.0), lambda: spectra(k, data.x, 10.0**LENGTHS))
    return _stacked([evidence(one, data.y, 100.0**NOISES) for one in found])


def cut(params: Params, data: Data, noise: float) -> Evidence:
    """The map's row at one log10 of the noise, fields of shape (lengths,)."""
    k = covariance_of(params)
    found = _SPECTRA.of(data.x, k._replace(length=0.0), lambda: spectra(k, data.x, 10.0**LENGTHS))
    told = _stacked([evidence(one, data.y, torch.tensor([100.0**noise], dtype=torch.float64)) for one in found])
    return Evidence(told.fit[:, 0], told.complexity[:, 0], told.constant)


class Place(NamedTuple):
    """The evidence about a pair of knobs.

    Attributes:
        told: its parts there.
        gradient: over both log10 knobs, (2,).
        hessian: (2, 2).
    """

    told: Evidence
    gradient: Tensor
    hessian: Tensor


def place(params: Params, data: Data, knobs: tuple[float, float]) -> Place:
    """Value and slopes by differences of nine values, which take three decompositions."""
    h = _STEP * torch.tensor([-1.0, 0.0, 1.0], dtype=torch.float64)
    told = evidence_at(params, data, knobs[0] + h, knobs[1] + h)
    v = told.total
    gradient = torch.stack([v[2, 1] - v[0, 1], v[1, 2] - v[1, 0]]) / (2 * _STEP)
    mixed = (v[2, 2] - v[2, 0] - v[0, 2] + v[0, 0]) / 4
    across, up = v[2, 1] - 2 * v[1, 1] + v[0, 1], v[1, 2] - 2 * v[1, 1] + v[1, 0]
    hessian = torch.stack([torch.stack([across, mixed]), torch.stack([mixed, up])]) / _STEP**2
    return Place(Evidence(told.fit[1, 1], told.complexity[1, 1], told.constant), gradient, hessian)


def climb(params: Params, data: Data, state: State) -> State:
    """One step uphill: Newton's where the hill is round, else along the slope; halved until it rises."""
    knobs = knobs_of(params, state)
    path = state.path if state.knobs and len(state.path) else pair(knobs)
    kept = state._replace(knobs=knobs, told=(params.length, params.noise), path=path)
    if not len(data.y):
        return kept._replace(settled=True)
    here = place(params, data, knobs)
    g, H = here.gradient, here.hessian
    round_hill = float(H[0, 0]) < 0 and float(H[0, 0] * H[1, 1] - H[0, 1] ** 2) > 0
    way = torch.linalg.solve(H, -g) if round_hill else g
    size = float(way.abs().max())
    way = way * min(1.0, _FAR / max(size, 1e-12)) if round_hill else way * (_FAR / max(size, 1e-12))
    if float(g.norm()) < _FLAT:
        return kept._replace(settled=True)
    low, high = ((float(LENGTHS[i]), float(NOISES[i])) for i in (0, -1))
    k = covariance_of(params)
    before = float(here.told.total)
    for _ in range(6):
        new = tuple(min(max(knobs[i] + float(way[i]), low[i]), high[i]) for i in (0, 1))
        found = spectrum(k._replace(length=10.0 ** new[0])(data.x, data.x))
        rises = float(evidence(found, data.y, torch.tensor([100.0 ** new[1]], dtype=torch.float64)).total[0]) > before
        if rises:
            return kept._replace(knobs=(new[0], new[1]), path=torch.cat([path, pair((new[0], new[1]))])[-200:])
        way = way / 2
    return kept._replace(settled=True)


def slope_of(here: Place) -> float:
    """The length of the gradient over natural logarithms."""
    return float(here.gradient.norm()) / _LOG10
