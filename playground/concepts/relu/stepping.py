"""One step: some updates of all nets, and what is recorded of the net on screen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.relu import Params
from playground.concepts.relu.cells import dead, known
from playground.concepts.relu.data import Data
from playground.concepts.relu.net import rates
from playground.concepts.relu.state import State, is_broken_line, shown
from playground.concepts.relu.training import losses, outputs, updated
from playground.engine.frame import Status
from playground.engine.run.context import Ctx

MOST_FOLLOWED = 48  # hidden units of a net whose regions are counted in every step; larger ones in every frame


class Info(NamedTuple):
    """What is recorded of a step: the status, and what is measured of the net on screen, as metrics of these names."""

    status: Status
    loss: float | None
    accuracy: float | None
    loss_low: float | None
    loss_high: float | None
    activation_regions: int | None
    linear_regions: int | None
    dead_units: int | None
    slope_mean: float | None
    slope_max: float | None
    rival_loss: float | None
    rival_accuracy: float | None
    rival_regions: int | None


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Move the weights `updates` times; a net without points to learn from stays as it is."""
    if not learns(params, data):
        return state, read(params, data, state, "done")
    nets, n = state.nets, len(data.y)
    scale = rates(state.sizes, params.rule)
    batches = [(data.X, data.y)] * params.updates
    if params.batch < n:
        drawn = torch.randint(n, (params.updates, params.batch), generator=ctx.rng)
        batches = [(data.X[rows], data.y[rows]) for rows in drawn]
    nets = updated(nets, state.sizes, batches, data.inputs == 2, params.rate, params.optimiser, scale)
    state = state._replace(nets=nets)
    if state.rival is not None:
        sizes = state.rival_sizes
        other = rates(sizes, params.rule)
        rival = updated(state.rival, sizes, batches, data.inputs == 2, params.rate, params.optimiser, other)
        state = state._replace(rival=rival)
    return state, read(params, data, state, followed=sum(state.sizes[1:-1]) <= MOST_FOLLOWED)


def learns(params: Params, data: Data) -> bool:
    """Whether there is something to learn."""
    return len(data.y) > 0 and not is_broken_line(params, data)


def read(params: Params, data: Data, state: State, status: Status = "running", followed: bool = True) -> Info:
    """Loss and counts; without the counts if not `followed`."""
    loss = accuracy = low = high = None
    row = shown(params, state)
    if len(data.y):
        out = outputs(state.nets.theta, state.sizes, data.X)
        each = losses(out, data.y, data.inputs == 2)
        loss, low, high = float(each[row]), float(each.min()), float(each.max())
        if data.inputs == 2:
            accuracy = float(((out[row] > 0) == (data.y > 0)).to(torch.float64).mean())
    beside = _beside(data, state, followed)
    if not followed or not bool(torch.isfinite(state.nets.theta[row]).all()):
        return Info(status, loss, accuracy, low, high, None, None, None, None, None, *beside)
    window = tuple(data.window.tolist())
    found = known(state.nets.theta, row, state.sizes, window)
    if not found.complete:
        return Info(status, loss, accuracy, low, high, None, None, None, None, None, *beside)
    if found.cells is not None:
        steep = np.hypot(*found.cells.maps.gradient.T)
        mean = float(steep @ found.cells.area / found.cells.area.sum())
    else:
        assert found.pieces is not None
        edges = np.concatenate([[-np.inf], found.pieces.breaks, [np.inf]]).clip(window[0], window[1])
        inside = np.diff(edges) > 0
        steep = np.abs(found.pieces.slope[inside])
        mean = float(steep @ np.diff(edges)[inside] / (window[1] - window[0]))
    counts = (found.activation, found.linear, dead(found.layers, found, window))
    return Info(status, loss, accuracy, low, high, *counts, mean, float(steep.max()), *beside)


def _beside(data: Data, state: State, followed: bool) -> tuple[float | None, float | None, int | None]:
    """Loss, accuracy and activation regions of the net beside it."""
    loss = accuracy = regions = None
    if state.rival is None:
        return loss, accuracy, regions
    theta = state.rival.theta
    if len(data.y):
        out = outputs(theta, state.rival_sizes, data.X)
        loss = float(losses(out, data.y, data.inputs == 2)[0])
        accuracy = float(((out[0] > 0) == (data.y > 0)).to(torch.float64).mean()) if data.inputs == 2 else None
    if followed and bool(torch.isfinite(theta).all()):
        regions = known(theta, 0, state.rival_sizes, tuple(data.window.tolist())).activation
    return loss, accuracy, regions
