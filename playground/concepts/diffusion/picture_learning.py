"""The picture of learning: the learned score beside the exact one, its error as a field and by level."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.learning import LOOKED
from playground.concepts.diffusion.picture_plane import Shown, field, window
from playground.concepts.diffusion.plan import law_at, level_of, schedule_of
from playground.concepts.diffusion.state import State
from playground.engine.frame import View
from playground.engine.kit import contours
from playground.engine.kit.diffusion import guidance, training
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import BELOW_POINTS, density_curve, density_image, grid, half_window
from playground.engine.kit.diffusion.samplers import Score

_CELLS = 48  # of the error field, across
_LEVELS = (0.15, 0.45)
_MOST_EXAMPLES = 300
_NOTHING = 0.05  # of the root of the density
_levels: Kept[Tensor] = Kept(4)


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
    points = data.examples if not params.endless else data.examples[:0]
    shown["train_points"] = points[:_MOST_EXAMPLES]
    return shown | _error_field(law, net, t, half, view) | _data_image(data, home, view)


def _relative(error: Tensor, exact: Tensor, weight: Tensor) -> float:
    """Root mean square error over the root mean square score, both under the weight."""
    squares = [(weight * part.square()).sum() for part in (error, exact)]
    return float((squares[0] / squares[1]).sqrt())


def _error_field(law: Mixture, net: Score, t: int, half: float, view: View) -> Shown:
    """How far the learned score is from the exact one, over the size of the latter where the particles are."""
    at_x, at_y, extent = grid(view.plot("plane"), half)
    x, y = (torch.linspace(float(at[0]), float(at[-1]), _CELLS) for at in (at_x, at_y))
    root = density_image(law, x, y) / BELOW_POINTS
    weight = root.square().ravel()
    # Where there are no particles, nobody asks for the score, and training never sees it.
    there = (root > _NOTHING).ravel()
    at = torch.stack([part.ravel() for part in torch.meshgrid(x, y, indexing="xy")], 1)[there]
    exact = cloud_score(law, at)
    errors = (net(at, t) - exact).square().sum(1)
    weight = weight[there]
    typical = (weight * exact.square().sum(1)).sum() / weight.sum()
    image = torch.full((_CELLS * _CELLS,), torch.nan)
    image[there] = (errors / typical).sqrt()
    return {
        "error_image": image.reshape(_CELLS, _CELLS),
        "density_extent": extent,
        "error_here": float(((weight * errors).sum() / weight.sum() / typical).sqrt()),
        "level_lines": _levels.get((root, x, y), lambda: _level_lines(root, x, y)),
    }


def _level_lines(root: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Two level sets of the density."""
    return contours.contours(root.double().flip(0), x.double(), y.double().flip(0), _LEVELS)


def _data_image(data: Data, home: float, view: View) -> Shown:
    at_x, at_y, extent = grid(view.plot("samples"), home)
    return {"data_density": density_image(data.law, at_x, at_y), "data_extent": extent}
