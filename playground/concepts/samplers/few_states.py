"""Metropolis and Hastings on a ring of a few states, exactly: the law of the walker, the flux, and how fast it settles.

Source: Hastings (1970); the bound is that of a reversible chain from one state (Diaconis and Stroock, 1991).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.state import Data, Info, Walker
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.sampling import metropolis
from playground.engine.kit.sampling.divergences import total_variation
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Graph, Image, Points, Trace
from playground.figures.values import Range

_BESIDE, _NODE = 0.055, 0.17  # of the ring's radius: arrows of the two directions, and where they begin
_REACH = 1.45
_WRITTEN_OUT = 0.05  # of a denominator, for two decimals to tell the ratio
_DRAG = Mouse(
    on="drag", target="weights", kind="set_weight", take={"state": "id", "height": "y"}, label="drag a weight"
)


def begin(params: Params, data: Data, ctx: Ctx) -> Walker:
    """A walker that certainly stands at the first state."""
    law = torch.zeros(len(data.weights), dtype=torch.float64)
    law[0] = 1.0
    return Walker(law, 0, law.long())


def advance(params: Params, data: Data, walker: Walker, ctx: Ctx) -> Walker:
    """One move of the walker, and of its law."""
    moves = rule_of(params, data).moves
    at = int(torch.multinomial(moves[walker.at], 1, generator=ctx.rng))
    visits = walker.visits.clone()
    visits[at] += 1
    return Walker(walker.law @ moves, at, visits)


def proposals(params: Params, data: Data) -> Tensor:
    """The next state clockwise with probability `drift`, else the one before, (states, states)."""
    forward = torch.eye(len(data.weights), dtype=torch.float64).roll(1, 1)
    return params.drift * forward + (1 - params.drift) * forward.T


class Rule(NamedTuple):
    """What follows from the target and the chosen rule alone.

    Attributes:
        moves: see `transition`.
        kept: the law that the chain keeps, (states,).
        second: the size of the second eigenvalue of the moves.
    """

    moves: Tensor
    kept: Tensor
    second: float


_rules: Kept[Rule] = Kept(4)


def rule_of(params: Params, data: Data) -> Rule:
    """The rule, computed once for each target."""

    def made() -> Rule:
        moves = transition(params, data)
        return Rule(moves, stationary(moves), metropolis.second_eigenvalue(moves))

    return _rules.get((data.weights, params.rule, params.drift), made)


def transition(params: Params, data: Data) -> Tensor:
    """The probabilities of the moves by the chosen rule, (states, states); a row is where one comes from."""
    Q = proposals(params, data)
    if params.rule == "hastings":
        return metropolis.chain(data.weights, Q).transition
    # The target's weights alone, or none of it: right only where proposals go both ways alike, or never.
    weights = data.weights
    accept = (weights[None, :] / weights[:, None]).clamp(max=1.0) if params.rule == "metropolis" else torch.ones_like(Q)
    moves = Q * accept
    return moves + torch.diag(1 - moves.sum(1))


def stationary(moves: Tensor) -> Tensor:
    """The law that a chain keeps, (states,), by taking out state after state (Grassmann, Taksar and Heyman, 1985).

    Nothing is subtracted, so that it is exact to rounding and the same each time.
    """
    left = [[float(entry) for entry in row] for row in moves]
    n = len(left)
    for k in range(n - 1, 0, -1):
        out = sum(left[k][:k])
        for i in range(k):
            left[i][k] /= out
            for j in range(k):
                left[i][j] += left[i][k] * left[k][j]
    law = [1.0]
    for k in range(1, n):
        law.append(sum(law[i] * left[i][k] for i in range(k)))
    return torch.tensor(law, dtype=moves.dtype) / sum(law)


def info_of(params: Params, data: Data, walker: Walker, move: int) -> Info:
    """How far the walker's law is from the target, and how far it can be."""
    target = data.weights / data.weights.sum()
    bound = None
    if params.rule == "hastings":
        first, second = float(target[0]), rule_of(params, data).second
        bound = min(1.0, math.sqrt((1 - first) / first) / 2 * second**move)
    return Info("running", law_tv=total_variation(walker.law, target), law_tv_bound=bound)


def observe(params: Params, data: Data, walker: Walker, move: int) -> Drawn:
    """The ring with its flux, the law beside the target, the distance over time, and the flux as a matrix."""
    target, rule = data.weights / data.weights.sum(), rule_of(params, data)
    flux = target[:, None] * rule.moves
    asymmetry = float((flux - flux.T).abs().max())
    numbers: dict[str, Any] = {
        "asymmetry": asymmetry,
        "flux_words": "alike in both directions" if asymmetry < 1e-12 else "more one way than back",
        "stationary_gap": total_variation(rule.kept, target),
        "second_eigenvalue": rule.second,
        **_by_hand(params, data, walker),
        "walker_tv": total_variation(walker.visits.double() / walker.visits.sum(), target),
    }
    plots = _ring(walker, target, flux), _law(walker, target), _distance(params), _matrix(flux)
    return Drawn(Figure(plots=plots, hint="Drag a weight, then press space"), numbers)


def _by_hand(params: Params, data: Data, walker: Walker) -> dict[str, Any]:
    """The two weights that decide whether the walker goes on clockwise, and Hastings' ratio."""
    here, there = float(data.weights[walker.at]), float(data.weights[(walker.at + 1) % len(data.weights)])
    forth, back = params.drift, 1 - params.drift
    known = params.rule == "hastings" and here * forth > _WRITTEN_OUT
    ratio = there * back / (here * forth) if known else None
    return {"weight_here": here, "weight_there": there, "drift_back": back, "hastings_ratio": ratio}


def _ring(walker: Walker, target: Tensor, flux: Tensor) -> Plot:
    """States on a ring; an arrow is as long as the probability that flows along it when the target's law is there."""
    n = len(target)
    angle = math.pi / 2 - 2 * math.pi * torch.arange(n, dtype=torch.float64) / n
    xy = torch.stack([angle.cos(), angle.sin()], 1)
    here = torch.arange(n)
    tails, heads = torch.cat([here, (here + 1) % n]), torch.cat([(here + 1) % n, here])
    along = torch.nn.functional.normalize(xy[heads] - xy[tails], dim=1)
    across = torch.stack([-along[:, 1], along[:, 0]], 1)
    length = float((xy[1] - xy[0]).norm()) - 2.4 * _NODE
    strength = flux[tails, heads] / flux.clone().fill_diagonal_(0.0).max().clamp_min(1e-12)
    start = xy[tails] + 1.2 * _NODE * along + _BESIDE * across
    words = [f"{share:.2f}" for share in walker.law.tolist()]
    return Plot(
        name="ring",
        title="Flux of probability",
        badge="exact",
        unit="{flux_words}",
        main=True,
        axes=False,
        x=Axis(range=Range(-_REACH, _REACH)),
        y=Axis(range=Range(-_REACH, _REACH)),
        layers=(
            Arrows(
                name="flux",
                role="slot1",
                tails=start,
                vectors=length * strength[:, None] * along,
                symbol="F",
                key="flux of a direction, where the law is the target",
            ),
            Graph(
                name="states",
                xy=xy,
                pairs=torch.stack([here, (here + 1) % n], 1),
                values=walker.law,
                color_map="sequential",
                levels=(0.0, 1.0),
                sizes=target,
                mark=here == walker.at,
                words=words,
                scale=2.2,
                key="state: law of now; size: target; ring: walker",
            ),
        ),
    )


def _law(walker: Walker, target: Tensor) -> Plot:
    at = torch.arange(len(target), dtype=torch.float64)
    shares = walker.visits.double() / walker.visits.sum()
    return Plot(
        name="law",
        title="Where the walker is",
        badge="sampled",
        unit="drag a target weight",
        x=Axis(label="state", whole=True),
        y=Axis(zero=True),
        layers=(
            Bars(name="law", role="slot1", heights=walker.law, symbol="p", outcome=True, key="law of now"),
            Points(name="visits", role="slot2", xy=torch.stack([at, shares], 1), size=0.7, key="share of its visits"),
            Points(name="weights", role="hero", xy=torch.stack([at, target], 1), hollow=at >= 0, key="target"),
        ),
        mouse=(_DRAG,),
    )


def _distance(params: Params) -> Plot:
    bound = (Trace(name="bound", role="theory", series="law_tv_bound", text="bound by λ₂", log=True),)
    return Plot(
        name="distance",
        title="Distance to the target",
        badge="exact",
        unit="total variation {law_tv}",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            *(bound if params.rule == "hastings" else ()),
            Trace(name="law_tv", role="slot1", series="law_tv", text="law", log=True, outcome=True),
        ),
    )


def _matrix(flux: Tensor) -> Plot:
    names = [str(i) for i in range(len(flux))]
    moves = flux.clone().fill_diagonal_(torch.nan)
    return Plot(
        name="flux",
        title="Flux from row to column",
        badge="exact",
        unit="largest asymmetry {asymmetry}",
        axes=False,
        layers=(Image(name="matrix", z=moves, gaps=True, row_words=names, column_words=names, symbol="F"),),
    )
