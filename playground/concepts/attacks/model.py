"""A change you cannot see as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.attacks import Params, accuracy, bounds, certified, picture, plane
from playground.concepts.attacks.accuracy import JOBS
from playground.concepts.attacks.data import Data, load, make_data
from playground.concepts.attacks.gestures import apply
from playground.concepts.attacks.state import Info, State, begin, divider_sizes, in_plane, reader_sizes
from playground.concepts.attacks.stepping import step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.kit.dense.layout import views
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "picture":
            drawn = picture.observe(params, state)
        case "accuracy":
            drawn = accuracy.observe(params, findings)
        case "plane":
            drawn = plane.observe(params, data, state)
        case "certified":
            drawn = certified.observe(params, data, state)
        case "bounds":
            drawn = bounds.observe(params, data, state)
    return Drawn(drawn.figure, {**_numbers(params, state), **drawn.numbers})


def _numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of a run in every view."""
    found = state.right if in_plane(params) else state.held.mean(0)
    names = ("standard_clean", "standard_attacked", "robust_clean", "robust_attacked")
    learner = state.divider if in_plane(params) else state.reader
    return {
        **dict(zip(names, found.tolist(), strict=True)),
        "updates": learner.updates,
        "trained": learner.updates > 0,
        "guard": params.guard,
        "line": params.net == "line",
    }


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The weights of the standard net of the view by name, each (units, inputs) and (units,)."""
    learner, sizes = (
        (state.divider, divider_sizes(params)) if in_plane(params) else (state.reader, reader_sizes(params))
    )
    found = dict[str, Tensor]()
    for depth, layer in enumerate(views(learner.theta[0].numpy(), sizes, False), 1):
        found[f"layer{depth}.weight"] = torch.tensor(layer.W.T.copy())
        found[f"layer{depth}.bias"] = torch.tensor(layer.b[0].copy())
    return found


CONCEPT = Model(
    make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, jobs=JOBS, weights=weights
)
