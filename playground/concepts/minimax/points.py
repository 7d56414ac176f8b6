"""The view of stationary points by kind, closed orbits of the flow, and eigenvalues of flow and methods."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import Params, flow, lockstep
from playground.concepts.minimax.board import EMPTY, HINT, Board, pairs
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import game_of
from playground.concepts.minimax.linear import STATIONARY, matrix
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.plane import ground, plane
from playground.concepts.minimax.state import State, path
from playground.concepts.minimax.stationary import stationary
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Boundary, Layer, Lines, Points, Text

KINDS = {
    "attracting": "attracts",
    "attracting line": "a line of them attracts",
    "centre": "centre",
    "degenerate": "degenerate",
    "repelling": "repels",
    "repelling line": "a line of them repels",
    "saddle": "saddle of the flow",
}
"""Stationary points by what the flow does there, and the words for it."""
MOST_NAMED = 6
_BESIDE = 0.05
_DRAWN = 120
_GAP = torch.full((1, 2), torch.nan, dtype=torch.float64)
_ORBITS = ("orbits_found", "orbits_repelling", "orbit_period", "orbit_radius")
_CIRCLE = (-1.6, 1.6)
_UPRIGHT = torch.tensor([1.0, 0.0, 0.0])


def points(here: Board, found: Mapping[str, Any]) -> Drawn:
    """The plane with the kinds of its points, and the eigenvalues; what the job of closed orbits has found."""
    orbits = (
        Lines(name="attracting orbits", role="hero", xy=found.get("attracting", EMPTY)),
        Lines(name="repelling orbits", role="theory", xy=found.get("repelling", EMPTY), dash="dotted"),
    )
    title = "Stationary points and closed orbits"
    plots = (plane(here, ground(here), (*orbits, *_kinds(here)), title=title), _iterations(here), _flow(here))
    return Drawn(Figure(plots=plots, hint=HINT), {name: found.get(name) for name in _ORBITS})


def _kinds(here: Board) -> tuple[Layer, ...]:
    """What the points are, in words beside them."""
    *_, low, high = here.window
    beside, layers = complex(0.0, _BESIDE * (high - low)), []
    for kind, words in KINDS.items():
        # Of a whole line of points one is named.
        most = 1 if kind.endswith("line") else MOST_NAMED
        z = [point.z + beside for point in stationary(here.game) if point.kind == kind][:most]
        layers.append(Text(name=f"kind {kind}", text=words, xy=pairs(z)))
    return tuple(layers)


# ---- eigenvalues


def _iterations(here: Board) -> Plot:
    """Eigenvalues of each method's iteration at its present point."""
    each = [
        Points(name=name, role=ROLES[name], xy=_eigenvalues(_iteration(here, name, i)), hover=LABELS[name])
        for i, name in enumerate(here.names)
    ]
    return Plot(
        name="iteration values",
        badge="exact",
        title="Each iteration here",
        unit="eigenvalues; inside the circle shrinks",
        plane=True,
        zoom=True,
        x=Axis(range=_CIRCLE),
        y=Axis(range=_CIRCLE),
        layers=(Lines(name="circle", role="theory", xy=circle(), dash="solid"), *each),
    )


@lru_cache(maxsize=1)
def circle() -> Tensor:
    """The unit circle, (n, 2)."""
    turn = torch.linspace(0, 2 * torch.pi, 181, dtype=torch.float64)
    return torch.stack([turn.cos(), turn.sin()], 1)


def _flow(here: Board) -> Plot:
    """Eigenvalues of −J at the solution and at the present point of the method in focus."""
    game, names, method = here.game, here.names, here.params.method
    at_solution = _eigenvalues(-game.matrix(here.solution.z)) if here.solution is not None else torch.zeros((2, 2))
    z = torch.view_as_complex(here.state.z)[names.index(method), 0].item() if method in names else None
    now, hover = _eigenvalues(None if z is None else -game.matrix(z)), "at the method in focus: {x}, {y}"
    return Plot(
        name="flow values",
        badge="exact",
        title="The flow",
        unit="eigenvalues of −J: left attracts",
        x=Axis(label="real part", zero=True),
        y=Axis(zero=True),
        layers=(
            Boundary(name="axis", role="theory", wb=_UPRIGHT),
            Points(name="at the solution", role="hero", xy=at_solution, hover="at the solution: {x}, {y}"),
            Points(name="here", role="now", xy=now, size=0.8, hover=hover),
        ),
    )


def _eigenvalues(m: Tensor | None) -> Tensor:
    """Eigenvalues as points of the plane; none where an entry is not finite."""
    return pairs(torch.linalg.eigvals(m)) if m is not None and bool(torch.isfinite(m).all()) else EMPTY


def _iteration(here: Board, name: str, i: int) -> Tensor | None:
    """The matrix of a method's iteration at its present point; None: it has none."""
    game, state, eta = here.game, here.state, here.params.eta
    rows = torch.view_as_complex(path(state))[-2:, i].tolist()
    before, z = rows[0], rows[-1]
    gamma, V = lockstep.look_ahead(here.params, game), game.flow
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
            own = float(state.gamma[i]) or gamma
            taken = float(state.taken[i]) or gamma
            return matrix(name, game.matrix(z), taken, own, game.matrix(z - own * V(z)))
        case "eg_plus":
            return matrix(name, game.matrix(z), eta, gamma, game.matrix(z - gamma * V(z)))
    return matrix(name, game.matrix(z), eta, gamma) if name in STATIONARY else None


# ---- closed orbits of the flow


def closed_orbits(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Fixed points of the return map to the right of the first stationary point, and their orbits."""
    found: dict[str, Any] = {"attracting": EMPTY, "repelling": EMPTY, "orbits_found": 0, "orbits_repelling": 0}
    game = game_of(params)
    point = next(iter(stationary(game)), None)
    # A linear flow has no isolated closed orbit; of a centre all orbits are closed.
    if point is None or game.linear or abs(point.eigenvalues[0].imag) < 1e-9:
        yield Partial(found, 1.0)
        return
    distances = torch.linspace(0.02, 1.0, 30, dtype=torch.float64) * game.half
    orbits: list[flow.Orbit] = []
    for count, done in enumerate(flow.orbits(game, point.z, distances)):
        yield Partial(found, 0.9 * (1 - math.exp(-count / 150)))
        orbits = done or []
    drawn: dict[bool, list[Tensor]] = {True: [], False: []}
    for orbit in orbits:
        places = []
        for place in flow.points(game, point.z + orbit.r, orbit.period, _DRAWN):
            places.append(place)
            yield Partial(found, 0.92)
        z = torch.tensor(places, dtype=torch.complex128)
        drawn[orbit.attracting] += [pairs(z), _GAP]
        # The rectangle rule over a closed orbit converges faster than any power.
        found |= {"orbit_period": orbit.period, "orbit_radius": float((z[:-1] - point.z).abs().mean())}
    found |= {name: torch.cat([EMPTY, *drawn[name == "attracting"]]) for name in ("attracting", "repelling")}
    found |= {"orbits_found": len(orbits), "orbits_repelling": sum(not orbit.attracting for orbit in orbits)}
    yield Partial(found, 1.0)
