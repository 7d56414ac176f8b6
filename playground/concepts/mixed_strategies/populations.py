"""The view of players in a box: all pairs, the laws of both sides, and the entropic equilibria by temperature."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params, box
from playground.concepts.mixed_strategies.names import LABELS, ROLES, running
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Image, Lines, Points, Role
from playground.figures.values import Range

_NONE = torch.zeros(0, dtype=torch.float64)
_SIDE = Range(-box.HALF, box.HALF)
_WINDOW = torch.tensor([-box.HALF, box.HALF, -box.HALF, box.HALF], dtype=torch.float64)
_CELLS, _MUTED = 128, 2.8
_EDGES = torch.linspace(-box.HALF, box.HALF, box.BINS + 1, dtype=torch.float64)


def populations(params: Params, players: box.Box, found: Mapping[str, Any]) -> Drawn:
    """The pairs, the laws of the method in focus beside the entropic pair, and that pair at other temperatures."""
    names = running(params)
    focus = names.index(params.method) if params.method in names else len(names) - 1
    laws = box.laws(players, focus) if names else (_NONE, _NONE)
    points, *densities = box.densities(params.temperature)
    both = zip("xy", laws, densities, strict=True)
    # Where all meet all there is no trap, but an equilibrium at each temperature.
    free = names == ("langevin",) and params.players == "all"
    plots = (
        _pairs(names, players),
        _temperatures(found) if free else _caught(params, names, players),
        *(_law(player, law, points, theory) for player, law, theory in both),
    )
    figure = Figure(plots=plots, hint="Press space to run")
    return Drawn(figure, _numbers(params, names, players))


def _numbers(params: Params, names: tuple[str, ...], players: box.Box) -> dict[str, Any]:
    points, p, q = box.densities(params.temperature)
    width = float(points[1] - points[0])
    x2, y2 = float((p * points**2).sum()) * width, float((q * points**2).sum()) * width
    row = names.index("langevin") if "langevin" in names else None
    return {
        "focus": LABELS[params.method],
        "entropic_value": -x2 * y2,
        "entropic_x2": x2,
        "measured_x2": box.second_moment(players, row) if row is not None else None,
    }


def _pairs(names: tuple[str, ...], players: box.Box) -> Plot:
    return Plot(
        name="box",
        badge="sampled",
        title="Pairs of players",
        unit="x y − x² y², y is the ω of the slides",
        main=True,
        plane=True,
        x=Axis(range=_SIDE),
        y=Axis(range=_SIDE),
        layers=(
            Image(
                name="payoff",
                z=_payoffs(),
                extent=_WINDOW,
                color_map="diverging",
                levels=(-_MUTED, _MUTED),
                frame=False,
                smooth=True,
                relief=True,
                key="payoff",
            ),
            Lines(name="trap", role="theory", xy=_trap(), key="trap: V = 0"),
            *(
                Points(
                    name=name,
                    role=ROLES[name],
                    xy=players.z[row],
                    size=0.8,
                    symbol="z",
                    key=LABELS[name],
                    outcome=True,
                )
                for row, name in enumerate(names)
            ),
        ),
    )


@lru_cache(maxsize=1)
def _payoffs() -> Tensor:
    """The payoff on square cells, y up, as heights from -1 to 1; what is far from 0 is flattened."""
    at = -box.HALF + 2 * box.HALF * (torch.arange(_CELLS, dtype=torch.float64) + 0.5) / _CELLS
    values = box.payoffs(at, at).T.flip(0)
    return (values / (1 + values.abs())).to(torch.float32).contiguous()


def _caught(params: Params, names: tuple[str, ...], players: box.Box) -> Plot:
    """The share of pairs in the trap over the iterations, with the band that chance allows for so many pairs."""
    time = players.caught[:, 0]
    low, high = box.between(players.caught[:, 1:], params.particles)
    return Plot(
        name="caught",
        badge="sampled",
        title="In the trap",
        unit=f"share of {params.particles:,} pairs, band: 95 %",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=tuple(
            Curve(
                name=name,
                role=ROLES[name],
                x=time,
                y=players.caught[:, 1 + row],
                low=low[:, row],
                high=high[:, row],
                text=LABELS[name],
                outcome=True,
            )
            for row, name in enumerate(names)
        ),
    )


@lru_cache(maxsize=1)
def _trap() -> Tensor:
    """The hyperbola x y = 1/2."""
    x = torch.linspace(0.25, 2.0, 60, dtype=torch.float64)
    branch = torch.stack([x, 0.5 / x], 1)
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    return torch.cat([branch, gap, -branch])


def _law(player: str, law: Tensor, points: Tensor, theory: Tensor) -> Plot:
    """The law of one player beside the entropic one."""
    return Plot(
        name=f"law of {player}",
        badge="sampled",
        title=f"Law of {player}, {{focus}}",
        unit="",
        x=Axis(range=(-2.0, 2.0)),
        y=Axis(zero=True),
        layers=(
            Bars(name="measured", role="muted", heights=law, edges=_EDGES, symbol=player, key="measured"),
            Curve(name="theory", role="theory", x=points, y=theory, key="entropic"),
        ),
    )


def _temperatures(found: Mapping[str, Any]) -> Plot:
    """The entropic equilibria over the temperature."""

    def line(name: str, role: Role, text: str) -> Curve:
        return Curve(name=name, role=role, x=found.get("tau", _NONE), y=found.get(name, _NONE), text=text)

    return Plot(
        name="temperatures",
        badge="exact",
        title="Entropic equilibria",
        unit="over the temperature",
        x=Axis(label="temperature τ", log=True),
        y=Axis(zero=True),
        layers=(line("x2", "hero", "E x²"), line("y2", "second", "E y²"), line("gain", "muted", "gain")),
    )


def equilibria(params: Params, data: Any, state: Any, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Second moments and exploitability of the entropic pair from cold to hot."""
    taus = torch.logspace(-2.0, 0.5, 26, dtype=torch.float64)
    points = torch.linspace(-box.HALF, box.HALF, box.GRID, dtype=torch.float64)
    G = box.payoffs(points, points)
    rows: list[tuple[float, float, float, float]] = []
    for count, tau in enumerate(taus.tolist()):
        pair = box.entropic(points, tau)
        rows.append((math.log10(tau), pair.x2, pair.y2, float((pair.p @ G).max() - (G @ pair.q).min())))
        columns = torch.tensor(rows, dtype=torch.float64).unbind(1)
        yield Partial(dict(zip(("tau", "x2", "y2", "gain"), columns, strict=True)), (count + 1) / len(taus))
