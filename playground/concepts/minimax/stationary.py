"""The stationary points V = 0 of a game in its window: found by Newton's method from a grid, and classified."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax.arithmetic import dot, solved, stretch
from playground.concepts.minimax.games import Game, pair

GRID = 15
MOST_STEPS = 40
ZERO = 1e-10
_NEAR, _NEAR_DEGENERATE = 1e-6, 2e-3
_FLAT = 1e-6
MOST = 40
_ASIDE = 1e-2
"""How far other stationary points are looked for, in half windows."""
_RADII = (1e-3, 3e-3, 1e-2, 3e-2, 1e-1)


class Point(NamedTuple):
    """A stationary point.

    Attributes:
        z: where.
        eigenvalues: of the Jacobian of V, sorted by real and imaginary part.
        kind: what the flow z' = -V does there: attracting, repelling, saddle, centre or degenerate, or, on a curve of
            such points, attracting line or repelling line.
        nash: whether it is a local Nash point: neither player gains by a small move of its own; None without a payoff.
        xx, yy: second derivatives of the payoff; without one, dVx/dx and -dVy/dy.
    """

    z: complex
    eigenvalues: tuple[complex, complex]
    kind: str
    nash: bool | None
    xx: float
    yy: float

    @property
    def words(self) -> str:
        """What it is, for the plot."""
        nash = {True: ", local Nash", False: ", not local Nash", None: ""}[self.nash]
        return f"{self.kind}{nash}"


@lru_cache(maxsize=64)
def stationary(game: Game) -> tuple[Point, ...]:
    """All stationary points found in the window, local Nash points first, then attracting ones, then by distance.

    Of a whole curve of them some are found, at most `MOST` points in all.
    """
    return tuple(sorted((classified(game, z) for z in _zeros(game)), key=_order))


def _order(point: Point) -> tuple[bool, bool, float]:
    return point.nash is not True, point.kind != "attracting", round(abs(point.z), 9)


def _zeros(game: Game) -> list[complex]:
    side = torch.linspace(-game.half, game.half, GRID, dtype=torch.float64)
    x, y = torch.meshgrid(side, side, indexing="ij")
    # A little off the axes of symmetry, where the Jacobian is often singular.
    z = torch.complex(x.ravel() + 0.0137 * game.half, y.ravel() + 0.0211 * game.half)
    z = torch.cat([torch.zeros(1, dtype=z.dtype), z])
    rest: list[Tensor] = []
    for _ in range(MOST_STEPS):
        new = z - _step(game, z)
        still = (new - z).abs() < 1e-14 * (1 + z.abs())
        rest.append(new[still])
        z = new[~still & torch.isfinite(new.real) & torch.isfinite(new.imag)]
        if not len(z):
            break
    # A double zero is reached slowly: the value is small long before the place is right.
    z = torch.cat([*rest, z])
    good = (game.V(z).abs() <= ZERO) & (z.real.abs() <= game.half * 1.01) & (z.imag.abs() <= game.half * 1.01)
    return _apart(game, z[good])


def _step(game: Game, z: Tensor) -> Tensor:
    """Newton's step, damped where the Jacobian is nearly singular (Levenberg and Marquardt), at most half a window."""
    V, (p, q, r, s) = game.V(z), game.J(z)
    weight = 1e-12 * (p * p + q * q + r * r + s * s) + 1e-30
    normal = (p * p + r * r + weight, p * q + r * s, p * q + r * s, q * q + s * s + weight)
    right = pair(p * V.real + r * V.imag, q * V.real + s * V.imag)
    step: Tensor = solved(normal, right)
    return step * (game.half / 2 / step.abs().clamp_min(game.half / 2))


def _apart(game: Game, z: Tensor) -> list[complex]:
    """One of each cluster, in the order of |V|: the best first."""
    order = game.V(z).abs().argsort(stable=True) if len(z) else []
    kept: list[complex] = []
    for point in z[order].tolist() if len(z) else []:
        near = _NEAR_DEGENERATE if _is_flat(game, point) else _NEAR
        if all(abs(point - other) > near * max(1.0, game.half) for other in kept):
            kept.append(_rounded(game, point))
        if len(kept) == MOST:
            break
    return kept


def _is_flat(game: Game, z: complex) -> bool:
    m = game.matrix(z)
    return abs(float(torch.linalg.det(m))) <= _FLAT * max(1.0, float(torch.linalg.matrix_norm(m)) ** 2)


def _rounded(game: Game, z: complex) -> complex:
    """The point with tiny parts set to 0, where V is no larger there."""
    clean = complex(0.0 if abs(z.real) < 1e-6 else z.real, 0.0 if abs(z.imag) < 1e-6 else z.imag)
    return clean if abs(game.flow(clean)) <= abs(game.flow(z)) else z


def classified(game: Game, z: complex) -> Point:
    """What a stationary point is."""
    m = game.matrix(z)
    values = sorted(torch.linalg.eigvals(m).tolist(), key=lambda v: (v.real, v.imag))
    xx, yy = float(m[0, 0]), 0.0 - float(m[1, 1])
    return Point(z, (values[0], values[1]), _kind(game, z, values), _is_nash(game, z, xx, yy), xx, yy)


def _kind(game: Game, z: complex, values: list[complex]) -> str:
    small = 1e-7 * max(1.0, *(abs(v) for v in values))
    real = [v.real for v in values]
    if any(abs(v) <= small for v in values):
        most = max(real, key=abs)
        return (
            "degenerate"
            if abs(most) <= small or not _on_a_line(game, z)
            else "attracting line"
            if most > 0
            else "repelling line"
        )
    if all(abs(r) <= small for r in real):
        return "centre"
    if min(real) > small:
        return "attracting"
    return "repelling" if max(real) < -small else "saddle"


def _on_a_line(game: Game, z: complex) -> bool:
    """Whether there are more stationary points close by on both sides, along the direction in which J is 0."""
    _, _, directions = torch.linalg.svd(game.matrix(z))
    along = complex(*directions[-1].tolist())
    near = z + torch.tensor([-_ASIDE, _ASIDE], dtype=torch.complex128) * game.half * along
    reach = _ASIDE * game.half
    for _ in range(MOST_STEPS):
        near = near - _step(game, near)
    gap = (near - z).abs()
    found = (game.V(near).abs() <= ZERO) & (gap > reach / 2) & (gap < 2 * reach)
    return bool(found.all())


def _is_nash(game: Game, z: complex, xx: float, yy: float) -> bool | None:
    """Whether Phi(x*, y) <= Phi* <= Phi(x, y*) at all small distances that are tried, in both directions."""
    if game.payoff is None:
        return None
    if xx < -_FLAT or yy > _FLAT:
        return False
    if xx > _FLAT and yy < -_FLAT:
        return True
    radii = torch.tensor(_RADII, dtype=torch.float64)
    offsets = torch.cat([radii, -radii])
    x, y = torch.full_like(offsets, z.real), torch.full_like(offsets, z.imag)
    here = game.payoff(x, y)
    slack = 1e-12 * (1 + here.abs())
    better_x = game.payoff(x + offsets, y) < here - slack
    better_y = game.payoff(x, y + offsets) > here + slack
    return not bool((better_x | better_y).any())


# ---- constants of a window


@lru_cache(maxsize=64)
def lipschitz(game: Game) -> float:
    """L: the largest spectral norm of the Jacobian of V on a grid over the home window, borders included."""
    side = torch.linspace(-game.half, game.half, 121, dtype=torch.float64)
    x, y = torch.meshgrid(side, side, indexing="ij")
    norms = stretch(game.J(torch.complex(x, y)))
    norms = norms[torch.isfinite(norms)]
    return max(float(norms.max()), 1e-9) if norms.numel() else 1.0


def angle(game: Game, z: Tensor, solution: complex) -> Tensor:
    """<V(z), z - z*> / |V(z)|^2 at points: the weak Minty inequality asks that it be at least rho."""
    V = game.V(z)
    quotient: Tensor = dot(V, z - solution) / dot(V, V).clamp_min(1e-300)
    return quotient


class Minty(NamedTuple):
    """What the weak Minty inequality allows.

    Attributes:
        rho: the smallest angle quotient in the home window.
        at: where it is.
        bound: -1/(2L), above which AdaptiveEG+ is proved to arrive.
        plus: -1/(8L), above which EG+ is.
    """

    rho: float
    at: complex
    bound: float
    plus: float


@lru_cache(maxsize=64)
def minty(game: Game, solution: complex) -> Minty:
    """Rho = min <V, z - z*> / |V|^2 over the home window, by refining a grid."""
    centre, half, best = 0j, game.half, 0j
    for _ in range(9):
        side = torch.linspace(-half, half, 81, dtype=torch.float64)
        x, y = torch.meshgrid(side, side, indexing="ij")
        inside = (x + centre.real).clamp(-game.half, game.half), (y + centre.imag).clamp(-game.half, game.half)
        z = torch.complex(*inside)
        value = angle(game, z, solution)
        value = torch.where(torch.isfinite(value) & (game.V(z).abs() > 1e-6), value, torch.inf)
        best = complex(z.ravel()[int(value.argmin())])
        centre, half = best, half / 8
    rho = float(angle(game, torch.tensor([best], dtype=torch.complex128), solution)[0])
    L = lipschitz(game)
    return Minty(rho, best, -1 / (2 * L), -1 / (8 * L))
