"""The formulas of the notes from their own terms; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

from playground.texts.terms import Terms


def exact(terms: Terms) -> Any:
    """The slope of a E z + b E z^2 / 2 in the mean, by a difference."""
    params, h = terms.params, 1e-4

    def value(mean: float) -> float:
        return float(params.slope * mean + 0.5 * params.bend * (mean**2 + params.spread**2))

    return {"exact": (value(params.mean + h) - value(params.mean - h)) / (2 * h)}
