"""The view of counts: regions of random nets by depth and width, between the bounds."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.relu import LINE, bounds
from playground.concepts.relu.bars import bars
from playground.concepts.relu.graph import graph
from playground.concepts.relu.look import Look
from playground.concepts.relu.plane import plane
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Role

_DEPTHS = torch.arange(1, 6, dtype=torch.float64)
_NOTHING = torch.zeros(0)
_WIDTHS: tuple[tuple[int, Role], ...] = ((16, "hero"), (8, "slot2"), (4, "slot3"))


def counts(look: Look) -> Drawn:
    """Counts against depth, the net on screen, and its bounds."""
    inputs, width = look.state.sizes[:2]
    lower, upper = _bounds(inputs, width)
    found = look.findings["sweep"]
    swept = (
        Curve(
            name=f"width {width}",
            outcome=True,
            role=role,
            x=found.get("sweep_depth", _NOTHING),
            y=found.get(f"sweep_{width}", _NOTHING),
            low=found.get(f"sweep_{width}_low", _NOTHING),
            high=found.get(f"sweep_{width}_high", _NOTHING),
            text=f"width {width}",
            markers=True,
        )
        for width, role in _WIDTHS
    )
    sweep = Plot(
        name="sweep",
        title="Regions against depth",
        unit="random nets, mean of 5 ± 2 standard errors",
        main=True,
        x=Axis(label="hidden layers", range=(0.8, 5.9)),
        y=Axis(range=(0.0, 11.0), log=True),
        badge="sampled",
        layers=(
            Curve(name="upper", role="theory", x=_DEPTHS, y=upper, text="no net of width {bound_width}"),
            Curve(name="lower", role="theory", x=_DEPTHS, y=lower, text="some net of width {bound_width}"),
            *swept,
        ),
    )
    main = graph(look) if look.params.data in LINE else plane(look)
    numbers = {"bound_width": width, "depth_gain": found.get("depth_gain")}
    return Drawn(Figure(plots=(sweep, main, bars(look)), hint="Depth multiplies"), numbers)


@lru_cache(maxsize=16)
def _bounds(inputs: int, width: int) -> tuple[Tensor, Tensor]:
    """Montúfar's and Serra's bounds for 1 to 5 layers of this width, as powers of ten, shape (5,) each."""
    lower, upper = (
        torch.tensor([bound(inputs, (width,) * depth) for depth in range(1, 6)], dtype=torch.float64)
        for bound in (bounds.montufar, bounds.serra)
    )
    return lower.clamp(min=1.0).log10(), upper.log10()
