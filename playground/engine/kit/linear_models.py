"""Linear models: least squares, ridge, polynomials, logistic and softmax regression. Rows of X are samples.

Sources: the normal equations by the singular value decomposition; D. Soudry et al., "The implicit bias of gradient
descent on separable data" (2018) for logistic regression without a minimiser.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import log_sum_exp, sigmoid, softmax
from playground.engine.kit.dense.losses import cross_entropy, cross_entropy_slope
from playground.engine.kit.separability import separation

_RANK = 1e-10  # of the largest singular value; smaller ones count as 0
_ROUNDS = 200  # Newton steps at most


class LeastSquares(NamedTuple):
    """A fit of y by X w + b.

    Attributes:
        coef: w of least norm among the minimisers, (d,).
        intercept: b; 0 without one.
        rank: of the matrix with its column of ones where there is an intercept.
        unique: whether there is one minimiser.
    """

    coef: Floats
    intercept: float
    rank: int
    unique: bool


def extended(X: Floats, intercept: bool = True) -> Floats:
    """X with a last column of ones where there is an intercept."""
    return np.concatenate([X, np.ones((len(X), 1))], axis=1) if intercept else X


def pseudo_solve(A: Floats, y: Floats) -> tuple[Floats, int]:
    """The minimiser of |A w - y| that has the least norm, and the rank of A."""
    u, s, vt = np.linalg.svd(A, full_matrices=False)
    used = s > _RANK * (s[0] if len(s) else 0.0)
    inverse = np.where(used, 1.0 / np.where(used, s, 1.0), 0.0)
    return vt.T @ (inverse[:, None] * (u.T @ y.reshape(len(y), -1))).reshape(-1, *y.shape[1:]), int(used.sum())


def least_squares(X: Floats, y: Floats, intercept: bool = True) -> LeastSquares:
    """The fit that minimises |X w + b - y|^2; of several the one whose (w, b) has the least norm."""
    A = extended(X, intercept)
    both, rank = pseudo_solve(A, y)
    coef = both[: X.shape[1]]
    return LeastSquares(coef, float(both[-1]) if intercept else 0.0, rank, rank == A.shape[1])


class Ridge(NamedTuple):
    """A fit that minimises |y - X w - b|^2 / 2 + alpha |w|^2 / 2; the intercept is not punished."""

    coef: Floats
    intercept: float
    objective: float
    degrees_of_freedom: float
    norm: float


def ridge(X: Floats, y: Floats, alpha: float, intercept: bool = True) -> Ridge:
    """The ridge fit, by the singular values s of the centred X: its degrees of freedom are sum s^2 / (s^2 + alpha)."""
    middle, level = (X.mean(0), float(y.mean())) if intercept else (np.zeros(X.shape[1]), 0.0)
    u, s, vt = np.linalg.svd(X - middle, full_matrices=False)
    used = s > _RANK * s[0]
    square = np.where(used, s * s, 0.0)
    shrink = np.where(used, s / np.where(used, square + alpha, 1.0), 0.0)
    coef = vt.T @ (shrink * (u.T @ (y - level)))
    b = level - float(middle @ coef)
    residual = y - X @ coef - b
    free = float((square / np.where(used, square + alpha, 1.0)).sum())
    objective = 0.5 * float(residual @ residual) + 0.5 * alpha * float(coef @ coef)
    return Ridge(coef, b, objective, free, float(np.linalg.norm(coef)))


def powers(x: Floats, degree: int) -> Floats:
    """Columns 1, x, x^2, ... of a polynomial, (n, degree + 1)."""
    return np.vander(x, degree + 1, increasing=True)


# ---- classification


class LogisticPoint(NamedTuple):
    """Logistic regression at some (w, b), all from the logits, finite for all of them."""

    logits: Floats
    probabilities: Floats
    losses: Floats
    grad_w: Floats
    grad_b: float
    hessian: Floats


def logistic_at(X: Floats, y: Floats, w: Floats, b: float) -> LogisticPoint:
    """Losses, mean gradient X'(p - y)/n and Hessian in (w, b) for labels 0 and 1."""
    logits = X @ w + b
    p = sigmoid(logits)
    losses = np.logaddexp(0.0, -(2.0 * y - 1.0) * logits)
    A = extended(X)
    gradient = A.T @ (p - y) / len(y)
    hessian = (A * (p * (1.0 - p))[:, None]).T @ A / len(y)
    return LogisticPoint(logits, p, losses, gradient[:-1], float(gradient[-1]), hessian)


def logistic_fit(X: Floats, y: Floats, l2: float) -> tuple[Floats, float]:
    """The minimiser (w, b) of the mean cross-entropy plus l2 |w|^2 / 2, by damped Newton steps.

    For l2 = 0 the data must not be separable, else there is no minimiser.
    """
    d = X.shape[1]
    theta, punished = np.zeros(d + 1), l2 * np.append(np.ones(d), 0.0)

    def objective(at: Floats) -> float:
        signs = (2.0 * y - 1.0) * (X @ at[:-1] + at[-1])
        return float(np.logaddexp(0.0, -signs).mean() + 0.5 * (punished * at * at).sum())

    for _ in range(_ROUNDS):
        here = logistic_at(X, y, theta[:-1], float(theta[-1]))
        gradient = np.append(here.grad_w, here.grad_b) + punished * theta
        if np.abs(gradient).max() < 1e-15:
            break
        move = np.linalg.lstsq(here.hessian + np.diag(punished), gradient, rcond=None)[0]
        size, now = 1.0, objective(theta)
        while size > 1e-10 and objective(theta - size * move) > now:
            size /= 2
        theta = theta - size * move
    return theta[:-1], float(theta[-1])


class WidestMargin(NamedTuple):
    """The direction to which logistic regression tends on separable data.

    Attributes:
        direction: unit normal of the widest gap between the classes, (d,).
        margin: half the width of the gap.
        offset: b of the line in the middle, direction.x + b = 0.
        support: rows of the points at the gap.
    """

    direction: Floats
    margin: float
    offset: float
    support: tuple[int, ...]


def widest_margin(X: Floats, y: Floats) -> WidestMargin | None:
    """The widest gap between classes labelled 1 and 0, by the nearest points of their hulls; None if there is none."""
    positive, negative = X[y > 0], X[y <= 0]
    apart = separation((positive[:, None] - negative[None]).reshape(-1, X.shape[1]))
    if not apart.separable:
        return None
    w = apart.direction
    low, high = float((positive @ w).min()), float((negative @ w).max())
    offset, margin = -(low + high) / 2, (low - high) / 2
    reach = np.abs(np.abs(X @ w + offset) - margin) <= 1e-8 * max(1.0, margin)
    return WidestMargin(w, margin, offset, tuple(np.flatnonzero(reach).tolist()))


def softmax_at(X: Floats, y: Floats, W: Floats, b: Floats) -> dict[str, Floats]:
    """Softmax regression at some (W, b), W with a row a class: losses and gradients (p - onehot)/n from the logits."""
    logits = X @ W.T + b
    slope = cross_entropy_slope(logits, y) / len(y)
    return {
        "logits": logits,
        "probabilities": softmax(logits),
        "losses": cross_entropy(logits, y),
        "grad_W": slope.T @ X,
        "grad_b": slope.sum(0),
        "grad_logits": slope,
        "log_sum_exp": log_sum_exp(logits),
    }
