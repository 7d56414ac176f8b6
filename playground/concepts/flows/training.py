"""A flow in training: updates of maximum likelihood, what is measured of it, and the integral of its density."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.flows import Params, coupling
from playground.concepts.flows.coupling import Flow
from playground.concepts.flows.state import Data, Measures, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

EVERY = 10
"""Steps between two measurements."""
START = (0.55, 0.6)
"""The point that is followed at first."""
_LOOKED = 300  # training points of a measurement
_SAMPLES = 40_000  # of an audit
_TURNED = 100  # held-out points that go both ways
_SIDE, _HALF = 500, 5.0  # of the grid of the integral: cells across, and half its width
_SLICE = 4000  # cells between two looks at the clock


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A flow that changes nothing yet."""
    flow = coupling.begin(params.layers, params.hidden, params.flow, params.base, ctx.rng)
    state = State(flow, optimisers.begin(flow.theta), None, torch.tensor(START), torch.zeros(0, dtype=torch.float64))
    return state._replace(measured=measured(data, flow))


def advance(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The chosen number of updates, each on points of its own; none once numbers are not finite."""
    flow, adam = state.flow, state.adam
    assert flow is not None
    assert adam is not None
    move = state.move + 1
    for _ in range(params.updates):
        loss, gradient = coupling.value_and_gradient(flow, batch_of(params, data, ctx))
        if not (math.isfinite(loss) and bool(torch.isfinite(gradient).all())):
            return state._replace(move=move, failed=True)
        theta, adam = optimisers.adam(flow.theta, gradient, adam, Settings(rate=params.rate))
        flow = flow._replace(theta=theta)
    seen = measured(data, flow) if move % EVERY == 0 else state.measured
    return state._replace(flow=flow, adam=adam, measured=seen, move=move)


def batch_of(params: Params, data: Data, ctx: Ctx) -> Tensor:
    """Training points of one update, (batch, 2)."""
    return data.train[torch.randint(len(data.train), (params.batch,), generator=ctx.rng)]


def measured(data: Data, flow: Flow) -> Measures:
    """What a measurement finds; its samples come from the same base points every time."""
    train = data.train[:_LOOKED]
    x = torch.cat([data.heldout, train])
    z, inverse = coupling.pulled(flow, x)
    logs = coupling.log_base(flow.base, z) + inverse
    n = len(data.heldout)
    back = coupling.pushed(flow, z[:_TURNED])[0]
    return Measures(
        -float(logs[:n].mean()),
        -float(logs[n:].mean()),
        float((back - x[:_TURNED]).abs().max()),
    )


def samples(flow: Flow, n: int, level: int | None = None) -> Tensor:
    """What the first layers make of base points that are always the same, (n, 2)."""
    z = coupling.sample_base(flow.base, n, torch.Generator().manual_seed(0))
    return coupling.pushed(flow, z, last=level)[0]


def audit(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The integral of the density over a square, by the midpoint rule, and samples far from all data; in slices."""
    flow = state.flow
    if flow is None:
        yield Partial({}, 1.0)
        return
    edge = (torch.arange(_SIDE) + 0.5) / _SIDE * 2 * _HALF - _HALF
    total, cell, count = 0.0, (2 * _HALF / _SIDE) ** 2, _SIDE * _SIDE
    work = count + _SAMPLES
    for first in range(0, count, _SLICE):
        index = torch.arange(first, min(first + _SLICE, count))
        x = torch.stack([edge[index % _SIDE], edge[index // _SIDE]], 1)
        total += float(coupling.log_density(flow, x).double().exp().sum()) * cell
        yield Partial({}, min(first + _SLICE, count) / work)
    astray, z = 0, coupling.sample_base(flow.base, _SAMPLES, ctx.rng)
    for first in range(0, _SAMPLES, _SLICE):
        x = coupling.pushed(flow, z[first : first + _SLICE])[0]
        astray += int((data.log_law(x) < data.floor).sum())
        if first + _SLICE < _SAMPLES:
            yield Partial({}, (count + first + _SLICE) / work)
    yield Partial({"mass": total, "stray": astray / _SAMPLES}, 1.0)
