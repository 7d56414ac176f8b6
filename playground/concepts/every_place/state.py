"""The state of a run: weights, what Adam remembers, and what the user draws and points at."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.every_place import Params, flat, phrases, unet, wavenet
from playground.concepts.every_place.flat import Form
from playground.engine.frame import Status
from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx

LEARNT, HELD, CHUNK = 160, 24, 3  # masks; of those held out three are asked anew at each step
SENTENCES = 200


class Data(NamedTuple):
    """What is learnt from and tested on.

    Attributes:
        masks: to learn from, (160, 32, 32).
        held, held_noise: those held out, (24, 32, 32).
        tokens, praise: sentences held out, (200, 10), and whether they are praise, (200,).
    """

    masks: Tensor
    held: Tensor
    held_noise: Tensor
    tokens: Tensor
    praise: Tensor


class State(NamedTuple):
    """A run.

    Attributes:
        theta: the row of weights of the task's net; of U-Net those with skips first, then those without.
        memory: what Adam remembers.
        mask, noise: what lies on the paper, (32, 32) each.
        wave: a piece to go on from and how it does go on, (LENGTH + MADE,).
        moment: the sample after which the tree asks.
        follow: the filter that is looked at.
        scores: IoU and border IoU with skips, the same without, of each chunk when it was last asked, (8, 4).
        updates: weight changes so far.
    """

    theta: Tensor
    memory: Memory[Tensor]
    mask: Tensor
    noise: Tensor
    wave: Tensor
    moment: int
    follow: int
    scores: Tensor
    updates: int


class Info(NamedTuple):
    """What is recorded of a step; None where the task has no such number."""

    status: Status
    updates: int
    loss: float
    border_with: float | None
    border_without: float | None
    accuracy: float | None


def make_data(params: Params, ctx: Ctx) -> Data:
    """Blobs and sentences."""
    masks = unet.blobs(LEARNT + HELD, ctx.rng)
    noise = torch.randn((HELD, unet.SIDE, unet.SIDE), generator=ctx.rng)
    return Data(masks[:LEARNT], masks[LEARNT:], noise, *phrases.sentences(SENTENCES, ctx.rng))


def forms_of(params: Params) -> tuple[Form, ...]:
    """The arrays of the net of the task; of U-Net both nets."""
    match params.task:
        case "blobs":
            return unet.forms(True) + unet.forms(False)
        case "wave":
            return wavenet.forms(wavenet.stack_of(params))
        case "words":
            return phrases.forms(shape_of(params))


def shape_of(params: Params) -> phrases.Shape:
    """The filters that the parameters ask for."""
    return phrases.Shape(params.words, params.filters)


def both(theta: Tensor) -> tuple[Tensor, Tensor]:
    """The two nets of U-Net: with skips, and without."""
    n = flat.length(unet.forms(True))
    return theta[:n], theta[n:]


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Random weights, and something of the held out data to look at."""
    forms = forms_of(params)
    theta = flat.begin(forms, ctx.randn(flat.length(forms)))
    waves = wavenet.waves(params.wave, 1, ctx.rng, wavenet.LENGTH + wavenet.MADE)
    state = State(
        theta=theta,
        memory=optimisers.begin(theta),
        mask=data.held[0],
        noise=data.held_noise[0],
        wave=waves[0],
        moment=wavenet.LENGTH - 1,
        follow=0,
        scores=torch.zeros((HELD // CHUNK, 4)),
        updates=0,
    )
    if params.task != "blobs":
        return state
    return state._replace(scores=torch.stack([asked(params, data, theta, k) for k in range(HELD // CHUNK)]))


def asked(params: Params, data: Data, theta: Tensor, chunk: int) -> Tensor:
    """IoU and border IoU with skips, and without, of three of the held out pictures, (4,)."""
    part = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
    pictures, masks = unet.pictured(data.held[part], data.held_noise[part], params.noise), data.held[part]
    found = [
        unet.scores(unet.run(net, skips, pictures), masks)
        for net, skips in zip(both(theta), (True, False), strict=True)
    ]
    return torch.tensor([*found[0], *found[1]])
