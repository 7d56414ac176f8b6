"""The view of gradient and lag: how much of the gradient is left after so many steps back, and why."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.recurrent import NETS, Params, nets
from playground.concepts.recurrent.by_hand import power_words
from playground.concepts.recurrent.state import NAMES, ROLES, State, at
from playground.concepts.recurrent.tokens import ASKED
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Lines, Points, Trace
from playground.figures.values import Range

_TURNS = np.linspace(0.0, 2.0 * np.pi, 181)
_RING = np.stack([np.cos(_TURNS), np.sin(_TURNS)], 1)
FLOOR = -40.0  # powers of ten below which nothing is drawn


_NEWEST: Newest[Floats] = Newest()


def recurrent_weights(params: Params, state: State) -> Floats:
    """The RNN's, in double precision, as U of h' = φ(U h + …), (units, units)."""
    found: Floats = nets.net(state.theta.numpy(), params, "rnn").known.Wh[0].astype(np.float64).T
    return found


def eigenvalues(params: Params, state: State) -> Floats:
    """Of the RNN's recurrent weights, (units, 2)."""

    def found() -> Floats:
        values = np.linalg.eigvals(recurrent_weights(params, state))
        return np.stack([values.real, values.imag], 1)

    return _NEWEST.of(state.theta, ("eigenvalues", params.units, params.activation), found)


def powers(params: Params, state: State) -> Floats:
    """Norms of the powers U^k for k = 0 to the length, by the first weights that were asked for."""

    def found() -> Floats:
        U = recurrent_weights(params, state)
        power, norms, scale = np.eye(len(U)), [0.0], 0.0
        for _ in range(params.length):
            power = power @ U
            size = float(np.linalg.norm(power))
            if size == 0.0:
                norms += [-np.inf] * (params.length + 1 - len(norms))
                break
            power /= size
            scale += np.log10(size)
            norms.append(scale + np.log10(np.linalg.norm(power, 2)))
        return np.array(norms)

    return _NEWEST.of(state.theta, ("powers", params.units, params.activation, params.length), found)


def logs(values: Floats) -> Floats:
    """Decimal logarithms; NaN where there is nothing."""
    with np.errstate(divide="ignore"):
        return drawable(np.log10(values))


def drawable(digits: Floats) -> Floats:
    """Decimal logarithms; NaN where they are too low to be drawn."""
    return np.where(np.isfinite(digits) & (digits >= FLOOR), digits, np.nan)


def lag(params: Params, state: State) -> Drawn:
    """The three gradients by lag with the bound and ρ^T, the eigenvalues, and the norms as they learn."""
    figure = Figure(
        plots=(curves(params, state, main=True), _plane(params, state), norms_trace()),
        hint="Turn the spectral radius and the forget bias; space trains, and the gradients change",
    )
    return Drawn(figure, numbers(params, state))


def numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of the gradients and of the recurrent weights."""
    profile, T = state.profile.numpy(), params.length
    values = eigenvalues(params, state)
    radius = float(np.hypot(values[:, 0], values[:, 1]).max())
    ratio = float(profile[at("rnn"), 0])
    digits = logs(profile[at("rnn")])
    slack = drawable(state.bound.numpy()) - digits
    found = power_words(params.radius, T)
    drawn: dict[str, Any] = {
        "lag": T,
        "ratio_rnn": ratio,
        "ratio_lstm": float(profile[at("lstm"), 0]),
        "ratio_gru": float(profile[at("gru"), 0]),
        "radius_now": radius,
        "sigma_now": float(np.linalg.norm(recurrent_weights(params, state), 2)),
        "power_gap": float(abs(digits[0] - found["power_digits"])) if np.isfinite(digits[0]) else None,
        "bound_slack": float(np.nanmin(slack)) if np.isfinite(slack).any() else None,
        "rises_to": None,
        "norm_least": None,
        **found,
        **_clipping(params, state),
    }
    if params.activation == "linear":
        norms = powers(params, state)
        drawn["rises_to"] = float(10.0 ** min(norms.max(), 300.0))
        if radius > 0.0:
            least = norms - np.arange(T + 1) * np.log10(radius)
            drawn["norm_least"] = float(10.0 ** np.min(least))
    return drawn


def _clipping(params: Params, state: State) -> dict[str, Any]:
    """Where the gradient is clipped, and by how much that of the net shown was."""
    norm = float(state.norms[at(params.net)])
    share = params.clip / norm if params.clipping and norm > params.clip else 1.0
    return {
        "clip_level": params.clip,
        "clip_on": params.clipping,
        "clipped_share": share,
        "norm_here": norm,
        "net_name": NAMES[params.net],
        "chance_loss": math.log(ASKED),
        "loss_here": float(state.losses[at(params.net)]),
    }


def curves(params: Params, state: State, main: bool = False) -> Plot:
    """Log of the gradient against the lag."""
    T, profile = params.length, state.profile.numpy()
    back = np.arange(T + 1.0)
    power = back * np.log10(params.radius)
    linear = params.activation == "linear"
    layers = (
        *(
            Curve(
                name=name,
                role=ROLES[name],
                x=back,
                y=logs(profile[at(name)][::-1]),
                text=NAMES[name],
                outcome=True,
                symbol="δ",
            )
            for name in NETS
        ),
        Curve(name="power", role="theory", x=back, y=np.maximum(power, FLOOR), text="ρ^T", symbol="ρ"),
        Curve(
            name="bound",
            role="ghost",
            x=back,
            y=drawable(state.bound.numpy()[::-1]),
            text="bound",
            symbol="σ",
        ),
        *(
            (Curve(name="norm", role="second", x=back, y=powers(params, state), text="‖U^k‖", symbol="U"),)
            if linear
            else ()
        ),
        *(
            (Level(name="cut", role="now", value=float(params.truncation), across="vertical", text="truncated"),)
            if 0 < params.truncation < T
            else ()
        ),
    )
    curves_there = [one for one in layers if isinstance(one, Curve) and one.name != "bound"]
    drawn = [0.0, *(float(y) for one in curves_there for y in np.asarray(one.y) if np.isfinite(y))]
    return Plot(
        name="lag",
        title="What is left of the gradient",
        unit="log₁₀ of its share of that at the end",
        main=main,
        badge="exact",
        x=Axis(label="steps back from the end", whole=True, zero=True),
        y=Axis(range=Range(min(drawn) - 1.0, max(drawn) + 0.6 + 0.08 * (max(drawn) - min(drawn)))),
        layers=layers,
    )


def _plane(params: Params, state: State) -> Plot:
    """The eigenvalues of the RNN's recurrent weights."""
    values = eigenvalues(params, state)
    edge = max(1.25, 1.1 * float(np.abs(values).max()))
    return Plot(
        name="eigenvalues",
        title="Eigenvalues of the RNN's U",
        unit="ρ = {radius_now}",
        plane=True,
        badge="exact",
        x=Axis(range=Range(-edge, edge)),
        y=Axis(range=Range(-edge, edge)),
        layers=(
            Lines(name="unit", role="muted", xy=_RING, halo=False, found=False, key="unit circle"),
            Lines(
                name="radius",
                role="theory",
                xy=params.radius * _RING,
                dash="dashed",
                halo=False,
                found=False,
                key="ρ at the start",
            ),
            Points(name="values", role="slot2", xy=values, size=0.8, symbol="λ", key="eigenvalues"),
        ),
    )


def norms_trace() -> Plot:
    """The length of each net's gradient, update by update."""
    return Plot(
        name="norms",
        title="Length of the gradient",
        unit="of all weights, before clipping",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="clip", role="theory", value="clip_level", log=True, text="clipped above", show="clip_on"),
            *(
                Trace(name=name, role=ROLES[name], series=f"norm.{name}", against="updates", log=True, text=NAMES[name])
                for name in NETS
            ),
        ),
    )
