"""The picture of learning: the learned score beside the exact one, its error as a field and by level."""

from __future__ import annotations

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.learning import LOOKED
from playground.concepts.diffusion.picture_plane import (
    BELOW_POINTS,
    Shown,
    density_curve,
    density_image,
    field,
    grid,
    half_window,
    window,
)
from playground.concepts.diffusion.plan import law_at, level_of, schedule_of
from playground.concepts.diffusion.state import State
from playground.engine.frame import View
from playground.engine.kit import contours
from playground.engine.kit.diffusion import guidance, training
from playground.engine.kit.diffusion.fast import cloud_score

_CELLS = 40  # of the error field, across
_LEVELS = (0.15, 0.45)
_MOST_EXAMPLES = 300


def learn_picture(params: Params, data: Data, state: State, view: View) -> Shown:
    """The arrays of the view of learning."""
    part, schedule = state.learning, schedule_of(params, data)
    assert part is not None
    t = level_of(params, params.shown)
    half, home = half_window(data, schedule, t), half_window(data, schedule, 0)
    law, net = law_at(data, schedule, t), training.as_score(part.training.best, schedule)
    shown: Shown = {
        "error_x": torch.tensor(LOOKED),
        "error_y": part.errors,
        "home_range": torch.tensor([-home, home]),
        "net_size": part.training.net.theta.numel(),
        "net_theta": part.training.average,
        "examples_used": 0 if params.endless else len(data.examples),
    }
    shown |= window(half)
    if data.d == 1:
        x = torch.linspace(-half, half, 241, dtype=torch.float64)
        exact, learned = cloud_score(law, x[:, None])[:, 0], net(x[:, None], t)[:, 0]
        data_x, data_y = density_curve(data.law, home)
        weight = density_curve(law, half, 241)[1]
        shown |= {"score_x": x, "score_exact": exact, "score_learned": learned, "data_x": data_x, "data_y": data_y}
        return shown | {"error_here": _relative(learned - exact, exact, weight)}
    arrows = field(guidance.exact(data.law, schedule), t, view.plot("plane"), half)
    shown |= arrows | {"learned": net(arrows["field_at"], t)}  # type: ignore[arg-type]
    return shown | _error_field(params, data, state, half, view) | _data_image(data, home, view)


def _relative(error: torch.Tensor, exact: torch.Tensor, weight: torch.Tensor) -> float:
    """Root mean square error over the root mean square score, both under the weight."""
    squares = [(weight * part.square()).sum() for part in (error, exact)]
    return float((squares[0] / squares[1]).sqrt())


def _error_field(params: Params, data: Data, state: State, half: float, view: View) -> Shown:
    """How far the learned score is from the exact one, over the size of the latter where the particles are."""
    part, schedule, t = state.learning, schedule_of(params, data), level_of(params, params.shown)
    assert part is not None
    at_x, at_y, extent = grid(view.plot("plane"), half)
    ratio = len(at_x) / len(at_y)
    columns, rows = (_CELLS, round(_CELLS / ratio)) if ratio < 1 else (round(_CELLS * ratio), _CELLS)
    x = torch.linspace(float(at_x[0]), float(at_x[-1]), max(8, min(columns, 80)))
    y = torch.linspace(float(at_y[0]), float(at_y[-1]), max(8, min(rows, 80)))
    at = torch.stack([part.ravel() for part in torch.meshgrid(x, y, indexing="xy")], 1)
    law = law_at(data, schedule, t)
    exact = cloud_score(law, at)
    error = training.as_score(part.training.best, schedule)(at, t) - exact
    density = density_image(law, x, y).square()
    squares = exact.square().sum(1)
    typical = float((density.ravel() * squares).sum() / density.sum()) ** 0.5
    image = (error.norm(dim=1) / typical).reshape(len(y), len(x))
    here = float((density.ravel() * error.square().sum(1)).sum() / (density.ravel() * squares).sum()) ** 0.5
    root = density.sqrt() / BELOW_POINTS
    lines = contours.contours(root.double().flip(0), x.double(), y.double().flip(0), _LEVELS)
    points = data.examples if not params.endless else data.examples[:0]
    return {
        "error_image": image,
        "density_extent": extent,
        "error_here": here,
        "level_lines": lines,
        "train_points": points[:_MOST_EXAMPLES],
    }


def _data_image(data: Data, home: float, view: View) -> Shown:
    at_x, at_y, extent = grid(view.plot("samples"), home)
    return {"data_density": density_image(data.law, at_x, at_y), "data_extent": extent}
