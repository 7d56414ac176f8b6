"""Sixteen pictures side by side: as they are, what they may become, what is known of them, and their spectrum."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.image_denoising import Params
from playground.concepts.image_denoising.pictures import FREQUENCIES, clean_spectrum, guesses, mosaic, nearest, spectrum
from playground.concepts.image_denoising.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Image, Level
from playground.resources import SIDE

LEAST = 1e-6  # power, below which nothing is drawn
PAINT = tuple(
    Mouse(
        on="drag" if hide == "yes" else "shift+drag",
        target="mask",
        kind="hide_pixel",
        take={"row": "row", "column": "column"},
        give={"hide": hide},
        label=f"{verb} pixels",
    )
    for hide, verb in (("yes", "hide"), ("no", "show"))
)


def mosaics(params: Params, data: Data, state: State, scale: float, sigma: float, numbers: dict[str, Any]) -> Drawn:
    """The plots of the task at a level of noise, and the numbers of what they show beside those of the state."""
    guess, effective = guesses(params.digit, state.x, scale, sigma)
    signal = (scale**2 * clean_spectrum(params.digit)).clamp_min(LEAST)
    noise = torch.full_like(signal, max(sigma**2, LEAST))
    numbers |= {"effective": effective, "frequencies_above": int((signal > noise).sum())}
    now = pixels("now", "Noise turns into digits", "t = {t} of {T}", state.x, main=True)
    copies = pixels(
        "nearest", "Nearest training digits", "distance {nearest_train_distance}", nearest(params.digit, guess)
    )
    if params.task == "inpaint":
        known = torch.where(data.hidden, torch.nan, state.truth)
        pictures = pixels("known", "What is known", "of digits outside the training set", known, outcome=False)
        figure = Figure(plots=(now, pictures, mask(data.hidden), copies), hint="Paint the mask, then press space")
        return Drawn(figure, numbers | _errors(data.hidden, state))
    jump = pixels("guess", "One jump from here", "averages {effective} training digits", guess)
    return Drawn(Figure(plots=(now, jump, copies, powers(state.x, signal, noise)), hint="Press space"), numbers)


def _errors(hidden: Tensor, state: State) -> dict[str, float | None]:
    """How far hidden and known pixels are from the true ones; None where there are none."""
    gaps = state.x - state.truth
    missed, kept = gaps[:, hidden], gaps[:, ~hidden]
    return {
        "hidden_error": float(missed.square().mean().sqrt()) if missed.numel() else None,
        "known_error": float(kept.abs().max()) if kept.numel() else None,
    }


def pixels(name: str, title: str, unit: str, x: Tensor, main: bool = False, outcome: bool = True) -> Plot:
    """Pictures (n, 64) side by side; the main ones are the x of the formulas."""
    layer, symbol = ("pictures", "x") if main else (name, "")
    image = Image(name=layer, z=mosaic(x), levels=(-1.0, 1.0), outcome=outcome, symbol=symbol)
    return Plot(name=name, title=title, badge="exact", unit=unit, main=main, axes=False, layers=(image,))


def mask(hidden: Tensor) -> Plot:
    """Which pixels inpainting has to find."""
    z = hidden.reshape(SIDE, SIDE).to(torch.float64)
    return Plot(
        name="mask",
        title="Mask",
        badge="exact",
        unit="filled pixels are hidden; drag to hide, shift to show",
        axes=False,
        layers=(Image(name="mask", z=z, levels=(0.0, 1.0), gaps=True),),
        mouse=PAINT,
    )


def crossing(signal: Tensor, noise: Tensor) -> float | None:
    """The radial frequency at which the signal's power falls below the noise's, between two by their logarithms.

    None: it is above or below the noise everywhere.
    """
    gap = (signal / noise).log()
    falls = ((gap[:-1] > 0) & (gap[1:] <= 0)).nonzero()
    if not len(falls):
        return None
    k = int(falls[0])
    return k + float(gap[k] / (gap[k] - gap[k + 1]))


def powers(x: Tensor, signal: Tensor, noise: Tensor) -> Plot:
    """The power of the pictures at each frequency, beside that of the signal and that of the noise at this level."""
    at = torch.arange(FREQUENCIES)
    now = spectrum(x).clamp_min(LEAST)
    return Plot(
        name="spectrum",
        title="Power by frequency",
        badge="exact",
        unit="{frequencies_above} of 6 frequencies stand out of the noise",
        x=Axis(label="radial frequency", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(
                name="crossing",
                role="now",
                value=crossing(signal, noise),
                across="vertical",
                text="signal meets noise",
                show=crossing(signal, noise) is not None,
            ),
            Curve(name="noise", role="muted", x=at, y=noise.log10(), text="noise", symbol="σ"),
            Curve(name="signal", role="theory", x=at, y=signal.log10(), text="signal"),
            Curve(name="now", role="slot2", x=at, y=now.log10(), markers=True, text="now"),
        ),
    )
