"""The view of a cloud: data and samples over the critic's map, the generator's grid, and what both players pay."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.gan import Params, measures, nets, training
from playground.concepts.gan.game import said_by
from playground.concepts.gan.losses import LOSSES, probability
from playground.concepts.gan.players import Team
from playground.concepts.gan.state import Data, State
from playground.engine.frame import View
from playground.engine.kit.diffusion.kept import Kept
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Curve, Image, Level, Lines, Points, Ring, Trace
from playground.figures.values import Range
from playground.texts.sums import signed

HINT = "Press space to train; click a sample for its nearest training point; shift and drag to draw data of your own"
_HALF = 2.4
_CELLS = 48
_SHOWN, _SENT = 400, 60
_LINES, _ALONG = 11, 41
_GAP = torch.full((1, 2), torch.nan)
_COLD: Kept[float] = Kept()


def _straight_grid() -> Tensor:
    across, along = torch.linspace(-2, 2, _LINES), torch.linspace(-2, 2, _ALONG)
    lines = [torch.stack([along, torch.full_like(along, at)], 1) for at in across]
    lines += [line.flip(1) for line in lines]
    return torch.cat([part for line in lines for part in (line, _GAP)])


_STRAIGHT = _straight_grid()


def plane(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The plots of the plane."""
    team = state.teams[0]
    x = training.samples(params, team, _SHOWN)
    x = x[torch.isfinite(x).all(1)]
    z, extent = critic_map(params, team, view.window("plane", (-_HALF, _HALF, -_HALF, _HALF)))
    chosen, twin, apart = _chosen(data, state, x)
    home = Axis(range=Range(-_HALF, _HALF))
    tails, vectors = sent(params, team, x) if params.arrows else (x[:0], x[:0])
    main = Plot(
        name="plane",
        title="Data, samples and the critic",
        badge="sampled",
        unit="after {updates} updates",
        main=True,
        plane=True,
        x=home,
        y=home,
        layers=(
            Image(
                name="critic",
                z=z,
                extent=extent,
                color_map="diverging",
                levels=(-1.3, 1.3),
                smooth=True,
                frame=False,
                symbol="D",
                key="critic: low to high",
            ),
            Lines(
                name="grid",
                role="muted",
                xy=_grid(params, team) if params.warped else torch.zeros(0, 2),
                found=False,
                symbol="G",
                key="the generator's grid",
            ),
            Points(name="data", role="slot1", xy=data.train[:_SHOWN], size=0.45, symbol="p", key="training data"),
            Points(name="samples", role="slot2", xy=x, size=0.5, outcome=True, symbol="g", key="samples"),
            Arrows(name="sent", role="slot4", tails=tails, vectors=vectors, key="where samples are sent"),
            Lines(name="pair", role="now", xy=torch.stack([chosen, twin]), found=False),
            Ring(name="chosen", role="now", xy=chosen, text="nearest training point {apart}"),
        ),
        mouse=(
            Mouse(on="click", kind="choose", take={"x": "x", "y": "y"}, label="look at the nearest sample"),
            editing.draw("draw data", kind="draw"),
        ),
    )
    figure = Figure(plots=(main, _losses(), _slopes(params, team, x)), hint=HINT)
    return Drawn(figure, _numbers(params, data, state, team, apart))


def critic_map(params: Params, team: Team, window: tuple[float, float, float, float]) -> tuple[Tensor, Tensor]:
    """What the critic says over a window, (rows, columns), from -1 to 1, and the window, (4,)."""
    x0, x1, y0, y1 = window
    at_x = x0 + (torch.arange(_CELLS) + 0.5) / _CELLS * (x1 - x0)
    at_y = y1 - (torch.arange(_CELLS) + 0.5) / _CELLS * (y1 - y0)
    at = torch.stack([at_x.repeat(_CELLS), at_y.repeat_interleave(_CELLS)], 1)
    a = said_by(training.game_of(params).critic, team.critic, at)
    if params.loss in ("saturating", "nonsaturating"):
        a = 2.0 * torch.sigmoid(a) - 1.0
    elif params.loss == "squares":
        a = (2.0 * a - 1.0).clamp(-1.0, 1.0)
    else:
        a = a - a.median()
        a = a / a.abs().max().clamp_min(1e-9)
    return a.nan_to_num(0.0).view(_CELLS, _CELLS), torch.tensor([x0, x1, y0, y1])


def _grid(params: Params, team: Team) -> Tensor:
    """The grid of noise where the first generator sends it; gaps stay gaps."""
    gap = torch.isnan(_STRAIGHT[:, 0])
    bent = nets.outputs(training.game_of(params).made, team.made.theta[:1], _STRAIGHT.nan_to_num(0.0))[0]
    return torch.where(gap[:, None], torch.nan, bent)


def sent(params: Params, team: Team, x: Tensor) -> tuple[Tensor, Tensor]:
    """Some samples, and the way down the generator's loss at each, the longest 0.45 long."""
    if not len(x):
        return x, x
    some, shape = x[:_SENT], training.game_of(params).critic
    critics = team.critic.theta
    seen = nets.forward(shape, critics, some.expand(len(critics), -1, -1))
    down = -nets.by_inputs(shape, critics, seen, LOSSES[params.loss].made_slope(seen.out)).mean(0)
    return some, down * (0.45 / down.norm(dim=1).max().clamp_min(1e-9))


def _chosen(data: Data, state: State, x: Tensor) -> tuple[Tensor, Tensor, float]:
    """The sample nearest to the place, its nearest training point, and how far that is."""
    if not len(x):
        return state.at, state.at, math.nan
    chosen = x[(x - state.at).square().sum(1).argmin()]
    row, distance = measures.nearest_training(chosen[None], data.train)
    return chosen, data.train[row[0]], float(distance[0])


def _losses() -> Plot:
    return Plot(
        name="losses",
        title="What both pay",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        layers=(
            Trace(
                name="critic_pays", role="slot1", series="critic_loss", against="updates", text="critic {critic_loss}"
            ),
            Trace(name="made_pays", role="slot2", series="made_loss", against="updates", text="generator {made_loss}"),
        ),
    )


def _slopes(params: Params, team: Team, x: Tensor) -> Plot:
    a = torch.linspace(-12, 12, 97)
    loss = LOSSES[params.loss]
    logits = said_by(training.game_of(params).critic, team.critic, x[:_SENT]).clamp(-12, 12)
    marks = torch.stack([logits, loss.made_slope(logits).abs().clamp(max=1.5)], 1)
    return Plot(
        name="slopes",
        title="How hard a sample is pushed",
        badge="exact",
        unit="slope of the loss in the logit",
        x=Axis(label="critic's number a of a sample", range=Range(-12.0, 12.0)),
        y=Axis(range=Range(0.0, 1.55)),
        layers=(
            Level(name="logit", role="now", across="vertical", value=params.logit, text="a = {logit:1}"),
            Curve(name="saturating", role="slot3", x=a, y=torch.sigmoid(a), symbol="s", key="saturating"),
            Curve(name="other", role="slot5", x=a, y=torch.sigmoid(-a), symbol="n", key="non-saturating"),
            Points(name="samples", role="slot2", xy=marks, size=0.5, key="samples, by the loss in force"),
        ),
        mouse=(Mouse(on="drag", kind="set", take={"logit": "x"}, label="choose a logit"),),
    )


def _fresh_distance(data: Data) -> float:
    return _COLD.get(
        (data.train, data.fresh), lambda: float(measures.nearest_training(data.fresh[:200], data.train)[1].median())
    )


def _numbers(params: Params, data: Data, state: State, team: Team, apart: float) -> dict[str, Any]:
    a = params.logit
    held = state.past[:, 0]
    known = bool(held.shape[1]) and len(training.mode_places(data)[0]) > 0
    counts = held.sum(1)
    at = state.at.tolist()
    D = float(probability("saturating", torch.tensor(a)))
    return {
        "fresh": _fresh_distance(data),
        "verdict": measures.verdict(held) if known else None,
        "changes": int((held[1:] ^ held[:-1]).sum()) if known else None,
        "range": int(counts.max() - counts.min()) if known and len(held) else None,
        "slope_saturating": 1.0 / (1.0 + math.exp(-a)),
        "slope_other": 1.0 / (1.0 + math.exp(a)),
        "apart": apart,
        "logit": a,
        "D": D,
        "minus_a": signed(-a, 2),
        "weights": team.made.theta.shape[1],
        "x_at": at[0],
    }
