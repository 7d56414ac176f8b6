"""The net's counts beside what nets of its shape, and of its number of weights in one layer, can have."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.relu import bounds
from playground.concepts.relu.look import Look
from playground.concepts.relu.net import one_layer
from playground.engine.kit.dense.layout import Sizes
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Bars
from playground.figures.values import Range

_NAMES = ("activation", "linear", "some net has", "none has more", "one layer")
_HERE = torch.tensor([True, True, False, False, False])


def counts(look: Look) -> Tensor:
    """The five numbers, shape (5,); NaN where there are too many regions to count."""
    known = look.known
    found = (float("nan") if count is None else float(count) for count in (known.activation, known.linear))
    return torch.tensor([*found, *_limits(look.state.sizes)], dtype=torch.float64)


@lru_cache(maxsize=64)
def _limits(sizes: Sizes) -> tuple[float, float, float]:
    """Montúfar's and Serra's bounds, and the most regions of one layer with as many weights."""
    inputs, *widths, _ = sizes
    most = bounds.arrangement(one_layer(sizes)[1], inputs)
    return float(bounds.montufar(inputs, widths)), float(bounds.serra(inputs, widths)), float(most)


def bars(look: Look) -> Plot:
    """Those numbers as bars, in powers of ten."""
    logs = counts(look).clamp(min=1.0).log10()
    here, limits = torch.where(_HERE, logs, torch.nan), torch.where(_HERE, torch.nan, logs)
    names = _NAMES if look.known.complete else ("activation, not counted", "linear, not counted", *_NAMES[2:])
    horizontal = Bars(name="", heights="", across="horizontal", words=names, text="{bar_counts:0}")
    return Plot(
        name="bounds",
        title="Regions and bounds",
        unit="{weights} weights",
        x=Axis(range=Range(0.0, 1.3 * max(float(logs.nan_to_num(0.0).max()), 1.0)), log=True),
        badge="exact",
        layers=(
            replace(horizontal, name="bounds", role="muted", heights=limits, key="bounds"),
            replace(horizontal, name="here", outcome=True, heights=here, symbol="R", key="this net"),
        ),
    )
