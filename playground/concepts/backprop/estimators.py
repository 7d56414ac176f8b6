"""The view of a random node: the gradient of E f(z), z ~ N(mu, sigma^2), with the score or through the sample.

Score function (log-derivative trick): (f(z) - b) d log p(z) / d theta. Reparameterised, z = mu + sigma eps:
f'(z) dz / d theta. Sources: Williams (1992), Kingma and Welling (2013), Mohamed et al. (2020).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params
from playground.concepts.backprop.integration import mean
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.singularities import breaks
from playground.concepts.backprop.state import State, Tally
from playground.concepts.backprop.typed import function
from playground.engine.kit.formula import Node
from playground.engine.kit.formula_maths import derivative, evaluate
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Role, Text, Trace
from playground.figures.values import Range

ESTIMATES = 500  # of each kind in a step
BINS = 60
_SPAN = 4.0  # standard deviations of the wider estimator that the histograms cover to each side
_POINTS = 161  # of the function
_BAND = 2.0  # standard errors
_BIAS = 1e-9  # a difference of two exact means that is no rounding
_NAMES = {"mu": "μ", "sigma": "σ"}
Function = Callable[[Floats], Floats]


class Setting(NamedTuple):
    """What is estimated.

    Attributes:
        f, slope: the function and its derivative.
        mu, sigma: of the normal distribution.
        by: "mu" or "sigma".
        baseline: taken off f in the score estimator.
        tree: the formula of f, for its kinks and jumps; None: it has none.
    """

    f: Function
    slope: Function
    mu: float
    sigma: float
    by: str = "mu"
    baseline: float = 0.0
    tree: Node | None = None

    def breaks(self, reach: float) -> Floats:
        """Where f may kink, jump or have no value, as a number of standard deviations, up to so many."""
        if self.tree is None:
            return np.zeros(0)
        low, high = self.mu - reach * self.sigma, self.mu + reach * self.sigma
        return (breaks(self.tree, low, high) - self.mu) / self.sigma


@lru_cache(maxsize=64)
def typed_function(text: str) -> tuple[Function, Function]:
    """A typed function of z and its derivative, of arrays."""
    tree = function(text)
    slope = derivative(tree, "z")

    def value(z: Floats) -> Floats:
        return np.broadcast_to(evaluate(tree, {"z": z}), z.shape)

    def gradient(z: Floats) -> Floats:
        return np.broadcast_to(evaluate(slope, {"z": z}), z.shape)

    return value, gradient


def score(setting: Setting, eps: Floats) -> Floats:
    """One-sample estimates with the score, from standard normal numbers."""
    return (setting.f(setting.mu + setting.sigma * eps) - setting.baseline) * _score(setting, eps)


def reparameterised(setting: Setting, eps: Floats) -> Floats:
    """One-sample estimates through the sample, from standard normal numbers."""
    dz = np.ones_like(eps) if setting.by == "mu" else eps
    return setting.slope(setting.mu + setting.sigma * eps) * dz


def _score(setting: Setting, eps: Floats) -> Floats:
    """The derivative of log p(z) by mu or sigma at z = mu + sigma eps."""
    return eps / setting.sigma if setting.by == "mu" else (eps * eps - 1.0) / setting.sigma


class Moments(NamedTuple):
    """Exact mean and variance of one-sample estimates; NaN: there is none."""

    mean: float
    variance: float


def moments(estimate: Callable[[Setting, Floats], Floats], setting: Setting) -> Moments:
    """Mean and variance of an estimator."""
    middle = mean(lambda eps: estimate(setting, eps), setting.breaks)
    return Moments(middle, mean(lambda eps: (estimate(setting, eps) - middle) ** 2, setting.breaks))


def expectation(setting: Setting) -> float:
    """E f(z); NaN where f has no mean."""
    return mean(lambda eps: setting.f(setting.mu + setting.sigma * eps), setting.breaks)


def gradient(setting: Setting) -> float:
    """The derivative of E f(z) by mu or sigma, from its definition: of the integral of f p it is that of f p d log p.

    That holds for every f that has a mean, with kinks and jumps, since p alone depends on mu and sigma.
    """
    exists = np.isfinite(expectation(setting))
    return mean(lambda eps: score(setting._replace(baseline=0.0), eps), setting.breaks) if exists else np.nan


def best_baseline(setting: Setting) -> float:
    """The constant with the least variance: E[f s^2] / E[s^2] with the score s."""
    square = (1.0 if setting.by == "mu" else 2.0) / setting.sigma**2

    def product(eps: Floats) -> Floats:
        return setting.f(setting.mu + setting.sigma * eps) * _score(setting, eps) ** 2

    return mean(product, setting.breaks) / square


# ---- samples


def setting_of(params: Params) -> Setting:
    """What is estimated."""
    tree = function(params.function)
    return Setting(*typed_function(params.function), params.mu, params.sigma, params.by, params.baseline, tree)


@lru_cache(maxsize=64)
def histogram_range(params: Params) -> tuple[float, float]:
    """The range of both histograms: four standard deviations to each side of both means, as far as these exist."""
    known = exact(params)
    spans = [
        (middle, max((variance or 0.0) ** 0.5, 1e-3))
        for middle, variance in ((known["mean"], known["score_exact"]), (known["path_mean_exact"], known["path_exact"]))
        if middle is not None
    ]
    widest = max((spread for _, spread in spans), default=1.0)
    middles = [middle for middle, _ in spans] or [0.0]
    return min(middles) - _SPAN * widest, max(middles) + _SPAN * widest


def sample(params: Params, state: State, ctx: Ctx) -> tuple[State, Tally]:
    """More estimates of both kinds from the same random numbers, and means and variances of all so far."""
    setting = setting_of(params)
    eps = ctx.randn(ESTIMATES, params.average).cpu().numpy()
    low, high = histogram_range(params)
    sums, bins = state.sums.numpy().copy(), state.bins.numpy().copy()
    for row, estimate in enumerate((score, reparameterised)):
        with np.errstate(all="ignore"):
            found = estimate(setting, eps).mean(1)
        found = found[np.isfinite(found)]
        sums[row] += (len(found), found.sum(), (found * found).sum())
        bins[row] += np.histogram(found, BINS, (low, high))[0]
    new = state._replace(sums=torch.from_numpy(sums), bins=torch.from_numpy(bins), cursor=state.cursor + 1)
    return new, tally(new)


def tally(state: State) -> Tally:
    """Means and variances of both estimators so far."""
    means: list[float | None] = []
    variances: list[float | None] = []
    for count, total, squares in state.sums.tolist():
        mean = total / count if count else 0.0
        means.append(mean if count else None)
        variances.append(max(squares - count * mean * mean, 0.0) / (count - 1) if count > 1 else None)
    return Tally("running", *means, *variances)


# ---- what is seen of them


def estimators(params: Params, state: State) -> Drawn:
    """Histograms of both estimators, their means so far and the function, and every number that is read."""
    low, high = histogram_range(params)
    edges = torch.linspace(low, high, BINS + 1, dtype=torch.float64)
    by_score, by_path = state.bins / max(float(state.sums[0, 0]), 1.0)

    def histogram(name: str, title: str, role: Role, shares: Tensor, words: str = "") -> Plot:
        mean = Level(name=f"mean of {name}", role="theory", value="mean", across="vertical", text=words)
        return Plot(
            name=name,
            title=title,
            unit=f"variance {{{name}_variance}}",
            badge="sampled",
            x=Axis(label=f"estimate of dE f(z) / d{_NAMES[params.by]}", range=Range(low, high)),
            y=Axis(zero=True),
            layers=(Bars(name=name, role=role, outcome=True, heights=shares, edges=edges), mean),
        )

    plots = (
        histogram("score", "With the score", "slot2", by_score, "exact {mean}"),
        _means(params, state.cursor),
        histogram("path", "Through the sample", "slot1", by_path, "exact {mean}"),
        _function(params),
    )
    numbers = {**_so_far(tally(state)), **exact(params), "by_name": _NAMES[params.by]}
    numbers["estimates"] = int(state.sums[0, 0])
    return Drawn(Figure(plots=plots, hint="Press space to draw samples", even=True), numbers)


def _so_far(found: Tally) -> dict[str, Any]:
    """Means and variances of the samples so far, by name, and the two estimators against one another."""
    gap = ratio = None
    if found.score_mean is not None and found.path_mean is not None:
        gap = abs(found.score_mean - found.path_mean)
    if found.score_variance is not None and found.path_variance:
        ratio = found.score_variance / found.path_variance
    means_and_variances = dict(zip(found._fields[1:], found[1:], strict=True))
    return {**means_and_variances, "sampled_gap": gap, "sampled_ratio": ratio}


@lru_cache(maxsize=64)
def exact(params: Params) -> dict[str, float | None]:
    """What is known of both estimators without a sample, by name; None where there is no such number."""
    setting, many = setting_of(params), params.average
    right, by_score, by_path = gradient(setting), moments(score, setting), moments(reparameterised, setting)
    if not np.isfinite(right):
        by_score = Moments(np.nan, np.nan)
    best = best_baseline(setting)
    found = {
        "mean": right,
        "path_mean_exact": by_path.mean,
        "path_bias": by_path.mean - right,
        "mean_gap": abs(by_path.mean - right),
        "expectation": expectation(setting),
        "score_exact": by_score.variance / many,
        "path_exact": by_path.variance / many,
        "variance_ratio": by_score.variance / by_path.variance if by_path.variance > 1e-12 else np.nan,
        "best_baseline": best,
        "best_variance": moments(score, setting._replace(baseline=best)).variance / many,
    }
    known = {name: value if np.isfinite(value) else None for name, value in found.items()}
    return known | {"has_mean": known["mean"] is not None, "biased": abs(known["path_bias"] or 0.0) > _BIAS}


def _means(params: Params, taken: int) -> Plot:
    """The means of all estimates, in the bands in which 19 of 20 runs stay at any one step."""
    return Plot(
        name="means",
        title="Means so far",
        unit="of all estimates",
        badge="sampled",
        x=Axis(label="step", whole=True),
        layers=(
            *(_band(params, taken, *one) for one in (("score", "slot2", "mean"), ("path", "slot1", "path_mean_exact"))),
            Level(name="exact", role="theory", value="mean", text="exact {mean}"),
            Trace(name="score", role="slot2", outcome=True, series="score_mean", text="score {score_mean}"),
            Trace(name="path", role="slot1", outcome=True, series="path_mean", text="sample {path_mean}"),
        ),
    )


def _band(params: Params, taken: int, name: str, role: Role, middle: str) -> Curve:
    """Two exact standard errors of a mean to both sides; empty where it has none."""
    known, steps = exact(params), np.arange(1.0, max(taken, 1) + 1)
    mean, variance = known[middle], known[f"{name}_exact"]
    if mean is None or variance is None:
        steps = steps[:0]
    error = _BAND * np.sqrt((variance or 0.0) / (ESTIMATES * steps))
    line = np.full(len(steps), mean or 0.0)
    return Curve(
        name=f"band {name}",
        role=role,
        x=steps,
        y=line,
        low=line - error,
        high=line + error,
        outcome=True,
        key="band: two exact standard errors" * (name == "score"),
    )


@lru_cache(maxsize=64)
def _function(params: Params) -> Plot:
    """The function, and the density of z scaled to its height."""
    z = np.linspace(params.mu - 4 * params.sigma, params.mu + 4 * params.sigma, _POINTS)
    with np.errstate(all="ignore"):
        f = np.array(setting_of(params).f(z))
    known = np.abs(f[np.isfinite(f)])
    height = float(known.max()) if len(known) and known.max() > 0 else 1.0
    density = height * np.exp(-(((z - params.mu) / params.sigma) ** 2) / 2)
    return Plot(
        name="function",
        title="The function",
        unit="and where z falls",
        badge="exact",
        x=Axis(label="z"),
        layers=(
            Curve(name="density", role="muted", x=z, y=density, text="z"),
            Curve(name="f", role="hero", x=z, y=f, text="f", symbol="f"),
            Text(name="mean of f", text="E f(z) = {expectation}", anchor="top left"),
        ),
    )
