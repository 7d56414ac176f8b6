"""Longer work: what the nets can hold, what damage the memories survive, and the claim on recall."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.batch import relax_nets, relax_states, unstable_counts
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.net import learn
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.theory import bit_error
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

NETS = 8
MEASURED = 4  # of them, for the error of one step (all where it is compared)
LOADS = (0.02, 0.04, 0.06, 0.08, 0.1, 0.11, 0.12, 0.13, 0.138, 0.145, 0.15, 0.16, 0.18, 0.2, 0.22, 0.25, 0.28, 0.3)
CHECKED = (0.138, 0.2)  # loads at which the error of one step is compared with theory
_RECALLED = 0.95  # of the largest overlap

# ---- capacity


class _Sweep(NamedTuple):
    """What was measured at one load."""

    load: float
    overlap: float
    spread: float
    error: float


def capacity(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Eight networks at each load start at a memory of theirs; where they come to rest, and the error of one step."""
    d, found = params.neurons, list[_Sweep]()
    arrays: dict[str, Tensor | float] = _capacity_arrays(found)
    for load in LOADS:
        n = max(1, round(load * d))
        share, wrong = len(found) / len(LOADS), 0
        X = np.empty((NETS, n, d), dtype=np.float32)
        for net in X:
            net[:] = np.where(ctx.rand(n, d).numpy() < 0.5, -1, 1)
            yield Partial(dict(arrays), share, f"load {load:.3f}")
        nets = NETS if load in CHECKED else MEASURED
        for net in X[:nets]:
            for count in unstable_counts(net):
                wrong += count
                yield Partial(dict(arrays), share, f"load {load:.3f}")
        ends = X[:, 0]
        for states in relax_nets(X):
            ends = states
            yield Partial(dict(arrays), share, f"load {load:.3f}")
        reached = (ends * X[:, 0]).mean(1)
        found.append(_Sweep(n / d, float(reached.mean()), float(reached.std(ddof=1)), wrong / (nets * n * d)))
        arrays = _capacity_arrays(found)
    yield Partial(arrays, 1.0, f"{len(LOADS)} loads, {NETS} nets each")


def _capacity_arrays(found: list[_Sweep]) -> dict[str, Tensor | float]:
    table = torch.tensor(found, dtype=torch.float64).reshape(-1, 4)
    load, overlap, spread, error = (column.contiguous() for column in table.unbind(1))
    margin = 2 * spread / math.sqrt(NETS)
    arrays: dict[str, Tensor | float] = {
        "measured_load": load,
        "measured_overlap": overlap,
        "measured_low": overlap - margin,
        "measured_high": (overlap + margin).clamp(max=1.0),
        "measured_error": error,
    }
    at = {round(sweep.load, 3): sweep for sweep in found}
    if 0.12 in at:
        arrays["overlap_at_012"] = at[0.12].overlap
    if 0.2 in at:
        arrays["overlap_at_020"] = at[0.2].overlap
    if all(load in at for load in CHECKED):
        arrays["error_gap"] = max(abs(at[c].error / bit_error(c) - 1) for c in CHECKED)
    return arrays


# ---- damage


def damage(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The share of damaged copies of your memories that come back, for 0 to 50 % flipped units."""
    net, shares = state.net, list[float]()
    levels = [k / 20 for k in range(11)]
    chosen = data.X[: min(len(data.X), 24)]
    copies = max(1, 24 // max(1, len(chosen)))
    aim = chosen.repeat(copies, 1).to(torch.float64)
    for level in levels if len(chosen) else []:
        turned = torch.where(ctx.rand(*aim.shape).argsort(1) < round(level * net.d), -1.0, 1.0).to(torch.float64)
        ends = aim * turned
        for states, _ in relax_states(net, ends):
            ends = states
            yield Partial(_damage_arrays(levels, shares), len(shares) / len(levels), f"{level:.0%} flipped")
        shares.append(float(((ends * aim).mean(1) >= _RECALLED).to(torch.float64).mean()))
    yield Partial(_damage_arrays(levels, shares), 1.0, f"{len(aim)} copies each")


def _damage_arrays(levels: list[float], shares: list[float]) -> dict[str, Tensor]:
    return {
        "damage_x": torch.tensor(levels[: len(shares)], dtype=torch.float64),
        "damage_share": torch.tensor(shares, dtype=torch.float64),
    }


# ---- the claim on recall


def recall(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """20 random memories in 400 neurons, each with 30 % and with 45 % of its units flipped."""
    X = torch.where(ctx.rand(20, 400) < 0.5, -1, 1)
    net, rises = learn(X, "hebb", 0.0), 0
    numbers: dict[str, Tensor | float] = {}
    for k, (name, level) in enumerate((("recalled_30", 0.3), ("recalled_45", 0.45))):
        turned = torch.where(ctx.rand(20, 400).argsort(1) < round(level * 400), -1, 1)
        ends, before = X * turned, rises
        for states, risen in relax_states(net, X * turned, check=True):
            ends, rises = states, before + risen
            yield Partial(dict(numbers), k / 2, f"{level:.0%} flipped")
        back = (ends * X).mean(1) >= _RECALLED
        numbers |= {name: int(back.sum()), "energy_rises": rises}
    numbers["recalled_45_share"] = float(numbers["recalled_45"]) / 20
    yield Partial(numbers, 1.0, "40 recalls")


JOBS = {"capacity": capacity, "damage": damage, "recall": recall}
