"""The view of the bounds: how steep each net is everywhere, where it is steepest, and what bounds say of that."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import Net, NormName, dual_size
from playground.concepts.attacks.data import REACH, Data
from playground.concepts.attacks.lipschitz import absolute, gradients, operator_norm, product
from playground.concepts.attacks.nearest import CELLS, PLACES
from playground.concepts.attacks.parts import EDIT, EXTENT, PAIR, bars_of, learning, outline, plane_of, points_of
from playground.concepts.attacks.plane import fields, seen_on_grid
from playground.concepts.attacks.state import RULES, State, logits
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Image, Ring
from playground.texts.sums import signed

_SAMPLED = 200
_STEEP: Newest[Floats] = Newest()
_SOME = np.random.default_rng(0).permutation(CELLS * CELLS)[:_SAMPLED]


def observe(params: Params, data: Data, state: State) -> Drawn:
    """A map of steepness for each net, and bars of the bounds."""
    both, norm = Net(logits(params, state), RULES), params.norm
    nets = [both.of(k).layers for k in (0, 1)]
    steep = _STEEP.of(
        state.divider.theta,
        (params.net, norm),
        lambda: dual_size(gradients(both.layers, seen_on_grid(params, state)), norm),
    )
    _, pieces = fields(params, state)
    bars = [_bars(net, size, norm) for net, size in zip(nets, steep, strict=True)]
    numbers = _numbers(nets, steep, bars, norm)
    top = max(float(steep[0].max()), float(steep[1].max()), 1e-9)
    maps = tuple(_map(k, data, steep[k], pieces[k], top) for k in (0, 1))
    plots = (*maps, _chart(0, bars[0]), _chart(1, bars[1]))
    return Drawn(Figure(plots=(*plots, learning()), hint="Press space to train, turn the weight decay"), numbers)


def _bars(net: list[DenseLayer], steep: Floats, norm: NormName) -> Floats:
    """Sampled, exact on the grid, product and absolute product."""
    weights = [one.W for one in net]
    return np.array([steep[_SOME].max(), steep.max(), product(weights, norm), absolute(weights, norm)])


def _numbers(nets: list[list[DenseLayer]], steep: Floats, bars: list[Floats], norm: NormName) -> dict[str, Any]:
    sampled, exact, outer, absolute_ = bars[0].tolist()
    x, y = PLACES[int(steep[0].argmax())].tolist()
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
    place = np.clip(PLACES[int(steep.argmax())], -0.98 * REACH, 0.98 * REACH)
    image = Image(
        name="steep",
        z=steep.reshape(CELLS, CELLS)[::-1] / top,
        extent=EXTENT,
        levels=(0.0, 1.0),
        frame=False,
        outcome=True,
        symbol="∇f",
    )
    layers = (
        image,
        points_of(data, 0.5),
        outline("boundary", "hero", pieces, key="boundary"),
        Ring(name="steepest", role="now", xy=place, outcome=True, text="steepest"),
    )
    return plane_of(k, f"size of the gradient, at most {{{'robust_exact' if k else 'exact'}}}", layers, EDIT[1:])


def _chart(k: int, bars: Floats) -> Plot:
    return bars_of(
        f"{PAIR[k]}_bounds",
        f"{PAIR[k].capitalize()} net",
        "Lipschitz constant on the grid, and its bounds",
        bars.tolist(),
        ("sampled", "exact", "product", "absolute"),
        mark=np.array([False, True, False, False]),
        symbol="L",
        layer="bounds",
    )
