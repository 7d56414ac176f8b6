"""The texts that both nets read, what is hidden of them, and what can be known of a hidden place at all."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.pretraining.sentences import LENGTH as WORDS_OF_SENTENCE
from playground.concepts.pretraining.sentences import NUMBER, WORDS, Table, every_sentence, told

LENGTH = 8
assert LENGTH == WORDS_OF_SENTENCE
HIDDEN = "□"


def names(kind: str) -> tuple[str, ...]:
    """The tokens of a language in words; one number more stands for what is hidden, or for the beginning."""
    return tuple(ascii_lowercase) if kind == "palindromes" else WORDS


def drawn(kind: str, n: int, rng: torch.Generator) -> Tensor:
    """New texts, (n, LENGTH)."""
    if kind == "sentences":
        return told(n, rng).tokens
    half = torch.randint(len(ascii_lowercase), (n, LENGTH // 2), generator=rng)
    return torch.cat([half, half.flip(1)], 1)


def typed(kind: str, text: str) -> Tensor:
    """A text of the user's own as tokens, (LENGTH,): what is unknown or missing counts as hidden.

    Of a palindrome of fewer letters the rest is mirrored, as far as it is known.
    """
    known = names(kind)
    if kind == "sentences":
        found = [NUMBER.get(word.strip(".,;:!?"), len(known)) for word in text.lower().split()][:LENGTH]
        return torch.tensor(found + [len(known)] * (LENGTH - len(found)), dtype=torch.int64)
    found = [ord(letter) - 97 for letter in text.lower() if letter in ascii_lowercase][:LENGTH]
    for place in range(len(found), LENGTH):
        mirror = LENGTH - 1 - place
        found.append(found[mirror] if mirror < place and mirror < len(found) else len(known))
    return torch.tensor(found, dtype=torch.int64)


class Hiding(NamedTuple):
    """Texts of which some places are asked.

    Attributes:
        given: what the net reads, (n, LENGTH).
        asked: which places count, (n, LENGTH) of 0 and 1.
    """

    given: Tensor
    asked: Tensor


class Chances(NamedTuple):
    """Random numbers for hiding, (n, LENGTH) each.

    Attributes:
        asked, how: uniform: whether a place is asked, and what is shown there.
        other: tokens that are shown in the place of some.
    """

    asked: Tensor
    how: Tensor
    other: Tensor


def chances(texts: Tensor, tokens: int, rng: torch.Generator) -> Chances:
    """New random numbers for these texts."""
    asked, how = torch.rand(2, *texts.shape, generator=rng)
    return Chances(asked, how, torch.randint(tokens, texts.shape, generator=rng))


def hidden(texts: Tensor, tokens: int, rate: float, as_bert: bool, drawn: Chances, dtype: torch.dtype) -> Hiding:
    """A share of all places is asked; of these 80 % are hidden, 10 % replaced at random and 10 % left as they are.

    Args:
        texts: (n, LENGTH).
        tokens: how many there are; this number stands for a hidden one.
        rate: the share of places that are asked.
        as_bert: false: all places that are asked are hidden.
        drawn: random numbers.
        dtype: of `asked`.
    """
    asked = drawn.asked < rate
    given = torch.where(asked & (drawn.how < (0.8 if as_bert else 1.0)), tokens, texts)
    if as_bert:
        given = torch.where(asked & (drawn.how >= 0.8) & (drawn.how < 0.9), drawn.other, given)
    return Hiding(given, asked.to(dtype))


def one_hidden(text: Tensor, tokens: int) -> Tensor:
    """A text (..., LENGTH) with each place hidden in turn, (..., LENGTH, LENGTH)."""
    each = text[..., None, :].expand(*text.shape, LENGTH)
    return torch.where(torch.eye(LENGTH, dtype=torch.bool), tokens, each)


def behind(texts: Tensor, tokens: int) -> Tensor:
    """What the causal net reads: the beginning, and every token but the last, (n, LENGTH)."""
    return torch.cat([torch.full_like(texts[:, :1], tokens), texts[:, :-1]], 1)


def posterior(table: Table, text: Tensor, place: int, seen: Tensor, tokens: int) -> Tensor | None:
    """The chance of each token at a place given those that are seen, (tokens,); None where no text has them.

    Args:
        table: all texts of the language.
        text: (length,).
        place: that is asked.
        seen: flags (length,).
        tokens: how many there are.
    """
    fits = ((table.tokens == text) | ~seen).all(1)
    mass = torch.zeros(tokens, dtype=torch.float64).index_add_(0, table.tokens[fits, place], table.chance[fits])
    return mass / mass.sum() if float(mass.sum()) > 0.0 else None


def knowable(kind: str, text: Tensor, place: int, causal: bool) -> Tensor | None:
    """The chance of each token at a place by Bayes' rule, (tokens,); None where the rest is no text of the language.

    Args:
        kind: of the texts.
        text: (LENGTH,).
        place: that is hidden.
        causal: whether only what stands before it is seen.
    """
    tokens = len(names(kind))
    seen = torch.tensor([at < place if causal else at != place for at in range(LENGTH)]) & (text < tokens)
    if kind == "sentences":
        return posterior(every_sentence(), text, place, seen, tokens)
    mirror = LENGTH - 1 - place
    both = seen & seen.flip(0)
    if bool((both & (text != text.flip(0))).any()):
        return None
    if bool(seen[mirror]):
        return torch.nn.functional.one_hot(text[mirror], tokens).to(torch.float64)
    return torch.full((tokens,), 1.0 / tokens, dtype=torch.float64)


@cache
def limits(kind: str) -> tuple[Tensor, Tensor]:
    """The largest accuracy that any causal and any masked reader can have at each place, (LENGTH,) each."""
    tokens = len(names(kind))
    if kind == "palindromes":
        half = LENGTH // 2
        causal = torch.cat([torch.full((half,), 1.0 / tokens), torch.ones(half)]).to(torch.float64)
        return causal, torch.ones(LENGTH, dtype=torch.float64)
    table, found = every_sentence(), []
    for causal_only in (True, False):
        each = []
        for place in range(LENGTH):
            kept = [at for at in range(LENGTH) if at < place or (at != place and not causal_only)]
            group = torch.zeros(len(table.chance), dtype=torch.int64)
            if kept:
                _, group = torch.unique(table.tokens[:, kept], dim=0, return_inverse=True)
            both = group * tokens + table.tokens[:, place]
            mass = torch.zeros((int(group.max()) + 1) * tokens, dtype=torch.float64).index_add_(0, both, table.chance)
            each.append(mass.view(-1, tokens).amax(1).sum())
        found.append(torch.stack(each))
    return found[0], found[1]
