"""Filters of some words over a sentence, the largest score of each, and a judgement; with sentences to learn from."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.every_place.flat import Form, views

_LISTED = (
    "? the film plot cast music story was is it a and but so not bad very good well told long short too quite dull fun"
)
WORDS = tuple(_LISTED.split())
PRAISE = (("not", "bad"), ("very", "good"), ("well", "told"))
"""A sentence is praise if it holds one of these; the two words apart or turned round are not."""
LENGTH = 10
DEPTH = 8  # numbers that stand for a word
_NUMBER = {word: k for k, word in enumerate(WORDS)}
_PAIRS = torch.tensor([[_NUMBER[a], _NUMBER[b]] for a, b in PRAISE])


class Shape(NamedTuple):
    """Words in a window, and how many filters there are."""

    words: int
    filters: int


class Read(NamedTuple):
    """What the net makes of sentences.

    Attributes:
        scores: of every filter in every window before the ReLU, (n, filters, windows).
        pooled: the largest of each behind the ReLU, (n, filters).
        where: the window that has it, the first of the ties, (n, filters).
        logits: of praise, (n,).
    """

    scores: Tensor
    pooled: Tensor
    where: Tensor
    logits: Tensor


def forms(shape: Shape) -> tuple[Form, ...]:
    """The arrays: words, filters, their biases, output and its bias."""
    return (len(WORDS), DEPTH), (shape.filters, DEPTH, shape.words), (shape.filters,), (1, shape.filters), (1,)


def numbers(sentence: str) -> list[int]:
    """The words of a sentence by number; 0: unknown."""
    return [_NUMBER.get(word.strip(".,;:"), 0) for word in sentence.lower().split()]


def scored(E: Tensor, filters: Tensor, bias: Tensor, tokens: Tensor) -> Tensor:
    """sum_k filter[k] . E[token_(t + k)] + bias for every window, (n, filters, windows); none in a short sentence.

    Args:
        E: (words, depth).
        filters: (filters, depth, words in a window).
        bias: (filters,).
        tokens: (n, T).
    """
    n, T = tokens.shape
    if filters.shape[2] > T:
        return torch.zeros((n, len(filters), 0), dtype=E.dtype)
    return functional.conv1d(E[tokens].transpose(1, 2), filters, bias)


def run(theta: Tensor, shape: Shape, tokens: Tensor) -> Read:
    """Scores, winners and judgement of sentences (n, T)."""
    E, filters, bias, W, b = views(theta, forms(shape))
    scores = scored(E, filters, bias, tokens)
    n, windows = len(tokens), scores.shape[2]
    if windows:
        largest, where = scores.max(2)
        pooled = largest.relu()
    else:
        pooled, where = scores.new_zeros((n, shape.filters)), torch.full((n, shape.filters), -1)
    return Read(scores, pooled, where, pooled @ W[0].abs() + b)


def planted(E: Tensor, phrase: list[int], tokens: Tensor) -> Tensor:
    """A filter made by hand: the mean cosine of the words of every window with those of a phrase, (n, windows).

    It is 1 where the very words stand, and less elsewhere: vectors of length 1 agree with themselves most.

    Args:
        E: (words, depth).
        phrase: the words by number.
        tokens: (n, T).
    """
    n, T = tokens.shape
    windows = T - len(phrase) + 1
    if windows < 1 or not phrase:
        return torch.zeros((n, 0), dtype=E.dtype)
    unit = functional.normalize(E, dim=1)
    like = unit @ unit[phrase].T  # looked up, so that the same words have the same score wherever they stand
    each = [like[tokens[:, k : k + windows], k] for k in range(len(phrase))]
    return torch.stack(each).sum(0) / len(phrase)


def phrase_at(tokens: Tensor) -> Tensor:
    """Whether a phrase of praise begins at each place, (n, T - 1), bool."""
    first, second = tokens[:, :-1, None], tokens[:, 1:, None]
    return ((first == _PAIRS[:, 0]) & (second == _PAIRS[:, 1])).any(2)


def sentences(n: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Sentences (n, LENGTH), half with a phrase, half with its words apart or turned; and which are praise, (n,)."""
    tokens = torch.randint(1, len(WORDS), (n, LENGTH), generator=rng)
    pair = _PAIRS[torch.randint(len(_PAIRS), (n,), generator=rng)]
    at = torch.randint(LENGTH - 1, (n,), generator=rng)
    kind = torch.rand(n, generator=rng)
    rows = torch.arange(n)
    turned = kind > 0.75
    # Planted; turned round; or two places apart.
    tokens[rows, at] = torch.where(turned, pair[:, 1], pair[:, 0])
    apart = (kind > 0.5) & ~turned
    other = torch.where(apart, (at + 3) % LENGTH, at + 1)
    tokens[rows, other] = torch.where(turned, pair[:, 0], pair[:, 1])
    return tokens, phrase_at(tokens).any(1).to(torch.float32)
