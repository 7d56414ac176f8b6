"""The start of a run and its step: a layer further, an update of all nets, or a step of one unit's weights."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.signals import METHODS, Params, nets, unit
from playground.concepts.signals.state import ROWS, Data, EachMethod, Info, State
from playground.engine.kit import drawing, optimisers
from playground.engine.kit.arrays import Floats
from playground.engine.kit.flat_weights import length_of
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

GONE = 1e6  # nats: the loss of a net that is beyond all numbers
NOTHING = -300.0  # powers of ten of a gradient of 0
RECENT = 10  # batches whose mean loss is told
FEATURES, MEMBERS = 8, 32  # of the two batches
_LEARN = ("learn", "rates")
_NONE = torch.zeros(0)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Random numbers for the view that is open; the others hold nothing."""
    state = State(
        weights=torch.zeros((0, 0, 0)),
        x=torch.zeros((0, 0)),
        upstream=torch.zeros((0, 0)),
        chosen=0,
        theta=torch.zeros((len(METHODS), 0, 0)),
        memory=optimisers.begin(_NONE),
        losses=torch.zeros((len(METHODS), 0, RECENT), dtype=torch.float64),
        profile=torch.zeros((len(METHODS), 0), dtype=torch.float64),
        updates=0,
        batches=torch.zeros((0, MEMBERS, FEATURES), dtype=torch.float64),
        path=torch.zeros((0, 2), dtype=torch.float64),
        lengths=torch.zeros(0, dtype=torch.float64),
    )
    if params.mode == "river":
        weights = random_net(ctx.rng.initial_seed(), params.depth, params.width, params.init == "orthogonal")
        return state._replace(weights=weights, x=ctx.randn(ROWS, params.width), upstream=ctx.randn(ROWS, params.width))
    if params.mode in _LEARN:
        return _nets_begin(params, data, state, ctx)
    if params.mode == "batches":
        return state._replace(batches=ctx.randn(2, MEMBERS, FEATURES).double())
    return state._replace(path=unit.START[None].clone(), lengths=torch.ones(1, dtype=torch.float64))


@lru_cache(maxsize=2)
def random_net(seed: int, depth: int, width: int, orthogonal: bool) -> Tensor:
    """The weights of the random net at σ² = 1, (depth, width, width); nobody writes into them."""
    rng = torch.Generator().manual_seed(seed + 1)
    found = torch.empty((depth, width, width))
    for layer in found:
        give_way()
        layer.copy_(drawing.normal((width, width), rng, torch.float32))
        if orthogonal:
            q, r = torch.linalg.qr(layer)
            layer.copy_(q * r.diagonal().sign())
        else:
            layer /= width**0.5
    return found


def _nets_begin(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    net = nets.net_of(params, data.X.shape[1], data.classes)
    count = length_of(nets.layout(net.sizes))
    one = nets.begin(params, net, ctx.randn(count).numpy())
    rates = len(nets.RATES) if params.mode == "rates" else 1
    theta = torch.from_numpy(np.repeat(one[:, None], rates, 1))
    state = state._replace(
        theta=theta,
        memory=optimisers.begin(theta if params.optimiser == "adam" and params.mode == "learn" else _NONE),
        losses=torch.full((len(METHODS), rates, RECENT), -1.0, dtype=torch.float64),
        profile=torch.full((len(METHODS), len(net.sizes) - 1), NOTHING, dtype=torch.float64),
    )
    rows = torch.randint(len(data.y), (params.batch,), generator=ctx.rng)
    losses, _, profile = _asked(params, data, state, rows)
    return state._replace(
        losses=torch.cat([state.losses[:, :, 1:], losses.nan_to_num(GONE, GONE)[:, :, None]], 2),
        profile=torch.where(torch.isnan(profile), state.profile, profile.clamp(NOTHING, -NOTHING)),
    )


def _asked(params: Params, data: Data, state: State, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Losses (methods, rates), gradients as the weights, and the profile of the first rate, of a batch."""
    net = nets.net_of(params, data.X.shape[1], data.classes)
    X, y = data.X[rows].numpy(), data.y[rows].numpy()
    losses, gradients, profile = list[Floats](), list[Floats](), list[Floats]()
    with np.errstate(all="ignore"):
        for method, theta in zip(METHODS, state.theta.numpy(), strict=True):
            found = nets.learnt(method, theta, net, X, y)
            losses.append(found.loss)
            gradients.append(found.gradient)
            profile.append(np.log10(found.lengths[0]))
    return (
        torch.from_numpy(np.array(losses)),
        torch.from_numpy(np.array(gradients)),
        torch.from_numpy(np.array(profile)),
    )


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """A layer further there and back; one update on a batch; one step of the unit's v and γ."""
    if params.mode == "river":
        state = state._replace(chosen=(state.chosen + 1) % (2 * params.depth + 1))
    elif params.mode in _LEARN:
        state = _updated(params, data, state, ctx)
    elif params.mode == "unit":
        state = unit.moved(params, state)
    return state, info_of(state)


def _updated(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    rows = torch.randint(len(data.y), (params.batch,), generator=ctx.rng)
    losses, gradients, profile = _asked(params, data, state, rows)
    memory = state.memory
    if params.mode == "rates":
        rates = torch.tensor(nets.RATES)[None, :, None]
        theta = state.theta - rates * gradients
    elif params.optimiser == "adam":
        theta, memory = optimisers.adam(state.theta, gradients, memory, Settings(rate=params.rate))
    else:
        theta = state.theta - params.rate * gradients
    # A net whose loss is no number stays where it was: it has gone beyond all numbers.
    fine = torch.isfinite(theta).all(-1, keepdim=True) & torch.isfinite(losses)[:, :, None]
    theta = torch.where(fine, theta, state.theta)
    losses = torch.where(fine[:, :, 0], losses.clamp(max=GONE), GONE)
    return state._replace(
        theta=theta,
        memory=memory,
        losses=torch.cat([state.losses[:, :, 1:], losses[:, :, None]], 2),
        profile=torch.where(torch.isnan(profile), state.profile, profile.clamp(NOTHING, -NOTHING)),
        updates=state.updates + 1,
    )


def recent(state: State) -> Floats:
    """Mean loss of the last batches, (methods, rates); infinite where a net is beyond all numbers."""
    values = state.losses.numpy()
    known = values >= 0.0
    found = np.where(known, values, 0.0).sum(-1) / np.maximum(known.sum(-1), 1)
    return np.where((values == GONE).any(-1), np.inf, found)


def info_of(state: State) -> Info:
    """What is recorded of a state."""
    found = recent(state)
    each = [float(row[0]) if row.size and np.isfinite(row[0]) else None for row in found]
    v = float(state.path[-1].norm()) if len(state.path) else 0.0
    return Info("running", state.updates, EachMethod(*each), v)
