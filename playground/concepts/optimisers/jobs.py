"""Longer work: the map of starts, the sweep of step sizes, and the steps that a condition number costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import Params, race, rates
from playground.concepts.optimisers.names import ADAPTIVE, SURFACES, running
from playground.concepts.optimisers.numbers import DOWN
from playground.concepts.optimisers.state import Data, State
from playground.concepts.optimisers.stationary import grid
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Floats, Memory, Settings
from playground.engine.run.context import Ctx

SWEPT = ("gd", "heavy_ball", "nesterov", "adagrad", "rmsprop", "adam", "adam_raw", "adamw")
RACED = ("gd", "heavy_ball", "nesterov")
KAPPAS = 13
_RATES = 61
_ARRIVED = 0.05
_SLICE = 6
_LOWEST, _HIGHEST = 1e-16, 1e6


def starts(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Where the method in focus ends from each cell of the home window: which stationary point, and after how long."""
    if params.problem not in SURFACES:
        nowhere: dict[str, Any] = {"basin": torch.zeros(1, 1), "basin_extent": torch.zeros(4), "arrived": None}
        yield Partial(nowhere, 1.0)
        return
    ground, name = race.surface(params, data), "gd" if params.method in ("average", "muon") else params.method
    cells = grid(ground.half, ground.centre, params.resolution).reshape(-1, 2)
    theta: Floats = cells.copy()
    memory = optimisers.begin(theta)
    for k in range(params.horizon):
        with np.errstate(all="ignore"):
            after, memory = race.moved(params, name, ground, theta, memory)
        near = np.all(np.abs(after) < race.FAR, axis=-1, keepdims=True)
        theta = np.where(near, after, theta)
        if k % _SLICE == 0:
            yield Partial(_ends(params, ground, theta), (k + 1) / params.horizon)
    yield Partial(_ends(params, ground, theta), 1.0)


def _ends(params: Params, ground: Surface, theta: Floats) -> dict[str, Any]:
    """Numbers of the stationary points that are near, 1, 2, ...; 0 for none; first row on top."""
    side, found = params.resolution, np.zeros(len(theta))
    points = np.array([point[:2] for point in ground.points]).reshape(-1, 2)
    if len(points):
        away = np.linalg.norm(theta[:, None] - points, axis=-1)
        near = away.min(1) < _ARRIVED * max(1.0, ground.half / 3)
        found = np.where(near, away.argmin(1) + 1.0, 0.0)
    x, y = ground.centre
    half = ground.half * (1 + 1 / (side - 1))
    return {
        "basin": torch.from_numpy(found.reshape(side, side)[::-1].copy()),
        "basin_extent": torch.tensor([x - half, x + half, y - half, y + half], dtype=torch.float64),
        "arrived": float((found > 0).mean()),
    }


def sweep(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """What is left of f - f* after the horizon, for step sizes round 1/L, all at once."""
    empty = torch.zeros(0, dtype=torch.float64)
    arrays: dict[str, Any] = {f"swept_{name}": empty for name in SWEPT} | {"swept_x": empty}
    names = [name for name in running(params) if name in SWEPT] if params.problem in SURFACES else []
    if not names:
        yield Partial(arrays, 1.0)
        return
    ground, start = race.surface(params, data), data.start.numpy()
    sizes = np.logspace(-3, 1, _RATES)
    arrays["swept_x"] = torch.from_numpy(np.log10(sizes))
    first = float(race.gaps(ground, start)) or 1.0
    for i, name in enumerate(names):
        theta = np.broadcast_to(start, (_RATES, 2)).copy()
        memory = optimisers.begin(theta)
        scale = 1.0 if name in ADAPTIVE else 1 / (ground.L or 1.0)
        for k in range(params.horizon):
            use = race.settings(params, name, ground, k + 1)._replace(rate=(sizes * scale)[:, None])
            theta, memory = _careful(params, name, ground, theta, memory, use)
            if k % 10 == 0:
                yield Partial(arrays, (i + k / params.horizon) / len(names))
        gap = np.clip(race.gaps(ground, theta) / first, _LOWEST, _HIGHEST)
        arrays = arrays | {f"swept_{name}": torch.from_numpy(np.log10(gap))}
    yield Partial(arrays, 1.0)


def _careful(
    params: Params, name: str, ground: Surface, theta: Floats, memory: Memory[Floats], use: Settings
) -> tuple[Floats, Memory[Floats]]:
    """A step in which places that leave all bounds stay far away."""
    with np.errstate(all="ignore"):
        after, memory = race.moved(params, name, ground, theta, memory, 0.0, use)
    return np.clip(np.nan_to_num(after, nan=race.FAR), -race.FAR, race.FAR), memory


def conditions(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Steps until f <= 1e-8 from (1, 1), each method at its best constants, for condition numbers of 1 to 1,000."""
    kappas = np.logspace(0, 3, KAPPAS)
    values = np.stack([1 / kappas, np.ones(KAPPAS)], 1)
    arrays: dict[str, Any] = {"kappa_x": torch.from_numpy(np.log10(kappas))}
    for i, name in enumerate(RACED):
        best = np.array([rates.best_steps(name, 1 / kappa, 1.0)[:2] for kappa in kappas])
        use = Settings(rate=best[:, :1], momentum=best[:, 1:])
        theta: Floats = np.ones((KAPPAS, 2))
        memory, needed, k = optimisers.begin(theta), np.full(KAPPAS, np.nan), 0
        while np.isnan(needed).any():
            down = np.isnan(needed) & ((values * theta * theta).sum(1) / 2 <= DOWN)
            needed[down] = k
            at = optimisers.ahead(theta, memory, use) if name == "nesterov" else theta
            theta, memory = optimisers.RULES[name](theta, values * at, memory, use)
            k += 1
            if k % 100 == 0:
                yield Partial(arrays, (i + float((~np.isnan(needed)).mean())) / len(RACED))
        high = kappas >= 10
        slope = np.polyfit(np.log10(kappas[high]), np.log10(needed[high]), 1)[0]
        arrays = arrays | {f"needed_{name}": torch.from_numpy(np.log10(needed)), f"growth_{name}": float(slope)}
    yield Partial(arrays, 1.0)


JOBS: dict[str, Callable[[Params, Data, State, View, Ctx], Iterator[Partial]]] = {
    "starts": starts,
    "sweep": sweep,
    "conditions": conditions,
}
