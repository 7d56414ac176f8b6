"""Longer work: closed orbits, the map of starts, measured rates, the gap to the proximal step, mixed equilibria."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import MATRIX_GAMES, Params, box, flow, lockstep
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, curve
from playground.concepts.minimax.methods import FAR, RULES, Setting, many, memory
from playground.concepts.minimax.names import LABELS
from playground.concepts.minimax.picture_maps import HIGHEST_RATE
from playground.concepts.minimax.picture_plane import pairs
from playground.concepts.minimax.state import State
from playground.concepts.minimax.stationary import Point, stationary
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

_GAP = torch.full((1, 2), torch.nan, dtype=torch.float64)
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)
SOLUTION, OTHER, BOUNDED, DIVERGED = 0.0, 1.0, 2.0, 4.0
_ARRIVED = 1e-2
_DRAWN = 120


def _solution(params: Params) -> tuple[Game, Point | None]:
    """The game and its first stationary point; none for games without a plane."""
    game = game_of(params)
    plane = params.game not in (*MATRIX_GAMES, "box")
    points = stationary(game) if plane else ()
    return game, points[0] if points else None


# ---- closed orbits of the flow


def orbits(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Fixed points of the return map to the right of the first stationary point, and their orbits."""
    arrays: dict[str, Any] = {"orbit_attracting": _EMPTY, "orbit_repelling": _EMPTY, "orbits_found": 0}
    arrays |= {"orbits_repelling": 0, "orbit_period": None, "orbit_radius": None, "orbit_attracts": None}
    game, found = _solution(params)
    # A linear flow has no isolated closed orbit; of a centre all orbits are closed.
    if found is None or game.linear or abs(found.eigenvalues[0].imag) < 1e-9:
        yield Partial(arrays, 1.0)
        return
    distances = torch.linspace(0.02, 1.0, 30, dtype=torch.float64) * game.half
    orbit_list: list[flow.Orbit] = []
    for count, done in enumerate(flow.orbits(game, found.z, distances)):
        yield Partial(arrays, 0.9 * (1 - math.exp(-count / 150)))
        orbit_list = done or []
    drawn: dict[bool, list[Tensor]] = {True: [], False: []}
    for orbit in orbit_list:
        places = []
        for place in flow.points(game, found.z + orbit.r, orbit.period, _DRAWN):
            places.append(place)
            yield Partial(arrays, 0.92)
        z = torch.tensor(places, dtype=torch.complex128)
        drawn[orbit.attracting] += [pairs(z), _GAP]
        # The rectangle rule over a closed orbit converges faster than any power.
        arrays |= {"orbit_period": orbit.period, "orbit_attracts": orbit.attracting}
        arrays["orbit_radius"] = float((z[:-1] - found.z).abs().mean())
    for attracting, name in ((True, "orbit_attracting"), (False, "orbit_repelling")):
        arrays[name] = torch.cat(drawn[attracting]) if drawn[attracting] else _EMPTY
    arrays |= {"orbits_found": len(orbit_list), "orbits_repelling": sum(not o.attracting for o in orbit_list)}
    yield Partial(arrays, 1.0)


# ---- where starts end


def basin(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The method in focus from the middle of every cell of the home window."""
    game, _ = _solution(params)
    side, half = params.resolution, game.half
    extent = torch.tensor([-half, half, -half, half], dtype=torch.float64)
    method = params.method if params.method in RULES else "eg"
    at = (torch.arange(side, dtype=torch.float64) + 0.5) / side * 2 - 1
    starts = torch.complex(*torch.meshgrid(at * half, at.flip(0) * half, indexing="xy")).ravel()
    z = starts[None]
    kept = memory(method, game, starts)
    first, second = kept[0][None], kept[1][None]
    alive = torch.ones_like(z, dtype=torch.bool)
    solutions = torch.tensor([point.z for point in stationary(game)], dtype=torch.complex128)
    setting = Setting(params.eta, lockstep.look_ahead(params, game))

    def seen(time: int) -> Partial:
        ends = _ends(z[0], alive[0], solutions, half)
        shares = {name: float((ends == kind).double().mean()) for name, kind in _SHARES.items()}
        arrays: dict[str, Any] = {"basin": ends.reshape(side, side), "basin_extent": extent, **shares}
        arrays["map_method"] = LABELS[method]
        return Partial(arrays, time / params.horizon, f"{time:,} of {params.horizon:,} iterations")

    shown = seen(0)
    yield shown
    for k in range(params.horizon):
        move = many(game, (method,), z, first, second, setting._replace(time=k + 1))[0]
        parts = [part[None] for part in (move.z, move.first, move.second)]
        good = alive
        for part in parts:
            good = good & (part.real.abs() < FAR) & (part.imag.abs() < FAR)
        z, first, second = (torch.where(good, *pair) for pair in zip(parts, (z, first, second), strict=True))
        alive = good
        if (k + 1) % 25 == 0 or k + 1 == params.horizon:
            shown = seen(k + 1)
        yield shown


_SHARES = {
    "share_solution": SOLUTION, "share_other": OTHER, "share_bounded": BOUNDED, "share_diverged": DIVERGED,
}  # fmt: skip


def _ends(z: Tensor, alive: Tensor, solutions: Tensor, half: float) -> Tensor:
    """How each path ended: at the first stationary point, at another, bounded elsewhere, or out of all bounds."""
    ends = torch.full(z.shape, BOUNDED, dtype=torch.float64)
    if len(solutions):
        gap = (z[:, None] - solutions[None]).abs()
        near, nearest = gap.min(1)
        ends = torch.where(near < _ARRIVED * half, torch.where(nearest == 0, SOLUTION, OTHER), ends)
    return torch.where(alive & (z.abs() < 100 * half), ends, DIVERGED)


# ---- rates over the step size

_TRIED = 41
_WARM, _TIMED = 60, 180
_SMALL = 1e-5


def rates(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The factor of each method near the first stationary point, measured with many step sizes at once.

    After every iteration the distance is set back, so that the path stays where V is as good as linear.
    """
    game, found = _solution(params)
    arrays: dict[str, Any] = {f"measured_{name}": _EMPTY for name in STATIONARY} | {"measured_gap": None}
    if found is None:
        yield Partial(arrays, 1.0)
        return
    steps = torch.logspace(-2, 0.5, _TRIED, dtype=torch.float64)
    setting = Setting(steps, steps)
    size = _SMALL * game.half
    z = (found.z + size * complex(0.8, 0.6)) * torch.ones((len(STATIONARY), _TRIED), dtype=torch.complex128)
    kept = [memory(name, game, z[i]) for i, name in enumerate(STATIONARY)]
    first = torch.stack([part for part, _ in kept])
    # What a method remembers is measured from what it is at the solution: the point itself, or V = 0.
    rest = torch.tensor([[found.z if name == "rfbs" else 0j] for name in STATIONARY], dtype=torch.complex128)
    total = torch.zeros(z.shape, dtype=torch.float64)
    for k in range(_WARM + _TIMED):
        moves = many(game, STATIONARY, z, first, first, setting)
        far = torch.stack([move.z for move in moves]) - found.z
        kept_ = torch.stack([move.first for move in moves]) - rest
        factor = (far.abs() / size).clamp(1e-12, 1e12)
        z, first = found.z + far / factor, rest + kept_ / factor
        total = total + factor.log() if k >= _WARM else total
        yield Partial(arrays, (k + 1) / (_WARM + _TIMED))
    measured = (total / _TIMED).exp()
    arrays |= _measured(game, found, steps, measured)
    yield Partial(arrays, 1.0)


def _measured(game: Game, found: Point, steps: Tensor, measured: Tensor) -> dict[str, Any]:
    arrays: dict[str, Any] = {}
    J, gap = game.matrix(found.z), 0.0
    for i, name in enumerate(STATIONARY):
        theory = curve(name, J, steps)
        inside = (measured[i] <= HIGHEST_RATE) & (theory > 1e-3)
        arrays[f"measured_{name}"] = torch.stack([steps.log10(), measured[i]], 1)[inside]
        if bool(inside.any()):
            gap = max(gap, float((measured[i] - theory)[inside].abs().max()))
    return arrays | {"measured_gap": gap}


def proximal(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """One step of EG and of OGDA beside the proximal step from the same point, for step sizes 0.02 to 0.16.

    The point before that OGDA needs is the one from which the proximal step leads here: z + eta V(z).
    """
    game = game_of(params)
    steps = torch.logspace(math.log10(0.02), math.log10(0.16), 7, dtype=torch.float64)
    z = torch.full((3, 7), complex(0.5, 0.3) * game.half, dtype=torch.complex128)
    before = game.V(z[0] + steps * game.V(z[0]))
    moves = many(game, ("ppm", "eg", "ogda"), z, before.expand(3, 7), z, Setting(steps, steps))
    target = moves[0].z
    arrays: dict[str, Any] = {"gap_x": steps.log10()}
    for name, move in (("eg", moves[1]), ("ogda", moves[2])):
        gap = (move.z - target).abs().clamp_min(1e-300).log10()
        centred = steps.log10() - steps.log10().mean()
        arrays |= {f"gap_{name}": gap, f"slope_{name}": float((centred * gap).sum() / (centred * centred).sum())}
    yield Partial(arrays, 1.0)


# ---- mixed equilibria


def equilibria(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Second moments and exploitability of the entropic pair from cold to hot."""
    taus = torch.logspace(-2.0, 0.5, 26, dtype=torch.float64)
    points = torch.linspace(-box.HALF, box.HALF, box.GRID, dtype=torch.float64)
    G = box.payoffs(points, points)
    rows: list[tuple[float, float, float, float]] = []
    for count, tau in enumerate(taus.tolist()):
        pair = box.entropic(points, tau)
        gain = float((pair.p @ G).max() - (G @ pair.q).min())
        rows.append((math.log10(tau), pair.x2, pair.y2, gain))
        columns = torch.tensor(rows, dtype=torch.float64).unbind(1)
        names = ("tau_x", "tau_x2", "tau_y2", "tau_gap")
        arrays = {name: column.contiguous() for name, column in zip(names, columns, strict=True)}
        yield Partial(arrays, (count + 1) / len(taus))


JOBS: dict[str, Callable[[Params, Data, State, View, Ctx], Iterator[Partial]]] = {
    "orbits": orbits,
    "basin": basin,
    "rates": rates,
    "proximal": proximal,
    "equilibria": equilibria,
}
