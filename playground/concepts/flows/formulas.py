"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.flows import coupling, maps
from playground.concepts.flows.coupling import Flow
from playground.texts.terms import Sides, Terms

_STEP = 1e-5


def _exact(flow: Flow) -> Flow:
    return flow._replace(theta=flow.theta.double())


def _jacobian(flow: Flow, x: Tensor) -> Tensor:
    """Of f⁻¹ at a point (2,), by automatic differentiation."""
    found = torch.autograd.functional.jacobian(  # type: ignore[no-untyped-call]
        lambda at: coupling.pulled(flow, at[None])[0][0], x
    )
    assert isinstance(found, Tensor)
    return found


def log_p(terms: Terms) -> Any:
    """The log density at the point that is followed, with the determinant of an automatic Jacobian."""
    flow, x = _exact(terms.state.flow), terms.state.at.double()
    z, J = coupling.pulled(flow, x[None])[0][0], _jacobian(flow, x)
    centres = [-coupling.APART, coupling.APART] if flow.base == "two" else [0.0]
    squares = torch.stack([(z - torch.tensor([centre, 0.0])).square().sum() for centre in centres])
    base = torch.logsumexp(-0.5 * squares, 0) - math.log(len(centres)) - math.log(2 * math.pi)
    return {"log_p": float(base + torch.linalg.det(J).abs().log())}


def log_det(terms: Terms) -> Any:
    """The log-determinant at the point that is followed, of an automatic Jacobian."""
    flow = _exact(terms.state.flow)
    return {"log_det": float(torch.linalg.det(_jacobian(flow, terms.state.at.double())).abs().log())}


def inverse(terms: Terms) -> Any:
    """The point that is followed, there and back again."""
    flow, x = _exact(terms.state.flow), terms.state.at.double()[None]
    return Sides(coupling.pushed(flow, coupling.pulled(flow, x)[0])[0], x, within=1e-6)


def density(terms: Terms) -> Any:
    """The density of x as the slope of its distribution function, by differences; none at a fold."""
    params = terms.params
    if terms.numbers["density"] is None or abs(params.z) < 0.05:
        return NotImplemented
    z = torch.tensor(params.z, dtype=torch.float64)
    x = maps.value_of(params.map, params.a, params.b, z)
    step = _STEP * max(abs(float(x)), 1e-3)
    high, low = (
        maps.distribution(params.map, params.a, params.b, x + side, 2 if params.both else 1) for side in (step, -step)
    )
    return {"density": float((high - low) / (2 * step))}


def slope(terms: Terms) -> Any:
    """The slope of the map at z by automatic differentiation."""
    params = terms.params
    z = torch.tensor(params.z, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(maps.value_of(params.map, params.a, params.b, z), z)
    return {"slope": float(found)}


def finite(terms: Terms) -> bool:
    """Whether the map has a slope at z: only the square has a place without one, where u = 0."""
    return bool(terms.params.map != "square" or terms.params.a * terms.params.z + terms.params.b != 0.0)
