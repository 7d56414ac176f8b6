"""The view on the masks: each layer's, their product, and what one pixel may see and does see."""

from __future__ import annotations

from typing import Any

import numpy as np
from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.data import PIXELS, Data
from playground.concepts.autoregressive.declared import SIDE
from playground.concepts.autoregressive.state import State, hidden_of, masks_of, order_of, shape_of, weights_of
from playground.engine.kit import brush
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Mouse, Plot
from playground.figures.layers import Image, Lines

_ALL = np.array([0.0, PIXELS, 0.0, PIXELS])
_PAPER = np.array([0.0, SIDE, 0.0, SIDE])
_HINT = "Click a pixel, or a row of the product"
_CLICK = {"row": "row", "column": "column"}

_PATHS: Newest[Tensor] = Newest()
_SLOPES: Newest[Tensor] = Newest()


def paths_of(params: Params, order: Tensor) -> Tensor:
    """How many ways lead from each pixel to each logit, (64, 64); kept while nothing changes."""
    key = (params.layers, params.units, params.masked)
    return _PATHS.of(order, key, lambda: made.paths(masks_of(params, order)))


def slopes_of(params: Params, data: Data, state: State) -> Tensor:
    """The derivative of each logit by each pixel of the drawing, (64, 64)."""
    order = order_of(params, data, state)
    key = (params.layers, params.units, params.masked)
    return _SLOPES.of(
        (state.theta, order, state.drawing),
        key,
        lambda: made.slopes(weights_of(params, state.theta, order), state.drawing),
    )


def forbidden(order: Tensor) -> Tensor:
    """Where a pixel, a row, must not look: itself and what comes later, (64, 64) flags."""
    return order[:, None] <= order[None]


def triangles(params: Params, data: Data, state: State) -> Drawn:
    """The masks in the order of the pixels, their product, and the pixel that looks back."""
    order = order_of(params, data, state)
    places = order.argsort()
    found = paths_of(params, order) if params.heat == "paths" else slopes_of(params, data, state)
    place = int(order[state.pixel])
    plots = (
        _looking(params, state, found[state.pixel]),
        *_layers(params, state, order, place),
        _product(params, found[places][:, places], place),
    )
    return Drawn(Figure(plots=plots, even=True, hint=_HINT, face="product"), _numbers(params, data, state))


def _scaled(z: Tensor) -> Tensor:
    return z / z.abs().max().clamp_min(1e-12)


def _looking(params: Params, state: State, row: Tensor) -> Plot:
    """What the chosen pixel may see, or does see."""
    counted = params.heat == "paths"
    seen = row.view(SIDE, SIDE)
    title = (
        ("What it may see", "paths to the pixel at place {place}")
        if counted
        else ("What it does see", "derivative of its logit, for your drawing")
    )
    return Plot(
        name="looking",
        title=title[0],
        unit=title[1],
        axes=False,
        badge="exact",
        layers=(
            Image(
                name="seen",
                z=_scaled(seen),
                extent=_PAPER,
                gaps=True,
                color_map="sequential" if counted else "diverging",
                levels=(0.0 if counted else -1.0, 1.0),
                outcome=True,
                symbol="P",
            ),
            Lines(
                name="chosen",
                role="now",
                xy=brush.outlines(np.array([state.pixel]), SIDE, SIDE),
                dash="solid",
                found=False,
                key="the pixel that looks back",
            ),
        ),
        mouse=(Mouse(on="click", target="seen", kind="choose_pixel", take=_CLICK, label="let this pixel look"),),
    )


def _layers(params: Params, state: State, order: Tensor, place: int) -> list[Plot]:
    """The mask of each layer, or its weights, sorted by degree and place."""
    hidden = hidden_of(params)
    known = masks_of(params, order)
    shown = weights_of(params, state.theta, order).W if params.heat == "slopes" else tuple(m.float() for m in known)
    ranks = [order.argsort(), *(one.argsort(stable=True) for one in hidden), order.argsort()]
    found = []
    for k, z in enumerate(shown):
        last = k + 1 == len(shown)
        ordered = z[ranks[k + 1]][:, ranks[k]]
        name = "Output" if last else "Inputs" if k == 0 else "Between"
        ask = int((hidden[k] < place).sum()) / len(hidden[k]) * PIXELS if not last else 0.0
        rows = (place - 1.0, float(place)) if last else (0.0, ask)
        words = "rows pixels, columns units" if last and hidden else "rows units, columns pixels" if k == 0 else "units"
        found.append(
            Plot(
                name=f"layer{k + 1}",
                title=f"{name}: {z.shape[0]} × {z.shape[1]}",
                unit=words if hidden else "rows and columns pixels",
                axes=False,
                badge="exact",
                layers=(
                    Image(
                        name="mask",
                        z=_scaled(ordered),
                        extent=_ALL,
                        color_map="diverging" if params.heat == "slopes" else "sequential",
                        levels=(-1.0 if params.heat == "slopes" else 0.0, 1.0),
                        symbol="M",
                    ),
                    Lines(
                        name="asked",
                        role="now",
                        xy=_rows(*rows),
                        dash="solid",
                        found=False,
                        key="its row" if last else "units that it asks",
                    ),
                ),
            )
        )
    return found


def _product(params: Params, z: Tensor, place: int) -> Plot:
    """The product of the masks, or the Jacobian: a triangle without its diagonal."""
    counted = params.heat == "paths"
    return Plot(
        name="product",
        title="Product of the masks" if counted else "Jacobian of the logits",
        unit="leak {leak_words}, forbidden paths {wrong_paths}",
        axes=False,
        badge="exact",
        layers=(
            Image(
                name="product",
                z=_scaled(z),
                extent=_ALL,
                color_map="sequential" if counted else "diverging",
                levels=(0.0 if counted else -1.0, 1.0),
                outcome=True,
                symbol="P",
            ),
            Lines(
                name="row", role="now", xy=_rows(place - 1.0, float(place)), dash="solid", found=False, key="its row"
            ),
        ),
        mouse=(Mouse(on="click", target="product", kind="choose_place", take=_CLICK, label="let this pixel look"),),
    )


def _rows(first: float, last: float) -> Floats:
    """The outline of rows of a square matrix, from the top; a line where there is none."""
    top, bottom = PIXELS - first, PIXELS - last
    return np.array([[0.0, bottom], [PIXELS, bottom], [PIXELS, top], [0.0, top], [0.0, bottom]])


def _numbers(params: Params, data: Data, state: State) -> dict[str, Any]:
    order = order_of(params, data, state)
    hidden, place, where = hidden_of(params), int(order[state.pixel]), forbidden(order)
    found, from_place = paths_of(params, order), max(1, place // 2)
    middle = int(order.argsort()[from_place - 1])
    below = [int((one < bound).sum()) for one in hidden[:1] for bound in (place, from_place)]
    leak = float(slopes_of(params, data, state).abs()[where].max())
    sees = int((found[state.pixel] > 0).sum())
    return {
        "leak": leak,
        "leak_words": f"{leak:.3g}" if leak else "none",
        "wrong_paths": float(found[where].sum()),
        "place": place,
        "from_place": from_place,
        "sees": sees,
        "sees_all": sees == place - 1,
        "ways": float(found[state.pixel, middle]),
        "units_below": below[0] if below else None,
        "units_before": below[1] if below else None,
        "degrees_up": place - 1,
    }


_KEPT: Newest[int] = Newest()


def kept(params: Params, order: Tensor) -> int:
    """Weights that are not masked, and biases."""
    shape = shape_of(params)

    def count() -> int:
        return sum(int(mask.sum()) for mask in masks_of(params, order)) + shape.D + sum(shape.hidden)

    return _KEPT.of(order, (params.layers, params.units, params.masked), count)
