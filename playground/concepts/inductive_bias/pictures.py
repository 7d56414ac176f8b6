"""The pictures: 1,797 digits of 8x8 pixels, each at a place of its own on 12x12, with their pixels in order or not.

The first 1,497 may be learnt from and the last 300 are for testing, always at all places. What is scrambled is the
order of the pixels, the same for all pictures: no pixel is lost.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.concepts.inductive_bias import Params
from playground.concepts.inductive_bias.state import Deal
from playground.engine.kit import strokes
from playground.engine.kit.newest import Newest
from playground.resources import INK, SIDE, digits

CANVAS = 12
FREE = CANVAS - SIDE  # places across and down, less one
COUNT, TESTS = 1797, 300
POOL = COUNT - TESTS
FARTHEST = 4  # pixels that the shift test moves a digit by, each way
Scramble = Literal["plain", "patches", "inside", "all"]
SCRAMBLES: tuple[Scramble, ...] = ("plain", "patches", "inside", "all")


class Pictures(NamedTuple):
    """Pictures and what they show.

    Attributes:
        x: (n, 12, 12), float32, from 0, paper, to 1, ink.
        y: the class of each, (n,): the digit, or its place in reading order.
    """

    x: Tensor
    y: Tensor


_MADE: Newest[Pictures] = Newest()
_BARE: Newest[Pictures] = Newest()


def bare(deal: Deal) -> Pictures:
    """All digits of 8x8 pixels in the order of the run."""

    def make() -> Pictures:
        if deal.made >= 0:
            labels = (torch.arange(COUNT) % 10)[deal.order]
            return Pictures(strokes.digits(labels, torch.Generator().manual_seed(deal.made), side=SIDE), labels)
        images, written = digits()
        x = torch.tensor(images, dtype=torch.float32) / INK
        return Pictures(x[deal.order], torch.tensor(written)[deal.order])

    return _BARE.of(deal.order, deal.made, make)


def corners(params: Params, spots: Tensor, test: bool) -> Tensor:
    """Where digits lie, row and column of their upper left pixel.

    Args:
        params: the task, and how far learnt digits are moved from the middle.
        spots: uniform numbers below 1, (n, 2).
        test: test digits lie anywhere.
    """
    if params.task == "place":  # a third of the free room apart, so that classes do not touch
        return (FREE // 2) * (spots * 3).long()
    reach = FREE // 2 if test else params.moved
    return FREE // 2 - reach + (spots * (2 * reach + 1)).long()


def placed(x: Tensor, at: Tensor) -> Tensor:
    """Digits (n, 8, 8) on canvases, (n, 12, 12), with their upper left pixels at (n, 2)."""
    n, inside = len(x), torch.arange(SIDE)
    canvas = torch.zeros(n, CANVAS, CANVAS)
    rows, columns = at[:, :1, None] + inside[:, None], at[:, 1:, None] + inside
    canvas[torch.arange(n)[:, None, None], rows, columns] = x
    return canvas


def labelled(params: Params, x: Tensor, y: Tensor, spots: Tensor, test: bool) -> Pictures:
    """Digits at their places, with the class that the task asks for."""
    at = corners(params, spots, test)
    classes = place_of(at) if params.task == "place" else y
    return Pictures(placed(x, at), classes)


def place_of(at: Tensor) -> Tensor:
    """Which of the nine places a corner is nearest to, from 0 at the upper left in reading order."""
    third = ((at + 1) // 2).clamp(0, 2)
    return 3 * third[..., 0] + third[..., 1]


def made(params: Params, deal: Deal) -> Pictures:
    """All pictures of a run, those to be tested last."""

    def make() -> Pictures:
        base = bare(deal)
        learnt = labelled(params, base.x[:POOL], base.y[:POOL], deal.spots[:POOL], test=False)
        tests = labelled(params, base.x[POOL:], base.y[POOL:], deal.spots[POOL:], test=True)
        x = torch.cat([learnt.x, tests.x])
        return Pictures(scrambled(x, order(params.pixels, params.patch, deal)), torch.cat([learnt.y, tests.y]))

    key = (params.task, params.moved, params.pixels, params.patch, deal.made)
    return _MADE.of(deal.order, key, make)


def batch(params: Params, deal: Deal, chosen: Tensor, rng: torch.Generator) -> Pictures:
    """Some pictures to learn from: where the panel augments, at new places.

    Args:
        params: of the run.
        deal: of the run.
        chosen: their numbers, (n,).
        rng: draws the places.
    """
    if not params.augment:
        known = made(params, deal)
        return Pictures(known.x[chosen], known.y[chosen])
    base, spots = bare(deal), torch.rand((len(chosen), 2), generator=rng)
    found = labelled(params, base.x[chosen], base.y[chosen], spots, test=True)
    return found._replace(x=scrambled(found.x, order(params.pixels, params.patch, deal)))


def order(pixels: Scramble, patch: int, deal: Deal) -> Tensor:
    """Which pixel stands at each place, (144,): as they are, patches moved, moved inside each patch alike, or all."""
    return pixel_order(pixels, patch, deal.scramble)


def pixel_order(pixels: Scramble, patch: int, scramble: Tensor) -> Tensor:
    """See `order`; `scramble` has all pixels in random order, (144,)."""
    if pixels == "all":
        return scramble
    places = torch.arange(CANVAS**2).view(CANVAS, CANVAS)
    across = CANVAS // patch
    grid = places.view(across, patch, across, patch).transpose(1, 2).reshape(across**2, patch**2)
    if pixels == "patches":
        grid = grid[patches_order(patch, scramble)]
    elif pixels == "inside":
        grid = grid[:, inside_order(patch, scramble)]
    return grid.view(across, across, patch, patch).transpose(1, 2).reshape(-1)


def patches_order(patch: int, scramble: Tensor) -> Tensor:
    """Which patch stands at each place."""
    return scramble[: (CANVAS // patch) ** 2].argsort()


def inside_order(patch: int, scramble: Tensor) -> Tensor:
    """Which pixel of a patch stands at each of its places."""
    return scramble[: patch**2].argsort()


def scrambled(x: Tensor, order: Tensor) -> Tensor:
    """Pictures (n, 12, 12) with their pixels in another order."""
    return x.flatten(1)[:, order].view_as(x)


def moved(picture: Tensor, down: Tensor, right: Tensor) -> Tensor:
    """A picture (12, 12) moved by whole pixels, (n, 12, 12); what leaves is lost, what comes in is paper."""
    far = FARTHEST
    wide = torch.nn.functional.pad(picture, (far, far, far, far))
    rows = torch.arange(CANVAS) + far - down[:, None]
    columns = torch.arange(CANVAS) + far - right[:, None]
    return wide[rows[:, :, None], columns[:, None, :]]


def shifts() -> tuple[Tensor, Tensor]:
    """How far down and to the right each of the 81 moved pictures is, in reading order, each (81,)."""
    steps = torch.arange(-FARTHEST, FARTHEST + 1)
    down, right = torch.meshgrid(steps, steps, indexing="ij")
    return down.reshape(-1), right.reshape(-1)


def dealt(params: Params, rng: torch.Generator) -> Deal:
    """The digits in a random order at random places."""
    order, spots = torch.randperm(COUNT, generator=rng), torch.rand((COUNT, 2), generator=rng)
    scramble = torch.randperm(CANVAS**2, generator=rng)
    seed = int(torch.randint(2**31, (1,), generator=rng))
    return Deal(order, spots, scramble, seed if params.source == "strokes" else -1)


def middle(digits: Tensor) -> Tensor:
    """Digits (n, 8, 8) in the middle of their canvases, (n, 12, 12)."""
    return placed(digits, torch.full((len(digits), 2), FREE // 2))
