"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.gaussian_processes.kernels import covariance_of
from playground.concepts.gaussian_processes.state import GRID
from playground.concepts.gaussian_processes.widths import INPUTS
from playground.concepts.gaussian_processes.widths import recursion as by_layers
from playground.texts.terms import Sides, Terms

_MANY = 60  # points beyond which sums one by one are left out
_CLOSE = 1e-6


def _system(terms: Terms) -> Any:
    """K with the noise, and the covariances with x = 0.05 k for a few k, by inversion."""
    k, x = covariance_of(terms.params), terms.data.x
    asked = GRID[::40]
    K = k(x, x).numpy() + terms.params.noise**2 * np.eye(len(x))
    return np.linalg.pinv(K, rcond=1e-14, hermitian=True), k(x, asked).numpy(), k(asked, asked).numpy()


def weights(terms: Terms) -> Any:
    """The mean at five places by the inverse against the curve that is drawn."""
    if not 0 < len(terms.data.y) <= _MANY:
        return NotImplemented
    inverse, across, _ = _system(terms)
    drawn = np.asarray(terms.numbers["band.mean.y"])[::40]
    return Sides(across.T @ (inverse @ terms.data.y.numpy()), drawn, within=1e-4)


def band(terms: Terms) -> Any:
    """The deviation at five places by the inverse against half of the band that is drawn."""
    if not 0 < len(terms.data.y) <= _MANY:
        return NotImplemented
    inverse, across, prior = _system(terms)
    v = prior.diagonal() - np.einsum("im,ij,jm->m", across, inverse, across)
    high, mean = (np.asarray(terms.numbers[f"band.mean.{name}"])[::40] for name in ("high", "y"))
    return Sides(v, ((high - mean) / 2) ** 2, within=1e-3)


def log_evidence(terms: Terms) -> Any:
    """The log density by the chain rule: each value given those before it."""
    n = len(terms.data.y)
    if not n:
        return {"evidence": None}
    if n > _MANY:
        return NotImplemented
    k = covariance_of(terms.params)._replace(length=terms.numbers["length_now"])
    noise = terms.numbers["noise_now"] ** 2
    K = k(terms.data.x, terms.data.x).numpy() + noise * np.eye(n)
    y, total = terms.data.y.numpy(), 0.0
    for i in range(n):
        w = np.linalg.solve(K[:i, :i], K[:i, i])
        v = float(K[i, i] - w @ K[:i, i])
        total -= 0.5 * (math.log(2 * math.pi * v) + float(y[i] - w @ y[:i]) ** 2 / v)
    return {"evidence": total}


def improvement(terms: Terms) -> Any:
    """The mean of max(f − best, 0) by a sum over f."""
    m, s, best = (terms.numbers[name] for name in ("m", "s", "best"))
    z = np.linspace(-10.0, 10.0, 200_001)
    density = np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
    mean = float(np.trapezoid(np.maximum(m + s * z - best, 0.0) * density, z))
    return Sides(mean, terms.numbers["improvement"], within=_CLOSE)


def slice(terms: Terms) -> Any:
    """Mean and variance in the slice by the density along the line."""
    S = _plane(terms)
    angle, c = terms.state.line
    u, v = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    P = np.linalg.inv(S)
    # Along c u + t v the log density is a parabola in t.
    a, b = float(v @ P @ v), float(c * u @ P @ v)
    told = terms.numbers["slice_mean"], terms.numbers["slice_variance"]
    return Sides(np.array([-b / a, 1 / a]), np.array(told), within=_CLOSE)


def _plane(terms: Terms) -> Any:
    p = terms.params
    cross = p.correlation * p.first_std * p.second_std
    return np.array([[p.first_std**2, cross], [cross, p.second_std**2]])


def excess(terms: Terms) -> Any:
    """From the moments of one hidden unit by a sum over its input."""
    z = np.linspace(-12.0, 12.0, 100_001)
    density = np.exp(-0.5 * z * z)
    h = np.maximum(z, 0.0)
    ratio = (density * h**4).sum() * density.sum() / (density * h * h).sum() ** 2
    return {"excess_theory": float((3 * ratio - 3) / int(terms.params.width))}


def recursion(terms: Terms) -> Any:
    """The last layer's kernel by quadrature over two normal numbers."""
    nodes, weight = np.polynomial.hermite_e.hermegauss(120)
    w = np.outer(weight, weight) / (2 * math.pi)
    layers = by_layers(terms.params.depth).numpy()
    K = layers[-2]
    pairs = [(0, 0), (0, 3), (2, 9), (5, 6)]
    found = []
    for i, j in pairs:
        a, b = math.sqrt(K[i, i]), K[i, j] / math.sqrt(K[i, i])
        rest = math.sqrt(max(K[j, j] - b * b, 0.0))
        u, v = a * nodes[:, None], b * nodes[:, None] + rest * nodes[None, :]
        found.append(2.0 * float((w * np.maximum(u, 0.0) * np.maximum(v, 0.0)).sum()))
    assert len(INPUTS) == len(K)
    return Sides(np.array(found), np.array([layers[-1][i, j] for i, j in pairs]), within=0.02)
