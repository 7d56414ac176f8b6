"""The numbers of a game in the plane: of each method, of the solution, and of the method in focus."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import lockstep
from playground.concepts.minimax.board import Board
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.linear import STATIONARY, limit
from playground.concepts.minimax.names import LABELS
from playground.concepts.minimax.plane import tail
from playground.concepts.minimax.state import path
from playground.concepts.minimax.stationary import Point, lipschitz, minty, stationary
from playground.concepts.minimax.stepping import rate_at, statuses
from playground.engine.kit.trail import whole
from playground.texts.sums import vector

_WINDOW = 100
_FEWEST, _ROUNDING = 2, 1e-11
"""Iterates that a rate needs, and the distance at which rounding begins."""
_LATELY = 500
_NEAR = 0.01  # to each side, for a derivative by a difference


def numbers(here: Board) -> dict[str, Any]:
    """What notes, titles, claims and the list of numbers read, by name."""
    state, game, names = here.state, here.game, here.names
    status = dict(zip(names, statuses(here.params, here.data, state), strict=True))
    lost = [LABELS[name] for name, word in status.items() if word == "diverged"]
    points = torch.view_as_complex(state.z)[:, 0].tolist()
    found: dict[str, Any] = {f"status.{name}": word for name, word in status.items()}
    found |= {f"value.{name}": value for name, value in zip(names, game.values(points), strict=True)}
    for name, (period, radius) in zip(names, state.cycle.tolist(), strict=True):
        found |= {f"period.{name}": period or None, f"radius.{name}": radius or None}
    found |= _middles(here)
    found |= {
        "game_words": game.words,
        "tail_words": _tail_words(here),
        "diverged_words": f"diverged: {', '.join(lost)}" if lost else "",
        "unsolved": state.unsolved,
        "points_found": len(stationary(game)),
        "L": lipschitz(game),
        **_solution(game, here.solution),
        **(_rates(here, here.solution) if here.solution is not None else {"rate_gap": None}),
    }
    return found | _focus(here, found) | _by_hand(here)


def _by_hand(here: Board) -> dict[str, Any]:
    """The next iterate of the method in focus in digits, and an entry of the Jacobian by a difference of V."""
    params, game = here.params, here.game
    words = dict.fromkeys(("hand_from", "hand_slope", "hand_ahead", "hand_slope_ahead", "hand_next"), "")
    found: dict[str, Any] = {**words, "hand_above": None, "hand_below": None, "hand_entry": None}
    if params.method not in here.names:
        return found
    z = complex(*here.state.z[here.names.index(params.method), 0].tolist())
    found["hand_from"] = _pair(z)
    found["hand_above"], found["hand_below"] = game.flow(z + _NEAR * 1j).real, game.flow(z - _NEAR * 1j).real
    found["hand_entry"] = float(game.matrix(z)[0][1])
    if params.method not in ("gda", "eg") or params.noise or params.law != "constant":
        return found
    slope = game.flow(z)
    ahead = z - params.eta * slope
    used = game.flow(ahead) if params.method == "eg" else slope
    points = (z, slope, ahead, used, z - params.eta * used)
    return found | dict(zip(words, map(_pair, points), strict=True))


def _pair(z: complex) -> str:
    return vector((z.real, z.imag), 3)


def _middles(here: Board) -> dict[str, Any]:
    """The median distance of all starts, by method; nothing without a lattice."""
    rows = whole(here.state.swarm, here.state.swarm_recent)[-1:, 1:]
    middles = rows.reshape(-1, len(here.names), 3)[:, :, 1].ravel().tolist() or [None] * len(here.names)
    return {f"middle.{name}": value for name, value in zip(here.names, middles, strict=True)}


def _tail_words(here: Board) -> str:
    """What a path says that shows no more than its newest iterates."""
    most = tail(here)
    return f", the last {most:,} iterations" if here.state.iteration >= most else ""


def _solution(game: Game, found: Point | None) -> dict[str, Any]:
    if found is None:
        names = ("solution_x", "solution_y", "nash", "eigen_real", "xx", "yy", "rho", "minty_bound", "plus_bound")
        return {"solution": "none in the window"} | dict.fromkeys(names)
    quotient = minty(game, found.z)
    return {
        "solution": found.words,
        "solution_x": found.z.real,
        "solution_y": found.z.imag,
        "nash": found.nash,
        "eigen_real": 0.0 - min(value.real for value in found.eigenvalues),
        "xx": found.xx,
        "yy": found.yy,
        "rho": quotient.rho,
        "minty_bound": quotient.bound,
        "plus_bound": quotient.plus,
    }


def _rates(here: Board, solution: Point) -> dict[str, Any]:
    """Measured and theoretical rates of all methods, and how far they are from the solution."""
    state, game, params = here.state, here.game, here.params
    far = (torch.view_as_complex(path(state)) - solution.z).abs()
    under = max(0, min(len(far), state.iteration - state.since + 1))
    measured, nearest = _measured(far[-max(under, 1) :], state.alive[:, 0]), far[-_LATELY:].amin(0).tolist()
    start = abs(complex(*here.data.start.tolist()) - solution.z)
    now = (torch.view_as_complex(state.z)[:, 0] - solution.z).abs().tolist()
    found: dict[str, Any] = {}
    gaps = []
    for i, name in enumerate(here.names):
        rate, theory, end = measured[i], None, None
        if name in STATIONARY:
            theory = rate_at(game, name, solution.z, params.eta, lockstep.look_ahead(params, game))
            end = _limit(game, name, solution.z)
        each = {"rate": rate, "theory": theory, "limit": end, "nearest": nearest[i]}
        each["growth"] = now[i] / start if start > 0 else None
        found |= {f"{what}.{name}": value for what, value in each.items()}
        if game.linear and rate is not None and theory is not None:
            gaps.append(abs(rate - theory))
    return found | {"rate_gap": max(gaps) if gaps else None}


def _measured(far: Tensor, alive: Tensor) -> list[float | None]:
    """The mean factor of the distances of the last iterates that moved, of each method; None where it cannot be told.

    Args:
        far: the distances, (n, methods).
        alive: whether a method still moves, (methods,).
    """
    found: list[float | None] = []
    for column, lives in zip(far.T, alive.tolist(), strict=True):
        # A method that has arrived stands still: what it did before is its rate.
        moved = (column.diff() != 0).nonzero()
        last = int(moved[-1]) + 1 if len(moved) else 0
        track = column[max(0, last - _WINDOW) : last + 1]
        # Where rounding begins, no distance tells a rate.
        track = track[: int((track >= _ROUNDING).cumprod(0).sum())]
        known = lives and len(track) > _FEWEST
        found.append(float((track[-1] / track[0]) ** (1 / (len(track) - 1))) if known else None)
    return found


@lru_cache(maxsize=512)
def _limit(game: Game, name: str, z: complex) -> float | None:
    found = limit(name, game.matrix(z))
    return found if found < 1e6 else None


def _focus(here: Board, known: dict[str, Any]) -> dict[str, Any]:
    """The method in focus."""
    params, name = here.params, here.params.method
    period, status = known.get(f"period.{name}"), known.get(f"status.{name}")
    return {
        "focus": LABELS[name],
        "focus_gamma": lockstep.look_ahead(params, here.game),
        **{f"focus_{what}": known.get(f"{what}.{name}") for what in ("rate", "theory", "limit", "radius")},
        "focus_period": period,
        "focus_turn": period * params.eta if period is not None else None,
        "focus_cycles": status == "cycling",
        "focus_diverges": status in ("diverging", "diverged"),
    }
