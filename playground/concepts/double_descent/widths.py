"""The views by width: error, size of the weights and steepness against N / n, and the fit at the cursor beside them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.double_descent import WIDEST, Params, theory
from playground.concepts.double_descent.problem import (
    Fit,
    bench,
    fit_at,
    labels,
    needed_slope,
    true_function,
    widths,
)
from playground.concepts.double_descent.state import Data, State
from playground.concepts.double_descent.sweeping import measured
from playground.engine.declarations.concept import Findings
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Layer, Level, Points, Ring
from playground.figures.values import Range

_FLOOR = 1e-4  # errors below are drawn there
_FINE = 121
_NEAR = 1.3  # closer to N = n than this factor a median of 20 draws is no mean


def by_width(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """The curves so far and the fit at the cursor."""
    fit, found = fit_at(params, data, state.N), measured(params, findings)
    listed = np.array(widths(params.n), dtype=np.float64)
    at = torch.as_tensor(np.log10(listed / params.n))
    here = math.log10(state.N / params.n)
    law = predicted(params)
    steep, first, second = needed_slope(data, labels(params, data))
    numbers = {**_at_cursor(params, data, state, fit), **_read(params, found, listed), **_law_numbers(params, state)}
    numbers |= {"needed": steep, **_pair(params, data, steep, first, second)}
    error = _error(params, at, found, law, here, fit, numbers)
    section = _section(params, data, fit)
    if params.mode == "sweep":
        third = _by_width("size", "Size of the weights", "|θ|", at, found["norm"], here, fit.norm)
        plots = (error(True), section, third)
        hint = "Drag the cursor over the peak and watch the fit"
    else:
        slope = _by_width(
            "slope",
            "Steepest slope",
            "at the training points",
            at,
            found["steepest"],
            here,
            fit.steepest,
            bound="needed",
        )
        plots = (slope, section, error(False))
        hint = "Drag the cursor: past the peak the fit through the same points grows flat"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


# ---- numbers


def _at_cursor(params: Params, data: Data, state: State, fit: Fit) -> dict[str, Any]:
    n = params.n
    y = labels(params, data)
    return {
        "test_error": fit.test,
        "train_error": fit.train,
        "norm": fit.norm,
        "steepest": fit.steepest,
        "ratio": state.N / n,
        "narrow": n > state.N,
        "wide_side": n < state.N,
        "interpolates": fit.train < 1e-9 * float(y.square().mean()),
        "largest_residual": float((fit.said - y).abs().max()),
        "first_label": float(y[0]),
        "first_said": float(fit.said[0]),
        "spare": state.N - n,
    }


def _read(params: Params, found: dict[str, Tensor], listed: Floats) -> dict[str, Any]:
    """What claims and notes read of the sweep, None until all draws of it are there."""
    test, steep = found["test"], found["steepest"]
    names = (
        "classical",
        "classical_at",
        "peak",
        "wide",
        "peak_ratio",
        "wide_ratio",
        "theory_gap",
        "steep_peak",
        "steep_past",
        "steep_middle",
        "steep_wide",
        "steep_order",
    )
    if bool(test.isnan().any()) or len(test) < 2:
        return {**dict.fromkeys(names), "draws": None}
    n, middle = params.n, np.median(test.numpy(), axis=0)
    narrow = int(np.argmin(np.where(listed < n, middle, np.inf)))
    place = {key: int(np.flatnonzero(listed == round(key * n))[0]) for key in (1.0, 1.1, 2.5, WIDEST)}
    classical, peak, wide = middle[narrow], middle[place[1.0]], middle[-1]
    slopes = np.median(steep.numpy(), axis=0)
    order = [float(slopes[place[key]]) for key in (1.0, 1.1, 2.5, WIDEST)]
    law = predicted(params, listed)
    away = np.abs(np.log(listed / n)) > math.log(_NEAR)
    gap = None if law is None else float(np.median(np.abs(middle[away] / law.test[away] - 1)))
    return {
        "classical": float(classical),
        "classical_at": float(listed[narrow] / n),
        "peak": float(peak),
        "wide": float(wide),
        "peak_ratio": float(peak / max(classical, wide)),
        "wide_ratio": float(wide / classical),
        "theory_gap": gap,
        **dict(zip(("steep_peak", "steep_past", "steep_middle", "steep_wide"), order, strict=True)),
        "steep_order": order == sorted(order, reverse=True),
        "draws": len(test),
    }


def predicted(params: Params, listed: Floats | None = None) -> theory.Risks | None:
    """The asymptotic curve; none for fits that it does not speak of."""
    if params.solution != "least" and not (params.solution == "started" and params.ridge > 0):
        return None
    if listed is None:
        listed = fine_widths(params.n)
    setting = (params.d, params.features, params.target, params.n, params.noise, params.ridge)
    return _predicted(*setting, tuple(listed.tolist()))


@lru_cache(maxsize=64)
def _predicted(
    d: int, features: str, target: str, n: int, noise: float, ridge: float, listed: tuple[float, ...]
) -> theory.Risks:
    return theory.risks(theory.spectrum(d, features, target), n, np.array(listed), noise, ridge)


def fine_widths(n: int) -> Floats:
    """Where the asymptotic curve is worked out, as if N need not be a whole number; N = n itself is left out."""
    low, high = max(1.0, n / 50) / n, float(WIDEST)
    return n * np.geomspace(low, high, _FINE)


def _law_numbers(params: Params, state: State) -> dict[str, Any]:
    """The asymptotic error at the cursor, and below N = n what it is made of."""
    nothing = dict.fromkeys(("law_test", "law_bias", "law_wide", "law_classical", "theory_ratio"))
    law = predicted(params)
    if law is None:
        return nothing
    at = fine_widths(params.n)
    found = predicted(params, np.array([float(state.N)]))
    assert found is not None
    test = float(found.test[0])
    classical, wide = float(law.test[at < params.n].min()), float(law.test[-1])
    split = params.ridge == 0.0 and params.n > state.N
    return {
        "law_test": test if math.isfinite(test) else None,
        "law_bias": (test + params.noise**2) * (1 - state.N / params.n) - params.noise**2 if split else None,
        "law_wide": wide,
        "law_classical": classical,
        "theory_ratio": wide / classical,
    }


def _pair(params: Params, data: Data, steep: float, first: int, second: int) -> dict[str, Any]:
    """The two labels that force the steepest slope, the larger first, and how far apart their points are."""
    y = labels(params, data)
    high, low = max(float(y[first]), float(y[second])), min(float(y[first]), float(y[second]))
    return {"pair_high": high, "pair_low": low, "pair_arc": (high - low) / steep if steep else None}


# ---- plots


def _logs(values: Tensor) -> Tensor:
    return values.clamp(min=_FLOOR).log10()


def _band(name: str, at: Tensor, values: Tensor, **more: Any) -> Curve:
    """The median over draws with the middle half of them round it, drawn as log10."""
    low, middle, high = (values.nanquantile(share, dim=0) for share in (0.25, 0.5, 0.75))
    there = ~middle.isnan()
    return Curve(
        name=name,
        x=at[there],
        y=_logs(middle[there]),
        low=_logs(low[there]),
        high=_logs(high[there]),
        outcome=True,
        **more,
    )


def _cursor(here: float) -> tuple[Layer, ...]:
    return (
        Level(name="threshold", role="muted", value=0.0, across="vertical", text="N = n"),
        Level(name="cursor", role="now", value=here, across="vertical", text="N = {N}", symbol="N"),
    )


_X = Axis(label="features for each point, N / n", range=(-1.75, math.log10(WIDEST) + 0.13), log=True)


def _mouse() -> tuple[Mouse, ...]:
    return tuple(
        Mouse(on=event, kind="look", take={"decades": "x"}, label="look at the fit of this width")
        for event in ("drag", "click")
    )


def _error(
    params: Params,
    at: Tensor,
    found: dict[str, Tensor],
    law: theory.Risks | None,
    here: float,
    fit: Fit,
    numbers: dict[str, Any],
) -> Any:
    fine = torch.as_tensor(np.log10(fine_widths(params.n) / params.n))
    curve = torch.full_like(fine, math.nan) if law is None else torch.as_tensor(law.test).clamp(max=1e6)
    layers = (
        Level(name="classical", role="muted", value="classical", log=True, show="classical", key="best narrow fit"),
        *_cursor(here),
        Curve(
            name="law",
            role="theory",
            x=fine,
            y=_logs(curve),
            key="" if law is None else "theory for large n",
            symbol="R",
        ),
        _band("train", at, found["train"], role="slot1", key="training"),
        _band("test", at, found["test"], role="hero", text="test", key="test: median and middle half of 20 draws"),
        Ring(name="here", role="now", xy=torch.tensor([[here, math.log10(max(fit.test, _FLOOR))]]), key="this fit"),
    )

    def plot(main: bool) -> Plot:
        return Plot(
            name="error",
            title="Error by width",
            unit="mean square",
            main=main,
            x=_X,
            y=Axis(range=_error_range(params), log=True),
            badge="sampled",
            layers=layers,
            mouse=_mouse(),
        )

    return plot


def _error_range(params: Params) -> Range:
    """Below the least error that the theory gives the fit of least norm, up to what the peak reaches, as log10."""
    law = predicted(params.changed({"solution": "least"}))
    assert law is not None
    low = math.log10(max(float(law.test.min()), _FLOOR))
    return Range(max(low, math.log10(_FLOOR)) - 0.4, 2.4)


def _by_width(
    name: str, title: str, unit: str, at: Tensor, values: Tensor, here: float, now: float, bound: str = ""
) -> Plot:
    """A quantity of the fits against the width."""
    layers: list[Layer] = [*_cursor(here)]
    if bound:
        layers.append(Level(name="bound", role="theory", value=bound, log=True, text="no exact fit is flatter"))
    layers.append(_band(name, at, values, role="hero", key="median, middle half"))
    layers.append(
        Ring(name="here", role="now", xy=torch.tensor([[here, math.log10(max(now, _FLOOR))]]), key="this fit")
    )
    return Plot(
        name=name,
        title=title,
        unit=unit,
        main=bool(bound),
        x=_X,
        y=Axis(range=(-1.0, 3.0), log=True),
        badge="sampled",
        layers=tuple(layers),
        mouse=_mouse(),
    )


def _section(params: Params, data: Data, fit: Fit) -> Plot:
    """The fit along a great circle through training points, or round the circle."""
    known, y = bench(params, data), labels(params, data)
    turns = known.angles / math.pi
    wanted = true_function(params.target, known.section)
    low, high = float(wanted.min()), float(wanted.max())
    room = 0.8 * (high - low) + 0.4
    low, high = min(low - room, float(y[known.shown].min()) - 0.2), max(high + room, float(y[known.shown].max()) + 0.2)
    return Plot(
        name="fit",
        title="The fit at the cursor",
        unit="N = {N}" + ("" if params.d == 2 else ", a circle through two of the points"),
        x=Axis(label="angle, in half turns", range=(-1.02, 1.02)),
        y=Axis(range=Range(low, high)),
        badge="exact",
        layers=(
            Curve(name="true", role="theory", x=turns, y=wanted, text="true"),
            Curve(
                name="fit",
                role="hero",
                x=turns,
                y=fit.across.clamp(3 * low - 2 * high, 3 * high - 2 * low),
                key="fit",
                symbol="f",
            ),
            Points(
                name="points",
                role="slot1",
                xy=torch.stack([known.at / math.pi, y[known.shown]], 1),
                ids=known.shown,
                key="training labels",
            ),
        ),
        mouse=(Mouse(on="drag", target="points", kind="pull", take={"id": "id", "y": "y"}, label="pull a label"),),
    )
