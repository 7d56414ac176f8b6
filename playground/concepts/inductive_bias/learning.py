"""A run: three nets take an update each on the same examples, and are tested every few steps."""

from __future__ import annotations

import torch

from playground.concepts.inductive_bias import Params, nets
from playground.concepts.inductive_bias.pictures import POOL, batch, dealt, made
from playground.concepts.inductive_bias.state import NETS, Data, Deal, Each, Info, Net, State
from playground.engine.kit import optimisers
from playground.engine.run.context import Ctx

EVERY = 10
"""Updates between two tests of a net; the three are tested at different steps."""


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """The digits dealt out, and three nets that know nothing."""
    deal = dealt(params, ctx.rng)
    started = list[Net]()
    for name in NETS:
        theta = nets.begin(name, params, deal.scramble, ctx.randn(1, nets.count(name, params)))
        net = Net(theta, optimisers.begin(theta), None, 0.0)
        started.append(net._replace(accuracy=tested(name, params, deal, net)))
    mlp, cnn, vit = started
    return State(deal, mlp, cnn, vit, taken=0, down=0, right=0, token=0)


def tested(name: str, params: Params, deal: Deal, net: Net) -> float:
    """The share of the 300 test digits that a net says right."""
    known = made(params, deal)
    return float(nets.right(name, params, net.theta, known.x[POOL:], known.y[POOL:])[0])


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One update of each net on the same batch."""
    chosen = torch.randint(params.n, (params.batch,), generator=ctx.rng)
    seen = batch(params, state.deal, chosen, ctx.rng)
    taken, learnt = state.taken + 1, list[Net]()
    for place, name in enumerate(NETS):
        net: Net = getattr(state, name)
        found = nets.update(name, params, net.theta, net.moments, seen.x[None], seen.y[None])
        net = Net(found.theta, found.moments, float(found.loss[0]), net.accuracy)
        if taken % EVERY == 2 * place:
            net = net._replace(accuracy=tested(name, params, state.deal, net))
        learnt.append(net)
    state = state._replace(mlp=learnt[0], cnn=learnt[1], vit=learnt[2], taken=taken)
    return state, info_of(state)


def info_of(state: State) -> Info:
    """What is recorded of a state."""
    nets_now = (state.mlp, state.cnn, state.vit)
    return Info("running", Each(*(net.accuracy for net in nets_now)), Each(*(net.loss for net in nets_now)))
