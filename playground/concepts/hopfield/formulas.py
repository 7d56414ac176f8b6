"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import erf, exp, fsum, log, pi, sqrt
from typing import Any

import numpy as np

from playground.concepts.hopfield.net import weights as weights_of
from playground.texts.terms import Sides, Terms

_LARGEST = 1100  # neurons of a net whose weights are written out
_LONGEST = 5_000_000  # products of Storkey's rule
_TIE = 1e-9


@lru_cache(maxsize=4)
def _learned(raw: bytes, n: int, d: int, rule: str) -> Any:
    """W as the textbook has it, (d, d)."""
    X = np.frombuffer(raw, np.int8).reshape(n, d).astype(np.float64)
    if rule == "hebb":
        return (sum((np.outer(x, x) for x in X), np.zeros((d, d))) - n * np.eye(d)) / d
    if rule == "projection":
        W = np.linalg.pinv(X, rcond=1e-7) @ X if n else np.zeros((d, d))
        return W - np.diag(np.diag(W))
    W = np.zeros((d, d))
    for x in X:
        h = W @ x
        without = h[:, None] - np.diag(W)[:, None] * x[:, None] - W * x  # sum over k that is neither i nor j
        W = W + (np.outer(x, x) - x[:, None] * without.T - without * x) / d
        np.fill_diagonal(W, 0.0)
    return W


def _weights(terms: Terms) -> Any:
    """W, (d, d), or None where the net is too large."""
    n, d = terms.data.X.shape
    if d > _LARGEST or (terms.params.rule == "storkey" and n * d * d > _LONGEST):
        return None
    return _learned(terms.data.X.numpy().tobytes(), n, d, terms.params.rule)


def _state(terms: Terms) -> Any:
    return terms.state.s.numpy().astype(np.float64)


def field(terms: Terms) -> Any:
    """The row of W times the state."""
    W, i = _weights(terms), terms.numbers["neuron"]
    if W is None:
        return NotImplemented
    return {"neuron": terms.info.neuron, "field": W[i] @ _state(terms) - terms.params.threshold}


def _dense_energy(terms: Terms, s: Any) -> float:
    agreeing = (terms.data.X.numpy().astype(np.float64) @ s).tolist()
    top = max(agreeing, default=0.0)
    grown = top + log(fsum(exp(m - top) for m in agreeing)) if agreeing else 0.0
    return float(terms.params.threshold) * float(s.sum()) - grown


def dense_field(terms: Terms) -> Any:
    """Half of what the energy loses where the neuron goes from -1 to +1, by both energies."""
    i, s = terms.numbers["neuron"], _state(terms)
    low, high = s.copy(), s.copy()
    low[i], high[i] = -1.0, 1.0
    return {"neuron": i, "field": (_dense_energy(terms, low) - _dense_energy(terms, high)) / 2}


def _field(terms: Terms) -> Any:
    told = dense_field(terms) if terms.params.rule == "dense" else field(terms)
    return told if told is NotImplemented else told["field"]


def sign(terms: Terms) -> Any:
    """+1 from a field of 0 on."""
    H = _field(terms)
    return H if H is NotImplemented else {"neuron": terms.info.neuron, "sign": 1 if H >= -_TIE else -1}


def chance(terms: Terms) -> Any:
    """From the two weights exp(-E/T) of the states with and without the neuron on."""
    H = _field(terms)
    if H is NotImplemented:
        return H
    T = terms.params.temperature
    return {"neuron": terms.info.neuron, "chance": (1 + np.tanh(H / T)) / 2}


def tied(terms: Terms) -> Any:
    """The field is 0: in fractions where it has some, else as far as rounding lets one tell."""
    if terms.params.rule != "hebb":
        H = _field(terms)
        return H if H is NotImplemented else bool(abs(H) < 10 * _TIE)
    i, X = terms.info.neuron, terms.data.X.numpy().astype(np.int64)
    s = terms.state.s.numpy().astype(np.int64)
    own = X[:, i] @ (X @ s) - len(X) * s[i]
    return Fraction(int(own), len(s)) == Fraction(round(terms.params.threshold * len(s)), len(s))


def energy(terms: Terms) -> Any:
    """All pairs once."""
    W, s = _weights(terms), _state(terms)
    if W is None:
        return NotImplemented
    upper = np.triu(W, 1)
    return {"energy": terms.params.threshold * s.sum() - float(s @ upper @ s)}


def dense_energy(terms: Terms) -> Any:
    """The sum of exponentials."""
    return {"energy": _dense_energy(terms, _state(terms))}


def _compared(terms: Terms) -> Any:
    W = _weights(terms)
    return NotImplemented if W is None else Sides(W, weights_of(terms.state.net).numpy(), within=1e-7)


def hebb(terms: Terms) -> Any:
    """The sum of outer products against the net's factors."""
    return _compared(terms)


def projection(terms: Terms) -> Any:
    """The pseudo-inverse by singular values against the net's factors."""
    return _compared(terms)


def storkey(terms: Terms) -> Any:
    """Memory by memory against the net's factors."""
    return _compared(terms)


def at_a_memory(terms: Terms) -> Any:
    """The largest share of one neuron that the memories span, by orthonormal directions of them."""
    X = terms.data.X.numpy().astype(np.float64)
    if X.shape[1] > _LARGEST:
        return NotImplemented
    _, sizes, rows = np.linalg.svd(X, full_matrices=False)
    kept = rows[sizes > 1e-5 * sizes.max(initial=0.0)]
    return {"largest_diagonal": float((kept**2).sum(0).max())}


def two_in_turn(terms: Terms) -> Any:
    """All at once from here leads elsewhere, and from there back."""
    W, s, b = _weights(terms), _state(terms), terms.params.threshold
    if W is None or terms.params.rule == "dense":
        return NotImplemented
    there = np.where(W @ s - b >= -_TIE, 1.0, -1.0)
    back = np.where(W @ there - b >= -_TIE, 1.0, -1.0)
    return bool((there != s).any() and (back == s).all())


def _target(terms: Terms) -> Any:
    return terms.data.X.numpy()[max(0, terms.state.target)].astype(np.float64)


def _crosstalk(terms: Terms) -> Any:
    """C_i by the double sum over the other memories and the other neurons."""
    X, chosen = terms.data.X.numpy().astype(np.float64), max(0, terms.state.target)
    x = X[chosen]
    others = np.delete(X, chosen, 0)
    return (others * ((others * x).sum(1, keepdims=True) - others * x)).sum(0) / len(x)


def split_field(terms: Terms) -> Any:
    """The field of the memory by W against signal, cross-talk and threshold."""
    W, x, b = _weights(terms), _target(terms), terms.params.threshold
    return NotImplemented if W is None else Sides(W @ x - b, (1 - 1 / len(x)) * x + _crosstalk(terms) - b)


def crosstalk(terms: Terms) -> Any:
    """The largest size of the double sum less the threshold."""
    return {"largest_crosstalk": float(np.abs(_crosstalk(terms) - terms.params.threshold).max())}


def bit_error(terms: Terms) -> Any:
    """The Gaussian tail beyond 1 by the trapezoidal rule."""
    n, d = terms.data.X.shape
    spread = sqrt(n / d)
    z = np.linspace(1 / spread, 1 / spread + 12, 200_001)
    return {"predicted_error": float(np.trapezoid(np.exp(-z * z / 2), z)) / sqrt(2 * pi)}


def cliff(terms: Terms) -> Any:
    """The largest value on a fine grid."""
    return {"critical_load": max(_half_square(y / 1000) for y in range(500, 3000))}


def _half_square(y: float) -> float:
    return (erf(y) / y - 2 / sqrt(pi) * exp(-y * y)) ** 2 / 2
