"""The view of a search: a hidden function, the machine's band and questions, and yours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.kernels import covariance_of
from playground.concepts.gaussian_processes.regression import (
    FunctionPosterior,
    condition,
    expected_improvement,
    factor,
)
from playground.concepts.gaussian_processes.state import GRID, REACH, Data, State
from playground.engine.errors import BadInput
from playground.engine.kit.newest import Newest
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Level, Points
from playground.figures.values import Range

QUESTIONS = 27
_HEIGHT = 3.5
_RULES = {
    "improvement": "Expected improvement",
    "bound": "Mean plus β deviations",
    "thompson": "Mean; the machine takes the top of a draw",
    "random": "Mean; the machine asks anywhere",
}
HINT = "Click where you would ask: the machine answers with one question of its own"


class Found(NamedTuple):
    """What the machine believes after its questions, and how it scores places.

    Attributes:
        belief: on the grid.
        best: the highest value so far.
        score: of every place of the grid.
    """

    belief: FunctionPosterior
    best: float
    score: Tensor


def belief(params: Params, data: Data, asked: Sequence[int]) -> Found:
    """What the machine makes of its questions."""
    k = covariance_of(params)
    K = _KERNELS.of(GRID, k, lambda: k(GRID, GRID))
    rows = torch.tensor(list(asked), dtype=torch.int64)
    y = data.hidden[rows]
    told = condition(K[rows][:, rows], K[rows], K, y, params.noise**2)
    best = float(y.max())
    match params.rule:
        case "improvement":
            score = expected_improvement(told.mean, told.std, best)
        case "bound":
            score = told.mean + params.beta * told.std
        case _:
            score = told.mean
    return Found(told, best, score)


_KERNELS: Newest[Tensor] = Newest(2)
_BELIEFS: Newest[Found] = Newest(2)


def next_question(params: Params, data: Data, asked: Sequence[int], ctx: Ctx) -> int:
    """The row of the grid that the rule chooses."""
    if params.rule == "random":
        return int(ctx.rand(1) * len(GRID)) % len(GRID)
    found = belief(params, data, asked)
    score = found.score
    if params.rule == "thompson":
        score = found.belief.mean + factor(found.belief.cov) @ ctx.randn(len(GRID)).double()
    return int(score.argmax())


def regret(data: Data, asked: Sequence[int]) -> float:
    """How far the best answer is below the top."""
    return float(data.hidden.max() - data.hidden[list(asked)].max())


def nearest(x: float) -> int:
    """The row of the grid nearest to a place."""
    return min(max(round((x + REACH) / (2 * REACH) * (len(GRID) - 1)), 0), len(GRID) - 1)


def drawn_over(values: Tensor, path: Sequence[float]) -> Tensor:
    """The function with a stroke, x and y in turn, in the place of what it passes over.

    Raises:
        BadInput: the path is no stroke.
    """
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, needed are x and y in turn", "path")
    new = values.clone()
    points = [(path[i], min(max(path[i + 1], -_HEIGHT), _HEIGHT)) for i in range(0, len(path), 2)]
    for (x0, y0), (x1, y1) in zip(points, points[1:] or points, strict=False):
        a, b = sorted((nearest(x0), nearest(x1)))
        for row in range(a, b + 1):
            share = 0.5 if x1 == x0 else min(max((float(GRID[row]) - x0) / (x1 - x0), 0.0), 1.0)
            new[row] = y0 + share * (y1 - y0)
    return new


def search(params: Params, data: Data, state: State) -> Drawn:
    """Band, questions and score of the machine; your own questions; how far both are below the top."""
    key = (params, state.asked)
    found = _BELIEFS.of(data.hidden, key, lambda: belief(params, data, state.asked))
    mean, std = found.belief.mean, found.belief.std
    mine, own = torch.tensor(list(state.asked)), torch.tensor(list(state.own))
    shown = params.reveal or len(state.asked) >= QUESTIONS
    top = int(data.hidden.argmax())
    x = Axis(range=Range(-REACH, REACH), label="x")
    main = Plot(
        name="function",
        title="Where is the top?",
        unit="machine {regret} below it after {asked} questions",
        badge="exact",
        main=True,
        x=x,
        y=Axis(range=Range(-_HEIGHT, _HEIGHT)),
        layers=(
            Curve(
                name="belief",
                role="slot1",
                x=GRID,
                y=mean,
                low=mean - 2 * std,
                high=mean + 2 * std,
                symbol="m",
                key="machine: mean ± 2 deviations",
            ),
            Curve(name="hidden", role="theory", x=GRID, y=data.hidden, show=shown, key="the function"),
            Points(
                name="asked",
                role="slot1",
                xy=torch.stack([GRID[mine], data.hidden[mine]], 1),
                hover="{x:2}, {y:2}",
                key="machine's questions",
            ),
            Points(
                name="own",
                role="slot2",
                xy=torch.stack([GRID[own], data.hidden[own]], 1),
                hollow=torch.ones(len(own), dtype=torch.bool),
                size=1.5,
                hover="{x:2}, {y:2}",
                key="your questions",
            ),
        ),
        mouse=(
            Mouse(on="click", kind="ask", take={"x": "x"}, label="ask here"),
            Mouse(on="shift+drag", kind="draw_function", take={"path": "path"}, label="draw the function"),
        ),
    )
    place = int(found.score.argmax())
    score = Plot(
        name="score",
        title=_RULES[params.rule],
        unit="highest at x = {next_x}",
        badge="exact",
        x=x,
        y=Axis(),
        layers=(
            Curve(
                name="score",
                role="slot3",
                x=GRID,
                y=found.score,
                outcome=True,
                symbol="a",
                key="score",
            ),
            Level(name="next", role="now", value=float(GRID[place]), across="vertical", text=""),
        ),
        mouse=(Mouse(on="click", kind="ask", take={"x": "x"}, label="ask here"),),
    )
    race = Plot(
        name="race",
        title="Below the top",
        unit="you {own_regret}, machine {regret}",
        badge="exact",
        x=Axis(label="questions", whole=True, range=Range(0.0, float(QUESTIONS))),
        y=Axis(zero=True),
        layers=(
            Curve(name="machine", role="slot1", **_fall(data, state.asked), markers=True, key="machine"),
            Curve(name="you", role="slot2", **_fall(data, state.own), markers=True, key="you"),
        ),
    )
    m, s = float(mean[place]), float(std[place])
    z = (m - found.best) / max(s, 1e-12)
    numbers: dict[str, Any] = {
        "regret": regret(data, state.asked),
        "own_regret": regret(data, state.own),
        "asked": len(state.asked),
        "own_asked": len(state.own),
        "next_x": float(GRID[place]),
        "m": m,
        "s": s,
        "best": found.best,
        "Phi": 0.5 * math.erfc(-z / math.sqrt(2)),
        "phi": math.exp(-0.5 * min(z * z, 1400.0)) / math.sqrt(2 * math.pi),
        "score": float(found.score[place]),
        "improvement": float(expected_improvement(mean, std, found.best)[place]),
        "top": float(data.hidden[top]),
    }
    return Drawn(Figure(plots=(main, score, race), hint=HINT), numbers)


def _fall(data: Data, asked: Sequence[int]) -> dict[str, Any]:
    """The gap below the top after each question."""
    best = data.hidden[list(asked)].cummax(0).values
    return {"x": torch.arange(1, len(asked) + 1, dtype=torch.float64), "y": data.hidden.max() - best}
