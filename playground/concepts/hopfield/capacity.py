"""The view on capacity: how much nets hold, measured and by theory, and what damage your memories survive."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.batch import relax_nets, relax_states, unstable_counts
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.recall import RECALLED
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.theory import bit_error, critical, replica_overlap
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level

NETS = 8
MEASURED = 4  # of them, for the error of one step (all where it is compared)
LOADS = (0.02, 0.04, 0.06, 0.08, 0.1, 0.11, 0.12, 0.13, 0.138, 0.145, 0.15, 0.16, 0.18, 0.2, 0.22, 0.25, 0.28, 0.3)
CHECKED = (0.138, 0.2)  # loads at which the error of one step is compared with theory
DAMAGE = 20  # levels of damage in a whole memory; half of them are tried
_SHOWN_LOAD = 0.31  # the largest that is in the picture


class Sweep(NamedTuple):
    """What was measured at some loads, each of shape (loads,).

    Attributes:
        load: memories for each neuron.
        overlap: of the end states with the memories that they started at, the mean over the nets.
        spread: its standard deviation.
        error: the share of unstable bits, the mean over the nets.
        error_margin: two standard errors of it.
    """

    load: Tensor
    overlap: Tensor
    spread: Tensor
    error: Tensor
    error_margin: Tensor


# ---- measuring


def measure_capacity(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Eight networks at each load start at a memory of theirs; where they come to rest, and the error of one step."""
    d, rows = params.neurons, list[tuple[float, ...]]()
    for load in LOADS:
        n = max(1, round(load * d))
        so_far, wrong = Partial(_sweep(rows), len(rows) / len(LOADS), f"load {load:.3f}"), list[float]()
        X = np.empty((NETS, n, d), dtype=np.float32)
        for net in X:
            net[:] = np.where(ctx.rand(n, d).numpy() < 0.5, -1, 1)
            yield so_far
        nets = NETS if load in CHECKED else MEASURED
        for net in X[:nets]:
            count = 0
            for part in unstable_counts(net):
                count += part
                yield so_far
            wrong.append(count / (n * d))
        ends = X[:, 0]
        for states in relax_nets(X):
            ends = states
            yield so_far
        reached = (ends * X[:, 0]).mean(1)
        margin = 2 * float(np.std(wrong, ddof=1)) / math.sqrt(nets)
        rows.append((n / d, float(reached.mean()), float(reached.std(ddof=1)), float(np.mean(wrong)), margin))
    yield Partial(_sweep(rows), 1.0, f"{len(LOADS)} loads, {NETS} nets each")


def _sweep(rows: list[tuple[float, ...]]) -> dict[str, Sweep]:
    return {"sweep": Sweep(*torch.tensor(rows, dtype=torch.float64).reshape(-1, 5).unbind(1))}


def measure_damage(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The share of damaged copies of your memories that come back, for 0 to 50 % flipped units."""
    net, shares = state.net, list[float]()
    levels = [k / DAMAGE for k in range(DAMAGE // 2 + 1)]
    chosen = data.X[: min(len(data.X), 24)]
    copies = max(1, 24 // max(1, len(chosen)))
    aim = chosen.repeat(copies, 1).to(torch.float64)
    for level in levels if len(chosen) else []:
        turned = torch.where(ctx.rand(*aim.shape).argsort(1) < round(level * net.d), -1.0, 1.0).to(torch.float64)
        ends = aim * turned
        for states, _ in relax_states(net, ends):
            ends = states
            yield Partial(_shares(shares, len(aim)), len(shares) / len(levels), f"{level:.0%} flipped")
        shares.append(float(((ends * aim).mean(1) >= RECALLED).to(torch.float64).mean()))
    yield Partial(_shares(shares, len(aim)), 1.0, f"{len(aim)} copies each")


def _shares(shares: list[float], copies: int) -> dict[str, Tensor]:
    """Shares, with two standard errors of the share that one copy more and one less would give."""
    found = torch.tensor(shares, dtype=torch.float64)
    likely = (found * copies + 1) / (copies + 2)
    return {"shares": found, "margins": 2 * (likely * (1 - likely) / (copies + 2)).sqrt()}


# ---- what is shown


def capacity(state: State, findings: Findings) -> Drawn:
    """Overlap and error against the load, and the damage that is survived."""
    sweep: Sweep = findings["capacity"].get("sweep") or _sweep([])["sweep"]
    found = findings["damage"]
    shares, margins = (found.get(name, torch.zeros(0)) for name in ("shares", "margins"))
    top, load = critical(), state.load
    numbers = {
        "critical_load": top.load,
        "critical_overlap": top.overlap,
        "theory_overlap": replica_overlap(load),
        "your_load": load if load <= _SHOWN_LOAD else None,
        **_compared(sweep),
    }
    hint = "Watch the overlap fall off the cliff"
    return Drawn(Figure(plots=(_overlap(sweep), _error(sweep), _damage(shares, margins)), hint=hint), numbers)


def _compared(sweep: Sweep) -> dict[str, Any]:
    """What was measured at the loads that claims name, None until then."""
    at = {round(load, 3): place for place, load in enumerate(sweep.load.tolist())}
    gaps = [abs(float(sweep.error[at[load]]) / bit_error(load) - 1) for load in CHECKED if load in at]
    return {
        "overlap_at_012": float(sweep.overlap[at[0.12]]) if 0.12 in at else None,
        "overlap_at_020": float(sweep.overlap[at[0.2]]) if 0.2 in at else None,
        "error_gap": max(gaps) if len(gaps) == len(CHECKED) else None,
    }


@cache
def _theory() -> tuple[Tensor, Tensor, Tensor]:
    """Loads, close to one another at the critical one, with the overlap and the error of one step there."""
    top = critical().load
    loads = sorted([k / 400 for k in range(1, 125)] + [top * (1 - 10.0**-k) for k in range(2, 8)] + [top, top + 1e-9])
    rows = [loads, [replica_overlap(load) for load in loads], [bit_error(load) for load in loads]]
    load, overlap, error = torch.tensor(rows, dtype=torch.float64)
    return load, overlap, error


def _overlap(sweep: Sweep) -> Plot:
    load, overlap, _ = _theory()
    margin = 2 * sweep.spread / math.sqrt(NETS)
    return Plot(
        name="capacity",
        title="Overlap at the end",
        unit="{neurons} neurons, started at a memory",
        main=True,
        x=Axis(label="load α = n/d", range=(0.0, 0.36)),
        y=Axis(range=(0.0, 1.08)),
        badge="sampled",
        layers=(
            Level(
                name="cliff",
                role="theory",
                value="critical_load",
                across="vertical",
                text="critical load {critical_load}",
            ),
            Curve(name="replica", role="theory", x=load, y=overlap, text="theory"),
            Level(name="yours", role="muted", value="your_load", across="vertical", show="your_load", text="yours"),
            Curve(
                name="measured",
                x=sweep.load,
                y=sweep.overlap,
                low=sweep.overlap - margin,
                high=(sweep.overlap + margin).clamp(max=1.0),
                markers=True,
                text="measured",
                outcome=True,
                key="mean of 8 nets, ± 2 standard errors",
            ),
        ),
    )


def _error(sweep: Sweep) -> Plot:
    load, _, error = _theory()
    return Plot(
        name="error",
        title="Unstable bits",
        unit="after one step",
        x=Axis(label="load α = n/d", range=(0.0, 0.36)),
        y=Axis(range=(0.0, 0.05)),
        badge="sampled",
        layers=(
            Curve(name="theory", role="theory", x=load, y=error, text="½ erfc(1/√2α)"),
            Curve(
                name="measured",
                x=sweep.load,
                y=sweep.error,
                low=sweep.error - sweep.error_margin,
                high=sweep.error + sweep.error_margin,
                markers=True,
                outcome=True,
                key="measured, ± 2 standard errors",
            ),
        ),
    )


def _damage(shares: Tensor, margins: Tensor) -> Plot:
    flipped = torch.arange(len(shares)).double() / DAMAGE
    return Plot(
        name="damage",
        title="Damage survived",
        unit="share of your memories that come back",
        x=Axis(label="flipped units", range=(0.0, 0.52)),
        y=Axis(range=(0.0, 1.08)),
        badge="sampled",
        layers=(
            Curve(
                name="share",
                x=flipped,
                y=shares,
                low=(shares - margins).clamp(min=0.0),
                high=(shares + margins).clamp(max=1.0),
                markers=True,
                outcome=True,
                key="copies, ± 2 standard errors",
            ),
        ),
    )
