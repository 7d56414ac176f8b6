"""The bound as stacked bars over the width of the posterior: error on the sample, and what the weights cost."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.flat_sharp import Params, pac
from playground.concepts.flat_sharp.state import BoundRun, Data, Info
from playground.engine.kit import data2d
from playground.engine.kit.arrays import Floats
from playground.engine.kit.curvature import Landscape, squared
from playground.engine.kit.dense.layout import length, views
from playground.engine.kit.dense.passes import with_ones
from playground.engine.kit.dense.starts import deviation
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import SET, Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Level, Points

FEATURES = 40
SIZES = (2, 64, 64, 1)
EXPONENTS = np.linspace(-2.0, 1.0, 25)
EDGES = np.linspace(-2.0625, 1.0625, 26)
WIDTHS = 10.0**EXPONENTS
NEW = 1000
SHOWN = 300
_JITTER = 0.2
_SHRINK = 1e-4
_NEWTON = 20
_TRAINING, _RATE, _MOMENTUM = 150, 0.02, 0.8


def make_data(params: Params, ctx: Ctx) -> Data:
    """Two moons; for the linear classifier as random cosines of the points."""
    n = params.count
    points, labels = data2d.moons(n + NEW, _JITTER, ctx.rng)
    X = points
    if params.classifier == "linear":
        turns = ctx.randn(2, FEATURES).double()
        shift = 2.0 * math.pi * ctx.rand(FEATURES).double()
        X = math.sqrt(2.0 / FEATURES) * torch.cos(points @ turns + shift)
    Y = labels[:, None]
    return Data(X[:n], Y[:n], X[n:], Y[n:], points[n : n + SHOWN])


def begin(params: Params, data: Data, ctx: Ctx) -> BoundRun:
    """Trained weights, and the errors of the posterior at every width: exact, or by a first draw."""
    X, y = data.X.numpy(), data.Y.numpy()[:, 0]
    if params.classifier == "linear":
        first, mean = np.zeros(FEATURES), fitted(X, y)
        wrong, wrong_new = expected(X, y, mean), expected(data.X_new.numpy(), data.Y_new.numpy()[:, 0], mean)
    else:
        first = np.zeros(length(SIZES))
        for layer in views(first, SIZES):
            a, b = layer.W.shape
            layer.W[...] = ctx.randn(b, a).double().numpy().T * deviation("lecun", a, b)
        mean = _trained(first, data)
        wrong, wrong_new = np.zeros(len(WIDTHS)), np.zeros(len(WIDTHS))
    run = BoundRun(
        torch.from_numpy(first),
        torch.from_numpy(mean),
        torch.from_numpy(wrong),
        torch.from_numpy(wrong_new),
        torch.zeros(len(data.points), dtype=torch.bool),
        0,
    )
    return advance(params, data, run, ctx)


def fitted(X: Floats, y: Floats) -> Floats:
    """Logistic regression with a little decay, by Newton's method, (d,)."""
    w = np.zeros(X.shape[1])
    for _ in range(_NEWTON):
        s = 0.5 * (1.0 - np.tanh(0.5 * y * (X @ w)))
        slope = -(X * (y * s)[:, None]).mean(0) + _SHRINK * w
        bend = (X * (s * (1.0 - s))[:, None]).T @ X / len(y) + _SHRINK * np.eye(len(w))
        w = w - np.linalg.solve(bend, slope)
        give_way()
    return w


def expected(X: Floats, y: Floats, mean: Floats) -> Floats:
    """Error of weights drawn round the mean, at every width: exact for linear classifiers, (25,)."""
    margin = y * (X @ mean) / np.linalg.norm(X, axis=1)
    found = []
    for width in WIDTHS:
        found.append(float(pac.normal_cdf(-margin / width).mean()))
        give_way()
    return np.array(found)


def _land(data: Data) -> Landscape:
    X, y = with_ones(data.X.numpy()), data.Y.numpy()
    return Landscape(SIZES, "tanh", squared(2.0 / len(y)), X, y)


def _trained(theta: Floats, data: Data) -> Floats:
    """Heavy ball on batches in turn of at most 200 points, (P,)."""
    land, moved, size = _land(data), np.zeros_like(theta), 200
    n = len(land.X)
    for k in range(_TRAINING):
        give_way()
        at = (k * size) % max(1, n - size + 1)
        part = slice(at, at + size)
        y = land.target[part]
        batch = land._replace(X=land.X[part], target=y, loss=squared(2.0 / len(y)))
        moved = _MOMENTUM * moved - _RATE * batch.gradient(theta)[1]
        theta = theta + moved
    return theta


def outputs(params: Params, X: Floats, theta: Floats) -> Floats:
    """What one classifier says of points, (n,)."""
    if params.classifier == "linear":
        found: Floats = X @ theta
        return found
    X1 = with_ones(X)
    return Landscape(SIZES, "tanh", squared(1.0), X1, X1[:, :1]).outputs(theta)[:, 0]


def _quick_outputs(X: Tensor, theta: Floats) -> Tensor:
    """What one net says of points with a last column of ones, in single precision: only the sign counts, (n,)."""
    *hidden, last = (torch.from_numpy(layer.all.astype(np.float32)) for layer in views(theta, SIZES))
    h = X
    for weights in hidden:
        give_way()
        h = torch.nn.functional.pad(torch.tanh(h @ weights), (0, 1), value=1.0)
    give_way()
    return (h @ last)[:, 0]


def advance(params: Params, data: Data, run: BoundRun, ctx: Ctx) -> BoundRun:
    """Draw a classifier at the chosen width, and of the net one at every width."""
    mean = run.mean.numpy()
    noise = ctx.randn(len(mean)).double().numpy()
    wrong, wrong_new = run.wrong.numpy(), run.wrong_new.numpy()
    if params.classifier == "net":
        X = torch.from_numpy(with_ones(torch.cat([data.X, data.X_new]).numpy())).float()
        y = torch.cat([data.Y, data.Y_new])[:, 0].float()
        add, add_new, n = np.empty(len(WIDTHS)), np.empty(len(WIDTHS)), len(data.X)
        for k, width in enumerate(WIDTHS):
            missed_at = y * _quick_outputs(X, mean + width * noise) <= 0.0
            add[k], add_new[k] = float(missed_at[:n].double().mean()), float(missed_at[n:].double().mean())
        wrong, wrong_new = wrong + add, wrong_new + add_new
    theta = mean + 10.0**params.exponent * noise
    said = outputs(params, data.X_new.numpy()[:SHOWN], theta)
    missed = data.Y_new.numpy()[:SHOWN, 0] * said <= 0.0
    return BoundRun(
        run.first,
        run.mean,
        torch.from_numpy(np.asarray(wrong)),
        torch.from_numpy(np.asarray(wrong_new)),
        torch.from_numpy(missed),
        run.taken + 1,
    )


def record(run: BoundRun) -> Info:
    """How many were drawn; the bound depends on how it is looked at."""
    return Info("running", run.taken)


def errors(params: Params, run: BoundRun) -> tuple[Floats, Floats]:
    """Error on the sample and on new points at every width."""
    share = 1 if params.classifier == "linear" else run.taken
    return run.wrong.numpy() / share, run.wrong_new.numpy() / share


def _terms(params: Params, data: Data, run: BoundRun) -> dict[str, Floats]:
    emp, new = errors(params, run)
    d, n = len(run.mean), len(data.X)
    away = float(((run.mean - run.first) ** 2).sum())
    kls = np.array([pac.isotropic_kl(away, d, width, params.prior) for width in WIDTHS.tolist()])
    bounds = [
        pac.bound(e, kl, n, params.delta, params.constant) for e, kl in zip(emp.tolist(), kls.tolist(), strict=True)
    ]
    return {"emp": emp, "new": new, "kl": kls, "bounds": np.array(bounds)}


def observe(params: Params, data: Data, run: BoundRun) -> Drawn:
    """The stacked bars, the terms of KL, and the points with what the last draw gets wrong."""
    at = _terms(params, data, run)
    best = int(at["bounds"].argmin())
    here = int(np.abs(EXPONENTS - params.exponent).argmin())
    d, n = len(run.mean), len(data.X)
    away = float(((run.mean - run.first) ** 2).sum())
    kl = float(at["kl"][here])
    cost = pac.complexity(kl, n, params.delta)
    width = float(WIDTHS[here])
    numbers: dict[str, Any] = {
        "iteration": run.taken,
        "emp": float(at["emp"][here]),
        "bound_here": float(at["bounds"][here]),
        "gap_here": float(at["bounds"][here] - at["emp"][here]),
        "best_bound": float(at["bounds"][best]),
        "best_width": float(WIDTHS[best]),
        "best_exponent": float(EXPONENTS[best]),
        "gibbs_test": float(at["new"][here]),
        "kl": kl,
        "cost": cost,
        "log_term": cost - kl,
        "width": width,
        "ratio": (width / params.prior) ** 2,
        "away": away,
        "dimension": d,
        "n": n,
        "vacuous": bool(at["bounds"][best] >= 1.0),
        "held": bool((at["new"] <= at["bounds"]).all()),
        "chosen": params.exponent,
        "drawn_error": float(run.drawn_wrong.double().mean()),
    }
    figure = Figure(
        plots=(_bars(at, best), _points(data, run), _costs(at)),
        hint="Click a width; space draws another classifier",
    )
    return Drawn(figure, numbers)


def _bars(at: dict[str, Floats], best: int) -> Plot:
    top = np.minimum(at["bounds"], 1.5)
    marks = np.zeros(len(top), dtype=bool)
    marks[best] = True
    return Plot(
        name="bound",
        title="Bound on the error of new points",
        unit="at best {best_bound:3}, at σ = {best_width}",
        main=True,
        x=Axis(label="width of the posterior, log₁₀ σ", range=(-2.1, 1.1)),
        y=Axis(range=(0.0, 1.5)),
        badge="exact",
        layers=(
            Bars(
                name="cost",
                role="slot2",
                heights=top,
                edges=EDGES,
                mark=marks,
                symbol="KL",
                key="what the weights cost",
            ),
            Bars(name="error", role="slot1", heights=at["emp"], edges=EDGES, key="error on the sample"),
            Curve(name="new", role="now", x=EXPONENTS, y=at["new"], key="error on new points"),
            Level(name="nothing", role="muted", value=1.0, text="above 1: says nothing"),
            Level(name="chosen", role="theory", value="chosen", across="vertical", text="{bound_here:3}"),
        ),
        mouse=(Mouse(on="click", kind=SET, take={"exponent": "x"}, label="choose this width"),),
    )


def _points(data: Data, run: BoundRun) -> Plot:
    labels = (data.Y_new[:SHOWN, 0] < 0).int()
    return Plot(
        name="points",
        title="One classifier from the posterior",
        unit="hollow: it is wrong there, {drawn_error:3} of them",
        plane=True,
        badge="exact",
        layers=(
            Points(
                name="points",
                xy=data.points,
                labels=labels,
                hollow=run.drawn_wrong,
                size=0.8,
                class_names=("above", "below"),
                outcome=True,
            ),
        ),
    )


def _costs(at: dict[str, Floats]) -> Plot:
    return Plot(
        name="costs",
        title="KL of the posterior from the prior",
        unit="nats",
        x=Axis(label="log₁₀ σ", range=(-2.1, 1.1)),
        y=Axis(log=True),
        badge="exact",
        layers=(
            Curve(name="kl", role="slot2", x=EXPONENTS, y=np.log10(np.maximum(1e-3, at["kl"])), symbol="KL"),
            Level(name="chosen", role="theory", value="chosen", across="vertical"),
        ),
    )
