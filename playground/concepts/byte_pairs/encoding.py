"""The view on encoding: the merges that fit, one after another, on words that may be new."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.byte_pairs import Params
from playground.concepts.byte_pairs.blocks import PITCH, laid, spoken
from playground.concepts.byte_pairs.learning import LEVELS, curve
from playground.concepts.byte_pairs.pairs import Applied
from playground.concepts.byte_pairs.state import Data, Learnt, State, encoding_of, learnt_of
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Letters, Lines, Table, Text
from playground.figures.values import Column, Rows

_MOST_ROWS, _FEWEST_COLUMNS, _MOST_COLUMNS = 14, 16, 64
_NAME = 6.5  # cells that the name of a row takes


def encoding(params: Params, data: Data, state: State) -> Drawn:
    """The rows of the word, what its tokens are, and the curve."""
    learnt, stages = learnt_of(state), encoding_of(params, state)
    last = stages[-1].tokens if stages else ()
    raw = sum(len(learnt.spelled[one]) for one in last)
    seen = set(data.letters.tolist())
    numbers = {
        "word_bytes": raw,
        "word_tokens": len(last),
        "word_ratio": raw / len(last) if last else None,
        "unseen": sum(one not in seen for token in last for one in learnt.spelled[token]),
        "bare": sum(token < 256 for token in last),
    }
    plots = (_rows(stages, learnt), _parts(last, learnt), curve())
    return Drawn(
        Figure(plots=plots, wide=True, share=0.6, hint="Type a word, press space to learn more merges"), numbers
    )


def _rows(stages: list[Applied], learnt: Learnt) -> Plot:
    """The words after each merge; of many the first ones and the last."""
    shown = stages if len(stages) <= _MOST_ROWS else [*stages[: _MOST_ROWS - 1], stages[-1]]
    widths = [sum(len(learnt.spelled[one]) for one in stage.tokens) for stage in shown[:1]]
    columns = min(max(_FEWEST_COLUMNS, *widths), _MOST_COLUMNS) if widths else _FEWEST_COLUMNS
    found = laid([stage.tokens for stage in shown] or [()], learnt.spelled, columns)
    n = max(1, len(shown))
    names = [_named(stage, learnt) for stage in shown]
    return Plot(
        name="rows",
        title="The merges that fit, in the order learnt",
        unit="{word_tokens} tokens for {word_bytes} bytes",
        main=True,
        axes=False,
        badge="exact",
        layers=(
            Letters(
                name="letters",
                z=found.z,
                extent=np.array([0.0, columns, 0.0, PITCH * n], dtype=np.float64),
                levels=LEVELS,
                words=found.words,
                frame=False,
                outcome=True,
                symbol="w",
            ),
            Lines(
                name="tokens",
                role="muted",
                xy=found.frames,
                dash="solid",
                halo=False,
                found=False,
                key="a token",
                outcome=True,
            ),
            Text(
                name="names",
                role="muted",
                words=names,
                xy=np.array([[-0.3, PITCH * (n - k - 0.5)] for k in range(len(names))]).reshape(-1, 2),
                side="left",
                plate=False,
            ),
            Lines(name="room", role="muted", xy=np.array([[-_NAME, 0.0], [-_NAME, 0.0]]), found=False),
        ),
    )


def _named(stage: Applied, learnt: Learnt) -> str:
    """Which merge led to a row."""
    if stage.rank < 0:
        return "bytes"
    pair = next(pair for pair, rank in learnt.ranks.items() if rank == stage.rank)
    a, b = (spoken(learnt.spelled[one]) for one in pair)
    return f"{stage.rank + 1}: {a} + {b}"


def _parts(last: tuple[int, ...], learnt: Learnt) -> Plot:
    """The tokens that are left."""
    cells: list[tuple[Any, ...]] = [
        (
            spoken(learnt.spelled[token]),
            learnt.spelled[token].hex(" ").upper(),
            f"merge {token - 255}" if token > 255 else "a byte",
            token,
        )
        for token in last
    ]
    return Plot(
        name="parts",
        title="What is left",
        unit="tokens, and where they come from",
        axes=False,
        badge="exact",
        layers=(
            Table(
                name="parts",
                rows=Rows.of(("token", "bytes", "from", Column("number", decimals=0)), cells),
                outcome=True,
            ),
        ),
    )
