"""The view of levels: digits under more and less noise, what the best guess makes of each, and what they may be.

Source: the weights of Bayes' rule over the training set, as in Vincent (2011).
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.image_denoising.pictures import guesses, nearest_distance, strip, weights_by_digit
from playground.concepts.image_denoising.state import State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Image, Level, Lines

SIGMAS = (3.0, 2.0, 1.4, 1.0, 0.7, 0.5, 0.3, 0.15)
_SHOWN = 3  # digits
LAST = len(SIGMAS) - 1
_LOGS = torch.tensor(SIGMAS, dtype=torch.float64).log10()


def sigma_of(move: int) -> float:
    """The standard deviation of the noise at a step; pixels go from -1 to 1."""
    return SIGMAS[min(move, LAST)]


def begin(truth: Tensor, z: Tensor) -> State:
    """Pictures (n, 64) under the most noise, by normal numbers (n, 64)."""
    return State((truth + SIGMAS[0] * z).contiguous(), truth, 0)


def advance(state: State) -> State:
    """The same pictures under the next smaller noise, the same numbers in it."""
    share = sigma_of(state.move + 1) / sigma_of(state.move)
    return state._replace(x=(state.truth + share * (state.x - state.truth)).contiguous(), move=state.move + 1)


def levels(digit: int, state: State) -> Drawn:
    """The pictures at all levels with their best guesses, what the first may be, and how many digits are averaged."""
    sigma = sigma_of(state.move)
    z = (state.x - state.truth) / sigma
    noisy = [state.truth + level * z for level in SIGMAS]
    found = [guesses(digit, x, 1.0, level) for x, level in zip(noisy, SIGMAS, strict=True)]
    rows = [part for k in range(_SHOWN) for part in ([x[k] for x in noisy], [guess[k] for guess, _ in found])]
    effective = torch.tensor([count for _, count in found], dtype=torch.float64)
    now = min(state.move, LAST)
    guess, count = found[now]
    numbers: dict[str, Any] = {
        "sigma": sigma,
        "effective": count,
        "guess_distance": nearest_distance(digit, guess),
        "noisy_distance": float((state.x - state.truth).square().sum(1).sqrt().mean()),
    }
    plots = _grid(rows, now), _may_be(state.x[:1], sigma), _averaged(effective, sigma)
    return Drawn(Figure(plots=plots, hint="Press space for less noise"), numbers)


def _grid(rows: list[list[Tensor]], now: int) -> Plot:
    """Three digits: a row as they are and a row of best guesses each, from the most noise to the least."""
    z = strip(rows)
    width, height = z.shape[1], z.shape[0]
    side = (width + 1) / len(SIGMAS)
    left, right = now * side - 0.5, (now + 1) * side - 0.5
    corners = ((left, -0.5), (right, -0.5), (right, height + 0.5), (left, height + 0.5), (left, -0.5))
    return Plot(
        name="grid",
        title="Noisy digits and their best guesses",
        badge="exact",
        unit="noise σ from 3 to 0.15; framed σ = {sigma}",
        main=True,
        axes=False,
        layers=(
            Image(
                name="pictures",
                z=z,
                levels=(-1.0, 1.0),
                outcome=True,
                symbol="x",
                key="three digits: as they are, and the best guess below",
            ),
            Lines(name="now", role="now", xy=torch.tensor(corners), dash="solid", found=False),
        ),
    )


def _may_be(x: Tensor, sigma: float) -> Plot:
    """The posterior probability of each digit, of the first picture at the level of now."""
    return Plot(
        name="posterior",
        title="What the first may be",
        badge="exact",
        unit="probability of each digit, given the training set",
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Bars(
                name="digits",
                role="slot1",
                heights=weights_by_digit(x, sigma),
                names=tuple(str(digit) for digit in range(10)),
                symbol="w",
                outcome=True,
            ),
        ),
    )


def _averaged(effective: Tensor, sigma: float) -> Plot:
    return Plot(
        name="averaged",
        title="Training digits averaged",
        badge="exact",
        unit="{effective} at this level",
        x=Axis(label="noise σ", log=True),
        y=Axis(log=True, foot=True),
        layers=(
            Level(name="now", role="now", value=math.log10(sigma), across="vertical"),
            Curve(
                name="averaged", role="slot1", x=_LOGS.flip(0), y=effective.log10().flip(0), markers=True, outcome=True
            ),
        ),
    )
