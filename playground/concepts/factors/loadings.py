"""Factor analysis: loadings in space that may be turned, the posterior of the factors, and each feature's own noise."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.factors import Params
from playground.concepts.factors.fitting import Common, common, likelihood_of, moments_of, varying
from playground.concepts.factors.pictures import CHOOSE
from playground.concepts.factors.state import Data, State
from playground.concepts.factors.table import names_of
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.linear_gaussian import FactorPosterior, Moments
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Cloud, Lines, Points, Ring, Text
from playground.texts import sums
from playground.texts.template import fixed

_MOST = 12  # features by name
_BRIEF = 6  # letters of a name below one of many bars
_ARROWS = 4  # factors in space
_LONG = 2.0  # standard deviations that an arrow of a factor reaches
_WRITTEN_OUT = 8  # terms of a sum
_SUBSCRIPTS = "₁₂₃₄"
_CIRCLE = torch.linspace(0.0, 2 * math.pi, 65, dtype=torch.float64)


def loadings(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the model."""
    found, names = moments_of(params, data), names_of(data)
    W = state.W @ g.rotation(state.W.shape[1], params.angle)
    told, shares = _posterior(found, W, state.noise), common(found, state)
    figure = Figure(
        plots=(
            _space(params, data, state, found, W),
            _pairs(found, W, names),
            _plane(data, state, found, told),
            _common(shares, names),
        ),
        hint="Drag the cloud to look round it; turn the factors by the rotation Q",
    )
    return Drawn(
        figure,
        _numbers(params, found, state, W, shares, names)
        | _by_hand(params, found, state, W, told, names)
        | {f"axis_{k + 1}": names[i] for k, i in enumerate(_axes(params, len(names)))},
    )


def _axes(params: Params, p: int) -> list[int]:
    """The rows of the three features in space; the last one in the place of any that there is not."""
    return [min(int(one), p) - 1 for one in params.axes]


def _posterior(found: Moments, W: Tensor, noise: Tensor) -> FactorPosterior:
    """The posterior by the features that vary; the others say nothing."""
    kept = varying(found.S)
    if bool(kept.all()):
        return g.posterior(W, noise)
    part = g.posterior(W[kept], noise[kept])
    gain = torch.zeros((W.shape[1], len(W)), dtype=W.dtype)
    gain[:, kept] = part.gain
    return FactorPosterior(gain, part.covariance)


def _numbers(
    params: Params, found: Moments, state: State, W: Tensor, shares: Common, names: list[str]
) -> dict[str, Any]:
    before, after = likelihood_of(found, state.W, state.noise), likelihood_of(found, W, state.noise)
    own = found.S.diagonal()
    private = (state.noise / own.clamp_min(1e-300))[varying(found.S)]
    each = _in_deviations(found, W)
    at = min(params.feature, len(names)) - 1
    return {
        "likelihood_change": abs(len(found.X) * (after - before)),
        "simplicity": g.simplicity(each),
        "varimax": g.varimax(_in_deviations(found, state.W)),
        "least_noise": float(private.min()),
        "heywood": bool(private.min() < 0.005),
        "fa_share": float(shares.factors[at]),
        "pca_share": float(shares.components[at]),
        "scaled": names[at],
    }


def _in_deviations(found: Moments, W: Tensor) -> Tensor:
    """The loadings as shares of each feature's standard deviation: correlations of features with factors, (p, m)."""
    return W / found.S.diagonal().sqrt().clamp_min(1e-300)[:, None]


def _by_hand(
    params: Params, found: Moments, state: State, W: Tensor, told: FactorPosterior, names: list[str]
) -> dict[str, Any]:
    """The common share of a feature, its turned loading, and the first factor of the chosen row, in digits."""
    squares = W.square().sum(1)
    at = int((squares / found.S.diagonal().clamp_min(1e-300)).argmax())
    few = 1 < W.shape[1] <= _ARROWS
    gap = found.X[state.chosen] - found.mean
    mean = told.gain @ gap
    kept = len(gap) <= _WRITTEN_OUT
    finer = sums.finer(W[at].tolist())
    c, s = math.cos(math.radians(params.angle)), math.sin(math.radians(params.angle))
    written = [f"{sums.signed(w, 3 + finer)}²" for w in W[at].tolist()] if W.shape[1] <= _ARROWS else []
    return {
        "named": names[at],
        "square_sum": " + ".join(written),
        "own_words": fixed(float(state.noise[at]), 4 + 2 * finer),
        "common_share": float(squares[at] / (squares[at] + state.noise[at])),
        "turn_sum": sums.products(state.W[at, :2].tolist(), [c, s], 3) if few else "",
        "turned": float(W[at, 0]),
        "mean_sum": sums.products(told.gain[0].tolist(), gap.tolist(), 3) if kept else "",
        "mean_first": float(mean[0]),
        "spread_first": float(told.covariance[0, 0].sqrt()),
    }


# ---- in space


def _space(params: Params, data: Data, state: State, found: Moments, W: Tensor) -> Plot:
    """The rows in three of their features, the loadings as arrows, and the principal components beside them."""
    axes, m = _axes(params, len(found.S)), min(W.shape[1], _ARROWS)
    U = (found.U[axes] * (_LONG * found.eigenvalues.sqrt()))[:, :m].T
    mean = found.mean[axes]
    known = bool((data.labels >= 0).all())
    return Plot(
        name="space",
        title="Factors in space",
        unit="log-likelihood {log_likelihood:4}; dashed: principal components",
        badge="exact",
        main=True,
        axes=False,
        layers=(
            Cloud(
                name="cloud",
                role="muted",
                xyz=found.X[:, axes].contiguous(),
                labels=data.labels if known else "",
                vectors=_LONG * W[axes, :m].T.contiguous(),
                tails=mean,
                slots=torch.arange(m),
                words=[f"w{_SUBSCRIPTS[k]}" for k in range(m)],
                segments=torch.cat([mean - U, mean + U], 1),
                segment_words=[f"u{_SUBSCRIPTS[k]}" for k in range(m)],
                ring=state.chosen,
                x_label="{axis_1}",
                y_label="{axis_2}",
                z_label="{axis_3}",
                symbol="w",
            ),
        ),
        mouse=(Mouse(on="click", kind="choose", target="cloud", take=CHOOSE, label="choose a row"),),
    )


def _pairs(found: Moments, W: Tensor, names: list[str]) -> Plot:
    """Each feature by its loadings on the first two factors, as correlations, in the circle that they never leave."""
    each = _in_deviations(found, W)
    second = each[:, 1] if W.shape[1] > 1 else torch.zeros(len(W), dtype=W.dtype)
    xy = torch.stack([each[:, 0], second], 1)
    shown = each.norm(dim=1).topk(min(len(W), _MOST)).indices
    components = (found.U * found.eigenvalues.sqrt())[:, :2]
    if components.shape[1] > W.shape[1]:
        components = torch.stack([components[:, 0], 0 * components[:, 0]], 1)
    return Plot(
        name="pairs",
        title="Loadings of each feature",
        unit="on factors 1 and 2, per standard deviation",
        badge="exact",
        main=True,
        plane=True,
        x=Axis(label="factor 1", range=(-1.15, 1.15)),
        y=Axis(range=(-1.15, 1.15)),
        layers=(
            Lines(
                name="circle", role="grid", xy=torch.stack([_CIRCLE.cos(), _CIRCLE.sin()], 1), halo=False, found=False
            ),
            Lines(
                name="cross",
                role="grid",
                xy=torch.tensor([[-1.15, 0.0, 1.15, 0.0], [0.0, -1.15, 0.0, 1.15]]),
                found=False,
            ),
            Points(
                name="components",
                role="slot2",
                xy=_in_deviations(found, components),
                size=0.7,
                hollow=torch.ones(len(W)),
                key="principal components",
            ),
            Arrows(name="loadings", role="muted", vectors=xy, outcome=True, symbol="w"),
            Points(name="ends", xy=xy, size=0.6, outcome=True),
            Text(name="names", words=[names[int(i)] for i in shown], xy=1.03 * xy[shown], outcome=True),
        ),
    )


# ---- the posterior


def _plane(data: Data, state: State, found: Moments, told: FactorPosterior) -> Plot:
    """The mean of each row's factors, and the ellipse of two standard deviations round the chosen one."""
    means = (found.X - found.mean) @ told.gain.T
    covariance = told.covariance
    if means.shape[1] == 1:
        means = torch.cat([means, torch.zeros_like(means)], 1)
        root = torch.diag(torch.stack([covariance[0, 0].sqrt(), torch.zeros((), dtype=torch.float64)]))
    else:
        means = means[:, :2].contiguous()
        root = torch.linalg.cholesky(covariance[:2, :2] + 1e-12 * torch.eye(2, dtype=torch.float64))
    ellipse = means[state.chosen] + 2 * torch.stack([_CIRCLE.cos(), _CIRCLE.sin()], 1) @ root.T
    known = bool((data.labels >= 0).all())
    return Plot(
        name="posterior",
        title="What a row says about its factors",
        unit="mean; two standard deviations round the chosen one",
        badge="exact",
        x=Axis(label="factor 1", range=(-3.6, 3.6)),
        y=Axis(range=(-3.6, 3.6)),
        layers=(
            Points(
                name="means",
                role="muted",
                xy=means,
                labels=data.labels if known else "",
                class_names=data.classes,
                size=0.6,
                symbol="z",
            ),
            Lines(name="ellipse", xy=ellipse, found=False),
            Ring(name="chosen", role="now", xy=means[state.chosen]),
        ),
        mouse=(Mouse(on="click", kind="choose", target="means", take=CHOOSE, label="choose a row"),),
    )


# ---- what is common and what is not


def _common(shares: Common, names: list[str]) -> Plot:
    """The share of each feature that the factors explain, beside what as many principal components keep."""
    shown = min(len(names), _MOST)
    at = torch.arange(shown, dtype=torch.float64)
    return Plot(
        name="common",
        title="Common share of each feature",
        unit="the rest is its own noise",
        badge="exact",
        x=Axis(),
        y=Axis(range=(0.0, 1.1)),
        layers=(
            Bars(
                name="factors",
                role="slot1",
                heights=shares.factors[:shown],
                words=[name[: _BRIEF if shown > _ARROWS else None] for name in names[:shown]],
                key="factor analysis",
                outcome=True,
                symbol="h",
            ),
            Points(
                name="components",
                role="slot2",
                xy=torch.stack([at, shares.components[:shown]], 1),
                key="as many principal components",
            ),
        ),
    )
