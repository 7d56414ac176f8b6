"""The nets that read: a small transformer, causal or not, one update of it, and how it is tested."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.pretraining import Params
from playground.concepts.pretraining.state import Learner
from playground.concepts.pretraining.texts import LENGTH, behind, chances, drawn, hidden, names, one_hidden
from playground.engine.kit import optimisers, transformer, transformer_gradient
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.transformer import TransformerShape
from playground.engine.run.context import Ctx

WIDTH, HEADS = 32, 2
FIRST = 0.5  # deviation of the first embeddings: large beside those of deep nets, so that tokens differ at once
DIGITS = 10
SHOTS = 12
BETA_2 = 0.98  # the second moment must follow heads that form within a hundred updates
EVERY = 10
"""Updates between two tests."""


def shape_of(params: Params, causal: bool) -> TransformerShape:
    """The net that a view needs."""
    if params.mode == "shots":
        tokens, outputs, length = params.keys + DIGITS, DIGITS, 2 * SHOTS + 1
    else:
        outputs = len(names(params.texts))
        tokens, length = outputs + 1, LENGTH
    shape = TransformerShape(tokens, outputs, length, WIDTH, HEADS, params.layers, params.inner, causal)
    return shape._replace(positions="rotary") if params.mode == "shots" else shape


def begun(shape: TransformerShape, ctx: Ctx) -> Learner:
    """A net that knows nothing."""
    theta = transformer.begin(shape, ctx.randn(transformer.size(shape)))
    for name, part in transformer.matrices(theta, shape).items():
        if name in ("E", "P"):
            part *= FIRST / transformer.FIRST_EMBEDDING
    return Learner(theta, optimisers.begin(theta), None)


def updated(
    params: Params, shape: TransformerShape, net: Learner, given: Tensor, answers: Tensor, asked: Tensor | None
) -> Learner:
    """The net after a step of Adam on some texts.

    Args:
        params: of the run.
        shape: of the net.
        net: before it.
        given: what it reads, (B, n).
        answers: what should be said at each place, (B, n).
        asked: which places count, (B, n) of 0 and 1; None: all.
    """
    if asked is not None and not bool(asked.any()):
        return net
    done = transformer.forward(net.theta, shape, given)
    found = transformer_gradient.cross_entropy(done.logits, answers, asked)
    give_way()
    slope = transformer_gradient.gradient(net.theta, shape, given, done, found.by_logits)
    give_way()
    use = optimisers.Settings(rate=params.rate, beta_2=BETA_2)
    theta, moments = optimisers.adam(net.theta, slope, net.moments, use)
    return Learner(theta, moments, float(found.loss))


def logits(shape: TransformerShape, theta: Tensor, given: Tensor) -> Tensor:
    """What a net says at each place, (B, n, outputs)."""
    return transformer.forward(theta, shape, given).logits


# ---- causal and masked


def both_updated(params: Params, causal: Learner, masked: Learner, ctx: Ctx) -> tuple[Learner, Learner, Tensor]:
    """Both nets after an update on the same texts, and what was asked of the masked one: see `State.example`."""
    tokens = len(names(params.texts))
    texts = drawn(params.texts, params.batch, ctx.rng)
    causal = updated(params, shape_of(params, True), causal, behind(texts, tokens), texts, None)
    drawn_at = chances(texts, tokens, ctx.rng)
    asks = hidden(texts, tokens, params.hidden, params.shown_as == "bert", drawn_at, ctx.dtype)
    masked = updated(params, shape_of(params, False), masked, asks.given, texts, asks.asked)
    return causal, masked, torch.stack([texts[0], asks.given[0], asks.asked[0].to(torch.int64)])


def accuracies(params: Params, causal: Tensor, masked: Tensor, held: Tensor) -> Tensor:
    """How often each net has the hidden token right at each place, (2, LENGTH).

    The causal net sees what stands before the place, the masked net all but the place.
    """
    tokens = len(names(params.texts))
    by_causal = logits(shape_of(params, True), causal, behind(held, tokens)).argmax(-1)
    give_way()
    each = one_hidden(held, tokens).flatten(0, 1)
    shape, said = shape_of(params, False), list[Tensor]()
    for some in torch.split(each, 256):
        give_way()
        said.append(logits(shape, masked, some).argmax(-1))
    by_masked = torch.cat(said).view(len(held), LENGTH, LENGTH).diagonal(dim1=1, dim2=2)
    return torch.stack([(by_causal == held).to(torch.float64).mean(0), (by_masked == held).to(torch.float64).mean(0)])


# ---- few shots


def prompts(n: int, keys: int, rng: torch.Generator) -> Tensor:
    """Prompts of SHOTS examples and a question with its answer, (n, 2 * SHOTS + 2): letter, digit, letter, digit, ...

    Each prompt has a dictionary of its own, which is drawn anew and never repeated.
    """
    dictionary = torch.randint(DIGITS, (n, keys), generator=rng)
    letters = torch.randint(keys, (n, SHOTS + 1), generator=rng)
    digits = dictionary.gather(1, letters) + keys
    return torch.stack([letters, digits], 2).flatten(1)


def shot_updated(params: Params, net: Learner, ctx: Ctx) -> Learner:
    """The net after an update on new prompts, asked behind every letter."""
    pairs = min(params.seen_shots, SHOTS) + 1
    told = prompts(params.batch, params.keys, ctx.rng)[:, : 2 * pairs]
    answers = torch.zeros_like(told)
    answers[:, 0::2] = told[:, 1::2] - params.keys
    asked = torch.zeros(told.shape, dtype=ctx.dtype)
    asked[:, 0::2] = 1.0
    return updated(
        params, shape_of(params, True), net, told[:, :-1], answers[:, :-1].contiguous(), asked[:, :-1].contiguous()
    )


def shot_accuracies(params: Params, theta: Tensor, held: Tensor) -> Tensor:
    """How often the digit is right behind each number of examples, (SHOTS + 1,)."""
    shape, right = shape_of(params, True), list[Tensor]()
    for some in torch.split(held, 64):
        give_way()
        said = logits(shape, theta, some[:, :-1])[:, 0::2].argmax(-1)
        right.append(said == some[:, 1::2] - params.keys)
    return torch.cat(right).to(torch.float64).mean(0)


def shot_limits(keys: int) -> Tensor:
    """What can be right at all behind k examples: the letter was among them, or one digit of ten is guessed."""
    unseen = (1.0 - 1.0 / keys) ** torch.arange(SHOTS + 1, dtype=torch.float64)
    return 1.0 - unseen * (1.0 - 1.0 / DIGITS)
