"""The view of a line: normal draws sent through a map, and the density that they have then."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.flows import Params, maps
from playground.concepts.flows.state import State
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Lines, Points, Regions, Ring
from playground.figures.values import Range

DRAWS = 40
"""Draws of a step."""
MOST = 100_000
_REACH = 3.2
_HALF = 0.15  # half the width of the strip that is followed
_COUNT, _BINS, _MARKS = 401, 60, 120
_BELOW, _BESIDE = 0.32, 0.30  # of the plot, for the two densities


def advance(params: Params, state: State, ctx: Ctx) -> State:
    """More draws of z."""
    more = torch.randn(DRAWS, generator=ctx.rng, dtype=torch.float64)
    return state._replace(z=torch.cat([state.z, more])[-MOST:], move=state.move + 1)


def branches_of(params: Params) -> int:
    """How many branches of the inverse are counted."""
    return 2 if params.both else 1


def distance(params: Params, z: Tensor) -> float | None:
    """The largest gap between the share of draws below x and the mass that the density has there."""
    if not len(z):
        return None
    x = maps.value_of(params.map, params.a, params.b, z).sort().values
    mass = maps.distribution(params.map, params.a, params.b, x, branches_of(params))
    steps = torch.arange(len(x) + 1, dtype=torch.float64) / len(x)
    return float(torch.maximum(steps[1:] - mass, mass - steps[:-1]).max())


def line(params: Params, state: State) -> Drawn:
    """The map with both densities at its sides, and the draws as a histogram."""
    z0 = torch.tensor(params.z, dtype=torch.float64)
    x0 = maps.value_of(params.map, params.a, params.b, z0)
    z = torch.linspace(-_REACH, _REACH, _COUNT, dtype=torch.float64)
    g = maps.value_of(params.map, params.a, params.b, z)
    low, high = _ends(g)
    grid = torch.linspace(low, high, _COUNT + 1, dtype=torch.float64)
    p = _density(params, grid)
    figure = Figure(
        plots=(
            _map(z, g, z0, x0, grid, p, (low, high), params, state),
            _histogram(params, state, grid, p, (low, high)),
        ),
        hint=_HINT,
    )
    return Drawn(figure, _numbers(params, z0, x0))


_HINT = "Press space to draw; drag along z to follow a place"


def _ends(g: Tensor) -> tuple[float, float]:
    """The range of x that is shown: what 99 % of the draws reach, and some room."""
    inner = g[(torch.linspace(-_REACH, _REACH, _COUNT).abs() < 2.4)]
    low, high = float(inner.min()), float(inner.max())
    room = 0.06 * (high - low)
    return low - room, high + room


def _density(params: Params, x: Tensor) -> Tensor:
    return maps.log_density(params.map, params.a, params.b, x, branches_of(params)).exp()


def _map(
    z: Tensor,
    g: Tensor,
    z0: Tensor,
    x0: Tensor,
    grid: Tensor,
    p: Tensor,
    ends: tuple[float, float],
    params: Params,
    state: State,
) -> Plot:
    low, high = ends
    tall, wide = high - low, 2 * _REACH
    bottom, left = low - _BELOW * tall * 1.1, -_REACH - _BESIDE * wide * 1.1
    phi = maps.log_normal(z).exp()
    up = _BELOW * tall / float(phi.max())
    across = _BESIDE * wide / float(p[torch.isfinite(p)].clamp_max(_cap(p)).max())
    base = torch.stack([z, bottom + up * phi], 1)
    image = torch.stack([left + across * p.clamp_max(_cap(p)), grid], 1)
    strip_z = torch.linspace(float(z0) - _HALF, float(z0) + _HALF, 15, dtype=torch.float64)
    strip_x = maps.value_of(params.map, params.a, params.b, strip_z)
    from_z = _area(strip_z, bottom, up * maps.log_normal(strip_z).exp(), upright=True)
    share = (maps.log_normal(strip_z) - maps.slope_of(params.map, params.a, params.b, strip_z).abs().log()).exp()
    from_x = _area(strip_x, left, across * share.clamp_max(_cap(p)), upright=False)
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    shown = state.z[-_MARKS:]
    marks_z = torch.stack([shown, torch.full_like(shown, bottom)], 1)
    gone = maps.value_of(params.map, params.a, params.b, shown)
    marks_x = torch.stack([torch.full_like(gone, left), gone], 1)[(gone > low) & (gone < high)]
    corner = torch.tensor([[float(z0), bottom], [float(z0), float(x0)], [left, float(x0)]], dtype=torch.float64)
    return Plot(
        name="map",
        title="What becomes of a normal draw",
        badge="exact",
        unit="x = {place} has p = {density}",
        main=True,
        x=Axis(label="z", range=Range(left, _REACH)),
        y=Axis(range=Range(bottom, high)),
        layers=(
            Regions(
                name="strip",
                xy=torch.cat([from_z, gap, from_x]),
                values=torch.tensor([0, 0]),
                classes=True,
                edges=False,
            ),
            Lines(name="base", role="slot2", xy=base, found=False, symbol="φ", key="density of z"),
            Lines(name="image", role="slot4", xy=image, found=False, outcome=True, symbol="p", key="density of x"),
            Curve(name="map", role="hero", x=z, y=g, symbol="g", key="x = g(z)"),
            Lines(name="way", role="now", xy=corner, dash="dashed", found=False),
            Points(name="draws", role="slot2", xy=marks_z, size=0.5, key="draws"),
            Points(name="images", role="slot4", xy=marks_x, size=0.5, key="what they become"),
            Ring(name="place", role="slot1", xy=corner[1], symbol="z"),
        ),
        mouse=(Mouse(on="drag", kind="set", take={"z": "x"}, label="follow a place"),),
    )


def _cap(p: Tensor) -> float:
    """Where a density that has a pole is cut off in the picture."""
    inside = p[torch.isfinite(p)]
    return 1.5 * float(torch.quantile(inside, 0.97))


def _area(at: Tensor, foot: float, heights: Tensor, *, upright: bool) -> Tensor:
    """The polygon under a piece of a density, (n, 2)."""
    top = torch.stack([at, foot + heights], 1)
    bottom = torch.stack([at.flip(0), torch.full_like(at, foot)], 1)
    whole = torch.cat([top, bottom])
    return whole if upright else whole.flip(1)


def _histogram(params: Params, state: State, grid: Tensor, p: Tensor, ends: tuple[float, float]) -> Plot:
    low, high = ends
    edges = torch.linspace(low, high, _BINS + 1, dtype=torch.float64)
    x = maps.value_of(params.map, params.a, params.b, state.z)
    counts = torch.histogram(x, edges).hist if len(x) else torch.zeros(_BINS, dtype=torch.float64)
    heights = counts / max(1, len(x)) / ((high - low) / _BINS)
    return Plot(
        name="histogram",
        title="The draws against the formula",
        badge="sampled",
        unit="largest gap {distance}",
        x=Axis(label="x", range=Range(low, high)),
        y=Axis(zero=True),
        layers=(
            Bars(name="draws", role="slot2", heights=heights, edges=edges, outcome=True, key="draws"),
            Curve(name="density", role="slot4", x=grid, y=p.clamp_max(_cap(p)), symbol="p", key="the formula"),
        ),
    )


def _numbers(params: Params, z0: Tensor, x0: Tensor) -> dict[str, Any]:
    sources = maps.sources_of(params.map, params.a, params.b, x0)
    slopes = [abs(float(maps.slope_of(params.map, params.a, params.b, one))) for one in sources]
    density = float(_density(params, x0))
    terms = [
        f"{math.exp(float(maps.log_normal(one))):.4f} / {slope:.4f}"
        for one, slope in zip(sources[: branches_of(params)], slopes, strict=False)
    ]
    told = density if math.isfinite(density) else None
    return {
        "place": float(x0),
        "slope": float(maps.slope_of(params.map, params.a, params.b, z0)),
        "density": told,
        "density_line": " + ".join(terms) if told is not None else None,
        "finite": told is not None,
        "one_branch": params.map != "square",
        "symmetric": params.map == "square" and params.b == 0.0,
        "strip": math.erf((params.z + _HALF) / math.sqrt(2)) / 2 - math.erf((params.z - _HALF) / math.sqrt(2)) / 2,
    }
