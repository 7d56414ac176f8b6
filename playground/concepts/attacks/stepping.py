"""One step: some updates of the nets of the view in lockstep, and some of what is held out asked anew."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import Classes, Net, ascended, scores_of
from playground.concepts.attacks.data import HELD, Data
from playground.concepts.attacks.state import (
    RULES,
    Info,
    Learner,
    State,
    classes_of,
    divider_sizes,
    dividers,
    in_plane,
    linear_sizes,
    reader_sizes,
    readers,
)
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import Sizes, is_weight, views
from playground.engine.kit.dense.losses import Loss, loss_for
from playground.engine.kit.dense.passes import mean_gradient, with_ones
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

BATCH = 32
CHUNK = 20  # held out digits that are asked anew at each step
CHUNKS = HELD // CHUNK
PIXELS = (0.0, 1.0)
_REACH = 2.5  # how far the steps of PGD reach together, in radii


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates, and how good the nets are now."""
    if in_plane(params):
        for _ in range(params.updates):
            give_way()
            state = _divide(params, data, state)
        state = state._replace(right=_right_of_points(params, data, state))
        return state, Info("running", state.divider.updates, *state.right.tolist())
    for _ in range(params.updates):
        give_way()
        state = _read(params, data, state, ctx)
    give_way()
    state = state._replace(held=_asked(params, data, state, ctx.step % CHUNKS))
    return state, Info("running", state.reader.updates, *state.held.mean(0).tolist())


def worst(params: Params, net: Net, X: Floats, labels: Classes, clip: tuple[float, float] | None) -> Floats:
    """The worst points near X that the robust training finds."""
    if not params.guard:
        return X
    stride = _REACH * params.guard / params.inner
    found = ascended(net, X, labels, params.guard, stride, params.against, params.inner, clip)
    return np.asarray(X + found.etas[-1])


def _read(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """An update of the nets that read digits."""
    rows = torch.randint(len(data.labels), (BATCH,), generator=ctx.rng)
    X, labels = data.pictures[rows].numpy(), data.labels[rows].numpy()
    nets = readers(params, state)
    harder = worst(params, nets.of(1), X, labels, PIXELS)
    loss = loss_for("cross-entropy", 10)
    reader = updated(params, state.reader, reader_sizes(params), np.stack([X, harder, X]), labels, loss)
    linear = updated(params, state.linear, linear_sizes(params), X[None], labels, loss)
    return state._replace(reader=reader, linear=linear)


def _divide(params: Params, data: Data, state: State) -> State:
    """An update of the nets that divide the plane, on all points."""
    if not len(data.y):
        return state
    X, robust = data.X.numpy(), dividers(params, state).of(1)
    harder = worst(params, robust, X, classes_of(data), None)
    both = np.stack([X, harder])
    divider = updated(params, state.divider, divider_sizes(params), both, data.y.numpy(), loss_for("cross-entropy", 1))
    return state._replace(divider=divider)


def updated(params: Params, learner: Learner, sizes: Sizes, X: Floats, targets: Floats, loss: Loss) -> Learner:
    """A step of AdamW for nets in lockstep, each on its own points (nets, n, d)."""
    theta, memory = learner.theta.numpy(), learner.memory
    gradient = np.empty_like(theta)
    mean_gradient(views(theta, sizes, False), RULES, with_ones(X), targets, loss, views(gradient, sizes, False))
    rest = learner.theta
    if params.decay:
        rest = rest * (1.0 - params.rate * params.decay * torch.from_numpy(is_weight(sizes).copy()))
    found, memory = optimisers.adam(rest, torch.from_numpy(gradient), memory, Settings(rate=params.rate))
    return Learner(found, memory, learner.updates + 1)


def _asked(params: Params, data: Data, state: State, chunk: int) -> Tensor:
    """The four shares of all chunks, that of one asked anew; at first all of them have those of the first."""
    part = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
    X, labels = data.held_pictures[part].numpy(), data.held_labels[part].numpy()
    found = _four(params, readers(params, state), X, labels, PIXELS)
    if len(state.held) < CHUNKS:
        return torch.cat([state.held, found[None]]) if state.reader.updates > params.updates else found[None]
    held = state.held.clone()
    held[chunk] = found
    return held


def _right_of_points(params: Params, data: Data, state: State) -> Tensor:
    if not len(data.y):
        return torch.zeros(4, dtype=torch.float64)
    return _four(params, dividers(params, state), data.X.numpy(), classes_of(data), None)


def _four(params: Params, nets: Net, X: Floats, labels: Classes, clip: tuple[float, float] | None) -> Tensor:
    """Shares that are right: standard clean and attacked, robust clean and attacked."""
    both = nets.first(2)
    clean = scores_of(both, X).argmax(-1) == labels
    attacked = scores_of(both, worst(params, both, X, labels, clip)).argmax(-1) == labels
    return torch.from_numpy(np.stack([clean[0], attacked[0], clean[1], attacked[1]]).mean(1))
