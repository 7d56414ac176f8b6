"""The games: x minimises and y maximises Phi(x, y); V = (dPhi/dx, -dPhi/dy) is what both follow downhill.

A point is a complex number z = x + iy, as a Python number (one start, no overhead) or as a tensor of any shape (many
starts at once); both go through the same formulas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import Params, gan, typed
from playground.engine.kit.formula import parse

Z = Any
"""A complex number or a complex tensor."""
Entries = tuple[Any, Any, Any, Any]
"""The Jacobian of V by rows: dVx/dx, dVx/dy, dVy/dx, dVy/dy, each like the real part of a point."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game of two numbers; games with equal keys are equal, so results can be kept by game.

    Attributes:
        name: as in the parameters.
        words: Phi in words.
        payoff: (x, y) -> Phi; None where V has no potential.
        field: (x, y) -> (Vx, Vy).
        jacobian: (x, y) -> the entries of dV/dz.
        half: the home window is [-half, half] squared.
        scalar: whether the formulas also take Python floats.
        linear: whether V is linear, so that rates hold everywhere.
        key: what the game depends on, for caches.
    """

    name: str
    words: str
    payoff: Callable[[Any, Any], Any] | None
    field: Callable[[Any, Any], tuple[Any, Any]]
    jacobian: Callable[[Any, Any], Entries]
    half: float
    scalar: bool = True
    linear: bool = False
    key: tuple[Any, ...] = ()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.key == self.key

    def V(self, z: Z) -> Z:
        """V at a point."""
        return pair(*self.field(z.real, z.imag))

    def J(self, z: Z) -> Entries:
        """The Jacobian of V at a point."""
        return self.jacobian(z.real, z.imag)

    def matrix(self, z: complex) -> Tensor:
        """The Jacobian of V at one point, (2, 2)."""
        entries = self.J(z if self.scalar else torch.tensor(z, dtype=torch.complex128))
        return torch.tensor([float(entry) for entry in entries], dtype=torch.float64).reshape(2, 2)

    def flow(self, z: complex) -> complex:
        """V at one point, as a Python number."""
        return self.flows([z])[0]

    def flows(self, points: Sequence[complex]) -> list[complex]:
        """V at some points as Python numbers; infinite where it is past all numbers."""
        if not self.scalar:
            found: list[complex] = self.V(torch.tensor(points, dtype=torch.complex128)).tolist()
            return found
        return [self._flow(z) for z in points]

    def _flow(self, z: complex) -> complex:
        try:
            return complex(*self.field(z.real, z.imag))
        except OverflowError:
            return complex(math.inf, math.inf)

    def values(self, points: Sequence[complex]) -> list[float | None]:
        """Phi at some points; None where it has no value."""
        if self.payoff is None:
            return [None] * len(points)
        z = torch.tensor(points, dtype=torch.complex128)
        return [value if math.isfinite(value) else None for value in self.payoff(z.real, z.imag).tolist()]


def pair(x: Any, y: Any) -> Z:
    """X + iy of numbers or tensors."""
    return torch.complex(x, y) if isinstance(x, Tensor) else complex(x, y)


def like(value: float, x: Any) -> Any:
    """A constant in the form of x."""
    return torch.full_like(x, value) if isinstance(x, Tensor) else value


# ---- the games


@lru_cache(maxsize=64)
def quadratic(name: str, words: str, a: float, b: float, c: float) -> Game:
    """(a x^2 + 2 b x y - c y^2) / 2."""
    return Game(
        name,
        words,
        lambda x, y: (a * x * x + 2 * b * x * y - c * y * y) / 2,
        lambda x, y: (a * x + b * y, c * y - b * x),
        lambda x, y: (like(a, x), like(b, x), like(-b, x), like(c, x)),
        3.0,
        linear=True,
        key=(name, a, b, c),
    )


@lru_cache(maxsize=64)
def monkey() -> Game:
    """x^3 - 3 x y^2."""
    return Game(
        "monkey",
        "x³ − 3 x y²",
        lambda x, y: x * x * x - 3 * x * y * y,
        lambda x, y: (3 * (x * x - y * y), 6 * x * y),
        lambda x, y: (6 * x, -6 * y, 6 * y, 6 * x),
        1.5,
        key=("monkey",),
    )


@lru_cache(maxsize=64)
def weird() -> Game:
    """-x^2 y^2 + x y."""
    return Game(
        "weird",
        "−x² y² + x y",
        lambda x, y: x * y - x * x * y * y,
        lambda x, y: (y - 2 * x * y * y, 2 * x * x * y - x),
        lambda x, y: (-2 * y * y, 1 - 4 * x * y, 4 * x * y - 1, 2 * x * x),
        2.0,
        key=("weird",),
    )


@lru_cache(maxsize=64)
def almost_bilinear(eps: float, on: str) -> Game:
    """X y + eps phi(u) with phi(u) = u^2/2 - u^4/4, u = y ("maximiser") or u = x ("minimiser")."""
    if on == "maximiser":
        return Game(
            "almost",
            f"x y + {eps:g} φ(y), φ(u) = u²/2 − u⁴/4",
            lambda x, y: x * y + eps * (y * y / 2 - y * y * y * y / 4),
            lambda x, y: (y, -x - eps * (y - y * y * y)),
            lambda x, y: (like(0.0, x), like(1.0, x), like(-1.0, x), -eps * (1 - 3 * y * y)),
            2.0,
            key=("almost", eps, on),
        )
    return Game(
        "almost",
        f"x y + {eps:g} φ(x), φ(u) = u²/2 − u⁴/4",
        lambda x, y: x * y + eps * (x * x / 2 - x * x * x * x / 4),
        lambda x, y: (y + eps * (x - x * x * x), -x),
        lambda x, y: (eps * (1 - 3 * x * x), like(1.0, x), like(-1.0, x), like(0.0, x)),
        2.0,
        key=("almost", eps, on),
    )


@lru_cache(maxsize=64)
def forsaken(c: float) -> Game:
    """X (y - c) + phi(x) - phi(y) with phi(u) = u^2/4 - u^4/2 + u^6/6."""

    def phi(u: Any) -> Any:
        s = u * u
        return s * (1 / 4 - s * (1 / 2 - s / 6))

    def slope(u: Any) -> Any:
        s = u * u
        return u * (1 / 2 - s * (2 - s))

    def bend(u: Any) -> Any:
        s = u * u
        return 1 / 2 - s * (6 - 5 * s)

    return Game(
        "forsaken",
        f"x (y − {c:g}) + φ(x) − φ(y), φ(u) = u²/4 − u⁴/2 + u⁶/6",
        lambda x, y: x * (y - c) + phi(x) - phi(y),
        lambda x, y: (y - c + slope(x), slope(y) - x),
        lambda x, y: (bend(x), like(1.0, x), like(-1.0, x), bend(y)),
        1.5,
        key=("forsaken", c),
    )


@lru_cache(maxsize=64)
def polar(a: float) -> Game:
    """V = (psi(x, y) - y, psi(y, x) + x), psi = a/16 x (r^2 - 1) (16 r^2 - 9): circles at r = 3/4 and 1; no Phi."""

    def pull(s: Any) -> Any:
        return a / 16 * (s - 1) * (16 * s - 9)

    def field(x: Any, y: Any) -> tuple[Any, Any]:
        g = pull(x * x + y * y)
        return x * g - y, y * g + x

    def jacobian(x: Any, y: Any) -> Entries:
        s = x * x + y * y
        g, slope = pull(s), a / 16 * (32 * s - 25)
        return g + 2 * x * x * slope, 2 * x * y * slope - 1, 2 * x * y * slope + 1, g + 2 * y * y * slope

    return Game("polar", "a field that turns round 0", None, field, jacobian, 1.3, key=("polar", a))


@lru_cache(maxsize=64)
def from_formula(text: str, half: float) -> Game:
    """A payoff as it was typed."""
    tree = parse(text)
    return Game(
        "typed",
        text,
        lambda x, y: typed.payoff(tree, x, y),
        lambda x, y: typed.field(tree, x, y),
        lambda x, y: typed.jacobian(tree, x, y),
        half,
        scalar=False,
        key=("typed", text, half),
    )


@lru_cache(maxsize=64)
def tiny_gan(mean: float, spread: float) -> Game:
    """The generator's mean across, the judge's slope up."""
    if spread == 0.0:
        words = f"log σ(y {mean:g}) + log σ(−y x)"
    else:
        words = "E log σ(y s) + E log σ(−y t), s data, t samples round x"
    return Game(
        "gan",
        words,
        lambda x, y: gan.payoff(mean, spread, x, y),
        lambda x, y: gan.field(mean, spread, x, y),
        lambda x, y: gan.jacobian(mean, spread, x, y),
        3.0,
        scalar=False,
        key=("gan", mean, spread),
    )


def game_of(params: Params) -> Game:
    """The game that the parameters choose."""
    match params.game:
        case "bilinear":
            return quadratic("bilinear", "x y", 0.0, 1.0, 0.0)
        case "saddle":
            return quadratic("saddle", "x² − y²", 2.0, 0.0, 2.0)
        case "quadratic":
            a, b, c = params.a, params.b, params.c
            return quadratic("quadratic", f"({a:g} x² + {2 * b:g} x y − {c:g} y²) / 2", a, b, c)
        case "monkey":
            return monkey()
        case "almost":
            return almost_bilinear(params.eps, params.on)
        case "forsaken":
            return forsaken(params.offset)
        case "polar":
            return polar(params.pull)
        case "gan":
            return tiny_gan(params.mean, params.spread)
        case "typed":
            return from_formula(params.formula, params.window)
    return weird()
