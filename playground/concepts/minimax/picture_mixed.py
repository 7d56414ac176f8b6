"""Mixed strategies: of matrix games in the square or the triangle, of the box as histograms."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.minimax import Params, box, matrices
from playground.concepts.minimax.names import running
from playground.engine.frame import Scalar

Shown = dict[str, Tensor | Scalar]
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)
_NONE = torch.zeros(0, dtype=torch.float64)

CENTRES = ((-0.5, 0.78), (0.5, -0.78))
"""Where the middles of the two triangles are, x's and y's."""
LATE = 150
"""Iterates of rock, paper, scissors that are drawn."""
_CORNERS = torch.tensor([[0.0, 1.0], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]], dtype=torch.float64)


def in_triangle(shares: Tensor, player: int) -> Tensor:
    """Shares (n, 3) as points (n, 2) of the player's triangle."""
    return shares @ _CORNERS + torch.tensor(CENTRES[player], dtype=torch.float64)


def shares_at(x: float, y: float, player: int) -> Tensor:
    """The shares (3,) of a point of a player's triangle; may be negative outside of it."""
    across, up = x - CENTRES[player][0], y - CENTRES[player][1]
    first = (1 + 2 * up) / 3
    rest = 1 - first
    return torch.tensor([first, (rest - across * 2 / math.sqrt(3)) / 2, (rest + across * 2 / math.sqrt(3)) / 2])


def matrix_picture(params: Params, state: matrices.Matrix) -> Shown:
    """Paths of strategies, their averages, the divergence and the exploitability."""
    names = running(params)
    rows = torch.cat([state.trail, state.recent])
    shown = _frame(params.game)
    weight = state.weight or 1.0
    mean = torch.cat([state.sum_p, state.sum_q], 1) / weight if state.iteration else rows[-1]
    for row, name in enumerate(names):
        path = rows[:, row] if params.game == "pennies" else rows[-LATE:, row]
        for part, shares in (("path", path), ("at", rows[-1:, row]), ("mean", mean[row][None])):
            of_p, of_q = _places(params.game, shares)
            shown |= {f"p_{part}_{name}": of_p, f"q_{part}_{name}": of_q}
        shown[f"mix_{name}"] = _divergences(rows[:, row])
        shown[f"gap_{name}"] = state.gaps[:, 1 + row].contiguous()
    first = state.iteration - len(rows) + 1
    shown["mix_time"] = torch.arange(first, state.iteration + 1, dtype=torch.float64)
    shown["gap_time"] = state.gaps[:, 0].contiguous()
    shown["gap_law"] = _half_slope(state.gaps)
    focus = names.index(params.method) if params.method in names else 0
    shown["shares"] = rows[-1, focus] if names else _NONE
    moves = rows.shape[-1] // 2
    shown["share_owner"] = torch.arange(2 * moves, dtype=torch.int32) // moves
    return shown


def _frame(game: str) -> Shown:
    if game == "pennies":
        square = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]], dtype=torch.float64)
        middle = torch.tensor([[0.5, 0.5]], dtype=torch.float64)
        return {
            "triangle": square, "corner_x": _EMPTY, "corner_y": _EMPTY, "equilibrium": middle,
            "plane_x": torch.tensor([-0.05, 1.05]), "plane_y": torch.tensor([-0.05, 1.05]),
        }  # fmt: skip
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    closed = torch.cat([torch.eye(3, dtype=torch.float64), torch.eye(3, dtype=torch.float64)[:1]])
    third = torch.full((1, 3), 1 / 3, dtype=torch.float64)
    return {
        "triangle": torch.cat([in_triangle(closed, 0), gap, in_triangle(closed, 1)]),
        "corner_x": torch.tensor([[CENTRES[0][0] - 0.6, CENTRES[0][1] + 0.75]], dtype=torch.float64),
        "corner_y": torch.tensor([[CENTRES[1][0] - 0.6, CENTRES[1][1] + 0.75]], dtype=torch.float64),
        "equilibrium": torch.cat([in_triangle(third, 0), in_triangle(third, 1)]),
        "plane_x": torch.tensor([-1.6, 1.6]),
        "plane_y": torch.tensor([-1.5, 1.95]),
    }


def _places(game: str, shares: Tensor) -> tuple[Tensor, Tensor]:
    moves = shares.shape[-1] // 2
    if game == "pennies":
        return torch.stack([shares[:, 0], shares[:, 2]], 1), _EMPTY
    return in_triangle(shares[:, :moves], 0), in_triangle(shares[:, moves:], 1)


def _divergences(shares: Tensor) -> Tensor:
    moves = shares.shape[-1] // 2
    logs = shares.clamp_min(1e-300).log()
    return matrices.divergence(logs[:, :moves], logs[:, moves:]).clamp_min(1e-17).log10()


def _half_slope(gaps: Tensor) -> Tensor:
    """A line of slope -1/2 that begins at the first record."""
    if len(gaps) < 2:
        return _EMPTY
    end, at = float(gaps[-1, 0]), float(gaps[0, 1:].max())
    return torch.tensor([[0.0, at], [end, at - end / 2]], dtype=torch.float64)


# ---- the box


def box_picture(params: Params, players: box.Box) -> Shown:
    """Pairs of all populations, and the laws of the one in focus beside the entropic pair."""
    names = running(params)
    side = torch.tensor([-box.HALF, box.HALF], dtype=torch.float64)
    shown: Shown = {"plane_x": side, "plane_y": side, "trap": _trap()}
    for row_, name in enumerate(names):
        shown[f"box_{name}"] = players.z[row_]
    shown["bin_edges"] = torch.linspace(-box.HALF, box.HALF, box.BINS + 1, dtype=torch.float64)
    focus = params.method if params.method in names else names[-1] if names else None
    row = names.index(focus) if focus is not None else None
    x, y = box.laws(players, row) if row is not None else (_NONE, _NONE)
    at, p, q = box.densities(params.temperature)
    return shown | {"law_of_x": x, "law_of_y": y, "theory_at": at, "theory_of_x": p, "theory_of_y": q}


def _trap() -> Tensor:
    x = torch.linspace(0.25, 2.0, 60, dtype=torch.float64)
    branch = torch.stack([x, 0.5 / x], 1)
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    return torch.cat([branch, gap, -branch])
