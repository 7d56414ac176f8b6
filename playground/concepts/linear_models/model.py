"""Linear models as pure functions of the contract."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.linear_models import Params
from playground.concepts.linear_models.bowl import bowl
from playground.concepts.linear_models.classes import classes
from playground.concepts.linear_models.data import load, make_data
from playground.concepts.linear_models.declared import MOST_ROWS
from playground.concepts.linear_models.features import features
from playground.concepts.linear_models.fit import fit
from playground.concepts.linear_models.learning import anew, begin, info_of, step
from playground.concepts.linear_models.problem import columns_of
from playground.concepts.linear_models.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn

_TABLE: PointTable[Data] = PointTable(("X", "y", "luck"))


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the view with their data, and the numbers that are read."""
    match params.mode:
        case "classes":
            drawn = classes(params, data, state, view)
        case "bowl":
            drawn = bowl(params, data, state)
        case "features":
            drawn = features(params, data, state)
        case _:
            drawn = fit(params, data, state)
    told = recorded(info if info is not None else info_of(params, data, state))
    return Drawn(drawn.figure, {**told, "title": data.title, **drawn.numbers})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The table and the weights after a gesture.

    Raises:
        BadInput: there is no such point, or no room for another.
    """
    if params.mode == "features":
        raise BadInput("points are put into a plane, and this view has none", "mode")
    if gesture.kind == "set_start":
        if params.mode != "bowl":
            raise BadInput("descent begins at a place of the bowl, and this view has none", "mode")
        theta = torch.tensor([[gesture.values["x"], gesture.values["y"]]], dtype=torch.float64)
        return data, anew(params, data, state._replace(theta=theta))
    if gesture.kind == "add_point" and len(data.y) >= MOST_ROWS:
        raise BadInput(f"there are {len(data.y)} points, allowed are at most {MOST_ROWS}", "x")
    columns = columns_of(params, data)

    def place(data: Data, x: float, y: float, row: int | None) -> dict[str, Any]:
        middle = data.X.mean(0) if len(data.X) else torch.zeros(data.X.shape[1], dtype=torch.float64)
        there = data.X[row].clone() if row is not None else middle.clone()
        there[columns[0]], there[columns[1]] = x, y
        return {"X": there if row is not None else there[None]}

    count = len(data.classes)
    edits = Edits(
        table=_TABLE,
        place=place,
        label=lambda data, label: min(int(label), count) - 1,
        relabel=lambda data, label: (label + 1) % count,
        fresh={"luck": 1.0},
    )
    changed = edits.apply(data, gesture)
    return changed, anew(params, changed, state)


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load)
