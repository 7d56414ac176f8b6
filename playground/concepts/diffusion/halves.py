"""Inpainting in the plane: the known half, what is generated, and the exact law that it should have."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.line import bars, density_curve
from playground.concepts.diffusion.moving import known
from playground.concepts.diffusion.plane import window
from playground.concepts.diffusion.state import Clouds
from playground.engine.frame import PlotView
from playground.engine.kit.diffusion import halves, mixtures
from playground.engine.kit.diffusion.measures import MEASURED, quantiles
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import BELOW_POINTS, dots, grid, half_window
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Boundary, Image, Layer, Points, Role
from playground.figures.values import Range

DRAG = Mouse(
    on="drag", target="border ends", kind="move_border", take={"id": "id", "x": "x", "y": "y"}, label="move the line"
)
_WORK = 400_000
"""Components times cells of the picture of the exact law."""
_CELLS = (24, 96)
_TABLE = 400


class Half(NamedTuple):
    """A cloud of which half is known.

    Attributes:
        x: the particles, (n, 2).
        hidden: which of them are generated, (n,).
        flat: where along the line those of the generated ones are that are measured, (m,), float64.
        law: the exact law there.
        scale, sigma: of the level.
        reach: half the window.
    """

    x: Tensor
    hidden: Tensor
    flat: Tensor
    law: Mixture
    scale: float
    sigma: float
    reach: float

    @property
    def drawn(self) -> tuple[Tensor, Tensor]:
        """Of the particles that are drawn the known and the generated ones."""
        drawn = dots(self.x)
        hidden = self.hidden[: len(drawn)]
        return drawn[~hidden], drawn[hidden]


def half_of(data: Data, schedule: Schedule, clouds: Clouds, row: int, t: int) -> Half:
    """The cloud of one sampler at level t."""
    x, hidden = clouds.x[row], ~known(data, clouds.truth)
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    flat = (x[hidden][:MEASURED] @ data.half.along.to(x.dtype)).to(torch.float64)
    law = mixtures.noised(halves.along(data.law, data.half), scale, sigma)
    return Half(x, hidden, flat, law, scale, sigma, half_window(data, schedule, t))


def half_numbers(data: Data, half: Half) -> dict[str, Any]:
    """How far the generated particles are from the exact law, and how many there are."""
    count, distance = len(half.flat), None
    if count:
        at = (torch.arange(count, dtype=torch.float64) + 0.5) / count
        distance = float((half.flat.sort().values - quantiles(half.law, at)).abs().mean())
    return {
        "conditional_distance": distance,
        "conditional_floor": expected_distance(half.law, count) if count else None,
        "conditional_count": count,
        "generated_share": float(half.hidden.double().mean()),
        "half_share": float(data.law.weights @ halves.shares(data.law, data.half)),
        "beyond_share": float(data.half.holds(half.x[half.hidden]).double().mean()) if count else None,
    }


def expected_distance(law: Mixture, n: int) -> float:
    """The mean W1 to a law on the line of n draws from it, for large n.

    It is sqrt(2/(pi n)) times the integral of sqrt(F (1 - F)), since n F_n(x) is binomial (del Barrio et al. 1999).
    """
    spread = 8 * float(law.variances.max().sqrt())
    low, high = float(law.means.min()) - spread, float(law.means.max()) + spread
    x = torch.linspace(low, high, _TABLE, dtype=torch.float64)
    heights = mixtures.cdf(law, x).clamp(0.0, 1.0)
    return math.sqrt(2 / (math.pi * n)) * float(torch.trapezoid((heights * (1 - heights)).sqrt(), x))


def known_half(data: Data, half: Half) -> tuple[Layer, ...]:
    """The known particles, the line that bounds them, and its two ends."""
    ends = Points(name="border ends", role="now", xy=data.border, ids=torch.arange(2), size=1.2, hover="drag the line")
    return Points(name="known", role="muted", xy=half.drawn[0], size=0.8, outcome=True), _border(data), ends


def _border(data: Data) -> Boundary:
    offset = torch.tensor([-data.half.offset], dtype=torch.float64)
    return Boundary(name="border", role="now", wb=torch.cat([data.half.normal, offset]))


def conditional(data: Data, half: Half, role: Role, view: PlotView | None) -> Plot:
    """What is generated, on the exact law given the half."""
    z, extent = _exact(data, half, view)
    return Plot(
        name="conditional",
        title="Given the half: exact",
        badge="exact",
        unit="{generated_share:3} generated, exact mass {half_share:3}",
        plane=True,
        x=window(half.reach),
        y=window(half.reach),
        layers=(
            Image(name="density", z=z, extent=extent, levels=(0.0, 1.0), smooth=True, frame=False),
            Points(name="generated", role=role, xy=half.drawn[1], size=0.6, outcome=True),
            _border(data),
        ),
    )


def _exact(data: Data, half: Half, view: PlotView | None) -> tuple[Tensor, Tensor]:
    """The exact noised law given the half, on a grid that is coarser the more components there are, and its extent."""
    at_x, at_y, extent = grid(view, half.reach)
    most = max(_CELLS[0], min(_CELLS[1], math.isqrt(_WORK // len(data.masses))))
    at_x, at_y = _thinned(at_x, most), _thinned(at_y, most)
    y, x = torch.meshgrid(at_y, at_x, indexing="ij")
    places = torch.stack([x.ravel(), y.ravel()], 1)
    logs = halves.log_density(data.law, data.half, places, half.scale, half.sigma)
    z = torch.exp((logs - logs.max()) / 2).nan_to_num(0.0) * BELOW_POINTS
    return z.reshape(len(at_y), len(at_x)), extent


def _thinned(at: Tensor, most: int) -> Tensor:
    """At most so many middles of equal cells over the same span."""
    if len(at) <= most:
        return at
    cell = float(at[1] - at[0])
    low, high = float(at[0]) - cell / 2, float(at[-1]) + cell / 2
    return low + (torch.arange(most) + 0.5) / most * (high - low)


def along(half: Half, role: Role) -> Plot:
    """What is generated along the line, beside the exact law there."""
    return Plot(
        name="along",
        title="Generated, along the line",
        badge="sampled",
        unit="W₁ {conditional_distance}, fresh {conditional_floor:3}",
        x=Axis(label="along the line", range=Range(-half.reach, half.reach)),
        y=Axis(zero=True, ticks=False),
        layers=(bars("particles", half.flat, half.reach, role, count=40), density_curve("exact", half.law, half.reach)),
    )
