"""The state of a recall and the moves that change it."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.net import Net, column, energy, learn, overlaps, products, wanted
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

RECENT = 96


class State(NamedTuple):
    """A network in mid-recall.

    Attributes:
        net: what the memories were turned into.
        s: the state, +1 and -1, shape (d,), int8.
        product: unit * sum_j w_ij s_j, shape (d,); see `playground.concepts.hopfield.net.products`.
        overlap: right s, shape (r,).
        energy: in true units.
        unstable: how many neurons would change now at temperature 0.
        began: the state that this recall started from, shape (d,), int8.
        target: the memory that is to be recalled, from 0; -1 for none.
        order: the neurons in the order of their turns, shape (d,); None for 0, 1, 2, ...
        position: how many neurons had their turn in this sweep.
        prior: the state before the last step of all neurons at once, int8; None after anything else.
        cycling: the last step of all neurons at once led back to the state before the previous one.
        recent: the neurons that changed last, the newest at the end, int64.
        asked, flips, sweeps: turns, changes, and finished sweeps so far.
    """

    net: Net
    s: Tensor
    product: Tensor
    overlap: Tensor
    energy: float
    unstable: int
    began: Tensor
    target: int
    order: Tensor | None
    position: int
    prior: Tensor | None
    cycling: bool
    recent: Tensor
    asked: int
    flips: int
    sweeps: int

    @property
    def load(self) -> float:
        """Memories for each neuron."""
        return self.net.n / len(self.s)


_NONE = torch.zeros(0, dtype=torch.int64)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A recall from a damaged copy of the chosen memory.

    Raises:
        BadInput: the given order is no order.
    """
    net = learn(data.X, params.rule, params.threshold)
    target = min(params.start, net.n) - 1
    return start(params, net, damaged(params, data, target, ctx), target, ctx)


def start(params: Params, net: Net, s: Tensor, target: int, ctx: Ctx) -> State:
    """A recall from this state, shape (d,).

    Raises:
        BadInput: the given order is no order.
    """
    s = s.to(torch.int8).contiguous()
    state = State(
        net=net,
        s=s,
        product=torch.zeros(len(s), dtype=torch.float64),
        overlap=torch.zeros(len(net.right), dtype=torch.float64),
        energy=0.0,
        unstable=0,
        began=s,
        target=target,
        order=first_order(params, len(s), ctx),
        position=0,
        prior=None,
        cycling=False,
        recent=_NONE,
        asked=0,
        flips=0,
        sweeps=0,
    )
    return standing(state, s)


def damaged(params: Params, data: Data, k: int, ctx: Ctx) -> Tensor:
    """What a recall of memory k starts from, shape (d,), int8."""
    d = data.rows * data.columns
    if k < 0 or params.damage == "random":
        return torch.where(ctx.rand(d) < 0.5, -1, 1).to(torch.int8)
    if params.damage == "mixture":
        return mixture(data.X, k)
    copy = data.X[k].clone()
    if params.damage == "blank":
        copy[d - data.rows // 2 * data.columns :] = -1
    elif params.noise > 0:
        turned = ctx.randperm(d)[: round(params.noise * d)]
        copy[turned] = -copy[turned]
    return copy


def mixture(X: Tensor, k: int) -> Tensor:
    """The majority of memory k and the next two, or of fewer where there are not three."""
    three = [(k + j) % len(X) for j in range(min(3, len(X)))]
    return torch.where(X[three].sum(0) >= 0, 1, -1).to(torch.int8)


def first_order(params: Params, d: int, ctx: Ctx) -> Tensor | None:
    """The order of the first sweep.

    Raises:
        BadInput: a given order names a neuron twice or something that is no whole number.
    """
    if params.order == "cyclic":
        return None
    if params.order == "random":
        return ctx.randperm(d)
    named = params.sequence or (float(d - 1),)
    if any(value != int(value) for value in named) or len(set(named)) < len(named):
        raise BadInput("sequence must name whole neuron numbers, each once", "sequence")
    first = [int(value) for value in named if value < d]
    rest = sorted(set(range(d)) - set(first))
    return torch.tensor(first + rest, dtype=torch.int64)


def standing(state: State, s: Tensor) -> State:
    """The state with everything that follows from the signs of the neurons computed anew, by one product."""
    net = state.net
    m = overlaps(net, s)
    return measured(state._replace(s=s, overlap=m, product=products(net, s, m)))


def measured(state: State) -> State:
    """The state with energy and unstable neurons that fit its products."""
    net = state.net
    wrong = wanted(net, state.product) != (state.s > 0)
    return state._replace(
        energy=float(energy(net, state.s, state.product, state.overlap)), unstable=int(torch.count_nonzero(wrong))
    )


def turned(state: State, i: int) -> State:
    """Neuron i changes sign; the fields follow by one column of W."""
    net = state.net
    s = state.s.clone()
    s[i] = -s[i]
    change = 2.0 * float(s[i])
    m = state.overlap + change * net.right[:, i]
    product = products(net, s, m) if net.dense else state.product + change * torch.from_numpy(column(net, i))
    recent = torch.cat([state.recent, torch.tensor([i])])[-RECENT:].clone()
    new = state._replace(s=s, overlap=m, product=product, recent=recent, flips=state.flips + 1, prior=None)
    return measured(new._replace(cycling=False))


def relearned(params: Params, data: Data, state: State) -> State:
    """The same state of the neurons in the network of other memories."""
    net = learn(data.X, params.rule, params.threshold)
    target = min(state.target, net.n - 1)
    return standing(state._replace(net=net, target=target, prior=None, cycling=False), state.s)


def restarted(state: State, s: Tensor, target: int) -> State:
    """A new recall from another state in the same network; the counts go on."""
    s = s.to(torch.int8).contiguous()
    new = state._replace(began=s, target=target, prior=None, cycling=False, recent=_NONE, position=0)
    return standing(new, s)
