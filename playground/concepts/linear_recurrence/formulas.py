"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.linear_recurrence.learning import reach
from playground.concepts.linear_recurrence.typed import read
from playground.texts.terms import Sides, Terms

_LONG = 12_000  # steps that an impulse response is summed over
_SLOW = 3000.0  # steps of memory from which on sums over time take too long


def _values(terms: Terms) -> list[complex]:
    """The eigenvalues; outside ones inverted in modulus where the form keeps all inside."""
    found = [complex(x, y) for x, y in terms.data.places.tolist()]
    if terms.params.form == "exp":
        found = [one / abs(one) ** 2 if abs(one) > 1 else one for one in found]
    return found


def _focus(terms: Terms) -> complex | None:
    """The one in focus; none where 32 bits or the edges of floats tell otherwise."""
    found = _values(terms)
    one = found[min(terms.state.focus, len(found) - 1)]
    edge = abs(one) < 1e-6 or 0 < abs(1 - abs(one)) < 1e-9 or abs(one) == 1
    single = terms.params.mode == "disc" and terms.params.precision == "single"
    return None if edge or single else one


def power(terms: Terms) -> Any:
    """The modulus by multiplying again and again."""
    one = _focus(terms)
    if one is None or terms.state.t > 100_000:
        return NotImplemented
    z = 1.0 + 0j
    for _ in range(terms.state.t):
        z *= one
    return {"power": abs(z), "t": terms.state.t} if abs(z) < 1e20 else NotImplemented


def memory(terms: Terms) -> Any:
    """The time at which the modulus to that power is 1/e, by bisection."""
    one = _focus(terms)
    if one is None:
        return NotImplemented
    if abs(one) > 1:
        return {"focus_memory": math.inf}
    if 1 - abs(one) < 1e-6:
        return NotImplemented
    low, high = 0.0, 1.0
    while abs(one) ** high > 1 / math.e:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if abs(one) ** middle > 1 / math.e else (low, middle)
    return {"focus_memory": high}


def gamma(terms: Terms) -> Any:
    """One over the root of the variance that white noise leaves, summed up."""
    one = _focus(terms)
    if one is None or abs(one) ** _SLOW > 1e-8:
        return NotImplemented
    total = sum(abs(one) ** (2 * k) for k in range(40_000))
    return {"focus_gamma": 1 / math.sqrt(total)}


def counts(terms: Terms) -> Any:
    """Combinations and rounds from the strides alone."""
    T, kind = terms.params.length, terms.params.scan
    strides = [2**r for r in range(T) if 2**r < T]
    match kind:
        case "loop":
            return {"work": T - 1, "depth": T - 1}
        case "doubling":
            return {"work": sum(T - s for s in strides), "depth": len(strides)}
    up = [T // (2 * s) for s in strides]
    down = [(T - s) // (2 * s) for s in strides]
    each = [one for one in up + down if one > 0]
    return {"work": sum(each), "depth": len(each)}


def gain(terms: Terms) -> Any:
    """The sum over the impulse response, which is made one step after another."""
    values = np.array(_values(terms))
    if np.abs(values).max() ** _LONG > 1e-8:
        return NotImplemented
    one = np.sqrt(1 - np.abs(values) ** 2) if terms.params.normalised else np.ones(len(values))
    degrees = terms.numbers["degrees"]
    xi, total = one.astype(complex), 0j
    turn = np.exp(-1j * np.radians(degrees))
    wave = 1.0 + 0j
    for _ in range(_LONG):
        total += xi.real.mean() * wave
        xi, wave = xi * values, wave * turn
    return {"gain_now": abs(total), "degrees": degrees}


def _system(terms: Terms) -> tuple[Any, Any, Any]:
    A = np.array(read(terms.params.matrix))
    n = len(A)
    B, C = (np.array([*part, *[0.0] * n][:n]) for part in (terms.params.inward, terms.params.outward))
    return A, B, C


def response(terms: Terms) -> Any:
    """By the power itself, made by squaring."""
    A, B, C = _system(terms)
    t = terms.numbers["t"]
    return {"response_now": float(C @ np.linalg.matrix_power(A, t - 1) @ B) if t else 0.0, "t": t}


def modes(terms: Terms) -> Any:
    """The powers of A against P times the powers of the eigenvalues times the inverse."""
    A, B, C = _system(terms)
    values, P = np.linalg.eig(A)
    if np.linalg.cond(P) > 1e6 or np.abs(values).max() > 2:
        return NotImplemented
    k = np.arange(20)
    right = [C @ P @ np.diag(values**one) @ np.linalg.solve(P, B) for one in k]
    left = [C @ np.linalg.matrix_power(A, int(one)) @ B for one in k]
    return Sides(np.array(left), np.real(right), within=1e-6)


def block(terms: Terms) -> Any:
    """A Jordan block of size 2 to the power 7, by multiplying, against the formula."""
    value = 0.9
    left = np.linalg.matrix_power(np.array([[value, 1.0], [0.0, value]]), 7)
    return Sides(left, np.array([[value**7, 7 * value**6], [0.0, value**7]]))


def norm(terms: Terms) -> Any:
    """The root of the largest eigenvalue of the power times its transpose."""
    A, _, _ = _system(terms)
    power = np.linalg.matrix_power(A, terms.numbers["t"])
    return {"norm_now": math.sqrt(max(float(np.linalg.eigvalsh(power @ power.T).max()), 0.0))}


def loss(terms: Terms) -> Any:
    """The recurrence run on an impulse, one step after another."""
    v, phase, re, im = terms.state.learnt.theta[0].numpy()
    value, c = np.exp(-np.exp(v) + 1j * phase), re + 1j * im
    xi = np.sqrt(1 - np.abs(value) ** 2).astype(complex)
    total = 0.0
    for k in range(reach(terms.params.delay)):
        total += float((c * xi).sum().real - (k == terms.params.delay)) ** 2
        xi = xi * value
    return {"loss_exp": total}


def inside(terms: Terms) -> Any:
    """Whether the one in focus is inside the circle, and 32 bits or the edges of floats say no different."""
    one = _focus(terms)
    if one is None:
        return NotImplemented
    return abs(one) < 1


def explodes(terms: Terms) -> Any:
    """Whether an output of the plain recurrence gets beyond a billion; it cannot where all moduli are below 1."""
    values = np.array(_values(terms))
    if np.abs(values).max() < 0.9999:
        return False
    if np.abs(values).max() <= 1.0:
        return NotImplemented
    one = np.sqrt(np.abs(1 - np.abs(values) ** 2)) if terms.params.normalised else np.ones(len(values))
    xi = np.zeros(len(values), dtype=complex)
    for sample in terms.data.signal.tolist():
        xi = values * xi + one * sample
        if abs(xi.real.mean()) > 1e9:
            return True
    return False


def defective(terms: Terms) -> Any:
    """Whether some eigenvalue has to be taken twice in a polynomial that vanishes at A."""
    A, _, _ = _system(terms)
    distinct: list[complex] = []
    for value in np.linalg.eigvals(A):
        if all(abs(value - one) > 1e-6 for one in distinct):
            distinct.append(value)
    apart = [abs(a - b) for i, a in enumerate(distinct) for b in distinct[:i]]
    if apart and min(apart) < 1e-3:
        return NotImplemented
    product = np.eye(len(A), dtype=complex)
    for value in distinct:
        product = product @ (A - value * np.eye(len(A)))
    return bool(np.abs(product).max() > 1e-4)


def diagonalisable(terms: Terms) -> Any:
    """Whether none has to."""
    found = defective(terms)
    return found if found is NotImplemented else not found


def small(terms: Terms) -> Any:
    """Whether there is a step, a basis, and modes that can be written down."""
    found = defective(terms)
    t = terms.numbers["t"]
    if found is NotImplemented or found or not t:
        return found if found is NotImplemented else False
    A, B, C = _system(terms)
    values, P = np.linalg.eig(A)
    shares = (C @ P) * np.linalg.solve(P, B) * values ** (t - 1)
    return bool(np.abs(shares.real).max() < 1e3)


def combines(terms: Terms) -> Any:
    """Whether the prefix in focus became longer in its round, with numbers that can be written down."""
    row, time = terms.numbers["hand_round"], terms.numbers["hand_time"]
    if not row:
        return False
    T, kind = terms.params.length, terms.params.scan
    strides = [2**r for r in range(T) if 2**r < T]
    if kind == "loop":
        joined = time == row
    elif kind == "doubling":
        joined = time >= strides[row - 1]
    else:
        up = [(2 * s - 1, s) for s in strides]
        down = [(3 * s - 1, s) for s in reversed(strides) if 3 * s - 1 < T]
        first, stride = (up + down)[row - 1]
        joined = time >= first and (time - first) % (2 * stride) == 0
    return NotImplemented if joined and not terms.numbers["combines"] else joined
