"""A run: nets that learn from text; pure functions of the contract."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.pretraining import Params, bilm, reading, senses
from playground.concepts.pretraining.masks import masks
from playground.concepts.pretraining.reading import EVERY, shape_of
from playground.concepts.pretraining.sentences import told
from playground.concepts.pretraining.shots import shots
from playground.concepts.pretraining.state import Data, Info, Learner, State
from playground.concepts.pretraining.texts import LENGTH, drawn
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import optimisers, transformer
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

HELD = {"masks": 48, "shots": 128, "senses": 120}


def make_data(params: Params, ctx: Ctx) -> Data:
    """Texts that are held back."""
    topics = torch.zeros(0, dtype=torch.int64)
    if params.mode == "masks":
        held = drawn(params.texts, HELD["masks"], ctx.rng)
    elif params.mode == "shots":
        held = reading.prompts(HELD["shots"], params.keys, ctx.rng)
    else:
        held, topics = told(HELD["senses"], ctx.rng)
    return Data(held, topics)


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Nets that know nothing, and what they know by a test."""
    nets: tuple[Learner, ...]
    if params.mode == "masks":
        nets = tuple(reading.begun(shape_of(params, causal), ctx) for causal in (True, False))
    elif params.mode == "shots":
        nets = (reading.begun(shape_of(params, True), ctx),)
    else:
        theta = bilm.begin(ctx.randn(bilm.size(params.units)), params.units)
        nets = (Learner(theta, optimisers.begin(theta), None),)
    example = torch.zeros(3, LENGTH, dtype=torch.int64)
    return State(nets, _tested(params, data, nets), example, place=-1, taken=0)


def _tested(params: Params, data: Data, nets: tuple[Learner, ...]) -> Tensor:
    """What a test finds: see `State.tested`."""
    if params.mode == "masks":
        return reading.accuracies(params, nets[0].theta, nets[1].theta, data.held)
    if params.mode == "shots":
        return reading.shot_accuracies(params, nets[0].theta, data.held)[None]
    return senses.tested(data, nets[0].theta, params.units)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """An update of the nets."""
    taken, nets, example = state.taken + 1, state.nets, state.example
    if params.mode == "masks":
        causal, masked, example = reading.both_updated(params, nets[0], nets[1], ctx)
        nets = causal, masked
    elif params.mode == "shots":
        nets = (reading.shot_updated(params, nets[0], ctx),)
    else:
        tokens = told(params.batch, ctx.rng).tokens
        nets = (Learner(*bilm.updated(nets[0].theta, nets[0].moments, params.units, tokens, params.rate)),)
    tested = _tested(params, data, nets) if taken % EVERY == 0 else state.tested
    state = state._replace(nets=nets, tested=tested, example=example, taken=taken)
    return state, _info(params, state)


def _info(params: Params, state: State) -> Info:
    """What is recorded of a state."""
    if params.mode == "masks":
        causal, masked = (float(row.mean()) for row in state.tested)
        return Info(
            "running",
            causal_accuracy=causal,
            masked_accuracy=masked,
            causal_loss=state.nets[0].loss,
            masked_loss=state.nets[1].loss,
        )
    if params.mode == "shots":
        return Info("running", shot_accuracy=float(state.tested.mean()), loss=state.nets[0].loss)
    within, between = state.tested[0].tolist()
    return Info("running", loss=state.nets[0].loss, within=within, between=between)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "masks":
            seen = masks(params, state)
        case "shots":
            seen = shots(params, state)
        case "senses":
            seen = senses.senses(params, data, state)
    return Drawn(seen.figure, {**seen.numbers, "taken": state.taken})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another place is hidden.

    Raises:
        BadInput: there is nothing of the kind in this view.
    """
    if params.mode != "masks":
        raise BadInput(f"{gesture.kind} acts on a text, and this view has none", "mode")
    return data, state._replace(place=gesture.values["place"])


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The matrices of the nets by name."""
    if params.mode == "senses":
        W = bilm.parts(state.nets[0].theta.numpy(), params.units)
        return {name: torch.from_numpy(part.copy()) for name, part in W._asdict().items()}
    found_parts = {}
    for name, causal, net in zip(("causal", "masked"), (True, False), state.nets, strict=False):
        for part, W_part in transformer.matrices(net.theta, shape_of(params, causal)).items():
            found_parts[f"{name}.{part}"] = W_part.clone()
    return found_parts


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, weights=weights)
