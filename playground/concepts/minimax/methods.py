"""The methods, each as a generator: it asks for V (or its Jacobian) at points and returns where it goes.

A generator asks by yielding (FIRST or SECOND, points) or (JACOBIAN, points) and is sent the answer; FIRST and SECOND
name the sample of the gradient noise, PLAIN is V without noise. So the formulas stand here once, and a driver may
answer all methods and all starts with one evaluation (`many`), or go through Python numbers for one start (`one`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax.arithmetic import dot, root, solved, some, stretch, where
from playground.concepts.minimax.games import Entries, Game, Z, pair

FIRST, SECOND, PLAIN, JACOBIAN = 0, 1, 2, 3
NU, TAU, LAMBDA, SIGMA = 0.99, 0.5, 1.0, -0.99 / 2
BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
MOST_NEWTON, MOST_HALVINGS = 30, 40
SOLVED = 1e-12
TIE = 1e-9  # where V turns and does not stretch, both lengths are the same but for rounding
FAR = 1e8


class Setting(NamedTuple):
    """What all methods are told.

    Attributes:
        eta: the step size, a number or a tensor that broadcasts against the starts.
        look: how far extragradient looks ahead; None: as far as it moves.
        gamma: the step of EG+ and AdaptiveEG+.
        time: iterations since the start, the first is 1 (for Adam).
        noise: the two samples that are added to V, numbers or tensors of the shape of the starts; None: no noise.
    """

    eta: Any
    gamma: Any
    time: int = 1
    noise: Any = None
    look: Any = None


class Move(NamedTuple):
    """Where a method goes.

    Attributes:
        z: the new point.
        first, second: what the method remembers.
        gamma: how far it looked ahead; None: it has no step of its own.
        taken: how far it moved along the second gradient.
        solved: whether the implicit equation was solved to tolerance (flags); None if there is none.
    """

    z: Z
    first: Z
    second: Z
    gamma: Any = None
    taken: Any = None
    solved: Any = None


Rule = Callable[[Z, Z, Z, Setting], Generator[tuple[int, Z], Any, Move]]


# ---- the methods


def gda(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Z - eta V(z)."""
    v = yield FIRST, z
    return Move(z - s.eta * v, first, second)


def alt_gda(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """X first, then y with the new x."""
    v = yield FIRST, z
    x = z.real - s.eta * v.real
    v = yield SECOND, pair(x, z.imag)
    return Move(pair(x, z.imag - s.eta * v.imag), first, second)


def ppm(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """z+ = z - eta V(z+), by Newton's method from the explicit step."""
    v = yield FIRST, z
    w = z - s.eta * v
    left = _Left(z, w, s)
    for _ in range(MOST_NEWTON):
        v = yield PLAIN, left.w
        if left.check(v):
            return Move(left.whole, first, second, solved=left.solved)
        left.newton((yield JACOBIAN, left.w))
    return Move(left.whole, first, second, solved=left.solved)


class _Left:
    """The starts whose implicit equation w - z + eta (V(w) + noise) = 0 is not solved yet."""

    def __init__(self, z: Z, w: Z, s: Setting) -> None:
        self.w, self.whole = w, w
        self._z, self._eta = z, s.eta
        self._noise = 0 * z if s.noise is None else s.noise[FIRST]
        self._enough = SOLVED * SOLVED * (1 + dot(z, z))
        self._rest: Z = w
        self._rows: Any = None
        self.solved: Any = w.real != w.real

    def check(self, v: Z) -> bool:
        """Takes V at the present points; whether all are solved."""
        self._rest = self.w - self._z + self._eta * (v + self._noise)
        done = dot(self._rest, self._rest) <= self._enough
        if not isinstance(done, Tensor):
            self.solved, self.whole = done, self.w
            return bool(done)
        self._keep(done)
        return not len(self.w)

    def _keep(self, done: Tensor) -> None:
        """Put the points back to their places, and go on with those that are not solved."""
        if self._rows is None:
            self._rows = torch.arange(len(self.w))
            self._eta = self._eta.expand(len(self.w)) if isinstance(self._eta, Tensor) else self._eta
            self._noise = self._noise.expand(len(self.w))
            self.solved, self.whole = done, self.w
        else:
            self.solved = self.solved.index_put((self._rows,), done)
            self.whole = self.whole.index_put((self._rows,), self.w)
        if not bool(done.any()):
            return
        open_ = ~done
        self._rows, self.w, self._z, self._rest = (part[open_] for part in (self._rows, self.w, self._z, self._rest))
        self._noise, self._enough = self._noise[open_], self._enough[open_]
        self._eta = self._eta[open_] if isinstance(self._eta, Tensor) else self._eta

    def newton(self, entries: Entries) -> None:
        """One step of Newton's method on what is left."""
        p, q, r, t = entries
        eta = self._eta
        self.w = self.w - solved((1 + eta * p, eta * q, eta * r, 1 + eta * t), self._rest)


def eg(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Z - eta V(z - eta V(z)), both players extrapolated."""
    v = yield FIRST, z
    v = yield SECOND, z - (s.eta if s.look is None else s.look) * v
    return Move(z - s.eta * v, first, second)


def ogda(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Z - eta (2 V(z) - V(z_before)); `first` is V(z_before)."""
    v = yield FIRST, z
    return Move(z - s.eta * (2 * v - first), v, second)


def rfbs(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Z - eta V(2 z - z_before); `first` is z_before."""
    v = yield FIRST, 2 * z - first
    return Move(z - s.eta * v, z, second)


def eg_plus(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Look ahead by gamma, move by gamma / 2."""
    v = yield FIRST, z
    v = yield SECOND, z - s.gamma * v
    return Move(z - s.gamma / 2 * v, first, second, s.gamma, s.gamma / 2)


def adaptive_eg_plus(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Look ahead by gamma, move by alpha gamma with alpha from the angle of both gradients."""
    v = yield FIRST, z
    ahead = yield SECOND, z - s.gamma * v
    return _turned(z, v, ahead, s.gamma, first, second)


def curvature_eg_plus(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """AdaptiveEG+ with gamma = nu / |J|, halved until gamma |V(ahead) - V(z)| <= nu |ahead - z|."""
    norm = stretch((yield JACOBIAN, z))
    v = yield FIRST, z
    gamma = NU / where(norm > 0, norm, norm + 1)
    for _ in range(MOST_HALVINGS):
        point = z - gamma * v
        ahead = yield SECOND, point
        change, reach = ahead - v, point - z
        long = gamma * gamma * dot(change, change) > (1 + TIE) * NU * NU * dot(reach, reach)
        if not some(long):
            break
        gamma = where(long, gamma * TAU, gamma)
    return _turned(z, v, ahead, gamma, first, second)


def _turned(z: Z, v: Z, ahead: Z, gamma: Any, first: Z, second: Z) -> Move:
    """Z + lambda alpha (H zbar - H z) with H = id - gamma V and zbar = z - gamma V(z)."""
    reach = -gamma * v
    turn = reach - gamma * (ahead - v)
    length = dot(turn, turn)
    alpha = SIGMA + dot(reach, turn) / where(length > 0, length, length + 1)
    return Move(z + LAMBDA * alpha * turn, first, second, gamma, LAMBDA * alpha * gamma)


def corrected_eg_plus(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """EG+ that takes the bias of a noisy look away, and moves by gamma / sqrt(k) (Pethick et al., 2023).

    `first` is z_before and `second` where it looked from there; both looks see the same sample of the noise.
    """
    share = 1 / math.sqrt(s.time)
    v = yield FIRST, z
    before = yield FIRST, first
    ahead = z - s.gamma * v + (1 - share) * (second - first + s.gamma * before)
    v = yield SECOND, ahead
    return Move(z - share * s.gamma * v, z, ahead, s.gamma, share * s.gamma)


def adam(z: Z, first: Z, second: Z, s: Setting) -> Generator[tuple[int, Z], Any, Move]:
    """Adam; `first` and `second` are the running means of the gradient and of its squares.

    Not the kit's step: both players are one complex number, a Python number for one start and a tensor for many.
    """
    v = yield FIRST, z
    first = BETA1 * first + (1 - BETA1) * v
    second = BETA2 * second + (1 - BETA2) * pair(v.real * v.real, v.imag * v.imag)
    up, down = 1 - BETA1**s.time, 1 - BETA2**s.time
    x = (first.real / up) / (root(second.real / down) + TINY)
    y = (first.imag / up) / (root(second.imag / down) + TINY)
    return Move(z - s.eta * pair(x, y), first, second)


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        gda,
        alt_gda,
        ppm,
        eg,
        ogda,
        rfbs,
        eg_plus,
        adaptive_eg_plus,
        curvature_eg_plus,
        corrected_eg_plus,
        adam,
    )
}


def memory(name: str, game: Game, z: Z) -> tuple[Z, Z]:
    """What a method remembers at the start, where z_before = z."""
    first = game.V(z) if name == "ogda" else z if name in ("rfbs", "corrected_eg_plus") else 0 * z
    return first, z if name == "corrected_eg_plus" else 0 * z


# ---- drivers


def one(game: Game, name: str, z: complex, first: Z, second: Z, s: Setting) -> Move:
    """One iteration of one method from one start, in Python numbers.

    A number that grows past all others ends at the old point, not finite: `z` of the result says so.
    """
    work = RULES[name](z, first, second, s)
    field, jacobian = game.field, game.jacobian
    noise = (*(s.noise or (0j, 0j)), 0j)
    try:
        kind, point = next(work)
        while True:
            answer: Any
            if kind == JACOBIAN:
                answer = jacobian(point.real, point.imag)
            else:
                answer = complex(*field(point.real, point.imag)) + noise[kind]
            kind, point = work.send(answer)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
    except (OverflowError, ZeroDivisionError, ValueError):
        return Move(complex(math.inf, math.inf), first, second)


def many(game: Game, names: Sequence[str], z: Tensor, first: Tensor, second: Tensor, s: Setting) -> list[Move]:
    """One iteration of many methods from many starts in lockstep.

    Args:
        game: the game.
        names: the methods.
        z: complex points, (methods, starts).
        first: what the methods remember, of the same shape.
        second: more of what they remember.
        s: the setting.
    """
    works = [RULES[name](z[i], first[i], second[i], s) for i, name in enumerate(names)]
    moves: dict[int, Move] = {}
    asks = {i: next(work) for i, work in enumerate(works)}
    while asks:
        answers = _answers(game, asks, s.noise)
        asks = {}
        for i, answer in answers.items():
            try:
                asks[i] = works[i].send(answer)
            except StopIteration as stop:
                moves[i] = stop.value
    return [moves[i] for i in range(len(works))]


def _answers(game: Game, asks: dict[int, tuple[int, Tensor]], noise: Any) -> dict[int, Any]:
    """All values of V that are asked for with one evaluation, all Jacobians with another."""
    found: dict[int, Any] = {}
    values = [i for i, (kind, _) in asks.items() if kind != JACOBIAN]
    for i, V in zip(values, _split(game.V, [asks[i][1] for i in values]), strict=True):
        kind = asks[i][0]
        found[i] = V if noise is None or kind == PLAIN else V + noise[kind]
    slopes = [i for i in asks if i not in found]
    for i, entries in zip(slopes, _split(game.J, [asks[i][1] for i in slopes]), strict=True):
        found[i] = entries
    return found


def _split(evaluate: Callable[[Tensor], Any], points: list[Tensor]) -> list[Any]:
    """A function at all points together, and apart again."""
    if len(points) < 2:
        return [evaluate(part) for part in points]
    sizes = [len(part) for part in points]
    found = evaluate(torch.cat(points))
    if isinstance(found, Tensor):
        return list(torch.split(found, sizes))
    return list(zip(*(torch.split(entry, sizes) for entry in found), strict=True))
