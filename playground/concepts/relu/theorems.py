"""The panel's claims about nets in general, tested on many of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.data import Data
from playground.concepts.relu.line import hinge_net, hinge_value, hinges, pieces, value, within
from playground.concepts.relu.net import built, layers_of, started
from playground.concepts.relu.state import State
from playground.concepts.relu.subdivide import Floats, Layers, preactivations
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

TRIES = 100
RIDGES = 60
FITTED, LEFT = 1000, 200  # points that the ridges are fitted to, and that they are tested on
PENALTY = 1e-5


def theorems(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Permuted units, linear nets, folds, hinge forms and sums of ridges."""
    found: dict[str, Tensor | float] = {}
    for gap in permuting(ctx):
        found["permute_gap"] = gap
        yield Partial(dict(found), 0.2, "permuted units")
    for gap, excess in closure(ctx):
        found |= {"closure_gap": gap, "rank_excess": excess}
        yield Partial(dict(found), 0.4, "linear nets")
    for exact in folding(ctx):
        found["folds_exact"] = exact
        yield Partial(dict(found), 0.6, "folds")
    for gap in hinge_forms(ctx):
        found["hinge_gap"] = gap
        yield Partial(dict(found), 0.8, "hinge forms")
    found["ridge_error"] = ridges(ctx)
    yield Partial(found, 1.0, "5 theorems")


def permuting(ctx: Ctx) -> Iterator[float]:
    """The largest change of the output under 100 random orders of the hidden units of a net 2-16-16-1."""
    sizes, worst = (2, 16, 16, 1), 0.0
    net = layers_of(started(sizes, "he", 0.5, 1, ctx)[0], sizes)
    points = 6 * ctx.rand(200, 2).numpy() - 3
    expected = preactivations(net, points)
    for _ in range(TRIES):
        p, q = ctx.randperm(16).numpy(), ctx.randperm(16).numpy()
        (W1, b1), (W2, b2), (W3, b3) = net
        other: Layers = ((W1[p], b1[p]), (W2[q][:, p], b2[q]), (W3[:, q], b3))
        worst = max(worst, float(np.abs(preactivations(other, points) - expected).max()))
        yield worst


def closure(ctx: Ctx) -> Iterator[tuple[float, int]]:
    """Deep nets without ReLU against the product of their matrices, and its rank against the narrowest width."""
    worst, excess = 0.0, 0
    for _ in range(TRIES):
        widths = [8, *(int(w) for w in torch.randint(1, 9, (4,), generator=ctx.rng)), 8]
        matrices = [ctx.randn(m, n).numpy() / np.sqrt(n) for n, m in pairwise(widths)]
        x = ctx.randn(8, 20).numpy()
        product = product_of(matrices)
        worst = max(worst, float(np.abs(product @ x - through(matrices, x)).max()))
        excess = max(excess, abs(int(np.linalg.matrix_rank(product)) - min(widths)))
        yield worst, excess


def product_of(matrices: Sequence[Floats]) -> Floats:
    """The one matrix that linear layers amount to."""
    product: Floats = np.eye(matrices[0].shape[1])
    for W in matrices:
        product = W @ product
    return product


def through(matrices: Sequence[Floats], x: Floats) -> Floats:
    """What linear layers make of inputs (units, n), one layer after the other."""
    for W in matrices:
        x = W @ x
    return x


def folding(ctx: Ctx) -> Iterator[int]:
    """How many of the sawtooth nets of depth 1 to 8 with two units a layer have exactly 2^depth pieces."""
    exact = 0
    for depth in range(1, 9):
        net = built("sawtooth", 1, (2,) * depth, np.array([0.0]), np.array([1.0]))
        exact += within(pieces(net), 0.0, 1.0)[1] == 2**depth
        yield exact


def hinge_forms(ctx: Ctx) -> Iterator[float]:
    """The largest difference between random broken lines and their hinge forms as nets, relative to their size."""
    worst = 0.0
    for _ in range(TRIES):
        x = np.sort(6 * ctx.rand(8).numpy() - 3)
        x += 0.05 * np.arange(8)
        y = 2 * ctx.randn(8).numpy()
        left, right = ctx.randn(2).tolist()
        form = hinges(x, y, left, right)
        at = np.linspace(x[0], x[-1], 301)
        expected = np.interp(at, x, y)
        size = float(np.abs(form.c).sum()) * 6
        for got in (hinge_value(form, at), value(pieces(hinge_net(form)), at)):
            worst = max(worst, float(np.abs(got - expected).max()) / size)
        yield worst


def ridges(ctx: Ctx) -> float:
    """Mean squared error, over the variance, of a sum of ridge functions fitted to a target of two inputs.

    The hinges in each direction cover the square. Least squares with a small penalty on the weights: without it the fit
    is ill-conditioned, since some hinges are nearly sums of others.
    """
    points = 4 * ctx.rand(FITTED + LEFT, 2).numpy() - 2
    angle = np.pi * np.arange(6) / 6
    features = [np.ones(len(points))]
    for x, y in zip(np.cos(angle), np.sin(angle), strict=True):
        along, reach = points @ np.array([x, y]), 2 * (abs(x) + abs(y))
        knots = np.linspace(-reach, reach, RIDGES // 6, endpoint=False)
        features += [np.maximum(along - knot, 0.0) for knot in knots]
    table: Floats = np.stack(features, 1)
    target = np.sin(2 * points[:, 0]) * np.cos(points[:, 1])
    seen = table[:FITTED]
    weights = np.linalg.solve(seen.T @ seen + PENALTY * FITTED * np.eye(table.shape[1]), seen.T @ target[:FITTED])
    left = target[FITTED:] - table[FITTED:] @ weights
    return float((left**2).mean() / target[FITTED:].var())
