"""What linearisation says: the matrix of each method's iteration, its spectral radius, and the largest stable step.

Near a point where V has the Jacobian J an iteration is a fixed linear map of z (of z and z_before for the two methods
with a memory). Its spectral radius is the rate; where V is linear, it is so everywhere. AdaptiveEG+, CurvatureEG+ and
Adam change their step with the point: at a given step they have a matrix, as a method they have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

STATIONARY = ("gda", "alt_gda", "ppm", "eg", "ogda", "rfbs", "eg_plus")
"""The methods whose iteration is the same map at every step."""
LARGEST = 1e3
_GROWS = 1e-12
_GOLD = (math.sqrt(5.0) - 1) / 2


def matrix(name: str, J: Tensor, eta: float, gamma: float, ahead: Tensor | None = None) -> Tensor:
    """The matrix of one iteration.

    Args:
        name: the method; AdaptiveEG+ and CurvatureEG+ by their present steps.
        J: the Jacobian of V at the point, (2, 2) or (..., 2, 2).
        eta: the step size (the length of the move for methods with steps of their own).
        gamma: how far EG+ and its relatives look ahead.
        ahead: the Jacobian where the method evaluates V a second time; None: the same.

    Returns:
        (..., 2, 2), or (..., 4, 4) on (z, z_before) for the optimistic and the reflected method.
    """
    eye = torch.eye(2, dtype=J.dtype).expand_as(J)
    second = J if ahead is None else ahead
    match name:
        case "gda":
            return eye - eta * J
        case "alt_gda":
            x_first, x_row = eye.clone(), eye.clone()
            x_first[..., 0, :] -= eta * J[..., 0, :]
            x_row[..., 1, :] -= eta * second[..., 1, :]
            return x_row @ x_first
        case "ppm":
            inverse: Tensor = torch.linalg.inv(eye + eta * second)
            return inverse
        case "eg":
            return eye - eta * second @ (eye - eta * J)
        case "ogda":
            return _with_memory(eye - 2 * eta * J, eta * second, eye)
        case "rfbs":
            return _with_memory(eye - 2 * eta * J, eta * J, eye)
        case "eg_plus":
            return eye - gamma / 2 * second @ (eye - gamma * J)
    return eye - eta * second @ (eye - gamma * J)


def _with_memory(now: Tensor, before: Tensor, eye: Tensor) -> Tensor:
    return torch.cat([torch.cat([now, before], -1), torch.cat([eye, torch.zeros_like(eye)], -1)], -2)


def eigenvalues(m: Tensor) -> Tensor:
    """Eigenvalues of (..., n, n), complex, (..., n)."""
    values: Tensor = torch.linalg.eigvals(m)
    return values


def spectrum(name: str, J: Tensor, eta: Tensor, gamma: Tensor) -> Tensor:
    """The eigenvalues of one iteration near a point, for steps (n,), from those of J in closed form: (n, 2 or 4)."""
    mu, a, g = eigenvalues(J), eta[:, None], gamma[:, None]
    match name:
        case "gda":
            return 1 - a * mu
        case "ppm":
            return 1 / (1 + a * mu)
        case "eg":
            return 1 - a * mu * (1 - a * mu)
        case "eg_plus":
            return 1 - g / 2 * mu * (1 - g * mu)
        case "alt_gda":
            # Of a 2 x 2 matrix with this trace and determinant; J itself is needed, for the players differ.
            p, s = J[0, 0], J[1, 1]
            det = (1 - a * p) * (1 - a * s)
            trace = 2 - a * (p + s) + a * a * J[0, 1] * J[1, 0]
            root = torch.sqrt(torch.complex(trace * trace / 4 - det, torch.zeros_like(det)))
            return torch.cat([trace / 2 + root, trace / 2 - root], -1)
    # l^2 - (1 - 2 a mu) l - a mu = 0; both methods with a memory have it.
    half, root = (1 - 2 * a * mu) / 2, torch.sqrt(1 + 4 * (a * mu) ** 2) / 2
    return torch.cat([half + root, half - root], -1)


def radius(name: str, J: Tensor, eta: float, gamma: float) -> float:
    """The spectral radius of one iteration near a point."""
    give_way()
    steps = torch.tensor([[eta], [gamma]], dtype=J.dtype)
    return float(spectrum(name, J, steps[0], steps[1]).abs().max())


def curve(name: str, J: Tensor, steps: Tensor) -> Tensor:
    """The spectral radius for each of many step sizes (EG+ looks ahead by the step), (n,)."""
    return spectrum(name, J, steps, steps).abs().amax(-1)


def limit(name: str, J: Tensor) -> float:
    """The largest step size up to which nothing grows: 0 if every step grows, infinity if none does.

    It is the end of the first interval of stable steps.
    """

    def grows(step: float) -> bool:
        return radius(name, J, step, step) > 1 + _GROWS

    scale = 1.0 / max(float(torch.linalg.matrix_norm(J, 2)), 1e-300)
    if grows(1e-4 * scale):
        return 0.0
    steps = torch.logspace(-4, math.log10(LARGEST), 400, dtype=J.dtype) * scale
    growing = (curve(name, J, steps) > 1 + _GROWS).nonzero().ravel()
    if not len(growing):
        return math.inf
    first = int(growing[0])
    low, high = float(steps[first - 1]), float(steps[first])
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if grows(middle) else (middle, high)
    return high


def best(name: str, J: Tensor) -> tuple[float, float]:
    """The step size below the limit with the smallest spectral radius, and that radius."""

    def rate(step: float) -> float:
        return radius(name, J, step, step)

    top = min(limit(name, J), LARGEST)
    low, high = 0.0, top
    while high - low > 1e-12 * top:
        left, right = high - _GOLD * (high - low), low + _GOLD * (high - low)
        low, high = (low, right) if rate(left) <= rate(right) else (left, high)
    found = (low + high) / 2
    # Where the curve is smooth, the zero of its slope is known better than its lowest point; at a corner it is not.
    smooth = _zero_slope(rate, found, 1e-3 * top)
    step = smooth if rate(smooth) <= rate(found) + 1e-15 else found
    if name in ("ogda", "rfbs"):
        # At a double eigenvalue the curve has a vertical tangent, so the corner is taken where theory puts it.
        corner = 1 / (2 * float(torch.linalg.eigvals(J).abs().max()))
        step = corner if corner < top and rate(corner) <= rate(step) else step
    return step, rate(step)


def _zero_slope(rate: Callable[[float], float], near: float, width: float) -> float:
    """The zero of a five-point slope, by bisection within `width` of a step."""

    def slope(step: float) -> float:
        h = width / 4
        return 8 * (rate(step + h) - rate(step - h)) - (rate(step + 2 * h) - rate(step - 2 * h))

    low, high = near - width, near + width
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2
