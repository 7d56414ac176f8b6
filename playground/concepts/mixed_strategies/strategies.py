"""The view of matrix games: mixed strategies in the square or the triangle, and how far they are from equilibrium."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params, matrices
from playground.concepts.mixed_strategies.names import LABELS, MOVES, ROLES, running
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Layer, Lines, Points, Ring, Text
from playground.figures.values import Range

CENTRES = ((-0.5, 0.78), (0.5, -0.78))
"""Where the middles of the two triangles are, x's and y's."""
LATE = 150
"""Iterates of rock, paper, scissors that are drawn."""
_CORNERS = torch.tensor([[0.0, 1.0], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]], dtype=torch.float64)
_START = Mouse(
    on="click", kind="set_strategy", take={"x": "x", "y": "y"}, give={"player": "both"}, label="start from here"
)
_SQUARE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]], dtype=torch.float64)
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)
_NONE = torch.zeros(0, dtype=torch.float64)


def in_triangle(shares: Tensor, player: int) -> Tensor:
    """Shares (n, 3) as points (n, 2) of the player's triangle."""
    return shares @ _CORNERS + torch.tensor(CENTRES[player], dtype=torch.float64)


def shares_at(x: float, y: float, player: int) -> Tensor:
    """The shares (3,) of a point of a player's triangle; may be negative outside of it."""
    across, up = x - CENTRES[player][0], y - CENTRES[player][1]
    first = (1 + 2 * up) / 3
    rest = 1 - first
    return torch.tensor([first, (rest - across * 2 / math.sqrt(3)) / 2, (rest + across * 2 / math.sqrt(3)) / 2])


def strategies(params: Params, state: matrices.Matrix) -> Drawn:
    """Strategies, divergence, exploitability of the averages, and the shares of the method in focus."""
    names, rows = running(params), torch.cat([state.trail, state.recent])
    plots = (_strategies(params, names, state, rows), _divergence(names, state, rows), _average(names, state))
    figure = Figure(plots=(*plots, _shares(params, names, rows)), hint="Click a strategy to start there")
    return Drawn(figure, {"focus": LABELS[params.method]})


# ---- both players' strategies


def _strategies(params: Params, names: tuple[str, ...], state: matrices.Matrix, rows: Tensor) -> Plot:
    pennies = params.game == "pennies"
    late = rows if pennies else rows[-LATE:]
    mean = torch.cat([state.sum_p, state.sum_q], 1) / (state.weight or 1.0) if state.iteration else rows[-1]
    layers: list[Layer] = [*_frame(pennies)]
    for player, letter in enumerate("pq"):
        for row, name in enumerate(names):
            path, at, middle = (
                _places(pennies, shares, player) for shares in (late[:, row], rows[-1:, row], mean[row][None])
            )
            layers += [
                Lines(name=f"{letter} path {name}", role=ROLES[name], xy=path, dash="solid", outcome=True),
                Points(name=f"{letter} at {name}", role=ROLES[name], xy=at, symbol=letter, outcome=True),
                Ring(name=f"{letter} mean {name}", role=ROLES[name], xy=middle, outcome=True),
            ]
    layers.append(Points(name="equilibrium", xy=_equilibrium(pennies), size=0.8))
    across, up = (Range(-0.05, 1.05), Range(-0.05, 1.05)) if pennies else (Range(-1.6, 1.6), Range(-1.5, 1.95))
    return Plot(
        name="strategies",
        title="Strategies",
        unit="heads of x across, of y up; rings are averages" if pennies else "rock on top; rings are averages",
        main=True,
        plane=True,
        x=Axis(range=across, ticks=pennies),
        y=Axis(range=up, ticks=pennies),
        layers=tuple(layers),
        mouse=(_START,),
    )


def _frame(pennies: bool) -> tuple[Layer, ...]:
    """The border of the strategies; two triangles with the names of their players."""
    if pennies:
        return (Lines(name="border", role="muted", xy=_SQUARE, dash="solid"),)
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    closed = torch.cat([torch.eye(3, dtype=torch.float64), torch.eye(3, dtype=torch.float64)[:1]])
    beside = torch.tensor(CENTRES, dtype=torch.float64) + torch.tensor([-0.6, 0.75], dtype=torch.float64)
    border = torch.cat([in_triangle(closed, 0), gap, in_triangle(closed, 1)])
    return (
        Lines(name="border", role="muted", xy=border, dash="solid"),
        Text(name="minimises", text="x minimises", xy=beside[:1]),
        Text(name="maximises", text="y maximises", xy=beside[1:]),
    )


def _equilibrium(pennies: bool) -> Tensor:
    if pennies:
        return torch.tensor([[0.5, 0.5]], dtype=torch.float64)
    third = torch.full((1, 3), 1 / 3, dtype=torch.float64)
    return torch.cat([in_triangle(third, 0), in_triangle(third, 1)])


def _places(pennies: bool, shares: Tensor, player: int) -> Tensor:
    """Strategies of a player as points; of matching pennies those of both are one point, which is x's."""
    moves = shares.shape[-1] // 2
    if pennies:
        return _EMPTY if player else torch.stack([shares[:, 0], shares[:, 2]], 1)
    return in_triangle(shares[:, player * moves :][:, :moves], player)


# ---- how far from equilibrium


def _divergence(names: tuple[str, ...], state: matrices.Matrix, rows: Tensor) -> Plot:
    time = torch.arange(state.iteration - len(rows) + 1, state.iteration + 1, dtype=torch.float64)
    logs, moves = rows.clamp_min(1e-300).log(), rows.shape[-1] // 2
    far = matrices.divergence(logs[..., :moves], logs[..., moves:]).clamp_min(1e-17).log10()
    return Plot(
        name="divergence",
        title="Divergence from the equilibrium",
        unit="KL(p*|p) + KL(q*|q)",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(name=name, role=ROLES[name], x=time, y=far[:, row], text=LABELS[name], outcome=True)
            for row, name in enumerate(names)
        ),
    )


def _average(names: tuple[str, ...], state: matrices.Matrix) -> Plot:
    time, gaps = state.gaps[:, 0], state.gaps[:, 1:]
    return Plot(
        name="average",
        title="Exploitability of the average",
        unit="dashed T to the −1/2",
        x=Axis(label="iterations T", log=True),
        y=Axis(log=True),
        layers=(
            Lines(name="law", role="theory", xy=_half_slope(state.gaps)),
            *(
                Curve(name=name, role=ROLES[name], x=time, y=gaps[:, row], text=LABELS[name], outcome=True)
                for row, name in enumerate(names)
            ),
        ),
    )


def _half_slope(gaps: Tensor) -> Tensor:
    """A line of slope -1/2 that begins at the first record."""
    if len(gaps) < 2:
        return _EMPTY
    end, at = float(gaps[-1, 0]), float(gaps[0, 1:].max())
    return torch.tensor([[0.0, at], [end, at - end / 2]], dtype=torch.float64)


def _shares(params: Params, names: tuple[str, ...], rows: Tensor) -> Plot:
    """The present strategies of the method in focus."""
    focus = names.index(params.method) if params.method in names else 0
    moves = MOVES[params.game]
    owner = torch.arange(2 * len(moves), dtype=torch.int32) // len(moves)
    heights = rows[-1, focus] if names else _NONE
    return Plot(
        name="shares",
        title="Shares now",
        unit="{focus}; x, then y",
        y=Axis(range=(0.0, 1.0)),
        layers=(Bars(name="shares", role="muted", heights=heights, labels=owner, names=(*moves, *moves)),),
    )
