"""The formulas of the notes from their own terms; see `playground.texts.terms`."""

from __future__ import annotations

import math

import numpy as np

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
    laws = LineLaws(terms.params, terms.data, terms.state.teams[0])
    carried = total = 0.0
    for surplus in (laws.p - laws.g).tolist():
        carried += surplus
        total += abs(carried) * laws.width
    return {"w1": total}


def factors(terms: Terms) -> dict[str, float | None]:
    """The largest moduli of eigenvalues of the step at (0, 0), by the matrices of both players' moves."""
    use = terms.params
    c = use.toy_rate * (1.0 if use.toy_loss == "wgan" else 0.5)
    kept = 1.0 - use.toy_rate * use.r1
    both = np.array([[1.0, -c], [c, kept]])
    turn = np.array([[1.0, 0.0], [c, kept]]) @ np.array([[1.0, -c], [0.0, 1.0]])
    found = [float(np.abs(np.linalg.eigvals(one)).max()) for one in (both, turn)]
    return {"factor_both": found[0], "factor_turn": found[1]}
