"""The smallest change that makes one chosen class of an affine classifier an argmax: all constraints at once.

That may cost more than the way to the boundary between the two classes, since a third one may be in the way.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from playground.engine.kit.arrays import Floats

_SLACK = 1e-9


def smallest_l2(A: Floats, gaps: Floats) -> tuple[float, Floats | None]:
    """The shortest eta with A eta >= gaps, by trying every set of constraints that may be tight."""
    d = A.shape[1]
    best, found = math.inf, None
    for m in range(min(d, len(A)) + 1):
        for rows in itertools.combinations(range(len(A)), m):
            part = A[list(rows)]
            eta = np.linalg.pinv(part) @ gaps[list(rows)] if m else np.zeros(d)
            size = float(np.linalg.norm(eta))
            if size < best - _SLACK and (A @ eta >= gaps - _SLACK * (1.0 + np.abs(gaps))).all():
                best, found = size, eta
    return best, found


def smallest_linf(A: Floats, gaps: Floats) -> float:
    """The least largest entry of an eta with A eta >= gaps: the corners of that linear program one after another."""
    d = A.shape[1]
    # Unknowns (eta, t) with A eta >= gaps and t >= |eta_i|.
    one, t = np.eye(d), np.ones((d, 1))
    rows = np.vstack([np.hstack([A, np.zeros((len(A), 1))]), np.hstack([one, t]), np.hstack([-one, t])])
    right = np.concatenate([gaps, np.zeros(2 * d)])
    best = math.inf
    for chosen in itertools.combinations(range(len(rows)), d + 1):
        corner, *_ = np.linalg.lstsq(rows[list(chosen)], right[list(chosen)], rcond=None)
        if corner[-1] < best and (rows @ corner >= right - _SLACK * (1.0 + np.abs(right))).all():
            best = max(0.0, float(corner[-1]))
    return best
