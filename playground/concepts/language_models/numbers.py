"""The numbers that every view tells: perplexities, what is written, and how many weights there are."""

from __future__ import annotations

import math
from typing import Any

from playground.concepts.language_models import Params
from playground.concepts.language_models.state import Data, State, baselines, recent, shape_of, words_of
from playground.engine.kit import characters
from playground.engine.kit import transformer as tf
from playground.engine.kit.newest import Newest

LOOKED = 240  # characters at the end of the text in which words and repetitions are looked for
_TWICE = 3  # times that the end must repeat
_told: Newest[dict[str, Any]] = Newest(4)


def common(params: Params, data: Data, state: State) -> dict[str, Any]:
    """Perplexities and what the end of the text is like."""
    known = baselines(params, data)
    trained, held_out = perplexities(state)
    return {
        "taken": state.moments.taken,
        "train_perplexity": trained,
        "held_out_perplexity": held_out,
        "over_ratio": held_out / trained if trained else None,
        "start_ratio": max(held_out / len(data.signs), len(data.signs) / held_out),
        "uniform_perplexity": float(len(data.signs)),
        "unigram_perplexity": known.unigram,
        "bigram_perplexity": known.bigram,
        "weight_count": tf.size(shape_of(params, data)),
        "learnt_count": len(known.learnt),
        "held_out_count": known.following.numel(),
        "signs": len(data.signs),
        "most_bits": math.log2(len(data.signs)),
        **_told.of(state.written, (state.prompted, params.amount), lambda: _written(params, data, state)),
    }


def perplexities(state: State) -> tuple[float | None, float]:
    """Of training, over the last updates, and of the text held out."""
    losses = recent(state)
    return (float(losses.mean().exp()) if len(losses) else None), math.exp(min(state.held_out, 700.0))


def _written(params: Params, data: Data, state: State) -> dict[str, Any]:
    """The share of known words, and after how many characters the end repeats."""
    end = characters.written(data.signs, state.written[state.prompted :][-LOOKED:])
    words = words_of(end)[1:-1]
    known = baselines(params, data).words
    share = sum(word in known for word in words) / len(words) if words else None
    variety = len(set(words)) / len(words) if words else None
    return {
        "known_words": share,
        "variety": variety,
        "period": period(end[-120:]),
        "written_count": len(state.written) - state.prompted,
    }


def period(text: str) -> int | None:
    """The fewest characters after which the end of a text has said the same three times; None: it has not."""
    for n in range(1, len(text) // _TWICE + 1):
        if text[-n * (_TWICE - 1) :] == text[-n * _TWICE : -n]:
            return n
    return None
