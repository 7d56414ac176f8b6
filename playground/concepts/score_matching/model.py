"""A run: a net in training, or two modes under more and more noise; pure functions of the contract."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.score_matching import Params, net
from playground.concepts.score_matching.data import load, make_data, with_stroke
from playground.concepts.score_matching.learning import learning
from playground.concepts.score_matching.state import Data, Info, State
from playground.concepts.score_matching.weakness import STEPS, gaps_now, weakness
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit.diffusion import training
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """A new net, or modes without noise."""
    return net.begin(params, data, ctx) if params.mode == "learn" else State(None, torch.zeros(0), 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates of the net, or more noise."""
    after = state._replace(move=state.move + 1)
    if params.mode == "learn":
        after = net.advance(params, data, state, ctx)
    return after, numbers(params, after)


def numbers(params: Params, state: State) -> Info:
    """What is recorded of a state."""
    if state.training is None:
        return Info("running", **gaps_now(params, state.move)._asdict())
    updates = state.training.adam.taken
    return Info("running", state.training.loss if updates else None, float(state.errors.mean()), updates)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if params.mode == "learn":
        drawn = learning(params, data, state, view, findings["samples"])
    else:
        drawn = weakness(params, state.move)
    recorded = (info or numbers(params, state))._asdict()
    return Drawn(drawn.figure, {name: recorded[name] for name in recorded if name != "status"} | dict(drawn.numbers))


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
    length=lambda params: STEPS if params.mode == "weakness" else None,
    weights=weights,
)
