"""The view of one step of the method in focus, taken apart: look ahead, evaluate, return."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax import lockstep
from playground.concepts.minimax.board import EMPTY, Board, pairs
from playground.concepts.minimax.distance import distance
from playground.concepts.minimax.methods import RULES, memory, one
from playground.concepts.minimax.plane import ground, plane
from playground.concepts.minimax.state import path
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Points, Ring
from playground.figures.values import Range

_LEAST = 1e-3
_LOOK = {"alt_gda": "x moves"}
_VALUE = {"alt_gda": "y answers", "ogda": "− 2 η V(z)", "adam": "− η V(z)", "gda": "− η V(z)"}


def one_step(here: Board) -> Drawn:
    """The last step of the method in focus, or the one to come at the start."""
    plots = (_step(here), plane(here, ground(here), main=False), distance(here))
    return Drawn(Figure(plots=plots, hint="Press the right arrow to step"))


class _Ends(NamedTuple):
    """What a step leads from and to.

    Attributes:
        before: the iterate before.
        start: the point of departure.
        end: the point of arrival.
        gamma, taken: the method's own step sizes.
    """

    before: complex
    start: complex
    end: complex
    gamma: float
    taken: float


def _step(here: Board) -> Plot:
    method = here.params.method
    ends = _ends(here)
    parts = _parts(here, ends)
    across, up = _window(here, [ends.start, ends.end, *(tail + arrow for tail, arrow in parts.values())])

    def arrow(part: str) -> tuple[Tensor, Tensor]:
        return (pairs([parts[part][0]]), pairs([parts[part][1]])) if part in parts else (EMPTY, EMPTY)

    (look_at, look), (value_at, value), (memory_at, memory) = map(arrow, ("look", "value", "memory"))
    start, end = pairs([ends.start]), pairs([ends.end])
    looks, reads = _LOOK.get(method, "extrapolate"), _VALUE.get(method, "evaluate")
    return Plot(
        name="step",
        badge="exact",
        title="One step, taken apart",
        unit="{focus}, iteration {iteration}",
        main=True,
        plane=True,
        x=Axis(range=across),
        y=Axis(range=up),
        layers=(
            Arrows(name="look", role="slot2", tails=start, vectors=look, text=looks, part=1, symbol="z̄"),
            Ring(name="ahead", role="muted", xy=look_at + look, part=1),
            Arrows(name="value", role="slot3", tails=value_at, vectors=value, text=reads, part=2, symbol="V"),
            Arrows(
                name="memory",
                role="slot4",
                tails=memory_at,
                vectors=memory,
                text="from before",
                part=2,
                symbol="z_{k−1}",
            ),
            Arrows(name="move", tails=start, vectors=end - start, text="return", part=3, symbol="z_{k+1}"),
            Points(name="from", role="now", xy=start, symbol="z_k"),
            Points(name="to", role="hero", xy=end, part=3, symbol="z_{k+1}"),
        ),
    )


def _window(here: Board, points: list[complex]) -> tuple[Range, Range]:
    """A square round the points."""
    x, y = [point.real for point in points], [point.imag for point in points]
    half = max(0.65 * max(max(x) - min(x), max(y) - min(y)), _LEAST * here.game.half)
    middle = (min(x) + max(x)) / 2, (min(y) + max(y)) / 2
    across, up = (Range(at - half, at + half) for at in middle)
    return across, up


def _ends(here: Board) -> _Ends:
    game, state, params = here.game, here.state, here.params
    name = params.method if params.method in RULES else "eg"
    gamma = lockstep.look_ahead(params, game)
    if name in here.names and state.iteration > 0:
        i = here.names.index(name)
        rows = torch.view_as_complex(path(state))[-3:, i].tolist()
        return _Ends(rows[0], rows[-2], rows[-1], float(state.gamma[i]) or gamma, float(state.taken[i]) or gamma)
    z = complex(torch.view_as_complex(state.trail)[0, 0]) if state.trail.shape[1] else 0j
    if not game.scalar:
        return _Ends(z, z, z - params.eta * game.flow(z), gamma, gamma)
    move = one(game, name, z, *memory(name, game, z), lockstep.setting_at(params, game, 1))
    own = (move.gamma, abs(move.taken)) if move.gamma is not None else (gamma, gamma)
    return _Ends(z, z, move.z, *own)


def _parts(here: Board, ends: _Ends) -> dict[str, tuple[complex, complex]]:
    """Where each arrow stands and what it is: the look ahead, the gradient that counts, the term from before."""
    before, z, after, gamma, taken = ends
    V, setting = here.game.flow, lockstep.setting_at(here.params, here.game, max(1, here.state.iteration))
    eta = setting.eta
    match here.params.method:
        case "alt_gda":
            aside = complex(-eta * V(z).real, 0.0)
            return {"look": (z, aside), "value": (z + aside, 1j * (-eta * V(z + aside).imag))}
        case "ppm":
            return {"value": (after, -eta * V(after))}
        case "gda":
            return {"value": (z, -eta * V(z))}
        case "rfbs":
            ahead = z - before
            return {"look": (z, ahead), "value": (z + ahead, -eta * V(z + ahead))}
        case "ogda":
            twice = -2 * eta * V(z)
            return {"value": (z, twice), "memory": (z + twice, eta * V(before))}
        case "eg_plus" | "adaptive_eg_plus" | "curvature_eg_plus":
            ahead = -gamma * V(z)
            return {"look": (z, ahead), "value": (z + ahead, -taken * V(z + ahead))}
        case "corrected_eg_plus":
            ahead = _look(here, z, gamma)
            return {"look": (z, ahead), "value": (z + ahead, -taken * V(z + ahead))}
        case "adam":
            down = -eta * V(z)
            return {"value": (z, down), "memory": (z + down, after - z - down)}
    ahead = -setting.look * V(z)
    return {"look": (z, ahead), "value": (z + ahead, -eta * V(z + ahead))}


def _look(here: Board, z: complex, gamma: float) -> complex:
    """The last look of the corrected method; before the first step, the one of EG+."""
    name = "corrected_eg_plus"
    if name not in here.names or not here.state.iteration:
        return -gamma * here.game.flow(z)
    return complex(torch.view_as_complex(here.state.second)[here.names.index(name), 0]) - z
