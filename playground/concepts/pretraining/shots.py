"""The view of a prompt: how often the answer is right by the number of examples, and where the net looks for it."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.pretraining import Params
from playground.concepts.pretraining.reading import DIGITS, SHOTS, shape_of, shot_limits
from playground.concepts.pretraining.state import State
from playground.engine.kit import transformer
from playground.engine.kit.newest import Newest
from playground.engine.kit.transformer import TransformerPass
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Sentence, Trace
from playground.texts.template import fixed

_LEAST = 0.02  # of a weight whose arc is drawn
_READ: Newest[TransformerPass] = Newest(4)


class Prompt(NamedTuple):
    """The user's prompt.

    Attributes:
        tokens: letters and digits in turn, ending with a letter, (n,).
        words: the same in words.
        digits: those that stood behind the letter that is asked, in their order.
    """

    tokens: Tensor
    words: tuple[str, ...]
    digits: tuple[int, ...]


def prompted(params: Params) -> Prompt:
    """Letters, each with the digit that follows it; the last letter asks. What is no such thing is left out."""
    letters = ascii_lowercase[: params.keys]
    signs = [sign for sign in params.prompt.lower() if sign in letters or (sign.isascii() and sign.isdigit())]
    asked = next((sign for sign in reversed(signs) if sign in letters), letters[0])
    pairs = [(a, b) for a, b in pairwise(signs) if a in letters and b.isdigit()][-SHOTS:]
    words = (*(sign for pair in pairs for sign in pair), asked)
    numbers = [letters.index(word) if word in letters else params.keys + int(word) for word in words]
    return Prompt(torch.tensor(numbers), words, tuple(int(b) for a, b in pairs if a == asked))


def shots(params: Params, state: State) -> Drawn:
    """The plots of the view, and the numbers that are read."""
    net, asked, shape = state.nets[0], prompted(params), shape_of(params, True)
    done = _READ.of(net.theta, asked.words, lambda: transformer.forward(net.theta, shape, asked.tokens[None]))
    shares = done.logits[0, -1].double().softmax(-1)
    n = len(asked.words)
    looks = torch.stack([block.weights.view(-1, n, n)[:, -1] for block in done.blocks]).double()
    layer, head = divmod(int(looks[..., _answers(asked)].sum(-1).argmax()), looks.shape[1])
    weights = looks[layer, head]
    limit = shot_limits(params.keys)
    numbers = {
        "shot_accuracy": float(state.tested[0].mean()),
        "shot_limit": float(limit.mean()),
        "most_shots": float(state.tested[0, -1]),
        "no_shots": float(state.tested[0, 0]),
        "loss": net.loss,
        "asked_letter": asked.words[-1],
        "says": str(int(shares.argmax())),
        "says_share": float(shares.max()),
        "examples": (n - 1) // 2,
        "answer_weight": float(weights[_answers(asked)].sum()),
        "looking_head": f"layer {layer + 1}, head {head + 1}",
        **_by_hand(params),
    }
    return Drawn(_figure(params, state, asked, shares, weights, limit), numbers)


def _answers(asked: Prompt) -> list[int]:
    """Where the digits of the asked letter stand."""
    return [at + 1 for at, word in enumerate(asked.words[:-1]) if word == asked.words[-1]]


def _by_hand(params: Params) -> dict[str, Any]:
    """The limit behind 4 examples."""
    unseen = (1.0 - 1.0 / params.keys) ** 4
    shown = fixed(1 - 1 / params.keys, 4)
    return {
        "unseen_by_hand": f"{shown}·{shown}·{shown}·{shown} = {fixed(unseen, 3)}",
        "limit_by_hand": f"1 − {fixed(unseen, 3)}·9/10 = {fixed(1 - 0.9 * unseen, 2)}",
    }


def _figure(params: Params, state: State, asked: Prompt, shares: Tensor, weights: Tensor, limit: Tensor) -> Figure:
    n = len(asked.words)
    counts = torch.arange(SHOTS + 1, dtype=torch.float64)
    curve = Plot(
        name="by_shots",
        title="Right answers by the examples in the prompt",
        unit="on prompts never seen, and no weight moves",
        badge="sampled",
        main=True,
        x=Axis(label="examples before the question", range=(-0.5, SHOTS + 3.5), whole=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Curve(name="limit", role="theory", x=counts, y=limit, text="what can be known", symbol="P"),
            Level(
                name="trained",
                role="muted",
                value=float(min(params.seen_shots, SHOTS)),
                across="vertical",
                text="longest in training",
            ),
            Curve(name="net", role="slot1", x=counts, y=state.tested[0], text="net", markers=True, outcome=True),
        ),
    )
    looked = (weights > _LEAST).nonzero()[:, 0]
    answers = torch.zeros(n, dtype=torch.bool)
    answers[_answers(asked)] = True
    prompt = Plot(
        name="prompt",
        title="Your prompt, and where the last letter looks",
        unit="{looking_head}; {answer_weight:2} on its digit",
        badge="exact",
        x=Axis(ticks=False),
        y=Axis(ticks=False),
        layers=(
            Sentence(
                name="tokens",
                role="slot1",
                words=asked.words,
                pairs=torch.stack([torch.full_like(looked, n - 1), looked], 1),
                weights=weights[looked],
                strong=answers[looked],
                mark=torch.arange(n) == n - 1,
                key="to the digit of the same letter",
                outcome=True,
            ),
        ),
    )
    told = torch.zeros(DIGITS, dtype=torch.bool)
    told[list(asked.digits)] = True
    bars = Plot(
        name="answer",
        title="It says {says}",
        unit="after {examples} examples",
        badge="exact",
        x=Axis(ticks=False),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Bars(
                name="digits",
                role="slot1",
                heights=shares,
                words=tuple(map(str, range(DIGITS))),
                mark=told,
                key="digits of this letter are outlined",
                outcome=True,
            ),
        ),
    )
    trace = Plot(
        name="accuracy",
        title="Right, over 0 to 12 examples",
        badge="sampled",
        x=Axis(label="update", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Level(name="limit", role="theory", value="shot_limit", text="limit {shot_limit:2}"),
            Trace(name="accuracy", role="slot1", series="shot_accuracy", text="{shot_accuracy:2}", outcome=True),
        ),
    )
    return Figure(
        plots=(curve, prompt, bars, trace), hint="Press space to learn, and type examples of your own into the prompt"
    )
