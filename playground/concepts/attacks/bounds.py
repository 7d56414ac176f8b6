"""The view of the bounds: how steep each net is everywhere, where it is steepest, and what bounds say of that."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import NormName, dual_size
from playground.concepts.attacks.data import REACH, Data
from playground.concepts.attacks.lipschitz import absolute, gradients, operator_norm, product
from playground.concepts.attacks.nearest import CELLS, WIDE, grid
from playground.concepts.attacks.picture import learning
from playground.concepts.attacks.plane import EDIT, fields
from playground.concepts.attacks.state import State, logits
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Image, Lines, Points, Ring
from playground.texts.sums import signed

_SAMPLED = 200
_RANGE = Axis(range=(-REACH, REACH), ticks=False)
_NAMES = ("standard", "robust")
_STEEP: Newest[list[Floats]] = Newest()
_PLACES = np.random.default_rng(0).permutation(CELLS * CELLS)[:_SAMPLED]


def of(layers: list[DenseLayer], k: int) -> list[DenseLayer]:
    """One of the two nets."""
    return [DenseLayer(one.all[k], one.W[k], one.b[k], None) for one in layers]


def observe(params: Params, data: Data, state: State) -> Drawn:
    """A map of steepness for each net, and bars of the bounds."""
    layers, norm = logits(params, state), params.norm
    nets = [of(layers, k) for k in (0, 1)]
    steep = _STEEP.of(
        state.divider.theta, (params.net, norm), lambda: [dual_size(gradients(net, grid()[1]), norm) for net in nets]
    )
    _, pieces = fields(params, state)
    bars = [_bars(net, size, norm) for net, size in zip(nets, steep, strict=True)]
    numbers = {**_numbers(nets, steep, bars, norm)}
    top = max(float(steep[0].max()), float(steep[1].max()), 1e-9)
    maps = tuple(_map(k, data, steep[k], pieces[k], top) for k in (0, 1))
    plots = (*maps, _chart("standard_bounds", "Standard net", bars[0]), _chart("robust_bounds", "Robust net", bars[1]))
    return Drawn(Figure(plots=(*plots, learning()), hint="Press space to train, turn the weight decay"), numbers)


def _bars(net: list[DenseLayer], steep: Floats, norm: NormName) -> Floats:
    """Sampled, exact on the grid, product and absolute product."""
    weights = [one.W for one in net]
    return np.array([steep[_PLACES].max(), steep.max(), product(weights, norm), absolute(weights, norm)])


def _numbers(nets: list[list[DenseLayer]], steep: list[Floats], bars: list[Floats], norm: NormName) -> dict[str, Any]:
    sampled, exact, outer, absolute_ = bars[0].tolist()
    x, y = grid()[1][int(steep[0].argmax())].tolist()
    norms = [operator_norm(one.W, norm) for one in nets[0]]
    ordered = all(one[0] <= one[1] + 1e-9 and one[1] <= one[2:].min() + 1e-9 for one in bars)
    return {
        "sampled": sampled,
        "exact": exact,
        "product": outer,
        "absolute": absolute_,
        "ratio": outer / exact if exact else None,
        "robust_exact": float(bars[1][1]),
        "robust_product": float(bars[1][2]),
        "in_order": ordered,
        "steepest_x": x,
        "steepest_y": y,
        "norms_product": "·".join(signed(one, 3) for one in norms),
    }


def _map(k: int, data: Data, steep: Floats, pieces: Floats, top: float) -> Plot:
    reach = WIDE * REACH
    place = grid()[1][int(steep.argmax())]
    return Plot(
        name=_NAMES[k],
        title=f"{_NAMES[k].capitalize()} net",
        unit="size of the gradient, at most {exact}" if k == 0 else "size of the gradient, at most {robust_exact}",
        main=True,
        plane=True,
        badge="exact",
        x=_RANGE,
        y=_RANGE,
        layers=(
            Image(
                name="steep",
                z=steep.reshape(CELLS, CELLS)[::-1] / top,
                extent=np.array([-reach, reach, -reach, reach]),
                levels=(0.0, 1.0),
                frame=False,
                outcome=True,
                symbol="∇f",
            ),
            Points(name="points", role="class", xy=data.X, labels=(data.y < 0).long(), ids=data.ids, size=0.5),
            Lines(name="boundary", role="hero", xy=pieces, dash="solid", found=False, halo=False, key="boundary"),
            Ring(
                name="steepest",
                role="now",
                xy=np.clip(place, -0.98 * REACH, 0.98 * REACH),
                outcome=True,
                text="steepest",
            ),
        ),
        mouse=EDIT[1:],
    )


def _chart(name: str, title: str, bars: Floats) -> Plot:
    return Plot(
        name=name,
        title=title,
        unit="Lipschitz constant on the grid, and its bounds",
        badge="exact",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="bounds",
                heights=bars,
                names=("sampled", "exact", "product", "absolute"),
                across="horizontal",
                text="{heights}",
                mark=np.array([False, True, False, False]),
                outcome=True,
                symbol="L",
            ),
        ),
    )
