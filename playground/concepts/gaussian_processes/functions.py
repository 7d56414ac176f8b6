"""The view of functions: before and after data, and which values hang together."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.kernels import Covariance, covariance_of
from playground.concepts.gaussian_processes.regression import (
    FunctionPosterior,
    condition,
    evidence,
    factor,
    ridge,
    spectrum,
)
from playground.concepts.gaussian_processes.state import GRID, REACH, Data, State
from playground.engine.frame import View
from playground.engine.kit.newest import Newest
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Image, Lines, Points
from playground.figures.values import Range
from playground.texts.sums import products

HEIGHT = 3.5
_THIN = slice(None, None, 2)  # of the covariances drawn
_MOST_BY_HAND = 6
HINT = "Click adds a point, drag moves it, Alt and click takes it away; play lets the draws wander"


class Fitted(NamedTuple):
    """What is kept while points and kernel stay.

    Attributes:
        belief: on the grid.
        L: its factor, for draws.
        before: that of the prior.
        prior: the deviation before any data, (grid,).
        numbers: what is read.
    """

    belief: FunctionPosterior
    L: Tensor
    before: Tensor
    prior: Tensor
    numbers: dict[str, Any]


_FITS: Newest[Fitted] = Newest(4)
_PRIORS: Newest[tuple[Tensor, Tensor]] = Newest(3)


def fitted(params: Params, data: Data, k: Covariance, noise: float) -> Fitted:
    """The posterior of the points under a kernel and a noise (a deviation)."""
    key = (k, noise, params.draws, params.mode)
    return _FITS.of((data.x, data.y), key, lambda: _fit(params, data, k, noise))


def _fit(params: Params, data: Data, k: Covariance, noise: float) -> Fitted:
    def prior() -> tuple[Tensor, Tensor]:
        K = k(GRID, GRID)
        return K, factor(K)

    K, before = _PRIORS.of(GRID, k, prior)
    belief = condition(k(data.x, data.x), k(data.x, GRID), K, data.y, noise**2)
    drawing = params.mode == "posterior" and params.draws
    L = factor(belief.cov) if drawing else before
    return Fitted(belief, L, before, K.diagonal().sqrt(), _numbers(data, k, noise, belief))


def _numbers(data: Data, k: Covariance, noise: float, belief: FunctionPosterior) -> dict[str, Any]:
    seen = (GRID.abs() <= 3.0) & data.truth.isfinite()
    found: dict[str, Any] = {"count": len(data.y)}
    if bool(seen.any()):
        off = (belief.mean - data.truth)[seen]
        found["rmse"] = float(off.square().mean().sqrt())
        found["outside"] = float((off.abs() > 2 * belief.std[seen]).double().mean())
    if not len(data.y):
        return found
    K = k(data.x, data.x)
    told = evidence(spectrum(K), data.y, torch.tensor([noise**2], dtype=torch.float64))
    found |= {
        "evidence": float(told.total[0]),
        "fit_term": float(told.fit[0]),
        "complexity": float(told.complexity[0]),
        "constant": told.constant,
    }
    noisy = K + noise**2 * torch.eye(len(K), dtype=K.dtype)
    here = torch.linalg.solve(noisy, torch.cat([K, data.y[:, None]], 1))
    spread = (K.diagonal() - (K * here[:, :-1]).sum(0)).clamp_min(0.0).sqrt()
    found["std_ratio"] = float(spread.max()) / noise
    found["ridge_gap"] = float((k(GRID, data.x) @ here[:, -1] - belief.mean).abs().max())
    if k.first == "linear" and not k.second:
        F, at = (torch.stack([torch.ones_like(x), x / k.length], 1) for x in (data.x, GRID))
        w = ridge(F, data.y, noise**2 / k.amplitude**2)
        found["map_gap"] = float((at @ w - belief.mean).abs().max())
    return found


def functions(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The band of the posterior with draws of it, those of the prior, and the covariances after the data."""
    k = covariance_of(params)
    found = fitted(params, data, k, params.noise)
    z = state.z[0] * torch.cos(torch.tensor(state.turn)) + state.z[1] * torch.sin(torch.tensor(state.turn))
    seen = view.plot("prior")
    x0 = seen.cursor[0] if seen is not None and seen.cursor is not None else 0.0
    prior = Plot(
        name="prior",
        title="Before the data",
        unit="draws of the prior, and k(x, {x0})",
        badge="exact",
        cursor=True,
        x=Axis(range=Range(-REACH, REACH), label="x"),
        y=Axis(range=Range(-HEIGHT, HEIGHT)),
        layers=(
            Curve(
                name="band",
                role="muted",
                x=GRID,
                y=0 * GRID,
                low=-2 * found.prior,
                high=2 * found.prior,
                key="± 2 deviations",
            ),
            Lines(name="draws", role="slot3", xy=_lines(z @ found.before.T), found=False, halo=False, key="draws"),
            Curve(
                name="kernel",
                role="slot2",
                x=GRID,
                y=k(GRID, torch.tensor([x0], dtype=torch.float64))[:, 0],
                symbol="k",
                key="kernel round the cursor",
            ),
        ),
    )
    spread = found.belief.std[_THIN].clamp_min(1e-6)
    shared = found.belief.cov[_THIN, _THIN] / torch.outer(spread, spread)
    covariances = Plot(
        name="covariances",
        title="What still hangs together",
        unit="after the data",
        badge="exact",
        x=Axis(range=Range(-REACH, REACH), label="x"),
        y=Axis(range=Range(-REACH, REACH), label="x′"),
        layers=(
            Image(
                name="shared",
                z=shared.flip(0).clamp(-1.0, 1.0),
                color_map="diverging",
                levels=(-1.0, 1.0),
                extent=torch.tensor([-REACH, REACH, -REACH, REACH]),
                smooth=True,
                bar="correlation",
            ),
            Points(name="data", role="muted", xy=torch.stack([data.x, data.x], 1), size=0.6, key="points"),
        ),
    )
    main = band_plot(params, data, found, z if params.draws else None)
    numbers = {**found.numbers, "x0": x0, **_by_hand(params, data, k, found)}
    return Drawn(Figure(plots=(main, prior, covariances), hint=HINT, share=0.6), numbers)


def band_plot(params: Params, data: Data, found: Fitted, z: Tensor | None = None, main: bool = True) -> Plot:
    """The points with mean and deviations of the posterior, and draws of it."""
    mean, std = found.belief.mean, found.belief.std
    drawn = mean + z @ found.L.T if z is not None else torch.zeros(0, len(GRID), dtype=torch.float64)
    return Plot(
        name="band",
        title="What the points leave open",
        unit="log evidence {evidence}",
        badge="exact",
        main=main,
        x=Axis(range=Range(-REACH, REACH), label="x"),
        y=Axis(range=Range(-HEIGHT, HEIGHT)),
        layers=(
            Curve(
                name="mean",
                role="slot1",
                x=GRID,
                y=mean,
                low=mean - 2 * std,
                high=mean + 2 * std,
                outcome=True,
                symbol="m",
                key="mean ± 2 deviations",
            ),
            Lines(
                name="draws",
                role="slot3",
                xy=_lines(drawn),
                found=False,
                halo=False,
                outcome=True,
                key="draws of the posterior",
            ),
            Curve(name="truth", role="theory", x=GRID, y=data.truth, show=params.truth, key="true function"),
            Points(
                name="points",
                role="slot2",
                xy=torch.stack([data.x, data.y], 1),
                ids=data.ids,
                hover="{x:2}, {y:2}",
                symbol="y",
                key="points",
            ),
        ),
        mouse=(editing.move(), editing.add("add a point"), editing.delete()),
    )


def _lines(values: Tensor) -> Tensor:
    """Functions on the grid, a row each, as pieces parted by rows of nan."""
    if not len(values):
        return torch.zeros(0, 2, dtype=torch.float64)
    gap = torch.full((len(values), 1), torch.nan, dtype=torch.float64)
    x = torch.cat([GRID.expand(len(values), -1), gap], 1)
    return torch.stack([x, torch.cat([values.clamp(-50.0, 50.0), gap], 1)], 2).reshape(-1, 2)


def _by_hand(params: Params, data: Data, k: Covariance, found: Fitted) -> dict[str, Any]:
    """The mean at x = 0 as a sum over the points, and the weight of each."""
    n = len(data.y)
    middle = len(GRID) // 2
    if not 0 < n <= _MOST_BY_HAND:
        first = float(k(GRID[middle : middle + 1], GRID[middle : middle + 1])[0, 0])
        left = float(found.belief.cov[middle, middle])
        return {"few": 0, "prior_variance": first, "lost": first - left, "left": left}
    near = k(GRID[middle : middle + 1], data.x)[0]
    return {
        "few": 1,
        "mean_sum": products(near.tolist(), found.belief.alpha.tolist(), 4),
        "mean_zero": float(found.belief.mean[middle]),
    }
