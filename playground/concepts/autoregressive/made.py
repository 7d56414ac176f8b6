"""A masked net of binary variables: each probability depends on earlier variables alone, by zeros in the weights.

`order[i]`, from 1 to D, is the place of variable i in the factorisation, and each hidden unit has a degree: the number
of variables that it may know. A weight of a hidden layer stays where the degree of the unit is at least that of its
input, one of the output where the place of the variable is above the degree. Without hidden layers this is a sigmoid
belief net. Masks have the shape of their weights: a row an output. Sources: Frey (1998), Germain et al. (2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine.kit.arrays import Reals
from playground.engine.kit.newest import Newest


class Weights(NamedTuple):
    """Matrices (outputs, inputs) and biases (outputs,), layer by layer."""

    W: tuple[Tensor, ...]
    b: tuple[Tensor, ...]


class Pass(NamedTuple):
    """A way through the net.

    Attributes:
        inputs: what enters each layer, (n, inputs).
        logits: (n, D).
    """

    inputs: tuple[Tensor, ...]
    logits: Tensor


# ---- masks


def degrees(D: int, units: int) -> Tensor:
    """The degrees of a hidden layer, 1 to D - 1 as evenly as can be, rising, (units,)."""
    return torch.arange(units) * (D - 1) // units + 1


def masks(order: Tensor, hidden: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The mask of each layer as flags, (outputs, inputs)."""
    known = [order, *hidden]
    inner = [above[:, None] >= below[None] for below, above in pairwise(known)]
    return (*inner, order[:, None] > known[-1][None])


def paths(known: Sequence[Tensor]) -> Tensor:
    """How many ways lead from each input, a column, to each output, a row: the product of the masks, (D, D)."""
    found = known[0].double()
    for mask in known[1:]:
        found = mask.double() @ found
    return found


def masked(weights: Weights, known: Sequence[Tensor]) -> Weights:
    """The weights with zeros where the masks have them."""
    return Weights(tuple(W * mask for W, mask in zip(weights.W, known, strict=True)), weights.b)


# ---- the net; all of it takes weights that are masked already


def run(weights: Weights, x: Tensor) -> Pass:
    """The logits of all variables at once, each from those before it."""
    inputs = [x]
    for W, b in zip(weights.W[:-1], weights.b[:-1], strict=True):
        inputs.append(torch.addmm(b, inputs[-1], W.T).relu_())
    return Pass(tuple(inputs), torch.addmm(weights.b[-1], inputs[-1], weights.W[-1].T))


def log_shares(logits: Tensor, x: Tensor) -> Tensor:
    """Log p(x_i | those before) of each variable, in nats, of the shape of x."""
    return x * logits - torch.nn.functional.softplus(logits)


def gradient(weights: Weights, known: Sequence[Tensor], done: Pass, x: Tensor, out: Weights) -> None:
    """Writes the gradient of the mean of -log p(x) into `out`: the way back, layer by layer."""
    back = (torch.sigmoid(done.logits) - x) / len(x)
    for k in range(len(weights.W) - 1, -1, -1):
        torch.matmul(back.T, done.inputs[k], out=out.W[k])
        out.W[k].mul_(known[k])
        torch.sum(back, 0, out=out.b[k])
        if k:
            back = (back @ weights.W[k]) * (done.inputs[k] > 0)


def slopes(weights: Weights, x: Tensor) -> Tensor:
    """The derivative of each logit, a row, by each variable, a column, at one x (D,): (D, D)."""
    done = run(weights, x[None])
    found = weights.W[0]
    for k in range(1, len(weights.W)):
        found = weights.W[k] @ (found * (done.inputs[k][0] > 0)[:, None])
    return found


# ---- sampling


class _Sorted(NamedTuple):
    """Variables and units in the order in which they are known, so that all masks are triangles.

    Attributes:
        places: the variable at each place, (D,).
        W, b: the weights in that order; biases are columns.
        ends: of each hidden layer how many units have a degree of at most m, for m from 0 to D.
    """

    places: Tensor
    W: tuple[Reals, ...]
    b: tuple[Reals, ...]
    ends: tuple[list[int], ...]


_SORTED: Newest[_Sorted] = Newest(4)


def _sorted(weights: Weights, order: Tensor, hidden: Sequence[Tensor]) -> _Sorted:
    places = order.argsort()
    ranks = [places, *(one.argsort(stable=True) for one in hidden), places]
    W = tuple(W[above][:, below].contiguous() for W, (below, above) in zip(weights.W, pairwise(ranks), strict=True))
    b = tuple(b[above][:, None] for b, above in zip(weights.b, ranks[1:], strict=True))
    at = torch.arange(len(order) + 1)
    ends = tuple(torch.searchsorted(one.sort().values, at, right=True).tolist() for one in hidden)
    return _Sorted(places, tuple(one.numpy() for one in W), tuple(one.numpy() for one in b), ends)


class Samples(NamedTuple):
    """Samples.

    Attributes:
        x: (n, D), 0 or 1.
        logits: of each variable when it was drawn, at temperature 1, (n, D).
    """

    x: Tensor
    logits: Tensor


def sample(
    weights: Weights,
    order: Tensor,
    hidden: Sequence[Tensor],
    u: Tensor,
    temperature: float = 1.0,
    given: tuple[Tensor, Tensor] | None = None,
    seeing: bool = False,
) -> Samples:
    """Variables drawn one after another: 1 where u is below the probability, so where the logit is above that of u.

    A hidden unit is computed once, when the last variable that it may know is drawn: all places together cost one pass.
    What is small and asked often is in numpy, whose calls cost less.

    Args:
        weights: masked, unless `seeing`.
        order: places of the variables, (D,).
        hidden: degrees of the hidden layers.
        u: uniform numbers, one for each variable of each sample, (n, D).
        temperature: logits are divided by it; at 0 the likelier value is taken.
        given: flags (D,) of variables that are not drawn, and their values (D,).
        seeing: the net is not masked; what is not drawn yet counts as 0, and all units are computed at each place.
    """
    net = _SORTED.of((*weights.W, *weights.b, order), len(hidden), lambda: _sorted(weights, order, hidden))
    D = len(order)
    bounds = (torch.logit(u) * temperature if temperature > 0 else torch.zeros_like(u)).T[net.places]
    if given is not None:
        fixed = torch.where(given[1] > 0, -torch.inf, torch.inf)[net.places]
        bounds = torch.where(given[0][net.places][:, None], fixed[:, None], bounds)
    draw = _seeing if seeing else _drawing
    x, logits = draw(net, bounds.numpy())
    back = torch.empty_like(net.places).scatter_(0, net.places, torch.arange(D))
    return Samples(torch.from_numpy(x)[back].T.contiguous(), torch.from_numpy(logits)[back].T.contiguous())


def _drawing(net: _Sorted, bounds: Reals) -> tuple[Reals, Reals]:
    """Values and logits at each place, (D, n), with each unit computed once."""
    x, logits = np.zeros_like(bounds), np.empty_like(bounds)
    h = [np.empty((len(b), bounds.shape[1]), bounds.dtype) for b in net.b[:-1]]
    last = len(h)
    for t in range(len(bounds)):
        below, width = x, t
        for k in range(last):  # the units that may know t variables, and no more
            a, e = net.ends[k][t - 1] if t else 0, net.ends[k][t]
            if a < e:
                part = h[k][a:e]
                np.matmul(net.W[k][a:e, :width], below[:width], out=part)
                part += net.b[k][a:e]
                np.maximum(part, 0.0, out=part)
            below, width = h[k], e
        np.matmul(net.W[last][t, :width], below[:width], out=logits[t])
        logits[t] += net.b[last][t]
        np.greater(logits[t], bounds[t], out=x[t])
    return x, logits


def _seeing(net: _Sorted, bounds: Reals) -> tuple[Reals, Reals]:
    """The same where all units look at all that is drawn so far, with what is not drawn as 0."""
    x, logits = np.zeros_like(bounds), np.empty_like(bounds)
    first = np.repeat(net.b[0], bounds.shape[1], 1)
    for t in range(len(bounds)):
        below = x
        if len(net.W) > 1:
            below = np.maximum(first, 0.0)
            for W, b in zip(net.W[1:-1], net.b[1:-1], strict=True):
                below = np.maximum(W @ below + b, 0.0)
        logits[t] = net.W[-1][t] @ below + net.b[-1][t]
        np.greater(logits[t], bounds[t], out=x[t])
        first += net.W[0][:, t : t + 1] * x[t]
    return x, logits


# ---- the flat weights


class Shape(NamedTuple):
    """What a net looks like: D variables, and the units of its hidden layers."""

    D: int
    hidden: tuple[int, ...]

    @property
    def length(self) -> int:
        """How many weights and biases there are."""
        sizes = (self.D, *self.hidden, self.D)
        return sum((a + 1) * b for a, b in pairwise(sizes))


def views(theta: Tensor, shape: Shape) -> Weights:
    """Matrices and biases as views of the row of weights, (shape.length,)."""
    W, b, at = [], [], 0
    for inputs, outputs in pairwise((shape.D, *shape.hidden, shape.D)):
        W.append(theta[at : at + inputs * outputs].view(outputs, inputs))
        at += inputs * outputs
        b.append(theta[at : at + outputs])
        at += outputs
    return Weights(tuple(W), tuple(b))


def begin(shape: Shape, draw: Tensor, shares: Tensor) -> Tensor:
    """First weights from standard normal numbers; the last biases are those of the independent model.

    Args:
        shape: of the net.
        draw: as many numbers as there are weights.
        shares: the probability of 1 of each variable on its own, (D,).
    """
    theta = draw.clone()
    found = views(theta, shape)
    for k, (W, b) in enumerate(zip(found.W, found.b, strict=True)):
        last = k + 1 == len(found.W)
        W.mul_((2.0 / W.shape[1]) ** 0.5 * (0.3 if last else 1.0) if shape.hidden else 0.0)
        b.copy_(torch.logit(shares) if last else torch.zeros_like(b))
    return theta


# ---- the model without a net


def independent(pictures: Tensor) -> Tensor:
    """The share of 1 of each variable, half a count added to either side, (D,)."""
    return (pictures.sum(0) + 0.5) / (len(pictures) + 1)


def independent_nats(shares: Tensor, x: Tensor) -> Tensor:
    """-log p(x) of variables on their own, (n,); 0 log 0 is 0."""
    each: Tensor = torch.special.xlogy(x, shares) + torch.special.xlogy(1 - x, 1 - shares)
    return -each.sum(1)
