"""What a run consists of: the text, the net and what it has written, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.engine.frame import Status
from playground.engine.kit import characters, ngrams
from playground.engine.kit import transformer as tf
from playground.engine.kit.characters import CharacterText
from playground.engine.kit.newest import Newest
from playground.engine.kit.optimisers import Memory

MOST_HELD_OUT = 2048  # characters that are measured
MOST_READ = 200_000  # characters in which words are looked for
MOST_WRITTEN = 40_000  # characters that are kept


class Data(NamedTuple):
    """The text; see `CharacterText`."""

    signs: Tensor
    numbers: Tensor


class State(NamedTuple):
    """The present of a run.

    Attributes:
        theta: flat weights of the net.
        moments: what Adam remembers.
        losses: of the last updates in nats, the newest last, (10,); zeros before there were as many.
        held_out: the mean loss on the text held out at every tenth update, in nats.
        written: numbers of the prompt and of what was written behind it, (characters,) of uint8.
        prompted: how many of them are the prompt.
        born: the update after which each of them was written, (characters,).
        window: where the context of the net begins.
        cache: keys and values of the context as far as they hold for these weights.
        place: the chosen place in `written`; -1: the last one.
    """

    theta: Tensor
    moments: Memory[Tensor]
    losses: Tensor
    held_out: float
    written: Tensor
    prompted: int
    born: Tensor
    window: int
    cache: Tensor
    place: int


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    train_perplexity: float | None
    held_out_perplexity: float | None
    gradient_norm: float | None


def shape_of(params: Params, data: Data) -> tf.TransformerShape:
    """The net for a text."""
    width, V = params.heads * params.key, len(data.signs)
    return tf.TransformerShape(
        V, V, params.length, width, params.heads, params.layers, 4 * width, True, params.positions
    )


class Baselines(NamedTuple):
    """What is known of a text without a net.

    Attributes:
        learnt, held_out: the two parts of the text.
        tables: counts of the part that is learnt.
        inputs, following: the part held out as pieces, and what follows each character, (B, n).
        unigram, bigram: perplexities of the tables on it.
        words: the words of the part that is learnt, of its first `MOST_READ` characters.
    """

    learnt: Tensor
    held_out: Tensor
    tables: ngrams.NgramTables
    inputs: Tensor
    following: Tensor
    unigram: float
    bigram: float
    words: frozenset[str]


_known: Newest[Baselines] = Newest(4)


def baselines(params: Params, data: Data) -> Baselines:
    """The parts and tables of the text, made once."""
    return _known.of(data.numbers, (params.amount, params.length), lambda: _made(params, data))


def _made(params: Params, data: Data) -> Baselines:
    learnt, held_out = characters.parted(CharacterText(*data), params.amount)
    tables = ngrams.counted(learnt, len(data.signs))
    inputs, following = characters.windows(held_out, params.length, MOST_HELD_OUT)
    words = frozenset(words_of(characters.written(data.signs, learnt[:MOST_READ])))
    return Baselines(
        learnt,
        held_out,
        tables,
        inputs,
        following,
        ngrams.measured(tables.single[following]).perplexity,
        ngrams.measured(tables.pairs[inputs, following]).perplexity,
        words,
    )


def words_of(text: str) -> list[str]:
    """The words of a text, without what stands round them."""
    kept = "".join(sign if sign.isalnum() or sign in "'-" else " " for sign in text)
    return [word for word in (one.strip("'-").lower() for one in kept.replace("--", " ").split()) if word]


def prompt_of(params: Params, data: Data) -> Tensor:
    """The numbers of the prompt; an empty one is a line end, or the commonest sign."""
    return characters.numbered(data.signs, params.prompt or "\n")


def is_prompted(params: Params, data: Data, state: State) -> bool:
    """Whether the text began with the prompt that is typed now."""
    return torch.equal(state.written[: state.prompted], prompt_of(params, data))


def recent(state: State) -> Tensor:
    """The losses of the last updates, in float64, (10,) at most."""
    return state.losses[max(0, len(state.losses) - state.moments.taken) :].double()


def begun(state: State, prompt: Tensor, taken: int) -> State:
    """A new text, with nothing but its prompt."""
    return state._replace(
        written=prompt,
        prompted=len(prompt),
        born=torch.full((len(prompt),), taken, dtype=torch.int32),
        window=0,
        cache=state.cache[..., :0, :],
        place=-1,
    )
