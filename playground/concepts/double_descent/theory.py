"""What random features do on average, without drawing any: the asymptotic curve, and two cases in closed form.

Points lie evenly on the sphere of radius sqrt(d), directions w on the unit sphere, thresholds c evenly in [-1, 1]. By
Funk and Hecke a feature phi(w.x + c) and a target g(x_1) are sums over spherical harmonics of degree l, so the spectrum
of the kernel follows from integrals over one variable.

Sources: J. B. Simon et al., "More is better in modern machine learning" (2024), with the equations for random features;
L. Defilippis, B. Loureiro and T. Misiakiewicz, "Dimension-free deterministic equivalents" (2024); M. Belkin, D. Hsu and
J. Xu, "Two models of double descent" (2020); T. Hastie et al., "Surprises in high-dimensional ridgeless least squares
interpolation" (2022).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats

_DEGREES = 40
_NODES = 400
_HALVINGS = 60
Function = Callable[[Floats], Floats]
FEATURES: dict[str, Function] = {
    "relu": lambda u: np.maximum(u, 0.0),
    "tanh": np.tanh,
    "step": lambda u: (u > 0).astype(np.float64),
}
TARGETS: dict[str, Function] = {
    "bend": lambda u: 0.75 * np.abs(u),
    "wave": lambda u: 1.5 * np.sin(u),
    "line": lambda u: u,
}


class HarmonicSpectrum(NamedTuple):
    """Power by degree of spherical harmonics.

    Attributes:
        eigenvalues: of the kernel, one a degree, (L,).
        counts: how many harmonics each degree has, (L,).
        target: power of the target in each degree, (L,).
        tail: power of the kernel in higher degrees, in all.
        target_tail: power of the target in higher degrees.
    """

    eigenvalues: Floats
    counts: Floats
    target: Floats
    tail: float
    target_tail: float


@lru_cache(maxsize=64)
def spectrum(d: int, features: str, target: str) -> HarmonicSpectrum:
    """The spectrum of named features and a named target for d inputs, by Gauss-Legendre sums over the angle."""
    at, share = np.polynomial.legendre.leggauss(_NODES)
    angle = (at + 1) * math.pi / 2
    weights = share * np.sin(angle) ** (d - 2)
    weights /= weights.sum()
    t, counts = np.cos(angle), np.array([_harmonics(d, degree) for degree in range(_DEGREES + 1)])
    legendre = [np.ones_like(t), t]
    for degree in range(1, _DEGREES):
        upper = (2 * degree + d - 2) * t * legendre[degree] - degree * legendre[degree - 1]
        legendre.append(upper / (degree + d - 2))
    measure = (np.array(legendre) * weights).T
    thresholds, parts = np.polynomial.legendre.leggauss(64)
    values = FEATURES[features](math.sqrt(d) * t + thresholds[:, None])
    eigenvalues = (parts / 2) @ (values @ measure) ** 2
    wanted = TARGETS[target](math.sqrt(d) * t)
    power = counts * (wanted @ measure) ** 2
    all_kernel, all_target = float((parts / 2) @ values**2 @ weights), float(wanted**2 @ weights)
    return HarmonicSpectrum(
        eigenvalues,
        counts,
        power,
        max(0.0, all_kernel - float(counts @ eigenvalues)),
        max(0.0, all_target - float(power.sum())),
    )


def _harmonics(d: int, degree: int) -> float:
    """How many independent spherical harmonics of a degree there are in d dimensions."""
    if degree == 0:
        return 1.0
    return 2.0 if d == 2 else (2 * degree + d - 2) / degree * math.comb(degree + d - 3, degree - 1)


class Risks(NamedTuple):
    """Errors by width, each (k,).

    Attributes:
        test: mean square distance to the true function; infinite at N = n without ridge.
        train: mean square residual on the training labels.
    """

    test: Floats
    train: Floats


def risks(known: HarmonicSpectrum, n: int, widths: Floats, noise: float, ridge: float) -> Risks:
    """The deterministic equivalent of ridge regression on N random features.

    gamma and kappa solve n = z + ridge / (N kappa) and N = z + N kappa / gamma, with z = sum of lambda / (lambda +
    gamma); all errors follow from them.
    """
    N = np.asarray(widths, dtype=np.float64)
    low, high = np.full_like(N, -40.0), np.full_like(N, 20.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        gamma = np.exp(middle)
        z = _filled(known, gamma)
        kappa = gamma * np.maximum(N - z, 1e-300) / N
        above = (z < N) & (z + ridge / (N * kappa) <= n)
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    gamma = np.exp(high)
    z = np.minimum(_filled(known, gamma), N)
    kappa = gamma * (N - z) / N
    part = known.eigenvalues / (known.eigenvalues + gamma[:, None])
    q = part**2 @ known.counts
    spare = np.maximum(N - q, 1e-300)
    growth = 1.0 - (q * (N - 2 * z) + z * z) / (n * spare)
    missed = gamma[:, None] / (known.eigenvalues + gamma[:, None])
    gained = kappa[:, None] * part / (known.eigenvalues + gamma[:, None]) * (N / spare)[:, None]
    bias = (missed - gained) @ known.target + known.target_tail
    at_peak = (n == N) & (ridge == 0.0)
    whole = np.where(at_peak, np.inf, (bias + noise**2) / np.where(at_peak, 1.0, growth))
    train = np.where(n == N, 0.0, ((n - z) / n) ** 2 * whole) if ridge == 0.0 else ((n - z) / n) ** 2 * whole
    return Risks(whole - noise**2, np.where((n <= N) & (ridge == 0.0), 0.0, train))


def _filled(known: HarmonicSpectrum, gamma: Floats) -> Floats:
    """z: how many directions are learnt at gamma; what lies in higher degrees counts as many tiny eigenvalues."""
    return (known.eigenvalues / (known.eigenvalues + gamma[:, None])) @ known.counts + known.tail / gamma


# ---- closed forms


def subset_risk(n: int, p: int, beta: Floats, variance: float) -> float:
    """The expected test error, noise included, of the least-norm fit on p of the coordinates of normal inputs."""
    used, rest = float(beta[:p] @ beta[:p]), float(beta[p:] @ beta[p:]) + variance
    if p <= n - 2:
        return rest * (1 + p / (n - p - 1))
    if p <= n + 1:
        return math.inf
    return used * (1 - n / p) + rest * (1 + n / (p - n - 1))


def isotropic_risk(gamma: float, power: float, variance: float) -> float:
    """The excess error for n, p to infinity with p / n = gamma and inputs without a preferred direction."""
    if gamma == 1.0:
        return math.inf
    if gamma < 1.0:
        return variance * gamma / (1 - gamma)
    return power * (1 - 1 / gamma) + variance / (gamma - 1)


def best_wide(power: float, variance: float) -> float | None:
    """The gamma above 1 with the least such error; none where it only falls."""
    root = math.sqrt(power / variance)
    return root / (root - 1) if root > 1 else None
