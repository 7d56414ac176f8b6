"""The formula of the notes from its own terms, by another way than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

from playground.concepts.noisy_channel import channel
from playground.concepts.noisy_channel.channel import LEXICON, START
from playground.concepts.noisy_channel.reranking import typed_words
from playground.texts.terms import Terms


def score(terms: Terms) -> Any:
    """The winner's score by counting letters and words one by one."""
    numbers, typing, taken = terms.numbers, terms.data, terms.state.taken
    told = typed_words(terms.params, terms.data, terms.state)
    slips: dict[tuple[int, int], float] = defaultdict(float)
    for words, letters in zip(typing.meant[:taken].tolist(), typing.letters[:taken].tolist(), strict=True):
        for word, three in zip(words, letters, strict=True):
            for meant, hit in zip(LEXICON[word], three, strict=True):
                slips[ord(meant) - 97, hit] += 1.0
    follows: dict[tuple[int, int], float] = defaultdict(float)
    alone = [1.0] * len(LEXICON)
    for words in typing.plain.tolist():
        for before, word in zip([START, *words[:-1]], words, strict=True):
            follows[before, word] += 1.0
            alone[word] += 1.0

    def after(before: int, word: int) -> float:
        n = sum(follows[before, one] for one in range(len(LEXICON)))
        unigram = alone[word] / sum(alone)
        return math.log((follows[before, word] + channel.NEXT_COUNT * unigram) / (n + channel.NEXT_COUNT))

    read = [LEXICON.index(word) for word in str(numbers["reads"]).split()]
    at = int(numbers["chosen_place"]) - 1
    total = 0.0
    for meant, hit in zip(LEXICON[read[at]], told.words[at], strict=True):
        m, count = ord(meant) - 97, channel.LETTER_COUNT
        n = sum(slips[m, other] + count for other in range(channel.LETTERS))
        total += math.log((slips[m, ord(hit) - 97] + count) / n)
    prior = after(read[at - 1] if at else START, read[at])
    prior += after(read[at], read[at + 1]) if at + 1 < len(read) else 0.0
    return total + terms.params.weight * prior
