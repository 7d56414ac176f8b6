"""The view on sentences: where every filter fires, which phrases it likes best, and what it adds to the judgement."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.every_place import Params, phrases
from playground.concepts.every_place.flat import views
from playground.concepts.every_place.phrases import WORDS, Read
from playground.concepts.every_place.state import Data, State, shape_of
from playground.concepts.every_place.stepping import right
from playground.engine.frame import Array
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Role, Sentence, Table, Trace
from playground.figures.values import Column, Rows

_PLANTED: Newest[float | None] = Newest()
_RIGHT: Newest[tuple[float, float | None]] = Newest()


def reading(params: Params, data: Data, state: State) -> Drawn:
    """The five plots, and the numbers of the filters."""
    shape = shape_of(params)
    words = params.sentence.split()[:24]
    tokens = torch.tensor([phrases.numbers(" ".join(words))], dtype=torch.int64).reshape(1, -1)
    found = phrases.run(state.theta, shape, tokens)
    W = views(state.theta, phrases.forms(shape))[3][0].abs()
    added = (W * found.pooled[0]).double()
    lead = int(added.abs().argmax())
    chosen = min(state.follow, shape.filters - 1)
    where, windows = found.where[0].tolist(), found.scores.shape[2]
    accuracy, fires = _RIGHT.of(
        state.theta, data.tokens, lambda: (right(params, data, state.theta), on_the_phrase(params, data, state))
    )
    phrase, E = phrases.numbers(params.planted)[:4], views(state.theta, phrases.forms(shape))[0]
    marks = phrases.planted(E, phrase, tokens)[0]
    praise = float(found.logits[0].sigmoid())
    plots = (
        _sentence(params, words, found, added, lead),
        _scores(params, words, found),
        _favourites(params, state, W, chosen),
        _added(added),
        _planted(params, words, marks),
        _learning(),
    )
    numbers: dict[str, Any] = {
        "accuracy": accuracy,
        "fires": fires,
        "verdict": "praise" if praise > 0.5 else "no praise",
        "praise": praise,
        "output": float(found.logits[0]),
        "winner": " ".join(words[where[lead] : where[lead] + shape.words]) if windows else "none",
        "score": float(found.scores[0, chosen].max()) if windows else None,
        "planted_right": _PLANTED.of(state.theta, (data.tokens, *phrase), lambda: planted_right(data, E, phrase)),
        "planted_on": " ".join(words[int(marks.argmax()) :][: len(phrase)]) if len(marks) else "none",
        "lead": lead + 1,
        "chosen": chosen + 1,
        "first_word": where[chosen] + 1 if windows else None,
        "unknown": sum(token == 0 for token in tokens[0].tolist()),
        "windows": windows,
    }
    hint = "Type another sentence; click a row for another filter; press space to train"
    return Drawn(Figure(plots=plots, wide=True, share=0.36, hint=hint), numbers)


def on_the_phrase(params: Params, data: Data, state: State) -> float | None:
    """Of the sentences with one phrase, the share in which the filter that adds most praise covers it.

    A filter of two words must be on it exactly; a wider one must hold both words.
    """
    shape, there = shape_of(params), phrases.phrase_at(data.tokens)
    one = there.sum(1) == 1
    if shape.words < 2 or not bool(one.any()):
        return None
    found = phrases.run(state.theta, shape, data.tokens[one])
    W = views(state.theta, phrases.forms(shape))[3][0].abs()
    best = (W * found.pooled).argmax(1, keepdim=True)
    start, phrase = found.where.gather(1, best)[:, 0], there[one].int().argmax(1)
    covered = (start <= phrase) & (phrase + 2 <= start + shape.words)
    return float(covered.double().mean())


def planted_right(data: Data, E: Tensor, phrase: list[int]) -> float | None:
    """The share of the held out sentences where the phrase, put in, is where its filter is largest; None: no phrase."""
    n, T = data.tokens.shape
    if not phrase or 0 in phrase:
        return None
    tokens, length = data.tokens.clone(), len(phrase)
    at = torch.arange(n) % (T - length + 1)
    for k, word in enumerate(phrase):
        tokens[torch.arange(n), at + k] = word
    there = torch.stack([tokens[:, k : T - length + 1 + k] == word for k, word in enumerate(phrase)]).all(0)
    first = there.int().argmax(1)
    return float((phrases.planted(E, phrase, tokens).argmax(1) == first).double().mean())


def _planted(params: Params, words: list[str], marks: Tensor) -> Plot:
    """The score of the planted filter in every window."""
    best = np.arange(len(marks)) == (int(marks.argmax()) if len(marks) else -1)
    heights, under = marks.double().numpy(), words[: len(marks)]
    return Plot(
        name="planted",
        title="A planted filter",
        unit="mean cosine with: {planted}",
        badge="exact",
        y=Axis(range=(-1.1, 1.1)),
        layers=tuple(
            Bars(name=name, role=role, heights=np.where(which, heights, np.nan), words=under, outcome=True)
            for name, role, which in _both(best)
        ),
    )


def _both(best: Array) -> tuple[tuple[str, Role, Array], tuple[str, Role, Array]]:
    return ("windows", "muted", ~best), ("best window", "hero", best)


def _sentence(params: Params, words: list[str], found: Read, added: Tensor, lead: int) -> Plot:
    """The words, and an arc over the best window of every filter that says something."""
    n = params.words
    fired = [f for f in range(params.filters) if found.scores.shape[2] and float(found.pooled[0, f]) > 0]
    where = found.where[0].tolist()
    shares = (added.abs() / added.abs().max().clamp_min(1e-12)).tolist()
    marked = np.zeros(len(words), dtype=bool)
    if lead in fired:
        marked[where[lead] : where[lead] + n] = True
    pairs = [(where[f], min(where[f] + n - 1, len(words) - 1)) for f in fired]
    unknown = np.array([number == 0 for number in phrases.numbers(" ".join(words))], dtype=bool)
    return Plot(
        name="sentence",
        title="The sentence: {verdict}",
        unit="probability of praise {praise}; the leading filter is on: {winner}",
        main=True,
        axes=False,
        badge="exact",
        empty=len(words) > 0,
        empty_text="Type a sentence",
        layers=(
            Sentence(
                name="words",
                words=words,
                pairs=np.array(pairs, dtype=np.int64).reshape(-1, 2),
                weights=np.array([shares[f] for f in fired]),
                strong=np.array([f == lead for f in fired], dtype=bool),
                mark=marked,
                hollow=unknown,
                outcome=True,
            ),
        ),
    )


def _scores(params: Params, words: list[str], found: Read) -> Plot:
    """The score of every filter in every window."""
    windows = found.scores.shape[2]
    z = found.scores[0].double().numpy() if windows else np.zeros((params.filters, 0))
    return Plot(
        name="scores",
        title="Scores",
        unit="every filter, every window, before the ReLU",
        badge="exact",
        layers=(
            Image(
                name="scores",
                z=z,
                color_map="diverging",
                gaps=True,
                row_words=[f"filter {k + 1}" for k in range(params.filters)],
                column_words=[str(k + 1) for k in range(windows)],
                outcome=True,
                symbol="s",
            ),
        ),
        mouse=(Mouse(on="click", target="scores", kind="follow", take={"row": "row"}, label="choose this filter"),),
    )


def _favourites(params: Params, state: State, W: Tensor, chosen: int) -> Plot:
    """For every filter the phrase of all words that drives it most: word by word, since a score is a sum over them."""
    E, filters, bias = views(state.theta, phrases.forms(shape_of(params)))[:3]
    each = torch.einsum("wd,fdk->fkw", E[1:], filters)
    values, best = each.max(2)
    cells = [
        (
            f"filter {f + 1}",
            " ".join(WORDS[1 + k] for k in best[f].tolist()),
            float(values[f].sum() + bias[f]),
            float(W[f]),
        )
        for f in range(params.filters)
    ]
    head = ("filter", "likes best", Column("score"), Column("weight"))
    return Plot(
        name="favourites",
        title="What each filter looks for",
        unit="of all {phrases_of_words} phrases",
        axes=False,
        badge="exact",
        layers=(
            Table(name="phrases", rows=Rows.of(head, cells), mark=np.arange(params.filters) == chosen, outcome=True),
        ),
    )


def _added(added: Tensor) -> Plot:
    return Plot(
        name="added",
        title="What each adds to the logit",
        badge="exact",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="shares",
                heights=added.numpy(),
                words=[f"filter {k + 1}" for k in range(len(added))],
                across="horizontal",
                text="{heights}",
                outcome=True,
            ),
        ),
    )


def _learning() -> Plot:
    return Plot(
        name="learning",
        title="Accuracy, held out",
        unit="{accuracy} after {updates} updates",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.0)),
        layers=(Trace(name="accuracy", series="accuracy", against="updates", outcome=True),),
    )
