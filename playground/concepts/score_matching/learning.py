"""The view of learning: the learned score beside the exact one, its error, the loss, and samples by the net."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import interpolate, max_pool2d

from playground.concepts.score_matching import Params
from playground.concepts.score_matching.net import LOOKED, schedule_of
from playground.concepts.score_matching.state import Data, State
from playground.engine.frame import PlotView, View
from playground.engine.kit import contours
from playground.engine.kit.diffusion import guidance, mixtures, schedules, training
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.measures import MEASURED, ruler
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import (
    BELOW_POINTS,
    arrows,
    density_curve,
    density_image,
    grid,
    half_window,
    histogram,
)
from playground.engine.kit.diffusion.samplers import Score
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Bars, Curve, Image, Lines, Points, Trace
from playground.figures.values import Range

HINT = "Press space to train; shift and drag to draw data of your own"
_CELLS, _FINER = 52, 3  # of the error field, across, and of its picture for each of them
_LEVELS = (0.15, 0.45)
_MOST_EXAMPLES = 300
_NOTHING = 0.05  # of the root of the density
_levels: Kept[Tensor] = Kept(4)
_exact: Kept[Tensor] = Kept(4)


def learning(params: Params, data: Data, state: State, view: View, found: Mapping[str, Any]) -> Drawn:
    """The plots of learning; `found` is what the job of samples has."""
    now, schedule, t = state.training, schedule_of(params), schedules.level_at(params.shown, params.T)
    assert now is not None
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    law, net = mixtures.noised(data.law, scale, sigma), training.as_score(now.best, schedule)
    half, home = half_window(data, schedule, t), half_window(data, schedule, 0)
    if data.d == 1:
        plane, error = _on_a_line(law, net, t, half)
        plots = (plane, _samples_on_a_line(data, home, found))
    else:
        exact = guidance.exact(data.law, schedule)
        plane, error = _in_the_plane(params, data, law, exact, net, t, half, view)
        plots = (plane, _samples(data, home, view, found))
    numbers = {
        **schedules.noise_numbers(schedule, t),
        "error_here": error,
        "floor": ruler(data, MEASURED).floor[0],
        "net_size": now.net.theta.numel(),
        "sample_distance": found.get("sample_distance"),
        "sample_mass_error": found.get("sample_mass_error"),
    }
    return Drawn(Figure(plots=(*plots, _by_level(state.errors), _loss()), hint=HINT), numbers)


# ---- the learned score and its error


def _in_the_plane(
    params: Params, data: Data, law: Mixture, exact: Score, net: Score, t: int, half: float, view: View
) -> tuple[Plot, float]:
    at, vectors = arrows(exact, t, view.plot("plane"), half)
    image, extent, lines, error = _error_field(law, net, t, half, view.plot("plane"))
    examples = data.examples[: 0 if params.endless else _MOST_EXAMPLES]
    plot = Plot(
        name="plane",
        title="Learned score and its error",
        badge="exact",
        unit="t = {t}; error {error_here}",
        main=True,
        plane=True,
        x=Axis(range=Range(-half, half)),
        y=Axis(range=Range(-half, half)),
        layers=(
            Image(
                name="error",
                z=image,
                extent=extent,
                levels=(0.0, 1.2),
                smooth=True,
                frame=False,
                key="error of the learned score",
            ),
            Lines(name="levels", role="grid", xy=lines, key="level sets of the density"),
            Arrows(name="exact", role="field", tails=at, vectors=vectors, field=True, symbol="s_θ", key="exact score"),
            Arrows(
                name="learned",
                role="slot1",
                tails=at,
                vectors=net(at, t),
                field=True,
                outcome=True,
                key="learned score",
            ),
            Points(name="examples", role="slot2", xy=examples, size=0.6, key="training examples"),
        ),
        mouse=(editing.draw("draw data", kind="draw"),),
    )
    return plot, error


def _error_field(
    law: Mixture, net: Score, t: int, half: float, plot: PlotView | None
) -> tuple[Tensor, Tensor, Tensor, float]:
    """How far the learned score is from the exact one, over the size of the latter where the particles are.

    Returns:
        The error on a grid, NaN where there are no particles, (cells, cells); its extent, (4,); two level sets of the
        density, (pieces, 4); and the root mean square error over the root mean square score.
    """
    at_x, at_y, extent = grid(plot, half)
    x, y = (torch.linspace(float(at[0]), float(at[-1]), _CELLS) for at in (at_x, at_y))
    fine_x, fine_y = (torch.linspace(float(at[0]), float(at[-1]), _CELLS * _FINER) for at in (at_x, at_y))
    root, fine = (density_image(law, *at) / BELOW_POINTS for at in ((x, y), (fine_x, fine_y)))
    # Where there are no particles, nobody asks for the score, and training never sees it: a border is for the picture.
    counted = root > _NOTHING
    there = (max_pool2d(counted[None].float(), 5, 1, 2)[0] > 0).ravel()
    weight = torch.where(counted, root.square(), 0.0).ravel()
    at = torch.stack([part.ravel() for part in torch.meshgrid(x, y, indexing="xy")], 1)[there]
    exact = _exact.get((law.weights, law.means, law.variances, at), lambda: cloud_score(law, at))
    errors = (net(at, t) - exact).square().sum(1)
    weight = weight[there]
    typical = (weight * exact.square().sum(1)).sum() / weight.sum()
    image = torch.zeros(_CELLS * _CELLS)
    image[there] = (errors / typical).sqrt()
    image = interpolate(image.reshape(1, 1, _CELLS, _CELLS), fine.shape, mode="bilinear", align_corners=True)[0, 0]
    image = torch.where(fine > _NOTHING, image, torch.nan)
    error = float(((weight * errors).sum() / weight.sum() / typical).sqrt())
    lines = _levels.get((fine, fine_x, fine_y), lambda: _level_lines(fine, fine_x, fine_y))
    return image, extent, lines, error


def _level_lines(root: Tensor, x: Tensor, y: Tensor) -> Tensor:
    return contours.contours(root.double().flip(0), x.double(), y.double().flip(0), _LEVELS)


def _on_a_line(law: Mixture, net: Score, t: int, half: float) -> tuple[Plot, float]:
    x, weight = density_curve(law, half, 241)
    exact, learned = cloud_score(law, x[:, None])[:, 0], net(x[:, None], t)[:, 0]
    squares = [(weight * part.square()).sum() for part in (learned - exact, exact)]
    plot = Plot(
        name="plane",
        title="Learned score",
        badge="exact",
        unit="t = {t}; error {error_here}",
        main=True,
        x=Axis(label="x", range=Range(-half, half)),
        layers=(
            Curve(name="exact", role="theory", x=x, y=exact, symbol="s_θ", key="exact score"),
            Curve(name="learned", x=x, y=learned, outcome=True, key="learned score"),
        ),
    )
    return plot, float((squares[0] / squares[1]).sqrt())


# ---- samples by the net

_UNIT = "distance {sample_distance}, fresh data {floor:4}"


def _samples(data: Data, home: float, view: View, found: Mapping[str, Any]) -> Plot:
    at_x, at_y, extent = grid(view.plot("samples"), home)
    density = density_image(data.law, at_x, at_y)
    return Plot(
        name="samples",
        title="Samples by this net",
        badge="sampled",
        unit=_UNIT,
        plane=True,
        x=Axis(range=Range(-home, home)),
        y=Axis(range=Range(-home, home)),
        layers=(
            Image(
                name="data",
                z=density,
                extent=extent,
                levels=(0.0, 1.0),
                smooth=True,
                frame=False,
                key="law of the data",
            ),
            Points(
                name="samples",
                role="slot2",
                xy=found.get("samples", torch.zeros(0, 2)),
                size=0.6,
                outcome=True,
                key="samples by the net",
            ),
        ),
    )


def _samples_on_a_line(data: Data, home: float, found: Mapping[str, Any]) -> Plot:
    x, density = density_curve(data.law, home)
    edges = heights = torch.zeros(0)
    if "samples" in found:
        edges, heights = histogram(found["samples"][:, 0], home)
    return Plot(
        name="samples",
        title="Samples by this net",
        badge="sampled",
        unit=_UNIT,
        x=Axis(range=Range(-home, home)),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="samples", role="slot2", heights=heights, edges=edges, outcome=True, key="samples by the net"),
            Curve(name="data", role="theory", x=x, y=density, key="law of the data"),
        ),
    )


# ---- over the levels and the updates


def _by_level(errors: Tensor) -> Plot:
    curve = Curve(name="errors", role="slot4", x=torch.tensor(LOOKED), y=errors, markers=True, outcome=True)
    return Plot(
        name="errors",
        title="Error by level",
        badge="sampled",
        unit="relative; mean {score_error}",
        x=Axis(label="t/T", range=(0.0, 1.0)),
        y=Axis(zero=True),
        layers=(curve,),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        badge="sampled",
        unit="{loss}",
        x=Axis(label="updates", whole=True, zero=True),
        layers=(Trace(name="loss", series="loss", against="updates", text="{loss}"),),
    )
