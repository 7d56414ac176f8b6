"""The operations of a computational graph: values, local derivatives, and what both cost.

Arrays may have more axes in front than a node has, for many settings at once: elementwise operations and `affine`
broadcast over them. Sources: Griewank and Walther, Evaluating Derivatives (2008), for the counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.engine.kit.formula_maths import apply

Floats = np.ndarray[Any, np.dtype[np.float64]]
Values = Sequence[Floats]
LEAKY = 0.01
ACTIVATIONS = ("linear", "relu", "leaky_relu", "tanh", "sigmoid", "softplus")
KINKED = ("abs", "relu", "leaky_relu", "max", "min")
LOSSES = ("half_mse", "mse", "bce_with_logits", "softmax_cross_entropy")


@dataclass(frozen=True)
class Op:
    """One operation.

    Attributes:
        value: (args, constant) -> the result.
        pull: (args, result, delta, constant) -> what each argument gets of the result's delta.
        words: how a box calls it.
        work: (sizes of the args, size of the result) -> operations of arithmetic forward and backward.
        slopes: of an elementwise operation (args, result, constant) -> its partial derivatives.
    """

    value: Callable[[Values, float], Floats]
    pull: Callable[[Values, Floats, Floats, float], list[Floats]]
    words: str
    work: Callable[[Sequence[tuple[int, ...]], tuple[int, ...]], tuple[int, int]]
    slopes: Callable[[Values, Floats, float], list[Floats]] | None = None


def _count(size: tuple[int, ...]) -> int:
    return math.prod(size)


def elementwise(
    value: Callable[[Values, float], Any],
    slopes: Callable[[Values, Floats, float], list[Any]],
    words: str,
    forward: int = 1,
    backward: int = 0,
) -> Op:
    """An operation on equal entries; `backward` counts what its local derivatives cost beside the forward pass.

    Backward, each argument takes a product with delta and a sum into its own.
    """

    def pull(args: Values, out: Floats, delta: Floats, constant: float) -> list[Floats]:
        return [np.asarray(slope * delta) for slope in slopes(args, out, constant)]

    def work(sizes: Sequence[tuple[int, ...]], size: tuple[int, ...]) -> tuple[int, int]:
        return forward * _count(size), (backward + 2 * len(sizes)) * _count(size)

    return Op(value, pull, words, work, slopes)


# ---- activations and functions of one number


def activation(name: str, z: Floats) -> Floats:
    """An activation at z; no overflow at any z."""
    match name:
        case "linear":
            return z
        case "leaky_relu":
            return np.where(z > 0, z, LEAKY * z)
    return np.asarray(apply(name, z))


_SLOPES: dict[str, Callable[[Floats, Floats], Any]] = {
    "linear": lambda z, h: np.ones_like(h),
    "relu": lambda z, h: (z > 0) * np.ones_like(h),
    "leaky_relu": lambda z, h: np.where(z > 0, 1.0, LEAKY),
    "abs": lambda z, h: np.sign(z),
    "tanh": lambda z, h: 1.0 - h * h,
    "sigmoid": lambda z, h: h * (1.0 - h),
    "softplus": lambda z, h: apply("sigmoid", z),
    "sin": lambda z, h: np.cos(z),
    "cos": lambda z, h: -np.sin(z),
    "tan": lambda z, h: 1.0 + h * h,
    "exp": lambda z, h: h,
    "log": lambda z, h: 1.0 / z,
    "sqrt": lambda z, h: 0.5 / h,
    "sinh": lambda z, h: np.cosh(z),
    "cosh": lambda z, h: np.sinh(z),
    "atan": lambda z, h: 1.0 / (1.0 + z * z),
}


def slope(name: str, z: Floats, h: Floats) -> Floats:
    """The derivative of a function of one number at z where its value is h; 0 at the kinks of |z| and ReLU."""
    return np.asarray(_SLOPES[name](z, h))


# Operations of arithmetic of a local derivative beside the forward pass.
_EXTRA = {
    **dict.fromkeys(("softplus", "sin", "cos", "log", "sqrt", "sinh", "cosh", "relu", "leaky_relu", "abs"), 1),
    **dict.fromkeys(("tanh", "sigmoid", "tan"), 2),
    "atan": 3,
}


def _function(name: str) -> Op:
    return elementwise(
        lambda args, c: activation(name, args[0]),
        lambda args, out, c: [slope(name, args[0], out)],
        {"linear": "id", "abs": "| |", "sqrt": "√", "sigmoid": "σ"}.get(name, name.replace("_", " ")),
        backward=_EXTRA.get(name, 0),
    )


# ---- two arguments


def _larger(args: Values, sign: float) -> list[Floats]:
    """The share of each argument in the larger (sign 1) or smaller one; a tie is halved."""
    side = 0.5 * (1.0 + sign * np.sign(args[0] - args[1]))
    return [side, 1.0 - side]


def _power(args: Values, out: Floats, c: float) -> list[Floats]:
    x, p = args
    return [p * x ** (p - 1.0), out * np.log(x)]


def _whole(x: Floats, c: float) -> Floats:
    """x^c with a fixed exponent; at c = 0 it is 1."""
    return np.asarray(x**c)


# ---- nets


def _affine(args: Values, c: float) -> Floats:
    h, W, b = args
    if W.ndim == 2:
        return np.asarray(h @ W.T + b)
    return np.asarray((h[..., None, :] @ np.swapaxes(W, -1, -2))[..., 0, :] + b)


def _pull_affine(args: Values, out: Floats, delta: Floats, c: float) -> list[Floats]:
    """W^T delta, delta h^T and delta, the last two summed over samples, which are rows."""
    h, W, _ = args
    rows, below = delta.reshape(-1, W.shape[0]), h.reshape(-1, W.shape[1])
    return [delta @ W, rows.T @ below, rows.sum(0)]


def _affine_work(sizes: Sequence[tuple[int, ...]], size: tuple[int, ...]) -> tuple[int, int]:
    """Forward a product and a sum for each weight of each sample; backward the same for W^T delta and for delta h^T."""
    weights, samples = _count(sizes[1]), _count(size) // size[-1]
    return 2 * weights * samples, 4 * weights * samples + _count(size)


def _dot(args: Values, c: float) -> Floats:
    """The sum of products of pairs, and the last argument."""
    total = args[-1]
    for w, x in zip(args[0:-1:2], args[1:-1:2], strict=True):
        total = total + w * x
    return np.asarray(total)


def _dot_slopes(args: Values, out: Floats, c: float) -> list[Floats]:
    swapped = [part for w, x in zip(args[0:-1:2], args[1:-1:2], strict=True) for part in (x, w)]
    return [np.asarray(part) for part in (*swapped, np.ones_like(args[-1]))]


def _dot_work(sizes: Sequence[tuple[int, ...]], size: tuple[int, ...]) -> tuple[int, int]:
    return len(sizes) - 1, 2 * (len(sizes) - 1) + 1


def _halves(args: Values, c: float) -> Floats:
    """Half the squared distance of the first half of the arguments from the second."""
    n = len(args) // 2
    return np.asarray(sum((o - y) ** 2 for o, y in zip(args[:n], args[n:], strict=True)) / 2)


def _halves_slopes(args: Values, out: Floats, c: float) -> list[Floats]:
    n = len(args) // 2
    gap = [o - y for o, y in zip(args[:n], args[n:], strict=True)]
    return [*gap, *(-part for part in gap)]


def loss(name: str, o: Floats, y: Floats, rows: float) -> Floats:
    """A loss over samples (rows) and outputs (columns).

    Args:
        name: one of `LOSSES`; bce_with_logits and softmax_cross_entropy take logits and average over samples.
        o: (..., rows, outputs), or (..., outputs) of a single sample.
        y: the same; for softmax_cross_entropy the shares of the classes.
        rows: how many samples there are; 0: a single one, without an axis of its own.
    """
    axes, samples = ((-2, -1), rows) if rows else ((-1,), 1.0)
    match name:
        case "half_mse":
            each = 0.5 * (o - y) ** 2
        case "mse":
            each = (o - y) ** 2 / y.shape[-1]
        case "bce_with_logits":
            each = np.logaddexp(0.0, o) - y * o
        case _:
            top = o.max(-1, keepdims=True)
            each = y * (top + np.log(np.exp(o - top).sum(-1, keepdims=True)) - o)
    return np.asarray(each.sum(axes) / samples)


def _loss_slope(name: str, o: Floats, y: Floats, rows: float) -> tuple[Floats, Floats]:
    """The derivatives of a loss by o and by y."""
    samples = rows or 1.0
    match name:
        case "half_mse":
            return (o - y) / samples, (y - o) / samples
        case "mse":
            return 2.0 * (o - y) / (samples * y.shape[-1]), 2.0 * (y - o) / (samples * y.shape[-1])
        case "bce_with_logits":
            return (apply("sigmoid", o) - y) / samples, -o / samples
    shares = np.exp(o - o.max(-1, keepdims=True))
    total = shares.sum(-1, keepdims=True)
    logs = o - o.max(-1, keepdims=True) - np.log(total)
    return (shares / total * y.sum(-1, keepdims=True) - y) / samples, -logs / samples


def _loss(name: str, words: str) -> Op:
    def pull(args: Values, out: Floats, delta: Floats, c: float) -> list[Floats]:
        by_o, by_y = _loss_slope(name, args[0], args[1], c)
        return [by_o * delta, by_y * delta]

    return Op(
        lambda args, c: loss(name, args[0], args[1], c),
        pull,
        words,
        lambda sizes, size: (4 * _count(sizes[0]), 6 * _count(sizes[0])),
    )


OPS: dict[str, Op] = {
    "add": elementwise(lambda a, c: a[0] + a[1], lambda a, out, c: [np.ones_like(out), np.ones_like(out)], "+"),
    "sub": elementwise(lambda a, c: a[0] - a[1], lambda a, out, c: [np.ones_like(out), -np.ones_like(out)], "−"),
    "mul": elementwise(lambda a, c: a[0] * a[1], lambda a, out, c: [a[1], a[0]], "×"),
    "div": elementwise(lambda a, c: a[0] / a[1], lambda a, out, c: [1.0 / a[1], -out / a[1]], "÷", backward=2),
    "pow": elementwise(lambda a, c: a[0] ** a[1], _power, "^", backward=4),
    "max": elementwise(lambda a, c: np.maximum(*a), lambda a, out, c: _larger(a, 1.0), "max", backward=1),
    "min": elementwise(lambda a, c: np.minimum(*a), lambda a, out, c: _larger(a, -1.0), "min", backward=1),
    "neg": elementwise(lambda a, c: -a[0], lambda a, out, c: [-np.ones_like(out)], "−"),
    "square": elementwise(lambda a, c: a[0] * a[0], lambda a, out, c: [2.0 * a[0]], "( )²", backward=1),
    "plus": elementwise(lambda a, c: a[0] + c, lambda a, out, c: [np.ones_like(out)], "+ c"),
    "from": elementwise(lambda a, c: c - a[0], lambda a, out, c: [-np.ones_like(out)], "c −"),
    "times": elementwise(lambda a, c: c * a[0], lambda a, out, c: [c * np.ones_like(out)], "× c"),
    "over": elementwise(lambda a, c: c / a[0], lambda a, out, c: [-out / a[0]], "c ÷", backward=1),
    "to": elementwise(lambda a, c: _whole(a[0], c), lambda a, out, c: [c * _whole(a[0], c - 1.0)], "^c", backward=2),
    "base": elementwise(lambda a, c: c ** a[0], lambda a, out, c: [out * np.log(c)], "c^", backward=1),
    **{name: _function(name) for name in _SLOPES},
    "affine": Op(_affine, _pull_affine, "W h + b", _affine_work),
    "dot": Op(_dot, lambda a, out, d, c: [part * d for part in _dot_slopes(a, out, c)], "Σ", _dot_work, _dot_slopes),
    "halves": elementwise(_halves, _halves_slopes, "½ Σ( )²", forward=3),
    "half_mse": _loss("half_mse", "½ mean( )²"),
    "mse": _loss("mse", "mean( )²"),
    "bce_with_logits": _loss("bce_with_logits", "cross-entropy"),
    "softmax_cross_entropy": _loss("softmax_cross_entropy", "softmax, −log"),
}
