"""The view of a long signal: 100,000 samples filtered at once, and the walk round the unit circle that explains it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params, eigenvalues, ground
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.concepts.linear_recurrence.filtering import LARGEST, convolved, digits, filtered
from playground.concepts.linear_recurrence.signals import angle_at
from playground.concepts.linear_recurrence.state import Data, State, eigen_of, weights_of
from playground.engine.frame import Array
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Level, Lines, Points
from playground.figures.values import Range

PARTS = 100
"""Steps that the signal takes."""
COLUMNS = 500
CLOSE = 60
"""Samples of the close-up each way."""
_CHECKED = 2048  # samples over which both ways are compared
_ANGLES = torch.linspace(0.0, math.pi, 361, dtype=torch.float64)
_LEAST = 1e-9


class Passed(NamedTuple):
    """A signal and what it has become.

    Attributes:
        output: (T,).
        heard: smallest and largest sample of each column of the signal, (columns, 2).
        made: the same of the output.
        middle: the sample in the middle of each column, (columns,).
        gains: |H| at the angles from 0 to pi, (361,).
        gap: the largest difference to the convolution over the first samples, relative; None where it explodes.
        spread: the standard deviation that unit white noise has in the output.
        beyond: the first sample that is cut off, or None.
    """

    output: Tensor
    heard: Tensor
    made: Tensor
    middle: Tensor
    gains: Tensor
    gap: float | None
    spread: float
    beyond: int | None


_PASSED: Newest[Passed] = Newest(4)


def passed(params: Params, data: Data) -> Passed:
    """The signal through the eigenvalues, kept while both stay."""

    def made() -> Passed:
        found, u = eigen_of(params, data), data.signal
        weights = weights_of(found)
        output = filtered(u, found, weights)
        h = eigenvalues.impulse(found, weights, min(_CHECKED, len(u)))
        cut = (output.abs() >= LARGEST).nonzero()
        beyond = int(cut[0, 0]) if len(cut) else None
        part = output[: len(h)]
        largest = float(part.abs().max())
        gap = float((part - convolved(u[: len(h)], h)).abs().max()) / (largest or 1.0)
        gains = eigenvalues.gain(found, weights, _ANGLES).abs().clamp(_LEAST, 1e12)
        spread = float(eigenvalues.impulse(found, weights, 20_000).clamp(-LARGEST, LARGEST).square().sum().sqrt())
        heard, middle = envelope(u)
        return Passed(
            output, heard, envelope(output)[0], middle, gains, gap if beyond is None else None, spread, beyond
        )

    return _PASSED.of((data.places, data.signal), (params.form, params.normalised), made)


def envelope(y: Tensor) -> tuple[Tensor, Tensor]:
    """Smallest and largest sample of each of at most 500 columns, (columns, 2), and the middle sample of each."""
    width = max(1, -(-len(y) // COLUMNS))
    columns = torch.nn.functional.pad(y[None], (0, -len(y) % width), mode="replicate")[0].reshape(-1, width)
    middle = torch.arange(len(columns), dtype=torch.float64) * width + (width - 1) / 2
    return torch.stack([columns.amin(1), columns.amax(1)], 1), middle


def sound(params: Params, data: Data, state: State) -> Drawn:
    """The signal and its output, the disc with the walker, the gain at every angle, and a close-up."""
    found, done = eigen_of(params, data), passed(params, data)
    focus = min(state.focus, len(data.places) - 1)
    T = len(data.signal)
    now = min(T - 1, min(state.t, PARTS) * T // PARTS)
    angle = angle_at(now, T)
    figure = Figure(
        plots=(
            _river(params, data, done, now),
            _walk(params, found, focus, angle),
            _gains(found, done, angle),
            _close(data, done, now),
        ),
        wide=True,
        share=0.5,
        hint="Press space; drag an eigenvalue while it sounds",
    )
    here = complex(math.cos(angle), math.sin(angle))
    mine = complex(float(found.value[focus].real), float(found.value[focus].imag))
    distance = abs(here - mine)
    weight, gamma = weights_of(found), float(found.gamma[focus])
    gain = float(eigenvalues.gain(found, weight, torch.tensor([angle], dtype=torch.float64)).abs()[0])
    numbers: dict[str, Any] = {
        **ground.numbers(found, focus),
        "gap": done.gap,
        "gap_digits": digits(done.gap),
        "peak": float(done.gains.max()),
        "peak_degrees": math.degrees(float(_ANGLES[done.gains.argmax()])),
        "degrees": math.degrees(angle),
        "walker_x": here.real,
        "walker_y": here.imag,
        "distance": distance,
        "gamma_used": gamma,
        "one_gain": gamma / distance if distance > _LEAST else None,
        "gain_now": gain,
        "spread": done.spread,
        "sample": now,
        "samples": T,
        "beyond": done.beyond,
        "explodes": done.beyond is not None,
    }
    return Drawn(figure, numbers)


def _river(params: Params, data: Data, done: Passed, now: int) -> Plot:
    shown = int((done.middle <= now).sum())
    law = _law(params, data, done)
    return Plot(
        name="river",
        badge="exact",
        title="{samples} samples through the recurrence",
        unit="in front what comes out, behind it what goes in",
        main=True,
        x=Axis(label="sample", range=Range(0.0, float(len(data.signal)))),
        y=Axis(zero=True),
        layers=(
            Curve(
                name="signal",
                role="ghost",
                x=done.middle,
                y=done.heard[:, 1],
                low=done.heard[:, 0],
                high=done.heard[:, 1],
                key="signal",
            ),
            Curve(
                name="output",
                x=done.middle[:shown],
                y=done.made[:shown, 1],
                low=done.made[:shown, 0],
                high=done.made[:shown, 1],
                key="output",
                outcome=True,
                symbol="y",
            ),
            Curve(name="law", role="theory", x=done.middle, y=law, key="|H|, or 2 σ of noise"),
            Curve(name="law below", role="theory", x=done.middle, y=-law),
            Level(name="now", role="now", across="vertical", value=float(now)),
        ),
        mouse=(Mouse(on="drag", kind="seek", take={"x": "x"}, label="go to a place"),),
    )


def _law(params: Params, data: Data, done: Passed) -> Tensor:
    """How large the output should be at each column; NaN where no law says it."""
    own = data.taken != params.signal or len(data.signal) != 100_000
    if own or params.signal in ("step", "clicks") or done.beyond is not None:
        return torch.full_like(done.middle, math.nan)
    if params.signal == "noise":
        return torch.full_like(done.middle, 2 * done.spread)
    at = done.middle / (len(data.signal) - 1) * (len(_ANGLES) - 1)
    low = at.floor().long().clamp(0, len(_ANGLES) - 2)
    return done.gains[low] + (at - low) * (done.gains[low + 1] - done.gains[low])


def _walk(params: Params, found: Eigen, focus: int, angle: float) -> Plot:
    here = torch.tensor([[math.cos(angle), math.sin(angle)]], dtype=torch.float64)
    xy = ground.places(found)
    ways = torch.cat([here.expand(len(xy), 2), xy], 1)
    near = (ways[:, 2:] - ways[:, :2]).norm(dim=1)
    across = ground.side(params)
    return Plot(
        name="disc",
        badge="exact",
        title="Round the unit circle",
        unit="at {degrees:0}°",
        plane=True,
        zoom=True,
        x=Axis(range=across),
        y=Axis(range=across),
        layers=(
            Lines(
                name="distances",
                role="muted",
                xy=ways,
                widths=(0.1 / near.clamp_min(0.1)),
                halo=False,
                found=False,
                symbol="d",
            ),
            Lines(
                name="distance",
                role="second",
                xy=ways[focus : focus + 1],
                halo=False,
                found=False,
                text="{distance:3}",
                plate=True,
            ),
            *ground.disc(params, found, focus),
            Points(name="walker", role="now", xy=here, size=1.4, key="angle of now"),
        ),
        mouse=ground.MOUSE,
    )


def _gains(found: Eigen, done: Passed, angle: float) -> Plot:
    degrees = torch.rad2deg(_ANGLES)
    now = float(np.interp(angle, _ANGLES.numpy(), done.gains.log10().numpy()))
    at = torch.rad2deg(found.phase.abs())
    heights: Array = np.interp(at.numpy(), degrees.numpy(), done.gains.log10().numpy())
    return Plot(
        name="gain",
        badge="exact",
        title="Gain at every angle",
        unit="|H|",
        x=Axis(label="degrees a sample", range=(0.0, 180.0)),
        y=Axis(log=True),
        layers=(
            Curve(name="gains", x=degrees, y=done.gains.log10(), symbol="H"),
            Points(name="poles", xy=np.stack([at.numpy(), heights], 1), size=0.9, key="angles of eigenvalues"),
            Points(name="here", role="now", xy=torch.tensor([[math.degrees(angle), now]]), size=1.2),
        ),
    )


def _close(data: Data, done: Passed, now: int) -> Plot:
    first = min(max(0, now - CLOSE), max(0, len(data.signal) - 2 * CLOSE))
    part = slice(first, first + 2 * CLOSE)
    k = torch.arange(first, first + len(data.signal[part]), dtype=torch.float64)
    return Plot(
        name="close",
        badge="exact",
        title="Close up",
        unit="around sample {sample}",
        x=Axis(label="sample", range=Range(float(first), float(first + 2 * CLOSE))),
        y=Axis(zero=True),
        layers=(
            Lines(
                name="signal",
                role="ghost",
                xy=torch.stack([k, data.signal[part]], 1),
                dash="solid",
                halo=False,
                key="signal",
            ),
            Curve(name="output", x=k, y=done.output[part], key="output", outcome=True),
            Level(name="now", role="now", across="vertical", value=float(now)),
        ),
    )
