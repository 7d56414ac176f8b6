"""A run: nets that learn from text, or pairs of sentences that are counted; pure functions of the contract."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.pretraining import Params, bilm, channel, reading, senses
from playground.concepts.pretraining.masks import masks
from playground.concepts.pretraining.reading import EVERY, shape_of
from playground.concepts.pretraining.reranking import PAIRS, TESTS, accuracies, drawn, found, reranking
from playground.concepts.pretraining.sentences import told
from playground.concepts.pretraining.shots import shots
from playground.concepts.pretraining.state import Data, Info, Learner, State, Typing
from playground.concepts.pretraining.texts import LENGTH
from playground.concepts.pretraining.texts import drawn as drawn_texts
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import optimisers, transformer
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

HELD = {"masks": 64, "shots": 160, "senses": 120}


def make_data(params: Params, ctx: Ctx) -> Data:
    """Texts that are held back, or the pairs and sentences of the channel."""
    none = torch.zeros(0, 1, dtype=torch.int64)
    typing, topics, held = Typing(none, none, none, none, none), torch.zeros(0, dtype=torch.int64), none
    if params.mode == "masks":
        held = drawn_texts(params.texts, HELD["masks"], ctx.rng)
    elif params.mode == "shots":
        held = reading.prompts(HELD["shots"], params.keys, ctx.rng)
    elif params.mode == "senses":
        held, topics = told(HELD["senses"], ctx.rng)
    else:
        shape = (len(channel.LEXICON) + 1, len(channel.LEXICON))
        normal = torch.randn(shape, generator=ctx.rng, dtype=torch.float64).numpy()

        def uniform(*size: int) -> Any:
            return torch.rand(size, generator=ctx.rng, dtype=torch.float64).numpy()

        typing = Typing(*drawn(params, uniform, normal))
    return Data(held, topics, typing)


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Nets that know nothing, and what they know by a test."""
    nets: tuple[Learner, ...] = ()
    if params.mode == "masks":
        nets = tuple(reading.begun(shape_of(params, causal), ctx) for causal in (True, False))
    elif params.mode == "shots":
        nets = (reading.begun(shape_of(params, True), ctx),)
    elif params.mode == "senses":
        theta = bilm.begin(ctx.randn(bilm.size(params.units)), params.units)
        nets = (Learner(theta, optimisers.begin(theta), None),)
    example = torch.zeros(3, LENGTH, dtype=torch.int64)
    return State(nets, _tested(params, data, nets), example, place=-1, sentence=0, taken=0)


def _tested(params: Params, data: Data, nets: tuple[Learner, ...]) -> Tensor:
    """What a test finds: see `State.tested`."""
    if params.mode == "masks":
        return reading.accuracies(params, nets[0].theta, nets[1].theta, data.held)
    if params.mode == "shots":
        return reading.shot_accuracies(params, nets[0].theta, data.held)[None]
    if params.mode == "senses":
        return senses.tested(data, nets[0].theta, params.units)
    return torch.zeros(0, 0, dtype=torch.float64)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """An update of the nets, or one more pair of sentences."""
    taken, nets, example = state.taken + 1, state.nets, state.example
    if params.mode == "masks":
        causal, masked, example = reading.both_updated(params, *nets, ctx)
        nets = causal, masked
    elif params.mode == "shots":
        nets = (reading.shot_updated(params, nets[0], ctx),)
    elif params.mode == "senses":
        tokens = told(params.batch, ctx.rng).tokens
        nets = (Learner(*bilm.updated(nets[0].theta, nets[0].moments, params.units, tokens, params.rate)),)
    tested = _tested(params, data, nets) if taken % EVERY == 0 else state.tested
    state = state._replace(nets=nets, tested=tested, example=example, taken=taken)
    return state, _info(params, data, state)


def _info(params: Params, data: Data, state: State) -> Info:
    """What is recorded of a state."""
    if params.mode == "channel":
        have = found(params, data, state.taken)
        now = float(accuracies(params, data, state.taken, np.array([params.weight]))[0])
        return Info("running", direct_accuracy=have.direct, reranked_accuracy=now, ceiling=have.ceiling)
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


def length(params: Params) -> int | None:
    """As many steps as there are pairs to learn from; nets may learn for ever."""
    return PAIRS if params.mode == "channel" else None


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "masks":
            seen = masks(params, state)
        case "shots":
            seen = shots(params, state)
        case "senses":
            seen = senses.senses(params, data, state)
        case "channel":
            seen = reranking(params, data, state)
    return Drawn(seen.figure, {**seen.numbers, "taken": state.taken})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another place is hidden, or another word or sentence looked at.

    Raises:
        BadInput: there is nothing of the kind in this view.
    """
    wanted = "masks" if gesture.kind == "hide" else "channel"
    if params.mode != wanted:
        raise BadInput(f"{gesture.kind} acts on a text, and this view has none", "mode")
    if gesture.kind == "another":
        return data, state._replace(sentence=(state.sentence + 1) % TESTS, place=-1)
    place = round(gesture.values["place"])
    return data, state._replace(place=max(0, min(place, LENGTH - 1)))


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The matrices of the nets by name.

    Raises:
        BadInput: the channel is counted, and has no net.
    """
    if params.mode == "channel":
        raise BadInput("there is no net to write: this view counts words and letters", "weights")
    if params.mode == "senses":
        W = bilm.parts(state.nets[0].theta.numpy(), params.units)
        return {name: torch.from_numpy(part.copy()) for name, part in W._asdict().items()}
    found_parts = {}
    for name, causal, net in zip(("causal", "masked"), (True, False), state.nets, strict=False):
        for part, W_part in transformer.matrices(net.theta, shape_of(params, causal)).items():
            found_parts[f"{name}.{part}"] = W_part.clone()
    return found_parts


CONCEPT = Model(
    make_data=make_data, init=init, step=step, observe=observe, apply=apply, weights=weights, length=length
)
