"""The view of the evidence: its map over both knobs, the fit there, and the two terms that pull against each other."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.climbing import (
    LENGTHS,
    NOISES,
    chart,
    cut,
    knobs_of,
    pair,
    place,
    slope_of,
)
from playground.concepts.gaussian_processes.functions import band_plot, fitted
from playground.concepts.gaussian_processes.kernels import covariance_of
from playground.concepts.gaussian_processes.state import Data, State
from playground.engine.kit.contours import contours
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Image, Level, Lines, Points, Ring
from playground.figures.values import Range

_DEEP = 12.0  # nats below the best that the map still tells apart
_RINGS = (0.5, 1.0, 2.0, 4.0, 8.0)
HINT = "Drag in the map to set both knobs; play climbs to the top; drag a point and the map changes"


class _Known:
    """What is kept while the points stay: the map and its level sets."""

    def __init__(self, params: Params, data: Data) -> None:
        self.told = chart(params, data)
        total = self.told.total
        self.best = float(total.max())
        row = int(total.argmax())
        self.at = divmod(row, len(NOISES))
        z = (total - self.best).clamp_min(-_DEEP)
        self.image = z.T.flip(0)
        levels = [-drop for drop in _RINGS]
        self.rings = contours(z.T.contiguous(), LENGTHS, NOISES, levels)


_MAPS: Newest[_Known] = Newest(4)


def evidence_view(params: Params, data: Data, state: State) -> Drawn:
    """The map with the climb, the fit where it stands, and fit against complexity along the length scale."""
    knobs = knobs_of(params, state)
    k = covariance_of(params)._replace(length=10.0 ** knobs[0])
    noise = 10.0 ** knobs[1]
    found = fitted(params, data, k, noise)
    numbers: dict[str, Any] = {**found.numbers, "length_now": 10.0 ** knobs[0], "noise_now": noise}
    known = None
    if len(data.y):
        key = covariance_of(params)._replace(length=0.0)
        known = _MAPS.of((data.x, data.y), key, lambda: _Known(params, data))
        here = _PLACES.of((data.x, data.y), (key, knobs), lambda: slope_of(place(params, data, knobs)))
        numbers |= {
            "slope": here,
            "top_gap": known.best - numbers["evidence"],
            "best_evidence": known.best,
            "best_length": float(10.0 ** LENGTHS[known.at[0]]),
            "best_noise": float(10.0 ** NOISES[known.at[1]]),
        }
    plots = (
        _map(state, knobs, known),
        band_plot(params, data, found, main=True),
        _terms(params, data, knobs),
    )
    figure = Figure(plots=plots, hint=HINT)
    return Drawn(figure, numbers)


_PLACES: Newest[float] = Newest(4)


def _map(state: State, knobs: tuple[float, float], known: _Known | None) -> Plot:
    half_x, half_y = float(LENGTHS[1] - LENGTHS[0]) / 2, float(NOISES[1] - NOISES[0]) / 2
    empty = torch.zeros(0, 2, dtype=torch.float64)
    here = pair(knobs)
    path = state.path if len(state.path) and torch.equal(state.path[-1:], here) else here
    best = empty
    if known is not None:
        best = torch.stack([LENGTHS[known.at[0]], NOISES[known.at[1]]])[None]
    box = [float(LENGTHS[0]), float(LENGTHS[-1]), float(NOISES[0]), float(NOISES[-1])]
    return Plot(
        name="map",
        title="Log evidence",
        unit="here {evidence}, best of the map {best_evidence}",
        badge="exact",
        main=True,
        x=Axis(range=Range(box[0], box[1]), label="length scale ℓ", log=True),
        y=Axis(range=Range(box[2], box[3]), label="noise σ", log=True),
        layers=(
            Image(
                name="evidence",
                z=known.image if known is not None else torch.zeros(40, 40),
                levels=(-_DEEP, 0.0),
                extent=torch.tensor([box[0] - half_x, box[1] + half_x, box[2] - half_y, box[3] + half_y]),
                smooth=True,
                bar="nats below",
                symbol="L",
            ),
            Lines(
                name="rings",
                role="grid",
                xy=known.rings if known is not None else torch.zeros(0, 4),
                found=False,
                key="½, 1, 2, 4, 8 nats below",
            ),
            Lines(name="path", role="slot2", xy=path, found=False, key="climb"),
            Points(name="best", role="slot3", xy=best, key="best of the map"),
            Ring(name="here", role="now", xy=here),
        ),
        mouse=(
            Mouse(on="drag", kind="set_knobs", take={"x": "x", "y": "y"}, label="set both knobs"),
            Mouse(on="click", kind="set_knobs", take={"x": "x", "y": "y"}, label="set both knobs"),
        ),
    )


def _terms(params: Params, data: Data, knobs: tuple[float, float]) -> Plot:
    nothing = torch.zeros(0, dtype=torch.float64)
    x = fit = complexity = total = nothing
    if len(data.y):
        told = _CUTS.of(
            (data.x, data.y),
            (covariance_of(params)._replace(length=0.0), knobs[1]),
            lambda: _cut(params, data, knobs[1]),
        )
        x, fit, complexity, total = LENGTHS, *told
    return Plot(
        name="terms",
        title="Fit against complexity",
        unit="at noise {noise_now}",
        badge="exact",
        x=Axis(label="length scale ℓ", log=True),
        y=Axis(range=Range(float(total.max()) - 25.0, float(complexity.max()) + 5.0) if len(x) else Range(-1.0, 1.0)),
        layers=(
            Curve(name="fit", role="slot2", x=x, y=fit, symbol="F", text="fit"),
            Curve(name="complexity", role="slot3", x=x, y=complexity, symbol="C", text="complexity"),
            Curve(name="total", role="slot1", x=x, y=total, symbol="L", text="evidence"),
            Level(name="here", role="now", value=knobs[0], across="vertical", text=""),
        ),
    )


_CUTS: Newest[tuple[Any, Any, Any]] = Newest(4)


def _cut(params: Params, data: Data, noise: float) -> tuple[Any, Any, Any]:
    told = cut(params, data, noise)
    fit, complexity, total = (one.clamp(-1e4, 1e4) for one in (told.fit, told.complexity, told.total))
    return fit, complexity, total
