"""A typed formula as a payoff: its value by walking the tree, its derivatives by autograd."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax.formula import Node

MOST_PRODUCTS = 16

_UNARY = {
    "sin": torch.sin, "cos": torch.cos, "tan": torch.tan, "exp": torch.exp, "log": torch.log, "sqrt": torch.sqrt,
    "tanh": torch.tanh, "sinh": torch.sinh, "cosh": torch.cosh, "atan": torch.atan, "abs": torch.abs,
    "sigmoid": torch.sigmoid,
}  # fmt: skip


def payoff(tree: Node, x: Tensor, y: Tensor) -> Tensor:
    """Phi at many points, of the shape of x."""
    value: Tensor = _value(tree, x, y) + torch.zeros_like(x)
    return value


def _value(tree: Node, x: Tensor, y: Tensor) -> Any:
    match tree:
        case ("number", number):
            return torch.tensor(number, dtype=x.dtype)
        case ("x",):
            return x
        case ("y",):
            return y
        case ("minus", inner):
            return -_value(inner, x, y)
        case ("call", name, inner):
            return _UNARY[name](_value(inner, x, y))
        case ("^", base, ("number", power)):
            # A plain number as the exponent keeps the derivatives of x^2 right at 0 and below.
            return _power(_value(base, x, y), power)
        case (sign, left, right):
            first, second = _value(left, x, y), _value(right, x, y)
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


def _differentiable(tree: Node, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Phi and fresh leaves for x and y; the added zeros give a formula without x or y its derivatives, 0."""
    a, b = x.detach().clone().requires_grad_(), y.detach().clone().requires_grad_()
    return _value(tree, a, b) + 0 * (a * a + a * b + b * b), a, b


def field(tree: Node, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """dPhi/dx and -dPhi/dy."""
    with torch.enable_grad():
        phi, a, b = _differentiable(tree, x, y)
        across, up = torch.autograd.grad(phi.sum(), (a, b))
    return across, -up


def jacobian(tree: Node, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The Jacobian of the field, by rows."""
    with torch.enable_grad():
        phi, a, b = _differentiable(tree, x, y)
        across, up = torch.autograd.grad(phi.sum(), (a, b), create_graph=True)
        xx, xy = torch.autograd.grad(across.sum(), (a, b), retain_graph=True)
        (yy,) = torch.autograd.grad(up.sum(), (b,))
    return xx, xy, -xy, -yy
