"""One step: some epochs of all nets, and what is recorded of the one on screen."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import error_of, outputs_of, right
from playground.concepts.mlp.learning import learn
from playground.concepts.mlp.linear import followed
from playground.concepts.mlp.state import AWAKE, KEPT, Fan, State
from playground.engine.frame import Status
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import is_weight
from playground.engine.run.context import Ctx

COUNTED = 10  # updates before the growth of |w| is followed


class Reading(NamedTuple):
    """What is measured of the net on screen; the numbers are metrics of the same names."""

    loss: float | None
    held_loss: float | None
    accuracy: float | None
    held_accuracy: float | None
    loss_low: float | None
    loss_high: float | None
    weight_norm: float | None
    log_updates: float | None
    singular_1: float | None
    singular_2: float | None
    singular_3: float | None
    singular_4: float | None
    epochs: int


class Info(NamedTuple):
    """What is recorded of a step: the status and the entries of `Reading`."""

    status: Status
    loss: float | None
    held_loss: float | None
    accuracy: float | None
    held_accuracy: float | None
    loss_low: float | None
    loss_high: float | None
    weight_norm: float | None
    log_updates: float | None
    singular_1: float | None
    singular_2: float | None
    singular_3: float | None
    singular_4: float | None
    epochs: int


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some passes over the points that are not held out; without points nothing moves."""
    if data.held.numpy().all():
        return state, Info("done", *read(params, data, state)[0])
    state = learn(params, data, state, ctx)
    reading, losses = read(params, data, state)
    fan, grown, woken = _continued(state.fan, state.epochs, losses), _grown(state, reading), _woken(state, reading)
    state = state._replace(fan=fan, growth=grown, woke=woken)
    return state, Info("running", *reading)


def read(params: Params, data: Data, state: State) -> tuple[Reading, Floats]:
    """The numbers of the net on screen, and the training losses of all nets, (S,)."""
    S = len(state.theta)
    flat = state.theta[state.shown].numpy()
    mask = is_weight(state.sizes, params.norm != "none")
    sized = flat * mask
    norm = math.sqrt(sized @ sized)
    logs = math.log10(state.updates) if state.updates else None
    values = followed(params, state)
    if not len(data.y):
        return Reading(None, None, None, None, None, None, norm, logs, *values, state.epochs), np.full(S, np.nan)
    out = outputs_of(params, state, state.Z.numpy())
    each = error_of(params, data, out)
    held = data.held.numpy()
    learns = ~held
    learnt, kept_back = int(np.count_nonzero(learns)), int(np.count_nonzero(held))
    losses = each[:, learns].mean(1) if learnt else np.full(S, np.nan)
    row = state.shown
    accuracy = held_accuracy = None
    if data.classes:
        hits = right(data, out[row])
        accuracy = int(np.count_nonzero(hits & learns)) / learnt if learnt else None
        held_accuracy = int(np.count_nonzero(hits & held)) / kept_back if kept_back else None
    found = Reading(
        loss=float(losses[row]) if learnt else None,
        held_loss=float(each[row, held].mean()) if kept_back else None,
        accuracy=accuracy,
        held_accuracy=held_accuracy,
        loss_low=float(losses.min()) if learnt else None,
        loss_high=float(losses.max()) if learnt else None,
        weight_norm=norm,
        log_updates=logs,
        singular_1=values[0],
        singular_2=values[1],
        singular_3=values[2],
        singular_4=values[3],
        epochs=state.epochs,
    )
    return found, losses


def _continued(fan: Fan, epochs: int, losses: Floats) -> Fan:
    """The curves with one more entry, thinned by half when they are full."""
    seen = fan.seen + 1
    if seen % fan.stride:
        return fan._replace(seen=seen)
    values, at, stride = fan.values.numpy().copy(), fan.epochs.numpy().copy(), fan.stride
    place = seen // stride - 1
    if place >= KEPT:
        half = KEPT // 2
        values[:, :half] = values[:, 1::2].copy()
        values[:, half:] = 0.0
        at[:half] = at[1::2].copy()
        at[half:] = 0
        stride *= 2
        place = seen // stride - 1
    if not seen % stride:
        values[:, place] = np.log10(np.maximum(losses, 1e-300))
        at[place] = epochs
    return Fan(torch.from_numpy(values), torch.from_numpy(at), stride, seen)


def _grown(state: State, reading: Reading) -> torch.Tensor:
    """The sums with the pair (log updates, |w|) of this step."""
    if state.updates < COUNTED or reading.weight_norm is None:
        return state.growth
    x, y = math.log(state.updates), reading.weight_norm
    more = np.array([1.0, x, y, x * x, y * y, x * y])
    return torch.from_numpy(state.growth.numpy() + more)


def _woken(state: State, reading: Reading) -> torch.Tensor:
    """The epochs with those of singular values that are over the mark for the first time."""
    values = (reading.singular_1, reading.singular_2, reading.singular_3, reading.singular_4)
    if values[0] is None:
        return state.woke
    over = torch.tensor([value is not None and value > AWAKE for value in values])
    return torch.where(over & (state.woke == 0), state.epochs, state.woke)


def stage_ratio(state: State) -> float | None:
    """How many times as long the second singular value slept as the first one; None while it sleeps."""
    first, second = state.woke[:2].tolist()
    return second / first if first and second else None


def growth_correlation(state: State) -> float | None:
    """The correlation of |w| with the logarithm of the updates so far; None before there are three steps."""
    n, x, y, xx, yy, xy = state.growth.tolist()
    if n < 3:
        return None
    across, up = n * xx - x * x, n * yy - y * y
    return (n * xy - x * y) / math.sqrt(across * up) if across > 0.0 and up > 0.0 else None
