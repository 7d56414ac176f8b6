"""How fast first-order methods are on quadratics, and how far stochastic approximation comes: closed forms. No torch.

Sources: Polyak (1964), Nesterov (2004, section 2.2), Lessard, Recht and Packard (2016), Polyak and Juditsky (1992).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Floats = np.ndarray[tuple[int, ...], np.dtype[np.floating[Any]]]


def stable_limit(method: str, eigenvalues: Floats, beta: float) -> float:
    """The largest step at which nothing grows: 2/L, 2(1 + beta)/L, or 2(1 + beta)/((1 + 2 beta) L)."""
    L = float(np.max(eigenvalues))
    match method:
        case "gd":
            return 2 / L
        case "heavy_ball":
            return 2 * (1 + beta) / L
        case "nesterov":
            return 2 * (1 + beta) / ((1 + 2 * beta) * L)
    raise KeyError(method)


def worst_factor(method: str, eigenvalues: Floats, eta: float, beta: float) -> float:
    """What a step multiplies the error by in the long run, in the worst direction of positive curvature.

    The error e in a direction of curvature h obeys e'' = p e' - q e, with p and q of the method; its factor is the
    larger modulus of the roots of z^2 - p z + q.
    """
    h = np.asarray(eigenvalues, dtype=np.float64)
    h = h[h > 0]
    if not h.size:
        return 1.0
    match method:
        case "gd":
            return float(np.abs(1 - eta * h).max())
        case "heavy_ball":
            p, q = 1 + beta - eta * h, np.full_like(h, beta)
        case "nesterov":
            p, q = (1 + beta) * (1 - eta * h), beta * (1 - eta * h)
        case _:
            raise KeyError(method)
    root = np.sqrt((p * p / 4 - q).astype(np.complex128))
    return float(np.maximum(np.abs(p / 2 + root), np.abs(p / 2 - root)).max())


def best_steps(method: str, mu: float, L: float) -> tuple[float, float, float]:
    """Step, momentum and worst factor that are best for curvatures from mu to L; Nesterov's in the standard tuning."""
    kappa = L / mu
    root = math.sqrt(kappa)
    match method:
        case "gd":
            return 2 / (mu + L), 0.0, (kappa - 1) / (kappa + 1)
        case "heavy_ball":
            rate = (root - 1) / (root + 1)
            return 4 / (math.sqrt(mu) + math.sqrt(L)) ** 2, rate**2, rate
        case "nesterov":
            return 1 / L, (root - 1) / (root + 1), 1 - 1 / root
    raise KeyError(method)


def lower_bound_rate(mu: float, L: float) -> float:
    """The factor that no method which only sees gradients can beat in large dimensions."""
    root = math.sqrt(L / mu)
    return (root - 1) / (root + 1)


def rms_of_schedule(a: float, p: float, sigma: float, e0: float, steps: int) -> tuple[Floats, Floats]:
    """Root mean square errors of theta -= a t^-p (theta - theta* + noise), of the iterate and of the mean of iterates.

    Args:
        a: the first step size.
        p: the power with which it falls.
        sigma: standard deviation of the noise.
        e0: how far the start is off.
        steps: how many.

    Returns:
        Both (steps + 1,), from the start on; the mean of no iterate counts as the start.
    """
    last, mean = np.empty(steps + 1), np.empty(steps + 1)
    last[0] = mean[0] = abs(e0)
    # Second moments of the iterate, of the sum of iterates, and between both.
    own, total, mixed = e0 * e0, 0.0, 0.0
    for t in range(1, steps + 1):
        rate = a * float(t) ** -p
        keep = 1 - rate
        own = keep * keep * own + rate * rate * sigma * sigma
        mixed = keep * mixed
        total += 2 * mixed + own
        mixed += own
        last[t], mean[t] = math.sqrt(own), math.sqrt(total) / t
    return last, mean
