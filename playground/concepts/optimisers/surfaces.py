"""The surfaces: value, gradient and Hessian at many points at once, in closed form; and what is known of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from playground.concepts.optimisers.stationary import grid, kind_of, pl_constant, stationary
from playground.engine.kit import formula_maths
from playground.engine.kit.arrays import Reals
from playground.engine.kit.formula import parse

if TYPE_CHECKING:
    from playground.concepts.optimisers import Params

Drops = tuple[tuple[float, float, float], ...]
"""What was drawn: x, y and height of each bump (negative: a pit)."""

WIDTH = 0.6  # standard deviation of a drawn bump
BOWL = 0.05  # curvature of the ground that is drawn on
PL = 3.0  # a of x^2 + a sin^2 x
_GRID = 61


class Surface(NamedTuple):
    """A function of two numbers.

    Attributes:
        words: its formula.
        value: (..., 2) to (...).
        gradient: (..., 2) to (..., 2).
        hessian: (..., 2) to (..., 2, 2).
        half: half the width of the home window.
        centre: its middle.
        points: stationary points with their kind: minimum, saddle or maximum.
        lowest: the smallest value known.
        L: the largest curvature, in the home window where it has no bound; None where it cannot be told.
        mu: the constant of the PL inequality; None where there is none.
        everywhere: whether L bounds the curvature of the whole plane.
    """

    words: str
    value: Callable[[Reals], Reals]
    gradient: Callable[[Reals], Reals]
    hessian: Callable[[Reals], Reals]
    half: float
    centre: tuple[float, float]
    points: tuple[tuple[float, float, str], ...]
    lowest: float
    L: float | None
    mu: float | None
    everywhere: bool = False


def surface_of(params: Params, drops: Drops = ()) -> Surface:
    """The surface of the parameters."""
    return _surface(
        params.problem, params.kappa, params.tilt, params.formula, drops if params.problem == "drawn" else ()
    )


@lru_cache(maxsize=32)
def _surface(problem: str, kappa: float, tilt: float, formula: str, drops: Drops) -> Surface:
    match problem:
        case "quadratic":
            return quadratic(matrix_of(kappa, tilt))
        case "rosenbrock":
            parts = _rosenbrock()
        case "himmelblau":
            parts = _himmelblau()
        case "saddle":
            parts = _saddle()
        case "pl":
            return _pl()
        case "plateau":
            return _known(*_plateau())._replace(L=1.0, everywhere=True)
        case "drawn":
            parts = _drawn(np.array(drops, dtype=np.float64).reshape(-1, 3))
        case "typed":
            parts = _typed(formula)
        case _:
            raise AssertionError(problem)
    return _known(*parts)


def matrix_of(kappa: float, tilt: float) -> Reals:
    """The matrix with eigenvalues 1 and 1/kappa, its steep direction turned by tilt degrees from y, (2, 2)."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    turn = np.array([[c, -s], [s, c]])
    return np.asarray(turn @ np.diag([1 / kappa, 1.0]) @ turn.T)


def quadratic(A: Reals) -> Surface:
    """x'Ax/2."""
    values = np.linalg.eigvalsh(A)
    return Surface(
        "θ′Aθ / 2",
        lambda z: np.einsum("...i,ij,...j->...", z, A, z) / 2,
        lambda z: z @ A,
        lambda z: np.broadcast_to(A, (*z.shape[:-1], 2, 2)),
        3.0,
        (0.0, 0.0),
        ((0.0, 0.0, "minimum"),),
        0.0,
        float(values[-1]),
        float(values[0]),
        everywhere=True,
    )


Parts = tuple[str, Callable[[Reals], Reals], Callable[[Reals], Reals], Callable[[Reals], Reals], float, Any, Any]


def _rosenbrock() -> Parts:
    def value(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return (1 - x) ** 2 + 100 * (y - x * x) ** 2

    def gradient(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return np.stack([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)], -1)

    def hessian(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return _symmetric(2 - 400 * y + 1200 * x * x, -400 * x, np.full_like(x, 200.0))

    return "(1 − x)² + 100 (y − x²)²", value, gradient, hessian, 2.0, (0.0, 0.8), [(1.0, 1.0)]


def _himmelblau() -> Parts:
    def value(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return (x * x + y - 11) ** 2 + (x + y * y - 7) ** 2

    def gradient(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        a, b = x * x + y - 11, x + y * y - 7
        return np.stack([4 * x * a + 2 * b, 2 * a + 4 * y * b], -1)

    def hessian(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return _symmetric(12 * x * x + 4 * y - 42, 4 * (x + y), 12 * y * y + 4 * x - 26)

    return "(x² + y − 11)² + (x + y² − 7)²", value, gradient, hessian, 5.5, (0.0, 0.0), None


def _saddle() -> Parts:
    def value(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return x * x / 2 - y * y / 2 + y**4 / 4

    def gradient(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return np.stack([x, -y + y**3], -1)

    def hessian(z: Reals) -> Reals:
        x, y = z[..., 0], z[..., 1]
        return _symmetric(np.ones_like(x), np.zeros_like(x), 3 * y * y - 1)

    points = [(0.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
    return "x²/2 − y²/2 + y⁴/4", value, gradient, hessian, 2.0, (0.0, 0.0), points


def _pl() -> Surface:
    """x^2 + 3 sin^2 x + y^2: not convex, yet the gradient bounds the gap (Karimi, Nutini and Schmidt, 2016)."""
    return Surface(
        "x² + 3 sin² x + y²",
        lambda z: z[..., 0] ** 2 + PL * np.sin(z[..., 0]) ** 2 + z[..., 1] ** 2,
        lambda z: np.stack([2 * z[..., 0] + PL * np.sin(2 * z[..., 0]), 2 * z[..., 1]], -1),
        lambda z: _symmetric(
            2 + 2 * PL * np.cos(2 * z[..., 0]), np.zeros_like(z[..., 0]), np.full_like(z[..., 0], 2.0)
        ),
        4.5,
        (0.0, 0.0),
        ((0.0, 0.0, "minimum"),),
        0.0,
        2 + 2 * PL,
        pl_constant(PL)[0],
        everywhere=True,
    )


def flowed(A: Reals, theta: Reals, time: float) -> Reals:
    """The gradient flow of x'Ax/2 from theta after a time: exp(-A t) theta."""
    values, vectors = np.linalg.eigh(A)
    return np.asarray(vectors @ (np.exp(-values * time) * (vectors.T @ theta)))


def _plateau() -> Parts:
    def value(z: Reals) -> Reals:
        return np.asarray(1 - np.exp(-(z * z).sum(-1) / 2))

    def gradient(z: Reals) -> Reals:
        return np.asarray(z * np.exp(-(z * z).sum(-1, keepdims=True) / 2))

    def hessian(z: Reals) -> Reals:
        g = np.exp(-(z * z).sum(-1) / 2)
        x, y = z[..., 0], z[..., 1]
        return _symmetric(g * (1 - x * x), -g * x * y, g * (1 - y * y))

    return "1 − exp(−|θ|²/2)", value, gradient, hessian, 4.5, (0.0, 0.0), [(0.0, 0.0)]


def _drawn(drops: Reals) -> Parts:
    """A flat bowl with the drawn bumps and pits, each a Gaussian."""
    at, height = drops[:, :2], drops[:, 2]

    def parts(z: Reals) -> tuple[Reals, Reals]:
        away = z[..., None, :] - at
        return away, height * np.exp(-(away * away).sum(-1) / (2 * WIDTH**2))

    def value(z: Reals) -> Reals:
        return np.asarray(BOWL * (z * z).sum(-1) / 2 + parts(z)[1].sum(-1))

    def gradient(z: Reals) -> Reals:
        away, g = parts(z)
        return np.asarray(BOWL * z - (g[..., None] * away).sum(-2) / WIDTH**2)

    def hessian(z: Reals) -> Reals:
        away, g = parts(z)
        outer = away[..., :, None] * away[..., None, :] / WIDTH**4 - np.eye(2) / WIDTH**2
        return np.asarray(BOWL * np.eye(2) + (g[..., None, None] * outer).sum(-3))

    return "what you drew", value, gradient, hessian, 3.0, (0.0, 0.0), None


def _typed(text: str) -> Parts:
    tree = parse(text)
    dx, dy = (formula_maths.derivative(tree, name) for name in "xy")
    second = [formula_maths.derivative(*of) for of in ((dx, "x"), (dx, "y"), (dy, "y"))]

    def at(node: Any, z: Reals) -> Reals:
        found = formula_maths.evaluate(node, {"x": z[..., 0], "y": z[..., 1]})
        return np.broadcast_to(found, z.shape[:-1]).copy()

    return (
        text,
        lambda z: at(tree, z),
        lambda z: np.stack([at(dx, z), at(dy, z)], -1),
        lambda z: _symmetric(*(at(node, z) for node in second)),
        3.0,
        (0.0, 0.0),
        None,
    )


def _symmetric(xx: Reals, xy: Reals, yy: Reals) -> Reals:
    return np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -2)


def _known(
    words: str,
    value: Callable[[Reals], Reals],
    gradient: Callable[[Reals], Reals],
    hessian: Callable[[Reals], Reals],
    half: float,
    centre: tuple[float, float],
    points: list[tuple[float, float]] | None,
) -> Surface:
    """A surface with its stationary points, searched by Newton's method from a grid where they are not given."""
    with np.errstate(all="ignore"):
        there = grid(half, centre, _GRID).reshape(-1, 2)
        found = stationary(there, gradient, hessian, half, centre) if points is None else points
        values = value(there)
        known = np.array([*values[np.isfinite(values)], *(value(np.array(point)) for point in found)])
        bent = hessian(there)
        bent = bent[np.isfinite(bent).all((-1, -2))]
        curved = np.abs(np.linalg.eigvalsh(bent)) if len(bent) else np.zeros(0)
        kinds = tuple((*point, kind_of(hessian(np.array(point)))) for point in found)
    lowest = float(known.min()) if len(known) else 0.0
    return Surface(
        words, value, gradient, hessian, half, centre, kinds, lowest, float(curved.max()) if curved.size else None, None
    )
