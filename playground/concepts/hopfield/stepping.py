"""One step of a recall: a neuron, a flip, a sweep, or all neurons at once, and what is told about it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.net import overlaps as overlaps_of
from playground.concepts.hopfield.net import products, walk, wanted
from playground.concepts.hopfield.state import State, measured, turned
from playground.engine.frame import Status
from playground.engine.run.context import Ctx


class Info(NamedTuple):
    """What the audience should see about the last step; the numbers are metrics of the same names.

    Attributes:
        status: converged once no neuron wants to change, cycling once all at once lead back, else running.
        neuron: the neuron that the step ended at; None after a step of all.
        field: its field when it was asked.
        chance: the probability of +1 that it was given.
        flipped: whether it changed.
    """

    status: Status
    energy: float
    flips: int
    sweeps: int
    asked: int
    stable: bool
    overlap_max: float | None
    distance: int | None
    neuron: int | None
    field: float | None
    chance: float | None
    flipped: bool


class _Turn(NamedTuple):
    """A neuron that was asked: its number, its field, and the probability of +1."""

    neuron: int
    field: float
    chance: float


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Ask one neuron, go to the next flip, finish the sweep, or change all neurons at once."""
    if params.update == "all":
        return _all_at_once(params, state, ctx)
    if params.step_is == "sweep":
        return _sweep(params, state, ctx)
    if params.step_is == "flip":
        return _to_flip(params, state, ctx)
    i = _neuron_at(state, state.position)
    turn = _turn(state, i, params.temperature)
    after = turned(state, i) if _decides(turn, params.temperature, ctx) != bool(state.s[i] > 0) else state
    return _told(params, state, passed(params, after, 1, ctx), turn)


# ---- one neuron after the other


def _neuron_at(state: State, position: int) -> int:
    return position if state.order is None else int(state.order[position])


def _turn(state: State, i: int, temperature: float) -> _Turn:
    field = float(state.product[i] - state.net.bars[i]) / state.net.unit
    if temperature == 0.0:
        return _Turn(i, field, float(bool(wanted(state.net, state.product)[i])))
    return _Turn(i, field, float(torch.sigmoid(torch.tensor(2 * field / temperature, dtype=torch.float64))))


def _decides(turn: _Turn, temperature: float, ctx: Ctx) -> bool:
    """Whether the neuron becomes +1."""
    return turn.chance > 0.5 if temperature == 0.0 else float(ctx.rand(1)) < turn.chance


def passed(params: Params, state: State, n: int, ctx: Ctx) -> State:
    """The state after n more turns, in a new order once the sweep has ended."""
    position, asked = state.position + n, state.asked + n
    if position < len(state.s):
        return state._replace(position=position, asked=asked)
    order = ctx.randperm(len(state.s)) if params.order == "random" else state.order
    return state._replace(position=0, asked=asked, sweeps=state.sweeps + 1, order=order)


def _to_flip(params: Params, state: State, ctx: Ctx) -> tuple[State, Info]:
    """To the next neuron that changes, at most to the end of the next sweep."""
    before, d = state, len(state.s)
    for _ in range(2):
        order = torch.arange(d) if state.order is None else state.order
        coming = order[state.position :]
        field = (state.product - state.net.bars) / state.net.unit
        if params.temperature == 0.0:
            chance = wanted(state.net, state.product).to(torch.float64)
            up = chance[coming] > 0.5
        else:
            chance = torch.sigmoid(2 * field / params.temperature)
            up = ctx.rand(len(coming)) < chance[coming]
        changing = (up != (state.s[coming] > 0)).nonzero()
        if len(changing):
            ahead = int(changing[0, 0])
            i = int(coming[ahead])
            turn = _Turn(i, float(field[i]), float(chance[i]))
            return _told(params, before, passed(params, turned(state, i), ahead + 1, ctx), turn)
        state = passed(params, state, len(coming), ctx)
        if state.unstable == 0 and params.temperature == 0.0:
            break
    return _told(params, before, state, None)


def _sweep(params: Params, state: State, ctx: Ctx) -> tuple[State, Info]:
    """To the end of this sweep."""
    d, net = len(state.s), state.net
    order = torch.arange(d) if state.order is None else state.order
    coming = order[state.position :].numpy()
    if params.temperature == 0.0:
        levels = np.full(len(coming), -net.near)
    else:
        # sigmoid(2 H / T) > u exactly if H > T/2 logit(u)
        draws = ctx.rand(len(coming)).to(torch.float64)
        levels = (torch.logit(draws) * (params.temperature / 2 * net.unit)).numpy()
    done = walk(net, state.s, state.overlap, coming, levels)
    after = state
    if done.flipped:
        s, m = torch.from_numpy(done.s), torch.from_numpy(done.m)
        after = state._replace(
            s=s.to(torch.int8),
            overlap=m,
            product=products(net, s, m),
            recent=torch.tensor(done.flipped),
            flips=state.flips + len(done.flipped),
            prior=None,
            cycling=False,
        )
        after = measured(after)
    return _told(params, state, passed(params, after, len(coming), ctx), None)


# ---- all at once


def _all_at_once(params: Params, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Every neuron follows the field of the same state; two such steps may lead back to where they began."""
    net, cold = state.net, params.temperature == 0.0
    if cold:
        up = wanted(net, state.product)
    else:
        field = (state.product - net.bars) / net.unit
        up = ctx.rand(len(state.s)) < torch.sigmoid(2 * field / params.temperature)
    s = torch.where(up, 1, -1).to(torch.int8)
    changed = (s != state.s).nonzero()[:, 0]
    m = overlaps_of(net, s)
    after = state._replace(
        s=s,
        overlap=m,
        product=products(net, s, m),
        prior=state.s,
        cycling=cold and len(changed) > 0 and state.prior is not None and torch.equal(s, state.prior),
        recent=changed.contiguous(),
        flips=state.flips + len(changed),
        asked=state.asked + len(s),
        sweeps=state.sweeps + 1,
        position=0,
    )
    return _told(params, state, measured(after), None)


# ---- what is told


def _told(params: Params, before: State, after: State, turn: _Turn | None) -> tuple[State, Info]:
    done = after.unstable == 0 and params.temperature == 0.0
    return after, Info(
        status="converged" if done else "cycling" if after.cycling else "running",
        energy=after.energy,
        flips=after.flips,
        sweeps=after.sweeps,
        asked=after.asked,
        stable=after.unstable == 0,
        overlap_max=largest_overlap(after),
        distance=distance(after),
        neuron=None if turn is None else turn.neuron,
        field=None if turn is None else turn.field,
        chance=None if turn is None else turn.chance,
        flipped=after.flips > before.flips,
    )


def largest_overlap(state: State) -> float | None:
    """The largest |x_k.s| / d; None without memories."""
    n = state.net.n
    return float(state.overlap[:n].abs().max()) / len(state.s) if n else None


def distance(state: State) -> int | None:
    """The number of neurons that differ from the memory that is to be recalled; None where there is none."""
    if state.target < 0:
        return None
    d = len(state.s)
    return round((d - float(state.overlap[state.target])) / 2)
