"""The view of a plane: the bent grid and the exact density behind some layers, the base, and the likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.flows import Params, coupling
from playground.concepts.flows.coupling import Flow, LayerFunctions
from playground.concepts.flows.state import Data, State
from playground.concepts.flows.training import samples
from playground.engine.frame import View
from playground.engine.kit.diffusion.pictures import below_points
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Image, Level, Lines, Points, Ring, Trace
from playground.figures.values import Range
from playground.texts.sums import signed, total

HINT = "Press space to train; drag to follow a point; shift and drag to draw data of your own"
_HALF = 3.0
_MOST_CELLS = 72  # of the density, across
_REACH, _LINES, _ALONG = 3, 13, 73  # of the grid: from -3 to 3, lines each way, and places along each
_POINTS = 500
_GAP = torch.full((1, 2), torch.nan)


def level_of(params: Params, flow: Flow) -> int:
    """Behind how many layers the picture stands."""
    return min(params.shown, flow.layers)


def plane(params: Params, data: Data, state: State, view: View, found: Mapping[str, Any]) -> Drawn:
    """The plots of the plane; `found` is what the job of the integral has."""
    flow = state.flow
    assert flow is not None
    level = level_of(params, flow)
    told = coupling.tabulated_functions(flow)
    image, extent = _density(flow, level, told, view)
    shown, base = _points(params, data, flow, level, told)
    way, scales = _way(flow, state.at)
    numbers = _numbers(data, flow, state, level, way, scales)
    home = Axis(range=Range(-_HALF, _HALF))
    dragged = {"x": "x", "y": "y"}
    follow = Mouse(on="drag", kind="choose", take=dragged, give={"level": level}, label="follow the point here")
    follow_base = Mouse(on="drag", kind="choose", take=dragged, give={"level": 0}, label="follow the point here")
    at_data = level == flow.layers
    main = Plot(
        name="plane",
        title="After {level} of {layers} layers" if not at_data else "After all {layers} layers: the data",
        badge="exact",
        unit="−log p {nll}, held out",
        main=True,
        plane=True,
        x=home,
        y=home,
        layers=(
            Image(
                name="density",
                z=image,
                extent=extent,
                levels=(0.0, 1.0),
                smooth=True,
                frame=False,
                outcome=True,
                symbol="p",
                key="density of the flow",
            ),
            Lines(
                name="grid",
                role="muted",
                xy=_grid(flow, level, told),
                found=False,
                symbol="f",
                key="the base's grid, bent",
            ),
            Points(name="points", role="slot2", xy=shown, size=0.5, key=_POINTS_KEY[params.points]),
            Lines(name="way", role="slot1", xy=way[: level + 1], found=False, key="way of the point"),
            Ring(name="place", role="slot1", xy=way[level], symbol="x", text="log p = {log_p}" if at_data else ""),
        ),
        mouse=(follow, editing.draw("draw data", kind="draw")) if at_data else (follow,),
    )
    return Drawn(
        Figure(plots=(main, _base(flow, base, way, follow_base), _likelihood()), hint=HINT), numbers | dict(found)
    )


_POINTS_KEY = {"data": "data held out, brought here", "samples": "samples of the flow", "none": ""}


def _points(params: Params, data: Data, flow: Flow, level: int, told: LayerFunctions) -> tuple[Tensor, Tensor]:
    """The points that are drawn at the level and at the base, (n, 2) each."""
    if params.points == "none":
        return torch.zeros(0, 2), torch.zeros(0, 2)
    if params.points == "samples":
        return samples(flow, _POINTS, level), samples(flow, _POINTS, 0)
    here = coupling.pulled(flow, data.heldout[:_POINTS], last=level, told=told)[0]
    return here, coupling.pulled(flow, here, first=level, told=told)[0]


def _density(flow: Flow, level: int, told: LayerFunctions, view: View) -> tuple[Tensor, Tensor]:
    """The root of the density behind some layers, (rows, columns), and its extent, (4,)."""
    plot = view.plot("plane")
    x, y = ((-_HALF, _HALF), (-_HALF, _HALF)) if plot is None else (plot.x, plot.y)
    wide, high = x[1] - x[0], y[1] - y[0]
    cell = max(wide, high) / _MOST_CELLS
    columns, rows = (max(8, round(length / cell)) for length in (wide, high))
    at_x = x[0] + (torch.arange(columns) + 0.5) / columns * wide
    at_y = y[1] - (torch.arange(rows) + 0.5) / rows * high
    at = torch.stack([at_x.repeat(rows), at_y.repeat_interleave(columns)], 1)
    z, log = coupling.pulled(flow, at, first=level, told=told)
    density = (coupling.log_base(flow.base, z) + log).clamp_max(30.0).exp()
    return below_points(density.view(rows, columns)), torch.tensor([*x, *y])


def _straight_grid() -> Tensor:
    """Lines of the base with gaps between them, (lines * (places + 1), 2)."""
    across, along = torch.linspace(-_REACH, _REACH, _LINES), torch.linspace(-_REACH, _REACH, _ALONG)
    lines = [torch.stack([along, torch.full_like(along, at)], 1) for at in across]
    lines += [line.flip(1) for line in lines]
    return torch.cat([part for line in lines for part in (line, _GAP)])


_STRAIGHT = _straight_grid()


def _grid(flow: Flow, level: int, told: LayerFunctions) -> Tensor:
    """The grid behind some layers; gaps stay gaps."""
    gap = torch.isnan(_STRAIGHT[:, 0])
    bent = coupling.pushed(flow, _STRAIGHT.nan_to_num(0.0), last=level, told=told)[0]
    return torch.where(gap[:, None], torch.nan, bent)


def _way(flow: Flow, at: Tensor) -> tuple[Tensor, list[tuple[float, float]]]:
    """Where a point of the data is at every level, (layers + 1, 2), and s and t of each layer there."""
    told, places, scales = coupling.exact_functions(flow), [at[None]], []
    for layer in reversed(range(flow.layers)):
        kept = coupling.kept_of(flow.kind, layer)
        s, t = told(layer, places[-1][:, kept])
        scales.append((float(s), float(t)))
        places.append(coupling.pulled(flow, places[-1], first=layer + 1, last=layer, told=lambda _, k: (s, t))[0])  # noqa: B023
    return torch.cat(places[::-1]), scales[::-1]


def _base(flow: Flow, points: Tensor, way: Tensor, follow: Mouse) -> Plot:
    reach = _HALF + (coupling.APART if flow.base == "two" else 0.0)
    angle = torch.linspace(0, 2 * torch.pi, 97)
    circle = torch.stack([angle.cos(), angle.sin()], 1)
    centres = [-coupling.APART, coupling.APART] if flow.base == "two" else [0.0]
    rings = [radius * circle + torch.tensor([centre, 0.0]) for centre in centres for radius in (1.0, 2.0)]
    home = Axis(range=Range(-reach, reach))
    return Plot(
        name="base",
        title="The base",
        badge="exact",
        unit="f⁻¹ of the same points",
        plane=True,
        x=home,
        y=home,
        layers=(
            Lines(
                name="circles",
                role="theory",
                xy=torch.cat([part for ring in rings for part in (ring, _GAP)]),
                found=False,
                key="1 and 2 deviations",
            ),
            Points(name="points", role="slot2", xy=points, size=0.5, outcome=True, key="the points there"),
            Ring(name="source", role="slot1", xy=way[0], symbol="z"),
        ),
        mouse=(follow,),
    )


def _likelihood() -> Plot:
    return Plot(
        name="likelihood",
        title="Negative log-likelihood",
        badge="sampled",
        unit="nats; {nll}",
        x=Axis(label="updates", whole=True, zero=True),
        layers=(
            Level(name="gaussian", role="theory", value="nll_gaussian", text="best Gaussian"),
            Level(name="law", role="theory", value="nll_law", text="the law itself"),
            Trace(name="train", role="second", series="nll_train", against="updates", text="", key="training points"),
            Trace(name="heldout", role="hero", series="nll", against="updates", text="{nll}", key="held out"),
        ),
    )


def _numbers(
    data: Data, flow: Flow, state: State, level: int, way: Tensor, scales: list[tuple[float, float]]
) -> dict[str, Any]:
    law, gaussian, normal = data.bests.tolist()
    seen = state.measured
    assert seen is not None
    last = max(level, 1)
    kept = coupling.kept_of(flow.kind, last - 1)
    s, t = scales[last - 1]
    inner, outer = way[last - 1], way[last]
    shift = -sum(one for one, _ in scales)
    z = way[0]
    return {
        "nll_law": law,
        "nll_gaussian": gaussian,
        "nll_normal": normal,
        "gap": seen.heldout - seen.train,
        "level": level,
        "log_p": float(coupling.log_base(flow.base, z[None].double())) + shift,
        "log_det": shift,
        "weights": flow.theta.numel(),
        "layer": last,
        "moves": "second" if kept == 0 else "first",
        "c_before": float(outer[1 - kept]),
        "c_after": float(inner[1 - kept]),
        "s": s,
        "t": t,
        "c_line": f"({signed(float(outer[1 - kept]), 3)} − {signed(t, 3)})·exp(−{signed(s, 3)})",
        "sum_s": total((one for one, _ in scales), 3),
        "log_line": f"−1.8379 − ({signed(float(z[0]), 3)}² + {signed(float(z[1]), 3)}²)/2",
    }
