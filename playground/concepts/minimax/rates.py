"""The view of rates over the step size: in theory, measured, and how far single steps are from the proximal one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.board import EMPTY, Board
from playground.concepts.minimax.condition import condition_plot
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, curve, limit
from playground.concepts.minimax.methods import Setting, many, memory
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.state import State
from playground.concepts.minimax.stationary import Point, stationary
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Lines, Points, Ring, Text

STEPS = torch.logspace(-2.0, 0.5, 161, dtype=torch.float64)
"""The step sizes of the curves."""
HIGHEST = 2.0
_NONE = torch.zeros(0, dtype=torch.float64)
_TRIED = 41
_WARM, _TIMED = 60, 180
_SMALL = 1e-5
_COPIES = ("eg", "ogda")


def rates(here: Board, measured: Mapping[str, Any], gaps: Mapping[str, Any], conditions: Mapping[str, Any]) -> Drawn:
    """The curves with the measured rates, the gaps to the proximal step, and the rates over the condition number."""
    plots = (_rates(here, measured), _gap(gaps), condition_plot(conditions))
    numbers = {name: gaps.get(name) for name in ("slope_eg", "slope_ogda")}
    numbers |= {name: conditions.get(name) for name in ("kappa_eg", "kappa_gda")}
    return Drawn(Figure(plots=plots, hint="Turn the step size"), numbers | {"measured_gap": measured.get("gap")})


def _rates(here: Board, measured: Mapping[str, Any]) -> Plot:
    now, across = math.log10(here.params.eta), STEPS.log10()
    upright = torch.tensor([[now, 0.0], [now, HIGHEST]], dtype=torch.float64)
    found = here.solution
    curves = {name: _curve(here.game, name, found.z) if found is not None else (_NONE, EMPTY) for name in STATIONARY}
    return Plot(
        name="rates",
        badge="exact",
        title="Rate against step size",
        unit="below 1 it converges; rings mark the limit",
        main=True,
        x=Axis(label="step size η", range=(-2.0, 0.7), log=True),
        y=Axis(range=(0.0, HIGHEST)),
        layers=(
            Lines(name="now", role="now", xy=upright, text="η"),
            *(Curve(name=name, role=ROLES[name], x=across, y=rate) for name, (rate, _) in curves.items()),
            *(
                Points(name=f"measured {name}", role=ROLES[name], xy=measured.get(name, EMPTY), size=0.6, outcome=True)
                for name in curves
            ),
            *(Ring(name=f"limit {name}", role=ROLES[name], xy=end) for name, (_, end) in curves.items()),
            *(
                Text(name=f"name {name}", role=ROLES[name], text=LABELS[name], xy=_beside(rate, place))
                for place, (name, (rate, _)) in enumerate(curves.items())
            ),
        ),
        empty=found is not None,
        empty_text="No stationary point in the window",
    )


@lru_cache(maxsize=64)
def _curve(game: Game, name: str, z: complex) -> tuple[Tensor, Tensor]:
    """The spectral radius over the step size, (n,), and where it passes 1, (1, 2) or empty."""
    J = game.matrix(z)
    radii = curve(name, J, STEPS)
    end = limit(name, J)
    inside = float(STEPS[0]) <= end <= float(STEPS[-1])
    mark = torch.tensor([[math.log10(end), 1.0]], dtype=torch.float64) if inside else EMPTY
    return torch.where(radii <= HIGHEST, radii, torch.nan), mark


def _beside(rate: Tensor, place: int) -> Tensor:
    """Where a curve's name stands: where it rises through a height of its own, or near its right end."""
    if not len(rate):
        return EMPTY
    height = 1.12 + 0.12 * place
    above = (rate >= height).nonzero().ravel()
    known = (~rate.isnan()).nonzero().ravel()
    i = int(above[0]) if len(above) else int(known[-1 - len(known) // 12])
    return torch.stack([STEPS.log10()[i], rate[i]])[None]


def measured_rates(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The factor of each method near the first stationary point, measured with many step sizes at once.

    After every iteration the distance is set back, so that the path stays where V is as good as linear.
    """
    game = game_of(params)
    found = next(iter(stationary(game)), None)
    if found is None:
        yield Partial({}, 1.0)
        return
    steps = torch.logspace(-2, 0.5, _TRIED, dtype=torch.float64)
    setting = Setting(steps, steps)
    size = _SMALL * game.half
    z = (found.z + size * complex(0.8, 0.6)) * torch.ones((len(STATIONARY), _TRIED), dtype=torch.complex128)
    kept = [memory(name, game, z[i]) for i, name in enumerate(STATIONARY)]
    first = torch.stack([part for part, _ in kept])
    # What a method remembers is measured from what it is at the solution: the point itself, or V = 0.
    rest = torch.tensor([[found.z if name == "rfbs" else 0j] for name in STATIONARY], dtype=torch.complex128)
    total = torch.zeros(z.shape, dtype=torch.float64)
    for k in range(_WARM + _TIMED):
        moves = many(game, STATIONARY, z, first, first, setting)
        far = torch.stack([move.z for move in moves]) - found.z
        memories = torch.stack([move.first for move in moves]) - rest
        factor = (far.abs() / size).clamp(1e-12, 1e12)
        z, first = found.z + far / factor, rest + memories / factor
        total = total + factor.log() if k >= _WARM else total
        yield Partial({}, (k + 1) / (_WARM + _TIMED))
    yield Partial(_beside_theory(game, found, steps, (total / _TIMED).exp()), 1.0)


def _beside_theory(game: Game, found: Point, steps: Tensor, measured: Tensor) -> dict[str, Any]:
    """The measured rates that are on the plot, (n, 2) of each method, and the largest gap to theory."""
    each: dict[str, Any] = {}
    J, gap = game.matrix(found.z), 0.0
    for i, name in enumerate(STATIONARY):
        theory = curve(name, J, steps)
        inside = (measured[i] <= HIGHEST) & (theory > 1e-3)
        each[name] = torch.stack([steps.log10(), measured[i]], 1)[inside]
        if bool(inside.any()):
            gap = max(gap, float((measured[i] - theory)[inside].abs().max()))
    return each | {"gap": gap}


# ---- the proximal step


def _gap(gaps: Mapping[str, Any]) -> Plot:
    steps = gaps.get("steps", _NONE)
    return Plot(
        name="gap",
        badge="exact",
        title="Gap to the proximal step",
        unit="slopes {slope_eg} and {slope_ogda}",
        x=Axis(label="step size η", log=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(name=name, role=ROLES[name], x=steps, y=gaps.get(name, _NONE), markers=True, text=LABELS[name])
            for name in _COPIES
        ),
    )


def proximal_gaps(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """One step of EG and of OGDA beside the proximal step from the same point, for step sizes 0.02 to 0.16.

    The point before that OGDA needs is the one from which the proximal step leads here: z + eta V(z).
    """
    game = game_of(params)
    steps = torch.logspace(math.log10(0.02), math.log10(0.16), 7, dtype=torch.float64)
    z = torch.full((3, 7), complex(0.5, 0.3) * game.half, dtype=torch.complex128)
    before = game.V(z[0] + steps * game.V(z[0]))
    moves = many(game, ("ppm", *_COPIES), z, before.expand(3, 7), z, Setting(steps, steps))
    found: dict[str, Any] = {"steps": steps.log10()}
    for name, move in zip(_COPIES, moves[1:], strict=True):
        gap = (move.z - moves[0].z).abs().clamp_min(1e-300).log10()
        centred = steps.log10() - steps.log10().mean()
        found |= {name: gap, f"slope_{name}": float((centred * gap).sum() / (centred * centred).sum())}
    yield Partial(found, 1.0)
