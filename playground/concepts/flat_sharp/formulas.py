"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.flat_sharp import edge as edges
from playground.concepts.flat_sharp.digits_net import landscape
from playground.texts.terms import Sides, Terms


def edge(terms: Terms) -> dict[str, float]:
    """Where the larger root of the step's polynomial z^2 - (1 + beta - eta h) z + beta reaches -1."""
    eta, beta = terms.params.rate, terms.params.momentum
    # At z = -1: 1 + (1 + beta - eta h) + beta = 0.
    return {"limit": (1.0 + (1.0 + beta) + beta) / eta}


def product(terms: Terms) -> Any:
    """The Hessian times the top eigenvector: by hand, and by differences of the gradient."""
    run = terms.state.edge
    if run.lost:
        return NotImplemented
    land = landscape(terms.data.X, terms.data.Y, edges.SIZES, terms.params.loss)
    theta, v, r = run.theta.numpy(), run.vectors[0].numpy(), 1e-5
    ahead, behind = (land.gradient(theta + sign * r * v)[1] for sign in (1.0, -1.0))
    return Sides(land.curvature(theta).times(v), (ahead - behind) / (2.0 * r), within=1e-4)


def _loss(at: Tensor, s: float) -> Tensor:
    return 0.5 * (at[0] * at[1] - s) ** 2


def scalar_loss(terms: Terms) -> dict[str, float]:
    """By torch."""
    return {"loss": float(_loss(terms.state.scalar.at, terms.params.target))}


def sam(terms: Terms) -> Sides:
    """Both gradients by automatic differentiation against the numbers that are told."""
    s, rho, eta = terms.params.target, terms.params.rho, terms.params.rate

    def slope(at: Tensor) -> Tensor:
        at = at.clone().requires_grad_()
        return torch.autograd.grad(_loss(at, s), at)[0]

    at = terms.state.scalar.at
    with torch.enable_grad():
        g = slope(at)
        size = float(g.norm())
        there = at + rho * g / size if size > 0.0 else at
        moved = at - eta * slope(there)
    return Sides(moved.numpy(), np.array([terms.numbers["u_next"], terms.numbers["v_next"]]), within=1e-7)


def same(terms: Terms) -> Sides:
    """What both nets make of some inputs."""
    u, v = terms.state.scalar.at.tolist()
    x = np.linspace(-2.0, 2.0, 5)
    return Sides(u * v * x, (2.0 * u) * (v / 2.0) * x, within=1e-9)


def kl(terms: Terms) -> dict[str, float]:
    """By torch's divergence of normal distributions, weight by weight."""
    run, d = terms.state.bound, len(terms.state.bound.mean)
    width = torch.full((d,), terms.numbers["width"], dtype=torch.float64)
    prior = torch.full((d,), terms.params.prior, dtype=torch.float64)
    q, p = torch.distributions.Normal(run.mean, width), torch.distributions.Normal(run.first, prior)
    return {"kl": float(torch.distributions.kl_divergence(q, p).sum())}


def change(terms: Terms) -> Any:
    """The inequality is an equality at the Gibbs posterior; here with p uniform over the widths and X = -R."""
    x = -terms.state.bound.wrong.numpy()
    grown = np.exp(x - x.max())
    q = grown / grown.sum()
    log_mean = float(np.log(grown.mean()) + x.max())
    kl = float((q * np.log(np.maximum(q * len(q), 1e-300))).sum())
    return Sides(float(q @ x), kl + log_mean, within=1e-9)
