"""One step of the method in focus, taken apart: look ahead, evaluate, move."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.methods import RULES, Setting, memory, one
from playground.concepts.minimax.names import running
from playground.concepts.minimax.picture_plane import pairs
from playground.concepts.minimax.state import Plane, path
from playground.engine.frame import Scalar

Shown = dict[str, Tensor | Scalar]
_LEAST = 1e-3


def step_picture(params: Params, plane: Plane) -> Shown:
    """The last step that the method took, or the one to come at the start, as arrows."""
    game, name = game_of(params), params.method if params.method in RULES else "eg"
    before, z, after, own = _ends(params, game, name, plane)
    parts = _parts(params, game, name, (before, z, after), own)
    points = [z, after]
    points += [tail + arrow for tail, arrow in parts.values() if arrow is not None]
    x0, x1 = min(p.real for p in points), max(p.real for p in points)
    y0, y1 = min(p.imag for p in points), max(p.imag for p in points)
    half = max(0.65 * max(x1 - x0, y1 - y0), _LEAST * game.half)
    middle = complex((x0 + x1) / 2, (y0 + y1) / 2)
    shown: Shown = {
        "step_x": torch.tensor([middle.real - half, middle.real + half], dtype=torch.float64),
        "step_y": torch.tensor([middle.imag - half, middle.imag + half], dtype=torch.float64),
        "step_from": _row(z),
        "step_to": _row(after),
        "step_move": _row(after - z),
    }
    look_at, look = parts["look"]
    shown["step_look"] = _row(look)
    shown["step_look_at"] = _row(None if look is None else look_at + look)
    for part in ("value", "memory"):
        tail, arrow = parts[part]
        shown[f"step_{part}"] = _row(arrow)
        shown[f"step_{part}_at"] = _row(None if arrow is None else tail)
    return shown


def _row(z: complex | None) -> Tensor:
    return pairs(torch.tensor([] if z is None else [z], dtype=torch.complex128))


def _ends(params: Params, game: Game, name: str, plane: Plane) -> tuple[complex, complex, complex, tuple[float, float]]:
    """The iterate before, the point of departure, the point of arrival, and the method's own step sizes."""
    names = running(params)
    gamma = lockstep.look_ahead(params, game)
    if name in names and plane.iteration > 0:
        i = names.index(name)
        rows = torch.view_as_complex(path(plane))[-3:, i].tolist()
        own = (float(plane.gamma[i]) or gamma, float(plane.taken[i]) or gamma)
        return rows[0], rows[-2], rows[-1], own
    z = complex(torch.view_as_complex(plane.trail)[0, 0]) if plane.trail.shape[1] else 0j
    if game.scalar:
        move = one(game, name, z, *memory(name, game, z), Setting(params.eta, gamma))
        own = (move.gamma, abs(move.taken)) if move.gamma is not None else (gamma, gamma)
        return z, z, move.z, own
    return z, z, z - params.eta * game.flow(z), (gamma, gamma)


Part = tuple[complex, complex | None]


def _parts(
    params: Params, game: Game, name: str, ends: tuple[complex, complex, complex], own: tuple[float, float]
) -> dict[str, Part]:
    """Where each arrow stands and what it is: the look ahead, the gradient that counts, the term from before."""
    before, z, after = ends
    eta, (gamma, taken) = params.eta, own
    V = game.flow
    none: Part = (z, None)
    match name:
        case "alt_gda":
            aside = complex(-eta * V(z).real, 0.0)
            return {"look": (z, aside), "value": (z + aside, 1j * (-eta * V(z + aside).imag)), "memory": none}
        case "ppm":
            return {"look": none, "value": (after, -eta * V(after)), "memory": none}
        case "eg":
            ahead = -eta * V(z)
            return {"look": (z, ahead), "value": (z + ahead, -eta * V(z + ahead)), "memory": none}
        case "rfbs":
            ahead = z - before
            return {"look": (z, ahead), "value": (z + ahead, -eta * V(z + ahead)), "memory": none}
        case "ogda":
            twice = -2 * eta * V(z)
            return {"look": none, "value": (z, twice), "memory": (z + twice, eta * V(before))}
        case "eg_plus" | "adaptive_eg_plus" | "curvature_eg_plus":
            ahead = -gamma * V(z)
            return {"look": (z, ahead), "value": (z + ahead, -taken * V(z + ahead)), "memory": none}
        case "adam":
            down = -eta * V(z)
            return {"look": none, "value": (z, down), "memory": (z + down, after - z - down)}
    return {"look": none, "value": (z, -eta * V(z)), "memory": none}
