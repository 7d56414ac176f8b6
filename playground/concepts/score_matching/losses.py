"""The view of three losses: the same net trained on the same data by each, its field beside the true one.

Sources: Hyvärinen (2005), Vincent (2011), Song et al. (2020).
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.score_matching import Params
from playground.concepts.score_matching.names import COMPARED, LOSSES, ROLES
from playground.concepts.score_matching.net import EVERY, LOOKED, batch_of, begin_net, errors_of, schedule_of
from playground.concepts.score_matching.state import Data, State
from playground.engine.frame import View
from playground.engine.kit.diffusion import guidance, mixtures, schedules, training
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import arrows, density_curve, density_image, grid, half_window
from playground.engine.kit.diffusion.training import Training
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Curve, Image, Layer, Trace
from playground.figures.values import Range

_HINT = "Press space: three losses, one target"


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """The same new net for every loss."""
    first = begin_net(params, data, ctx)
    errors = errors_of(params, data, first)
    return State(None, errors, 0, (first,) * len(COMPARED), errors.expand(len(COMPARED), -1).contiguous())


def advance(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The chosen number of updates of each net, all on the same batches."""
    schedule, nets = schedule_of(params), list(state.compared)
    for _ in range(params.updates):
        give_way()
        batch = batch_of(params, data, ctx)
        seed = int(torch.randint(2**31, (1,), generator=ctx.rng))
        for row, kind in enumerate(COMPARED):
            # The same levels and the same noise for every loss: the numbers are drawn anew from one seed.
            rng = torch.Generator().manual_seed(seed)
            give_way()
            nets[row] = training.train(nets[row], schedule, batch, kind, rng, params.rate)
    move, errors = state.move + 1, state.compared_errors
    if move % EVERY == 0:
        errors = torch.stack([errors_of(params, data, net) for net in nets])
    return state._replace(move=move, compared=tuple(nets), compared_errors=errors)


def losses(params: Params, data: Data, state: State, view: View) -> Drawn:
    """A plane (or a curve) for each loss, and their errors over the updates."""
    schedule, t = schedule_of(params), schedules.level_at(params.shown, params.T)
    law = mixtures.noised(data.law, float(schedule.scale[t]), float(schedule.sigma[t]))
    half, found = half_window(data, schedule, t), {}
    plots = []
    for kind, net in zip(COMPARED, state.compared, strict=True):
        layers, found[f"error.{kind}"] = _field(params, data, law, net, t, half, view, kind)
        plots.append(
            Plot(
                name=kind,
                title=LOSSES[kind],
                badge="exact",
                unit=f"error {{error.{kind}}}",
                plane=data.d == 2,
                x=Axis(label="" if data.d == 2 else "x", range=Range(-half, half)),
                y=Axis(range=Range(-half, half)) if data.d == 2 else Axis(),
                layers=layers,
            )
        )
    numbers = {**schedules.noise_numbers(schedule, t), **found, "updates": state.compared[0].adam.taken}
    return Drawn(Figure(plots=(*plots, _errors()), even=True, hint=_HINT), numbers)


def _field(
    params: Params, data: Data, law: Mixture, net: Training, t: int, half: float, view: View, kind: str
) -> tuple[tuple[Layer, ...], float]:
    """The learned score of one loss beside the exact one at the level shown, and its relative error there."""
    schedule = schedule_of(params)
    score = training.as_score(net.best, schedule)
    if data.d == 1:
        x, weight = density_curve(law, half, 241)
        exact, learned = cloud_score(law, x[:, None])[:, 0], score(x[:, None], t)[:, 0]
        drawn: tuple[Layer, ...] = (
            Curve(name="exact", role="theory", x=x, y=exact, symbol="s_θ", key="exact score"),
            Curve(name="learned", role=ROLES[kind], x=x, y=learned, outcome=True, key="learned score"),
        )
        return drawn, _relative(weight, exact[:, None], learned[:, None])
    plot = view.plot(kind)
    at, vectors = arrows(guidance.exact(data.law, schedule), t, plot, half)
    at_x, at_y, extent = grid(plot, half)
    weight = mixtures.log_density(law, at).exp()
    guess = score(at, t)
    drawn = (
        Image(
            name="density", z=density_image(law, at_x, at_y), extent=extent, levels=(0.0, 1.0), smooth=True, frame=False
        ),
        Arrows(name="exact", role="field", tails=at, vectors=vectors, field=True, symbol="s_θ", key="exact score"),
        Arrows(
            name="learned",
            role=ROLES[kind],
            tails=at,
            vectors=guess,
            field=True,
            outcome=True,
            key="learned score",
        ),
    )
    return drawn, _relative(weight, vectors, guess)


def _relative(weight: Tensor, exact: Tensor, learned: Tensor) -> float:
    """Root mean square error over the root mean square exact score, weighted by the density; fields are (n, d)."""
    squares = [float((weight * part.square().sum(1)).sum()) for part in (learned - exact, exact)]
    return float((squares[0] / squares[1]) ** 0.5) if squares[1] > 0 else float("nan")


def _errors() -> Plot:
    return Plot(
        name="errors",
        title="Error of the score",
        badge="sampled",
        unit=f"relative, averaged over {len(LOOKED)} levels",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(log=True),
        layers=tuple(
            Trace(
                name=kind,
                role=ROLES[kind],
                series=f"errors.{kind}",
                against="updates",
                text=LOSSES[kind],
                log=True,
                outcome=True,
            )
            for kind in COMPARED
        ),
    )
