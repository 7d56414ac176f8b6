"""Three answers to why: the gradient, a square of paper slid over the drawing, and each place's share of the logit.

All of them speak of one logit. The gradient says what a small change of a pixel would do, occlusion what the loss of a
square does, and the map of evidence is exact: the output is linear in the last maps, so the logit is the sum of what
every place of them adds, and the bias. What each answer names first is then taken away, to see what that was worth.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.beside import output
from playground.concepts.conv_nets.data import Data
from playground.concepts.conv_nets.maps import DRAWING
from playground.concepts.conv_nets.scene import paper
from playground.concepts.conv_nets.shape import fields, shape_of, windows
from playground.concepts.conv_nets.state import State, maps_of, said, spoken
from playground.engine.kit import conv_nets
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours
from playground.engine.kit.conv_nets import Maps, Shape
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Image, Lines
from playground.texts.sums import total

MOST_SQUARES = 100  # places of the occluding square, where as many cover all of the paper
REMOVED = 0.3  # share of the ink that is taken away
DRAWS = 8
_NAMES = ("gradient", "occlusion", "evidence", "by chance")


class Answers(NamedTuple):
    """Three answers, each (side, side) but the last.

    Attributes:
        gradient: derivative of the logit by each pixel.
        occlusion: how far the logit falls where the square covers a pixel, the mean over the squares that do.
        evidence: what each place of the last maps adds to the logit, (m, m).
        falls: how far the logit falls without the pixels that each answer names first, and without random ones, (4,).
        bias: of the output that is asked about.
        gap: by how much the evidence and the bias differ from the logit.
    """

    gradient: Tensor
    occlusion: Tensor
    evidence: Tensor
    falls: Tensor
    bias: float
    gap: float


_ANSWERS: Newest[Answers] = Newest()


def observe(params: Params, data: Data, state: State) -> Drawn:
    """The drawing, the three answers, and what they are worth."""
    digit, found = said(params, state), answers(params, state)
    pixels = paper(params.digits)
    shown = found.gradient.abs() if params.absolute else found.gradient
    last = _extent(shape_of(params), found.evidence.shape[-1])
    answer = partial(_answer, rim=_rim(state.drawing), side=len(state.drawing))
    plots = (
        Plot(
            name="drawing",
            title="Why a {asked}?",
            unit="its logit is {logit}",
            axes=False,
            badge="exact",
            layers=(Image(name="drawing", z=state.drawing, extent=pixels, levels=(0.0, 1.0), symbol="x"),),
            mouse=DRAWING,
        ),
        answer("gradient", ("Gradient", "what a little more ink would do"), shown, pixels, not params.absolute),
        answer("occlusion", ("Occlusion", "what a square of paper takes away"), found.occlusion, pixels, True),
        answer("evidence", ("Evidence", "what each place of the last maps adds"), found.evidence, last, True),
        _worth(found),
        output(params, state, "ask"),
    )
    falls = dict(zip(("gradient", "occlusion", "evidence", "random"), found.falls.tolist(), strict=True))
    numbers = {
        "logit": float(maps_of(params, state).logits[0, digit]),
        "evidence_gap": found.gap,
        "evidence_sum": total([found.bias, *found.evidence.sum(1).tolist()], 4),
        **{f"fall_{name}": value for name, value in falls.items()},
    }
    return Drawn(Figure(plots=plots, even=True, hint="Draw, or click a bar to ask about another digit"), numbers)


def _answer(name: str, words: tuple[str, str], z: Tensor, extent: Floats, signed: bool, rim: Tensor, side: int) -> Plot:
    return Plot(
        name=name,
        title=words[0],
        unit=words[1],
        axes=False,
        badge="exact",
        x=Axis(range=(0.0, float(side))),
        y=Axis(range=(0.0, float(side))),
        layers=(
            Image(
                name=name,
                z=z / z.abs().max().clamp_min(1e-12),
                extent=extent,
                color_map="diverging" if signed else "sequential",
                levels=(-1.0, 1.0) if signed else (0.0, 1.0),
                outcome=True,
            ),
            Lines(name="ink", role="ghost", xy=rim, dash="solid", halo=False, found=False, key="rim of the ink"),
        ),
    )


def _rim(drawing: Tensor) -> Tensor:
    """Where half of the ink is reached, (n, 4)."""
    side = len(drawing)
    at = torch.arange(side, dtype=torch.float64) + 0.5
    return contours(drawing.to(torch.float64), at, side - at, (0.5,))


def _worth(found: Answers) -> Plot:
    """How far the logit falls without what each answer names first."""
    return Plot(
        name="worth",
        title="Take it away",
        unit="fall of the logit without 30 % of the ink, named first",
        badge="exact",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="falls",
                heights=found.falls.to(torch.float64).numpy(),
                names=_NAMES,
                across="horizontal",
                text="{heights}",
                outcome=True,
            ),
        ),
    )


def _extent(shape: Shape, m: int) -> Floats:
    """Where the places of the last maps stand on the paper: each round the middle of its field, side by side."""
    field = fields(windows(shape.layers))[-1]
    first = field.start + field.size / 2 - field.jump / 2
    low, high = first, first + m * field.jump
    return np.array([low, high, shape.side - high, shape.side - low])


# ---- the answers


def answers(params: Params, state: State) -> Answers:
    """The answers for the digit that is asked about; kept while nothing changes."""
    digit = said(params, state)
    key = (state.drawing, state.alive, digit, params.patch)
    return _ANSWERS.of(state.theta, key, lambda: _answers(params, state, digit))


def _answers(params: Params, state: State, digit: int) -> Answers:
    shape, maps = shape_of(params), maps_of(params, state)
    alive = spoken(shape, state.alive)
    of = torch.zeros((1, shape.classes))
    of[0, digit] = 1.0
    slope = conv_nets.by_pictures(state.theta, shape, state.drawing[None], of, alive)[0]
    covered = occlusion(state.theta, shape, state.drawing, digit, params.patch, alive)
    places, bias = evidence(state.theta, shape, maps, digit)
    spread = _on_paper(shape, places)
    logit = float(maps.logits[0, digit])
    falls = _falls(state, shape, digit, logit, (slope * state.drawing, covered, spread), alive)
    return Answers(slope, covered, places, falls, bias, abs(float(places.sum()) + bias - logit))


def occlusion(
    theta: Tensor, shape: Shape, drawing: Tensor, digit: int, patch: int, alive: tuple[Tensor, ...] | None = None
) -> Tensor:
    """How far the logit falls for each pixel, the mean over the squares of paper that cover it, (side, side)."""
    side = shape.side
    patch = min(patch, side)
    stride = 1
    while stride < patch and (-(-(side - patch) // stride) + 1) ** 2 > MOST_SQUARES:
        stride += 1  # no further than the square is wide: each pixel is covered
    starts = sorted({*range(0, side - patch + 1, stride), side - patch})
    masks = torch.ones((len(starts) ** 2, side, side))
    for k, (top, left) in enumerate((a, b) for a in starts for b in starts):
        masks[k, top : top + patch, left : left + patch] = 0.0
    hidden = 1.0 - masks
    touched = (drawing * hidden).flatten(1).any(1)  # where there is only paper nothing is lost
    logits = conv_nets.run(theta, shape, torch.cat([drawing[None], drawing * masks[touched]]), alive).logits[:, digit]
    falls = torch.zeros(len(masks))
    falls[touched] = logits[0] - logits[1:]
    return (falls[:, None, None] * hidden).sum(0) / hidden.sum(0)


def evidence(theta: Tensor, shape: Shape, maps: Maps, digit: int) -> tuple[Tensor, float]:
    """What every place of the last maps adds to a logit, (m, m), and the bias: together they are the logit."""
    known, last = conv_nets.weights(theta, shape), maps.pooled[-1][0]
    W = known.W[digit]
    each = W.view_as(last) if shape.head == "flat" else (W / (last.shape[1] * last.shape[2]))[:, None, None]
    return (each * last).sum(0), float(known.b[digit])


def _on_paper(shape: Shape, places: Tensor) -> Tensor:
    """The evidence at the pixels: that of the place whose field's middle is nearest, (side, side)."""
    field, m = fields(windows(shape.layers))[-1], places.shape[-1]
    middle = (torch.arange(shape.side) + 0.5 - field.start - field.size / 2) / field.jump
    at = middle.round().long().clamp(0, m - 1)
    return places[at][:, at]


def _falls(
    state: State,
    shape: Shape,
    digit: int,
    logit: float,
    named: tuple[Tensor, Tensor, Tensor],
    alive: tuple[Tensor, ...],
) -> Tensor:
    """How far the logit falls without the pixels of ink that each answer names first, and without random ones, (4,)."""
    ink = (state.drawing.flatten() > 0.1).nonzero()[:, 0]
    n = round(REMOVED * len(ink))
    rng = torch.Generator().manual_seed(0)
    taken = [ink[one.flatten()[ink].argsort(descending=True)[:n]] for one in named]
    taken += [ink[torch.randperm(len(ink), generator=rng)[:n]] for _ in range(DRAWS)]
    left = state.drawing.flatten().repeat(len(taken), 1)
    for k, pixels in enumerate(taken):
        left[k, pixels] = 0.0
    logits = conv_nets.run(state.theta, shape, left.view(-1, shape.side, shape.side), alive).logits[:, digit]
    fell = logit - logits
    return torch.cat([fell[:3], fell[3:].mean()[None]])
