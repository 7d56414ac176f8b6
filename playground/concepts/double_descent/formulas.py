"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch

from playground.concepts.double_descent import theory
from playground.concepts.double_descent.problem import labels
from playground.texts.terms import Terms


def widths(terms: Terms) -> Any:
    """How many features are used at the cursor."""
    return {"N": len(terms.data.W[: terms.state.N])}


def narrow_risk(terms: Terms) -> Any:
    """The error from the one equation that is left below N = n: N directions are learnt."""
    params, N, n = terms.params, terms.state.N, len(terms.data.X)
    known = theory.spectrum(params.d, params.features, params.target)
    low, high = 1e-16, 1e8
    for _ in range(200):
        gamma = math.sqrt(low * high)
        filled = (
            sum(k * v / (v + gamma) for k, v in zip(known.counts, known.eigenvalues, strict=True)) + known.tail / gamma
        )
        low, high = (gamma, high) if filled > N else (low, gamma)
    missed = (
        sum(p * high / (v + high) for p, v in zip(known.target, known.eigenvalues, strict=True)) + known.target_tail
    )
    return {"law_test": (missed + params.noise**2) / (1 - N / n) - params.noise**2}


def needed_slope(terms: Terms) -> Any:
    """The steepest pair, point by point."""
    X, y = terms.data.X, labels(terms.params, terms.data)
    radius, best = math.sqrt(X.shape[1]), 0.0
    for i in range(len(X)):
        arc = radius * (X[i] @ X.T / radius**2).clamp(-1, 1).acos()
        ratio = (y - y[i]).abs() / arc
        ratio[i] = 0.0
        best = max(best, float(ratio.max()))
    return {"needed": best}


def exact(terms: Terms) -> bool:
    """Whether every label is met, by the residual of numpy's own least squares where no ridge stands in the way."""
    return bool(terms.numbers["train_error"] < 1e-9 * float(labels(terms.params, terms.data).square().mean()))


def narrow(terms: Terms) -> bool:
    """Whether there are fewer features than labels, and a curve speaks of this fit."""
    return len(terms.data.X) > terms.state.N and terms.numbers["law_test"] is not None


def ridged(terms: Terms) -> bool:
    """Whether the objective has its second term."""
    return float(torch.tensor(terms.params.ridge)) > 0


def started(terms: Terms) -> bool:
    """Whether gradient descent starts at random weights."""
    return bool(terms.params.solution == "started" and terms.params.ridge == 0)
