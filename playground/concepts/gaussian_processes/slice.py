"""The view of a Gaussian in the plane: its marginal along a direction, and the slice across it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.state import Data, Samples, State
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Level, Lines, Points, Ring
from playground.figures.values import Range

BATCH = 1000  # samples of a step
MOST_SAMPLES = 20_000
SHOWN = 2000
_BINS = torch.linspace(-3.0, 3.0, 61, dtype=torch.float64)
_FINE = torch.linspace(-3.0, 3.0, 241, dtype=torch.float64)
HINT = "Drag in the plane: the line turns and moves, marginal and slice follow"


def covariance_matrix(params: Params) -> Tensor:
    """Σ from both deviations and the correlation, (2, 2)."""
    a, b, r = params.first_std, params.second_std, params.correlation
    return torch.tensor([[a * a, r * a * b], [r * a * b, b * b]], dtype=torch.float64)


def sampled(params: Params, state: State, ctx: Ctx) -> Samples:
    """A thousand more."""
    known = state.samples
    if known.n >= MOST_SAMPLES:
        return known
    L = torch.linalg.cholesky(covariance_matrix(params))
    x = ctx.randn(BATCH, 2).double() @ L.T
    newest = torch.cat([known.newest, x])[-SHOWN:]
    return Samples(known.n + BATCH, known.total + x.sum(0), known.squares + x.T @ x, newest)


class Sliced(NamedTuple):
    """Mean and deviation of both laws.

    Attributes:
        marginal_std: of u·x.
        slope: of the mean of v·x over the value of u·x.
        mean: of v·x where u·x = c.
        std: of v·x there.
    """

    marginal_std: float
    slope: float
    mean: float
    std: float


def sliced(S: Tensor, angle: float, c: float) -> Sliced:
    """The laws of u·x and of v·x given u·x = c, for u at this angle and v a quarter turn on."""
    M = _turned(angle)
    T = M @ S @ M.T
    slope = float(T[0, 1] / T[0, 0])
    left = float(T[1, 1]) - slope * float(T[0, 1])
    return Sliced(math.sqrt(float(T[0, 0])), slope, slope * c, math.sqrt(max(left, 0.0)))


def _turned(angle: float) -> Tensor:
    u, v = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    return torch.tensor([u, v], dtype=torch.float64)


def slice_view(params: Params, data: Data, state: State) -> Drawn:
    """The plane with ellipses, line and samples; the marginal; the slice."""
    S, (angle, c), known = covariance_matrix(params), state.line, state.samples
    law, M = sliced(S, angle, c), _turned(angle)
    u, v = M[0], M[1]
    circle = torch.linspace(0.0, 2 * math.pi, 121, dtype=torch.float64)
    round_ = torch.stack([circle.cos(), circle.sin()], 1) @ torch.linalg.cholesky(S).T
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    ellipses = torch.cat([round_, gap, 2 * round_])
    line = torch.stack([c * u - 6 * v, c * u + 6 * v])
    inside = torch.stack([c * u + (law.mean - 2 * law.std) * v, c * u + (law.mean + 2 * law.std) * v])
    plane = Plot(
        name="plane",
        title="A Gaussian and a line across it",
        unit="{samples} samples",
        badge="exact",
        main=True,
        plane=True,
        x=Axis(range=Range(-3.0, 3.0), label="x₁"),
        y=Axis(range=Range(-3.0, 3.0), label="x₂"),
        layers=(
            Points(name="samples", role="muted", xy=known.newest, size=0.4, key="newest samples"),
            Lines(name="ellipses", role="slot1", xy=ellipses, found=False, symbol="Σ", key="1 and 2 deviations"),
            Lines(name="line", role="theory", xy=line, found=False, symbol="c", key="u·x = c"),
            Lines(name="inside", role="slot2", xy=inside, found=False, key="slice: mean ± 2 deviations"),
            Ring(name="mean", role="slot2", xy=(c * u + law.mean * v)[None]),
            Arrows(name="u", role="slot3", vectors=u[None], text="u", plate=True),
        ),
        mouse=(
            Mouse(on="drag", kind="set_line", take={"x": "x", "y": "y"}, label="turn and move the line"),
            Mouse(on="click", kind="set_line", take={"x": "x", "y": "y"}, label="turn and move the line"),
        ),
    )
    along, across = (known.newest @ one for one in (u, v))
    near = across[(along - c).abs() < 0.15]
    figure = Figure(
        plots=(
            plane,
            _law("marginal", "Marginal: along u, whatever v", "slot3", 0.0, law.marginal_std, along, "u·x", c),
            _law("slice", "Slice: along v, where u·x = c", "slot2", law.mean, law.std, near, "v·x", None),
        ),
        hint=HINT,
    )
    return Drawn(figure, _numbers(S, law, M, c, known) | {"angle": math.degrees(angle), "c": c})


def _law(name: str, title: str, role: Any, mean: float, std: float, seen: Tensor, label: str, c: float | None) -> Plot:
    counts = torch.histogram(seen, _BINS)[0] if len(seen) else torch.zeros(len(_BINS) - 1, dtype=torch.float64)
    width = float(_BINS[1] - _BINS[0])
    density = torch.exp(-0.5 * ((_FINE - mean) / max(std, 1e-3)).square()) / (max(std, 1e-3) * math.sqrt(2 * math.pi))
    return Plot(
        name=name,
        title=title,
        unit="deviation {std_" + name + "}",
        badge="exact",
        x=Axis(range=Range(-3.0, 3.0), label=label),
        y=Axis(zero=True),
        layers=(
            Bars(name="counts", role="muted", heights=counts / max(1, len(seen)) / width, edges=_BINS, key="samples"),
            Curve(name="law", role=role, x=_FINE, y=density, outcome=True, key="density"),
            Level(
                name="c", role="theory", value=0.0 if c is None else c, across="vertical", show=c is not None, text="c"
            ),
        ),
    )


def _numbers(S: Tensor, law: Sliced, M: Tensor, c: float, known: Samples) -> dict[str, Any]:
    T = M @ S @ M.T
    found: dict[str, Any] = {
        "std_marginal": law.marginal_std,
        "std_slice": law.std,
        "samples": known.n,
        "T11": float(T[0, 0]),
        "T12": float(T[0, 1]),
        "T22": float(T[1, 1]),
        "slope_of_mean": law.slope,
        "slice_mean": law.mean,
        "slice_variance": law.std**2,
    }
    if known.n:
        mean = M @ known.total / known.n
        seen = M @ known.squares @ M.T / known.n - torch.outer(mean, mean)
        slope = float(seen[0, 1] / seen[0, 0])
        at = float(mean[1]) + slope * (c - float(mean[0]))
        left = float(seen[1, 1]) - slope * float(seen[0, 1])
        scale = math.sqrt(known.n)
        found["map_error"] = scale * max(float(mean.abs().max()), float((seen - T).abs().max()))
        found["slice_error"] = scale * max(abs(at - law.mean), abs(left - law.std**2))
    return found
