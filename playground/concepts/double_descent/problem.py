"""The regression: points on a sphere, labels with noise, features that are not learnt, and the fit at a width."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.double_descent import WIDEST, Params
from playground.concepts.double_descent.nested import NestedFits
from playground.concepts.double_descent.state import Data
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.newest import Newest
from playground.engine.run.context import Ctx

TESTS = 300
SECTION = 361
_FINEST = 40
_EXACT = torch.float64


class Draw(NamedTuple):
    """One draw of the problem: the fields are those of `Data` of the same names."""

    X: Tensor
    e: Tensor
    unseen: Tensor
    W: Tensor
    c: Tensor
    start: Tensor


def drawn(n: int, d: int, ctx: Ctx) -> Draw:
    """Points, noise and features from the random numbers of a context."""
    X = _sphere(n, d, ctx) * math.sqrt(d)
    e = ctx.randn(n).to(_EXACT)
    unseen = _sphere(TESTS, d, ctx) * math.sqrt(d)
    W = _sphere(WIDEST * n, d, ctx)
    return Draw(X, e, unseen, W, 2 * ctx.rand(WIDEST * n).to(_EXACT) - 1, ctx.randn(WIDEST * n).to(_EXACT))


def _sphere(count: int, d: int, ctx: Ctx) -> Tensor:
    """Points that lie evenly on the unit sphere, (count, d)."""
    found = ctx.randn(count, d).to(_EXACT)
    unit: Tensor = found / found.norm(dim=1, keepdim=True)
    return unit


def true_function(name: str, X: Tensor) -> Tensor:
    """The function that the labels are of, (...,), at points (..., d)."""
    first = X[..., 0]
    return 0.75 * first.abs() if name == "bend" else 1.5 * first.sin() if name == "wave" else first


def activated(name: str, u: Tensor) -> Tensor:
    """The features from w.x + c, in the same memory."""
    return u.clamp_(min=0) if name == "relu" else u.tanh_() if name == "tanh" else (u > 0).to(u.dtype)


def features_at(name: str, X: Tensor, W: Tensor, c: Tensor) -> Tensor:
    """phi(w.x + c) of all features at points (m, d): (m, M), worked out in pieces."""
    found = torch.empty(len(X), len(W), dtype=X.dtype)
    piece = max(1, 400_000 // max(1, len(W)))
    for at in range(0, len(X), piece):
        found[at : at + piece] = activated(name, torch.addmm(c, X[at : at + piece], W.T))
        give_way()
    return found


def slopes_at(name: str, X: Tensor, W: Tensor, c: Tensor, theta: Tensor) -> Tensor:
    """The gradients of a fit along the sphere at points (m, d): (m, d)."""
    found, N = torch.empty_like(X), len(theta)
    piece = max(1, 200_000 // max(1, N))
    for at in range(0, len(X), piece):
        u = torch.addmm(c[:N], X[at : at + piece], W[:N].T)
        steep = (
            (u > 0).to(u.dtype) if name == "relu" else 1 - u.tanh_().square() if name == "tanh" else torch.zeros_like(u)
        )
        found[at : at + piece] = (steep * theta) @ W[:N]
        give_way()
    outward = (found * X).sum(1, keepdim=True) / X.square().sum(1, keepdim=True)
    return found - outward * X


def widths(n: int) -> list[int]:
    """Up to 41 widths from 1 to 20 n, n among them, evenly on a logarithmic scale."""
    low, high = math.log(max(1.0, n / 50)), math.log(WIDEST * n)
    even = {round(math.exp(low + (high - low) * k / (_FINEST - 1))) for k in range(_FINEST)}
    return sorted(even | {n, round(1.1 * n), round(2.5 * n)})


_labels: Newest[Tensor] = Newest(4)


def labels(params: Params, data: Data) -> Tensor:
    """The training labels: the true function with noise, and what the user pulled."""

    def make() -> Tensor:
        made = true_function(params.target, data.X) + params.noise * data.e
        return torch.where(data.pulled.isnan(), made, data.pulled)

    return _labels.of((data.X, data.e, data.pulled), (params.target, params.noise), make)


class Bench(NamedTuple):
    """What is worked out once for points and features.

    Attributes:
        Phi: features at the training points, (n, M).
        there: at the test points, (300, M).
        across: at the points of the section, (361, M).
        angles: of the section, in radians, (361,).
        section: its points, (361, d).
        at: the angles of the training points that lie on it.
        shown: which training points those are.
    """

    Phi: Tensor
    there: Tensor
    across: Tensor
    angles: Tensor
    section: Tensor
    at: Tensor
    shown: Tensor


_benches: Newest[Bench] = Newest(4)
_fits: Newest[NestedFits] = Newest(4)


def bench(params: Params, data: Data) -> Bench:
    """The features of the run's own draw, kept while the data stay."""

    def make() -> Bench:
        angles, section, at, shown = _section(data.X)
        there, across = (features_at(params.features, X, data.W, data.c) for X in (data.unseen, section))
        return Bench(features_at(params.features, data.X, data.W, data.c), there, across, angles, section, at, shown)

    return _benches.of((data.X, data.W), params.features, make)


def _section(X: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The great circle through two training points, chosen so that the first input varies most along it."""
    d = X.shape[1]
    angles = torch.linspace(-math.pi, math.pi, SECTION, dtype=X.dtype)
    if d == 2:
        basis, shown = torch.eye(2, dtype=X.dtype), torch.arange(len(X))
    else:
        U = X / math.sqrt(d)
        first = int(U[:, 0].abs().argmax())
        rest = U - (U @ U[first])[:, None] * U[first]
        length = rest.norm(dim=1).clamp(min=1e-9)
        gain = torch.where(length > 0.5, (rest[:, 0] / length).abs(), -1.0)
        second = int(gain.argmax())
        a, b = U[first], rest[second] / length[second]
        reach = math.hypot(float(a[0]), float(b[0])) or 1.0
        # The first axis points to the largest first input.
        axis = (float(a[0]) * a + float(b[0]) * b) / reach
        side = (-float(b[0]) * a + float(a[0]) * b) / reach
        basis, shown = torch.stack([axis, side]), torch.tensor([first, second])
    section = math.sqrt(d) * (angles.cos()[:, None] * basis[0] + angles.sin()[:, None] * basis[1])
    places = X[shown] @ basis.T
    return angles, section, torch.atan2(places[:, 1], places[:, 0]), shown


class Fit(NamedTuple):
    """The fit at the cursor.

    Attributes:
        theta: its weights, (N,).
        said: at the training points, (n,).
        train, test: its errors.
        norm: |theta|.
        across: its values along the section, (361,).
        steepest: the largest gradient along the sphere at the training points.
    """

    theta: Tensor
    said: Tensor
    train: float
    test: float
    norm: float
    across: Tensor
    steepest: float


_shown: Newest[Fit] = Newest(12)
_pairs: Newest[tuple[float, int, int]] = Newest(4)


def solved(params: Params, fits: NestedFits, N: int, y: Tensor, start: Tensor) -> Tensor:
    """The weights that the chosen rule gives for the first N features."""
    if params.solution == "started" and params.ridge == 0.0:
        return fits.from_start(N, y, params.start * start)
    return fits.fit(min(N, len(y)) if params.solution == "few" else N, y)


def fit_at(params: Params, data: Data, N: int) -> Fit:
    """The fit on the first N features of the run's own draw."""
    key = (N, params.noise, params.ridge, params.solution, params.start, params.target, params.features)

    def make() -> Fit:
        known, y = bench(params, data), labels(params, data)
        fits = _fits.of((data.X, data.W), (params.features, params.ridge), lambda: NestedFits(known.Phi, params.ridge))
        theta = solved(params, fits, N, y, data.start)
        M = len(theta)
        said = known.Phi[:, :M] @ theta
        wanted = true_function(params.target, data.unseen)
        steep = slopes_at(params.features, data.X, data.W, data.c, theta).norm(dim=1).max()
        return Fit(
            theta,
            said,
            float((said - y).square().mean()),
            float((known.there[:, :M] @ theta - wanted).square().mean()),
            float(theta.norm()),
            known.across[:, :M] @ theta,
            float(steep),
        )

    return _shown.of((data.X, data.W, data.pulled), key, make)


def needed_slope(data: Data, y: Tensor) -> tuple[float, int, int]:
    """The steepest pair of labels: their difference over their distance along the sphere, and which points."""
    return _pairs.of((data.X, y), None, lambda: _steepest_pair(data, y))


def _steepest_pair(data: Data, y: Tensor) -> tuple[float, int, int]:
    d = data.X.shape[1]
    arc = math.sqrt(d) * ((data.X @ data.X.T) / d).clamp(-1, 1).acos()
    ratio = (y[:, None] - y).abs() / arc.clamp(min=1e-9)
    ratio.fill_diagonal_(0.0)
    place = int(ratio.argmax())
    return float(ratio.flatten()[place]), place // len(y), place % len(y)
