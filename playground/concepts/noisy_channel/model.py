"""A run: one more pair of sentences is counted in each step; pure functions of the contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.noisy_channel import Params, channel
from playground.concepts.noisy_channel.reranking import PAIRS, TESTS, accuracies, drawn, found, reranking
from playground.concepts.noisy_channel.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn


def make_data(params: Params, ctx: Ctx) -> Data:
    """The language, and sentences of it with and without slips."""

    def uniform(*size: int) -> Any:
        return ctx.rand(*size).numpy()

    normal = ctx.randn(len(channel.LEXICON) + 1, len(channel.LEXICON)).numpy()
    return Data(*drawn(params, uniform, normal))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """No pair was seen."""
    return State(taken=0, sentence=0, place=-1)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One more pair, and how much of the test is read right."""
    state = state._replace(taken=state.taken + 1)
    have = found(params, data, state.taken)
    reranked = float(accuracies(params, data, state.taken, np.array([params.weight]))[0])
    return state, Info("running", have.direct, reranked, have.ceiling)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots with their data, and the numbers that are read."""
    return reranking(params, data, state)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another word or sentence is looked at."""
    if gesture.kind == "another":
        return data, state._replace(sentence=(state.sentence + 1) % TESTS, place=-1)
    return data, state._replace(place=max(0, min(round(gesture.values["place"]), channel.SENTENCE - 1)))


def length(params: Params) -> int:
    """As many steps as there are pairs."""
    return PAIRS


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, length=length)
