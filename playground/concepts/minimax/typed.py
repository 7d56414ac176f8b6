"""A typed formula as a payoff: its value by walking the tree, its derivatives by autograd."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.kit.formula import Node
from playground.engine.kit.formula_torch import value_of


def payoff(tree: Node, x: Tensor, y: Tensor) -> Tensor:
    """Phi at many points, of the shape of x."""
    return value_of(tree, {"x": x, "y": y}) + torch.zeros_like(x)


def _differentiable(tree: Node, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Phi and fresh leaves for x and y; the added zeros give a formula without x or y its derivatives, 0."""
    a, b = x.detach().clone().requires_grad_(), y.detach().clone().requires_grad_()
    return value_of(tree, {"x": a, "y": b}) + 0 * (a * a + a * b + b * b), a, b


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
