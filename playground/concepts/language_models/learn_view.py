"""How it learns: perplexity of both parts of the text beside what counting gives, and what it wrote on the way."""

from __future__ import annotations

import math
import re
from typing import Any

import torch

from playground.concepts.language_models import Params
from playground.concepts.language_models.next_plot import next_of
from playground.concepts.language_models.numbers import common
from playground.concepts.language_models.read import written
from playground.concepts.language_models.state import Data, State, baselines, recent
from playground.engine.kit import characters
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Letters, Level, Trace

AGES = (0, 20, 50, 100, 300, 1000)  # updates
LINE = 56  # characters of what was written at an age


def learn_view(params: Params, data: Data, state: State) -> Drawn:
    """The curves with the lines of counting, samples by age, and what comes next now."""
    reading = written(params, data, state)
    found = next_of(params, data, reading.logits[-1], True)
    numbers: dict[str, Any] = {
        **common(params, data, state),
        **found.told,
        "place_sign": characters.visible(chr(data.signs[reading.numbers[-1]])),
        "losses_mean": float(recent(state).mean()) if state.moments.taken else None,
        "held_out_loss": state.held_out,
    }
    figure = Figure(plots=(_curves(), _diary(params, data, state)), wide=True, share=0.5)
    return Drawn(figure, numbers)


def _curves() -> Plot:
    return Plot(
        name="perplexity",
        title="Perplexity",
        badge="exact",
        unit="training {train_perplexity}, held out {held_out_perplexity}",
        main=True,
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(
                name="uniform", role="theory", value="uniform_perplexity", log=True, text="uniform {uniform_perplexity}"
            ),
            Level(
                name="unigram", role="theory", value="unigram_perplexity", log=True, text="unigram {unigram_perplexity}"
            ),
            Level(name="bigram", role="theory", value="bigram_perplexity", log=True, text="bigram {bigram_perplexity}"),
            Trace(
                name="training",
                role="second",
                series="train_perplexity",
                log=True,
                text="training {train_perplexity}",
                outcome=True,
            ),
            Trace(
                name="held out",
                series="held_out_perplexity",
                log=True,
                stairs=True,
                text="held out {held_out_perplexity}",
                outcome=True,
            ),
        ),
    )


def _diary(params: Params, data: Data, state: State) -> Plot:
    """What was written after so many updates, a line for each age; words that the text has are tinted."""
    born, behind = state.born[state.prompted :], state.written[state.prompted :]
    known = baselines(params, data).words
    names, words, tints = [], list[str](), list[list[float]]()
    for age, after in zip(AGES, (*AGES[1:], 1 << 30), strict=True):
        start = int(torch.searchsorted(born, age + 1))
        stop = min(start + LINE, int(torch.searchsorted(born, after + 1)))
        line = characters.written(data.signs, behind[start:stop])
        names.append(f"{age:,}")
        words += [characters.visible(sign) for sign in line] + [""] * (LINE - len(line))
        tints.append(_tinted(line, known))
    line = characters.written(data.signs, behind[-LINE:])
    names.append("now")
    words += [characters.visible(sign) for sign in line] + [""] * (LINE - len(line))
    tints.append(_tinted(line, known))
    return Plot(
        name="diary",
        title="What it wrote",
        badge="exact",
        unit="by updates, at temperature {temperature}; tinted are words of the text",
        x=Axis(ticks=False),
        layers=(
            Letters(
                name="diary",
                z=torch.tensor(tints, dtype=torch.float64),
                words=words,
                row_words=names,
                levels=(0.0, 7.0),
                frame=False,
                outcome=True,
            ),
        ),
    )


def _tinted(line: str, known: frozenset[str]) -> list[float]:
    """1 for each letter of a word that the text has, else no number; words that the line cuts are left out."""
    found = [math.nan] * LINE
    for match in re.finditer(r"[\w'-]+", line):
        whole = match.start() > 0 and match.end() < len(line)
        if whole and match.group().strip("'-").lower() in known:
            found[match.start() : match.end()] = [1.0] * len(match.group())
    return found
