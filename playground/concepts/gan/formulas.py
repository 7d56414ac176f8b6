"""The formulas of the notes from their own terms; see `playground.texts.terms`."""

from __future__ import annotations

import math

from playground.concepts.gan.training import LineLaws
from playground.texts.terms import Terms


def saturating(terms: Terms) -> dict[str, float | None]:
    """The slope by a tanh."""
    return {"slope_saturating": (1 + math.tanh(terms.params.logit / 2)) / 2}


def other(terms: Terms) -> dict[str, float | None]:
    """The other slope by a tanh."""
    return {"slope_other": (1 - math.tanh(terms.params.logit / 2)) / 2}


def best(terms: Terms) -> dict[str, float | None]:
    """E_p log D* + E_g log(1 - D*) by the shares themselves."""
    laws = LineLaws(terms.params, terms.data, terms.state.teams[0])
    p, g = laws.p, laws.g
    return {"value_best": float((p * (p / (p + g)).log() + g * (g / (p + g)).log()).sum())}


def mover(terms: Terms) -> dict[str, float | None]:
    """The cost of moving the surplus of each cell to the next one."""
    if terms.state.seen.w1 is None:
        return {"w1": None}
    laws = LineLaws(terms.params, terms.data, terms.state.teams[0])
    if terms.state.move % 10:
        raise NotImplementedError
    carried = total = 0.0
    for surplus in (laws.p - laws.g).tolist():
        carried += surplus
        total += abs(carried) * laws.width
    return {"w1": total}
