"""The picture: what was typed, what is read by each model, and why one candidate wins."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.noisy_channel import Params, channel
from playground.concepts.noisy_channel.channel import LEXICON, SENTENCE, SPELT, START, Candidates, Reader
from playground.concepts.noisy_channel.state import Data, State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Level, Lines, Points, Ring, Text, Trace
from playground.figures.values import Range
from playground.texts.sums import signed
from playground.texts.template import fixed

PAIRS = 1000
TESTS = 60
WEIGHTS: Floats = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0])
WORDS_OF_PLANE = 8  # candidates with their names in the plane
_FOLLOWS: Newest[Floats] = Newest(4)
_LETTERS: Newest[Reader] = Newest(6)
_FOUND: Newest[Found] = Newest(6)


class Found(NamedTuple):
    """How much of the test is read right.

    Attributes:
        direct: share of words by the direct model alone.
        ceiling: share of words among the candidates.
        known: the candidates of the test.
        reader: what was learnt.
    """

    direct: float
    ceiling: float
    known: Candidates
    reader: Reader


def reader_of(data: Data, taken: int) -> Reader:
    """What is learnt from the first pairs and from all sentences without slips."""
    follows = _FOLLOWS.of(data.plain, 0, lambda: channel.learnt_follows(data.plain.numpy()))

    def made() -> Reader:
        meant, letters = data.meant[:taken].numpy(), data.letters[:taken].numpy()
        pairs = np.stack([channel.numbered(letters).ravel(), meant.ravel()], 1)
        return Reader(*channel.learnt_letters(meant, letters), follows, pairs)

    return _LETTERS.of((data.meant, data.plain), taken, made)


def found(params: Params, data: Data, taken: int) -> Found:
    """The candidates of the test, and how good the direct model is."""

    def made() -> Found:
        reader = reader_of(data, taken)
        known = channel.candidates(reader, data.test_letters.numpy(), params.most)
        meant = data.test_meant.numpy()
        hit = known.words == meant[..., None]
        return Found(float(hit[..., 0].mean()), float(hit.any(-1).mean()), known, reader)

    return _FOUND.of((data.meant, data.plain, data.test_letters), (taken, params.most), made)


def accuracies(params: Params, data: Data, taken: int, weights: Floats) -> Floats:
    """Share of words of the test that are read right with each weight of the prior, (weights,)."""
    have = found(params, data, taken)
    read = channel.reranked(have.reader.follows, have.known, weights)
    return np.asarray((read == data.test_meant.numpy()).mean((1, 2)))


class Choice(NamedTuple):
    """The candidates of the word that is looked at.

    Attributes:
        words: their numbers, the direct model's first one first, (c,).
        channel: log p(typed | word), (c,).
        prior: log p(word | the word before) plus log p(the word behind | word), as these are read, (c,).
        direct: log p(word | typed), (c,).
    """

    words: Any
    channel: Floats
    prior: Floats
    direct: Floats


class Typed(NamedTuple):
    """The sentence that is read.

    Attributes:
        words: as they were typed.
        meant: what was meant; empty: nobody knows, since the user typed it.
    """

    words: tuple[str, ...]
    meant: tuple[str, ...]


def typed_words(params: Params, data: Data, state: State) -> Typed:
    """The words of three letters that the user typed, five at most; where there is none, a test sentence."""
    words = [word for word in params.typed.lower().split() if len(word) == SPELT and word.isascii() and word.isalpha()]
    if words:
        return Typed(tuple(words[:SENTENCE]), ())
    letters = data.test_letters[state.sentence].tolist()
    meant = data.test_meant[state.sentence].tolist()
    return Typed(
        tuple("".join(chr(97 + one) for one in word) for word in letters), tuple(LEXICON[one] for one in meant)
    )


def choice(reader: Reader, known: Candidates, read: Any, at: int) -> Choice:
    """The candidates of one word of a sentence, between the words beside it as they are read, (1, n, c) and (n,)."""
    words = known.words[0, at]
    prior = reader.follows[read[at - 1] if at else START, words]
    if at + 1 < len(read):
        prior = prior + reader.follows[words, read[at + 1]]
    return Choice(words, known.channel[0, at], prior, known.direct[0, at])


def reranking(params: Params, data: Data, state: State) -> Drawn:
    """The plots of the view, and the numbers that are read."""
    have, told = found(params, data, state.taken), typed_words(params, data, state)
    words = list(told.words)
    every = accuracies(params, data, state.taken, np.append(WEIGHTS, params.weight))
    curve, now = every[:-1], float(every[-1])
    known = channel.candidates(have.reader, channel.spelt(words)[None], params.most)
    read = channel.reranked(have.reader.follows, known, np.array([params.weight]))[0, 0]
    differs = np.flatnonzero(read != known.words[0, :, 0])
    at = state.place if 0 <= state.place < len(words) else int(differs[0]) if len(differs) else 0
    one = choice(have.reader, known, read, at)
    best = int((one.channel + params.weight * one.prior).argmax())
    numbers = {
        "direct_accuracy": have.direct,
        "ceiling": have.ceiling,
        "reranked_accuracy": now,
        "reranking_gain": now - have.direct,
        "chosen_word": words[at],
        "chosen_place": at + 1,
        "meant_word": told.meant[at] if told.meant else None,
        "own_text": not told.meant,
        "misread": sum(LEXICON[a] != b for a, b in zip(read, told.meant, strict=True)) if told.meant else None,
        "taken": state.taken,
        "reranked_word": LEXICON[one.words[best]],
        "direct_word": LEXICON[one.words[0]],
        "reads": " ".join(LEXICON[word] for word in read),
        "reads_direct": " ".join(LEXICON[word] for word in known.words[0, :, 0]),
        "best_weight": float(WEIGHTS[int(curve.argmax())]),
        "lexicon": ", ".join(LEXICON),
        **_by_hand(params, one, best),
    }
    return Drawn(_figure(params, told, known, read, at, one, best, curve), numbers)


def _by_hand(params: Params, one: Choice, best: int) -> dict[str, Any]:
    """The scores of the winner and of the one behind it, and Bayes' rule over the candidates."""
    scores = one.channel + params.weight * one.prior
    order = np.argsort(-scores, kind="stable")
    weight = f"{params.weight:.0f}" if params.weight.is_integer() else fixed(params.weight, 3)

    def score(k: int) -> str:
        a, b = fixed(float(one.channel[k]), 2), signed(float(one.prior[k]), 2)
        return f"{a} + {weight}·{b} = {fixed(float(scores[k]), 1)}"

    second = int(order[min(1, len(order) - 1)])
    less = (scores - scores[best])[order]
    rest = float(np.exp(less[3:]).sum())
    shares = " + ".join(f"exp({fixed(float(gap), 2)})" for gap in less[1:3])
    below = f"(1 + {shares} + {fixed(rest, 3)})" if len(less) > 1 else "(1 + 0)"
    return {
        "best_score": score(best),
        "second_score": score(second),
        "second_word": LEXICON[one.words[second]],
        "posterior_by_hand": f"1 / {below} = {fixed(1.0 / float(np.exp(less).sum()), 2)}",
        "channel_score": float(one.channel[best]),
        "prior_score": float(one.prior[best]),
        "score": float(scores[best]),
    }


def _figure(
    params: Params, told: Typed, known: Candidates, read: Any, at: int, one: Choice, best: int, curve: Floats
) -> Figure:
    return Figure(
        plots=(_reading(told, known, read, at), _plane(params, one, best), _weights(params, curve), _learning()),
        wide=True,
        share=0.48,
        face="plane",
        hint="Move the weight of the prior: the line turns. Click another word of the sentence",
    )


def _plane(params: Params, one: Choice, best: int) -> Plot:
    """Every candidate by the two terms of its score; all of one score lie on a line."""
    xy = np.stack([one.channel, one.prior], 1)
    low, high = xy.min(0), xy.max(0)
    room = np.maximum(0.15 * (high - low), 0.5)
    (left, bottom), (right, top) = low - room, high + room
    right = right + 0.3 * (right - left)
    return Plot(
        name="plane",
        title="Candidates for {chosen_word}",
        unit="log p(words) upwards",
        badge="exact",
        x=Axis(label="channel log p(typed | word)", range=Range(float(left), float(right))),
        y=Axis(range=Range(float(bottom), float(top))),
        layers=(
            Lines(name="score", role="theory", xy=_line(params, xy[best], (left, right, bottom, top)), symbol="λ"),
            Points(name="candidates", role="muted", xy=xy[:, :], symbol="y"),
            Points(name="best", role="slot1", xy=xy[best : best + 1], size=1.3, key="reranked", outcome=True),
            Ring(name="direct", role="slot2", xy=xy[:1], key="direct"),
            Text(
                name="words",
                xy=xy[:WORDS_OF_PLANE],
                words=[LEXICON[word] for word in one.words[:WORDS_OF_PLANE]],
                side="right",
                plate=True,
            ),
        ),
    )


def _line(params: Params, through: Any, box: tuple[float, float, float, float]) -> Floats:
    """All points of the winner's score in the box: x + λ y is the same."""
    left, right, bottom, top = box
    x, y = through
    if params.weight * (top - bottom) < (right - left):  # steep: from bottom to top
        ends = [(x + params.weight * (y - one), one) for one in (bottom, top)]
    else:
        ends = [(one, y + (x - one) / params.weight) for one in (left, right)]
    return np.array(ends, dtype=np.float64)


def _reading(told: Typed, known: Candidates, read: Any, at: int) -> Plot:
    """The sentence as it was typed and as it is read."""
    n = len(told.words)
    rows = (
        ("meant", told.meant or ("?",) * n, "theory"),
        ("typed", told.words, "muted"),
        ("direct", [LEXICON[word] for word in known.words[0, :, 0]], "slot2"),
        ("reranked", [LEXICON[word] for word in read], "slot1"),
    )
    places = np.arange(n, dtype=np.float64)
    layers = tuple(
        Text(
            name=name,
            role=role,  # type: ignore[arg-type]
            xy=np.stack([places, np.full(n, 3.0 - row)], 1),
            words=said,
            side="above",
            plate=False,
            outcome=name in ("direct", "reranked"),
        )
        for row, (name, said, role) in enumerate(rows)
    )
    misread = [
        [place - 0.3, 3.0 - row, place + 0.3, 3.0 - row]
        for row, (name, said, _) in enumerate(rows)
        if told.meant and name in ("direct", "reranked")
        for place in range(n)
        if said[place] != told.meant[place]
    ]
    heads = Text(
        name="heads",
        role="muted",
        xy=np.array([[-1.2, 3.0 - row] for row in range(4)]),
        words=[r[0] for r in rows],
        side="above",
        plate=False,
    )
    return Plot(
        name="reading",
        title="What was typed, and how it is read",
        badge="exact",
        main=True,
        x=Axis(range=(-1.8, SENTENCE - 0.4), ticks=False),
        y=Axis(range=(-0.35, 3.9), ticks=False),
        layers=(
            Lines(name="chosen", role="now", xy=np.array([[at - 0.4, -0.15], [at + 0.4, -0.15]])),
            heads,
            *layers,
            Lines(name="misread", role="negative", xy=np.array(misread).reshape(-1, 4), key="misread", outcome=True),
        ),
        mouse=(Mouse(on="click", kind="look_at", take={"place": "x"}, label="look at this word"),),
    )


def _weights(params: Params, curve: Floats) -> Plot:
    """Accuracy on the test by the weight of the prior."""
    return Plot(
        name="weights",
        title="Read right, by the weight",
        unit="{reranked_accuracy} of the test words",
        badge="sampled",
        x=Axis(label="weight λ", range=(0.0, 8.0)),
        y=Axis(range=(0.4, 1.08)),
        layers=(
            Level(name="ceiling", role="theory", value="ceiling", key="among the candidates"),
            Level(name="direct", role="slot2", value="direct_accuracy", key="direct"),
            Level(name="weight", role="now", value=params.weight, across="vertical"),
            Curve(name="reranked", role="slot1", x=WEIGHTS, y=curve, markers=True, key="reranked", outcome=True),
        ),
    )


def _learning() -> Plot:
    """Accuracy by the pairs seen."""
    return Plot(
        name="learning",
        title="Read right, by the pairs seen",
        unit="reranked {reranked_accuracy:2} now; each point with the weight of its step",
        badge="sampled",
        x=Axis(label="pairs of sentences", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Trace(
                name="reranked",
                role="slot1",
                series="reranked_accuracy",
                text="reranked",
                outcome=True,
            ),
            Trace(name="direct", role="slot2", series="direct_accuracy", text="direct", outcome=True),
        ),
    )


def drawn(params: Params, uniform: Any, normal: Floats) -> tuple[Tensor, ...]:
    """The texts of `state.Typing` from random numbers: uniform(n, ...) gives an array."""
    follows, true = channel.chain(normal), channel.slips(params.slip)
    meant = channel.sentences(follows, uniform(PAIRS, SENTENCE))
    letters = channel.typed(meant, true, uniform(PAIRS, SENTENCE, SPELT))
    clean = channel.sentences(follows, uniform(params.clean, SENTENCE))
    test = channel.sentences(follows, uniform(TESTS, SENTENCE))
    slipped = channel.typed(test, true, uniform(TESTS, SENTENCE, SPELT))
    # Sentences come first in which a slip makes another word, and then those with most slips: there is most to read.
    slips = (slipped != channel.letters_of(test)).sum(2)
    other = np.isin(channel.numbered(slipped), channel.numbered(channel.spelt(LEXICON))) & (slips > 0)
    order = np.argsort(-(16 * other.sum(1) + slips.sum(1)), kind="stable")
    found = (meant, letters, clean, test[order], slipped[order])
    return tuple(torch.from_numpy(np.ascontiguousarray(one)) for one in found)
