"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.texts.terms import Sides, Terms


def _moves(terms: Terms) -> tuple[Any, Any]:
    """The target (states,) and the moves of Hastings's rule (states, states), entry by entry."""
    weights = terms.data.weights.numpy()
    target, n, drift = weights / weights.sum(), len(weights), terms.params.drift
    proposed = np.zeros((n, n))
    for a in range(n):
        proposed[a, (a + 1) % n] += drift
        proposed[a, (a - 1) % n] += 1 - drift
    moves = np.zeros((n, n))
    for a in range(n):
        for b in range(n):
            if a != b and proposed[a, b] > 0:
                moves[a, b] = proposed[a, b] * min(1.0, target[b] * proposed[b, a] / (target[a] * proposed[a, b]))
        moves[a, a] = 1 - moves[a].sum()
    return target, moves


def balance(terms: Terms) -> Sides:
    """What flows from a to b, and what flows back."""
    target, moves = _moves(terms)
    flux = target[:, None] * moves
    return Sides(flux, flux.T, 1e-12)


def settling(terms: Terms) -> Any:
    """1 minus the mass that the law and the target share, by a power of the matrix; the bound by its symmetric form."""
    target, moves = _moves(terms)
    law = np.linalg.matrix_power(moves, terms.state.move)[0]
    root = np.sqrt(target)
    values = np.linalg.eigvalsh(root[:, None] * moves / root)
    second = sorted(abs(values))[-2]
    bound = math.sqrt((1 - target[0]) / target[0]) / 2 * second**terms.state.move
    return {"law_tv": 1 - float(np.minimum(law, target).sum()), "law_tv_bound": min(1.0, float(bound))}


def widened(terms: Terms) -> Any:
    """The stationary spread of the unadjusted chain over the target's, from the fixed point of its covariance.

    In an eigendirection v = (1 - eta lambda)^2 v + 2 eta is iterated to its fixed point.
    """
    kind, eta = terms.params.target, terms.params.stride
    lambdas = {"gaussian": (1.0, 1.0), "stiff": (1.0, 100.0), "correlated": (1 / 1.99, 100.0)}[kind]
    factors = []
    for value in lambdas:
        slope = (1 - eta * value) ** 2
        if slope >= 1 - 1e-9:
            return {"variance_theory": None}
        # Over the target's 1/lambda: a geometric sum.
        factors.append(2 * eta * value / (1 - slope))
    return {"variance_theory": sum(factors) / len(factors)}
