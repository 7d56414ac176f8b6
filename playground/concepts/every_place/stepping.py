"""One step: some updates of Adam on new batches of the task."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.every_place import Params, phrases, unet, wavenet
from playground.concepts.every_place.flat import learned
from playground.concepts.every_place.state import CHUNK, HELD, Data, Info, State, asked, both, shape_of
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Settings
from playground.engine.run.context import Ctx

PICTURES, PIECES, READ = 4, 8, 64  # of a batch
WAVES, READINGS = 2, 8  # updates a step


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Both U-Nets learn from the same pictures; or the wave's net, or the filters, learn."""
    match params.task:
        case "blobs":
            return _blobs(params, data, state, ctx)
        case "wave":
            return _wave(params, state, ctx)
        case "words":
            return _words(params, data, state, ctx)


def _blobs(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    batch = torch.randint(len(data.masks), (PICTURES,), generator=ctx.rng)
    masks = data.masks[batch]
    pictures = unet.pictured(masks, ctx.randn(*masks.shape), params.noise)

    def loss(theta: Tensor) -> Tensor:
        found = list[Tensor]()
        for net, skips in zip(both(theta), (True, False), strict=True):
            give_way()
            found.append(functional.binary_cross_entropy_with_logits(unet.run(net, skips, pictures), masks))
        return found[0] + found[1]

    theta, memory, total = learned(state.theta, state.memory, loss, Settings(rate=params.rate))
    give_way()
    scores = state.scores.clone()
    chunk = ctx.step % (HELD // CHUNK)
    scores[chunk] = asked(params, data, theta, chunk)
    after = state._replace(theta=theta, memory=memory, scores=scores, updates=state.updates + 1)
    means = scores.double().mean(0).tolist()
    return after, Info("running", after.updates, total / 2, means[1], means[3], None)


def _wave(params: Params, state: State, ctx: Ctx) -> tuple[State, Info]:
    stack, theta, memory, loss = wavenet.stack_of(params), state.theta, state.memory, 0.0
    for _ in range(WAVES):
        give_way()
        x = wavenet.waves(params.wave, PIECES, ctx.rng)
        heard = x[:, :-1] + wavenet.JITTER * ctx.randn(*x[:, :-1].shape)
        known = min(stack.field, wavenet.LENGTH // 2) - 1  # before it the field is partly zeros

        def missed(theta: Tensor, x: Tensor = x, heard: Tensor = heard, known: int = known) -> Tensor:
            return (wavenet.run(theta, stack, heard) - x[:, 1:])[:, known:].square().mean()

        theta, memory, loss = learned(theta, memory, missed, Settings(rate=params.rate))
    after = state._replace(theta=theta, memory=memory, updates=state.updates + WAVES)
    return after, Info("running", after.updates, loss, None, None, None)


def _words(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    shape, theta, memory, loss = shape_of(params), state.theta, state.memory, 0.0
    for _ in range(READINGS):
        give_way()
        tokens, praise = phrases.sentences(READ, ctx.rng)

        def missed(theta: Tensor, tokens: Tensor = tokens, praise: Tensor = praise) -> Tensor:
            return functional.binary_cross_entropy_with_logits(phrases.run(theta, shape, tokens).logits, praise)

        theta, memory, loss = learned(theta, memory, missed, Settings(rate=params.rate))
    after = state._replace(theta=theta, memory=memory, updates=state.updates + READINGS)
    return after, Info("running", after.updates, loss, None, None, right(params, data, theta))


def right(params: Params, data: Data, theta: Tensor) -> float:
    """The share of the held out sentences that is judged rightly."""
    logits = phrases.run(theta, shape_of(params), data.tokens).logits
    return float(((logits > 0) == (data.praise > 0.5)).double().mean())
