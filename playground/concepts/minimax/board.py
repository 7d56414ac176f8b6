"""A game of two numbers and where everybody stands: what the plots of its views are made from."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.names import running
from playground.concepts.minimax.state import State
from playground.concepts.minimax.stationary import Point
from playground.engine.frame import View

HINT = "Press space to run; drag the start, and all paths follow"
EMPTY = torch.zeros((0, 2), dtype=torch.float64)
Window = tuple[float, float, float, float]


class Board(NamedTuple):
    """A look at a run.

    Attributes:
        params, data, state: the run.
        game: the game.
        names: the methods that run.
        solution: the stationary point that distances are measured to; None: there is none.
        window: what the plane shows, as x0, x1, y0, y1.
    """

    params: Params
    data: Data
    state: State
    game: Game
    names: tuple[str, ...]
    solution: Point | None
    window: Window


def board(params: Params, data: Data, state: State, view: View) -> Board:
    """The run as somebody looks at it."""
    game = game_of(params)
    home = (-game.half, game.half, -game.half, game.half)
    return Board(params, data, state, game, running(params), solution(game, data), view.window("plane", home))


def pairs(z: Tensor | list[complex]) -> Tensor:
    """Complex points as (n, 2)."""
    points = z if isinstance(z, Tensor) else torch.tensor(z, dtype=torch.complex128)
    return torch.view_as_real(points.resolve_conj()).reshape(-1, 2).contiguous()
