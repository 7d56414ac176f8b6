"""Two estimators of the gradient of E f(z) in the mean of z: through the sample, and by the score."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch

from playground.concepts.vae import Params
from playground.concepts.vae.state import State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Bars, Curve, Level, Points, Role, Trace
from playground.texts import sums
from playground.texts.template import fixed

_WIDE = 4.0  # standard deviations that are shown
_NEAR = 2.5  # the same where estimators are compared
_FROM, _STEPS = 3, 120  # steps for which standard errors are drawn
_ROLES: tuple[Role, Role] = ("slot2", "slot1")


def gradient(params: Params, state: State) -> Drawn:
    """The plots with their data, and the last sample in digits."""
    n = max(state.samples, 1)
    means = state.sums[:2] / n
    variances = (state.sums[2:] / n - means.square()).clamp_min(0.0)
    figure = Figure(
        plots=(_averages(params), _spreads(params, variances), _says(params, state), _law(params, state)),
        hint="Press space: ten more samples for each estimator",
    )
    return Drawn(figure, _numbers(params, state, variances))


def _numbers(params: Params, state: State, variances: torch.Tensor) -> dict[str, Any]:
    eps, z = state.drawn.tolist()
    pathwise, score = variances.tolist()
    drawn, of_law = state.samples > 0, variances_of(params)
    f, k = params.slope * z + 0.5 * params.bend * z * z, baseline_of(params)
    return {
        "exact": params.slope + params.bend * params.mean,
        "samples": state.samples,
        "ratio": score / pathwise if pathwise > 0 else None,
        "pathwise_variance": of_law[0],
        "score_variance": of_law[1],
        "ratio_exact": of_law[1] / of_law[0] if of_law[0] > 0 else None,
        "sample_sum": f"{fixed(params.mean, 2)} + {fixed(params.spread, 2)}·{sums.signed(eps, 3)}" if drawn else "",
        "slope_sum": f"{fixed(params.slope, 2)} + {sums.signed(params.bend, 2)}·{sums.signed(z, 3)}" if drawn else "",
        "z": z,
        "slope_there": params.slope + params.bend * z,
        "eps_sum": sums.signed(eps, 6),
        "z_sum": sums.signed(z, 3),
        "there_sum": sums.signed(params.slope + params.bend * z, 3),
        "in_spread": (params.slope + params.bend * z) * eps,
        "bend_sum": sums.signed(params.bend, 2),
        "f_there": f,
        "f_sum": sums.signed(f, 6),
        "k": k,
        "k_sum": sums.signed(k, 6),
        "score_there": (f - k) * eps / params.spread,
    }


def _averages(params: Params) -> Plot:
    return Plot(
        name="averages",
        title="Mean of the gradients so far",
        unit="{samples} samples each",
        badge="sampled",
        main=True,
        x=Axis(label="step, of ten samples"),
        layers=(
            *_funnels(params),
            Level(name="exact", role="theory", value=params.slope + params.bend * params.mean, key="exact: a + bμ"),
            Trace(name="score", role="slot2", series="score", text="score", outcome=True),
            Trace(name="pathwise", role="slot1", series="pathwise", text="pathwise", outcome=True, symbol="@pathwise"),
        ),
    )


def _funnels(params: Params) -> Iterator[Curve]:
    """Two standard errors of each mean so far, by the law."""
    n = torch.arange(_FROM, _STEPS + 1, dtype=torch.float64)
    exact = params.slope + params.bend * params.mean
    for name, role, variance in zip(("wide", "narrow"), _ROLES, reversed(variances_of(params)), strict=True):
        error = 2 * math.sqrt(variance) / (10 * n).sqrt()
        yield Curve(
            name=name,
            role=role,
            x=n,
            y=torch.full_like(n, exact),
            low=exact - error,
            high=exact + error,
            key="two standard errors by the law" if name == "wide" else "",
        )


def _in_noise(params: Params) -> tuple[float, float, float]:
    """c, d and e of f(mu + sigma eps) = c + d eps + e eps²."""
    a, b, mu, sigma = params.slope, params.bend, params.mean, params.spread
    return a * mu + 0.5 * b * mu**2, sigma * (a + b * mu), 0.5 * b * sigma**2


def baseline_of(params: Params) -> float:
    """The constant that leaves the score estimator the least variance, E[f eps²] / E[eps²]; 0 without a baseline."""
    c, _, e = _in_noise(params)
    return c + 3 * e if params.baseline else 0.0


def variances_of(params: Params) -> tuple[float, float]:
    """Of one sample of the pathwise and of the score estimator, whose moments are known."""
    c, d, e = _in_noise(params)
    c -= baseline_of(params)
    return params.bend**2 * params.spread**2, (c**2 + 6 * c * e + 15 * e**2 + 2 * d**2) / params.spread**2


def _spreads(params: Params, variances: torch.Tensor) -> Plot:
    return Plot(
        name="spreads",
        title="Standard deviation of one sample",
        badge="sampled",
        x=Axis(),
        y=Axis(zero=True),
        layers=(
            Bars(
                name="spreads",
                heights=variances.sqrt(),
                labels=torch.tensor([0, 1]),
                names=("pathwise", "score"),
                text="{heights:2}",
                outcome=True,
            ),
            Points(
                name="law",
                role="theory",
                xy=torch.stack([torch.arange(2).double(), torch.tensor(variances_of(params)).double().sqrt()], 1),
                key="of the law",
            ),
        ),
    )


def _says(params: Params, state: State) -> Plot:
    """What either estimator makes of a sample, whose mean is the same."""
    eps = torch.linspace(-_NEAR, _NEAR, 121, dtype=torch.float64)
    z = params.mean + params.spread * eps
    last, at = state.drawn.tolist() if state.samples else (math.nan, math.nan)
    return Plot(
        name="says",
        title="What a sample at z says",
        unit="of the gradient",
        badge="exact",
        x=Axis(label="z"),
        layers=(
            Level(name="exact", role="theory", value=params.slope + params.bend * params.mean),
            Curve(name="score", role="slot2", x=z, y=_score(params, z, eps), text="score", symbol="@score"),
            Curve(name="pathwise", role="slot1", x=z, y=params.slope + params.bend * z, text="pathwise"),
            Points(
                name="last_score",
                role="slot2",
                xy=torch.tensor([[at, _score(params, at, last)]], dtype=torch.float64),
            ),
            Points(
                name="last_pathwise",
                role="slot1",
                xy=torch.tensor([[at, params.slope + params.bend * at]], dtype=torch.float64),
            ),
        ),
    )


def _score(params: Params, z: Any, eps: Any) -> Any:
    """The score estimator at samples with their noise."""
    f = params.slope * z + 0.5 * params.bend * z * z
    return (f - baseline_of(params)) * eps / params.spread


def _law(params: Params, state: State) -> Plot:
    """The density of z, f, and the last sample with its slope."""
    x = params.mean + params.spread * torch.linspace(-_WIDE, _WIDE, 121, dtype=torch.float64)
    density = torch.exp(-0.5 * ((x - params.mean) / params.spread) ** 2) / (params.spread * math.sqrt(2 * math.pi))
    f = params.slope * x + 0.5 * params.bend * x.square()
    z = float(state.drawn[1]) if state.samples else math.nan
    there, slope = params.slope * z + 0.5 * params.bend * z * z, params.slope + params.bend * z
    return Plot(
        name="law",
        title="The sample moves with the mean",
        unit="arrow: slope of f at the last sample",
        badge="exact",
        x=Axis(label="z"),
        layers=(
            Curve(name="density", role="muted", x=x, y=density, text="q"),
            Curve(name="f", role="slot3", x=x, y=f, text="f"),
            Arrows(
                name="slope",
                role="slot2",
                tails=torch.tensor([[z, there]], dtype=torch.float64),
                vectors=0.5 * params.spread * torch.tensor([[1.0, slope]], dtype=torch.float64),
            ),
            Points(name="sample", role="slot2", xy=torch.tensor([[z, there]], dtype=torch.float64)),
        ),
    )
