"""Maps of the line under which a normal z becomes x = g(a z + b), and the density that x has.

Where g is one-to-one, p(x) = φ(z) / |dx/dz|; a square has two branches, whose contributions add.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import torch
from torch import Tensor

LineMap = Literal["affine", "exp", "sinh", "cubic", "sigmoid", "square", "chain"]
LEAKY = 0.3
"""The slope below 0 of the last link of the chain: affine, sinh, leaky."""
_LOG_2PI = math.log(2 * math.pi)


class Link(NamedTuple):
    """A map of the line with its derivative and its inverse branches, elementwise.

    Attributes:
        value: g(u).
        slope: g'(u).
        branches: all u with g(u) = x, each like x; NaN where there is none.
    """

    value: Callable[[Tensor], Tensor]
    slope: Callable[[Tensor], Tensor]
    branches: Callable[[Tensor], tuple[Tensor, ...]]


def leaky(slope: float) -> Link:
    """The identity above 0, and a line of another slope below."""
    return Link(
        lambda u: torch.where(u >= 0, u, slope * u),
        lambda u: torch.where(u >= 0, torch.ones_like(u), slope * torch.ones_like(u)),
        lambda x: (torch.where(x >= 0, x, x / slope),),
    )


def _cubic_root(x: Tensor) -> Tensor:
    """The real root u of u³ + u = x, by the hyperbolic form of Cardano's formula."""
    return 2 / math.sqrt(3) * torch.sinh(torch.asinh(1.5 * math.sqrt(3) * x) / 3)


def _chained(*links: Link) -> Link:
    """Links one after the other: values go through, slopes multiply."""

    def value(u: Tensor) -> Tensor:
        for link in links:
            u = link.value(u)
        return u

    def slope(u: Tensor) -> Tensor:
        total = torch.ones_like(u)
        for link in links:
            total, u = total * link.slope(u), link.value(u)
        return total

    def branches(x: Tensor) -> tuple[Tensor, ...]:
        for link in reversed(links):
            (x,) = link.branches(x)
        return (x,)

    return Link(value, slope, branches)


_SINH = Link(torch.sinh, torch.cosh, lambda x: (torch.asinh(x),))
LINKS: dict[str, Link] = {
    "affine": Link(lambda u: u, torch.ones_like, lambda x: (x,)),
    "exp": Link(torch.exp, torch.exp, lambda x: (torch.log(x),)),
    "sinh": _SINH,
    "asinh": Link(torch.asinh, lambda u: 1 / torch.sqrt(1 + u * u), lambda x: (torch.sinh(x),)),
    "cubic": Link(lambda u: u**3 + u, lambda u: 3 * u * u + 1, lambda x: (_cubic_root(x),)),
    "sigmoid": Link(torch.sigmoid, lambda u: torch.sigmoid(u) * torch.sigmoid(-u), lambda x: (torch.logit(x),)),
    "square": Link(torch.square, lambda u: 2 * u, lambda x: (torch.sqrt(x), -torch.sqrt(x))),
    "chain": _chained(_SINH, leaky(LEAKY)),
}
"""The maps by name; `chain` is a sinh and a leaky line."""


def value_of(kind: str, a: float, b: float, z: Tensor) -> Tensor:
    """The x that z becomes."""
    return LINKS[kind].value(a * z + b)


def slope_of(kind: str, a: float, b: float, z: Tensor) -> Tensor:
    """Dx/dz."""
    return a * LINKS[kind].slope(a * z + b)


def sources_of(kind: str, a: float, b: float, x: Tensor) -> tuple[Tensor, ...]:
    """All z that become x, each like x; NaN where there is none."""
    return tuple((u - b) / a for u in LINKS[kind].branches(x))


def log_normal(z: Tensor) -> Tensor:
    """The log density of N(0, 1)."""
    return -0.5 * z * z - 0.5 * _LOG_2PI


def log_density(kind: str, a: float, b: float, x: Tensor, branches: int = 2) -> Tensor:
    """The log density of x, of any shape: -inf outside of the range, inf at a fold.

    With `branches` = 1 only the first branch is counted, as if a map that is not one-to-one were.
    """
    terms = []
    for z in sources_of(kind, a, b, x)[:branches]:
        log = log_normal(z) - slope_of(kind, a, b, z).abs().log()
        terms.append(torch.where(torch.isfinite(z), log, -torch.inf))
    return torch.logsumexp(torch.stack(terms), 0) if len(terms) > 1 else terms[0]


def distribution(kind: str, a: float, b: float, x: Tensor, branches: int = 2) -> Tensor:
    """The mass that the density has below x, which is all of its range at least partly."""
    sources = sources_of(kind, a, b, x)
    if len(sources) == 1:
        z = sources[0]
        share = torch.special.ndtr(z if a > 0 else -z)
        return torch.where(torch.isnan(z), (x > 0).to(x.dtype), share)
    # A fold at u = 0: below x lie the u between -root and root, of which one branch has the positive half.
    high, low = (torch.special.ndtr(z) for z in sources)
    middle = torch.special.ndtr(torch.tensor(-b / a, dtype=x.dtype))
    mass = (high - low).abs() if branches > 1 else (high - middle).abs()
    return torch.where(torch.isnan(mass), torch.zeros_like(mass), mass)
