"""The start of a run and one update of the three nets."""

from __future__ import annotations

import math

import numpy as np
import torch

from playground.concepts.recurrent import MOST, NETS, Params, nets
from playground.concepts.recurrent.stack import MOST_WEIGHTS
from playground.concepts.recurrent.state import REACHED, RECENT, Data, Each, Info, State, each, recall
from playground.concepts.recurrent.tokens import drawn
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

PROBED = 8  # sequences of the batch that the gradient of the first state is measured with


def make_data(params: Params, ctx: Ctx) -> Data:
    """Nothing."""
    return Data()


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Three nets that know nothing, and how far their gradients reach, measured in double precision."""
    theta = nets.begin(params, ctx.randn(nets.length(params)).double().numpy())
    batch = drawn(params.length, PROBED, ctx.rng)
    gradient, profiles, losses = np.zeros_like(theta), [], []
    bound: Reals = np.zeros(params.length + 1)
    steps = params.truncation or None
    for name in NETS:
        found = nets.learnt(theta, params, name, batch, gradient, steps)
        profiles.append(nets.profile(found.seen, found.slopes))
        losses.append(found.loss)
        if name == "rnn":
            bound = nets.bound(nets.net(theta, params, name), found.seen, found.slopes)
    weights = torch.from_numpy(theta.astype(np.float32))
    return State(
        theta=weights,
        memory=optimisers.begin(weights),
        recent=torch.full((3, RECENT), -1.0),
        reached=torch.zeros(3, dtype=torch.int64),
        losses=torch.tensor(losses, dtype=torch.float64),
        norms=torch.tensor(_norms(gradient, params), dtype=torch.float64),
        profile=torch.from_numpy(np.array(profiles)),
        bound=torch.from_numpy(bound),
        updates=0,
        chosen=-1,
        valves=torch.zeros(MOST, dtype=torch.int8),
        normal=ctx.randn(MOST_WEIGHTS),
    )


def _norms(gradient: Reals, params: Params) -> list[float]:
    """The length of each net's gradient."""
    return [
        float(np.linalg.norm(gradient[one.start : one.end].astype(np.float64))) for one in nets.parts(params).values()
    ]


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One update of each net on the same new sequences."""
    theta, batch = state.theta.numpy(), drawn(params.length, params.batch, ctx.rng)
    gradient, profiles, losses, right = np.empty_like(theta), [], [], []
    bound = state.bound
    for name in NETS:
        found = nets.learnt(theta, params, name, batch, gradient, params.truncation or None)
        profiles.append(nets.profile(found.seen, found.slopes))
        losses.append(found.loss)
        right.append(found.accuracy)
        if name == "rnn":
            bound = torch.from_numpy(nets.bound(nets.net(theta, params, name), found.seen, found.slopes))
        del found  # its memory serves the next net
    norms = _norms(gradient, params)
    if params.clipping:
        for norm, one in zip(norms, nets.parts(params).values(), strict=True):
            if norm > params.clip:
                gradient[one.start : one.end] *= params.clip / norm
    rule = optimisers.adam if params.optimiser == "adam" else optimisers.gradient_descent
    weights, memory = rule(state.theta, torch.from_numpy(gradient), state.memory, Settings(rate=params.rate))
    recent = torch.cat([state.recent[:, 1:], torch.tensor(right, dtype=torch.float32)[:, None]], 1)
    after = state._replace(
        theta=weights,
        memory=memory,
        recent=recent,
        losses=torch.tensor(losses, dtype=torch.float64),
        norms=torch.tensor(norms, dtype=torch.float64),
        profile=torch.from_numpy(np.array(profiles)),
        bound=bound,
        updates=state.updates + 1,
    )
    newly = (recent.amin(1) >= 0.0) & (recent.mean(1) >= REACHED) & (state.reached == 0)
    after = after._replace(reached=torch.where(newly, after.updates, state.reached))
    return after, info_of(after)


def info_of(state: State) -> Info:
    """What is recorded of a state."""
    return Info(
        "running",
        state.updates,
        recall(state),
        each(state.losses),
        each(state.norms),
        Each(*(digits(float(one)) for one in state.profile[:, 0])),
    )


def digits(ratio: float) -> float | None:
    """The decimal logarithm; None of 0."""
    return math.log10(ratio) if ratio > 0.0 else None
