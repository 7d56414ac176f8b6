"""The picture of chains: the target, the particles of the chain in focus, one coordinate against its law."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.diffusion import Params, chains
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import chains as running
from playground.concepts.diffusion.picture_plane import Shown, centres
from playground.concepts.diffusion.plan import schedule_of
from playground.concepts.diffusion.state import State
from playground.concepts.diffusion.targets import Target, target_of, to_plane
from playground.engine.frame import View
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import (
    BELOW_POINTS,
    density_curve,
    density_image,
    dots,
    grid,
    half_window,
    histogram,
    paths,
)

_TAIL = 40  # newest moves of a path that are drawn
_NONE = torch.zeros(0, 2)
_TRIANGLE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(3) / 2], [0.0, 0.0]])


def chain_picture(params: Params, data: Data, state: State, view: View) -> Shown:
    """The arrays of the view of chains."""
    part = state.chains
    assert part is not None
    target, names = target_of(params, data), running(params)
    row = names.index(params.chain) if params.chain in names else 0
    x = part.x[row]
    half = _half(params, data, target)
    shown: Shown = {"variance_theory": chains.theory(params, data), "stays_inside": not part.outside}
    shown |= {"one": 1.0, "triangle": _TRIANGLE}
    shown["mean_error"] = float((part.mean[row] - target.mean).abs().max())
    burnt = dict(zip(names, part.burnt.tolist(), strict=False))
    pair = burnt.get("ula", -1), burnt.get("underdamped", -1)
    shown["speed_up"] = pair[0] / pair[1] if min(pair) > 0 else None
    shown |= _window(target, half) | _first(target, x, half)
    shown["modes_there"] = float(part.visited.shape[2])
    if target.d == 1:
        return shown | {"cloud": _NONE, "path": _NONE, "ends": _NONE, "density": torch.zeros(0, 0)}
    plane = view.plot("plane")
    if target.kind == "simplex":
        at_x, at_y, extent = (
            torch.linspace(-0.1, 1.1, 120),
            torch.linspace(1.03, -0.17, 120),
            _extent(-0.1, 1.1, -0.17, 1.03),
        )
    else:
        at_x, at_y, extent = grid(plane, half)
    path = part.path.whole[-_TAIL:, row]
    few = path[:, :1]
    return shown | {
        "density": _density(target, at_x, at_y),
        "density_extent": extent,
        "cloud": to_plane(target, dots(x)),
        "path": paths(to_plane(target, few)),
        "ends": to_plane(target, few[-1]),
        **centres(
            data if target.law is not None else data._replace(means=data.means[:0].reshape(0, 2), ids=data.ids[:0])
        ),
        "start": to_plane(target, chains.start_of(data, target)[None]),
    }


def _half(params: Params, data: Data, target: Target) -> float:
    if target.law is not None:
        return half_window(data, schedule_of(params, data), 0)
    return 3.5


def _window(target: Target, half: float) -> Shown:
    if target.kind == "simplex":
        return {"plane_x": torch.tensor([-0.1, 1.1]), "plane_y": torch.tensor([-0.17, 1.03])}
    return {"plane_x": torch.tensor([-half, half]), "plane_y": torch.tensor([-half, half])}


def _extent(x0: float, x1: float, y0: float, y1: float) -> Tensor:
    return torch.tensor([x0, x1, y0, y1])


def _density(target: Target, at_x: Tensor, at_y: Tensor) -> Tensor:
    """The root of the target's density, scaled for points on it."""
    if target.law is not None:
        return density_image(target.law, at_x, at_y)
    if target.kind != "simplex":
        across, up = (torch.exp(-p * at**2 / 2) for p, at in zip(target.precision.tolist(), (at_x, at_y), strict=True))
        return torch.sqrt(up[:, None] * across) * BELOW_POINTS
    x, y = torch.meshgrid(at_x.double(), at_y.double(), indexing="xy")
    c = y / (math.sqrt(3) / 2)
    b = x - c / 2
    shares = torch.stack([(1 - b - c).ravel(), b.ravel()], 1)
    z = torch.exp(-target.sampled.potential(shares)).reshape(x.shape)
    return torch.sqrt(z / z.max()) * BELOW_POINTS


def _first(target: Target, x: Tensor, half: float) -> Shown:
    """The first coordinate: histogram of the particles and exact density."""
    if target.kind == "simplex":
        edges = torch.linspace(0, 1, 41)
        heights = torch.histc(x[:, 0].float(), 40, 0, 1) / len(x) * 40
        at = torch.linspace(0.001, 0.999, 200, dtype=torch.float64)
        # Dirichlet(2, 3, 1): the first share has the law Beta(2, 4).
        density = 20 * at * (1 - at) ** 3
        return {
            "hist_edges": edges,
            "hist": heights,
            "line_x": at,
            "line_density": density,
            "line_range": torch.tensor([0.0, 1.0]),
        }
    edges, heights = histogram(x[:, 0], half)
    law = target.law
    if law is None:
        law = Mixture(torch.ones(1, dtype=torch.float64), target.mean[None, :1], target.variance[:1])
    flat = Mixture(law.weights, law.means[:, :1], law.variances)
    at, density = density_curve(flat, half)
    return {
        "hist_edges": edges, "hist": heights, "line_x": at, "line_density": density,
        "line_range": torch.tensor([-half, half]),
    }  # fmt: skip
