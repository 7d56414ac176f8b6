"""The sweep over widths: the shown draw first, then others, each width the first N of the same features."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from playground.concepts.double_descent import Params
from playground.concepts.double_descent.nested import NestedFits
from playground.concepts.double_descent.problem import (
    Draw,
    drawn,
    features_at,
    labels,
    slopes_at,
    solved,
    true_function,
    widths,
)
from playground.concepts.double_descent.state import Data, State
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx

DRAWS = 20
MEASURED = ("train", "test", "norm", "steepest")


def measure(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Errors, sizes of weights and steepest slopes at every width, draw by draw."""
    n, listed = params.n, widths(params.n)
    table = torch.full((len(MEASURED), DRAWS, len(listed)), math.nan, dtype=torch.float64)
    for k in range(DRAWS):
        own = Draw(data.X, data.e, data.unseen, data.W, data.c, data.start)
        draw = drawn(n, params.d, ctx.at(k)) if k else own
        y = true_function(params.target, draw.X) + params.noise * draw.e
        if not k:
            y = labels(params, data)
        wanted = true_function(params.target, draw.unseen)
        Phi = features_at(params.features, draw.X, draw.W, draw.c)
        there = features_at(params.features, draw.unseen, draw.W, draw.c)
        fits = NestedFits(Phi, params.ridge)
        for column, N in enumerate(listed):
            theta = solved(params, fits, N, y, draw.start)
            M = len(theta)
            give_way()
            table[0, k, column] = (Phi[:, :M] @ theta - y).square().mean()
            table[1, k, column] = (there[:, :M] @ theta - wanted).square().mean()
            table[2, k, column] = theta.norm()
            table[3, k, column] = slopes_at(params.features, draw.X, draw.W, draw.c, theta).norm(dim=1).max()
            if not k:
                yield Partial(_found(table), (column + 1) / len(listed) / DRAWS, f"N = {N:,}")
        yield Partial(_found(table), (k + 1) / DRAWS, f"{k + 1} of {DRAWS} draws")


def _found(table: Tensor) -> dict[str, Any]:
    return dict(zip(MEASURED, table.clone(), strict=True))


def measured(params: Params, findings: Findings) -> dict[str, Tensor]:
    """What was found so far, (draws, widths) each; draws that are not whole are left out after the first."""
    known = findings["sweep"]
    if not known:
        return {name: torch.full((1, len(widths(params.n))), math.nan, dtype=torch.float64) for name in MEASURED}
    whole = ~known["test"][:, -1].isnan()
    whole[0] = True
    return {name: known[name][whole] for name in MEASURED}
