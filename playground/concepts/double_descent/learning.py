"""Four nets of one shape learn the same digits with other labels or other pixels, in the same order, from one start."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.double_descent import Params
from playground.concepts.double_descent.state import NETS, Data, State
from playground.engine.kit import optimisers
from playground.engine.kit.flat_weights import FlatLayout, laid_out, length_of
from playground.engine.kit.newest import Newest
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx
from playground.resources import digits

LEARNT = 1000
UNSEEN = 797
BATCH = 200
EPOCH = LEARNT // BATCH
"""Updates in an epoch."""
CLASSES = 10
_PIXELS = 64
_ENOUGH = 0.999


class Lesson(NamedTuple):
    """What the nets learn, in the order of `NETS`.

    Attributes:
        x: pixels from 0 to 1, (4, 1000, 64).
        y: the labels that each is told, (4, 1000).
        unseen: pixels of unseen digits, (4, 797, 64).
        wanted: their true labels, (797,).
    """

    x: Tensor
    y: Tensor
    unseen: Tensor
    wanted: Tensor


@lru_cache(maxsize=1)
def _all() -> tuple[Tensor, Tensor]:
    """All digits as rows of pixels from 0 to 1 in float32, and what they are."""
    pixels, meant = digits()
    return torch.tensor(pixels.reshape(len(pixels), _PIXELS) / 16, dtype=torch.float32), torch.tensor(meant)


_lessons: Newest[Lesson] = Newest(4)


def lesson(params: Params, data: Data) -> Lesson:
    """Pixels and labels of the four nets."""

    def make() -> Lesson:
        pixels, meant = _all()
        x, y = pixels[data.order[:LEARNT]], meant[data.order[:LEARNT]]
        there, wanted = pixels[data.order[LEARNT:]], meant[data.order[LEARNT:]]
        part = torch.where(data.lots < params.fraction, data.meaningless, y)
        return Lesson(
            torch.stack([x, x[:, data.places], x, x]),
            torch.stack([y, y, part, data.meaningless]),
            torch.stack([there, there[:, data.places], there, there]),
            wanted,
        )

    return _lessons.of((data.order, data.meaningless, data.places, data.lots), params.fraction, make)


def layout(hidden: int) -> FlatLayout:
    """Where the matrices of a net lie in its weights."""
    return laid_out({"W": (_PIXELS, hidden), "b": (1, hidden), "V": (hidden, CLASSES), "a": (1, CLASSES)})


def _matrices(theta: Tensor, hidden: int) -> dict[str, Tensor]:
    return {name: theta[:, part.start : part.stop].view(-1, *part.size) for name, part in layout(hidden).items()}


def begin(params: Params, ctx: Ctx) -> Tensor:
    """Weights of the four nets, all at one random start, (4, M)."""
    known, H = layout(params.hidden), params.hidden
    one = torch.zeros(1, length_of(known), dtype=torch.float32)
    parts = _matrices(one, H)
    parts["W"].copy_(ctx.randn(1, _PIXELS, H) * (2 / _PIXELS) ** 0.5)
    parts["V"].copy_(ctx.randn(1, H, CLASSES) * (1 / H) ** 0.5)
    return one.repeat(len(NETS), 1)


def logits(theta: Tensor, hidden: int, x: Tensor) -> Tensor:
    """What the nets (k, M) say of digits (k, n, 64): (k, n, 10)."""
    parts = _matrices(theta, hidden)
    return _said(parts, torch.baddbmm(parts["b"], x, parts["W"]).relu_())


def _said(parts: dict[str, Tensor], h: Tensor) -> Tensor:
    """What the nets answer, hV + a, as (V'h' + a')': ten rows are multiplied four times as fast as ten columns."""
    a, V = (parts[name].transpose(1, 2).contiguous() for name in ("a", "V"))
    return torch.baddbmm(a, V, h.transpose(1, 2)).transpose(1, 2).contiguous()


def gradient(theta: Tensor, hidden: int, x: Tensor, y: Tensor) -> Tensor:
    """The gradient of each net's mean cross-entropy over its digits (k, n, 64) with labels (k, n): (k, M)."""
    parts = _matrices(theta, hidden)
    h = torch.baddbmm(parts["b"], x, parts["W"]).relu_()
    slope = _said(parts, h).softmax(-1)
    slope.scatter_add_(-1, y[..., None], torch.full((*y.shape, 1), -1.0, dtype=slope.dtype))
    slope /= y.shape[1]
    found = torch.empty_like(theta)
    into = _matrices(found, hidden)
    into["V"].copy_((slope.transpose(1, 2) @ h).transpose(1, 2))
    into["a"].copy_(slope.sum(1, keepdim=True))
    back = (slope @ parts["V"].transpose(1, 2)).mul_(h.sign())
    into["W"].copy_(x.transpose(1, 2) @ back)
    into["b"].copy_(back.sum(1, keepdim=True))
    return found


def right(theta: Tensor, hidden: int, x: Tensor, y: Tensor) -> Tensor:
    """The share of labels (k, n) or (n,) that each net says, (k,)."""
    return (logits(theta, hidden, x).argmax(-1) == y).double().mean(1)


def update(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """One update of the four nets; the training accuracy is measured at the end of an epoch, the other amid it."""
    known, at = lesson(params, data), state.taken % EPOCH
    queue = state.queue if at else torch.randperm(LEARNT, generator=ctx.rng)
    seen = queue[at * BATCH : (at + 1) * BATCH]
    slope = gradient(state.theta, params.hidden, known.x[:, seen], known.y[:, seen])
    theta, moments = optimisers.adam(state.theta, slope, state.moments, Settings(rate=params.rate))
    taken, accuracy, unseen, epochs = state.taken + 1, state.accuracy, state.unseen, state.epochs
    if taken % EPOCH == 0:
        accuracy = right(theta, params.hidden, known.x, known.y)
        learnt = (accuracy >= _ENOUGH - 1e-9) & (epochs == 0)
        epochs = torch.where(learnt, taken // EPOCH, epochs)
    elif taken % EPOCH == EPOCH // 2:
        unseen = right(theta, params.hidden, known.unseen, known.wanted)
    return state._replace(
        theta=theta, moments=moments, taken=taken, queue=queue, accuracy=accuracy, unseen=unseen, epochs=epochs
    )
