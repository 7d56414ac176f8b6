"""Typed formulas in numpy: their values at many points at once, and their derivatives as formulas again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from playground.engine.kit.formula import Node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ZERO: Node = ("number", 0.0)
_ONE: Node = ("number", 1.0)
_HALF: Node = ("number", 0.5)


def evaluate(tree: Node, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """The value of a formula at numbers or arrays that broadcast; where it has none it is not finite, never an error.

    Raises:
        KeyError: a variable has no value.
    """
    import numpy as np

    with np.errstate(all="ignore"):
        value = _value(tree, {name: np.asarray(given, dtype=np.float64) for name, given in values.items()})
        return np.asarray(value, dtype=np.float64)


def apply(name: str, *arguments: Any) -> Any:
    """A function of `formula.FUNCTIONS` or `formula.KINKED`, or the sign, at numbers or arrays."""
    import numpy as np

    match name:
        case "sigmoid":
            return 0.5 * (1.0 + np.tanh(0.5 * arguments[0]))
        case "relu":
            return np.maximum(arguments[0], 0.0)
        case "softplus":
            return np.logaddexp(arguments[0], 0.0)
        case "max":
            return np.maximum(*arguments)
        case "min":
            return np.minimum(*arguments)
        case "atan":
            return np.arctan(arguments[0])
    return getattr(np, name)(arguments[0])


def _value(tree: Node, values: Mapping[str, Any]) -> Any:
    import numpy as np

    match tree:
        case ("number", number):
            return np.float64(number)
        case ("name", name):
            return values[name]
        case ("minus", inner):
            return -_value(inner, values)
        case ("call", name, *inner):
            return apply(name, *(_value(part, values) for part in inner))
        case (sign, left, right):
            return _signed(sign, _value(left, values), _value(right, values))
    raise AssertionError(tree)


def _signed(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
    return left**right


def derivative(tree: Node, name: str) -> Node:
    """The derivative of a formula by one of its variables, as a formula.

    At a kink the slopes of both sides are averaged for max and min, and 0 is taken for |u| and relu(u) at u = 0.
    """
    match tree:
        case ("number", _):
            return _ZERO
        case ("name", other):
            return _ONE if other == name else _ZERO
        case ("minus", inner):
            return _minus(derivative(inner, name))
        case ("call", ("max" | "min") as function, left, right):
            side = _sign(_less(left, right))
            half = _times(_HALF, side if function == "max" else _minus(side))
            by_left, by_right = derivative(left, name), derivative(right, name)
            return _plus(_times(_plus(_HALF, half), by_left), _times(_less(_HALF, half), by_right))
        case ("call", function, inner):
            by = derivative(inner, name)
            return _ZERO if by == _ZERO else _times(_SLOPES[function](inner), by)
        case (sign, left, right):
            return _of_two(sign, left, right, derivative(left, name), derivative(right, name))
    raise AssertionError(tree)


def _of_two(sign: str, left: Node, right: Node, by_left: Node, by_right: Node) -> Node:
    """The rules for sums, products, quotients and powers."""
    match sign:
        case "+":
            return _plus(by_left, by_right)
        case "-":
            return _less(by_left, by_right)
        case "*":
            return _plus(_times(by_left, right), _times(left, by_right))
        case "/":
            return _less(_over(by_left, right), _over(_times(left, by_right), _times(right, right)))
    if right[0] == "number":
        return _times(_times(right, _power(left, right[1] - 1.0)), by_left)
    by_base = _times(_times(right, ("^", left, _less(right, _ONE))), by_left)
    return _plus(by_base, _times(_times(("^", left, right), ("call", "log", left)), by_right))


def _sign(u: Node) -> Node:
    return ("call", "sign", u)


def _minus(u: Node) -> Node:
    return ("number", -u[1] if u[1] else 0.0) if u[0] == "number" else ("minus", u)


def _plus(u: Node, v: Node) -> Node:
    if u == _ZERO or v == _ZERO:
        return v if u == _ZERO else u
    return ("+", u, v)


def _less(u: Node, v: Node) -> Node:
    if v == _ZERO:
        return u
    return _minus(v) if u == _ZERO else ("-", u, v)


def _times(u: Node, v: Node) -> Node:
    if _ZERO in (u, v):
        return _ZERO
    if u == _ONE or v == _ONE:
        return v if u == _ONE else u
    return ("*", u, v)


def _over(u: Node, v: Node) -> Node:
    return _ZERO if u == _ZERO else ("/", u, v)


def _power(u: Node, power: float) -> Node:
    if power == 0.0:
        return _ONE
    return u if power == 1.0 else ("^", u, ("number", power))


def _call(name: str, u: Node) -> Node:
    return ("call", name, u)


def _square(u: Node) -> Node:
    return _times(u, u)


_SLOPES: dict[str, Callable[[Node], Node]] = {
    "sin": lambda u: _call("cos", u),
    "cos": lambda u: _minus(_call("sin", u)),
    "tan": lambda u: _plus(_ONE, _square(_call("tan", u))),
    "exp": lambda u: _call("exp", u),
    "log": lambda u: _over(_ONE, u),
    "sqrt": lambda u: _over(_HALF, _call("sqrt", u)),
    "tanh": lambda u: _less(_ONE, _square(_call("tanh", u))),
    "sinh": lambda u: _call("cosh", u),
    "cosh": lambda u: _call("sinh", u),
    "atan": lambda u: _over(_ONE, _plus(_ONE, _square(u))),
    "abs": _sign,
    "sign": lambda _: _ZERO,
    "sigmoid": lambda u: _times(_call("sigmoid", u), _less(_ONE, _call("sigmoid", u))),
    "softplus": lambda u: _call("sigmoid", u),
    "relu": lambda u: _call("relu", _sign(u)),
}
"""The derivative of each function at u."""
