"""The view of signals by depth: a river of histograms through every layer, five columns in lockstep, there and back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.columns import BINS, Column, column, counted, variance_of
from playground.concepts.signals.state import NAMES, ROLES, VARIANCES, State, skip_of
from playground.concepts.signals.theory import mean_field, trainable
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import SET, Axis, Figure, Mouse, Plot, Trust
from playground.figures.layers import Bars, Curve, Image, Level, Lines, Points, Text
from playground.figures.values import Range

LOW, HIGH = -20.0, 16.0  # decades beyond which nothing is drawn
GAINS = np.round(np.linspace(0.2, 3.0, 57), 6)
DEPTHS = tuple(range(2, 101, 2))
_GAP = 0.16  # of a column's width, between two
_HINT = "Turn the gain; click a layer; space walks there and back"
_MADE: Newest[dict[str, Any]] = Newest(4)


def river(params: Params, state: State) -> Drawn:
    """Activations and gradients of all columns, the chosen layer, the angle of two inputs, and gain against depth."""
    key = (params.activation, params.init, params.gain, params.branch, params.depth)
    made = _MADE.of((state.weights, state.x), key, lambda: _made(params, state))
    known: dict[str, Column] = made["columns"]
    layer, back = place_of(params, state)
    plots = (
        _flow("activations", params, made, layer if not back else None),
        _flow("gradients", params, made, layer if back else None),
        _values(known[params.shown], layer, back),
        _cosines(params, known),
        _map(params),
    )
    return Drawn(Figure(plots=plots, hint=_HINT, wide=True, share=0.68), numbers(params, known, layer, back))


def place_of(params: Params, state: State) -> tuple[int, bool]:
    """The layer that is looked at, and whether its gradient is."""
    L = params.depth
    chosen = min(state.chosen, 2 * L)
    return (chosen, False) if chosen <= L else (2 * L - chosen, True)


def _made(params: Params, state: State) -> dict[str, Any]:
    """All that both rivers show: it depends on no layer that is looked at."""
    known = {name: column(params, state, name) for name in METHODS}
    theory = {
        name: mean_field(name, params.activation, variance_of(params), params.depth, skip_of(params))
        for name in METHODS
    }
    made: dict[str, Any] = {"columns": known}
    for which, field, values in (("activations", "forward", "h"), ("gradients", "backward", "d")):
        sizes = {name: getattr(known[name], field) for name in METHODS}
        low, high = _reach(list(sizes.values()))
        made[which] = (low, high, *_laid_out(params.depth, known, values, low, high))
        made[f"{which} sizes"] = {name: np.where(np.isfinite(row), row, np.nan) for name, row in sizes.items()}
        made[f"{which} theory"] = {name: getattr(theory[name], field) for name in METHODS}
    return made


def _reach(sizes: list[Floats]) -> tuple[float, float]:
    """The decades that hold all columns, with some room for what lies about the root mean square."""
    every = np.concatenate(sizes)
    every = every[np.isfinite(every)]
    low = math.floor(max(LOW, float(every.min()) - 2.0))
    high = math.ceil(min(HIGH, float(every.max()) + 1.0))
    return float(min(low, high - 4)), float(high)


def offset(depth: int, k: int) -> float:
    """Where column k begins."""
    return k * (depth + 1 + math.ceil(_GAP * (depth + 1)))


def _laid_out(depth: int, known: dict[str, Column], values: str, low: float, high: float) -> tuple[Floats, Floats]:
    """The columns side by side as one picture, and its extent."""
    width = int(offset(depth, len(METHODS) - 1)) + depth + 1
    z = np.zeros((BINS, width))
    for k, name in enumerate(METHODS):
        start = int(offset(depth, k))
        z[:, start : start + depth + 1] = np.sqrt(counted(getattr(known[name], values), low, high))
    return z, np.array([-0.5, width - 0.5, low, high])


def _flow(name: str, params: Params, made: dict[str, Any], layer: int | None) -> Plot:
    low, high, z, extent = made[name]
    depth, ahead = params.depth, name == "activations"
    x = np.arange(depth + 1.0)
    starts = [offset(depth, k) for k in range(len(METHODS))]
    theory = np.concatenate([np.append(made[f"{name} theory"][one], np.nan) for one in METHODS])
    places = np.concatenate([np.append(start + x, np.nan) for start in starts])
    theory = np.where((theory >= low) & (theory <= high), theory, np.nan)
    here = np.array([[start + layer, low, start + layer, high] for start in starts] if layer is not None else [])
    top = high + 0.06 * (high - low)
    badge: Trust = "exact"
    return Plot(
        name=name,
        title="Activations h, layer by layer" if ahead else "Gradients by h, from the end back to the input",
        unit="powers of ten; dashed: mean-field theory" if ahead else "powers of ten of the gradient at the end",
        main=True,
        badge=badge,
        x=Axis(range=Range(-0.02 * extent[1], 1.01 * extent[1]), ticks=False),
        y=Axis(range=Range(low, high + 0.14 * (high - low)), log=True),
        layers=(
            Image(
                name="river",
                z=z,
                extent=extent,
                levels=(0.0, 1.15),
                frame=False,
                symbol="h" if ahead else "δ",
                key="share of a layer's values by size |h|, as its square root" if ahead else "the same of gradients",
            ),
            *(
                Curve(name=one, role=ROLES[one], x=start + x, y=made[f"{name} sizes"][one], outcome=True)
                for start, one in zip(starts, METHODS, strict=True)
            ),
            Lines(
                name="theory",
                role="theory",
                xy=np.stack([places, theory], 1),
                dash="dashed",
                halo=False,
                key="root mean square: coloured line measured, dashed by theory",
            ),
            Lines(name="here", role="now", xy=here.reshape(-1, 4), halo=False, found=False),
            Text(
                name="names",
                role="muted",
                words=[NAMES[one] for one in METHODS],
                xy=np.array([[start + depth / 2, top] for start in starts]),
                side="above",
                plate=False,
            ),
        ),
        mouse=tuple(
            Mouse(
                on="click",
                target=target,
                kind="choose_layer",
                take={"x": "x"},
                give={"back": 0 if ahead else 1},
                label="choose a layer",
            )
            for target in ("", "river")
        ),
    )


def _values(shown: Column, layer: int, back: bool) -> Plot:
    """The chosen layer's values of the column shown, as a histogram in units of their root mean square."""
    values = (shown.d if back else shown.h)[layer].astype(np.float64)
    size = float(np.sqrt(np.square(values).mean()))
    edges = np.linspace(-4.0, 4.0, 42)
    heights: Floats = np.zeros(41)
    if size > 0.0 and math.isfinite(size):
        heights = np.histogram(values / size, edges)[0] / len(values)
    return Plot(
        name="values",
        title="{shown_name}, layer {layer_number}: {what_shown}",
        unit="share; in units of their root mean square",
        badge="sampled",
        x=Axis(range=(-4.0, 4.0)),
        y=Axis(zero=True),
        layers=(Bars(name="share", edges=edges, heights=heights),),
    )


def _cosines(params: Params, known: dict[str, Column]) -> Plot:
    """The cosine of two inputs after each layer: 1 where the net no longer tells them apart."""
    x = np.arange(params.depth + 1.0)
    return Plot(
        name="cosines",
        title="Are two inputs still told apart?",
        unit="cosine of their activations",
        badge="exact",
        x=Axis(label="layer", whole=True, range=Range(0.0, 1.35 * params.depth)),
        y=Axis(range=(-1.05, 1.1)),
        layers=(
            Level(name="same", role="muted", value=1.0),
            *(
                Curve(name=name, role=ROLES[name], x=x, y=one.cosine, text=NAMES[name], outcome=True, symbol="c")
                for name, one in known.items()
            ),
        ),
    )


def _map(params: Params) -> Plot:
    """Gain against depth: how much of the gradient a plain net lets through, by the recursion."""
    z = trainable(params.activation, DEPTHS, tuple(GAINS.tolist()), VARIANCES[params.init])
    return Plot(
        name="map",
        title="How deep at which gain?",
        unit="gradient that returns",
        badge="exact",
        x=Axis(label="gain", range=(0.2, 3.0)),
        y=Axis(label="layers", range=(1.0, 101.0)),
        layers=(
            Image(
                name="field",
                z=np.clip(z[::-1], -8.0, 8.0),
                extent=np.array([0.175, 3.025, 1.0, 101.0]),
                color_map="diverging",
                levels=(-8.0, 8.0),
                frame=False,
                bar="log₁₀",
            ),
            Points(name="here", role="now", xy=np.array([[params.gain, params.depth]])),
        ),
        mouse=tuple(
            Mouse(on="click", target=target, kind=SET, take={"gain": "x"}, label="set the gain")
            for target in ("", "field")
        ),
    )


def numbers(params: Params, known: dict[str, Column], layer: int, back: bool) -> dict[str, Any]:
    """What is read of the rivers."""
    shown, L, variance = known[params.shown], params.depth, variance_of(params)
    arrives = {f"arrives.{name}": _decades(one.forward[-1] - one.forward[0]) for name, one in known.items()}
    returns = {f"returns.{name}": _decades(one.backward[0] - one.backward[-1]) for name, one in known.items()}
    theory = mean_field(params.shown, params.activation, variance, L, skip_of(params))
    plain = arrives["arrives.plain"]
    values = (shown.d if back else shown.h)[layer]
    arrived = arrives[f"arrives.{params.shown}"]
    return {
        **arrives,
        **returns,
        "square_plain": 10.0 ** (2.0 * plain) if plain is not None else None,
        "theory_arrives": _decades(theory.forward[-1]),
        "theory_returns": _decades(theory.backward[0]),
        "theory_gap": None if arrived is None else _decades(arrived - theory.forward[-1]),
        "cosine_end": _decades(shown.cosine[-1]),
        "dead": float((values == 0.0).mean()),
        "layer_number": layer,
        "shown_name": NAMES[params.shown],
        "what_shown": "gradients" if back else "activations",
        "arrives_shown": arrived,
        "returns_shown": returns[f"returns.{params.shown}"],
        "scale": VARIANCES[params.init],
        "variance": variance,
        "half": variance / 2.0,
        "half_decades": 0.5 * L * math.log10(variance / 2.0),
    }


def _decades(value: Any) -> float | None:
    found = float(value)
    return found if math.isfinite(found) else None
