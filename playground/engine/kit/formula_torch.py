"""Typed formulas on tensors: values by walking the tree, so that autograd can go through them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.engine.kit.formula import Node

MOST_PRODUCTS = 16

_SAME_NAME = "sin cos tan exp log sqrt tanh sinh cosh atan abs sigmoid relu sign"
_FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    **{name: getattr(torch, name) for name in _SAME_NAME.split()},
    "softplus": torch.nn.functional.softplus,
    "max": torch.maximum,
    "min": torch.minimum,
}


def value_of(tree: Node, values: Mapping[str, Tensor]) -> Tensor:
    """The value of a formula at tensors that broadcast; a constant has no dimension.

    Args:
        tree: from `formula.parse`, or a derivative of it.
        values: one tensor a variable, all of one dtype.

    Raises:
        KeyError: a variable has no value.
    """
    dtype = next((value.dtype for value in values.values()), torch.float64)
    value: Tensor = _value(tree, values, dtype)
    return value


def _value(tree: Node, values: Mapping[str, Tensor], dtype: torch.dtype) -> Any:
    match tree:
        case ("number", number):
            return torch.tensor(number, dtype=dtype)
        case ("name", name):
            return values[name]
        case ("minus", inner):
            return -_value(inner, values, dtype)
        case ("call", name, *inner):
            return _FUNCTIONS[name](*(_value(part, values, dtype) for part in inner))
        case ("^", base, ("number", power)):
            # A plain number as the exponent keeps the derivatives of x^2 right at 0 and below.
            return _power(_value(base, values, dtype), power)
        case (sign, left, right):
            first, second = _value(left, values, dtype), _value(right, values, dtype)
            match sign:
                case "+":
                    return first + second
                case "-":
                    return first - second
                case "*":
                    return first * second
                case "/":
                    return first / second
            return first**second
    raise AssertionError(tree)


def _power(base: Tensor, power: float) -> Tensor:
    """A power; small whole ones by products, which is several times faster."""
    if not power.is_integer() or not 1 <= power <= MOST_PRODUCTS:
        return base**power
    half = _power(base, power // 2) if power >= 2 else base
    square = half * half if power >= 2 else base
    return square * base if power >= 3 and power % 2 else square
