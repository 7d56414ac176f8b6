"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu.cells import examined
from playground.concepts.relu.net import layers_of
from playground.concepts.relu.subdivide import centres
from playground.texts.terms import Terms

_MOST_CELLS = 2000
_SAMPLES = 20_000
_STEP = 1e-4


def _row(terms: Terms) -> int:
    return int(min(terms.params.shown, len(terms.state.nets.theta))) - 1


def _units(terms: Terms, x: Tensor) -> tuple[Tensor, Tensor]:
    """The output at places (n, inputs), (n,), and which hidden units are on there, (n, units)."""
    flat, at = terms.state.nets.theta[_row(terms)], 0
    sizes, on = terms.state.sizes, []
    for depth, (n, m) in enumerate(pairwise(sizes)):
        W, b = flat[at : at + n * m].reshape(n, m), flat[at + n * m : at + n * m + m]
        at += n * m + m
        x = x @ W + b
        if depth < len(sizes) - 2:
            on.append(x > 0)
            x = x * on[-1]
    return x[:, 0], torch.cat(on, 1)


def _gradients(terms: Terms, places: Tensor) -> tuple[Tensor, Tensor]:
    """Output and gradient at places (n, inputs), by automatic differentiation."""
    x = places.clone().requires_grad_()
    out, _ = _units(terms, x)
    (found,) = torch.autograd.grad(out.sum(), x)
    return out.detach(), found


def has_region(terms: Terms) -> Any:
    """Some place in the window has the pattern of the picked one."""
    pick, (x0, x1, y0, y1) = terms.state.pick, terms.data.bounds
    if x0 <= pick[0] <= x1 and y0 <= pick[1] <= y1:
        return True
    drawn = np.random.default_rng(0).uniform((x0, y0), (x1, y1), (_SAMPLES, 2))
    wanted = _units(terms, pick[None])[1]
    return bool((_units(terms, torch.from_numpy(drawn))[1] == wanted).all(1).any()) or NotImplemented


def map_of_region(terms: Terms) -> Any:
    """Gradient and value at the picked place."""
    out, gradient = _gradients(terms, terms.state.pick[None])
    return {"pick_gradient": gradient[0].numpy(), "pick_offset": float(out[0] - gradient[0] @ terms.state.pick)}


def arrangement(terms: Terms) -> Any:
    """One unit after the other: each cuts as many regions as those before it make on its line."""
    inputs, units = terms.state.sizes[:2]
    regions = [1] * (inputs + 1)  # in 0, 1, ... dimensions
    for _ in range(units):
        regions = [1] + [regions[k] + regions[k - 1] for k in range(1, inputs + 1)]
    return {"bound_first": regions[inputs]}


def bounds_of_shape(terms: Terms) -> Any:
    """Montúfar's product, and Serra's sum over how many units of each layer are at their border at once."""
    inputs, *widths, _ = terms.state.sizes
    lower = sum(comb(widths[-1], j) for j in range(inputs + 1))
    for n in widths[:-1]:
        lower *= (n // inputs) ** inputs
    upper = 0
    for chosen in product(range(inputs + 1), repeat=len(widths)):
        ranks = [inputs, *(n - j for n, j in zip(widths, chosen, strict=True))]
        if all(j <= min(*ranks[: depth + 1], widths[depth]) for depth, j in enumerate(chosen)):
            term = 1
            for n, j in zip(widths, chosen, strict=True):
                term *= comb(n, j)
            upper += term
    return {"bound_lower": lower, "bound_upper": upper}


def _is_broken_line(terms: Terms) -> bool:
    """Whether the net was made of nodes."""
    return bool(terms.params.data == "nodes" and terms.data.inputs == 1 and not terms.data.own)


def has_rival(terms: Terms) -> Any:
    """There is a net beside this one, with no more weights and biases."""
    inputs, units = terms.state.sizes[0], terms.state.rival_sizes[1]
    return terms.state.rival is not None and units * (inputs + 2) + 1 <= len(terms.state.nets.theta[0])


def learns(terms: Terms) -> Any:
    """There are points, and they are no nodes."""
    return len(terms.data.y) > 0 and not _is_broken_line(terms)


def bends_less(terms: Terms) -> Any:
    """Some neighbours have the same gradient, or some switch of a unit leaves the slope as it is."""
    net = examined(layers_of(terms.state.nets.theta[_row(terms)], terms.state.sizes), terms.data.bounds)
    if net.cells is None:
        low, high, *_ = terms.data.bounds
        x = torch.from_numpy(np.linspace(low, high, _SAMPLES))[:, None]
        switches = (_units(terms, x)[1].diff(dim=0) != 0).any(1)
        gradient = _gradients(terms, x)[1][:, 0]
        same = gradient.diff().abs() <= 1e-9 * gradient.abs().max()
        return bool((switches & same).any()) or NotImplemented
    if not net.complete or net.cut > _MOST_CELLS:
        return NotImplemented
    mesh = net.cells.mesh
    inner = mesh.cells[mesh.cells[:, 1] >= 0]
    _, gradient = _gradients(terms, torch.from_numpy(centres(mesh)))
    jump = (gradient[inner[:, 0]] - gradient[inner[:, 1]]).abs().amax(1)
    return bool((jump <= 1e-9 * gradient.abs().max()).any())


def through_nodes(terms: Terms) -> Any:
    """The net goes through each node."""
    x, y = terms.data.X, terms.data.y
    if not len(y):
        return _is_broken_line(terms)
    return _is_broken_line(terms) and bool((_units(terms, x)[0] - y).abs().max() <= 1e-9 * (1 + y.abs().max()))


def changes_of_slope(terms: Terms) -> Any:
    """The slope a little to the right of each node less that to the left, from the values of the net."""
    x = terms.data.X[:, 0].sort().values
    here, left, right = (_units(terms, (x + step)[:, None])[0] for step in (0.0, -_STEP, _STEP))
    return {"hinge_c": ((right - 2 * here + left) / _STEP).numpy()}
