"""The perplexity meter: how surprised a model is by each character of a text that is typed."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.next_plot import MODELS, models_plot, next_of, next_plot
from playground.concepts.language_models.numbers import common
from playground.concepts.language_models.read import measured, reading_of
from playground.concepts.language_models.state import Data, State
from playground.engine.kit import characters, ngrams
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Letters

COLUMNS = 30
MOST_BITS = 10.0
LEAST_ROWS = 4  # so that the letters of a short text are not too large
_kept: Newest[dict[str, Tensor]] = Newest(4)


def meter_view(params: Params, data: Data, state: State) -> Drawn:
    """The text in colours of surprise, the perplexities of all models on it, and what was expected at one place."""
    numbers = _typed(params, data)
    key = (params.sentence, params.amount, params.length, params.positions, params.heads)
    tables = _kept.of(
        (data.signs, data.numbers),
        key,
        lambda: {name: measured(params, data, state, name, numbers) for name in MODELS if name != "net"},
    )
    net = _kept.of((state.theta, data.signs), key, lambda: {"net": measured(params, data, state, "net", numbers)})
    given = net | tables
    p = given[params.model]
    all_of = {name: ngrams.measured(chances) for name, chances in given.items()}
    mine = all_of[params.model]
    place = state.place if 1 <= state.place < len(numbers) else int(p.argmin()) + 1
    reading = reading_of(params, data, state, numbers, place)
    found = next_of(params, data, reading, False)
    bits = ngrams.surprises(p)
    told: dict[str, Any] = {
        **common(params, data, state),
        **found.told,
        **mine._asdict(),
        "perplexity": mine.perplexity,
        "base_gap": abs(2.0**mine.bits - math.exp(mine.nats)) / mine.perplexity,
        "uniform_gap": abs(all_of["uniform"].perplexity - len(data.signs)),
        "place_sign": characters.visible(chr(data.signs[numbers[place].long()])),
        "before_sign": characters.visible(chr(data.signs[numbers[place - 1].long()])),
        "chance": float(p[place - 1]),
        "surprise": float(bits[place - 1]),
        "measured_count": len(p),
        "bits_total": float(bits.sum()),
        "model_name": MODELS[params.model],
        **{f"typed_{name}": one.perplexity for name, one in all_of.items()},
    }
    figure = Figure(
        plots=(
            _letters(data, numbers, bits, place),
            models_plot(
                {MODELS[name]: one.perplexity for name, one in all_of.items()},
                MODELS[params.model],
                "Perplexity of this text",
            ),
            next_plot(found, "it expected after {before_sign}; outlined is what came", False, int(numbers[place])),
        ),
        wide=True,
        share=0.5,
    )
    return Drawn(figure, told)


def _typed(params: Params, data: Data) -> Tensor:
    """The numbers of the typed text; of fewer than two characters, two."""
    numbers = characters.numbered(data.signs, params.sentence)
    return numbers if len(numbers) > 1 else characters.numbered(data.signs, (params.sentence + "  ")[:2])


def _letters(data: Data, numbers: Tensor, bits: Tensor, place: int) -> Plot:
    columns = COLUMNS
    rows = max(LEAST_ROWS, -(-len(numbers) // columns))
    z = torch.full((rows * columns,), math.nan, dtype=torch.float64)
    z[1 : len(numbers)] = bits
    mark = torch.arange(rows * columns) == place
    return Plot(
        name="surprise",
        title="Surprise, character by character",
        badge="exact",
        unit="{bits} bits each with the {model_name}: perplexity {perplexity}",
        main=True,
        x=Axis(ticks=False),
        y=Axis(ticks=False),
        layers=(
            Letters(
                name="letters",
                z=z.view(rows, columns),
                words=[characters.visible(chr(point)) for point in data.signs[numbers.long()].tolist()],
                mark=mark.view(rows, columns),
                levels=(0.0, MOST_BITS),
                bar="bits",
                frame=False,
                outcome=True,
                symbol="s",
            ),
        ),
        mouse=(
            Mouse(
                on="click",
                target="letters",
                kind="choose_place",
                take={"place": "id"},
                label="look at this character",
            ),
        ),
    )
