"""The view of matrix games: what is played, the averages of it, and how far both are from equilibrium."""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Tensor

from playground.concepts.mixed_strategies import Params, matrices
from playground.concepts.mixed_strategies.equilibrium import MatrixGame, game_of
from playground.concepts.mixed_strategies.ground import ground
from playground.concepts.mixed_strategies.matrices import Matrix, Played
from playground.concepts.mixed_strategies.names import LABELS, ROLES, running
from playground.concepts.mixed_strategies.places import (
    CENTRES,
    across_square,
    in_triangle,
    shares_at,
)
from playground.concepts.mixed_strategies.shares import shares
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Layer, Lines, Points, Ring, Text
from playground.figures.values import Range
from playground.texts.sums import products

__all__ = ["PLACED", "shares_at", "strategies"]

PLACED = ((2, 2), (3, 3))
"""Moves of games whose strategies are places: of one square, or of two triangles."""
_WRITTEN_OUT = 6  # moves
TAIL = 480
"""Iterates that a path shows, the newest."""
_START = Mouse(
    on="click", kind="set_strategy", take={"x": "x", "y": "y"}, give={"player": "both"}, label="start from here"
)
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)


def strategies(params: Params, state: Matrix) -> Drawn:
    """Strategies, divergence, exploitability of averages and last strategies, and the shares of the method in focus."""
    names, run, game = running(params), matrices.played(state), game_of(params)
    placed = tuple(game.A.shape) in PLACED
    focus = names.index(params.method) if params.method in names else 0
    bars = shares(game, names, run, focus, main=not placed)
    plots: tuple[Plot, ...] = (_divergence(game, names, state, run), _exploitability(names, state), bars)
    hint = "Press space to run"
    if placed:
        plots = (_strategies(params, game, names, run), *plots)
        hint = "Press space to run; click a strategy to start there"
    return Drawn(
        Figure(plots=plots, hint=hint),
        {
            "focus": LABELS[params.method if params.method in names else names[focus]] if names else "",
            "game_value": game.value,
            **_by_hand(game, state, focus),
        },
    )


def _by_hand(game: MatrixGame, state: Matrix, focus: int) -> dict[str, Any]:
    """What the best answers to the method in focus get, in digits; empty where there are many moves."""
    A = game.A
    if not len(state.log_p) or max(A.shape) > _WRITTEN_OUT:
        return {"answer_y": "", "answer_x": "", "answers": None}
    p, q = state.log_p[focus].exp(), state.log_q[focus].exp()
    j, i = int((p @ A).argmax()), int((A @ q).argmin())
    return {
        "answer_y": products(p.tolist(), A[:, j].tolist(), 3),
        "answer_x": products(A[i].tolist(), q.tolist(), 3),
        "answers": float((p @ A)[j] - (A @ q)[i]),
    }


# ---- both players' strategies


def _strategies(params: Params, game: MatrixGame, names: tuple[str, ...], run: Played) -> Plot:
    square = tuple(game.A.shape) == (2, 2)
    layers: list[Layer] = [*ground(game), *_words(game, square)]
    for player, (letter, now, mean, optimal) in enumerate(
        (("p", run.p, run.mean_p, game.p), ("q", run.q, run.mean_q, game.q))
    ):
        if square and player:
            continue
        for row, name in enumerate(names):
            if square:
                path, averages = (
                    across_square(run.p[:, row], run.q[:, row]),
                    across_square(run.mean_p[:, row], run.mean_q[:, row]),
                )
            else:
                path, averages = in_triangle(now[:, row], player), in_triangle(mean[:, row], player)
            layers += _track(letter, name, path[-TAIL:], averages[-TAIL:])
        place = across_square(game.p[None], game.q[None]) if square else in_triangle(optimal[None], player)
        layers.append(Points(name=f"{letter} equilibrium", xy=place, size=0.8, key="" if player else "equilibrium"))
    across, up = (Range(-0.03, 1.03), Range(-0.03, 1.03)) if square else (Range(-1.55, 1.55), Range(-1.5, 2.0))
    unit = f"share of {game.moves_x[0]} of x across, of {game.moves_y[0]} of y up" if square else "a triangle a player"
    return Plot(
        name="strategies",
        badge="exact",
        title="What is played, and its average",
        unit=unit,
        main=True,
        plane=True,
        x=Axis(range=across, ticks=square),
        y=Axis(range=up, ticks=square),
        layers=tuple(layers),
        mouse=(_START,),
    )


def _track(letter: str, name: str, path: Tensor, averages: Tensor) -> tuple[Layer, ...]:
    """What a method plays, and the average of it."""
    role, begun = ROLES[name], len(path) > 1
    return (
        Lines(
            name=f"{letter} path {name}",
            role=role,
            xy=path if begun else _EMPTY,
            dash="solid",
            fade=0.8,
            text=LABELS[name] if letter == "p" else "",
            plate=True,
            outcome=True,
            key="played",
        ),
        Lines(
            name=f"{letter} averages {name}",
            role=role,
            xy=averages if begun else _EMPTY,
            dash="dotted",
            halo=False,
            outcome=True,
            key="average so far",
        ),
        Points(name=f"{letter} at {name}", role=role, xy=path[-1:], symbol=letter, outcome=True),
        Ring(name=f"{letter} mean {name}", role=role, xy=averages[-1:] if begun else _EMPTY, outcome=True),
    )


def _words(game: MatrixGame, square: bool) -> tuple[Layer, ...]:
    """The names of the moves at the corners of the triangles, and of their players."""
    if square:
        return ()
    corners = torch.eye(3, dtype=torch.float64)
    found: list[Layer] = []
    for player, (moves, who) in enumerate(((game.moves_x, "x minimises"), (game.moves_y, "y maximises"))):
        places = in_triangle(corners, player)
        below = places[1:] - torch.tensor([0.0, 0.1], dtype=torch.float64)
        top = places[:1] + torch.tensor([0.0, 0.1], dtype=torch.float64)
        beside = torch.tensor(CENTRES[player], dtype=torch.float64) + torch.tensor([-0.72, 0.75], dtype=torch.float64)
        found += [
            Text(name=f"moves of {'xy'[player]}", role="muted", words=moves, xy=torch.cat([top, below]), plate=False),
            Text(name=who.split()[1], text=who, xy=beside[None], plate=False),
        ]
    return tuple(found)


# ---- how far from equilibrium


def _divergence(game: MatrixGame, names: tuple[str, ...], state: Matrix, run: Played) -> Plot:
    time = torch.arange(state.iteration - len(run.p) + 1, state.iteration + 1, dtype=torch.float64)
    logs = (part.clamp_min(1e-300).log() for part in (run.p, run.q))
    far = matrices.divergence(game, *logs).clamp_min(1e-17).log10()
    return Plot(
        name="divergence",
        badge="exact",
        title="Divergence",
        unit="KL(p*|p) + KL(q*|q)",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=tuple(
            Lines(
                name=name,
                role=ROLES[name],
                xy=torch.stack([time, far[:, row]], 1),
                dash="solid",
                text=LABELS[name],
                outcome=True,
            )
            for row, name in enumerate(names)
        ),
    )


def _exploitability(names: tuple[str, ...], state: Matrix) -> Plot:
    """What best answers gain: against the averages, and against what is played last."""
    time, count = state.gaps[:, 0], len(names)
    mean, last = state.gaps[:, 1 : 1 + count], state.gaps[:, 1 + count :]
    layers: list[Layer] = [
        Lines(name="law", role="theory", xy=_half_slope(time, mean), key="T to the −1/2"),
    ]
    for row, name in enumerate(names):
        ways: tuple[tuple[str, Tensor, Literal["solid", "dotted"], str, str], ...] = (
            (f"average {name}", mean, "dotted", "", "average so far"),
            (name, last, "solid", LABELS[name], "played"),
        )
        layers += [
            Lines(
                name=layer,
                role=ROLES[name],
                xy=torch.stack([time, far[:, row]], 1),
                dash=dash,
                halo=False,
                text=text,
                key=key,
                outcome=True,
            )
            for layer, far, dash, text, key in ways
        ]
    return Plot(
        name="average",
        badge="exact",
        title="Exploitability",
        unit="what best answers gain",
        x=Axis(label="iterations T", log=True),
        y=Axis(log=True),
        layers=tuple(layers),
    )


def _half_slope(time: Tensor, mean: Tensor) -> Tensor:
    """A line of slope -1/2 that begins at the first record."""
    if len(time) < 2 or not mean.shape[1]:
        return _EMPTY
    end, at = float(time[-1]), float(mean[0].max())
    return torch.tensor([[0.0, at], [end, at - end / 2]], dtype=torch.float64)
