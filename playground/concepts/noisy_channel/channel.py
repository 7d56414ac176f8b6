"""A noisy channel: words are meant, letters slip to neighbouring keys, and what was typed is read back.

Sentences of five words of three letters come from a random Markov chain over word classes. Pairs of what was meant and
what was typed teach how letters slip (the channel) and what is meant by what was typed (the direct model); sentences
without slips, of which there are many more, teach which words follow each other (the prior).

Sources: C. Shannon, "A mathematical theory of communication" (1948); M. Kernighan, K. Church and W. Gale, "A spelling
correction program based on a noisy channel model" (1990); L. Yu et al., "The neural noisy channel" (2017).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.giving_way import give_way

Whole = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
DETERMINERS = ("the", "his", "her", "our")
NOUNS = (
    *("cat", "car", "can", "van", "fan", "hat", "hay", "hut", "dog", "fog", "bed", "bee"),
    *("pit", "pot", "bat", "bay", "kid", "lid", "rug", "tin", "ton", "jam", "ham", "hen"),
)
VERBS = ("hit", "hid", "bit", "put", "got", "met", "let", "ran", "dug", "rub", "sat", "saw")
LEXICON = (*DETERMINERS, *NOUNS, *VERBS)
CLASSES = (DETERMINERS, NOUNS, VERBS, DETERMINERS, NOUNS)
SENTENCE = len(CLASSES)
LETTERS = 26
SPELT = 3  # letters of a word
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SHIFT = (0.0, 0.25, 0.75)  # of the rows of keys, in keys
SPREAD = 2.5  # deviation of the logarithms of what follows a word: large, so that few words are likely
LETTER_COUNT = 0.02  # added to the counts of letters
WORD_COUNT = 1.0  # how many pairs the letters of the direct model are worth beside whole words
NEXT_COUNT = 0.5  # how many words the unigrams are worth beside what followed a word


def _neighbours() -> Floats:
    """Whether two keys touch, (26, 26)."""
    places = {key: (row, column + _SHIFT[row]) for row, keys in enumerate(ROWS) for column, key in enumerate(keys)}
    touch = np.zeros((LETTERS, LETTERS))
    for a, (row, x) in places.items():
        for b, (other, y) in places.items():
            touch[ord(a) - 97, ord(b) - 97] = a != b and abs(row - other) <= 1 and abs(x - y) <= 1.0
    return touch


def spelt(words: tuple[str, ...] | list[str]) -> Whole:
    """Letters of words of three letters, (n, 3), a is 0."""
    return np.array([[ord(letter) - 97 for letter in word] for word in words], dtype=np.int64).reshape(-1, SPELT)


NEIGHBOURS = _neighbours()
_SPELT = spelt(LEXICON)
_PLACES = np.array([letters @ (LETTERS**2, LETTERS, 1) for letters in _SPELT])
START = len(LEXICON)  # the row of what a sentence begins with


def slips(error: float) -> Floats:
    """The true channel: p(typed | meant) of letters, rows are meant, (26, 26)."""
    away = NEIGHBOURS / NEIGHBOURS.sum(1, keepdims=True)
    return np.asarray((1.0 - error) * np.eye(LETTERS) + error * away)


def chain(draw: Floats) -> Floats:
    """The true language: p(next | word), the last row is that of the start, (L + 1, L).

    Args:
        draw: standard normal numbers (L + 1, L), from which the chances of what follows are made.
    """
    start, allowed = 0, np.zeros((len(LEXICON) + 1, len(LEXICON)))
    bounds = {}
    for part in (DETERMINERS, NOUNS, VERBS):
        bounds[part], start = slice(start, start + len(part)), start + len(part)
    allowed[START, bounds[DETERMINERS]] = 1.0
    for here, after in ((DETERMINERS, NOUNS), (NOUNS, VERBS), (VERBS, DETERMINERS)):
        allowed[bounds[here], bounds[after]] = 1.0
    weights = allowed * np.exp(SPREAD * draw)
    return np.asarray(weights / weights.sum(1, keepdims=True))


def sentences(follows: Floats, uniform: Floats) -> Whole:
    """Sentences of the language from uniform numbers (n, SENTENCE), as word numbers (n, SENTENCE)."""
    sums, before = follows.cumsum(1), np.full(len(uniform), START)
    found = np.empty(uniform.shape, np.int64)
    for place in range(uniform.shape[1]):
        found[:, place] = (sums[before] < uniform[:, place : place + 1]).sum(1).clip(max=len(LEXICON) - 1)
        before = found[:, place]
    return found


def typed(meant: Whole, channel: Floats, uniform: Floats) -> Whole:
    """What is typed where words are meant, letters (..., 3), from uniform numbers of the same shape."""
    sums = channel.cumsum(1)[_SPELT[meant]]
    return np.asarray((sums < uniform[..., None]).sum(-1).clip(max=LETTERS - 1))


def letters_of(meant: Whole) -> Whole:
    """The letters of words, (..., 3)."""
    return np.asarray(_SPELT[meant])


class Reader(NamedTuple):
    """What was learnt of pairs and of sentences, as logarithms.

    Attributes:
        slip: log p(typed letter | meant letter), rows are meant, (26, 26).
        back: log p(meant letter | typed letter), rows are typed, (26, 26).
        follows: log p(next word | word), the last row is that of the start, (L + 1, L).
        pairs: what was typed for words, as one number of three letters, and the words, (pairs of words, 2).
    """

    slip: Floats
    back: Floats
    follows: Floats
    pairs: Whole


def numbered(letters: Whole) -> Whole:
    """Three letters as one number."""
    return np.asarray(letters @ np.array((LETTERS**2, LETTERS, 1)))


def learnt_letters(meant: Whole, letters: Whole) -> tuple[Floats, Floats]:
    """The two tables of letters, `Reader.slip` and `Reader.back`, from pairs (n, SENTENCE) and (n, SENTENCE, 3)."""
    counts = np.zeros((LETTERS, LETTERS))
    np.add.at(counts, (_SPELT[meant].ravel(), letters.ravel()), 1.0)
    counts += LETTER_COUNT
    slip, back = counts / counts.sum(1, keepdims=True), counts.T / counts.T.sum(1, keepdims=True)
    return np.log(slip), np.log(back)


def learnt_follows(meant: Whole) -> Floats:
    """`Reader.follows` from sentences (n, SENTENCE)."""
    size = len(LEXICON)
    before = np.concatenate([np.full((len(meant), 1), START), meant[:, :-1]], 1)
    counts = np.zeros((size + 1, size))
    np.add.at(counts, (before.ravel(), meant.ravel()), 1.0)
    once = np.bincount(meant.ravel(), minlength=size) + 1.0
    alone = once / once.sum()
    return np.asarray(np.log((counts + NEXT_COUNT * alone) / (counts.sum(1, keepdims=True) + NEXT_COUNT)))


def channel_scores(reader: Reader, letters: Whole) -> Floats:
    """The scores log p(typed | word) of every word of the lexicon, (..., L), for letters (..., 3)."""
    return np.asarray(sum(reader.slip[_SPELT[:, t], letters[..., t, None]] for t in range(SPELT)))


def direct_scores(reader: Reader, letters: Whole) -> Floats:
    """The scores log p(word | typed), by whole words seen in pairs and by letters beside them, (..., L)."""
    by_letter = np.asarray(sum(reader.back[letters[..., t, None], _SPELT[:, t]] for t in range(SPELT)))
    shares = np.exp(by_letter - by_letter.max(-1, keepdims=True))
    shares *= WORD_COUNT / shares.sum(-1, keepdims=True)
    asked, place = np.unique(numbered(letters), return_inverse=True)
    at = np.searchsorted(asked, reader.pairs[:, 0]).clip(max=len(asked) - 1)
    known = asked[at] == reader.pairs[:, 0]
    counts = np.zeros((len(asked), len(LEXICON)))
    np.add.at(counts, (at[known], reader.pairs[known, 1]), 1.0)
    seen = counts[place.reshape(letters.shape[:-1])]
    return np.asarray(np.log((seen + shares) / (seen.sum(-1, keepdims=True) + WORD_COUNT)))


class Candidates(NamedTuple):
    """The words that the direct model thinks of first, best first.

    Attributes:
        words: their numbers, (..., c).
        direct: log p(word | typed), (..., c).
        channel: log p(typed | word), (..., c).
    """

    words: Whole
    direct: Floats
    channel: Floats


def candidates(reader: Reader, letters: Whole, most: int) -> Candidates:
    """The best few words for each typed word of sentences (..., n words, 3)."""
    direct = direct_scores(reader, letters)
    words = np.argsort(-direct, -1, kind="stable")[..., :most]
    channel = np.take_along_axis(channel_scores(reader, letters), words, -1)
    return Candidates(words, np.take_along_axis(direct, words, -1), channel)


def reranked(follows: Floats, known: Candidates, weight: Floats) -> Whole:
    """The best sentence of the candidates by log p(typed | words) + weight log p(words), by Viterbi's recursion.

    Args:
        follows: see `Reader.follows`.
        known: candidates (n, words, c).
        weight: of the prior, (w,).

    Returns:
        Word numbers, (w, n, words).
    """
    n, length, many = known.words.shape
    prior = follows[-1, known.words[:, 0]]
    best = known.channel[:, 0] + weight[:, None, None] * prior
    came = np.zeros((length, len(weight), n, many), np.int64)
    for place in range(1, length):
        give_way()
        step = follows[known.words[:, place - 1, :, None], known.words[:, place, None, :]]
        ways = best[..., None] + weight[:, None, None, None] * step
        came[place] = ways.argmax(-2)
        best = np.take_along_axis(ways, came[place][..., None, :], -2)[..., 0, :] + known.channel[:, place]
    at = best.argmax(-1)
    found = np.empty((len(weight), n, length), np.int64)
    rows = np.arange(n)
    for place in range(length - 1, -1, -1):
        found[:, :, place] = known.words[rows, place, at]
        at = np.take_along_axis(came[place], at[..., None], -1)[..., 0]
    return found
