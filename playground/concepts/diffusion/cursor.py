"""What is shown at the cursor: the score, the best guess of the clean sample, and the posterior of the components."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import half_known
from playground.concepts.diffusion.plan import score_of
from playground.engine.frame import PlotView
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures.layers import Arrows, Layer, Lines, Ring, Text

_MOST, _LEAST = 12, 0.01
_WORDS = (
    "score ({cursor_score_x}, {cursor_score_y}), E[x₀ | x] = ({cursor_guess_x}, {cursor_guess_y}), "
    "{cursor_count:1} of {components} components"
)


def cursor(
    params: Params, data: Data, schedule: Schedule, t: int, view: PlotView | None
) -> tuple[tuple[Layer, ...], dict[str, Any]]:
    """The layers and the numbers at the cursor for level t, or level 1 where there is no noise left.

    The guess follows from the score that moves the particles by Tweedie's formula; the components are those of the law
    (of the examples where the score is theirs), and are left out where a half is known, which cuts them.
    """
    there = view is not None and view.cursor is not None
    x = score = guess = torch.zeros(0, 2, dtype=torch.float64)
    lines, weights = torch.zeros(0, 4), torch.zeros(0)
    found = dict.fromkeys(("score_x", "score_y", "guess_x", "guess_y", "count"), None)
    if view is not None and view.cursor is not None:
        t = max(t, 1)
        scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
        x = torch.tensor([view.cursor], dtype=torch.float64)
        score = score_of(params, data, schedule)(x.to(torch.float32), t).to(torch.float64)
        guess = (x + sigma**2 * score) / scale
        law = mixtures.points(data.examples) if params.score == "empirical" else data.law
        posterior = mixtures.posterior(law, x, scale, sigma)
        weights, rows = posterior.weights[0].topk(min(_MOST, len(law.weights)))
        likely = (weights >= _LEAST) & (not half_known(params))
        weights, ends = weights[likely], posterior.means[0][rows[likely]]
        lines = torch.cat([x.expand_as(ends), ends], 1)
        count = float(torch.special.entr(posterior.weights[0]).sum().exp())
        found = dict(zip(found, (*score[0].tolist(), *guess[0].tolist(), count), strict=True))
        score = sigma**2 * score
    layers = (
        Lines(name="posterior here", role="slot6", xy=lines, widths=weights, halo=False, found=False),
        Arrows(name="score here", role="now", tails=x, vectors=score),
        Ring(name="guess here", role="slot6", xy=guess, text="E[x₀ | x]"),
        Text(name="here", text=_WORDS, anchor="top left", show=there),
    )
    return layers, {f"cursor_{name}": value for name, value in found.items()} | {"components": len(data.masses)}
