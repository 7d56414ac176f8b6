"""What the points alone decide: signed points in exact units, separability, largest margin, the mistake bound."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.geometry import version_share
from playground.concepts.perceptron.ties import Ties, with_ties
from playground.engine.kit.separability import separation

_TINY = torch.finfo(torch.float64).tiny
_DYADIC = 2.0**20
_MOST_FOR_SHARE = 400
_MOST_PAIRS = 64


class Problem(NamedTuple):
    """The data as the algorithm sees them; it changes only when the data do.

    Attributes:
        A: signed points y_i x_i in units of 1 / scale, with y_i appended (times the scale) where there is a bias,
            shape (n, D).
        bar: a point is a mistake exactly if A_i.w < bar_i, shape (n,): 0, or the smallest number where a score of 0
            is a mistake.
        scale: 1 or a power of ten that makes the coordinates whole (decimal data); then all sums are exact.
        exact: whether sums of the coordinates are exact in float64.
        separable: whether some weights make no mistake under the rule.
        tied: they do only with points on the line, which the rule counts as right; the largest margin is then 0.
        margin, gap, certain: see `playground.engine.kit.separability.Separation`; the margin in true units.
        best: unit vector of the largest margin, shape (D,); zeros if not separable, or by w = 0 alone.
        R: the longest (augmented) point, in true units.
        share: share of all directions that classify every point rightly; None where there are over three weights.
    """

    A: Tensor
    bar: Tensor
    scale: float
    exact: bool
    separable: bool
    tied: bool
    margin: float
    gap: float
    certain: bool
    best: Tensor
    R: float
    share: float | None


def pose(data: Data, rule: str, bias: bool) -> Problem:
    """The problem that these data pose.

    Args:
        data: the points.
        rule: "sgn" (a score of 0 is right for the label +1) or "margin" (a score of 0 is always a mistake).
        bias: whether 1 is appended to every point.
    """
    n = len(data.y)
    extended = torch.cat([data.X, torch.ones((n, 1), dtype=torch.float64)], 1) if bias else data.X
    signed = data.y[:, None] * extended
    found = separation(signed.numpy())
    scale, exact = _scale(extended)
    whole = torch.round(signed * scale) if scale > 1.0 else signed
    zero_is_wrong = torch.ones(n, dtype=torch.bool) if rule == "margin" else data.y < 0
    ties = Ties(False, found.direction)
    if n and not found.separable and not zero_is_wrong.all():
        ties = with_ties(whole.numpy(), zero_is_wrong.numpy())
    share = version_share(signed.tolist()) if signed.shape[1] <= 3 and n <= _MOST_FOR_SHARE else None
    return Problem(
        A=whole.contiguous(),
        bar=_TINY * zero_is_wrong.to(torch.float64),
        scale=scale,
        exact=exact,
        separable=found.separable or ties.right,
        tied=ties.right,
        margin=found.margin,
        gap=found.gap,
        certain=found.certain,
        best=torch.from_numpy(ties.direction if ties.right else found.direction).contiguous(),
        R=float(torch.linalg.vector_norm(extended, dim=1).max()) if n else 0.0,
        share=share,
    )


def _scale(values: Tensor) -> tuple[float, bool]:
    """The unit in which these numbers are exact: 1 for short binary fractions, a power of ten for short decimals."""
    if bool((torch.round(values * _DYADIC) == values * _DYADIC).all()):
        return 1.0, True
    for power in (10.0, 100.0, 1000.0, 10000.0):
        if bool((torch.round(values * power) / power == values).all()):
            return power, True
    return 1.0, False


@lru_cache(maxsize=256)
def rate_scale(rate: float) -> float:
    """The power of ten in whose units the rate is exact: 1 for a short binary fraction or where there is none."""
    return _scale(torch.tensor([rate], dtype=torch.float64))[0]


def bound_without_one(data: Data) -> float | None:
    """(R / gamma)^2 with points and margin measured without the 1 of the bias, which is no bound for a learned bias.

    The margin is half the distance between the convex hulls of the two classes.

    Returns:
        None where a class has no point, the data are not separable, or there are too many pairs of points.
    """
    blue, orange = data.X[data.y > 0], data.X[data.y < 0]
    if not 0 < len(blue) * len(orange) <= _MOST_PAIRS:
        return None
    apart = separation((blue[:, None] - orange[None]).reshape(-1, data.X.shape[1]).numpy())
    longest = float(torch.linalg.vector_norm(data.X, dim=1).max())
    return (longest / (apart.margin / 2)) ** 2 if apart.separable and apart.margin > 0.0 else None


class Start(NamedTuple):
    """Where the mistake bound counts from.

    Attributes:
        w: the weights at that moment, in true units, shape (D,).
        updates: the mistakes made before.
        rate: the learning rate since then.
        along: w*.w, the weights along the best direction.
        squared: |w|^2.
        bound: no run makes more mistakes than this; None if the data are not separable.
    """

    w: Tensor
    updates: int
    rate: float
    along: float
    squared: float
    bound: float | None


def start_from(problem: Problem, w: Tensor, updates: int, rate: float) -> Start:
    """The bound on all mistakes, counted from the present weights.

    Novikoff's argument from any start: after t further mistakes w*.w_t >= a + t eta gamma and
    |w_t|^2 <= q + t eta^2 R^2, with a = w*.w and q = |w|^2 now. The first exceeds the root of the second beyond the
    larger root of (a + t eta gamma)^2 = q + t eta^2 R^2, which from w = 0 is (R / gamma)^2.

    Args:
        problem: the points.
        w: the present weights in true units, shape (D,).
        updates: the mistakes made so far.
        rate: the learning rate eta from now on.
    """
    along, squared = float(problem.best @ w), float(w @ w)
    if not problem.separable or problem.margin <= 0.0:
        return Start(w, updates, rate, along, squared, None)
    step, reach = rate * problem.margin, rate * problem.R
    half = along * step - reach * reach / 2
    rest = max(0.0, squared - along * along)
    further = (-half + math.sqrt(half * half + step * step * rest)) / (step * step)
    return Start(w, updates, rate, along, squared, updates + further)
