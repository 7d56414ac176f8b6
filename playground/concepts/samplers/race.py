"""The race: particles of the chain in focus on the target, one coordinate against its law, and all chains over time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.beside import beside
from playground.concepts.samplers.chains import info_of, start_of, theory
from playground.concepts.samplers.first import law_of
from playground.concepts.samplers.names import LABELS, ROLES, PerChain, running
from playground.concepts.samplers.state import Chains, Data, Proposed
from playground.concepts.samplers.targets import Target, target_of, to_plane
from playground.engine.declarations.concept import Findings
from playground.engine.frame import PlotView, View
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.kit.diffusion.pictures import (
    BELOW_POINTS,
    HALF,
    density_image,
    dots,
    grid,
    histogram,
    paths,
)
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Image, Layer, Lines, Points, Ring, Role
from playground.figures.values import Range
from playground.texts.sums import vector

WIDE = 3.5  # half the window of a Gaussian
TRIANGLE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(3) / 2], [0.0, 0.0]])
ROUND_TRIANGLE = Range(-0.1, 1.1), Range(-0.17, 1.03)
START = Mouse(on="click", kind="start_at", take={"x": "x", "y": "y"}, label="start the chains here")


def race(params: Params, data: Data, chains: Chains, move: int, view: View, findings: Findings) -> Drawn:
    """The plots with their data, and the numbers of all chains."""
    target, names = target_of(params, data), running(params)
    focus = params.chain if params.chain in names else names[0] if names else "ula"
    row = names.index(focus) if names else 0
    half = WIDE if target.law is None else max(HALF, 1.15 * float(data.means.abs().max()))
    on_line = params.target == "data" and params.data in LINE
    first = coordinate(focus, target, chains.x[row, :, 0], half, on_line)
    others = beside(params, target, chains, focus, row, findings["worth"])
    if on_line:
        plots = (first, *others)
    else:
        particles = plane(focus, target, chains, row, start_of(data, target), half, view)
        # Three distances need the room of the first coordinate, whose law they are about.
        plots = (particles, *others) if params.beside == "distances" else (particles, first, *others)
    figure = Figure(plots=plots, hint="Click where the chains start; press space")
    return Drawn(figure, _numbers(params, data, target, chains, row, move, findings["worth"]))


def _numbers(
    params: Params, data: Data, target: Target, state: Chains, row: int, move: int, found_by_job: Mapping[str, Any]
) -> dict[str, Any]:
    """The numbers of each chain, and of the one in focus."""
    found = info_of(params, state, move)
    burnt = found.burn_in.ula, found.burn_in.underdamped
    fields = found._asdict().items()
    return {
        **{
            f"{name}.{chain}": getattr(of, chain)
            for name, of in fields
            if isinstance(of, PerChain)
            for chain in running(params)
        },
        "variance_theory": theory(params, data),
        "mean_error": float((state.mean[row] - target.mean).abs().max()),
        "speed_up": burnt[0] / burnt[1] if burnt[0] and burnt[1] else None,
        "stays_inside": not state.outside,
        "modes_there": state.visited.shape[2],
        "net_flux": float((state.flux[row] - state.flux[row].T).abs().max()),
        **{name: value for name, value in found_by_job.items() if not isinstance(value, Tensor)},
        "rises": int(state.rises[row].sum()),
        **_by_hand(params, target, state, row),
    }


def _by_hand(params: Params, target: Target, state: Chains, row: int) -> dict[str, Any]:
    """Where a Langevin step would lead the first particle if it added no noise, in digits; empty on the simplex."""
    if target.kind == "simplex":
        return {"hand_from": "", "hand_score": "", "hand_next": ""}
    x = state.x[row, :1].to(torch.float64)
    score = -target.sampled.gradient(x)
    places = (x, score, x + params.stride * score)
    return dict(
        zip(("hand_from", "hand_score", "hand_next"), (vector(one[0].tolist(), 3) for one in places), strict=True)
    )


def plane(focus: str, target: Target, chains: Chains, row: int, start: Tensor, half: float, view: View) -> Plot:
    """The particles of the chain in focus on the exact density, and the newest moves of one of them."""
    on_simplex = target.kind == "simplex"
    across, up = ROUND_TRIANGLE if on_simplex else (Range(-half, half), Range(-half, half))
    at_x, at_y, extent = _places(target, view.plot("plane"), half)
    path = to_plane(target, chains.path[:, row])
    border: tuple[Layer, ...] = (Lines(name="border", role="muted", xy=TRIANGLE, dash="solid"),) if on_simplex else ()
    return Plot(
        name="plane",
        title="Particles on the target",
        badge="sampled",
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
                smooth=True,
                frame=False,
                key="exact density of the target",
            ),
            *border,
            Points(
                name="cloud",
                role=ROLES[focus],
                xy=to_plane(target, dots(chains.x[row])),
                size=0.7,
                outcome=True,
                symbol="x",
                key=f"particles of the {LABELS[focus]} chain",
            ),
            Lines(name="path", role="hero", xy=path, halo=False, outcome=True, key="last moves of one of them"),
            *_moves(focus, target, chains.proposed, row),
            Points(name="ends", role="hero", xy=path[-1:]),
            Ring(name="start", role="now", xy=to_plane(target, start[None]), text="start"),
        ),
        mouse=(START,),
    )


def _moves(focus: str, target: Target, proposed: Proposed, row: int) -> tuple[Layer, ...]:
    """What was proposed in the last move, taken and refused; the orbits of the Hamiltonian chain."""
    if focus == "hmc":
        # Each orbit is the way of a particle from where it stood to what was proposed.
        way = paths(to_plane(target, proposed.orbit))
        return (Lines(name="orbits", role="second", xy=way, halo=False, key="orbits of the last move"),)
    if focus not in ("mala", "walk"):
        return ()
    tails, heads = (to_plane(target, part[row]) for part in (proposed.tails, proposed.heads))
    taken = proposed.accepted[row]
    ways: tuple[tuple[str, Role, Tensor], ...] = (("accepted", "hero", taken), ("refused", "muted", ~taken))
    return tuple(
        Arrows(name=name, role=role, tails=tails[kept], vectors=(heads - tails)[kept], key=f"{name} moves")
        for name, role, kept in ways
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
    if target.precision is not None:
        (a, b), (_, c) = target.precision.tolist()
        exponent = a * at_x[None, :] ** 2 + 2 * b * at_y[:, None] * at_x[None, :] + c * at_y[:, None] ** 2
        return torch.exp(-exponent / 4) * BELOW_POINTS
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
    else:
        across, (edges, heights) = Range(-half, half), histogram(x, half)
    law = law_of(target)
    seen = (law.at >= across.low) & (law.at <= across.high)
    at, density = law.at[seen][::8], law.density[seen][::8]
    return Plot(
        name="histogram",
        title="First coordinate",
        badge="sampled",
        unit=f"{LABELS[focus]} and exact density",
        main=main,
        x=Axis(range=across),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="particles", outcome=True, role=ROLES[focus], heights=heights, edges=edges, key="particles"),
            Curve(name="density", role="theory", x=at, y=density, key="exact density"),
        ),
    )
