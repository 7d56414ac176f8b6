"""How fast first-order methods are on quadratics, and how far stochastic approximation comes: closed forms. No torch.

Sources: Polyak (1964), Nesterov (2004, section 2.2), Lessard, Recht and Packard (2016), Polyak and Juditsky (1992).
"""

from __future__ import annotations

import math

import numpy as np

from playground.engine.kit.arrays import Reals


def stable_limit(method: str, eigenvalues: Reals, beta: float) -> float:
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


def worst_factor(method: str, eigenvalues: Reals, eta: float, beta: float) -> float:
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


def rms_of_schedule(a: float, p: float, sigma: float, e0: float, steps: int) -> tuple[Reals, Reals]:
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
    return ScheduleErrors(a, p, sigma, e0).until(steps)


class ScheduleErrors:
    """The same errors, worked out as far as they are asked for: a run that goes on costs only its new steps."""

    def __init__(self, a: float, p: float, sigma: float, e0: float) -> None:
        self._a, self._p, self._variance = a, p, sigma * sigma
        self._last, self._mean, self._done = np.full(1024, abs(e0)), np.full(1024, abs(e0)), 0
        # Second moments of the iterate, of the sum of iterates, and between both.
        self._moments = (e0 * e0, 0.0, 0.0)

    def until(self, steps: int) -> tuple[Reals, Reals]:
        """Both errors, (steps + 1,) each, from the start on; read only."""
        if steps > self._done:
            self._extend(steps)
        found = self._last[: steps + 1], self._mean[: steps + 1]
        for part in found:
            part.flags.writeable = False
        return found

    def _extend(self, steps: int) -> None:
        if steps >= len(self._last):
            room = np.empty(max(steps + 1, 2 * len(self._last)) - len(self._last))
            self._last, self._mean = np.append(self._last, room), np.append(self._mean, room)
        own, total, mixed = self._moments
        for t in range(self._done + 1, steps + 1):
            rate = self._a * float(t) ** -self._p
            keep = 1 - rate
            own = keep * keep * own + rate * rate * self._variance
            mixed = keep * mixed
            total += 2 * mixed + own
            mixed += own
            self._last[t], self._mean[t] = math.sqrt(own), math.sqrt(total) / t
        self._moments, self._done = (own, total, mixed), steps
