"""What is shown at the cursor: the score, the best guess of the clean sample, and the posterior of the components."""

from __future__ import annotations

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.picture_plane import Shown
from playground.concepts.diffusion.plan import inpaints, score_of
from playground.engine.frame import PlotView
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.schedules import Schedule

_MOST, _LEAST = 12, 0.01


def cursor_picture(params: Params, data: Data, schedule: Schedule, t: int, plot: PlotView | None) -> Shown:
    """The arrays and numbers at the cursor for level t, or level 1 where there is no noise left.

    The guess follows from the score that moves the particles by Tweedie's formula; the components are those of the law
    (of the examples where the score is theirs), and are left out where a half is known, which cuts them.
    """
    if plot is None or plot.cursor is None:
        return _NOTHING
    t = max(t, 1)
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    x = torch.tensor([plot.cursor], dtype=torch.float64)
    score = score_of(params, data, schedule)(x.to(torch.float32), t).to(torch.float64)
    guess = (x + sigma**2 * score) / scale
    law = mixtures.points(data.examples) if params.score == "empirical" else data.law
    posterior = mixtures.posterior(law, x, scale, sigma)
    weights, rows = posterior.weights[0].topk(min(_MOST, len(law.weights)))
    rows = rows[(weights >= _LEAST) & (not inpaints(params, data))]
    ends = posterior.means[0][rows]
    entropy = float(torch.special.entr(posterior.weights[0]).sum())
    return {
        "at_cursor": True,
        "cursor_at": x,
        "cursor_score": sigma**2 * score,
        "cursor_guess": guess,
        "cursor_lines": torch.cat([x.expand_as(ends), ends], 1),
        "cursor_weights": posterior.weights[0][rows],
        "cursor_score_x": float(score[0, 0]),
        "cursor_score_y": float(score[0, 1]),
        "cursor_guess_x": float(guess[0, 0]),
        "cursor_guess_y": float(guess[0, 1]),
        "cursor_count": float(torch.tensor(entropy).exp()),
    }


_NUMBERS = ("cursor_score_x", "cursor_score_y", "cursor_guess_x", "cursor_guess_y", "cursor_count")
_NOTHING: Shown = {
    **dict.fromkeys(_NUMBERS),
    "at_cursor": False,
    **{name: torch.zeros(0, 2) for name in ("cursor_at", "cursor_score", "cursor_guess")},
    "cursor_lines": torch.zeros(0, 4),
    "cursor_weights": torch.zeros(0),
}
