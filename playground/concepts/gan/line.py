"""The view of the line: both laws, the critic beside the best there is, and what it says beside the truth."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.gan import Params, line_laws, training
from playground.concepts.gan.state import Data, State
from playground.concepts.gan.training import REACH, LineLaws
from playground.engine.kit.sampling.divergences import jensen_shannon
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Points, Trace
from playground.figures.values import Range
from playground.texts.sums import finer
from playground.texts.template import fixed

HINT = "Press space to train; freeze the generator and watch the critic come to the best one"
NAMES = {
    "saturating": "Jensen-Shannon divergence",
    "nonsaturating": "Jensen-Shannon divergence",
    "clip": "earth mover's distance W1",
    "penalty": "earth mover's distance W1",
    "hinge": "total variation",
    "squares": "triangular divergence",
}
_RANGE = Range(-REACH, REACH)


def line(params: Params, data: Data, state: State) -> Drawn:
    """The plots of the line."""
    laws = LineLaws(params, data, state.teams[0])
    drawn, best = _critics(params, laws)
    x = training.samples(params, state.teams[0], 200)
    p, g = laws.p / laws.width, laws.g / laws.width
    top = 1.35 * float(p.max())
    figure = Figure(
        plots=(
            Plot(
                name="laws",
                title="The law and what is made",
                badge="exact",
                unit="JS {js}, W1 {w1}",
                main=True,
                x=Axis(label="x", range=_RANGE),
                y=Axis(range=Range(-0.06 * top, top)),
                layers=(
                    Curve(
                        name="p",
                        role="slot1",
                        x=laws.middles,
                        y=p,
                        low=torch.zeros_like(p),
                        high=p,
                        symbol="p",
                        key="p, the law",
                    ),
                    Curve(
                        name="g",
                        role="slot2",
                        x=laws.middles,
                        y=g.clamp_max(2 * top),
                        symbol="g",
                        outcome=True,
                        key="g, what is made",
                    ),
                    Points(
                        name="samples",
                        role="slot2",
                        xy=torch.cat([x, torch.full_like(x, -0.03 * top)], 1),
                        size=0.4,
                        key="samples",
                    ),
                ),
                mouse=(editing.draw("draw data", kind="draw"),),
            ),
            Plot(
                name="critic",
                title="The critic and the best one",
                badge="exact",
                unit="D* = p/(p + g)" if params.loss not in ("clip", "penalty", "hinge") else "",
                main=True,
                x=Axis(label="x", range=_RANGE),
                y=_axis(params, best, drawn),
                layers=(
                    Curve(name="best", role="theory", x=laws.middles, y=best, symbol="D*", key="the best critic"),
                    Curve(name="net", role="hero", x=laws.middles, y=drawn, symbol="D", outcome=True, key="the net"),
                ),
            ),
            Plot(
                name="truth",
                title=f"What the net says: {NAMES[params.loss]}",
                badge="exact",
                unit="never more than there is",
                x=Axis(label="updates", whole=True, zero=True),
                layers=(
                    Trace(name="exact", role="theory", series="exact", against="updates", text="there is {exact}"),
                    Trace(name="said", role="hero", series="said", against="updates", text="the net {said}"),
                ),
            ),
        ),
        hint=HINT,
    )
    return Drawn(figure, _numbers(params, laws))


def _critics(params: Params, laws: LineLaws) -> tuple[Tensor, Tensor]:
    """What is drawn of the net and of the best critic."""
    p, g, a = laws.p, laws.g, laws.a
    match params.loss:
        case "saturating" | "nonsaturating":
            return torch.sigmoid(a), torch.sigmoid(line_laws.best_logit(p, g))
        case "squares":
            return a, p / (p + g)
        case "hinge":
            return a.clamp(-2, 2), torch.where((p - g).abs() > 1e-9, (p - g).sign(), 0.0)
    steepest = max(float(a.diff().abs().max()) / laws.width, 1e-9)
    scaled, best = a / steepest, line_laws.best_critic(p, g, laws.width)
    return scaled - scaled.mean(), best - best.mean()


def _axis(params: Params, best: Tensor, drawn: Tensor) -> Axis:
    if params.loss in ("clip", "penalty"):
        reach = 1.15 * max(float(best.abs().max()), float(drawn.abs().max()), 0.5)
        return Axis(range=Range(-reach, reach))
    return Axis(range=Range(-2.1, 2.1) if params.loss == "hinge" else Range(-0.1, 1.1))


def _numbers(params: Params, laws: LineLaws) -> dict[str, float | str | None]:
    seen = training.seen_on_line(params, laws)
    p, g = laws.p, laws.g
    v = line_laws.value(p, g, line_laws.best_logit(p, g))
    middle = int((p + g).argmax())
    raw, steepest = seen.raw or 0.0, max(seen.steepest or 0.0, 1e-12)
    p0, g0 = float(p[middle]) / laws.width, float(g[middle]) / laws.width
    from_terms = jensen_shannon(p, g)
    return {
        "value_best": v,
        "identity": v - (2 * from_terms - math.log(4)),
        "ratio": seen.said / seen.exact if seen.said is not None and seen.exact else None,
        **{name: getattr(seen, name) for name in ("js", "w1", "exact", "said", "raw", "steepest")},
        "x_shown": float(laws.middles[middle]),
        "p_shown": p0,
        "g_shown": g0,
        "d_shown": p0 / (p0 + g0),
        "said_line": f"{fixed(raw, 4 + finer([raw]))} / {fixed(steepest, 4 + finer([steepest]))}",
    }
