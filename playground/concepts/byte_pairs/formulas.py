"""The formulas of the notes by plain programs on lists of bytes; see `playground.texts.terms`."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log
from typing import Any

from playground.concepts.byte_pairs.state import words_of
from playground.texts.terms import Terms


def _words(terms: Terms) -> list[list[bytes]]:
    """All words of the text, each as often as it comes, with the merges applied one after another."""
    letters, owner = terms.data.letters.tolist(), terms.data.owner.tolist()
    different: dict[int, list[bytes]] = {}
    for letter, word in zip(letters, owner, strict=True):
        different.setdefault(word, []).append(bytes([letter]))
    found = [list(different[word]) for word, times in enumerate(terms.data.times.tolist()) for _ in range(times)]
    return _after(terms, found)


def _after(terms: Terms, words: list[list[bytes]]) -> list[list[bytes]]:
    tokens = [bytes([k]) for k in range(256)]
    for a, b in terms.state.merges.tolist():
        new = tokens[a] + tokens[b]
        words = [_merged(word, tokens[a], tokens[b], new) for word in words]
        tokens.append(new)
    return words


def _merged(word: list[bytes], a: bytes, b: bytes, new: bytes) -> list[bytes]:
    found, k = [], 0
    while k < len(word):
        if word[k : k + 2] == [a, b]:
            found.append(new)
            k += 2
        else:
            found.append(word[k])
            k += 1
    return found


def _alike(terms: Terms) -> bool:
    """Whether two tokens have the same bytes, which a row of bytes cannot tell apart."""
    tokens = [bytes([k]) for k in range(256)]
    for a, b in terms.state.merges.tolist():
        tokens.append(tokens[a] + tokens[b])
    return len(set(tokens)) < len(tokens)


def best_count(terms: Terms) -> Any:
    """Pairs counted one word after another."""
    if _alike(terms):
        return NotImplemented
    counts = Counter(pair for word in _words(terms) for pair in pairwise(word))
    return {"best_count": max(counts.values(), default=None)}


def tokens(terms: Terms) -> Any:
    """The text with all merges made, counted."""
    return NotImplemented if _alike(terms) else {"tokens": sum(map(len, _words(terms)))}


def bits(terms: Terms) -> dict[str, Any]:
    """By natural logarithms."""
    return {"bits": terms.numbers["tokens"] * log(256 + len(terms.state.merges)) / log(2)}


def word_tokens(terms: Terms) -> Any:
    """Merge after merge on the words that are encoded."""
    if _alike(terms):
        return NotImplemented
    words = [[bytes([one]) for one in word] for word in words_of(terms.params.word, terms.params.within)]
    return {"word_tokens": sum(map(len, _after(terms, words)))}
