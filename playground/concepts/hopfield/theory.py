"""How much a Hopfield network can hold, by theory.

Sources: J. Hertz, A. Krogh and R. G. Palmer (1991), section 2.2, for the error of one step; D. J. Amit, H. Gutfreund
and H. Sompolinsky, Annals of Physics 173 (1987), for the replica solution at temperature 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

_BISECTIONS = 200


def bit_error(load: float, threshold: float = 0.0) -> float:
    """Probability that a bit of a memory is unstable: Gaussian cross-talk of variance `load` exceeds the signal.

    The signal is 1, less the threshold for one half of the bits and more by it for the other half.
    """
    if load <= 0:
        return 0.0
    return sum(0.25 * math.erfc((1 + sign * threshold) / math.sqrt(2 * load)) for sign in (-1, 1))


def load_for_error(error: float) -> float:
    """The load at which a bit is unstable with this probability, from 0 to 1/2."""
    return _root(lambda load: bit_error(load) - error, 1e-6, 1e6, log=True)


def _f(y: float) -> float:
    """sqrt(2 load) along the replica solution, y = m / sqrt(2 load r)."""
    return math.erf(y) / y - 2 / math.sqrt(math.pi) * math.exp(-y * y)


def _slope(y: float) -> float:
    """The derivative of f."""
    gauss = 2 / math.sqrt(math.pi) * math.exp(-y * y)
    return gauss / y - math.erf(y) / y**2 + 2 * y * gauss


class Critical(NamedTuple):
    """Where recall breaks down.

    Attributes:
        load: the largest load with a recall state, about 0.138.
        overlap: the overlap of that state with the memory, about 0.967.
        y: where f is largest.
    """

    load: float
    overlap: float
    y: float


@cache
def critical() -> Critical:
    """The cliff: the largest f(y)^2 / 2."""
    y = _root(_slope, 0.5, 3.0)
    return Critical(_f(y) ** 2 / 2, math.erf(y), y)


def replica_overlap(load: float) -> float:
    """Overlap of the recall state with its memory at this load; 0 above the critical one."""
    top = critical()
    if load <= 0:
        return 1.0
    if load > top.load:
        return 0.0
    return math.erf(_root(lambda y: _f(y) - math.sqrt(2 * load), top.y, 1e6, log=True))


def _root(f: Callable[[float], float], low: float, high: float, log: bool = False) -> float:
    """Where f changes its sign between low and high, by bisection to the last bit."""
    below = f(low) > 0
    for _ in range(_BISECTIONS):
        middle = math.sqrt(low * high) if log else (low + high) / 2
        if not low < middle < high:
            break
        if (f(middle) > 0) == below:
            low = middle
        else:
            high = middle
    return (low + high) / 2
