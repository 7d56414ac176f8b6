"""The view of certificates: discs that no attack can leave the class in, by the Lipschitz bound and by noise."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import Net, scores_of
from playground.concepts.attacks.data import Data
from playground.concepts.attacks.lipschitz import product
from playground.concepts.attacks.nearest import smallest
from playground.concepts.attacks.parts import bars_of, ground, learning, outline, plane_of
from playground.concepts.attacks.plane import ball, fields
from playground.concepts.attacks.smoothing import noise, radius, share_above, share_below
from playground.concepts.attacks.state import RULES, State, dividers, logits
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Curve, Level, Points

MOST = 10_000
_SHOWN = 150


class Certificate(NamedTuple):
    """What is certain of a point.

    Attributes:
        bound: the radius by the Lipschitz bound.
        votes: samples of the noise that get the commonest class.
        low, high: the ends of the interval of that class's share.
        distance: to the boundary, as it is, in l2; None where there is none.
        eta: the change that leads there.
        counts: samples so far, (k,); then the radius by the interval's ends and by the share itself, (k,) each.
        lower, upper, middle: see there.
    """

    bound: float
    votes: int
    low: float
    high: float
    distance: float | None
    eta: Floats
    counts: Floats
    lower: Floats
    upper: Floats
    middle: Floats


def observe(params: Params, data: Data, state: State) -> Drawn:
    """Both planes with their discs, the radii as bars, and the radius by noise sample by sample."""
    nets, layers = dividers(params, state), Net(logits(params, state), RULES)
    f, pieces = fields(params, state)
    found = [certificate(params, nets.of(k), layers.of(k).layers, pieces[k], state) for k in (0, 1)]
    one = found[0]
    low, high = radius(one.low, params.sigma), radius(one.high, params.sigma)
    numbers = {
        "distance": one.distance,
        "robust_distance": found[1].distance,
        "lipschitz_radius": one.bound,
        "smoothed_radius": low,
        "smoothed_high": high if math.isfinite(high) else None,
        "votes": one.votes,
        "share_low": one.low,
        "share_high": one.high,
        "radius_most": radius(share_below(params.samples, params.samples), params.sigma),
        "quantile": low / params.sigma,
        "certificate_holds": all(c.distance is None or c.bound <= c.distance + 1e-9 for c in found),
        "f_size": float(abs(np.diff(scores_of(nets.of(0), state.point.numpy()))[0])),
        "product": product([one.W for one in layers.of(0).layers], "l2"),
        "samples_shown": params.samples,
        "all_agree": one.votes == params.samples,
    }
    planes = tuple(_plane(params, data, state, k, f[k], pieces[k], pieces[1 - k], found[k]) for k in (0, 1))
    hint = "Drag the point, turn σ and the number of samples"
    return Drawn(Figure(plots=(*planes, _radii(params, found), _samples(params, one), learning()), hint=hint), numbers)


def certificate(params: Params, net: Net, layers: list[DenseLayer], pieces: Floats, state: State) -> Certificate:
    """All that is known of the point for one net."""
    x = state.point.numpy()
    out = scores_of(net, x[None])[0]
    steep = product([one.W for one in layers], "l2")
    distance, eta = smallest(net, pieces, x, "l2")
    said = scores_of(net, x + params.sigma * noise(MOST)[: params.samples]).argmax(-1)
    blue = np.cumsum(said == 0)
    common = blue if 2 * blue[-1] >= len(said) else np.arange(1, len(said) + 1) - blue
    counts = np.unique(np.geomspace(min(10, len(said)), len(said), 9).round().astype(int))
    ends = [(int(common[n - 1]), int(n)) for n in counts]
    low, high = [share_below(*end) for end in ends], [share_above(*end) for end in ends]
    sigma, most = params.sigma, 5.0 * params.sigma
    lower, upper, middle = (
        np.array([min(radius(share, sigma), most) for share in shares])
        for shares in (low, high, [k / n for k, n in ends])
    )
    bound = abs(float(out[0] - out[1])) / steep if steep else math.inf
    return Certificate(bound, ends[-1][0], low[-1], high[-1], distance, eta, counts.astype(float), lower, upper, middle)


def _plane(
    params: Params, data: Data, state: State, k: int, f: Floats, pieces: Floats, other: Floats, found: Certificate
) -> Plot:
    x = state.point.numpy()
    smoothed = radius(found.low, params.sigma)
    layers = (
        *ground(data, f, pieces, other),
        Points(name="noise", role="muted", xy=x + params.sigma * noise(MOST)[:_SHOWN], size=0.35, key="noise"),
        outline("by noise", "slot6", x + ball(smoothed, "l2"), outcome=True, symbol="R", key="by noise"),
        outline(
            "by the bound", "slot2", x + ball(min(found.bound, 9.0), "l2"), outcome=True, symbol="r", key="by the bound"
        ),
        Arrows(name="smallest", role="slot3", tails=x, vectors=found.eta, outcome=True, key="smallest change"),
        Points(name="point", role="now", xy=x[None], size=0.6, symbol="x", key="point"),
    )
    return plane_of(k, "distance {robust_distance}" if k else "distance {distance}", layers)


def _radii(params: Params, found: list[Certificate]) -> Plot:
    rows = [(c.bound, radius(c.low, params.sigma), c.distance) for c in found]
    return bars_of(
        "radii",
        "What is certain, and what is true",
        "radius; the distance is of the net without noise",
        [one for row in rows for one in row],
        tuple(f"{what}{of}" for of in ("", ", robust") for what in ("bound", "noise", "true")),
        mark=np.array([False, False, True, False, False, True]),
    )


def _samples(params: Params, one: Certificate) -> Plot:
    return Plot(
        name="samples",
        title="Radius by noise",
        unit="standard net; band: 99.9 % either side",
        badge="sampled",
        x=Axis(label="samples", log=True),
        y=Axis(zero=True),
        layers=(
            Curve(
                name="radius",
                x=np.log10(one.counts),
                y=one.middle,
                low=one.lower,
                high=one.upper,
                markers=True,
                outcome=True,
                symbol="R",
            ),
            Level(
                name="distance",
                role="theory",
                value=one.distance,
                text="distance {distance}",
                show=one.distance is not None,
            ),
        ),
    )
