"""The race: particles of the chain in focus on the target, one coordinate against its law, and all chains over time."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.chains import info_of, start_of, theory
from playground.concepts.samplers.names import LABELS, ROLES, running
from playground.concepts.samplers.state import Data, Info, State
from playground.concepts.samplers.targets import Target, target_of, to_plane
from playground.engine.declarations.concept import Findings
from playground.engine.frame import PlotView, View
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import (
    BELOW_POINTS,
    HALF,
    density_curve,
    density_image,
    dots,
    grid,
    histogram,
)
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Layer, Level, Lines, Points, Ring, Trace
from playground.figures.values import Range

WIDE = 3.5  # half the window of a Gaussian
TRIANGLE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(3) / 2], [0.0, 0.0]])
ROUND_TRIANGLE = Range(-0.1, 1.1), Range(-0.17, 1.03)
START = Mouse(on="click", kind="start_at", take={"x": "x", "y": "y"}, label="start the chains here")


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots with their data, and the numbers of all chains."""
    target, names = target_of(params, data), running(params)
    focus = params.chain if params.chain in names else names[0] if names else "ula"
    row = names.index(focus) if names else 0
    half = WIDE if target.law is None else max(HALF, 1.15 * float(data.means.abs().max()))
    on_line = params.target == "data" and params.data in LINE
    first = coordinate(focus, target, state.x[row, :, 0], half, on_line)
    over_time = (spread(names), *((visited(names),) if params.target == "data" else ()))
    if on_line:
        plots = (first, *over_time)
    else:
        particles = plane(focus, target, state.x[row], state.path[:, row], start_of(data, target), half, view)
        plots = (particles, first, *over_time)
    figure = Figure(plots=plots, hint="Click where the chains start; press space")
    return Drawn(figure, _numbers(params, data, target, state, row))


def _numbers(params: Params, data: Data, target: Target, state: State, row: int) -> dict[str, Any]:
    """The numbers of each chain, and of the one in focus."""
    found = info_of(params, state)
    burnt = found.burn_in.ula, found.burn_in.underdamped
    fields = found._asdict().items()
    return {
        **{
            f"{name}.{chain}": getattr(of, chain)
            for name, of in fields
            if name != "status"
            for chain in running(params)
        },
        "variance_theory": theory(params, data),
        "mean_error": float((state.mean[row] - target.mean).abs().max()),
        "speed_up": burnt[0] / burnt[1] if burnt[0] and burnt[1] else None,
        "stays_inside": not state.outside,
        "modes_there": state.visited.shape[2],
    }


def plane(focus: str, target: Target, x: Tensor, path: Tensor, start: Tensor, half: float, view: View) -> Plot:
    """The particles of the chain in focus on the exact density, and the newest moves of one of them."""
    on_simplex = target.kind == "simplex"
    across, up = ROUND_TRIANGLE if on_simplex else (Range(-half, half), Range(-half, half))
    at_x, at_y, extent = _places(target, view.plot("plane"), half)
    path = to_plane(target, path)
    border: tuple[Layer, ...] = (Lines(name="border", role="muted", xy=TRIANGLE, dash="solid"),) if on_simplex else ()
    return Plot(
        name="plane",
        title="Particles on the target",
        unit=f"{LABELS[focus]}, accepted {{acceptance.{focus}}}",
        main=True,
        plane=True,
        x=Axis(range=across, ticks=not on_simplex),
        y=Axis(range=up, ticks=not on_simplex),
        layers=(
            Image(
                name="density",
                z=_density(target, at_x, at_y),
                extent=extent,
                levels=(0.0, 1.0),
                frame=False,
                key="exact density of the target",
            ),
            *border,
            Points(
                name="cloud",
                role=ROLES[focus],
                xy=to_plane(target, dots(x)),
                size=0.7,
                outcome=True,
                symbol="x",
                key=f"particles of the {LABELS[focus]} chain",
            ),
            Lines(name="path", role="hero", xy=path, halo=False, outcome=True, key="last moves of one of them"),
            Points(name="ends", role="hero", xy=path[-1:]),
            Ring(name="start", role="now", xy=to_plane(target, start[None]), text="start"),
        ),
        mouse=(START,),
    )


def _places(target: Target, plot: PlotView | None, half: float) -> tuple[Tensor, Tensor, Tensor]:
    """Places of the columns and of the rows (top first) of the image of the density, and its extent."""
    if target.kind != "simplex":
        return grid(plot, half)
    (x0, x1), (y0, y1) = ROUND_TRIANGLE
    return torch.linspace(x0, x1, 120), torch.linspace(y1, y0, 120), torch.tensor([x0, x1, y0, y1])


def _density(target: Target, at_x: Tensor, at_y: Tensor) -> Tensor:
    """The root of the target's density, scaled for points on it, (rows, columns)."""
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


def coordinate(focus: str, target: Target, x: Tensor, half: float, main: bool) -> Plot:
    """The first coordinate of the particles of the chain in focus, and its exact density."""
    if target.kind == "simplex":
        across, edges = Range(0.0, 1.0), torch.linspace(0, 1, 41)
        heights = torch.histc(x.float(), 40, 0, 1) / len(x) * 40
        at = torch.linspace(0.001, 0.999, 200, dtype=torch.float64)
        # Dirichlet(2, 3, 1): the first share has the law Beta(2, 4).
        density = 20 * at * (1 - at) ** 3
    else:
        across, (edges, heights) = Range(-half, half), histogram(x, half)
        law = target.law
        if law is None:
            law = Mixture(torch.ones(1, dtype=torch.float64), target.mean[None, :1], target.variance[:1])
        at, density = density_curve(Mixture(law.weights, law.means[:, :1], law.variances), half)
    return Plot(
        name="histogram",
        title="First coordinate",
        unit=f"{LABELS[focus]} and exact density",
        main=main,
        x=Axis(range=across),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="particles", outcome=True, role=ROLES[focus], heights=heights, edges=edges, key="particles"),
            Curve(name="density", role="theory", x=at, y=density, key="exact density"),
        ),
    )


def spread(names: tuple[str, ...]) -> Plot:
    """The spread of all chains over that of the target."""
    return Plot(
        name="spread",
        title="Spread over the target's",
        unit="1 is right; over the last 50 steps",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="right", role="theory", value=1.0, text="target", log=True),
            Level(
                name="bias",
                role="muted",
                value="variance_theory",
                text="unadjusted in theory {variance_theory}",
                show="variance_theory",
                log=True,
            ),
            *_traces("variance", names, log=True),
        ),
    )


def visited(names: tuple[str, ...]) -> Plot:
    """How many modes a particle of each chain has been to."""
    return Plot(
        name="visited",
        title="Modes visited by a particle",
        unit="of {modes_there}, on average",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(zero=True),
        layers=_traces("visited", names),
    )


def _traces(metric: str, names: tuple[str, ...], log: bool = False) -> tuple[Trace, ...]:
    """The history of a metric for each chain."""
    return tuple(
        Trace(name=name, role=ROLES[name], series=f"{metric}.{name}", text=LABELS[name], log=log, outcome=True)
        for name in names
    )
