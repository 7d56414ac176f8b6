"""The text as it grows: what was thought likely behind each character, and what the heads looked at."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.next_plot import MODELS, models_plot, next_of, next_plot
from playground.concepts.language_models.numbers import common
from playground.concepts.language_models.read import Reading, written
from playground.concepts.language_models.state import Data, State
from playground.concepts.language_models.writing import chances
from playground.engine.kit import characters
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Letters, Level, Sentence, Trace

SHOWN = 32  # characters
RANKS = 6
LEAST = 0.04  # weights below are no arcs
_LOW = -1.3  # the foot of the guesses, where the text has from 0 to 1
_CHOOSE = Mouse(on="click", target="text", kind="choose_place", take={"place": "id"}, label="look at this character")


def write_view(params: Params, data: Data, state: State) -> Drawn:
    """Arcs over the text, guesses below it, and the chances at one place."""
    reading = written(params, data, state)
    first = max(0, len(reading.numbers) - SHOWN)
    place = chosen(state, reading, first)
    found = next_of(params, data, reading.logits[place], True)
    numbers: dict[str, Any] = {
        **common(params, data, state),
        **found.told,
        "place_sign": characters.visible(chr(data.signs[reading.numbers[place]])),
        "head_name": _head_name(params),
        "place": reading.start + place,
    }
    unit = "after {place_sign}, temperature {temperature}" if params.model == "net" else "after {place_sign}"
    figure = Figure(
        plots=(
            _text(params, data, reading, first, place),
            next_plot(found, unit, True),
            _loss() if params.model == "net" else _tables(params, numbers),
        ),
        wide=True,
        share=0.6,
    )
    return Drawn(figure, numbers)


def chosen(state: State, reading: Reading, first: int) -> int:
    """The chosen place in what is read; the last one where none is chosen or it is not shown."""
    place = state.place - reading.start
    return place if state.place >= 0 and first <= place < len(reading.numbers) else len(reading.numbers) - 1


def _head_name(params: Params) -> str:
    layer = min(params.layer, params.layers) or params.layers
    return f"layer {layer}, head {min(params.head, params.heads)}"


def _text(params: Params, data: Data, reading: Reading, first: int, place: int) -> Plot:
    """The end of the text, with arcs from the chosen character to what its head looked at, and guesses below."""
    n = len(reading.numbers) - first
    words = [characters.visible(chr(point)) for point in data.signs[reading.numbers[first:]].tolist()]
    pairs, weights = _arcs(params, reading, first, place)
    looks = "{head_name}; " if params.model == "net" else ""
    return Plot(
        name="text",
        title="What may come next",
        badge="exact",
        unit=looks + "guesses below each character, framed is what came",
        main=True,
        x=Axis(range=(-0.6, SHOWN - 0.4), ticks=False),
        y=Axis(range=(_LOW, 1.0), ticks=False),
        layers=(
            _guesses(params, data, reading, first),
            Sentence(
                name="text",
                role="slot1",
                words=words,
                pairs=pairs,
                weights=weights,
                mark=torch.arange(n) == place - first,
                ids=torch.arange(n) + first + reading.start,
                outcome=True,
                symbol="A α",
            ),
        ),
        mouse=(_CHOOSE,),
    )


def _arcs(params: Params, reading: Reading, first: int, place: int) -> tuple[Tensor, Tensor]:
    """From the chosen character to those that its head looked at, (m, 2), and how much, (m,)."""
    if reading.weights is None:
        return torch.zeros(0, 2, dtype=torch.int64), torch.zeros(0)
    layer, head = (min(params.layer, params.layers) or params.layers) - 1, min(params.head, params.heads) - 1
    row = reading.weights[layer, head, place, first:]
    keys = (row > LEAST).nonzero()[:, 0]
    return torch.stack([torch.full_like(keys, place - first), keys], 1), row[keys]


def _guesses(params: Params, data: Data, reading: Reading, first: int) -> Letters:
    """Under each character the likeliest next ones, and which of them came."""
    p = chances(reading.logits[first:], params.temperature, params.top_k)
    best = reading.logits[first:].topk(min(RANKS, p.shape[1]), -1).indices
    z = p.gather(1, best).T
    came = torch.zeros(z.shape, dtype=torch.bool)
    came[:, :-1] = reading.numbers[first + 1 :] == best[:-1].T
    return Letters(
        name="guesses",
        z=z,
        words=[characters.visible(chr(point)) for point in data.signs[best.T.flatten()].tolist()],
        mark=came,
        extent=torch.tensor([-0.5, len(p) - 0.5, _LOW, -0.04]),
        levels=(0.0, 1.0),
        frame=False,
        gaps=True,
        outcome=True,
        symbol="p",
    )


def _loss() -> Plot:
    return Plot(
        name="perplexity",
        title="Perplexity",
        badge="exact",
        unit="training {train_perplexity}, held out {held_out_perplexity}",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="bigram", role="theory", value="bigram_perplexity", log=True, text="bigram {bigram_perplexity}"),
            Trace(name="training", role="second", series="train_perplexity", log=True, text="", key="training"),
            Trace(
                name="held out",
                series="held_out_perplexity",
                log=True,
                stairs=True,
                text="",
                key="held out",
                outcome=True,
            ),
        ),
    )


def _tables(params: Params, numbers: dict[str, Any]) -> Plot:
    """What the tables reach on the text held out."""
    found = {name: float(numbers[f"{name}_perplexity"]) for name in ("bigram", "unigram", "uniform")}
    return models_plot(found, MODELS[params.model], "Perplexity on the text held out")
