"""What may come next at the place that is chosen, as bars."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.state import Data
from playground.concepts.language_models.writing import chances
from playground.engine.kit import characters
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Bars

BARS = 8
MODELS = {"net": "transformer", "pairs": "bigram", "single": "unigram", "uniform": "uniform"}


class Next(NamedTuple):
    """The chances behind one character.

    Attributes:
        signs: the likeliest, as they are shown.
        numbers: theirs, (BARS,).
        p: their chances after temperature and top k, (BARS,).
        plain: at temperature 1 without top k, (BARS,).
        entropy: of all chances, in bits.
        numbers_text: what the notes read.
    """

    signs: tuple[str, ...]
    numbers: Tensor
    p: Tensor
    plain: Tensor
    entropy: float
    told: dict[str, Any]


def next_of(params: Params, data: Data, logits: Tensor, tempered: bool) -> Next:
    """What may come behind a character whose logits are (V,)."""
    T, k = (params.temperature, params.top_k) if tempered else (1.0, 0)
    p, plain = chances(logits, T, k), chances(logits, 1.0, 0)
    order = logits.argsort(descending=True, stable=True)[:BARS]
    signs = tuple(characters.visible(chr(data.signs[number])) for number in order.tolist())
    entropy = entropy_of(p)
    best = float(logits.max())
    grown = ((logits - best) / T).exp() if T else (logits == best).double()
    kept = grown * (p > 0)
    told = {
        "first_sign": signs[0],
        "first_chance": float(p[order[0]]),
        "second_sign": signs[1],
        "second_chance": float(p[order[1]]),
        "second_gap": float(logits[order[1]] - best),
        "second_grown": float(kept[order[1]]),
        "grown_sum": float(kept.sum()),
        "next_entropy": entropy,
    }
    return Next(signs, order, p[order], plain[order], entropy, told)


def next_plot(found: Next, unit: str, chooses: bool, came: int = -1) -> Plot:
    """The likeliest characters; a click writes one, and the one that came is outlined."""
    mouse = Mouse(on="click", target="chances", kind="write", take={"rank": "id"}, label="write this character")
    return Plot(
        name="next",
        title="What comes next",
        badge="exact",
        unit=unit,
        x=Axis(range=(0.0, 1.18), ticks=False),
        layers=(
            Bars(
                name="chances",
                role="slot1",
                heights=found.p,
                words=found.signs,
                mark=found.numbers == came,
                across="horizontal",
                text="{heights:3}",
                outcome=True,
                symbol="p",
            ),
        ),
        mouse=(mouse,) if chooses else (),
    )


def entropy_of(p: Tensor) -> float:
    """-sum p log2 p of some chances, in bits."""
    return float(torch.special.entr(p).sum()) / math.log(2.0)


def models_plot(perplexities: dict[str, float], marked: str, title: str) -> Plot:
    """The perplexities of some models below one another; the one that is looked at is outlined."""
    return Plot(
        name="models",
        title=title,
        badge="exact",
        unit="less is better",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="models",
                heights=torch.tensor(list(perplexities.values()), dtype=torch.float64),
                names=tuple(perplexities),
                mark=torch.tensor([name == marked for name in perplexities]),
                across="horizontal",
                text="{heights:2}",
                outcome=True,
            ),
        ),
    )
