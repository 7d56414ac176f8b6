"""The view of one unit: v, its length, its gradient at a right angle, and the norm that batch norm takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.signals import Params, unit
from playground.concepts.signals.state import State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.normalise import as_weight_norm, normalised
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Curve, Level, Lines, Points, Trace
from playground.figures.values import Range
from playground.texts.sums import products

_TURNS = np.linspace(0.0, 2.0 * np.pi, 181)
_RING = np.stack([np.cos(_TURNS), np.sin(_TURNS)], 1)
_ROOT = np.linalg.inv(np.linalg.cholesky(unit.SIGMA)).T  # maps the circle to the ellipse of Σ-norm 1
LONGEST = 0.9  # of the arrow of the gradient


def directions(params: Params, state: State) -> Drawn:
    """The plane of weights, how long v has become, and batch norm against weights over their Σ-norm."""
    v, length = state.path[-1].numpy(), float(state.lengths[-1])
    plots = (_plane(params, state, v, length), _lengths(), _agree(v, length), _circle(state))
    figure = Figure(plots=plots, hint="Drag the head of v; press space for steps", share=0.58)
    return Drawn(figure, numbers(params, state))


def _plane(params: Params, state: State, v: Floats, length: float) -> Plot:
    found = unit.gradient(v, length)
    path = state.path.numpy()
    size = float(np.linalg.norm(found.by_v))
    arrow = -found.by_v * (min(1.0, LONGEST / size) if size > 0.0 else 1.0)
    unit_v = v / np.linalg.norm(v)
    reach = 1.25 * max(2.0, float(np.abs(path[-400:]).max()), abs(length))
    return Plot(
        name="plane",
        title="The gradient stands at a right angle to v",
        unit="dv·v = {inner:6}",
        main=True,
        plane=True,
        badge="exact",
        x=Axis(label="first weight", range=Range(-reach, reach)),
        y=Axis(range=Range(-reach, reach)),
        layers=(
            Lines(name="circle", role="muted", xy=length * _RING, halo=False, found=False, key="circle: ‖w‖ = γ"),
            Lines(
                name="ellipse",
                role="slot3",
                xy=length * _RING @ _ROOT.T,
                halo=False,
                found=False,
                symbol="Σ",
                key="ellipse: √(wᵀΣw) = γ, batch norm",
            ),
            Lines(
                name="ray",
                role="muted",
                xy=np.stack([0.0 * v, 3.0 * reach * unit_v]),
                dash="dotted",
                halo=False,
                found=False,
            ),
            Lines(name="path", role="ghost", xy=path[-400:], halo=False, dash="solid", key="way of v"),
            Points(name="asked", role="theory", xy=unit.ASKED[None], text="asked for"),
            Points(name="w", role="slot5", xy=(length * unit_v)[None], text="w", symbol="w"),
            Points(name="batch", role="slot3", xy=(length * v / unit.sigma_norm(v))[None], text="batch norm's w"),
            Arrows(name="v", role="hero", vectors=v, text="v", handle=True, symbol="v"),
            Arrows(name="step", role="slot2", tails=v, vectors=arrow, text="−dv", symbol="dv"),
        ),
        mouse=(Mouse(on="drag", target="v", kind="turn", take={"xy": "xy"}, label="turn and stretch v"),),
    )


def _lengths() -> Plot:
    return Plot(
        name="length",
        title="v grows at every step",
        unit="‖v‖ = {length_v:4}",
        badge="exact",
        x=Axis(label="steps", whole=True, zero=True),
        layers=(Trace(name="length", role="hero", series="length_v", against="updates", outcome=True),),
    )


def answers(v: Floats, length: float) -> tuple[Floats, Floats, Floats]:
    """Of every input: batch norm of v x, w x with w over the Σ-norm, and batch norm with ten times the weights."""

    def normed(weights: Floats) -> Floats:
        found = normalised((unit.X @ weights)[:, None], np.full(1, length), np.zeros(1), -2, 0.0)
        return found.out[:, 0]

    size = as_weight_norm(unit.X, v)[1]
    return normed(v), length * (unit.X - unit.X.mean(0)) @ v / size, normed(10.0 * v)


def _agree(v: Floats, length: float) -> Plot:
    """The answers of both ways, which lie on the diagonal."""
    by_batch, by_weights, _ = answers(v, length)
    edge = 1.15 * max(0.5, float(np.abs(by_batch).max()))
    return Plot(
        name="agree",
        title="Batch norm is a norm of the weights",
        unit="difference {sigma_gap:9}",
        plane=True,
        badge="exact",
        x=Axis(label="batch norm", range=Range(-edge, edge)),
        y=Axis(label="γ v x / √(vᵀΣv)", range=Range(-edge, edge)),
        layers=(
            Curve(name="same", role="theory", x=np.array([-edge, edge]), y=np.array([-edge, edge])),
            Points(name="answers", role="slot3", xy=np.stack([by_batch, by_weights], 1), size=0.8, symbol="y"),
        ),
    )


def _circle(state: State) -> Plot:
    """The loss by the direction alone: the length of v has no say in it."""
    length = float(state.lengths[-1])
    W = length * _RING - unit.ASKED
    loss = 0.5 * np.einsum("ni,ij,nj->n", W, unit.SIGMA, W)
    v = state.path[-1].numpy()
    return Plot(
        name="around",
        title="The loss by the direction of v alone",
        unit="now {unit_loss:4}",
        badge="exact",
        x=Axis(label="direction of v in degrees", range=(-180.0, 180.0)),
        y=Axis(zero=True),
        layers=(
            Curve(
                name="loss", x=np.degrees(_TURNS) - 180.0, y=np.roll(loss[:-1], 90)[np.arange(181) % 180], symbol="L"
            ),
            Level(name="here", role="now", value=float(np.degrees(np.arctan2(v[1], v[0]))), across="vertical"),
        ),
    )


def numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of the unit."""
    v, length = state.path[-1].numpy(), float(state.lengths[-1])
    found = unit.gradient(v, length)
    by_batch, by_weights, scaled = answers(v, length)
    lengths = np.sqrt(np.square(state.path.numpy()).sum(1))
    grown = np.diff(lengths)
    scale = float(np.linalg.norm(v) * np.linalg.norm(found.by_v))
    inner = float(found.by_v @ v)
    step = params.rate * float(np.linalg.norm(found.by_v))
    return {
        "inner": inner,
        "angle_gap": abs(inner) / scale if scale > 0.0 else 0.0,
        "growth": float(grown.min()) if len(grown) else 0.0,
        "grows": bool((grown >= 0.0).all()) if len(grown) else False,
        "sigma_gap": float(np.abs(by_batch - by_weights).max()),
        "scale_gap": float(np.abs(by_batch - scaled).max()),
        "unit_loss": found.loss,
        "inner_words": products(found.by_v.tolist(), v.tolist(), 5),
        "norm_v": float(lengths[-1]),
        "step_length": step,
        "norm_next": float(np.hypot(lengths[-1], step)),
        "sigma_norm": unit.sigma_norm(v),
    }
