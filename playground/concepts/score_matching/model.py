"""A run: a net in training, or two modes under more and more noise; pure functions of the contract."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.score_matching import Params, losses, manifold, net
from playground.concepts.score_matching.data import load, make_data, with_stroke
from playground.concepts.score_matching.learning import learning
from playground.concepts.score_matching.names import COMPARED, PerLoss
from playground.concepts.score_matching.state import Data, Info, State
from playground.concepts.score_matching.weakness import STEPS, gaps_now, weakness
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit.diffusion import training
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """New nets, or laws with the least noise."""
    match params.mode:
        case "learn":
            return net.begin(params, data, ctx)
        case "losses":
            return losses.begin(params, data, ctx)
    return State(None, torch.zeros(0), 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates of the nets, or more noise."""
    after = state._replace(move=state.move + 1)
    if params.mode == "learn":
        after = net.advance(params, data, state, ctx)
    elif params.mode == "losses":
        after = losses.advance(params, data, state, ctx)
    return after, numbers(params, after)


def numbers(params: Params, state: State) -> Info:
    """What is recorded of a state."""
    if state.compared_errors is not None:
        each = PerLoss(**dict(zip(COMPARED, state.compared_errors.mean(1).tolist(), strict=True)))
        return Info("running", updates=state.compared[0].adam.taken, errors=each)
    if params.mode == "manifold":
        return Info("running", **manifold.numbers(state.move))
    if state.training is None:
        return Info("running", **gaps_now(params, state.move)._asdict())
    updates = state.training.adam.taken
    return Info("running", state.training.loss if updates else None, float(state.errors.mean()), updates)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if params.mode == "learn":
        drawn = learning(params, data, state, view, findings["samples"])
    elif params.mode == "losses":
        drawn = losses.losses(params, data, state, view)
    elif params.mode == "manifold":
        drawn = manifold.manifold(state.move, view)
    else:
        drawn = weakness(params, state.move)
    return Drawn(drawn.figure, recorded(info or numbers(params, state)) | dict(drawn.numbers))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Data along a stroke; a net that has not learned yet begins anew with them.

    Raises:
        BadInput: the stroke cannot be used, or the view has no data.
    """
    if state.training is None:
        raise BadInput("data are drawn where a score is learned, and this view has none", "mode")
    changed = with_stroke(params, data, gesture.values["path"], ctx)
    return changed, state if state.move else net.begin(params, changed, ctx)


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The averaged net in training.

    Raises:
        BadInput: there is none.
    """
    if state.training is None:
        raise BadInput("there is no net to write: this view compares densities", "weights")
    return training.tensors(state.training.best)


CONCEPT = Model(
    make_data=make_data,
    init=init,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs={"samples": net.samples},
    length=lambda params: STEPS if params.mode in ("weakness", "manifold") else None,
    weights=weights,
)
