"""The view on learning: the beginning of the text in tokens, the most frequent pairs, words, and the curve."""

from __future__ import annotations

import numpy as np

from playground.concepts.byte_pairs import Params
from playground.concepts.byte_pairs.blocks import PITCH, frames, laid, spoken
from playground.concepts.byte_pairs.declared import PAIRS
from playground.concepts.byte_pairs.pairs import Ints
from playground.concepts.byte_pairs.state import Data, State, best_of, counts_of, learnt_of
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Letters, Lines, Role, Table, Trace
from playground.figures.values import Column, Rows

COLUMNS, ROWS = 38, 7
LEVELS = (1.0, 9.0)  # bytes of a token, from the lightest to the darkest
_WORDS = 8


def learning(params: Params, data: Data, state: State) -> Drawn:
    """The plots, and the pair that comes next in words."""
    counted, learnt = counts_of(data, state), learnt_of(state)
    shown = [tuple(spoken(learnt.spelled[one]) for one in pair) for pair in counted.pairs[:PAIRS].tolist()]
    best = best_of(params, data, state)
    pair = f"{shown[0][0]} + {shown[0][1]}" if best else "none"
    plots = (
        _text(params, data, state),
        _pairs([f"{a} + {b}" for a, b in shown], counted.times[:PAIRS]),
        _words(data, state),
        curve(),
    )
    numbers = {"pair": pair, "pair_words": f"next: {pair}" if best else "no pair comes often enough"}
    return Drawn(
        Figure(plots=plots, wide=True, share=0.52, hint="Press space to merge, click a bar to merge that pair"), numbers
    )


def _rows(data: Data, state: State) -> list[list[int]]:
    """The beginning of the text in rows of tokens, broken between words where there is one."""
    tokens, owner = state.tokens.numpy(), state.owner.numpy()
    spelled = learnt_of(state).spelled
    known: dict[int, list[int]] = {}
    rows, free = [list[int]()], COLUMNS
    for word in data.shown.tolist():
        if word not in known:
            first, last = np.searchsorted(owner, [word, word + 1])
            known[word] = tokens[first : min(last, first + COLUMNS * ROWS)].tolist()
        length = sum(len(spelled[one]) for one in known[word])
        if length > free and free < COLUMNS and length <= COLUMNS:
            rows, free = [*rows, []], COLUMNS
        for token in known[word]:
            width = len(spelled[token])
            if width > free:
                rows, free = [*rows, []], COLUMNS
            if len(rows) > ROWS:
                return rows[:ROWS]
            rows[-1].append(token)
            free -= width
    return rows


def _text(params: Params, data: Data, state: State) -> Plot:
    """The beginning of the text; what is merged next has a strong frame."""
    best, rows = best_of(params, data, state), _rows(data, state)
    found = laid(rows, learnt_of(state).spelled, COLUMNS)
    ahead = [
        (a[0], a[1], a[2] + b[2])
        for a, b, left, right in zip(found.spans, found.spans[1:], found.ids, found.ids[1:], strict=False)
        if (left, right) == best and a[0] == b[0]
    ]
    n = len(rows)
    return Plot(
        name="text",
        title="The text in tokens",
        unit="{pair_words}; {tokens} tokens for {bytes} bytes",
        main=True,
        axes=False,
        badge="exact",
        layers=(
            Letters(
                name="letters",
                z=found.z,
                extent=_extent(COLUMNS, n),
                levels=LEVELS,
                words=found.words,
                frame=False,
                symbol="x",
            ),
            Lines(name="tokens", role="muted", xy=found.frames, dash="solid", halo=False, found=False, key="a token"),
            Lines(
                name="next", role="now", xy=frames(ahead, n), dash="solid", found=False, outcome=True, key="merged next"
            ),
        ),
    )


def _extent(columns: int, rows: int) -> Floats:
    return np.array([0.0, columns, 0.0, PITCH * rows], dtype=np.float64)


_BARS: tuple[tuple[str, Role], ...] = (("others", "muted"), ("best", "hero"))


def _pairs(names: list[str], times: Ints) -> Plot:
    best = np.arange(len(names)) == 0
    return Plot(
        name="pairs",
        title="Most frequent pairs",
        unit="as frequent as the first: {ties}",
        badge="exact",
        x=Axis(range="auto", zero=True, whole=True),
        layers=(
            *(
                Bars(
                    name=name,
                    role=role,
                    heights=np.where(best == (name == "best"), times, np.nan),
                    words=names,
                    across="horizontal",
                    text="{heights:0}",
                    outcome=True,
                    symbol="n",
                )
                for name, role in _BARS
            ),
        ),
        mouse=tuple(
            Mouse(on="click", target=name, kind="merge", take={"id": "id"}, label="merge this pair")
            for name, _ in _BARS
        ),
    )


def _words(data: Data, state: State) -> Plot:
    """The most frequent words in tokens."""
    spelled, tokens, owner = learnt_of(state).spelled, state.tokens.numpy(), state.owner.numpy()
    most = np.argsort(-data.times.numpy(), kind="stable")[:_WORDS]
    cells = []
    for word in most.tolist():
        first, last = np.searchsorted(owner, [word, word + 1])
        parts = [spoken(spelled[one]) for one in tokens[first : min(last, first + 24)].tolist()]
        cells.append((" ".join(parts), int(data.times[word])))
    return Plot(
        name="words",
        title="Most frequent words",
        unit="· is a space",
        axes=False,
        badge="exact",
        layers=(Table(name="words", rows=Rows.of(("in tokens", Column("times", decimals=0)), cells)),),
    )


def curve() -> Plot:
    """Tokens of the text against the vocabulary."""
    return Plot(
        name="curve",
        title="A larger vocabulary, a shorter text",
        unit="{tokens} tokens at {vocabulary}",
        badge="exact",
        x=Axis(label="vocabulary", whole=True),
        y=Axis(zero=True),
        layers=(Trace(name="tokens", series="tokens", against="vocabulary", text="{tokens}", outcome=True),),
    )
