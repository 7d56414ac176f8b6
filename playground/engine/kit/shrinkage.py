"""What gradient descent, its noise, weight decay and early stopping do on a quadratic, in closed form.

Conventions: the loss is |X w - y|^2 / (2 n), its Hessian H = X'X / n with eigenvalues lambda.
"""

from __future__ import annotations

import math

import numpy as np

from playground.engine.kit.arrays import Floats

_ZERO = 1e-12  # an eigenvalue below this share of the largest counts as 0
_FLOW_GAP_AT = 2.512862417252339  # where 1 - exp(-u) - u / (1 + u) is largest: exp(-u) (1 + u)^2 = 1


def eigen(H: Floats) -> tuple[Floats, Floats]:
    """Eigenvalues, ascending and exactly 0 where they are rounding, and eigenvectors as columns."""
    values, vectors = np.linalg.eigh(H)
    values = np.where(np.abs(values) <= _ZERO * max(float(np.abs(values).max()), 1e-300), 0.0, values)
    return values, vectors


def descended(X: Floats, y: Floats, start: Floats, eta: float, steps: int) -> Floats:
    """The weights after some steps of gradient descent, by powers of the eigenvalues of I - eta H."""
    n = len(y)
    values, vectors = eigen(X.T @ X / n)
    pull = vectors.T @ (X.T @ y / n)
    begin = vectors.T @ start
    factor = (1.0 - eta * values) ** steps
    still = values == 0.0
    rest = np.where(still, 0.0, pull / np.where(still, 1.0, values))
    found: Floats = vectors @ np.where(still, begin, rest + factor * (begin - rest))
    return found


def limit(X: Floats, y: Floats, start: Floats) -> Floats:
    """Where gradient descent ends: the solution of least norm plus the part of the start that never moves."""
    values, vectors = eigen(X.T @ X / len(y))
    still = vectors[:, values == 0.0]
    from_data: Floats = np.linalg.pinv(X) @ y
    found: Floats = from_data + still @ (still.T @ start)
    return found


def decayed(theta: Floats, gradient: Floats, eta: float, mu: float) -> Floats:
    """One step with weight decay: (1 - eta mu) theta - eta gradient."""
    found: Floats = (1.0 - eta * mu) * theta - eta * gradient
    return found


def shrink_factors(values: Floats, mu: float) -> Floats:
    """The factors lambda / (lambda + mu): by how much decay shrinks each eigendirection; NaN where both are 0."""
    both = values + mu
    found: Floats = np.where(both > 0.0, values / np.where(both > 0.0, both, 1.0), np.nan)
    return found


def stopped_factors(values: Floats, eta: float, T: int) -> Floats:
    """1 - (1 - eta lambda)^T: what T steps from 0 have learnt in each eigendirection."""
    found: Floats = 1.0 - (1.0 - eta * values) ** T
    return found


def flow_factors(values: Floats, time: float) -> Floats:
    """1 - exp(-lambda time): the same for the gradient flow."""
    found: Floats = -np.expm1(-values * time)
    return found


def matching_decay(value: float, factor: float) -> float | None:
    """The decay mu with lambda / (lambda + mu) equal to a factor; None for lambda = 0."""
    return value * (1.0 / factor - 1.0) if value > 0.0 and factor != 0.0 else None


def flow_gap() -> tuple[float, float]:
    """The largest gap between stopping a flow and decay with mu = 1 / time, and lambda time where it is reached."""
    u = _FLOW_GAP_AT
    for _ in range(5):  # Newton on -u + 2 log(1 + u) = 0, the condition for a largest gap
        u -= (2.0 * math.log1p(u) - u) / (2.0 / (1.0 + u) - 1.0)
    return -math.expm1(-u) - u / (1.0 + u), u


def stationary_covariance(A: Floats, C: Floats, eta: float, beta: float) -> Floats | None:
    """The covariance at which SGD with heavy-ball momentum stays, or None where it does not settle.

    The pair (theta, step before) follows a linear recursion with noise eta^2 C; the covariance solves
    S = M S M' + N, a linear system in the entries of S.

    Args:
        A: Hessian, (d, d).
        C: covariance of the gradient noise, already divided by the batch size, (d, d).
        eta: learning rate.
        beta: momentum.
    """
    d = len(A)
    eye = np.eye(d)
    M = np.block([[(1.0 + beta) * eye - eta * A, -beta * eye], [eye, np.zeros((d, d))]])
    if np.abs(np.linalg.eigvals(M)).max() >= 1.0 - 1e-12:
        return None
    N = np.zeros((2 * d, 2 * d))
    N[:d, :d] = eta * eta * C
    both = np.linalg.solve(np.eye(4 * d * d) - np.kron(M, M), N.ravel()).reshape(2 * d, 2 * d)
    found: Floats = np.asarray(both[:d, :d], dtype=np.float64)
    return found


def sample_gradients(X: Floats, y: Floats, w: Floats) -> Floats:
    """The gradient of (x.w - y)^2 / 2 of each sample, (n, d)."""
    found: Floats = (X @ w - y)[:, None] * X
    return found


def batch_covariance(gradients: Floats, batch: int, replacement: bool) -> Floats:
    """The covariance of a mini-batch mean: C / B, times (n - B)/(n - 1) without replacement."""
    n = len(gradients)
    centred = gradients - gradients.mean(0)
    found: Floats = centred.T @ centred / n / batch
    return found if replacement else found * ((n - batch) / (n - 1))


# ---- balls


def onto_l1(x: Floats, radius: float) -> Floats:
    """The nearest point of the l1 ball, by a soft threshold (Duchi et al. 2008); of several rows each for itself."""
    sizes = -np.sort(-np.abs(x), axis=-1)
    tops = (np.cumsum(sizes, axis=-1) - radius) / np.arange(1, x.shape[-1] + 1)
    last = np.maximum((sizes > tops).sum(-1, keepdims=True) - 1, 0)
    threshold = np.maximum(np.take_along_axis(tops, last, axis=-1), 0.0)
    found: Floats = np.sign(x) * np.maximum(np.abs(x) - threshold, 0.0) + 0.0
    return found


def onto_l2(x: Floats, radius: float) -> Floats:
    """The nearest point of the l2 ball; of several rows each for itself."""
    size = np.linalg.norm(x, axis=-1, keepdims=True)
    found: Floats = x * np.minimum(1.0, radius / np.maximum(size, 1e-300))
    return found


def onto_linf(x: Floats, radius: float) -> Floats:
    """The nearest point of the l-infinity ball."""
    return np.clip(x, -radius, radius)
