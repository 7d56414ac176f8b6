"""A run: the data, the chains, and what the user does; pure functions of the contract."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.samplers import Params, chains, few_states
from playground.concepts.samplers.effective import JOBS
from playground.concepts.samplers.race import race
from playground.concepts.samplers.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.files import read_bytes
from playground.engine.frame import View
from playground.engine.kit.diffusion import datasets, files
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn

START = (-2.4, -2.2)
LEAST, MOST = 0.01, 0.9  # share of a state


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name."""
    return _data(params, datasets.components(params.data, params.width))


def load(params: Params, path: Path) -> Data:
    """The data of a table or a picture.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    raw = read_bytes(path, files.MOST_BYTES)
    return _data(params, files.read_components(path, raw, 1 if params.data in LINE else 2))


def _data(params: Params, found: datasets.Components) -> Data:
    return Data(
        masses=found.masses,
        means=found.means.contiguous(),
        variances=(found.spreads**2).contiguous(),
        modes=found.modes,
        start=torch.tensor(START, dtype=torch.float64),
        weights=torch.arange(params.states, 0, -1, dtype=torch.float64),
    )


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """All particles near the start, or the walker at the first state."""
    if params.mode == "states":
        return State(0, walker=few_states.begin(params, data, ctx))
    return State(0, chains=chains.begin(params, data, ctx))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One move of every chain, or of the walker."""
    move = state.move + 1
    if state.walker is not None:
        state = State(move, walker=few_states.advance(params, data, state.walker, ctx))
    elif state.chains is not None:
        state = State(move, chains=chains.advance(params, data, state.chains, move, ctx))
    return state, info_of(params, data, state)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    if state.walker is not None:
        return few_states.info_of(params, data, state.walker, state.move)
    assert state.chains is not None
    return chains.info_of(params, state.chains, state.move)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the view with their data, and the numbers that are read."""
    if state.walker is not None:
        drawn = few_states.observe(params, data, state.walker, state.move)
        numbers = {} if info is not None else recorded(info_of(params, data, state))
        return Drawn(drawn.figure, {**numbers, **drawn.numbers})
    assert state.chains is not None
    return race(params, data, state.chains, state.move, view, findings)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The chains at a new start, or the walker anew with another weight of a state."""
    values = gesture.values
    if gesture.kind == "set_weight":
        weights, at = data.weights.clone(), int(values["state"])
        if at < len(weights):
            share = min(max(values["height"], LEAST), MOST)
            weights[at] = share / (1 - share) * (weights.sum() - weights[at])
        data = data._replace(weights=weights)
        return data, init(params, data, ctx)
    data = data._replace(start=torch.tensor([values["x"], values["y"]], dtype=torch.float64))
    return data, init(params, data, ctx)


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load, jobs=JOBS)
