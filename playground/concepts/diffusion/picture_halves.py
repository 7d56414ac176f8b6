"""The picture of inpainting in the plane: the known half, what is generated, and the exact law that it should have."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.moving import known
from playground.concepts.diffusion.picture_plane import Shown
from playground.concepts.diffusion.plan import inpaints, schedule_of
from playground.concepts.diffusion.state import Clouds
from playground.engine.frame import PlotView, View
from playground.engine.kit.diffusion import halves, mixtures
from playground.engine.kit.diffusion.measures import MEASURED, quantiles
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import BELOW_POINTS, density_curve, dots, grid, half_window, histogram

_WORK = 400_000
"""Components times cells of the picture of the exact law."""
_CELLS = (24, 96)
_TABLE = 400


def half_picture(params: Params, data: Data, clouds: Clouds, row: int, t: int, view: View) -> Shown:
    """The arrays and numbers of inpainting for the sampler in one row of the clouds."""
    if not inpaints(params, data):
        return _NOTHING
    schedule = schedule_of(params, data)
    scale, sigma, window = float(schedule.scale[t]), float(schedule.sigma[t]), half_window(data, schedule, t)
    hidden = ~known(data, clouds.truth)
    x = clouds.x[row]
    seen, drawn = x[hidden][:MEASURED], dots(x)
    law = mixtures.noised(halves.along(data.law, data.half), scale, sigma)
    flat = (seen @ data.half.along.to(x.dtype)).to(torch.float64)
    edges, heights = histogram(flat, window, bins=40)
    places, density = density_curve(law, window)
    shown = _exact_picture(data, scale, sigma, view.plot("conditional"), window)
    shown |= _numbers(data, hidden, x, flat, law)
    return shown | {
        "border": data.border,
        "border_ids": torch.arange(2),
        "border_line": torch.cat([data.half.normal, torch.tensor([-data.half.offset], dtype=torch.float64)]),
        "known": drawn[~hidden[: len(drawn)]],
        "generated": drawn[hidden[: len(drawn)]],
        "along_edges": edges,
        "along_hist": heights,
        "along_x": places,
        "along_density": density,
        "along_range": torch.tensor([-window, window]),
    }


def _numbers(data: Data, hidden: Tensor, x: Tensor, flat: Tensor, law: Mixture) -> Shown:
    count, there = len(flat), data.half.holds(x[hidden])
    distance = None
    if count:
        at = (torch.arange(count, dtype=torch.float64) + 0.5) / count
        distance = float((flat.sort().values - quantiles(law, at)).abs().mean())
    return {
        "conditional_distance": distance,
        "conditional_floor": expected_distance(law, count) if count else None,
        "conditional_count": count,
        "generated_share": float(hidden.double().mean()),
        "half_share": float(data.law.weights @ halves.shares(data.law, data.half)),
        "beyond_share": float(there.double().mean()) if count else None,
    }


def expected_distance(law: Mixture, n: int) -> float:
    """The mean W1 to a law on the line of n draws from it, for large n.

    It is sqrt(2/(pi n)) times the integral of sqrt(F (1 - F)), since n F_n(x) is binomial (del Barrio et al. 1999).
    """
    spread = 8 * float(law.variances.max().sqrt())
    x = torch.linspace(
        float(law.means.min()) - spread, float(law.means.max()) + spread, _TABLE, dtype=torch.float64
    )  # fmt: skip
    heights = mixtures.cdf(law, x).clamp(0.0, 1.0)
    return math.sqrt(2 / (math.pi * n)) * float(torch.trapezoid((heights * (1 - heights)).sqrt(), x))


def _exact_picture(data: Data, scale: float, sigma: float, plot: PlotView | None, window: float) -> Shown:
    """The exact noised law given the half, on a grid that is coarser the more components there are."""
    at_x, at_y, extent = grid(plot, window)
    most = max(_CELLS[0], min(_CELLS[1], math.isqrt(_WORK // len(data.masses))))
    at_x, at_y = _thinned(at_x, most), _thinned(at_y, most)
    y, x = torch.meshgrid(at_y, at_x, indexing="ij")
    logs = halves.log_density(data.law, data.half, torch.stack([x.ravel(), y.ravel()], 1), scale, sigma)
    z = torch.exp((logs - logs.max()) / 2).nan_to_num(0.0) * BELOW_POINTS
    return {"conditional": z.reshape(len(at_y), len(at_x)), "conditional_extent": extent}


def _thinned(at: Tensor, most: int) -> Tensor:
    """At most so many middles of equal cells over the same span."""
    if len(at) <= most:
        return at
    cell = float(at[1] - at[0])
    low, high = float(at[0]) - cell / 2, float(at[-1]) + cell / 2
    return low + (torch.arange(most) + 0.5) / most * (high - low)


_NOTHING: Shown = {
    **{name: torch.zeros(0, 2) for name in ("border", "known", "generated")},
    **{name: torch.zeros(0) for name in ("along_hist", "along_x", "along_density")},
    "border_ids": torch.arange(0),
    "border_line": torch.zeros(3),
    "along_edges": torch.zeros(1),
    "along_range": torch.tensor([-1.0, 1.0]),
    "conditional": torch.zeros(8, 8),
    "conditional_extent": torch.tensor([-1.0, 1.0, -1.0, 1.0]),
    "conditional_distance": None,
}
"""Data of the user's own on a line have no half plane."""
