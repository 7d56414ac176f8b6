"""Stationary points by kind, and the eigenvalues of the flow and of each method's iteration."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.arrays import KINDS
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, matrix
from playground.concepts.minimax.names import PLANE, running
from playground.concepts.minimax.picture_plane import pairs, visible
from playground.concepts.minimax.state import Plane, path
from playground.concepts.minimax.stationary import stationary
from playground.engine.frame import Scalar, View

Shown = dict[str, Tensor | Scalar]
MOST_NAMED = 6
_BESIDE = 0.05
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)


def points_picture(params: Params, data: Data, plane: Plane, view: View) -> Shown:
    """Arrays of the view of stationary points; the closed orbits come from a job."""
    game, found = game_of(params), solution(game_of(params), data)
    shown: Shown = {"unit_circle": circle(), "growth_line": torch.tensor([1.0, 0.0, 0.0])}
    *_, low, high = visible(view, game)
    beside = complex(0.0, _BESIDE * (high - low))
    for kind in KINDS:
        # Of a whole line of points one is named.
        most = 1 if kind.endswith("line") else MOST_NAMED
        z = [point.z + beside for point in stationary(game) if point.kind.replace(" ", "_") == kind][:most]
        shown[f"kind_{kind}"] = pairs(torch.tensor(z, dtype=torch.complex128))
    at_solution = game.matrix(found.z) if found is not None else None
    shown["jacobian_values"] = _values(-at_solution) if at_solution is not None else torch.zeros((2, 2))
    names = running(params)
    points = torch.view_as_complex(plane.z)[:, 0].tolist()
    here = params.method in names
    shown["jacobian_here"] = _values(-game.matrix(points[names.index(params.method)])) if here else _EMPTY
    for name in PLANE:
        present = _present(params, game, plane, name, names.index(name)) if name in names else None
        shown[f"eigen_{name}"] = _values(present) if present is not None else _EMPTY
    return shown


@lru_cache(maxsize=1)
def circle() -> Tensor:
    """The unit circle, (n, 2)."""
    turn = torch.linspace(0, 2 * torch.pi, 181, dtype=torch.float64)
    return torch.stack([turn.cos(), turn.sin()], 1)


def _values(m: Tensor) -> Tensor:
    """Eigenvalues as points of the plane; none where an entry is not finite."""
    return pairs(torch.linalg.eigvals(m)) if bool(torch.isfinite(m).all()) else _EMPTY


def _present(params: Params, game: Game, plane: Plane, name: str, i: int) -> Tensor | None:
    """The matrix of a method's iteration at its present point."""
    rows = torch.view_as_complex(path(plane))[-2:, i].tolist()
    before, z = rows[0], rows[-1]
    eta, gamma = params.eta, lockstep.look_ahead(params, game)
    V = game.flow
    match name:
        case "alt_gda":
            return matrix(name, game.matrix(z), eta, gamma, game.matrix(complex(z.real - eta * V(z).real, z.imag)))
        case "ogda":
            return matrix(name, game.matrix(z), eta, gamma, game.matrix(before))
        case "rfbs":
            return matrix(name, game.matrix(2 * z - before), eta, gamma)
        case "eg":
            return matrix(name, game.matrix(z), eta, gamma, game.matrix(z - eta * V(z)))
        case "adaptive_eg_plus" | "curvature_eg_plus":
            own = float(plane.gamma[i]) or gamma
            taken = float(plane.taken[i]) or gamma
            return matrix(name, game.matrix(z), taken, own, game.matrix(z - own * V(z)))
        case "eg_plus":
            return matrix(name, game.matrix(z), eta, gamma, game.matrix(z - gamma * V(z)))
    return matrix(name, game.matrix(z), eta, gamma) if name in STATIONARY else None
