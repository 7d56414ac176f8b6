"""The view on condition numbers: how many steps each costs, with every method at its best constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import Params, rates
from playground.concepts.optimisers.gap import gap
from playground.concepts.optimisers.names import CLASSICAL, LABELS, ROLES
from playground.concepts.optimisers.path import DOWN
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.state import Data, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve

_KAPPAS = 13
_MOST = 50_000  # steps; who is not down by then has no number


def conditions(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Steps until f <= 1e-8 from (1, 1), each method at its best constants, for condition numbers of 1 to 1,000."""
    kappas = np.logspace(0, 3, _KAPPAS)
    values = np.stack([1 / kappas, np.ones(_KAPPAS)], 1)
    found: dict[str, Any] = {"kappas": torch.from_numpy(np.log10(kappas))}
    for i, name in enumerate(CLASSICAL):
        best = np.array([rates.best_steps(name, 1 / kappa, 1.0)[:2] for kappa in kappas])
        use = Settings(rate=best[:, :1], momentum=best[:, 1:])
        theta: Reals = np.ones((_KAPPAS, 2))
        memory, needed, k = optimisers.begin(theta), np.full(_KAPPAS, np.nan), 0
        while np.isnan(needed).any() and k < _MOST:
            down = np.isnan(needed) & ((values * theta * theta).sum(1) / 2 <= DOWN)
            needed[down] = k
            at = optimisers.ahead(theta, memory, use) if name == "nesterov" else theta
            theta, memory = optimisers.RULES[name](theta, values * at, memory, use)
            k += 1
            if k % 100 == 0:
                yield Partial(found, (i + float((~np.isnan(needed)).mean())) / len(CLASSICAL))
        high = kappas >= 10
        known = not np.isnan(needed[high]).any()
        slope = float(np.polyfit(np.log10(kappas[high]), np.log10(needed[high]), 1)[0]) if known else None
        found = found | {name: torch.from_numpy(np.log10(needed)), f"growth_{name}": slope}
    yield Partial(found, 1.0)


def observe(course: Course, found: Mapping[str, Any]) -> Drawn:
    """The steps of each method against the condition number, and the race beside it."""
    none = torch.zeros(0)
    curves = tuple(
        Curve(
            name=f"needed {name}",
            role=ROLES[name],
            x=found.get("kappas", none),
            y=found.get(name, none),
            text=LABELS[name],
            markers=True,
            outcome=True,
        )
        for name in CLASSICAL
    )
    main = Plot(
        name="conditions",
        title="Steps to f − f* = 1e−8",
        unit="each method at its best constants",
        main=True,
        x=Axis(label="condition κ", log=True),
        y=Axis(log=True),
        badge="exact",
        layers=curves,
    )
    numbers = {name: found.get(name) for name in (f"growth_{method}" for method in CLASSICAL)}
    return Drawn(Figure(plots=(main, gap(course)), hint="A ten times steeper ravine: how many more steps?"), numbers)
