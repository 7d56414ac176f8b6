"""Components and factors as pure functions of the contract."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.factors import Params
from playground.concepts.factors.data import load, make_data
from playground.concepts.factors.fitting import COMPONENTS, begin, factors_of, info_of, moments_of, step
from playground.concepts.factors.loadings import loadings
from playground.concepts.factors.pictures import pictures
from playground.concepts.factors.spectrum import spectrum
from playground.concepts.factors.state import Data, Info, State
from playground.concepts.factors.subspace import subspace
from playground.concepts.factors.table import table
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn

_VIEWS = {
    "pictures": pictures,
    "table": table,
    "spectrum": spectrum,
    "factors": loadings,
    "autoencoder": subspace,
}


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the view with their data, and the numbers that are read."""
    told = recorded(info if info is not None else info_of(params, data, state))
    found = moments_of(params, data)
    drawn = _VIEWS[params.mode](params, data, state)
    numbers: dict[str, Any] = {
        **told,
        "rank": found.rank,
        "factors": factors_of(params, data),
        "features": data.X.shape[1],
        "rows": len(data.X),
        "title": data.title,
        **drawn.numbers,
    }
    if params.mode in COMPONENTS and told["error"] is not None:
        numbers["pca_gap"] = abs(told["error"] - numbers["tail"])
    return Drawn(drawn.figure, numbers)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another sample.

    Raises:
        BadInput: there is no such sample.
    """
    if gesture.kind == "another":
        return data, state._replace(chosen=int(torch.randint(len(data.X), (1,), generator=ctx.rng)))
    row = gesture.values["row"]
    if row >= len(data.X):
        raise BadInput(f"row is {row}, allowed is a whole number from 0 to {len(data.X) - 1}", "row")
    return data, state._replace(chosen=row)


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load)
