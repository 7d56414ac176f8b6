"""Fits that need no descent: the singular values of a design give every ridge, and each point left out in turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.linear_models import extended

_RANK = 1e-10
_ROUNDS = 300


class Solved(NamedTuple):
    """The singular value decomposition of a centred design, with what the values are on it.

    Attributes:
        middle, level: means of the columns and of the values.
        u, s, vt: of the centred design, singular values above the rank's bound alone.
        along: u' of the centred values.
    """

    middle: Floats
    level: float
    u: Floats
    s: Floats
    vt: Floats
    along: Floats


def solve(F: Floats, y: Floats) -> Solved:
    """What all ridge fits of values y (n,) by a design F (n, d) with a free intercept share."""
    middle, level = F.mean(0), float(y.mean())
    u, s, vt = np.linalg.svd(F - middle, full_matrices=False)
    used = s > _RANK * max(1.0, float(s[0])) if len(s) else s > 0
    u, s, vt = u[:, used], s[used], vt[used]
    return Solved(middle, level, u, s, vt, u.T @ (y - level))


class Path(NamedTuple):
    """Ridge fits, one a penalty.

    Attributes:
        coef, intercept: (a, d) and (a,).
        fitted: at the rows of the design, (a, n).
        hats: how much each value moves its own fit, (a, n), between 0 and 1.
        free: degrees of freedom, the intercept among them, (a,).
    """

    coef: Floats
    intercept: Floats
    fitted: Floats
    hats: Floats
    free: Floats


def ridge_path(solved: Solved, alphas: Floats) -> Path:
    """The minimisers of |y − F w − b|²/2 + α|w|²/2 for each α; 0 is the least squares fit of least |w|."""
    square = solved.s**2
    keep = square / (square + alphas[:, None])
    coef = (keep / solved.s * solved.along) @ solved.vt
    fitted = solved.level + (keep * solved.along) @ solved.u.T
    hats = 1.0 / len(solved.u) + keep @ (solved.u**2).T
    return Path(coef, solved.level - coef @ solved.middle, fitted, hats, 1.0 + keep.sum(1))


def left_out(y: Floats, fitted: Floats, hats: Floats) -> Floats:
    """The error at each point of the fit without it, y − f₋ᵢ(xᵢ) = (y − f) / (1 − h); NaN where h is 1."""
    room = 1.0 - hats
    with np.errstate(all="ignore"):
        return np.where(room > 1e-9, (y - fitted) / room, np.nan)


# ---- losses of a residual


def loss_of(kind: str, r: Floats, delta: float) -> Floats:
    """ρ(r): half a square, Huber's or the absolute value."""
    size = np.abs(r)
    if kind == "absolute":
        return size
    if kind == "huber":
        return np.where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return 0.5 * r * r


def pull_of(kind: str, r: Floats, delta: float) -> Floats:
    """ρ'(r): how strongly a residual pulls."""
    if kind == "absolute":
        return np.sign(r)
    return np.clip(r, -delta, delta) if kind == "huber" else r


def robust(F: Floats, y: Floats, alpha: float, kind: str, delta: float) -> Floats:
    """The minimiser (w, b) of Σ ρ(residual) + α|w|²/2 by reweighted least squares, (d + 1,).

    For absolute values without a penalty it ends in a corner: a fit through d + 1 of the points.
    """
    A = extended(F)
    d = F.shape[1]
    punish = alpha * np.append(np.ones(d), 0.0)
    theta: Floats = _weighted(A, y, np.ones(len(y)), punish)
    soft = 1.0
    for _ in range(_ROUNDS):
        give_way()
        size = np.abs(y - A @ theta)
        soft = max(1e-9, 0.6 * soft)
        weights = (
            1.0 / np.maximum(size, soft) if kind == "absolute" else np.minimum(1.0, delta / np.maximum(size, 1e-300))
        )
        new = _weighted(A, y, weights, punish)
        moved = float(np.abs(new - theta).max())
        theta = new
        if moved < 1e-13 * (1.0 + float(np.abs(theta).max())) and (kind != "absolute" or soft <= 1e-9):
            break
    if kind == "absolute" and alpha == 0.0 and len(y) > d:
        nearest = np.argsort(np.abs(y - A @ theta), kind="stable")[: d + 1]
        corner = np.linalg.lstsq(A[nearest], y[nearest], rcond=None)[0]
        if np.abs(y - A @ corner).sum() <= np.abs(y - A @ theta).sum():
            theta = np.asarray(corner, dtype=np.float64)
    return theta


def _weighted(A: Floats, y: Floats, weights: Floats, punish: Floats) -> Floats:
    root = np.sqrt(weights)
    if not punish.any():
        return np.asarray(np.linalg.lstsq(A * root[:, None], y * root, rcond=None)[0], dtype=np.float64)
    return np.asarray(
        np.linalg.solve((A * weights[:, None]).T @ A + np.diag(punish), A.T @ (weights * y)), dtype=np.float64
    )
